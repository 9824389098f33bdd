// What is seen past a gate lies in its octagon.
#include "hierarchy/visibility_bounds.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "scope.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/world/locate.hpp"
#include "thalweg/world/mesh_builder.hpp"
#include "thalweg/world/ray.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {
namespace {

// Squares of a lattice; those left out are walls.
World squares(const std::vector<std::string>& rows) {
  MeshSoup soup;
  soup.first_corner.push_back(0);
  const auto vertex = [&](std::size_t x, std::size_t y) {
    soup.vertices.push_back({static_cast<float>(x), static_cast<float>(y), 0});
    return VertexId(static_cast<std::uint32_t>(soup.vertices.size() - 1));
  };
  std::map<std::pair<std::size_t, std::size_t>, VertexId> known;
  for (std::size_t y = 0; y < rows.size(); ++y) {
    for (std::size_t x = 0; x < rows[y].size(); ++x) {
      if (rows[y][x] == '#') continue;
      for (const auto& at : {std::pair{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}}) {
        if (!known.contains(at)) known[at] = vertex(at.first, at.second);
        soup.corners.push_back(known[at]);
      }
      soup.first_corner.push_back(static_cast<std::uint32_t>(soup.corners.size()));
    }
  }
  WorldParts parts;
  parts.mesh = build_mesh(std::move(soup)).value().mesh;
  return make_world(std::move(parts)).value();
}

// Squares cut into triangles, some left out, their corners moved about.
World scattered(std::uint64_t seed) {
  constexpr std::uint32_t kSide = 14;
  Random random(seed);
  MeshSoup soup;
  const double jitter = seed % 2 == 0 ? 0.4 : 0;
  for (std::uint32_t y = 0; y <= kSide; ++y) {
    for (std::uint32_t x = 0; x <= kSide; ++x) {
      soup.vertices.push_back({static_cast<float>(x + random.between(-jitter, jitter)),
                               static_cast<float>(y + random.between(-jitter, jitter)), 0});
    }
  }
  soup.first_corner.push_back(0);
  const auto at = [](std::uint32_t x, std::uint32_t y) { return VertexId(y * (kSide + 1) + x); };
  const auto add = [&](VertexId a, VertexId b, VertexId c) {
    if (random.below(4) == 0) return;
    for (const VertexId v : {a, b, c}) soup.corners.push_back(v);
    soup.first_corner.push_back(static_cast<std::uint32_t>(soup.corners.size()));
  };
  for (std::uint32_t y = 0; y < kSide; ++y) {
    for (std::uint32_t x = 0; x < kSide; ++x) {
      const VertexId p = at(x, y), q = at(x + 1, y), r = at(x + 1, y + 1), s = at(x, y + 1);
      if (random.below(2) == 0) {
        add(p, q, r);
        add(p, r, s);
      } else {
        add(p, q, s);
        add(q, r, s);
      }
    }
  }
  WorldParts parts;
  parts.mesh = build_mesh(std::move(soup)).value().mesh;
  return make_world(std::move(parts)).value();
}

SurfacePoint any_surface_point(const World& world, Random& random) {
  const Box3 box = world.box();
  for (;;) {
    // Often at corners and on edges.
    const double step = random.below(3) == 0 ? 1.0 : 0.01;
    const auto draw = [&](double low, double high) {
      return low + step * std::floor(random.between(0, high - low) / step);
    };
    const Location at =
        locate(world.mesh, world.locator,
               {draw(box.low.x, box.high.x), draw(box.low.y, box.high.y), kNoHeight});
    if (at.found()) return {at.face, at.point};
  }
}

bool is_end(const Mesh& mesh, EdgeId gate, Vec3 p) {
  return mesh.start(gate).xy() == p.xy() || mesh.end(gate).xy() == p.xy();
}

TEST(VisibilityBounds, hold_what_is_seen_past_a_gate) {
  std::size_t seen = 0;
  std::size_t held = 0;
  std::size_t asked = 0;
  for (const std::uint64_t seed : seeds(80)) {
    const World world = scattered(seed);
    VisibilityBounds sights(world.mesh);
    Random random(seed);
    for (int i = 0; i < 400; ++i) {
      const SurfacePoint from = any_surface_point(world, random);
      const SurfacePoint to = any_surface_point(world, random);
      std::vector<EdgeId> crossed;
      const auto note = [&](EdgeId edge) { crossed.push_back(edge); };
      const bool is_seen = line_of_sight(world.mesh, from, to, {}, note);
      if (crossed.empty()) continue;
      const VisibilityBound sight = sights.past(crossed.front());
      ++asked;
      held += sight.holds(to.point.xy()) ? 1 : 0;
      if (!is_seen) continue;
      ++seen;
      for (const EdgeId gate : crossed) {
        // About a corner at which it starts, a walk may also turn away from where it leads.
        if (is_end(world.mesh, gate, from.point)) continue;
        ASSERT_TRUE(sights.past(gate).holds(to.point.xy())) << "seed " << seed << ", query " << i;
      }
    }
  }
  EXPECT_GT(seen, 100u);
  EXPECT_LT(held, asked * 3 / 4);  // most of the rest is told apart
}

// Past a gate into a closed room nothing but the room is seen.
TEST(VisibilityBounds, end_at_walls) {
  const World world = squares({"######", "#.#...", "#.....", "#.#...", "######"});
  VisibilityBounds sights(world.mesh);
  for (const EdgeId edge : world.mesh.edges()) {
    const bool leads_in =
        world.mesh.is_portal(edge) && world.mesh.start(edge).x == 2 && world.mesh.end(edge).x == 2;
    if (!leads_in) continue;
    const VisibilityBound sight = sights.past(edge);
    const double y = world.mesh.midpoint(edge).y;
    const bool is_eastwards = world.mesh.start(edge).y < world.mesh.end(edge).y;
    EXPECT_EQ(sight.holds({1.5, y}), !is_eastwards);
    EXPECT_EQ(sight.holds({4.5, y}), is_eastwards);
    EXPECT_FALSE(sight.holds({-3, y}));
  }
}

}  // namespace
}  // namespace thalweg
