// Grids as meshes: the laws of a mesh, a surface without breaks, and the
// same rays as over a stored mesh.
#include "thalweg/world/grid_mesh.hpp"

#include <gtest/gtest.h>

#include <tuple>

#include "scene.hpp"
#include "scope.hpp"
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
  Random random(seed_of(4));
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
  Random random(seed_of(5));
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
  const auto middle = [&](std::uint32_t s) {
    return SurfacePoint{FaceId(s), mesh.centre(FaceId(s))};
  };
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
  Random random(seed_of(6));
  for (int i = 0; i < 2000; ++i) {
    const FaceId from(random.below(12));
    const FaceId to(random.below(12));
    if (from.value == 5 || to.value == 5) continue;
    const SurfacePoint start{from, mesh.centre(from)};
    const EdgeId side(mesh.edges(to).front().value + random.below(4));
    const SurfacePoint goal{to, random.below(2) == 0 ? mesh.start(side) : mesh.midpoint(side)};
    FaceId at = from;
    const auto note = [&](EdgeId edge) {
      EXPECT_EQ(mesh.face(edge), at);
      at = mesh.across(edge);
    };
    EXPECT_TRUE(!line_of_sight(mesh, start, goal, {}, note) || at == to);
  }
}

TEST(FastDivisor, divides) {
  Random random(seed_of(7));
  const std::uint32_t most = (1u << FastDivisor::kBits) - 1;
  for (int i = 0; i < 2000; ++i) {
    const std::uint32_t divisor = i < 1000 ? i + 1 : 1 + random.below(most);
    const FastDivisor by(divisor);
    const std::uint32_t multiple = most / divisor * divisor;
    for (const std::uint32_t value : {0u, divisor - 1, divisor, multiple - 1, multiple, most,
                                      random.below(most), random.below(divisor)}) {
      EXPECT_EQ(by.quotient(value), value / divisor) << value << " / " << divisor;
    }
  }
}

// Over squares rays take long strides; over a mesh of the same squares they do not.
TEST(Ray, crosses_the_same_squares_over_a_grid_and_over_its_mesh) {
  Random random(seed_of(8));
  std::size_t clear = 0;
  for (int i = 0; i < 40; ++i) {
    std::string text;
    for (int y = 0; y < 20; ++y) {
      for (int x = 0; x < 30; ++x) text += random.below(12) == 0 ? '#' : '.';
      text += '\n';
    }
    const World world = scene(text);
    const World stored = mesh_scene(text);
    const GridMesh mesh(world.grid);
    // A corner, the middle of a side, the centre or any point of a free square.
    const auto surface_point = [&] {
      FaceId face(random.below(mesh.face_count()));
      while (!is_walkable(mesh.area(face))) face = FaceId(random.below(mesh.face_count()));
      const EdgeId side(mesh.edges(face).front().value + random.below(4));
      const Vec3 low = mesh.start(mesh.edges(face).front());
      const Vec3 any{low.x + random.unit(), low.y + random.unit(), 0};
      const Vec3 points[] = {mesh.start(side), mesh.midpoint(side), mesh.centre(face), any};
      return SurfacePoint{face, points[random.below(4)]};
    };
    const auto crossed = [](const auto& over, const SurfacePoint& from, const SurfacePoint& to) {
      std::vector<FaceId> faces;
      const auto note = [&](EdgeId edge) { faces.push_back(over.across(edge)); };
      const Ray ray = cast_ray_to(over, from, to, {}, note);
      return std::tuple(ray.is_clear, ray.end, faces);
    };
    for (int k = 0; k < 500; ++k) {
      const SurfacePoint from = surface_point();
      const SurfacePoint to = surface_point();
      const auto ray = crossed(mesh, from, to);
      EXPECT_EQ(ray, crossed(stored.mesh, from, to));
      clear += std::get<0>(ray);
    }
  }
  EXPECT_GT(clear, 2000u);
}

}  // namespace
}  // namespace thalweg
