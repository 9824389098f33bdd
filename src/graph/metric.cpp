// Metric::from checks that the parts fit the graph. The fingerprint covers them all; the law is
// that pricing the graph again gives the same one.
#include "thalweg/graph/metric.hpp"

#include <cmath>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "thalweg/core/hash.hpp"
#include "thalweg/price/profile_file.hpp"

namespace thalweg {

Result<Metric> Metric::from(MetricParts parts, const Graph& graph) try {
  if (parts.graph != graph.fingerprint()) return Error{"the metric is of another graph"};
  if (parts.costs.size() != graph.arc_count()) return Error{"the costs are not one per arc"};
  if (parts.islands.of.size() != graph.node_count()) {
    return Error{"the islands are not one per node"};
  }
  bool in_range = true;
  for (const IslandId island : parts.islands.of) {
    in_range &= island.is_none() || island.value < parts.islands.sizes.size();
  }
  if (!in_range) return Error{"a node lies on no island that there is"};
  if (!(parts.quantum > 0) || !std::isfinite(parts.quantum)) {
    return Error{"the quantum of a metric must be positive"};
  }
  if (!(parts.least_per_metre >= 0) || !std::isfinite(parts.least_per_metre)) {
    return Error{"the least cost per metre is negative or not finite"};
  }
  TRY_DO(lawful(broken_law(parts.profile)));
  Metric metric;
  metric.parts_ = std::move(parts);
  return metric;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

std::uint64_t Metric::fingerprint() const {
  Hasher hasher;
  hasher.add(write_profile(parts_.profile)).add(parts_.graph).add(parts_.quantum);
  hasher.add(parts_.least_per_metre).add(parts_.costs);
  hasher.add(parts_.islands.of).add(parts_.islands.sizes);
  return hasher.digest();
}

std::optional<std::string> broken_law(const Metric& metric, const Graph& graph,
                                      const World& world) {
  const auto fresh = price(world, graph, metric.profile(), {.quantum = metric.quantum()});
  if (!fresh) return fresh.error();
  if (fresh->fingerprint() != metric.fingerprint()) {
    return "the metric is not the one that its profile gives";
  }
  return std::nullopt;
}

}  // namespace thalweg
