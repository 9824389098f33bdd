#include "thalweg/planners/connect.hpp"

#include "thalweg/search/costs.hpp"

namespace thalweg {
namespace {

std::vector<NodeId> sorted_once(std::vector<NodeId> nodes) {
  std::ranges::sort(nodes);
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

}  // namespace

Connect::Connect(const Ground& ground, const Hierarchy& hierarchy)
    : ground_(ground),
      hierarchy_(hierarchy),
      start_(hierarchy.partition().cell_count()),
      goal_(hierarchy.partition().cell_count()),
      holding_(hierarchy.partition().cell_count()) {
  if (!hierarchy.is_symmetric()) rows_ = reverse_rows(ground.graph());
}

void Connect::begin(const SearchTask& task, SearchScratch& scratch) {
  task_ = task;
  near_ = &scratch;
  local_cost_ = kUnreached;
  local_goal_ = {};
  start_stats_ = {};
  stats_ = {};
  holding_.clear();
  gather(task.sources, start_);
  gather(task.goals, goal_);
  for (const Seed& goal : task.goals) {
    if (is_inside(goal.node, start_)) start_.wanted.push_back(goal.node);
  }
  start_.wanted = sorted_once(std::move(start_.wanted));
  stage_ = Stage::start;
  start_inside(ForwardView(ground_.graph(), PlainCosts(ground_.metric())), task.sources, start_,
               scratch);
}

// The cells of an end and their gates; notes all cells that hold it.
void Connect::gather(std::span<const Seed> seeds, EndCells& end) {
  const Partition& partition = hierarchy_.partition();
  end.set.clear();
  end.list.clear();
  end.wanted.clear();
  end.gates.clear();
  for (const Seed& seed : seeds) {
    const CellId home = partition.home(seed.node);
    if (home.is_none() || end.set.has(home)) continue;
    end.set.add(home);
    end.list.push_back(home);
    for (const GateId gate : hierarchy_.gates(home)) end.wanted.push_back(hierarchy_.node(gate));
    for (CellId cell = home; !cell.is_none(); cell = partition.parent(cell)) holding_.add(cell);
  }
  end.wanted = sorted_once(std::move(end.wanted));
}

// True when the node takes part in one of an end's cells.
bool Connect::is_inside(NodeId node, const EndCells& end) const {
  const Cells& cells = hierarchy_.cells();
  const auto is_one = [&](CellId cell) { return end.set.has(cell); };
  if (cells.extents.row_count() > 0) return std::ranges::any_of(cells.extents[node], is_one);
  const CellId home = cells.partition.home(node);
  return !home.is_none() && is_one(home);
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

SearchEnd Connect::advance(Budget& budget) {
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

std::vector<NodeId> Connect::nodes_to_goal(GateId gate, std::vector<NodeId> old) const {
  std::vector<NodeId> nodes = std::move(old);
  nodes.clear();
  const NodeBank& bank = far_.bank;
  for (NodeId at = bank[hierarchy_.node(gate)].parent; !at.is_none(); at = bank[at].parent) {
    nodes.push_back(at);
  }
  return nodes;
}

std::size_t Connect::scratch_bytes() const {
  return far_.bytes() + start_.set.bytes() + goal_.set.bytes() + holding_.bytes();
}

}  // namespace thalweg
