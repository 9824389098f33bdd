#include "thalweg/planners/abstract_search.hpp"

#include <algorithm>

#include "thalweg/planners/ends.hpp"

namespace thalweg {
AbstractSearch::AbstractSearch(const Ground& ground, const Hierarchy& hierarchy,
                               const Options& options)
    : ground_(ground),
      graph_(ground_.graph()),
      metric_(ground_.metric()),
      hierarchy_(hierarchy),
      options_(options),
      marks_(hierarchy.partition().cell_count(), 0) {
  start_joint_.marks.resize(marks_.size(), 0);
  goal_joint_.marks.resize(marks_.size(), 0);
  if (!hierarchy.is_symmetric()) rows_ = reverse_rows(graph_);
  if (options.is_bidirectional) back_steps_ = back_steps(hierarchy);
  const Level top = hierarchy.partition().top_level();
  if (options_.level == 0 || options_.level > top) options_.level = top;
}

void AbstractSearch::begin(const SearchTask& task, const Estimator& estimator,
                           SearchScratch& scratch) {
  task_ = task;
  estimator_ = &estimator;
  near_ = &scratch;
  done_ = {};
  local_ = kUnreached;
  local_goal_ = {};
  is_direct_ = false;
  is_in_leg_ = false;
  legs_.clear();
  route_.nodes.clear();
  route_.arcs.clear();
  tail_.clear();
  if (++stamp_ == 0) {
    for (auto* marks : {&marks_, &start_joint_.marks, &goal_joint_.marks}) {
      std::ranges::fill(*marks, 0u);
    }
    stamp_ = 1;
  }
  gather(task.sources, start_joint_);
  gather(task.goals, goal_joint_);
  std::vector<NodeId>& wanted = start_joint_.wanted;
  for (const Seed& goal : task.goals) {
    if (is_inside(goal.node, start_joint_)) wanted.push_back(goal.node);
  }
  std::ranges::sort(wanted);
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  stage_ = Stage::start;
  start_joint(start_joint_);
}

// The cells of an end and their gates; marks all cells that hold it.
void AbstractSearch::gather(std::span<const Seed> seeds, Joint& joint) {
  const Partition& partition = hierarchy_.partition();
  joint.cells.clear();
  joint.wanted.clear();
  for (const Seed& seed : seeds) {
    const CellId home = partition.home(seed.node);
    if (home.is_none() || joint.marks[home.value] == stamp_) continue;
    joint.marks[home.value] = stamp_;
    joint.cells.push_back(home);
    for (const GateId gate : hierarchy_.gates(home)) joint.wanted.push_back(hierarchy_.node(gate));
    for (CellId cell = home; !cell.is_none(); cell = partition.parent(cell)) {
      marks_[cell.value] = stamp_;
    }
  }
  std::ranges::sort(joint.wanted);
  joint.wanted.erase(std::unique(joint.wanted.begin(), joint.wanted.end()), joint.wanted.end());
}

// True when the node takes part in one of an end's cells.
bool AbstractSearch::is_inside(NodeId node, const Joint& joint) const {
  const Cells& cells = hierarchy_.cells();
  const auto is_one = [&](CellId cell) { return joint.marks[cell.value] == stamp_; };
  if (cells.extents.row_count() > 0) return std::ranges::any_of(cells.extents[node], is_one);
  const CellId home = cells.partition.home(node);
  return !home.is_none() && is_one(home);
}

// Calls use(view, seeds, scratch) for the search inside the cells of the end at hand.
template <class Use>
SearchEnd AbstractSearch::with_joint(const Use& use) {
  const bool is_start = stage_ == Stage::start;
  const Joint& joint = is_start ? start_joint_ : goal_joint_;
  const auto inside = [&](NodeId node) { return is_inside(node, joint); };
  const PlainCosts costs(metric_);
  if (is_start) {
    return use(ConfinedView(ForwardView(graph_, costs), inside), task_.sources, *near_);
  }
  if (hierarchy_.is_symmetric()) {
    return use(ConfinedView(ForwardView(graph_, costs), inside), task_.goals, goal_);
  }
  return use(ConfinedView(BackwardView(rows_, costs), inside), task_.goals, goal_);
}

void AbstractSearch::start_joint(Joint& joint) {
  joint.left.emplace(joint.wanted);
  with_joint([&](const auto& view, std::span<const Seed> seeds, SearchScratch& scratch) {
    start_search(view, NoHeuristic{}, {.sources = seeds, .goals = {}}, scratch);
    return SearchEnd::paused;
  });
}

SearchEnd AbstractSearch::continue_joint(const Slice& slice, std::uint64_t budget) {
  Joint& joint = stage_ == Stage::start ? start_joint_ : goal_joint_;
  return with_joint([&](const auto& view, std::span<const Seed> seeds, SearchScratch& scratch) {
    return continue_search(view, NoHeuristic{},
                           {.sources = seeds, .goals = {}, .node_budget = budget}, scratch, slice,
                           *joint.left);
  });
}

void AbstractSearch::take_gates(Joint& joint, const SearchScratch& scratch) {
  joint.gates.clear();
  for (const CellId cell : joint.cells) {
    for (const GateId gate : hierarchy_.gates(cell)) {
      const NodeId node = hierarchy_.node(gate);
      if (!scratch.bank.is_reached(node)) continue;
      joint.gates.push_back({NodeId(gate.value), scratch.bank[node].g});
    }
  }
  sort_seeds(joint.gates);
}

void AbstractSearch::end_start() {
  take_gates(start_joint_, *near_);
  for (const Seed& goal : task_.goals) {
    if (!near_->bank.is_reached(goal.node)) continue;
    const Distance cost = near_->bank[goal.node].g + goal.cost;
    if (cost >= local_) continue;
    local_ = cost;
    local_goal_ = goal.node;
  }
  done_ += near_->stats;
  stage_ = Stage::goal;
  start_joint(goal_joint_);
}

void AbstractSearch::end_goal() {
  take_gates(goal_joint_, goal_);
  done_ += goal_.stats;
  connected_ = done_.expanded;
  stage_ = Stage::gates;
  start_gates();
}

AbstractSearch::UsesFar AbstractSearch::uses() const {
  return {hierarchy_.partition(), marks_.data(), stamp_, options_.level};
}

// Calls use(view, heuristic) for the search from gate to gate.
template <class Use>
auto AbstractSearch::with_gates(const Use& use) {
  return estimator_->visit([&](const auto& heuristic) {
    return use(GateView(hierarchy_, uses()), AtGates<std::remove_cvref_t<decltype(heuristic)>>{
                                                 heuristic, hierarchy_.arrays().nodes.span()});
  });
}

void AbstractSearch::start_gates() {
  gate_task_ = {.sources = start_joint_.gates,
                .goals = goal_joint_.gates,
                .direct = std::min(task_.direct, local_)};
  if (options_.is_bidirectional) {
    return start_bidirectional(GateView(hierarchy_, uses()),
                               BackGateView(hierarchy_, back_steps_, uses()), gate_task_, both_);
  }
  with_gates([&](const auto& view, const auto& heuristic) {
    start_search(view, heuristic, gate_task_, gates_);
    return SearchEnd::paused;
  });
}

SearchEnd AbstractSearch::continue_gates(const Slice& slice, std::uint64_t budget) {
  SearchTask task = gate_task_;
  task.node_budget = budget;
  if (options_.is_bidirectional) {
    return continue_bidirectional(GateView(hierarchy_, uses()),
                                  BackGateView(hierarchy_, back_steps_, uses()), task, both_,
                                  slice);
  }
  return with_gates([&](const auto& view, const auto& heuristic) {
    return continue_search(view, heuristic, task, gates_, slice);
  });
}

SearchEnd AbstractSearch::advance(const Slice& slice, std::uint64_t node_budget) {
  const std::uint64_t before = stats().expanded;
  while (stage_ != Stage::done) {
    Slice rest = slice;
    if (rest.nodes != kNoBudget) rest.nodes -= std::min(rest.nodes, stats().expanded - before);
    const std::uint64_t budget = node_budget - std::min(node_budget, done_.expanded);
    const bool is_joining = stage_ != Stage::gates;
    const SearchEnd end = is_joining ? continue_joint(rest, budget) : continue_gates(rest, budget);
    if (end == SearchEnd::paused || end == SearchEnd::over_budget) return end;
    if (stage_ == Stage::start) {
      end_start();
    } else if (stage_ == Stage::goal) {
      end_goal();
    } else {
      done_ += options_.is_bidirectional ? both_.stats() : gates_.stats;
      searched_ = done_.expanded;
      stage_ = Stage::done;
      if (end != SearchEnd::found) return end;
      end_gates();
    }
  }
  return SearchEnd::found;
}

// What the search over the gates came to.
void AbstractSearch::end_gates() {
  const NodeId last(hierarchy_.gate_count());
  const NodeId end = options_.is_bidirectional ? both_.meeting : gates_.bank[last].parent;
  if (end.is_none()) {
    if (local_ < task_.direct) return take_local();
    is_direct_ = true;
    return;
  }
  over_ = options_.is_bidirectional ? route_through(both_, std::move(over_))
                                    : route_to(gates_.bank, end, std::move(over_));
  lay_legs(over_);
}

// The way inside the start's cell.
void AbstractSearch::take_local() {
  route_ = route_to(near_->bank, local_goal_, std::move(route_));
}

void AbstractSearch::lay_legs(const Route& over) {
  const auto node_of = [&](NodeId gate) { return hierarchy_.node(GateId(gate.value)); };
  route_ = route_to(near_->bank, node_of(over.nodes.front()), std::move(route_));
  for (NodeId at = goal_.bank[node_of(over.nodes.back())].parent; !at.is_none();
       at = goal_.bank[at].parent) {
    tail_.push_back(at);
  }
  push_legs(over);
}

SearchStats AbstractSearch::stats() const {
  SearchStats sum = done_;
  switch (stage_) {
    case Stage::start: return sum += near_->stats;
    case Stage::goal: return sum += goal_.stats;
    case Stage::gates: return sum += options_.is_bidirectional ? both_.stats() : gates_.stats;
    case Stage::done: break;
  }
  return is_in_leg_ ? sum += leg_scratch().stats : sum;
}

AbstractSearch::Work AbstractSearch::work() const {
  const std::uint64_t settled = stats().expanded;
  Work work;
  work.connecting = stage_ < Stage::gates ? settled : connected_;
  if (stage_ == Stage::start) return work;
  work.start_gates = start_joint_.gates.size();
  if (stage_ == Stage::goal) return work;
  work.goal_gates = goal_joint_.gates.size();
  work.searching = (stage_ == Stage::gates ? settled : searched_) - connected_;
  if (stage_ == Stage::done) work.refining = settled - searched_;
  return work;
}

std::size_t AbstractSearch::scratch_bytes() const {
  return goal_.bytes() + gates_.bytes() + both_.bytes() + 3 * marks_.size() * sizeof(std::uint32_t);
}

}  // namespace thalweg
