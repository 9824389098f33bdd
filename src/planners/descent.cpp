#include "thalweg/planners/descent.hpp"

#include <algorithm>

#include "thalweg/heuristics/heuristic.hpp"
#include "thalweg/planners/ends.hpp"

namespace thalweg {

struct Descent::View {
  const NaturalTree& tree;
  std::span<const NaturalTree::Child> children;
  const Occupancy* occupancy;
  double crowd_weight;

  std::uint32_t node_count() const { return static_cast<std::uint32_t>(children.size()); }
  void prefetch(NodeId node) const {
    __builtin_prefetch(tree.neighbours(children[node.value]).data());
  }
  template <class Visit>
  void for_each_arc(NodeId node, const Visit& visit) const {
    const NaturalTree::Child& child = children[node.value];
    std::uint32_t record = child.first_neighbour;
    for (const NaturalTree::Neighbour& neighbour : tree.neighbours(child)) {
      visit(ArcId(record++), NodeId(neighbour.place), cost_of(neighbour));
    }
  }
  Distance cost_of(const NaturalTree::Neighbour& neighbour) const {
    const Distance cost = neighbour.distances.weighted;
    if (occupancy == nullptr) return cost;
    const PieceId piece = children[neighbour.place].piece;
    const double density = static_cast<double>(occupancy->count(piece)) / tree.size(piece);
    return cost + rounded_down(crowd_weight * density * static_cast<double>(cost));
  }
};

// The straight way from a child's box to the nearest goal.
struct Descent::Estimate {
  static constexpr bool kKeepsSettled = true;

  const Span& span;
  std::span<const NaturalTree::Child> children;
  std::span<const Box3> goals;
  double scale;  // quanta per metre

  Distance operator()(NodeId node) const {
    const Box3 here = NaturalTree::extent(children[node.value]);
    double least = kNoLimit;
    for (const Box3& goal : goals) least = std::min(least, span.between(here, goal));
    return rounded_down(scale * least);
  }
};

struct Descent::ExitWatch {
  const Descent& descent;
  const Step& step;
  std::span<const NaturalTree::Child> children;
  NodeId last;  // none: the search is to go on

