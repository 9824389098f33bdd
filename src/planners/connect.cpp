// Four methods behind one interface: Dijkstra inside the cells of both ends, one after the other or
// in parallel; A* to each gate; or a row of stored costs.
#include "thalweg/planners/connect.hpp"

#include <array>

#include "thalweg/core/parallel.hpp"
#include "thalweg/search/costs.hpp"

namespace thalweg {
namespace {

constexpr std::array<std::string_view, 4> kConnects = {"dijkstra", "a_star", "parallel", "stored"};

std::vector<NodeId> sorted_once(std::vector<NodeId> nodes) {
  std::ranges::sort(nodes);
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

}  // namespace

std::string_view to_string(ConnectBy connect) {
  return kConnects[static_cast<std::size_t>(connect)];
}

Connect::Connect(const Ground& ground, const Hierarchy& hierarchy, ConnectBy connect)
    : ground_(ground),
      hierarchy_(hierarchy),
      connect_(connect),
      start_(hierarchy.partition().cell_count()),
      goal_(hierarchy.partition().cell_count()),
      holding_(hierarchy.partition().cell_count()) {
  if (!hierarchy.is_symmetric()) rows_ = reverse_rows(ground.graph());
  for (Level level = 1; level <= hierarchy.partition().top_level(); ++level) {
    levels_.emplace_back(hierarchy.partition(), level);
  }
  if (connect == ConnectBy::a_star) estimator_.emplace(ground, HeuristicKind::fitting);
  if (connect == ConnectBy::stored && !hierarchy.has_end_costs()) connect_ = ConnectBy::dijkstra;
}

void Connect::begin(const SearchTask& task, Level level, SearchScratch& scratch,
                    const Estimator& to_goals) {
  task_ = task;
  level_ = level;
  near_ = &scratch;
  to_goals_ = &to_goals;
  local_cost_ = kUnreached;
  local_goal_ = {};
  start_stats_ = {};
  stats_ = {};
  holding_.clear();
  gather(task.sources, start_);
  gather(task.goals, goal_);
  const bool is_local =
      std::ranges::any_of(goal_.list, [&](CellId cell) { return start_.set.has(cell); });
  by_ = is_local ? ConnectBy::dijkstra : connect_;  // others do not find routes inside a cell
  stage_ = Stage::start;
  next_ = 0;
  is_at_gate_ = false;
  if (by_ == ConnectBy::dijkstra) start_start();
}

void Connect::start_start() {
  for (const Seed& goal : task_.goals) {
    if (is_inside(goal.node, start_)) start_.wanted.push_back(goal.node);
  }
  start_.wanted = sorted_once(std::move(start_.wanted));
  start_inside(ForwardView(ground_.graph(), PlainCosts(ground_.metric())), task_.sources, start_,
               *near_);
}

// The cells of an end and their gates; notes all cells that hold it.
void Connect::gather(std::span<const Seed> seeds, EndCells& end) {
  const Partition& partition = hierarchy_.partition();
  end.set.clear();
  end.list.clear();
  end.wanted.clear();
  end.gates.clear();
  end.nodes.clear();
  end.ends.clear();
  for (const Seed& seed : seeds) {
    const CellId home = partition.home(seed.node);
    if (home.is_none()) continue;
    for (CellId cell = home; !cell.is_none(); cell = partition.parent(cell)) holding_.add(cell);
    const CellId held = levels_[level_ - 1].of(home);
    if (end.set.has(held)) continue;
    end.set.add(held);
    end.list.push_back(held);
    for (const GateId gate : hierarchy_.gates(held)) end.wanted.push_back(hierarchy_.node(gate));
  }
  end.wanted = sorted_once(std::move(end.wanted));
}

// True when the node takes part in one of an end's cells.
bool Connect::is_inside(NodeId node, const EndCells& end) const {
  return levels_[level_ - 1].any_at(hierarchy_.cells(), node,
                                    [&](CellId cell) { return end.set.has(cell); });
}

// Starts a search inside an end's cells that stops when all its gates are settled.
template <class View>
void Connect::start_inside(const View& view, std::span<const Seed> seeds, const EndCells& end,
                           SearchScratch& scratch) {
  const auto inside = [this, &end](NodeId node) { return is_inside(node, end); };
  running_.hold(BestFirst(ConfinedView(view, inside), NoHeuristic{},
                          {.sources = seeds, .goals = {}}, scratch, CountDown<NodeId>(end.wanted)));
}

void Connect::start_goal() {
  stage_ = Stage::goal;
  const PlainCosts costs(ground_.metric());
  if (hierarchy_.is_symmetric()) {
    return start_inside(ForwardView(ground_.graph(), costs), task_.goals, goal_, far_);
  }
  start_inside(BackwardView(rows_, costs), task_.goals, goal_, far_);
}

// Both ends at the same time.
void Connect::connect_both() {
  const PlainCosts costs(ground_.metric());
  const auto search = [&](const auto& view, std::span<const Seed> seeds, const EndCells& end,
                          SearchScratch& scratch) {
    const auto inside = [this, &end](NodeId node) { return is_inside(node, end); };
    best_first(ConfinedView(view, inside), NoHeuristic{}, {.sources = seeds, .goals = {}}, scratch,
               CountDown<NodeId>(end.wanted));
  };
  const ForwardView forward(ground_.graph(), costs);
  parallel_for(2, 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      if (i == 0) {
        search(forward, task_.sources, start_, *near_);
      } else if (hierarchy_.is_symmetric()) {
        search(forward, task_.goals, goal_, far_);
      } else {
        search(BackwardView(rows_, costs), task_.goals, goal_, far_);
      }
    }
  });
  stats_ = near_->stats;
  stats_ += far_.stats;
  take_gates(start_, near_->bank);
  take_gates(goal_, far_.bank);
}

