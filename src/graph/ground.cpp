#include "thalweg/graph/ground.hpp"

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "graph/open_ground.hpp"

namespace thalweg {

Ground::Parts::Parts(World given_world, Graph given_graph, Metric given_metric)
    : world(std::move(given_world)),
      graph(std::move(given_graph)),
      metric(std::move(given_metric)),
      pricer(world, metric.profile()),
      fingerprint(metric.fingerprint()) {}

Result<Ground> Ground::of(World world, Graph graph, Metric metric) try {
  if (graph.world_fingerprint() != world.fingerprint()) {
    return Error{"the graph is of another world"};
  }
  if (metric.graph_fingerprint() != graph.fingerprint()) {
    return Error{"the metric is of another graph"};
  }
  TRY_DO(check_walls(world, graph, metric.profile()));
  return Ground(
      std::make_shared<const Parts>(std::move(world), std::move(graph), std::move(metric)));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

GraphSpec default_graph(const World& world) {
  return world.mesh.empty() ? GraphSpec::grid() : GraphSpec::portals();
}

Result<Ground> ground(const World& world, const Profile& profile) try {
  return ground(world, profile, default_graph(world));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<Ground> ground(const World& world, const Profile& profile, const GraphSpec& spec) try {
  TRY(Graph graph, build_graph(world, spec, profile));
  TRY(Metric metric, price(world, graph, profile));
  return Ground::of(world, std::move(graph), std::move(metric));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
