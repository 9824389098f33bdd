// Pulled paths bend only at walls, never cost more than they should, and equal the path through the
// whole new corridor; shapes on grids.
#include "thalweg/path/pull.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "scope.hpp"
#include "thalweg/geometry/segment.hpp"
#include "thalweg/path/check.hpp"
#include "thalweg/path/shape.hpp"
#include "thalweg/world/grid_mesh.hpp"
#include "thalweg/world/ray.hpp"
#include "unit/path/path_worlds.hpp"
#include "unit/path/random_corridor.hpp"

namespace thalweg {
namespace {

// True when a wall touches the point, seen from any face about it.
template <class AnyMesh>
bool touches_a_wall(const AnyMesh& mesh, Vec2 p) {
  for (std::uint32_t e = 0; e < mesh.edge_count(); ++e) {
    const EdgeId edge(e);
    if (!is_walkable(mesh.area(mesh.face(edge)))) continue;
    if (CrossRule{}.allows(mesh, edge)) continue;
    if (mesh.flat(mesh.origin(edge)) == p || mesh.flat(mesh.target(edge)) == p) return true;
  }
  return false;
}

TEST(Puller, every_bend_touches_a_wall) {
  Shaper shaper;
  std::size_t in_the_open = 0;
  std::size_t left_open = 0;
  for (const std::uint64_t seed : seeds(12)) {
    for (const auto& [name, world] : small_worlds(seed)) {
      for (const Corridor& corridor : random_corridors(world, 40, seed)) {
        const auto before = shaper.shape(world, corridor, {.pull_again = false});
        const auto after = shaper.shape(world, corridor);
        ASSERT_EQ(broken_local_law(after, world), std::nullopt) << name << " seed " << seed;
        ASSERT_LE(plan_length(after), plan_length(before) * (1 + 1e-9));
        for (std::size_t i = 1; i + 1 < before.size(); ++i) {
          in_the_open += !touches_a_wall(world.mesh, before[i].vec().xy());
        }
        for (std::size_t i = 1; i + 1 < after.size(); ++i) {
          const bool is_at_link = !after[i].link.is_none() || !after[i - 1].link.is_none();
          left_open += !is_at_link && !touches_a_wall(world.mesh, after[i].vec().xy());
        }
      }
    }
  }
  EXPECT_GT(in_the_open, 1000u);
  EXPECT_LE(left_open, in_the_open / 1000);  // on hills, one bend in a few thousand stays
}

TEST(Puller, open_ground_is_crossed_straight) {
  const World world = mesh_scene(std::string(20, '.') + "\n" + std::string(20, '.') + "\n" +
                                 std::string(20, '.') + "\n" + std::string(20, '.'));
  for (const Corridor& corridor : random_corridors(world, 300, 1)) {
    EXPECT_EQ(shape_corridor(world, corridor).size(), 2u);
  }
}

TEST(Puller, prices_that_would_rise_keep_the_string_in_its_corridor) {
  const World world = mesh_scene(R"(
      . . . . .
      . w w w .
      . w w w . )");
  Corridor corridor{{FaceId(10), {0.5, 2.5, 0}}, {FaceId(14), {4.5, 2.5, 0}}, {}};
  FaceId at(10);
  for (const std::uint32_t next : {5u, 0u, 1u, 2u, 3u, 4u, 9u, 14u}) {
    for (const EdgeId e : world.mesh.edges(at)) {
      if (world.mesh.across(e) == FaceId(next)) corridor.steps.push_back({at, e, {}, false});
    }
    at = FaceId(next);
  }
  ASSERT_EQ(broken_law(corridor, world), std::nullopt);
  EXPECT_EQ(shape_corridor(world, corridor).size(), 2u);
  // A metre of swamp costs ten.
  const auto price = [&](const SurfacePoint& from, const SurfacePoint& to) {
    double sum = 0;
    const Vec2 span = to.point.xy() - from.point.xy();
    for (int i = 0; i < 1000; ++i) {
      const Vec2 p = from.point.xy() + span * ((i + 0.5) / 1000);
      const bool is_swamp = p.x > 1 && p.x < 4 && p.y > 1;
      sum += length(span) / 1000 * (is_swamp ? 10 : 1);
    }
    return sum;
  };
  const auto points = shape_corridor(world, corridor, {}, {}, {.price = price});
  ASSERT_EQ(points.size(), 4u);
  EXPECT_EQ(points[1].vec(), (Vec3{1, 1, 0}));
  EXPECT_EQ(points[2].vec(), (Vec3{4, 1, 0}));
}

// A walk from square to square over free squares, as an A* over squares would find.
std::vector<PathPoint> random_walk(const World& world, Random& random, std::size_t steps) {
  const GridMesh mesh(world.grid);
  const auto middle = [&](FaceId face) {
    const Vec3 p = mesh.centre(face);
    return PathPoint{p.x, p.y, p.z, face, {}, mesh.area(face)};
  };
  FaceId at(random.below(mesh.face_count()));
  while (!is_walkable(mesh.area(at))) at = FaceId(random.below(mesh.face_count()));
  std::vector<PathPoint> points{middle(at)};
  for (std::size_t i = 0; i < steps; ++i) {
    const auto edges = mesh.edges(at);
    const EdgeId e(edges.front().value + random.below(edges.size()));
    if (!CrossRule{}.allows(mesh, e)) continue;
    at = mesh.across(e);
    points.push_back(middle(at));
  }
  return points;
}

std::optional<std::string> broken_grid_law(const World& world,
                                           const std::vector<PathPoint>& points) {
  const GridMesh mesh(world.grid);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!lies_on(mesh, surface_point_of(points[i]))) return "a point lies off its square";
    if (points[i].area != mesh.area(points[i].face)) return "a point names another area";
    if (i + 1 == points.size()) break;
    if (!can_walk(mesh, surface_point_of(points[i]), surface_point_of(points[i + 1])))
      return "a walk is not clear";
  }
  return std::nullopt;
}

