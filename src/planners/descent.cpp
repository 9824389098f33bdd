// A stack of steps, the first on top. Each expansion is a search among the children of one cell,
// which ends at the first child with a joint to the next step.
#include "thalweg/planners/descent.hpp"

#include <algorithm>

#include "thalweg/heuristics/heuristic.hpp"

namespace thalweg {

struct Descent::View {
  using Node = ChildId;
  using Arc = RecordId;

  const NaturalTree& tree;
  std::span<const NaturalTree::Child> children;
  const Occupancy* occupancy;
  double crowd_weight;

  std::uint32_t node_count() const { return static_cast<std::uint32_t>(children.size()); }
  void prefetch(ChildId child) const {
    __builtin_prefetch(tree.neighbours(children[child.value]).data());
  }
  template <class Visit>
  void for_each_arc(ChildId from, const Visit& visit) const {
    const NaturalTree::Child& child = children[from.value];
    std::uint32_t record = child.first_neighbour;
    for (const NaturalTree::Neighbour& neighbour : tree.neighbours(child)) {
      visit(RecordId(record++), ChildId(neighbour.child_index), cost_of(neighbour));
    }
  }
  Distance cost_of(const NaturalTree::Neighbour& neighbour) const {
    const Distance cost = neighbour.distances.weighted;
    if (occupancy == nullptr) return cost;
    const PieceId piece = children[neighbour.child_index].piece;
    const double density = static_cast<double>(occupancy->count(piece)) / tree.size(piece);
    return cost + rounded_down(crowd_weight * density * static_cast<double>(cost));
  }
};

// The straight line from a child's box to the nearest goal.
struct Descent::Estimate {
  const MetricBound& span;
  std::span<const NaturalTree::Child> children;
  std::span<const Box3> goals;
  double scale;  // quanta per metre

  bool keeps_settled() const { return true; }
  Distance operator()(ChildId child) const {
    const Box3 here = NaturalTree::extent(children[child.value]);
    double least = kNoLimit;
    for (const Box3& goal : goals) least = std::min(least, span.between(here, goal));
    return rounded_down(scale * least);
  }
};

struct Descent::ExitWatch {
  Descent& descent;
  Step step;
  std::span<const NaturalTree::Child> children;

  bool on_settle(ChildId child, Distance) {
    if (step.record.is_none()) return true;
    if (!descent.has_exit(step, step.offset + children[child.value].offset, size_of(child))) {
      return true;
    }
    descent.exit_ = child;
    return false;
  }
  void on_improve(ChildId, Distance) {}
  // Children lie one after another: the next one tells how large this one is.
  std::uint32_t size_of(ChildId child) const {
    const std::uint32_t i = child.value;
    if (i + 1 < children.size()) return children[i + 1].offset - children[i].offset;
    return descent.tree_.size(children[i].piece);
  }
};

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
  route_.clear();
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
  const auto all = tree_.joints(tree_.neighbour(step.record.value));
  const auto first = std::ranges::lower_bound(all, offset, {}, &NaturalTree::Joint::offset);
  auto last = first;
  while (last != all.end() && last->offset - offset < size) ++last;
  return {first, last};
}

// True where a joint of the step leaves from `size` nodes at `offset`.
bool Descent::has_exit(const Step& step, std::uint32_t offset, std::uint32_t size) const {
  const auto all = tree_.joints(tree_.neighbour(step.record.value));
  if (all.front().offset >= offset + size || all.back().offset < offset) return false;
  const auto first = std::ranges::lower_bound(all, offset, {}, &NaturalTree::Joint::offset);
  return first->offset - offset < size;
}

// Of the cell that is expanded.
std::span<const NaturalTree::Child> Descent::children() const {
  const PieceId piece = ahead_.back().piece;
  return tree_.children(piece.is_none() ? CellId() : tree_.cell(piece));
}

void Descent::start_expansion() {
  const auto seeds_of = [&](const Chains& chains, std::vector<SeedOf<ChildId>> seeds) {
    seeds.clear();
    for (const Chain& chain : chains.list) {
      seeds.push_back({ChildId(tree_.child_index(chains.pool[chain.at])), chain.cost});
    }
    return seeds;
  };
  sources_ = seeds_of(entries_, std::move(sources_));
  goals_.clear();
  if (ahead_.size() == 1) goals_ = seeds_of(targets_, std::move(goals_));
  sort_seeds(goals_);
  ++expansions_;
  is_expanding_ = true;
  exit_ = {};
  const View view{tree_, children(), options_.occupancy, options_.crowd_weight};
  const Estimate estimate{span_, view.children, goal_boxes_,
                          options_.weight * metric_.least_per_metre()};
  running_.hold(BestFirst(view, estimate, {.sources = sources_, .goals = goals_}, scratch_,
                          ExitWatch{*this, ahead_.back(), view.children}));
}

SearchEnd Descent::expand(Budget& budget) {
  if (ahead_.empty()) return SearchEnd::found;
  if (budget.nodes_left() == 0) return SearchEnd::over_budget;
  if (!is_expanding_) start_expansion();
  const SearchEnd end = running_.advance(budget);
  if (end == SearchEnd::paused || end == SearchEnd::over_budget) return end;
  stats_ += scratch_.stats;
  is_expanding_ = false;
  if (end == SearchEnd::exhausted) return end;
  const ChildId last(static_cast<std::uint32_t>(children().size()));
  end_expansion(end == SearchEnd::stopped ? exit_ : scratch_.bank[last].parent);
  return ahead_.empty() ? SearchEnd::found : SearchEnd::paused;
}

SearchEnd Descent::advance(Budget& budget) {
  SearchEnd end = SearchEnd::paused;
  do {
    end = expand(budget);
  } while (end == SearchEnd::paused && !budget.is_slice_spent());
  return end;
}

SearchEnd Descent::reveal(std::size_t from, std::size_t count) {
  Budget budget;
  while (!is_done() && route_.nodes.size() <= from + count) {
    if (expand(budget) == SearchEnd::exhausted) return SearchEnd::exhausted;
  }
  return is_done() ? SearchEnd::found : SearchEnd::paused;
}

// Replaces a cell by the route through its children.
void Descent::end_expansion(ChildId last) {
  const auto parts = children();
  const Step whole = ahead_.back();
  const bool was_last_step = ahead_.size() == 1;
  ahead_.pop_back();
  ahead_.push_back(
      {parts[last.value].piece, whole.record, whole.offset + parts[last.value].offset});
  if (was_last_step) targets_.follow(ahead_.back().piece);
  for (ChildId at = last; !scratch_.bank[at].parent.is_none();) {
    const auto known = scratch_.bank[at];
    ahead_.push_back({parts[known.parent.value].piece, known.arc, 0});
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

// Sets the next entries: the joints from a node to the next step.
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
