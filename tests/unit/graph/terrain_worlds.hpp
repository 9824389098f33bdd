// Worlds, grounds and queries that the tests of terrain graphs share.
#pragma once

#include <vector>

#include "grounds.hpp"
#include "obstacle_worlds.hpp"

namespace thalweg {

inline Ground on_terrain(const World& world, const Profile& profile = Profile::euclid()) {
  return ground_of(world, GraphSpec::terrain(), profile);
}

inline Query query_between(Point from, Point to) {
  return {.start = from, .goal = to, .try_straight = false, .shape = Shape::midpoints};
}

inline Query random_walk(const World& world, Random& random) {
  const Point from = random_point(world, random);
  return query_between(from, random_point(world, random));
}

inline std::vector<World> some_worlds(std::uint64_t seed) {
  return {hills(seed), hills(seed, {.spacing = 30, .relief = 400}), obstacle_field(seed),
          random_squares(seed, "....#wR")};
}

}  // namespace thalweg
