#include "thalweg/world/grid_mesh.hpp"

#include <gtest/gtest.h>

#include "scene.hpp"
#include "thalweg/geometry/predicates.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

std::vector<World> grid_worlds() {
  std::vector<World> worlds;
  for (const GridShape shape : {GridShape::square, GridShape::hex}) {
    for (const float spacing : {1.0f, 0.3f}) {
      worlds.push_back(random_grid(3, "..0123#w", {.shape = shape, .spacing = spacing}));
    }
  }
  return worlds;
}

TEST(GridMesh, is_a_mesh) {
  for (const World& world : grid_worlds()) {
    const GridMesh mesh(world.grid);
    for (const SquareId s : world.grid.squares()) {
      const FaceId face(s.value);
      EXPECT_TRUE(contains(mesh, face, world.grid.centre(s).xy()));
      EXPECT_EQ(mesh.area(face), world.grid.area(s));
      for (const EdgeId e : mesh.edges(face)) {
        EXPECT_EQ(mesh.face(e), face);
        const Vec2 a = mesh.flat(mesh.origin(e));
        const Vec2 b = mesh.flat(mesh.target(e));
        EXPECT_GT(orientation(a, b, mesh.centre(face).xy()), 0);
        EXPECT_EQ(mesh.target(e), mesh.origin(mesh.next(e)));
        EXPECT_EQ(mesh.is_portal(e), !mesh.twin(e).is_none());
        if (!mesh.is_portal(e)) continue;
        const EdgeId twin = mesh.twin(e);
        EXPECT_EQ(mesh.twin(twin), e);
        EXPECT_EQ(mesh.face(twin), mesh.across(e));
        EXPECT_EQ(mesh.origin(twin), mesh.target(e));
        EXPECT_EQ(mesh.target(twin), mesh.origin(e));
        EXPECT_NEAR(length(mesh.centre(face).xy() - mesh.centre(mesh.across(e)).xy()),
                    world.grid.spacing(), 1e-6 * world.grid.spacing());
      }
    }
  }
}

TEST(GridMesh, its_faces_are_the_squares_that_hold_a_point) {
  Random random(4);
  for (const World& world : grid_worlds()) {
    const GridMesh mesh(world.grid);
    for (int i = 0; i < 2000; ++i) {
      const Vec3 size = world.box().size();
      const Vec2 p{random.between(0, size.x), random.between(0, size.y)};
      const SquareId s = world.grid.square_at(p);
      EXPECT_TRUE(s.is_none() || contains(mesh, FaceId(s.value), p));
    }
  }
}

TEST(GridMesh, its_surface_has_no_breaks_between_free_squares) {
  Random random(5);
  for (const World& world : grid_worlds()) {
    const GridMesh mesh(world.grid);
    for (const SquareId s : world.grid.squares()) {
      const FaceId face(s.value);
      if (!world.grid.is_free(s)) continue;
      EXPECT_NEAR(mesh.height_at(face, mesh.centre(face).xy()), world.grid.ground(s), 1e-9);
      for (const EdgeId e : mesh.edges(face)) {
        const FaceId other = mesh.across(e);
        if (other.is_none() || !world.grid.is_free(SquareId(other.value))) continue;
        const Vec2 a = mesh.flat(mesh.origin(e));
        const Vec2 p = a + (mesh.flat(mesh.target(e)) - a) * random.unit();
        EXPECT_NEAR(mesh.height_at(face, p), mesh.height_at(other, p), 1e-9);
      }
    }
  }
}

TEST(GridMesh, sight_does_not_slip_between_two_squares_that_touch) {
  const World world = scene(R"(
      . #
      # . )");
  const GridMesh mesh(world.grid);
  const auto middle = [&](std::uint32_t s) { return Spot{FaceId(s), mesh.centre(FaceId(s))}; };
  EXPECT_FALSE(line_of_sight(mesh, middle(0), middle(3)));
  const World open = scene(R"(
      . #
      . . )");
  const GridMesh wide(open.grid);
  EXPECT_TRUE(line_of_sight(wide, middle(0), middle(3)));  // it touches a corner only
}

TEST(Ray, reports_the_edges_that_lead_to_the_face_of_the_target) {
  const World world = scene(R"(
      . . . .
      . # . .
      . . . . )");
  const GridMesh mesh(world.grid);
  Random random(6);
  for (int i = 0; i < 2000; ++i) {
    const FaceId from(random.below(12));
    const FaceId to(random.below(12));
    if (from.value == 5 || to.value == 5) continue;
    const Spot start{from, mesh.centre(from)};
    const EdgeId side(mesh.edges(to).front().value + random.below(4));
    const Spot goal{to, random.below(2) == 0 ? mesh.start(side) : mesh.midpoint(side)};
    FaceId at = from;
    const auto note = [&](EdgeId edge) {
      EXPECT_EQ(mesh.face(edge), at);
      at = mesh.across(edge);
    };
    EXPECT_TRUE(!line_of_sight(mesh, start, goal, {}, note) || at == to);
  }
}

}  // namespace
}  // namespace thalweg
