#include "thalweg/path/shape.hpp"

#include <gtest/gtest.h>

#include "thalweg/geometry/segment.hpp"
#include "thalweg/path/check.hpp"
#include "unit/path/path_worlds.hpp"
#include "unit/path/random_corridor.hpp"

namespace thalweg {
namespace {

constexpr Shape kAll[] = {Shape::centres, Shape::midpoints, Shape::sight, Shape::funnel,
                          Shape::spline};

double plan_length(std::span<const PathPoint> points) {
  double sum = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    sum += length(points[i].vec().xy() - points[i - 1].vec().xy());
  }
  return sum;
}

std::vector<PathPoint> shaped(const World& world, const Corridor& corridor, Shape shape) {
  return shape_corridor(world, corridor, {.shape = shape});
}

TEST(Shape, names_come_back) {
  for (const Shape shape : kAll) EXPECT_EQ(named_shape(to_string(shape)).value(), shape);
  EXPECT_EQ(named_shape("Funnel").error(),
            "there is no shape 'Funnel': say centres, midpoints, sight, funnel or spline");
}

TEST(Shape, every_shape_but_centres_can_be_walked) {
  Shaper shaper;
  std::vector<PathPoint> points;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    for (const auto& [name, world] : small_worlds(seed)) {
      for (const Corridor& corridor : random_corridors(world, 40, seed)) {
        for (const Shape shape : kAll) {
          points = shaper.shape(world, corridor, {.shape = shape}, std::move(points));
          ASSERT_GE(points.size(), 2u);
          ASSERT_EQ(points.front().vec(), corridor.start.point);
          ASSERT_EQ(points.back().vec(), corridor.goal.point);
          if (shape == Shape::centres) continue;
          ASSERT_EQ(broken_law(points, world), std::nullopt)
              << name << " seed " << seed << " " << to_string(shape);
        }
      }
    }
  }
}

TEST(Shape, the_funnel_is_no_longer_than_the_midpoint_line) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    for (const auto& [name, world] : small_worlds(seed)) {
      for (const Corridor& corridor : random_corridors(world, 100, seed)) {
        const double funnel = plan_length(shaped(world, corridor, Shape::funnel));
        EXPECT_LE(funnel, plan_length(shaped(world, corridor, Shape::midpoints)) + 1e-9) << name;
      }
    }
  }
}

TEST(Shape, sight_is_no_longer_than_the_midpoint_line) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    for (const auto& [name, world] : small_worlds(seed)) {
      for (const Corridor& corridor : random_corridors(world, 100, seed)) {
        const auto sight = shaped(world, corridor, Shape::sight);
        const auto midpoints = shaped(world, corridor, Shape::midpoints);
        EXPECT_LE(plan_length(sight), plan_length(midpoints) + 1e-9) << name;
        EXPECT_LE(sight.size(), midpoints.size());
      }
    }
  }
}

TEST(Shape, crossings_follow_the_ground) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    for (const auto& [name, world] : small_worlds(seed)) {
      for (const Corridor& corridor : random_corridors(world, 40, seed)) {
        for (const Shape shape : {Shape::midpoints, Shape::sight, Shape::funnel, Shape::spline}) {
          const auto points =
              shape_corridor(world, corridor, {.shape = shape, .every_crossing = true});
          ASSERT_EQ(broken_law(points, world, {.slack = kWalkSlack}), std::nullopt)
              << name << " seed " << seed << " " << to_string(shape);
          EXPECT_NEAR(plan_length(points), plan_length(shaped(world, corridor, shape)), 1e-6);
          // Between two crossings there is one face.
          for (std::size_t i = 0; i + 1 < points.size(); ++i) {
            if (!points[i].link.is_none()) continue;
            const Vec2 next = points[i + 1].vec().xy();
            const Vec2 near = nearest_point(world.mesh, points[i].face, next);
            ASSERT_LE(length(near - next), rounding_at(next)) << name << " " << to_string(shape);
          }
        }
      }
    }
  }
}

TEST(Shape, links_contribute_their_ends) {
  const World world = linked_hills(3);
  std::size_t taken = 0;
  for (const Corridor& corridor : random_corridors(world, 300, 5)) {
    std::vector<LinkId> wanted;
    for (const CorridorStep& step : corridor.steps) {
      if (!step.link.is_none()) wanted.push_back(step.link);
    }
    taken += wanted.size();
    for (const Shape shape : kAll) {
      std::vector<LinkId> found;
      for (const PathPoint& point : shaped(world, corridor, shape)) {
        if (!point.link.is_none()) found.push_back(point.link);
      }
      EXPECT_EQ(found, wanted);
    }
  }
  EXPECT_GT(taken, 50u);
}

TEST(Shape, start_at_goal_gives_two_points) {
  const World world = holes(1);
  const Spot spot{FaceId(0), {0.25, 0.5, 0}};
  for (const Shape shape : kAll) {
    const auto points = shaped(world, {spot, spot, {}}, shape);
    ASSERT_EQ(points.size(), 2u);
    EXPECT_EQ(points[0].vec(), points[1].vec());
  }
}