// Starts the search between an end and one of its gates.
void Connect::start_gate(const EndCells& end, bool is_start) {
  const auto inside = [this, &end](NodeId node) { return is_inside(node, end); };
  const ConfinedView view(ForwardView(ground_.graph(), PlainCosts(ground_.metric())), inside);
  const NodeId node = end.wanted[next_];
  gate_seed_ = {node, 0};
  const auto search = [&](const Estimator& estimator, const SearchTask& task) {
    estimator.visit(
        [&](const auto& heuristic) { running_.hold(BestFirst(view, heuristic, task, *near_)); });
  };
  if (!is_start) return search(*to_goals_, {.sources = {&gate_seed_, 1}, .goals = task_.goals});
  target_.assign(1, {node, ground_.graph().position(node)});
  estimator_->aim({.targets = target_, .last_steps = {}});
  search(*estimator_, {.sources = task_.sources, .goals = {&gate_seed_, 1}});
}

// Keeps the route that the search has found.
void Connect::take_gate(EndCells& end) {
  const auto outcome = outcome_of(SearchEnd::found, ground_.graph().node_count(), *near_);
  end.gates.push_back({hierarchy_.gate_at(end.wanted[next_]), outcome.cost});
  const std::size_t first = end.nodes.size();
  for (NodeId at = outcome.goal; !at.is_none(); at = near_->bank[at].parent) {
    end.nodes.push_back(at);
  }
  std::reverse(end.nodes.begin() + static_cast<std::ptrdiff_t>(first), end.nodes.end());
  end.ends.push_back(static_cast<std::uint32_t>(end.nodes.size()));
}

// A search for each gate, in order. `found` when all are over.
SearchEnd Connect::connect_each(EndCells& end, bool is_start, Budget& budget) {
  for (; next_ < end.wanted.size(); ++next_, is_at_gate_ = false) {
    if (!is_at_gate_) start_gate(end, is_start);
    is_at_gate_ = true;
    const SearchEnd ended = running_.advance(budget);
    stats_ = start_stats_;
    stats_ += near_->stats;
    if (ended == SearchEnd::paused || ended == SearchEnd::over_budget) return ended;
    start_stats_ = stats_;
    if (ended == SearchEnd::found) take_gate(end);
  }
  next_ = 0;
  return SearchEnd::found;
}

std::uint32_t Connect::index_of(GateId gate, CellId cell) const {
  const auto gates = hierarchy_.gates(cell);
  return static_cast<std::uint32_t>(std::ranges::lower_bound(gates, gate) - gates.begin());
}

// Between a node and a gate of a cell, by what the hierarchy keeps; kUnreached where the node takes
// no part in the cell.
Distance Connect::kept_cost(NodeId node, CellId cell, std::uint32_t gate, bool is_start) const {
  const CellId home = hierarchy_.partition().home(node);
  if (home.is_none()) return kUnreached;
  if (levels_[level_ - 1].of(home) == cell) {
    return (is_start ? hierarchy_.costs_to_gates(node, cell)
                     : hierarchy_.costs_from_gates(node, cell))[gate];
  }
  const GateId other = hierarchy_.gate_at(node);
  if (other.is_none()) return kUnreached;
  const auto members = hierarchy_.memberships(other);
  const auto member = std::ranges::find(members, cell, &GateMembership::cell);
  if (member == members.end()) return kUnreached;
  return hierarchy_.cost(is_start ? hierarchy_.crossing(cell, member->index, gate)
                                  : hierarchy_.crossing(cell, gate, member->index));
}

