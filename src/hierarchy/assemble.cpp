// A node is a gate of each cell that a step leads out of, level by level up. Crossings are then
// filled in from below, in batches, so that too many stored route nodes are noticed early.
#include "hierarchy/assemble.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/try.hpp"
#include "hierarchy/crossings.hpp"
#include "hierarchy/end_costs.hpp"
#include "thalweg/graph/view.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kMostRouteNodes = std::size_t{1} << 30;
constexpr std::size_t kBatch = 1024;  // cells crossed before the nodes of their routes are counted

using CellGate = std::pair<CellId, NodeId>;

// A cell of height 1 that a node leads to: one of its own, or one that a step joins it to.
struct Reach {
  NodeId node;
  CellId cell;
  bool is_own;

  auto operator<=>(const Reach&) const = default;
};

std::vector<Reach> reaches_of(const Partition& partition, const FoundGates& found) {
  std::vector<Reach> all;
  for (const auto& [from, to] : found.steps) {
    for (const NodeId node : {from, to}) {
      all.push_back({node, partition.home(from), node == from});
      all.push_back({node, partition.home(to), node == to});
    }
  }
  for (const SharedNode& shared : found.shared) {
    all.push_back({shared.node, shared.a, true});
    all.push_back({shared.node, shared.b, true});
  }
  std::ranges::sort(all);
  return all;
}

// Adds a gate to its own cells, and level by level to those above, as long as it leads out of them.
// Uses up `reaches`.
void add_gate(const Partition& partition, std::span<Reach> reaches, std::vector<CellGate>& all) {
  const auto leads_out = [&] {
    return std::ranges::any_of(reaches, [&](const Reach& r) {
      return !r.cell.is_none() && r.cell != reaches.front().cell;
    });
  };
  while (leads_out()) {
    for (Reach& reach : reaches) {
      if (reach.is_own && !reach.cell.is_none()) all.emplace_back(reach.cell, reach.node);
      if (!reach.cell.is_none()) reach.cell = partition.parent(reach.cell);
    }
  }
}

