// Metric: what each arc of a graph costs one kind of agent, in whole quanta.
//
// Costs are integers so that sums are exact in any order: every planner, thread count and compiler
// gets the same answer. The same graph may have many metrics.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "thalweg/core/array.hpp"
#include "thalweg/core/cost.hpp"
#include "thalweg/core/ids.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/graph/graph.hpp"
#include "thalweg/price/profile.hpp"

namespace thalweg {

// The sets of nodes that passable arcs join, directions ignored. Two nodes of different islands
// cannot reach each other; two of the same island perhaps can.
struct Islands {
  IdArray<NodeId, IslandId> of;            // [node]    none: this profile cannot stand there
  IdArray<IslandId, std::uint32_t> sizes;  // [island]  nodes in it; islands in order of first node

  std::uint32_t count() const { return static_cast<std::uint32_t>(sizes.size()); }
  // The one of most nodes, the first among equals; none without islands.
  IslandId largest() const;
  std::size_t bytes() const { return of.bytes() + sizes.bytes(); }
};

// The stored parts of a metric.
struct MetricParts {
  Profile profile;
  std::uint64_t graph = 0;     // fingerprint of the graph it prices
  double quantum = 1;          // the profile's unit (metres or seconds) for each quantum
  double least_per_metre = 0;  // a lower bound, quanta per metre of span (graph/metric_bound.hpp)
  IdArray<ArcId, Cost> costs;  // [arc]  kForbidden: impassable
  Islands islands;
};

class Metric {
 public:
  Metric() = default;

  // Checks what memory safety needs (sizes agree with each other and with `graph`) and takes the
  // parts over. Refused with a sentence: parts of another graph.
  static Result<Metric> from(MetricParts parts, const Graph& graph);

  Cost cost(ArcId arc) const { return parts_.costs[arc]; }
  bool is_passable(ArcId arc) const { return cost(arc) != kForbidden; }
  std::uint32_t arc_count() const { return static_cast<std::uint32_t>(parts_.costs.size()); }

  const Profile& profile() const { return parts_.profile; }
  const Islands& islands() const { return parts_.islands; }
  double quantum() const { return parts_.quantum; }
  double least_per_metre() const { return parts_.least_per_metre; }
  std::uint64_t graph_fingerprint() const { return parts_.graph; }
  // A distance in the profile's unit.
  double in_units(Distance d) const { return static_cast<double>(d) * parts_.quantum; }

  const MetricParts& parts() const { return parts_; }
  std::size_t bytes() const { return parts_.costs.bytes() + parts_.islands.bytes(); }
  std::uint64_t fingerprint() const;

 private:
  MetricParts parts_;
};

struct PriceOptions {
  // The profile's unit for each quantum. DEFAULT: 0, chosen so that a median arc is about 4096
  // quanta (a power of two; on grids the spacing is 5741 quanta), or larger where the dearest arc
  // would not fit.
  double quantum = 0;
  Progress progress = {};
};

// An amount of quanta as a cost: rounded up, at least 1, kForbidden where it is not finite. What is
// larger than any cost counts as the largest.
Cost quanta(double amount);

// Prices every arc. The same bytes on any number of threads. Refused with a sentence: a graph of
// another world, a profile that breaks a law, a graph that was built around other walls than the
// profile's, a quantum that the dearest arc does not fit into.
// O(arcs).
Result<Metric> price(const World& world, const Graph& graph, const Profile& profile,
                     const PriceOptions& options = {});

// The first law `metric` breaks, or nothing: it is the metric that its profile and quantum give.
std::optional<std::string> broken_law(const Metric& metric, const Graph& graph, const World& world);

}  // namespace thalweg