TEST(Shape, a_step_straight_back_is_left_out) {
  const World world = mesh_scene(". . .");
  const Mesh& mesh = world.mesh;
  EdgeId portal;
  for (const EdgeId e : mesh.edges(FaceId(0))) {
    if (mesh.across(e) == FaceId(1)) portal = e;
  }
  const Corridor corridor{{FaceId(0), {0.5, 0.2, 0}},
                          {FaceId(0), {0.5, 0.8, 0}},
                          {{FaceId(0), portal, {}}, {FaceId(1), mesh.twin(portal), {}}}};
  ASSERT_EQ(broken_law(corridor, world), std::nullopt);
  for (const Shape shape : kAll) EXPECT_EQ(shaped(world, corridor, shape).size(), 2u);
}

TEST(Shape, an_end_rounded_over_a_portal_makes_no_detour) {
  const World world = mesh_scene(". . .");
  Random random(1);
  Corridor corridor = FaceTree(world, FaceId(0), false, random).to(world, FaceId(2), random);
  corridor.start = {FaceId(0), {1 + 1e-12, 0.5, 0}};
  corridor.goal = {FaceId(2), {2 - 1e-12, 0.75, 0}};
  ASSERT_EQ(broken_law(corridor, world), std::nullopt);
  for (const ShapeOptions& options :
       {ShapeOptions{}, ShapeOptions{.radius = 0.2}, ShapeOptions{.shape = Shape::sight}}) {
    EXPECT_EQ(shape_corridor(world, corridor, options).size(), 2u);
  }
}

// ---- with a radius

// The corners along the sides of the corridor that a wall touches, and whether all of them leave
// room: each pair, each to the walls of the corridor's faces, and each to the ends.
struct WallCorners {
  std::vector<Vec2> corners;
  bool is_roomy = true;
};

bool touches_wall_slowly(const Mesh& mesh, VertexId v) {
  for (const EdgeId e : mesh.edges()) {
    if (mesh.origin(e) != v && mesh.target(e) != v) continue;
    if (!CrossRule{}.allows(mesh, e) || !is_walkable(mesh.area(mesh.face(e)))) return true;
  }
  return false;
}

WallCorners wall_corners(const World& world, const Corridor& corridor, double radius) {
  const Mesh& mesh = world.mesh;
  WallCorners result;
  std::vector<VertexId> vertices;
  std::vector<FaceId> faces{corridor.goal.face};
  for (const CorridorStep& step : corridor.steps) {
    faces.push_back(step.face);
    vertices.push_back(mesh.origin(step.portal));
    vertices.push_back(mesh.target(step.portal));
  }
  for (std::size_t i = 0; i + 1 < corridor.steps.size(); ++i) {
    for (const EdgeId e : mesh.edges(corridor.steps[i + 1].face))
      vertices.push_back(mesh.origin(e));
  }
  std::sort(vertices.begin(), vertices.end());
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  // Just over two radii, as polygons stand out beyond their circles.
  const double room = 2.1 * radius;
  for (const VertexId v : vertices) {
    const Vec2 p = mesh.point(v).xy();
    for (const VertexId w : vertices) {
      if (w != v && length(mesh.point(w).xy() - p) < room) result.is_roomy = false;
    }
    for (const FaceId face : faces) {
      for (const EdgeId e : mesh.edges(face)) {
        if (CrossRule{}.allows(mesh, e) || mesh.origin(e) == v || mesh.target(e) == v) continue;
        const Segment2 wall{mesh.start(e).xy(), mesh.end(e).xy()};
        if (distance(wall, p) < room) result.is_roomy = false;
      }
    }
    if (!touches_wall_slowly(mesh, v)) continue;
    result.corners.push_back(p);
    for (const Spot& end : {corridor.start, corridor.goal}) {
      if (length(end.point.xy() - p) < radius) result.is_roomy = false;
    }
  }
  return result;
}

TEST(RoundFunnel, keeps_its_distance_from_wall_corners) {
  std::size_t checked = 0;
  Shaper shaper;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    for (const auto& [name, world] : small_worlds(seed)) {
      if (name == "linked hills") continue;
      for (const Corridor& corridor : random_corridors(world, 60, seed)) {
        for (const double radius : {0.05, 0.2, 0.4}) {
          const auto [corners, is_roomy] = wall_corners(world, corridor, radius);
          const auto points = shaper.shape(world, corridor, {.radius = radius});
          ASSERT_EQ(broken_law(points, world), std::nullopt) << name << " seed " << seed;
          if (!is_roomy) continue;
          ++checked;
          for (std::size_t i = 0; i + 1 < points.size(); ++i) {
            const Segment2 walk{points[i].vec().xy(), points[i + 1].vec().xy()};
            for (const Vec2 corner : corners) {
              ASSERT_GE(distance(walk, corner), radius - 1e-6)
                  << name << " seed " << seed << " radius " << radius;
            }
          }
          const double plain = plan_length(shaped(world, corridor, Shape::funnel));
          EXPECT_GE(plan_length(points), plain - 1e-9) << name << " seed " << seed << " radius "
                                                       << radius << " to " << corridor.goal.point.x;
        }
      }
    }
  }
  EXPECT_GT(checked, 500u);
}

