// Units are divided for level 1, the cells of the level below for each level above. Every group is
// then split into its strong parts, whatever the partitioner returned.
#include "thalweg/partition/kway.hpp"

#include <algorithm>
#include <utility>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "partition/divide.hpp"
#include "partition/level_stack.hpp"
#include "partition/memberships.hpp"
#include "partition/units.hpp"
#include "thalweg/core/random.hpp"

namespace thalweg {
namespace {

constexpr std::uint32_t kHeaviest = 100;  // of random weights
constexpr std::uint32_t kMostMerged = 1'000'000;

// 1 to 100, the same for the same two numbers.
std::uint32_t random_weight(std::uint64_t seed, std::uint32_t a, std::uint32_t b) {
  Random random(Random(Random(seed).next() ^ a).next() ^ b);
  return 1 + random.below(kHeaviest);
}

// The units with the weights that the options ask for.
Result<WeightedGraph> weighted_units(const Ground& ground, const KwayOptions& options) {
  WeightedGraph graph = units_of(ground);
  const bool is_random = options.weights == KwayWeights::random;
  if (is_random || options.weights == KwayWeights::random_nodes) {
    for (std::uint32_t unit = 0; unit < graph.size(); ++unit) {
      graph.node_weights.push_back(random_weight(options.seed, unit, unit));
    }
  }
  if (is_random || options.weights == KwayWeights::random_edges) {
    for (std::uint32_t unit = 0; unit < graph.size(); ++unit) {
      for (std::uint32_t e = graph.offsets[unit]; e < graph.offsets[unit + 1]; ++e) {
        const std::uint32_t other = graph.neighbours[e];
        graph.edge_weights[e] =
            random_weight(options.seed, std::min(unit, other), std::max(unit, other));
      }
    }
  }
  if (!options.unit_weights.empty()) {
    if (options.unit_weights.size() != graph.size()) {
      return Error{"there are " + std::to_string(options.unit_weights.size()) + " weights for " +
                   std::to_string(graph.size()) + " units"};
    }
    graph.node_weights = options.unit_weights;
  }
  if (!options.edge_weights.empty()) {
    if (options.edge_weights.size() != graph.neighbours.size()) {
      return Error{"there are " + std::to_string(options.edge_weights.size()) + " weights for " +
                   std::to_string(graph.neighbours.size()) + " neighbours"};
    }
    graph.edge_weights = options.edge_weights;
  }
  return graph;
}

// The weight of the edge between two units. Requires: there is one.
std::uint32_t weight_between(const WeightedGraph& graph, std::uint32_t a, std::uint32_t b) {
  const auto first = graph.neighbours.begin() + graph.offsets[a];
  const auto last = graph.neighbours.begin() + graph.offsets[a + 1];
  return graph.edge_weights[static_cast<std::size_t>(std::lower_bound(first, last, b) -
                                                     graph.neighbours.begin())];
}

// Each node in the labels of its units; its home is the first unit's.
Memberships memberships_of(const Ground& ground, const Units& units,
                           const std::vector<std::uint64_t>& labels) {
  Memberships memberships;
  std::vector<std::uint32_t> offsets = {0};
  std::vector<RoomKey> rooms;
  for (const NodeId node : ground.graph().nodes()) {
    const std::size_t first = rooms.size();
    for (const std::uint32_t unit : units.of(node)) rooms.push_back(labels[unit]);
    std::sort(rooms.begin() + static_cast<std::ptrdiff_t>(first), rooms.end());
    rooms.erase(std::unique(rooms.begin() + static_cast<std::ptrdiff_t>(first), rooms.end()),
                rooms.end());
    std::uint32_t home = static_cast<std::uint32_t>(first);
    while (home < rooms.size() && rooms[home] != labels[units.of(node).front()]) ++home;
    memberships.home.push_back(home);
    offsets.push_back(static_cast<std::uint32_t>(rooms.size()));
  }
  memberships.rooms = {std::move(offsets), std::move(rooms)};
  if (!ground.graph().facts().has_portal_nodes) memberships.home.clear();
  return memberships;
}

// [unit] The cell of height 1 that it lies in; none where no node of that cell touches it.
std::vector<CellId> cells_of_units(const Ground& ground, const Units& units, const LowCells& low,
                                   const std::vector<std::uint64_t>& labels) {
  std::vector<CellId> cells(units.count());
  const auto set = [&](std::uint32_t unit, CellId cell) {
    if (cells[unit].is_none() && low.rooms[cell.value] == labels[unit]) cells[unit] = cell;
  };
  for (const NodeId node : ground.graph().nodes()) {
    for (const std::uint32_t unit : units.of(node)) {
      if (low.extents.row_count() == 0) {
        set(unit, low.home[node.value]);
      } else {
        for (const CellId cell : low.extents[node]) set(unit, cell);
      }
    }
  }
  return cells;
}

// The cells of the top level as a graph to divide.
class TopGraph {
 public:
  TopGraph(const Ground& ground, const Units& units, const WeightedGraph& weights,
           const std::vector<CellId>& cell_of_unit, std::size_t cell_count, bool is_even)
      : weights_(cell_count, 0) {
    for (std::uint32_t unit = 0; unit < units.count(); ++unit) {
      const CellId cell = cell_of_unit[unit];
      if (cell.is_none()) continue;
      weights_[cell.value] += weights.node_weights.empty() ? 1 : weights.node_weights[unit];
    }
    for_each_join(ground, units, [&](std::uint32_t a, std::uint32_t b, NodeId) {
      const CellId from = cell_of_unit[a];
      const CellId to = cell_of_unit[b];
      if (from.is_none() || to.is_none() || from == to) return;
      joins_.push_back({from.value, to.value, is_even ? 1 : weight_between(weights, a, b)});
    });
  }

