// A Ground also keeps the metrics of wider agents that queries asked for: the last eight radii,
// shared by all its copies. Also here: which graph suits a world by default.
#include "thalweg/graph/ground.hpp"

#include <algorithm>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "graph/open_ground.hpp"
#include "thalweg/graph/form.hpp"
#include "thalweg/path/path_shaper.hpp"

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

ShapedGround Ground::shaped() const {
  const GraphFacts& facts = graph().facts();
  return {.world = world(),
          .pricer = pricer(),
          .is_on_grid = facts.is_on_grid,
          .has_corridors = facts.has_corridors,
          .nodes_are_faces = facts.nodes_are_faces,
          .nodes_are_squares = facts.nodes_are_squares,
          .has_portal_nodes = facts.has_portal_nodes,
          .quantum = metric().quantum(),
          .least_per_metre = metric().least_per_metre()};
}

Result<Ground> Ground::for_radius(double radius) const try {
  constexpr std::size_t kMostKept = 8;
  if (!(radius > profile().radius)) return *this;
  const std::lock_guard lock(parts_->mutex);
  auto& kept = parts_->wider;
  const auto found = std::ranges::find(kept, radius, &Parts::Wider::radius);
  if (found != kept.end()) {
    std::rotate(kept.begin(), found, found + 1);
    return Ground(kept.front().parts);
  }
  Profile wide = profile();
  wide.radius = radius;
  TRY(Metric priced, price(world(), graph(), wide, {.quantum = metric().quantum()}));
  if (kept.size() == kMostKept) kept.pop_back();
  kept.insert(kept.begin(),
              {radius, std::make_shared<const Parts>(world(), graph(), std::move(priced))});
  return Ground(kept.front().parts);
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

std::size_t Ground::bytes() const {
  std::size_t sum = graph().bytes() + metric().bytes();
  const std::lock_guard lock(parts_->mutex);
  for (const Parts::Wider& one : parts_->wider) sum += one.parts->metric.bytes();
  return sum;
}

GraphSpec default_graph(const World& world) {
  if (world.mesh.empty()) return GraphSpec::grid();
  const auto can_be = [&](const GraphSpec& spec) {
    return find_form(spec.kind)->check(world, spec).ok();
  };
  if (!is_height_map(world)) return GraphSpec::portals();
  // The deeper one has room for fewer edges.
  for (const GraphSpec& spec : {GraphSpec::terrain(), GraphSpec::terrain(3)}) {
    if (can_be(spec)) return spec;
  }
  return GraphSpec::portals();
}

Result<Ground> ground(const World& world, const Profile& profile) try {
  return ground(world, profile, default_graph(world));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<Ground> ground(const World& world, const Profile& profile, const GraphSpec& spec,
                      const Progress& progress) try {
  TRY(Graph graph, build_graph(world, spec, profile, progress));
  TRY(Metric metric, price(world, graph, profile, {.progress = progress}));
  return Ground::of(world, std::move(graph), std::move(metric));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
