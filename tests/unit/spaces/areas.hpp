// Measures of the tests of spaces: ground by area, and comparison by samples.
#pragma once

#include <gtest/gtest.h>

#include <array>

#include "thalweg/core/random.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

// Square metres of each walkable area.
inline std::array<double, 256> mesh_areas(const Mesh& mesh) {
  std::array<double, 256> out{};
  for (const FaceId f : mesh.faces()) {
    if (is_walkable(mesh.area(f))) out[mesh.area(f)] += mesh.doubled_area(f) / 2;
  }
  return out;
}
inline std::array<double, 256> grid_areas(const Grid& grid) {
  std::array<double, 256> out{};
  for (const SquareId s : grid.squares()) {
    if (grid.is_free(s)) out[grid.area(s)] += grid.spacing() * grid.spacing();
  }
  return out;
}

// The walkable area at a point in world coordinates; kBlocked where nobody stands.
inline AreaId area_at(const World& world, Point p) {
  const Vec3 local = world.frame().to_local(p);
  if (!world.mesh.empty()) {
    const Location at = locate(world.mesh, world.locator, local);
    return at.found() ? world.mesh.area(at.face) : kBlocked;
  }
  const SquareId s = world.grid.square_at(local.xy());
  return s.is_none() || !world.grid.is_free(s) ? kBlocked : world.grid.area(s);
}

// Both worlds have the same ground at random points of the first one's box.
inline void expect_same_ground(const World& a, const World& b, std::uint64_t seed,
                               int samples = 500) {
  Random random(seed);
  const Box3 box = a.box();
  for (int i = 0; i < samples; ++i) {
    const double x = random.between(box.low.x, box.high.x);
    const Vec3 p = a.frame().from_local({x, random.between(box.low.y, box.high.y), 0});
    ASSERT_EQ(area_at(a, {p.x, p.y}), area_at(b, {p.x, p.y})) << p.x << "," << p.y;
  }
}

}  // namespace thalweg
