// Two tops match if they are each other's nearest neighbours; matching tops become one cell. Edges
// hang in linked lists by top, and dead ones are unlinked when they are met.
#include "partition/merger.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

namespace thalweg {

NaturalMerger::NaturalMerger(const NaturalGround& ground, NaturalTree tree,
                             const MergeOptions& options)
    : tree_(std::move(tree)),
      span_(ground.priced()),
      tie_bits_(options.grow == GrowRule::capped ? 52u : std::min(options.tie_bits, 52u)),
      most_children_(options.most_children < 2 ? kEnd : options.most_children),
      base_(options.grow == GrowRule::capped ? std::max(options.base, kSmallestBase) : 0),
      by_cost_(base_ != 0 && options.order == GrowOrder::cost),
      top_count_(tree_.top_count()) {
  sources_.resize(ground.graph().arc_count());
  next_arc_.assign(ground.graph().arc_count(), kEnd);
  for (const NodeId node : ground.graph().nodes()) {
    for (const ArcId arc : ground.graph().arcs(node)) sources_[arc.value] = node;
  }
  const std::size_t pieces = tree_.piece_count();
  up_.resize(pieces);
  up_offset_.assign(pieces, 0);
  for (std::uint32_t p = 0; p < pieces; ++p) {
    const CellId above = tree_.parents_[p];
    if (above.is_none()) continue;
    up_[p] = tree_.piece(above);
    up_offset_[p] = tree_.child(PieceId(p)).offset;
  }
  reserve();
  first_edge_.assign(pieces, kEnd);
  best_.assign(pieces, kUnreached);
  kept_.assign(pieces, kEnd);
  kept_for_.resize(pieces);
  grouped_.assign(pieces, 0);
  dirty_at_.assign(pieces, 0);
  const auto closed = tree_.closed_pieces(ground);
  is_closed_.assign(closed.begin(), closed.end());
  load_edges();
}

// Room for all possible cells, so that nothing is copied as the tree grows: unused pages take up no
// memory. A cell has at least two children, so there are fewer cells than nodes.
void NaturalMerger::reserve() {
  const std::size_t most = 2 * std::size_t{tree_.node_count()};
  tree_.children_.reserve(most);
  tree_.parents_.reserve(most);
  tree_.child_indices_.reserve(most);
  tree_.blocks_.reserve(most / 2);
  for (auto* column : {&first_edge_, &kept_, &grouped_, &dirty_at_, &up_offset_}) {
    column->reserve(most);
  }
  best_.reserve(most);
  is_closed_.reserve(most);
  kept_for_.reserve(most);
  up_.reserve(most);
}

// Turns the tops' records into edges, and takes them out of the tree.
void NaturalMerger::load_edges() {
  const auto tops = tree_.children(CellId());
  std::size_t records = 0;
  for (const NaturalTree::Child& top : tops) records += top.neighbour_count;
  edges_.reserve(records);
  for (std::uint32_t i = 0; i < tops.size(); ++i) {
    for (const NaturalTree::Neighbour& there : tree_.neighbours(tops[i])) {
      const std::uint32_t j = there.child_index;
      const auto others = tree_.neighbours(tops[j]);
      const auto back =
          std::ranges::lower_bound(others, i, {}, &NaturalTree::Neighbour::child_index);
      const bool is_back = back != others.end() && back->child_index == i;
      if (is_back && j < i) continue;  // done from the other side
      Edge edge;
      edge.ends[0] = tops[i].piece;
      edge.ends[1] = tops[j].piece;
      add_joints(edge, 0, there);
      if (is_back) add_joints(edge, 1, *back);
      edge.key = key_of(edge);
      edges_.push_back(edge);
    }
  }
  for (std::uint32_t e = 0; e < edges_.size(); ++e) {
    hang(e, 0);
    hang(e, 1);
  }
  for (const NaturalTree::Child& top : tops) mark_dirty(top.piece);
  tree_.drop_tops();
}

void NaturalMerger::add_joints(Edge& edge, int side, const NaturalTree::Neighbour& neighbour) {
  edge.distances[side] = neighbour.distances;
  for (const NaturalTree::Joint& joint : tree_.joints(neighbour)) {
    next_arc_[joint.arc.value] = edge.first_arc[side];
    if (edge.first_arc[side] == kEnd) edge.last_arc[side] = joint.arc.value;
    edge.first_arc[side] = joint.arc.value;
  }
}

// Puts an edge into the list of the top at one of its ends.
void NaturalMerger::hang(std::uint32_t edge, int side) {
  std::uint32_t& first = first_edge_[edges_[edge].ends[side].value];
  edges_[edge].next[side] = first;
  first = edge;
}

// How near two tops are: the mean of both directions, weighted over unweighted, to the leading bits
// asked for; or the cost of the more expensive direction.
std::uint64_t NaturalMerger::key_of(const Edge& edge) const {
  if (!edge.distances[0].is_known() || !edge.distances[1].is_known()) return kUnreached;
  if (by_cost_) return std::max(edge.distances[0].weighted, edge.distances[1].weighted);
  const Distances both = edge.distances[0] + edge.distances[1];
  const double unit = static_cast<double>(both.weighted) / static_cast<double>(both.unweighted);
  return std::bit_cast<std::uint64_t>(unit) >> (52 - tie_bits_);
}

template <class Use>
void NaturalMerger::for_each_edge(PieceId top, const Use& use) {
  std::uint32_t* link = &first_edge_[top.value];
  while (*link != kEnd) {
    Edge& edge = edges_[*link];
    const int side = edge.ends[0] == top ? 0 : 1;
    if (edge.is_dead) {
      *link = edge.next[side];
      continue;
    }
    const std::uint32_t number = *link;
    link = &edge.next[side];
    use(number, side);
  }
}

void NaturalMerger::mark_dirty(PieceId top) {
  if (dirty_at_[top.value] == step_ + 1) return;
  dirty_at_[top.value] = step_ + 1;
  dirty_.push_back(top);
}

// Candidate picking (5.2.1): how near the nearest neighbours are.
void NaturalMerger::pick(PieceId top) {
  std::uint64_t best = kUnreached;
  for_each_edge(top, [&](std::uint32_t e, int) { best = std::min(best, edges_[e].key); });
  best_[top.value] = best;
}

// Calls use(other) for each top that `top` matches, and that no group of this round has.
template <class Use>
void NaturalMerger::for_each_match(PieceId top, const Use& use) {
  const std::uint64_t best = best_[top.value];
  if (best == kUnreached) return;
  for_each_edge(top, [&](std::uint32_t e, int side) {
    const PieceId other = edges_[e].ends[1 - side];
    if (edges_[e].key != best || best_[other.value] != best) return;
    if (grouped_[other.value] != round_) use(other);
  });
}

// All that `seed` matches, and what they match in turn: one group, or several of at most the given
// size.
void NaturalMerger::collect(PieceId seed) {
  if (grouped_[seed.value] >= first_round_) return;
  const std::size_t first = members_.size();
  grow(seed, kEnd);
  const std::size_t count = members_.size() - first;
  std::sort(members_.begin() + static_cast<std::ptrdiff_t>(first), members_.end());
  if (count <= most_children_) {
    if (count > 1) groups_.push_back({first, count});
    return;
  }
  // From the lowest id on, whichever was the seed, so that a saved step continues as this one.
  ++round_;
  for (std::size_t i = first; i < first + count; ++i) {
    if (grouped_[members_[i].value] == round_) continue;
    const std::size_t start = members_.size();
    grow(members_[i], most_children_);
    std::sort(members_.begin() + static_cast<std::ptrdiff_t>(start), members_.end());
    if (members_.size() > start + 1) groups_.push_back({start, members_.size() - start});
  }
}

// Adds one group to the members, nearest first, up to the greatest size.
void NaturalMerger::grow(PieceId seed, std::uint32_t most) {
  const std::size_t first = members_.size();
  grouped_[seed.value] = round_;
  members_.push_back(seed);
  for (std::size_t i = first; i < members_.size() && members_.size() - first < most; ++i) {
    matches_.clear();
    for_each_match(members_[i], [&](PieceId other) { matches_.push_back(other); });
    std::sort(matches_.begin(), matches_.end());
    for (const PieceId other : matches_) {
      if (members_.size() - first >= most) break;
      grouped_[other.value] = round_;
      members_.push_back(other);
    }
  }
}

// The groups of one step of the thesis.
void NaturalMerger::group_matches() {
  first_round_ = ++round_;
  for (const PieceId top : dirty_) pick(top);
  for (const PieceId top : dirty_) collect(top);
}

std::uint32_t NaturalMerger::step() {
  ++step_;
  members_.clear();
  groups_.clear();
  if (base_ == 0) {
    group_matches();
  } else {
    group_capped();
  }
  dirty_.clear();
  // By their first members, whatever was dirty, so that a saved step continues as this one.
  std::ranges::sort(groups_, {}, [&](const Group& g) { return members_[g.first]; });
  for (const Group& g : groups_) make_cell(std::span(members_).subspan(g.first, g.count));
  // Pieces that became part of a cell later in the same step are no longer tops.
  std::erase_if(dirty_, [&](PieceId p) { return !up_[p.value].is_none(); });
  return static_cast<std::uint32_t>(groups_.size());
}

// Processing matches (5.2.2): one new cell.
void NaturalMerger::make_cell(std::span<const PieceId> members) {
  const CellId cell(static_cast<std::uint32_t>(tree_.blocks_.size()));
  const PieceId piece = tree_.piece(cell);
  for (std::uint32_t i = 0; i < members.size(); ++i) {
    tree_.parents_[members[i].value] = cell;
    tree_.child_indices_[members[i].value] = i;
  }
  tree_.parents_.emplace_back();
  tree_.child_indices_.push_back(0);
  first_edge_.push_back(kEnd);
  best_.push_back(kUnreached);
  kept_.push_back(kEnd);
  kept_for_.emplace_back();
  grouped_.push_back(0);
  dirty_at_.push_back(0);
  is_closed_.push_back(0);
  up_.emplace_back();
  up_offset_.push_back(0);

  sort_edges(cell, members);
  const auto rests = find_rests(cell, members);
  const NaturalTree::Block block = put_block(members, rests);
  tree_.blocks_.push_back(block);
  hand_over(cell, rests);
  for (std::uint32_t i = 0; i < members.size(); ++i) {
    up_[members[i].value] = piece;
    up_offset_[members[i].value] = tree_.children_[block.first + i].offset;
  }
  mark_dirty(piece);
  top_count_ -= static_cast<std::uint32_t>(members.size()) - 1;
}

// Edges between members become records; the others leave the cell.
void NaturalMerger::sort_edges(CellId cell, std::span<const PieceId> members) {
  records_.clear();
  outside_.clear();
  for (std::uint32_t i = 0; i < members.size(); ++i) {
    for_each_edge(members[i], [&](std::uint32_t e, int side) {
      const Edge& edge = edges_[e];
      const PieceId other = edge.ends[1 - side];
      if (tree_.parents_[other.value] != cell) {
        outside_.push_back({e, side});
      } else if (edge.first_arc[side] != kEnd) {
        records_.push_back(
            {i, tree_.child_indices_[other.value], edge.distances[side], edge.first_arc[side]});
      }
    });
  }
  std::sort(records_.begin(), records_.end(), [](const Record& a, const Record& b) {
    return std::tie(a.from, a.to) < std::tie(b.from, b.to);
  });
}

// The distance from each member to the rest, where the cell may be entered by it.
std::span<const Distances> NaturalMerger::find_rests(CellId cell,
                                                     std::span<const PieceId> members) {
  is_entered_.clear();
  for (const PieceId member : members) {
    is_entered_.push_back(is_closed_[member.value]);
    is_closed_[tree_.piece(cell).value] |= is_closed_[member.value];
  }
  for (const Outside& out : outside_) {
    is_entered_[tree_.child_indices_[edges_[out.edge].ends[out.side].value]] = 1;
  }
  offsets_.assign(members.size() + 1, 0);
  child_arcs_.clear();
  for (const Record& record : records_) {
    ++offsets_[record.from + 1];
    child_arcs_.push_back({record.to, record.distances});
  }
  for (std::size_t i = 0; i < members.size(); ++i) offsets_[i + 1] += offsets_[i];
  return finder_.find({offsets_, child_arcs_, is_entered_}, tree_.rule_);
}

// The members' edges to the outside become the cell's, one for each neighbour. A connection into
// the cell costs the rest as well; the cheapest connection counts.
void NaturalMerger::hand_over(CellId cell, std::span<const Distances> rests) {
  const PieceId piece = tree_.piece(cell);
  for (const Outside& out : outside_) {
    Edge& edge = edges_[out.edge];
    const PieceId member = edge.ends[out.side];
    const PieceId other = edge.ends[1 - out.side];
    Distances& inward = edge.distances[1 - out.side];
    if (inward.is_known()) inward = inward + rests[tree_.child_indices_[member.value]];
    edge.ends[out.side] = piece;
    if (kept_for_[other.value] == piece) {
      Edge& kept = edges_[kept_[other.value]];
      join(kept, kept.ends[0] == piece ? 0 : 1, edge, out.side);
    } else {
      kept_for_[other.value] = piece;
      kept_[other.value] = out.edge;
      hang(out.edge, out.side);
      mark_dirty(other);
    }
  }
  for_each_edge(piece, [&](std::uint32_t e, int) { edges_[e].key = key_of(edges_[e]); });
}

// `edge` becomes part of `kept`; both lead from the new cell to the same top.
void NaturalMerger::join(Edge& kept, int kept_side, Edge& edge, int side) {
  for (const int back : {0, 1}) {
    const int to = kept_side ^ back;
    const int from = side ^ back;
    kept.distances[to] = std::min(kept.distances[to], edge.distances[from]);
    if (edge.first_arc[from] == kEnd) continue;
    if (kept.first_arc[to] == kEnd) {
      kept.first_arc[to] = edge.first_arc[from];
    } else {
      next_arc_[kept.last_arc[to]] = edge.first_arc[from];
    }
    kept.last_arc[to] = edge.last_arc[from];
  }
  edge.is_dead = true;
}

Merged merge(const NaturalGround& ground, NaturalTree tree, const MergeOptions& options) {
  MergeReport report;
  NaturalMerger merger(ground, std::move(tree), options);
  const double first = merger.top_count();
  while (options.steps == 0 || report.steps < options.steps) {
    thalweg::report(options.progress, "merging", 1 - merger.top_count() / first);
    const std::uint32_t made = merger.step();
    if (made == 0) {
      report.is_done = true;
      break;
    }
    ++report.steps;
    report.cells += made;
  }
  return {merger.take(), report};
}

}  // namespace thalweg