TEST(Shape, every_shape_works_on_grids) {
  Shaper shaper;
  Random random(seed_of(9));
  for (const GridShape shape : {GridShape::square, GridShape::hex}) {
    for (const std::uint64_t seed : seeds(10)) {
      const World world = random_grid(seed, "......#w", {.shape = shape});
      const GridMesh mesh(world.grid);
      for (int i = 0; i < 20; ++i) {
        const auto route = random_walk(world, random, 1 + random.below(80));
        const auto shaped = [&](const ShapeOptions& options) {
          const auto points = shaper.reshape(mesh, route, options);
          EXPECT_EQ(points.front().vec(), route.front().vec());
          EXPECT_EQ(points.back().vec(), route.back().vec());
          if (options.shape == Shape::centres) return points;
          EXPECT_EQ(broken_grid_law(world, points), std::nullopt)
              << "seed " << seed << " " << to_string(options.shape);
          return points;
        };
        const double middles = plan_length(shaped({.shape = Shape::midpoints}));
        EXPECT_NEAR(middles, plan_length(route), 1e-9);
        EXPECT_NEAR(plan_length(shaped({.shape = Shape::pruned})), middles, 1e-9);
        EXPECT_LE(plan_length(shaped({.shape = Shape::sight})), middles + 1e-9);
        const auto taut = shaped({.shape = Shape::funnel});
        EXPECT_LE(plan_length(taut), middles + 1e-9);
        for (std::size_t k = 1; k + 1 < taut.size(); ++k) {
          // Corners of hexagons are rounded: some lie on a line but for that.
          const Segment2 line{taut[k - 1].vec().xy(), taut[k + 1].vec().xy()};
          EXPECT_TRUE(touches_a_wall(mesh, taut[k].vec().xy()) ||
                      distance(line, taut[k].vec().xy()) < 1e-12)
              << "seed " << seed;
        }
        shaped({.shape = Shape::spline});
        shaped({.shape = Shape::spline, .spline_of = Shape::pruned});
        shaped({.shape = Shape::centres});
        shaped({.radius = 0.3});
      }
    }
  }
}