  WeightedGraph graph() const {
    WeightedGraph graph = graph_of(static_cast<std::uint32_t>(weights_.size()), joins_);
    graph.node_weights = weights_;
    return graph;
  }

  void merge(const StrongParts& parts) {
    std::vector<std::uint32_t> merged(parts.count, 0);
    for (std::size_t i = 0; i < weights_.size(); ++i) merged[parts.of[i]] += weights_[i];
    weights_ = std::move(merged);
    for (UnitJoin& join : joins_) join = {parts.of[join.a], parts.of[join.b], join.weight};
    std::erase_if(joins_, [](const UnitJoin& join) { return join.a == join.b; });
  }

 private:
  std::vector<std::uint32_t> weights_;  // [cell of the top level]
  std::vector<UnitJoin> joins_;         // between cells of the top level
};

Result<void> check(const Ground& ground, const KwayOptions& options) {
  if (options.merged < 2 || options.merged > kMostMerged) {
    return Error{"a k-way cell holds 2 to 1,000,000 units, about"};
  }
  if (options.levels < 1 || options.levels > 16) return Error{"k-way cells have 1 to 16 levels"};
  return check_pricing(ground);
}

}  // namespace

WeightedGraph units_of(const Ground& ground) {
  const Units units(ground);
  std::vector<UnitJoin> joins;
  for_each_join(ground, units, [&](std::uint32_t a, std::uint32_t b, NodeId) {
    joins.push_back({a, b, 1});
  });
  return graph_of(units.count(), std::move(joins));
}

Result<Cells> kway_cells(const Ground& ground, const KwayOptions& options) try {
  TRY_DO(check(ground, options));
  report(options.progress, "partitioning level 1", 0);
  const Units units(ground);
  TRY(const WeightedGraph weights, weighted_units(ground, options));
  TRY(const Division first, divide(weights, options.partitioner, {options.merged, options.seed}));
  LowCells low = low_cells(ground, memberships_of(ground, units, first.labels));
  LevelStack stack(ground, low.home, low.rooms.size());
  const bool is_even = options.weights == KwayWeights::even && options.edge_weights.empty();
  TopGraph top(ground, units, weights, cells_of_units(ground, units, low, first.labels),
               low.rooms.size(), is_even);
  for (std::uint32_t level = 2; level <= options.levels; ++level) {
    report(options.progress, "partitioning level " + std::to_string(level), 0);
    if (stack.size() >= CellId::kNone / 2) return Error{"there are too many cells for their ids"};
    TRY(const Division next,
        divide(top.graph(), options.partitioner, {options.merged, options.seed}));
    if (!next.is_divided) break;
    const std::size_t before = stack.top_count();
    top.merge(stack.add_level(next.labels));
    if (stack.top_count() == before) break;
  }
  return cells_of(ground, std::move(low), std::move(stack));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
