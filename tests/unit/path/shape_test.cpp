// Every shape: walkable, no longer than the midpoint line where that is promised, harmless with odd
// options, with links and at ends on portals.
#include "thalweg/path/shape.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "scope.hpp"
#include "thalweg/path/check.hpp"
#include "unit/path/merged_meshes.hpp"
#include "unit/path/path_worlds.hpp"
#include "unit/path/random_corridor.hpp"

namespace thalweg {
namespace {

constexpr Shape kAll[] = {Shape::centres, Shape::midpoints, Shape::pruned,   Shape::sight,
                          Shape::funnel,  Shape::spline,    Shape::cheapest, Shape::switchbacks};

std::vector<PathPoint> shaped(const World& world, const Corridor& corridor, Shape shape) {
  return shape_corridor(world, corridor, {.shape = shape});
}

TEST(Shape, names_come_back) {
  for (const Shape shape : kAll) EXPECT_EQ(named_shape(to_string(shape)).value(), shape);
  EXPECT_EQ(named_shape("Funnel").error(),
            "there is no shape 'Funnel': say centres, midpoints, pruned, sight, funnel, spline, "
            "cheapest or switchbacks");
}

TEST(Shape, every_shape_but_centres_can_be_walked) {
  Shaper shaper;
  std::vector<PathPoint> points;
  for (const std::uint64_t seed : seeds(40)) {
    for (const auto& [name, world] : small_worlds(seed)) {
      for (const Corridor& corridor : random_corridors(world, 40, seed)) {
        for (const Shape shape : kAll) {
          points = shaper.shape(world, corridor, {.shape = shape}, std::move(points));
          ASSERT_GE(points.size(), 2u);
          ASSERT_EQ(points.front().vec(), corridor.start.point);
          ASSERT_EQ(points.back().vec(), corridor.goal.point);
          if (shape == Shape::centres) continue;
          ASSERT_EQ(broken_local_law(points, world), std::nullopt)
              << name << " seed " << seed << " " << to_string(shape);
        }
      }
    }
  }
}

TEST(Shape, the_funnel_is_no_longer_than_the_midpoint_line) {
  for (const std::uint64_t seed : seeds(10)) {
    for (const auto& [name, world] : small_worlds(seed)) {
      for (const Corridor& corridor : random_corridors(world, 100, seed)) {
        const double funnel = plan_length(shaped(world, corridor, Shape::funnel));
        EXPECT_LE(funnel, plan_length(shaped(world, corridor, Shape::midpoints)) + 1e-9) << name;
      }
    }
  }
}

TEST(Shape, sight_is_no_longer_than_the_midpoint_line) {
  for (const std::uint64_t seed : seeds(10)) {
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
  for (const std::uint64_t seed : seeds(20)) {
    for (const auto& [name, world] : small_worlds(seed)) {
      for (const Corridor& corridor : random_corridors(world, 40, seed)) {
        for (const Shape shape : {Shape::midpoints, Shape::sight, Shape::funnel, Shape::spline}) {
          const auto points =
              shape_corridor(world, corridor, {.shape = shape, .every_crossing = true});
          ASSERT_EQ(broken_local_law(points, world, {.slack = kWalkSlack}), std::nullopt)
              << name << " seed " << seed << " " << to_string(shape);
          EXPECT_NEAR(plan_length(points), plan_length(shaped(world, corridor, shape)), 1e-6);
          // There is one face between two consecutive crossings.
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

TEST(Shape, options_that_make_no_sense_do_no_harm) {
  const World world = holes(2);
  const double infinite = std::numeric_limits<double>::infinity();
  for (const Corridor& corridor : random_corridors(world, 60, 2)) {
    for (const double bad : {kNoHeight, infinite, -infinite, 1e300, -0.0}) {
      for (const Shape shape : {Shape::funnel, Shape::spline}) {
        const ShapeOptions options{.shape = shape,
                                   .radius = bad,
                                   .arc_degrees = bad,
                                   .prune = bad,
                                   .spline_of = Shape::spline,
                                   .spline_pieces = 0,
                                   .spline_spacing = bad};
        EXPECT_EQ(broken_local_law(shape_corridor(world, corridor, options), world), std::nullopt);
        const ShapeOptions arcs{.shape = shape, .radius = 0.2, .arc_degrees = bad};
        EXPECT_EQ(broken_local_law(shape_corridor(world, corridor, arcs), world), std::nullopt);
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
  const SurfacePoint surface_point{FaceId(0), {0.25, 0.5, 0}};
  for (const Shape shape : kAll) {
    const auto points = shaped(world, {surface_point, surface_point, {}}, shape);
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
  Random random(seed_of(1));
  Corridor corridor = FaceTree(world, FaceId(0), false, random).to(world, FaceId(2), random);
  corridor.start = {FaceId(0), {1 + 1e-12, 0.5, 0}};
  corridor.goal = {FaceId(2), {2 - 1e-12, 0.75, 0}};
  ASSERT_EQ(broken_law(corridor, world), std::nullopt);
  for (const ShapeOptions& options :
       {ShapeOptions{}, ShapeOptions{.radius = 0.2}, ShapeOptions{.shape = Shape::sight}}) {
    EXPECT_EQ(shape_corridor(world, corridor, options).size(), 2u);
  }
}

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
        ASSERT_EQ(broken_local_law(points, world), std::nullopt) << file << " " << to_string(shape);
        if (shape == Shape::midpoints) midpoints = plan_length(points);
        if (shape == Shape::funnel) {
          EXPECT_LE(plan_length(points), midpoints * (1 + 1e-12) + 1e-9);
        }
      }
      points = shaper.shape(world, corridor, {.radius = 0.4}, std::move(points));
      ASSERT_EQ(broken_local_law(points, world), std::nullopt) << file << " radius";
      points = shaper.shape(world, corridor, {.every_crossing = true}, std::move(points));
      ASSERT_EQ(broken_local_law(points, world, {.slack = kWalkSlack}), std::nullopt) << file;
    }
  }
}

}  // namespace
}  // namespace thalweg