// The gates of an end's cells with the least of the kept costs.
void Connect::look_up(std::span<const Seed> seeds, EndCells& end, bool is_start) const {
  const Partition& partition = hierarchy_.partition();
  for (const CellId cell : end.list) {
    const auto gates = hierarchy_.gates(cell);
    const std::size_t first = end.gates.size();
    for (const GateId gate : gates) end.gates.push_back({gate, kUnreached});
    for (const Seed& seed : seeds) {
      const CellId home = partition.home(seed.node);
      if (home.is_none() || levels_[level_ - 1].of(home) != cell) continue;
      const auto row = is_start ? hierarchy_.costs_to_gates(seed.node, cell)
                                : hierarchy_.costs_from_gates(seed.node, cell);
      for (std::size_t g = 0; g < row.size(); ++g) {
        if (row[g] == kUnreached) continue;
        Distance& least = end.gates[first + g].cost;
        least = std::min(least, row[g] + seed.cost);
      }
    }
  }
  std::erase_if(end.gates, [](const GateSeed& gate) { return gate.cost == kUnreached; });
  if (end.list.size() > 1) sort_seeds(end.gates);
}

SearchEnd Connect::advance(Budget& budget) {
  if (by_ == ConnectBy::parallel && stage_ == Stage::start) {
    if (budget.is_unlimited()) {
      connect_both();
      stage_ = Stage::done;
    } else {
      by_ = ConnectBy::dijkstra;  // only one search at a time can be paused
      start_start();
    }
  }
  if (by_ == ConnectBy::stored && stage_ == Stage::start) {
    look_up(task_.sources, start_, true);
    look_up(task_.goals, goal_, false);
    stage_ = Stage::done;
  }
  return by_ == ConnectBy::a_star ? advance_each(budget) : advance_ends(budget);
}

SearchEnd Connect::advance_each(Budget& budget) {
  for (; stage_ != Stage::done; stage_ = stage_ == Stage::start ? Stage::goal : Stage::done) {
    const bool is_start = stage_ == Stage::start;
    const SearchEnd end = connect_each(is_start ? start_ : goal_, is_start, budget);
    if (end != SearchEnd::found) return end;
  }
  return SearchEnd::found;
}

SearchEnd Connect::advance_ends(Budget& budget) {
  if (stage_ == Stage::start) {
    const SearchEnd end = running_.advance(budget);
    stats_ = near_->stats;
    if (end == SearchEnd::paused || end == SearchEnd::over_budget) return end;
    start_stats_ = stats_;
    take_gates(start_, near_->bank);
    find_local();
    start_goal();
  }
  if (stage_ == Stage::goal) {
    const SearchEnd end = running_.advance(budget);
    stats_ = start_stats_;
    stats_ += far_.stats;
    if (end == SearchEnd::paused || end == SearchEnd::over_budget) return end;
    take_gates(goal_, far_.bank);
    stage_ = Stage::done;
  }
  return SearchEnd::found;
}

void Connect::take_gates(EndCells& end, const NodeBank& bank) const {
  for (const CellId cell : end.list) {
    for (const GateId gate : hierarchy_.gates(cell)) {
      const NodeId node = hierarchy_.node(gate);
      if (bank.is_reached(node)) end.gates.push_back({gate, bank[node].g});
    }
  }
  sort_seeds(end.gates);
}

// The cheapest goal that was reached inside the start's cells.
void Connect::find_local() {
  for (const Seed& goal : task_.goals) {
    if (!near_->bank.is_reached(goal.node)) continue;
    const Distance cost = near_->bank[goal.node].g + goal.cost;
    if (cost >= local_cost_) continue;
    local_cost_ = cost;
    local_goal_ = goal.node;
  }
}

std::size_t Connect::scratch_bytes() const {
  std::size_t bytes = far_.bytes() + start_.set.bytes() + goal_.set.bytes() + holding_.bytes();
  for (const LevelCells& level : levels_) bytes += level.bytes();
  return bytes;
}

}  // namespace thalweg