// The gates of each cell of each level, in order.
std::vector<CellGate> gates_of_cells(const Partition& partition, const FoundGates& found) {
  std::vector<Reach> reaches = reaches_of(partition, found);
  std::vector<CellGate> all;
  for (std::size_t first = 0; first < reaches.size();) {
    std::size_t last = first + 1;
    while (last < reaches.size() && reaches[last].node == reaches[first].node) ++last;
    add_gate(partition, std::span(reaches).subspan(first, last - first), all);
    first = last;
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::vector<NodeId> nodes_of(const std::vector<CellGate>& gates) {
  std::vector<NodeId> nodes;
  nodes.reserve(gates.size());
  for (const CellGate& gate : gates) nodes.push_back(gate.second);
  std::ranges::sort(nodes);
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

// Steps that an update takes over come from the old hierarchy, which may have been loaded from a
// file that anybody wrote: they may not be arcs.
Result<std::vector<Cost>> costs_of_steps(const Ground& ground, std::span<const StepNodes> steps) {
  std::vector<Cost> costs;
  costs.reserve(steps.size());
  for (const StepNodes& step : steps) {
    const ArcId arc = cheapest_arc(ground.graph(), ground.metric(), step.from, step.to);
    if (arc.is_none()) {
      return Error{"the hierarchy has a step from " + to_string(step.from) + " to " +
                   to_string(step.to) + " that no arc makes"};
    }
    costs.push_back(ground.metric().cost(arc));
  }
  return costs;
}

// The crossings of one level, some of them found, some kept.
class Filler {
 public:
  Filler(HierarchyArrays frame, const KeptCells& kept, const HierarchyOptions& options)
      : arrays_(std::move(frame)),
        kept_(kept),
        keep_routes_(options.keep_routes),
        on_graph_(options.on_graph) {
    if (keep_routes_) routes_.offsets.push_back(0);
  }

  Result<void> fill(const Ground& ground, std::span<const CellId> level) {
    TRY(const auto so_far, whole(false));
    for (std::size_t first = 0; first < level.size(); first += kBatch) {
      add_batch(ground, so_far, level.subspan(first, std::min(kBatch, level.size() - first)));
      if (routes_.nodes.size() > kMostRouteNodes) {
        return Error{
            "the routes inside cells are too long to be kept: keep none, or take smaller cells"};
      }
    }
    return {};
  }

  // With all that has been found; the rest kUnreached.
  Result<Hierarchy> whole(bool with_routes) const {
    HierarchyArrays arrays = arrays_;
    std::vector<Distance> costs = costs_;
    costs.resize(arrays_.costs.size(), kUnreached);
    arrays.costs = std::move(costs);
    if (with_routes && keep_routes_ && routes_.offsets.size() > 1) {
      arrays.routes = {Array<std::uint32_t>(routes_.offsets), Array<NodeId>(routes_.nodes)};
    }
    return Hierarchy::from(std::move(arrays));
  }

 private:
  // Where the next of the found crossings and routes begin.
  struct Cursor {
    std::size_t crossing = 0;
    std::size_t route = 0;
  };
  struct Routes {
    std::vector<std::uint32_t> offsets;
    std::vector<NodeId> nodes;
  };

  // Crosses some cells of one level.
  void add_batch(const Ground& ground, const Hierarchy& below, std::span<const CellId> cells) {
    std::vector<CellId> fresh;
    std::ranges::copy_if(cells, std::back_inserter(fresh),
                         [&](CellId cell) { return kept_from(cell).is_none(); });
    const Crossings found = cross_cells(ground, below, fresh, {keep_routes_, on_graph_});
    Cursor at;
    for (const CellId cell : cells) {
      const std::size_t gates = arrays_.gates.size(cell);
      const CellId old = kept_from(cell);
      if (old.is_none()) {
        at = add_found(found, at, gates * gates);
      } else {
        add_kept(old);
      }
    }
  }
  CellId kept_from(CellId cell) const {
    return kept_.from.empty() ? CellId() : kept_.from[cell.value];
  }
  void add_route(std::span<const NodeId> route) {
    routes_.nodes.insert(routes_.nodes.end(), route.begin(), route.end());
    routes_.offsets.push_back(static_cast<std::uint32_t>(routes_.nodes.size()));
  }
  Cursor add_found(const Crossings& found, Cursor at, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i, ++at.crossing) {
      costs_.push_back(found.costs[at.crossing]);
      const std::size_t length = found.lengths[at.crossing];
      if (keep_routes_) add_route(std::span(found.routes).subspan(at.route, length));
      at.route += length;
    }
    return at;
  }
  void add_kept(CellId old) {
    const std::uint32_t gates = static_cast<std::uint32_t>(kept_.old->gates(old).size());
    for (std::uint32_t i = 0; i < gates * gates; ++i) {
      const CrossingId crossing(kept_.old->crossing(old, 0, 0).value + i);
      costs_.push_back(kept_.old->cost(crossing));
      if (keep_routes_) add_route(kept_.old->route(crossing));
    }
  }

  HierarchyArrays arrays_;
  const KeptCells& kept_;
  bool keep_routes_;
  bool on_graph_;
  std::vector<Distance> costs_;
  Routes routes_;
};

}  // namespace

bool is_symmetric(const Ground& ground, const GateScope& scope) {
  const bool in_scope_only = scope.old != nullptr && scope.old->is_symmetric();
  const auto costs_no_more = [&](NodeId from, NodeId to, Cost most) {
    for (const ArcId arc : ground.graph().arcs(from)) {
      if (ground.graph().target(arc) == to && ground.metric().cost(arc) <= most) return true;
    }
    return false;
  };
  // Where no arc has a more expensive reverse arc, each arc and its reverse cost the same.
  for (const NodeId from : ground.graph().nodes()) {
    if (in_scope_only && !scope.has(from)) continue;
    for (const ArcId arc : ground.graph().arcs(from)) {
      const Cost cost = ground.metric().cost(arc);
      if (cost == kForbidden) continue;
      if (!costs_no_more(ground.graph().target(arc), from, cost)) return false;
    }
  }
  return true;
}

Result<HierarchyArrays> frame_of(const Ground& ground, const Cells& cells,
                                 const HierarchyOptions& options, const GateScope& scope) {
  if ((options.on_graph || options.keep_end_costs) && options.rule != GateRule::all) {
    return Error{
        "only hierarchies that keep all gates are crossed on the graph, or keep costs from "
        "nodes to gates"};
  }
  if (ground.metric().graph_fingerprint() != ground.graph().fingerprint()) {
    return Error{"the metric is of another graph"};
  }
  if (cells.partition.graph_fingerprint() != ground.graph().fingerprint() ||
      cells.partition.node_count() != ground.graph().node_count()) {
    return Error{"the cells are of another graph"};
  }
  TRY_DO(lawful(uneven_level(cells.partition)));
  TRY(auto found, find_gates(ground, cells, options, scope));
  const Partition& partition = cells.partition;
  const std::vector<CellGate> gates = gates_of_cells(partition, found);
  const std::vector<NodeId> nodes = nodes_of(gates);
  const auto gate_at = [&](NodeId node) {
    return GateId(
        static_cast<std::uint32_t>(std::ranges::lower_bound(nodes, node) - nodes.begin()));
  };
  HierarchyArrays frame;
  frame.metric = ground.metric().fingerprint();
  frame.rule = options.rule;
  frame.is_symmetric = is_symmetric(ground, scope);
  frame.cells = cells;
  frame.gates = group_by_row<CellId, GateId>(
      partition.cell_count(), gates.size(), [&](std::size_t i) { return gates[i].first.value; },
      [&](std::size_t i) { return gate_at(gates[i].second); });
  TRY(const auto step_costs, costs_of_steps(ground, found.steps));
  frame.steps = group_by_row<GateId, InterCellArc>(
      nodes.size(), found.steps.size(),
      [&](std::size_t i) { return gate_at(found.steps[i].from).value; },
      [&](std::size_t i) {
        return InterCellArc{gate_at(found.steps[i].to), step_costs[i]};
      });
  frame.nodes = nodes;
  std::uint64_t crossings = 0;
  for (const CellId cell : partition.cells()) {
    const std::uint64_t size = frame.gates.size(cell);
    crossings += size * size;
  }
  if (crossings >= kMostCrossings) return Error{"there are more crossings than can be counted"};
  frame.costs = std::vector<Distance>(crossings, kUnreached);
  return frame;
}

Result<Hierarchy> fill(const Ground& ground, HierarchyArrays frame, const KeptCells& kept,
                       const HierarchyOptions& options) {
  const Partition partition = frame.cells.partition;
  Filler filler(std::move(frame), kept, options);
  std::vector<CellId> level;
  for (std::uint32_t first = 0; first < partition.cell_count();) {
    level.clear();
    const Level height = partition.height(CellId(first));
    report(options.progress, "crossing cells", static_cast<double>(first) / partition.cell_count());
    for (; first < partition.cell_count() && partition.height(CellId(first)) == height; ++first) {
      level.push_back(CellId(first));
    }
    TRY_DO(filler.fill(ground, level));
  }
  if (!options.keep_end_costs) return filler.whole(true);
  report(options.progress, "costs from nodes to gates", 0);
  TRY(const auto crossed, filler.whole(true));
  TRY(EndCosts costs, checked_end_costs(ground, crossed, kept));
  HierarchyArrays arrays = crossed.arrays();
  arrays.to_gates = std::move(costs.to);
  arrays.from_gates = std::move(costs.from);
  return Hierarchy::from(std::move(arrays));
}

}  // namespace thalweg
