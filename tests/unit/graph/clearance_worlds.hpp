// Flat worlds with walls in them, for the tests of clearances.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "lattice.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/world/mesh_builder.hpp"
#include "thalweg/world/world.hpp"
#ifdef THALWEG_HAS_CGAL
#include "thalweg/import/merge.hpp"
#include "thalweg/import/trace.hpp"
#include "thalweg/triangulate/triangulate.hpp"
#endif

namespace thalweg {

inline World world_of(Mesh mesh) {
  WorldParts parts;
  parts.mesh = std::move(mesh);
  return make_world(std::move(parts)).value();
}

// n x n squares of two triangles each, with moved corners and some faces blocked.
inline World crooked_field(std::uint64_t seed, std::uint32_t n, std::uint32_t one_in) {
  Random random(seed);
  MeshSoup soup;
  for (std::uint32_t y = 0; y <= n; ++y) {
    for (std::uint32_t x = 0; x <= n; ++x) {
      const double px = x + random.between(-0.3, 0.3);
      soup.vertices.push_back(to_float({px, y + random.between(-0.3, 0.3), 0}));
    }
  }
  soup.corners = lattice_triangles(n, n);
  for (std::size_t f = 0; f < soup.corners.size() / 3; ++f) {
    soup.face_area.push_back(random.below(one_in) == 0 ? kBlocked : kGround);
  }
  return world_of(build_mesh(std::move(soup)).value().mesh);
}

#ifdef THALWEG_HAS_CGAL
// A random map as a mesh.
inline World traced(std::uint64_t seed, bool convex) {
  Random random(seed);
  std::vector<AreaId> areas;
  for (int i = 0; i < 19 * 17; ++i) areas.push_back(random.below(9) == 0 ? kBlocked : kGround);
  const Grid grid = Grid::from({.width = 19, .height = 17, .area = std::move(areas)}).value();
  return world_of(
      grid_to_mesh(grid, {.triangulate = constrained_delaunay, .convex = convex}).value());
}

// A triangulated square room with slanted square pillars and `spare` more corners that touch no
// wall.
inline World pillars(std::uint64_t seed, int spare, bool merged) {
  Random random(seed);
  PlanarInput input;
  struct Pillar {
    Vec2 centre;
    Vec2 axis;  // to a corner
  };
  std::vector<Pillar> all;
  const auto add_square = [&](const Pillar& p) {
    const auto first = static_cast<std::uint32_t>(input.points.size());
    const Vec2 side{-p.axis.y, p.axis.x};
    for (const Vec2 corner : {p.axis, side, p.axis * -1, side * -1}) {
      const Vec3f rounded = to_float({p.centre.x + corner.x, p.centre.y + corner.y, 0});
      input.points.push_back({rounded.x, rounded.y});
    }
    for (std::uint32_t i = 0; i < 4; ++i)
      input.segments.push_back({first + i, first + (i + 1) % 4});
  };
  add_square({{10, 10}, {10, 10}});
  for (int tries = 0; tries < 40; ++tries) {
    const double x = random.between(2, 18);
    const Vec2 centre{x, random.between(2, 18)};
    const double ax = random.between(-1.5, 1.5);
    const Pillar p{centre, {ax, random.between(-1.5, 1.5)}};
    const bool is_apart = std::ranges::none_of(all, [&](const Pillar& o) {
      return length(o.centre - p.centre) < length(o.axis) + length(p.axis) + 0.1;
    });
    if (!is_apart || length(p.axis) > 1.8) continue;
    all.push_back(p);
    add_square(p);
  }
  const auto is_in = [](const Pillar& p, Vec2 point) {
    return length(point - p.centre) < length(p.axis);
  };
  for (int i = 0; i < spare; ++i) {
    const double x = random.between(0.1, 19.9);
    const Vec3f point = to_float({x, random.between(0.1, 19.9), 0});
    const Vec2 q{point.x, point.y};
    if (std::ranges::none_of(all, [&](const Pillar& p) { return is_in(p, q); })) {
      input.points.push_back(q);
    }
  }
  const PlanarTriangles found = constrained_delaunay(input).value();
  MeshSoup soup;
  for (const Vec2 p : found.points) soup.vertices.push_back(to_float({p.x, p.y, 0}));
  for (const auto& t : found.triangles) {
    // The corners of one pillar are four consecutive ones.
    const bool is_pillar =
        t[0] / 4 == t[1] / 4 && t[1] / 4 == t[2] / 4 && t[0] >= 4 && t[0] < 4 * (all.size() + 1);
    if (is_pillar) continue;
    for (const std::uint32_t c : t) soup.corners.push_back(VertexId(c));
  }
  const Mesh mesh = build_mesh(std::move(soup)).value().mesh;
  return world_of(merged ? merge_convex(mesh).value() : mesh);
}
#endif

}  // namespace thalweg
