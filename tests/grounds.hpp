// Grounds for tests: a world, one of its graphs and its prices, in one call.
#pragma once

#include <string>
#include <string_view>

#include "scene.hpp"
#include "thalweg/graph/ground.hpp"

namespace thalweg {

struct NamedGround {
  std::string name;
  Ground ground;
};

inline Graph graph_of(const World& world, const GraphSpec& spec) {
  return build_graph(world, spec).value();
}

inline Ground ground_of(const World& world, const GraphSpec& spec,
                        const Profile& profile = Profile::euclid(),
                        const PriceOptions& options = {}) {
  Graph graph = build_graph(world, spec, profile).value();
  Metric metric = price(world, graph, profile, options).value();
  return Ground::of(world, std::move(graph), std::move(metric)).value();
}

// Squares with eight neighbours.
inline Ground on_grid(const World& world, const Profile& profile = Profile::euclid()) {
  return ground_of(world, GraphSpec::grid(), profile);
}
inline Ground on_grid(std::string_view picture, const Profile& profile = Profile::euclid()) {
  return on_grid(scene(picture), profile);
}

inline Ground on_faces(const World& world, const Profile& profile = Profile::euclid()) {
  return ground_of(world, GraphSpec::faces(), profile);
}

inline Ground on_portals(const World& world, const Profile& profile = Profile::euclid()) {
  return ground_of(world, GraphSpec::portals(), profile);
}

// The same world and graph with other prices.
inline Ground with_profile(const Ground& ground, const Profile& profile) {
  return ground_of(ground.world(), ground.graph().spec(), profile);
}

// A point somewhere over the world's box.
inline Point random_point(const World& world, Random& random) {
  const Vec3 size = world.box().size();
  const double x = random.between(0, size.x);
  return {x, random.between(0, size.y)};
}

}  // namespace thalweg