TEST(RoundFunnel, a_small_radius_changes_little_and_none_nothing) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    for (const auto& [name, world] : small_worlds(seed)) {
      for (const Corridor& corridor : random_corridors(world, 50, seed)) {
        const auto plain = shape_corridor(world, corridor, {});
        EXPECT_EQ(shape_corridor(world, corridor, {.radius = 0}), plain);
        EXPECT_EQ(shape_corridor(world, corridor, {.radius = -1}), plain);
        const auto close = shape_corridor(world, corridor, {.radius = 1e-7});
        EXPECT_NEAR(plan_length(close), plan_length(plain),
                    1e-6 * static_cast<double>(plain.size()));
      }
    }
  }
}

TEST(RoundFunnel, grows_with_the_radius_and_stays_near_the_midpoint_line) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const World world = crooked(seed);
    for (const Corridor& corridor : random_corridors(world, 60, seed)) {
      if (!wall_corners(world, corridor, 0.15).is_roomy) continue;
      double last = 0;
      for (const double radius : {0.0, 0.03, 0.06, 0.1, 0.15}) {
        const auto points = shape_corridor(world, corridor, {.radius = radius, .arc_degrees = 1});
        const double metres = plan_length(points);
        EXPECT_GE(metres, last - 1e-4);
        last = metres;
      }
      EXPECT_LE(last, plan_length(shaped(world, corridor, Shape::midpoints)) * 1.01 + 0.2);
    }
  }
}

TEST(RoundFunnel, a_narrow_portal_is_crossed_in_its_middle) {
  const World world = mesh_scene(R"(
      . . . . .
      # # . # #
      . . . . . )");
  Random random(2);
  Corridor corridor = FaceTree(world, FaceId(0), false, random).to(world, FaceId(14), random);
  corridor.start = {FaceId(0), {0.25, 0.5, 0}};
  corridor.goal = {FaceId(14), {4.75, 2.5, 0}};
  const auto points = shape_corridor(world, corridor, {.radius = 3, .every_crossing = true});
  int crossings = 0;
  for (const PathPoint& p : points) {
    if (p.y == 1 || p.y == 2) {
      EXPECT_NEAR(p.x, 2.5, 1e-9);
      ++crossings;
    }
  }
  EXPECT_EQ(crossings, 2);
}

TEST(RoundFunnel, turns_at_most_so_much_at_one_point) {
  const World world = mesh_scene(R"(
      . . . .
      . # # #
      . . . . )");
  Random random(2);
  Corridor corridor = FaceTree(world, FaceId(3), false, random).to(world, FaceId(11), random);
  corridor.start = {FaceId(3), {3.5, 0.5, 0}};
  corridor.goal = {FaceId(11), {3.5, 2.5, 0}};
  for (const double degrees : {5.0, 30.0, 90.0}) {
    const auto points = shape_corridor(world, corridor, {.radius = 0.25, .arc_degrees = degrees});
    for (std::size_t i = 2; i < points.size(); ++i) {
      const Vec2 in = points[i - 1].vec().xy() - points[i - 2].vec().xy();
      const Vec2 out = points[i].vec().xy() - points[i - 1].vec().xy();
      const double cosine = dot(in, out) / (length(in) * length(out));
      EXPECT_LE(std::acos(cosine) * 57.29578, degrees + 1e-6);
    }
  }
}

// ---- on the benchmark meshes

TEST(ShapeData, laws_hold_on_the_merged_meshes) {
  THALWEG_NEEDS_DATA();
  Shaper shaper;
  std::vector<PathPoint> points;
  for (const auto& file : merged_meshes()) {
    const World world = merged_mesh(file);
    for (const Corridor& corridor : random_corridors(world, 60, 1)) {
      double midpoints = 0;
      for (const Shape shape : {Shape::midpoints, Shape::sight, Shape::funnel, Shape::spline}) {
        points = shaper.shape(world, corridor, {.shape = shape}, std::move(points));
        ASSERT_EQ(broken_law(points, world), std::nullopt) << file << " " << to_string(shape);
        if (shape == Shape::midpoints) midpoints = plan_length(points);
        if (shape == Shape::funnel) {
          EXPECT_LE(plan_length(points), midpoints * (1 + 1e-12) + 1e-9);
        }
      }
      points = shaper.shape(world, corridor, {.radius = 0.4}, std::move(points));
      ASSERT_EQ(broken_law(points, world), std::nullopt) << file << " radius";
      points = shaper.shape(world, corridor, {.every_crossing = true}, std::move(points));
      ASSERT_EQ(broken_law(points, world, {.slack = kWalkSlack}), std::nullopt) << file;
    }
  }
}

}  // namespace
}  // namespace thalweg