  bool on_settle(NodeId node, Distance) {
    if (step.record == kNoRecord) return true;
    if (!descent.has_exit(step, step.offset + children[node.value].offset, size_of(node))) {
      return true;
    }
    last = node;
    return false;
  }
  void on_improve(NodeId, Distance) {}
  // Children lie one after another: the next one tells how large this one is.
  std::uint32_t size_of(NodeId node) const {
    const std::uint32_t i = node.value;
    if (i + 1 < children.size()) return children[i + 1].offset - children[i].offset;
    return descent.tree_.size(children[i].piece);
  }
};

Descent::Estimate Descent::estimate() const {
  return {span_, view().children, goal_boxes_, options_.weight * metric_.least_per_metre()};
}

void Descent::Chains::follow(PieceId piece) {
  std::erase_if(list, [&](const Chain& chain) { return pool[chain.at] != piece; });
  for (Chain& chain : list) ++chain.at;
}

// Adds the chain of `node`, from just below the piece `below` down; none: from its top.
void Descent::climb(Chains& chains, NodeId node, PieceId below, Distance cost) const {
  const std::size_t first = chains.pool.size();
  chains.list.push_back({static_cast<std::uint32_t>(first), cost});
  for (PieceId at = tree_.piece(node); at != below;) {
    chains.pool.push_back(at);
    const CellId above = tree_.parent(at);
    at = above.is_none() ? PieceId() : tree_.piece(above);
  }
  std::reverse(chains.pool.begin() + static_cast<std::ptrdiff_t>(first), chains.pool.end());
}

void Descent::begin(std::span<const Seed> sources, std::span<const Seed> goals) {
  route_.nodes.clear();
  route_.arcs.clear();
  ahead_.clear();
  entries_.clear();
  targets_.clear();
  stats_ = {};
  expansions_ = 0;
  is_expanding_ = false;
  goal_boxes_.clear();
  for (const Seed& seed : goals) goal_boxes_.push_back(span_.extent(seed.node));
  for (const Seed& seed : sources) climb(entries_, seed.node, PieceId(), seed.cost);
  for (const Seed& seed : goals) climb(targets_, seed.node, PieceId(), seed.cost);

  // Down from the tops as long as all ends share a piece.
  PieceId common;
  for (bool is_node = false; !is_node;) {
    const PieceId next = entries_.pool[entries_.list.front().at];
    const auto holds_all = [&](const Chains& chains) {
      return std::ranges::all_of(chains.list,
                                 [&](const Chain& chain) { return chains.pool[chain.at] == next; });
    };
    if (!holds_all(entries_) || !holds_all(targets_)) break;
    common = next;
    is_node = tree_.is_node(next);
    entries_.follow(next);
    targets_.follow(next);
  }
  ahead_.push_back({common});
  if (!common.is_none()) crawl();
}

std::span<const NaturalTree::Joint> Descent::joints_at(const Step& step, std::uint32_t offset,
                                                       std::uint32_t size) const {
  const auto all = tree_.joints(tree_.neighbour(step.record));
  const auto first = std::ranges::lower_bound(all, offset, {}, &NaturalTree::Joint::offset);
  auto last = first;
  while (last != all.end() && last->offset - offset < size) ++last;
  return {first, last};
}

// True where a joint of the step leaves from `size` nodes at `offset`.
bool Descent::has_exit(const Step& step, std::uint32_t offset, std::uint32_t size) const {
  const auto all = tree_.joints(tree_.neighbour(step.record));
  if (all.front().offset >= offset + size || all.back().offset < offset) return false;
  const auto first = std::ranges::lower_bound(all, offset, {}, &NaturalTree::Joint::offset);
  return first->offset - offset < size;
}

Descent::View Descent::view() const {
  const PieceId piece = ahead_.back().piece;
  return {tree_, tree_.children(piece.is_none() ? CellId() : tree_.cell(piece)), options_.occupancy,
          options_.crowd_weight};
}

void Descent::start_expansion() {
  const auto places = [&](const Chains& chains, std::vector<Seed>& seeds) {
    seeds.clear();
    for (const Chain& chain : chains.list) {
      seeds.push_back({NodeId(tree_.place(chains.pool[chain.at])), chain.cost});
    }
  };
  places(entries_, sources_);
  goals_.clear();
  if (ahead_.size() == 1) places(targets_, goals_);
  sort_seeds(goals_);
  ++expansions_;
  is_expanding_ = true;
  start_search(view(), estimate(), {.sources = sources_, .goals = goals_}, scratch_);
}

SearchEnd Descent::expand(const Slice& slice, std::uint64_t node_budget) {
  if (ahead_.empty()) return SearchEnd::found;
  if (stats_.expanded >= node_budget) return SearchEnd::over_budget;
  if (!is_expanding_) start_expansion();
  const View children = view();
  ExitWatch watch{*this, ahead_.back(), children.children, {}};
  const SearchTask task{sources_, goals_, node_budget - stats_.expanded};
  const SearchEnd end = continue_search(children, estimate(), task, scratch_, slice, watch);
  if (end == SearchEnd::paused || end == SearchEnd::over_budget) return end;
  stats_ += scratch_.stats;
  is_expanding_ = false;
  if (end == SearchEnd::exhausted) return end;
  end_expansion(end == SearchEnd::stopped ? watch.last
                                          : scratch_.bank[NodeId(children.node_count())].parent);
  return ahead_.empty() ? SearchEnd::found : SearchEnd::paused;
}

SearchEnd Descent::reveal(std::size_t from, std::size_t count) {
  while (!is_done() && route_.nodes.size() <= from + count) {
    const SearchEnd end = expand(Slice{});
    if (end == SearchEnd::exhausted) return end;
  }
  return is_done() ? SearchEnd::found : SearchEnd::paused;
}

// Puts the way through the children in the place of their cell.
void Descent::end_expansion(NodeId last) {
  const auto children = view().children;
  const Step whole = ahead_.back();
  const bool was_last_step = ahead_.size() == 1;
  ahead_.pop_back();
  ahead_.push_back(
      {children[last.value].piece, whole.record, whole.offset + children[last.value].offset});
  if (was_last_step) targets_.follow(ahead_.back().piece);
  for (NodeId at = last; !scratch_.bank[at].parent.is_none();) {
    const SearchNode known = scratch_.bank[at];
    ahead_.push_back({children[known.parent.value].piece, known.arc.value, 0});
    at = known.parent;
  }
  entries_.follow(ahead_.back().piece);
  crawl();
}

// Nodes at the head of the path are known; the last of them says where the next cell is entered.
void Descent::crawl() {
  while (!ahead_.empty() && tree_.is_node(ahead_.back().piece)) {
    const Step step = ahead_.back();
    ahead_.pop_back();
    append(NodeId(step.piece.value));
    if (ahead_.empty()) return;
    const PieceId next = ahead_.back().piece;
    if (!tree_.is_node(next)) enter(step, next);
  }
}

// Aims anew: the joints from a node to the next step, walked up to it.
void Descent::enter(const Step& from, PieceId next) {
  entries_.clear();
  for (const NaturalTree::Joint& joint : joints_at(from, from.offset, 1)) {
    climb(entries_, graph_.target(joint.arc), next, metric_.cost(joint.arc));
  }
}

void Descent::append(NodeId node) {
  if (!route_.nodes.empty()) {
    ArcId best;
    for (const ArcId arc : graph_.arcs(route_.nodes.back())) {
      if (graph_.target(arc) != node) continue;
      if (best.is_none() || metric_.cost(arc) < metric_.cost(best)) best = arc;
    }
    route_.arcs.push_back(best);
  }
  route_.nodes.push_back(node);
}

std::vector<PieceId> Descent::ahead() const {
  std::vector<PieceId> pieces;
  for (auto step = ahead_.rbegin(); step != ahead_.rend(); ++step) pieces.push_back(step->piece);
  return pieces;
}

SearchStats Descent::stats() const {
  SearchStats sum = stats_;
  if (is_expanding_) sum += scratch_.stats;
  return sum;
}

std::size_t Descent::scratch_bytes() const {
  return scratch_.bytes() + ahead_.capacity() * sizeof(Step) +
         (entries_.pool.capacity() + targets_.pool.capacity()) * sizeof(PieceId);
}

}  // namespace thalweg