// Where prices follow lengths, planners give none.
TEST(Puller, a_price_for_each_metre_changes_nothing) {
  Shaper shaper;
  Random random(seed_of(10));
  for (const std::uint64_t seed : seeds(20)) {
    const World world = random_grid(seed, ".......#", {});
    const GridMesh mesh(world.grid);
    const auto price = [&](const SurfacePoint& from, const SurfacePoint& to) {
      const bool is_clear = line_of_sight(mesh, from, to);
      return is_clear ? 1.7 * length(to.point.xy() - from.point.xy()) : HUGE_VAL;
    };
    for (int i = 0; i < 40; ++i) {
      const auto route = random_walk(world, random, 1 + random.below(200));
      for (const Shape shape : {Shape::funnel, Shape::sight}) {
        const auto plain = shaper.reshape(mesh, route, {.shape = shape});
        const auto priced = shaper.reshape(mesh, route, {.shape = shape}, {}, {.price = price});
        EXPECT_EQ(plain, priced) << "seed " << seed;
      }
    }
  }
}

// Only what has changed is pulled again: the string is that of the whole corridor all the same.
TEST(Puller, the_corridor_has_no_bend_left_to_pull) {
  Random random(seed_of(11));
  Funnel funnel;
  Puller puller;
  Puller again;
  for (const std::uint64_t seed : seeds(20)) {
    const World world = random_grid(seed, "......##", {});
    const GridMesh mesh(world.grid);
    for (int i = 0; i < 40; ++i) {
      const auto route = random_walk(world, random, 1 + random.below(300));
      std::vector<EdgeId> portals;
      const auto note = [&](EdgeId edge) {
        if (!portals.empty() && portals.back() == mesh.twin(edge)) {
          portals.pop_back();
        } else {
          portals.push_back(edge);
        }
      };
      for (std::size_t k = 1; k < route.size(); ++k) {
        line_of_sight(mesh, surface_point_of(route[k - 1]), surface_point_of(route[k]), {}, note);
      }
      const Stretch stretch{surface_point_of(route.front()), surface_point_of(route.back()),
                            portals};
      if (stretch.start.point == stretch.goal.point) continue;  // a string of no length
      const auto pulled = puller.pull(mesh, stretch, {});
      const Stretch end{stretch.start, stretch.goal, pulled};
      const std::span<const Bend> bends = funnel.pull(mesh, end);
      ASSERT_EQ(puller.bends().size(), bends.size());
      for (std::size_t k = 0; k < bends.size(); ++k) {
        EXPECT_EQ(puller.bends()[k].point, bends[k].point);
        EXPECT_EQ(puller.bends()[k].corner, bends[k].corner);
        EXPECT_EQ(puller.bends()[k].crossed, bends[k].crossed);
      }
      EXPECT_EQ(again.pull(mesh, end, {}), pulled);
    }
  }
}

TEST(Shape, pruned_paths_have_no_points_on_a_line) {
  const World world = scene(R"(
      . . . . .
      # # # # .
      . . . . . )");
  const GridMesh mesh(world.grid);
  std::vector<PathPoint> route;
  for (const std::uint32_t s : {0u, 1u, 2u, 3u, 4u, 9u, 14u, 13u, 12u, 11u, 10u}) {
    const Vec3 p = mesh.centre(FaceId(s));
    route.push_back({p.x, p.y, p.z, FaceId(s), {}, kGround});
  }
  Shaper shaper;
  EXPECT_EQ(shaper.reshape(mesh, route, {.shape = Shape::midpoints}).size(), 11u);
  EXPECT_EQ(shaper.reshape(mesh, route, {.shape = Shape::pruned}).size(), 4u);
  EXPECT_EQ(shaper.reshape(mesh, route, {.shape = Shape::funnel}).size(), 4u);
}

}  // namespace
}  // namespace thalweg
