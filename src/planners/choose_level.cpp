// Estimates for each level the arcs and nodes that connecting and searching would look at. The
// share of the gates grows with the distance to the power of 1.5.
#include "thalweg/planners/choose_level.hpp"

#include <algorithm>
#include <cmath>

#include "thalweg/geometry/box.hpp"

namespace thalweg {
namespace {

// Settling a node takes as long as looking at so many arcs.
constexpr double kArcsPerNode = 6;

double work_of(double nodes, double arcs) { return arcs + kArcsPerNode * nodes; }

}  // namespace

ChooseLevel::ChooseLevel(const Ground& ground, const Hierarchy& hierarchy,
                         const GateSearch::Options& options)
    : ground_(ground), hierarchy_(hierarchy), options_(options) {
  const Partition& partition = hierarchy.partition();
  const Level top = partition.top_level();
  if (options_.level == 0 || options_.level > top) options_.level = top;
  if (options_.use != LevelUse::best) return;
  const Graph& graph = ground.graph();
  Box3 box;
  for (const NodeId node : graph.nodes()) box.add(graph.position(node));
  diagonal_ = graph.empty() ? 0 : length(box.size());
  search_.assign(top + std::size_t{1}, 0);
  search_[0] = work_of(graph.node_count(), graph.arc_count());
  const double degree = graph.arc_count() / std::max(1.0, double{1} * graph.node_count());
  const auto sizes = sizes_of(partition);
  connect_.resize(partition.cell_count());
  for (const CellId cell : partition.cells()) {
    const double gates = static_cast<double>(hierarchy.gates(cell).size());
    search_[partition.height(cell)] += work_of(gates / 2, gates * gates);
    const double whole = work_of(sizes[cell], degree * sizes[cell]);
    switch (options.connect) {
      case ConnectBy::dijkstra: connect_[cell.value] = whole; break;
      case ConnectBy::a_star: connect_[cell.value] = whole * std::max(1.0, gates / 2); break;
      case ConnectBy::parallel: connect_[cell.value] = whole / 2; break;
      case ConnectBy::stored: connect_[cell.value] = gates; break;
    }
  }
}

CellId ChooseLevel::cell_at(NodeId node, Level level) const {
  const Partition& partition = hierarchy_.partition();
  CellId cell = partition.home(node);
  while (!cell.is_none() && partition.height(cell) < level) cell = partition.parent(cell);
  return cell;
}

bool ChooseLevel::share_a_cell(const SearchTask& task, Level level) const {
  for (const Seed& source : task.sources) {
    const CellId cell = cell_at(source.node, level);
    for (const Seed& goal : task.goals) {
      if (!cell.is_none() && cell_at(goal.node, level) == cell) return true;
    }
  }
  return false;
}

// True when a gate of both, or a step from one to the other, joins them.
bool ChooseLevel::are_neighbours(CellId a, CellId b) const {
  const auto is_of_b = [&](GateId gate) {
    const auto members = hierarchy_.memberships(gate);
    return std::ranges::find(members, b, &GateMembership::cell) != members.end();
  };
  return std::ranges::any_of(hierarchy_.gates(a), [&](GateId gate) {
    return is_of_b(gate) ||
           std::ranges::any_of(hierarchy_.steps(gate),
                               [&](const InterCellArc& step) { return is_of_b(step.to); });
  });
}

bool ChooseLevel::are_near(const SearchTask& task, Level level) const {
  const CellId from = cell_at(task.sources.front().node, level);
  const CellId to = cell_at(task.goals.front().node, level);
  return from.is_none() || to.is_none() || are_neighbours(from, to);
}

double ChooseLevel::connecting(std::span<const Seed> seeds, Level level) const {
  double sum = 0;
  CellId last;
  for (const Seed& seed : seeds) {
    const CellId cell = cell_at(seed.node, level);
    if (!cell.is_none() && cell != last) sum += connect_[cell.value];
    last = cell;
  }
  return sum;
}

Level ChooseLevel::cheapest(const SearchTask& task) const {
  const Graph& graph = ground_.graph();
  const double apart =
      length(graph.position(task.goals.front().node) - graph.position(task.sources.front().node));
  const double share = diagonal_ > 0 ? std::min(1.0, apart / diagonal_) : 0;
  const double part = share * std::sqrt(share);
  Level best = 0;
  double least = part * search_[0];
  for (Level level = 1; level <= options_.level; ++level) {
    if (share_a_cell(task, level)) break;  // so it is on all levels above
    if (options_.connect != ConnectBy::stored && are_near(task, level)) continue;
    const double work =
        connecting(task.sources, level) + connecting(task.goals, level) + part * search_[level];
    if (work >= least) continue;
    least = work;
    best = level;
  }
  return best;
}

Level ChooseLevel::level_for(const SearchTask& task) const {
  if (options_.use == LevelUse::all || options_.level == 0 || task.sources.empty() ||
      task.goals.empty()) {
    return 0;
  }
  if (options_.use == LevelUse::best) return cheapest(task);
  return share_a_cell(task, options_.level) ? 0 : options_.level;
}

}  // namespace thalweg
