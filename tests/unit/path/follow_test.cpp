// Followers walk the same path whatever the steps, find blocked walks ahead, and know
// where to plan from, on links too.
#include "thalweg/path/follow.hpp"

#include <gtest/gtest.h>

#include <set>

#include "scope.hpp"
#include "thalweg/path/shape.hpp"
#include "unit/path/path_worlds.hpp"
#include "unit/path/random_corridor.hpp"

namespace thalweg {
namespace {

PathPoint point_at(double x, double y) { return {x, y, 0, FaceId(0)}; }

TEST(PathFollower, walks_the_whole_path_whatever_the_steps) {
  const std::vector<PathPoint> points{point_at(0, 0), point_at(3, 4), point_at(3, 4),
                                      point_at(3, 10)};
  for (const double step : {0.1, 0.7, 5.0, 11.0, 100.0}) {
    PathFollower follower(points);
    EXPECT_DOUBLE_EQ(follower.remaining(), 11);
    double walked = 0;
    while (!follower.is_done()) {
      const PathPosition at = follower.advance(step);
      walked += step;
      EXPECT_NEAR(follower.remaining(), std::max(11 - walked, 0.0), 1e-9);
      if (!follower.is_done()) {
        EXPECT_NEAR(length(at.heading), 1, 1e-12);
      }
      const double y = walked < 5 ? walked * 0.8 : std::min(walked - 1, 10.0);
      EXPECT_NEAR(at.position.y, y, 1e-9);
    }
    EXPECT_EQ(follower.current().position, (Vec3{3, 10, 0}));
    EXPECT_EQ(follower.current().heading, Vec3{});
    EXPECT_EQ(follower.current().segment, 3u);
  }
}

TEST(PathFollower, stays_for_anything_but_a_positive_step) {
  PathFollower follower({point_at(0, 0), point_at(10, 0)});
  follower.advance(4);
  for (const double step : {0.0, -3.0, kNoHeight}) {
    EXPECT_EQ(follower.advance(step).position, (Vec3{4, 0, 0}));
    EXPECT_EQ(follower.remaining(), 6);
  }
}

TEST(PathFollower, an_empty_path_and_a_point_are_done) {
  PathFollower none;
  EXPECT_TRUE(none.is_done());
  EXPECT_EQ(none.advance(1).position, Vec3{});
  EXPECT_EQ(none.remaining(), 0);
  none.trim();
  EXPECT_FALSE(none.next_link());
  const World world = holes(1);
  EXPECT_FALSE(none.replan_from(world).is_found());
  EXPECT_FALSE(none.blocked_ahead(world, 10));
  PathFollower one({point_at(2, 2)});
  EXPECT_TRUE(one.is_done());
  EXPECT_EQ(one.advance(1).position, (Vec3{2, 2, 0}));
  EXPECT_EQ(one.replan_from(world).point, (Vec3{2, 2, 0}));
}

TEST(PathFollower, trimming_changes_nothing_ahead) {
  PathFollower whole({point_at(0, 0), point_at(3, 0), point_at(3, 5), point_at(9, 5)});
  PathFollower cut = whole;
  for (int i = 0; i < 20; ++i) {
    const PathPosition a = whole.advance(0.83);
    const PathPosition b = cut.advance(0.83);
    EXPECT_EQ(a.position, b.position);
    EXPECT_EQ(a.heading, b.heading);
    EXPECT_EQ(whole.remaining(), cut.remaining());
    cut.trim();
    EXPECT_EQ(cut.current().segment, 0u);
    EXPECT_EQ(cut.current().position, a.position);
  }
  EXPECT_EQ(cut.points().size(), 1u);
}

// A row of squares with a jump from the second to the fifth.
World row_with_jump() {
  Link jump{.from = {1.5f, 0.5f, 0}, .to = {4.5f, 0.5f, 0}};
  jump.length = 3;
  return mesh_scene(". . # # . . .", {jump});
}

std::vector<PathPoint> jumping_path(const World& world) {
  Random random(seed_of(1));
  Corridor corridor = FaceTree(world, FaceId(0), false, random).to(world, FaceId(6), random);
  corridor.start = {FaceId(0), {0.5, 0.5, 0}};
  corridor.goal = {FaceId(6), {6.5, 0.5, 0}};
  return shape_corridor(world, corridor);
}

TEST(PathFollower, links_are_reported_and_replanning_waits_for_their_end) {
  const World world = row_with_jump();
  PathFollower follower(jumping_path(world));
  ASSERT_EQ(follower.points().size(), 4u);
  auto link = follower.next_link();
  ASSERT_TRUE(link);
  EXPECT_EQ(link->point, 1u);
  EXPECT_DOUBLE_EQ(link->distance, 1);
  EXPECT_TRUE(follower.current().link.is_none());
  EXPECT_FALSE(follower.blocked_ahead(world, 100));

  EXPECT_EQ(follower.advance(2).link, LinkId(0));  // in the air
  EXPECT_EQ(follower.next_link()->distance, 0);
  EXPECT_EQ(follower.replan_from(world).point, (Vec3{4.5, 0.5, 0}));
  EXPECT_EQ(follower.replan_from(world).face, FaceId(4));
  std::vector<PathPoint> fresh{{4.5, 0.5, 0, FaceId(4)}, {5.5, 0.25, 0, FaceId(5)}};
  follower.splice(fresh);
  EXPECT_EQ(follower.current().position, (Vec3{2.5, 0.5, 0}));
  EXPECT_EQ(follower.current().link, LinkId(0));
  EXPECT_NEAR(follower.remaining(), 2 + std::sqrt(1.0625), 1e-12);
  follower.advance(100);
  EXPECT_EQ(follower.current().position, (Vec3{5.5, 0.25, 0}));
}

// A rule with edges that are shut.
struct Doors {
  std::set<std::uint32_t> shut;
  bool is_open(EdgeId edge) const { return !shut.contains(edge.value); }
  CrossRule rule() const { return {FunctionRef<bool(EdgeId)>::to<&Doors::is_open>(*this)}; }
};

TEST(PathFollower, a_door_shut_ahead_is_seen_and_one_behind_is_not) {
  World world = mesh_scene(". . . . .");
  world.origin = {1000.1, -77.7, 3};
  Random random(seed_of(1));
  Corridor corridor = FaceTree(world, FaceId(0), false, random).to(world, FaceId(4), random);
  corridor.start = {FaceId(0), {0.5, 0.5, 0}};
  corridor.goal = {FaceId(4), {4.5, 0.5, 0}};
  std::vector<PathPoint> points = shape_corridor(world, corridor);
  for (PathPoint& p : points) {
    const Vec3 q = from_world(Axes::y_up, world.frame().from_local(p.vec()));
    p.x = q.x;
    p.y = q.y;
    p.z = q.z;
  }
  PathFollower follower(points, {.axes = Axes::y_up});
  Doors doors;
  doors.shut.insert(corridor.steps[2].portal.value);  // at x = 3
  const WalkCheck check{.rule = doors.rule(), .slack = kWalkSlack};
  EXPECT_FALSE(follower.blocked_ahead(world, 2, check));
  auto block = follower.blocked_ahead(world, 10, check);
  ASSERT_TRUE(block);
  EXPECT_NEAR(block->distance, 2.5, 1e-9);
  EXPECT_EQ(block->wall, corridor.steps[2].portal);
  const Vec3 where = to_world(Axes::y_up, block->position) - world.origin;
  EXPECT_NEAR(length(where - Vec3{3, 0.5, 0}), 0, 1e-9);

  follower.advance(1.25);
  block = follower.blocked_ahead(world, 10, check);
  ASSERT_TRUE(block);
  EXPECT_NEAR(block->distance, 1.25, 1e-9);
  const SurfacePoint here = follower.replan_from(world);
  EXPECT_EQ(here.face, FaceId(1));
  EXPECT_NEAR(here.point.x, 1.75, 1e-9);
  follower.advance(1.5);
  EXPECT_FALSE(follower.blocked_ahead(world, 10, check));
}

TEST(PathFollower, a_face_that_is_elsewhere_now_blocks_the_path) {
  const World world = mesh_scene(". . . . . .");
  const auto point = [](double x, std::uint32_t face) {
    return PathPoint{x, 0.5, 0, FaceId(face)};
  };
  PathFollower stale({point(0.5, 3), point(5.5, 5)});
  const auto block = stale.blocked_ahead(world, 1);
  ASSERT_TRUE(block);
  EXPECT_EQ(block->distance, 0);
  PathFollower gone({point(0.5, 77), point(5.5, 5)});
  EXPECT_TRUE(gone.blocked_ahead(world, 1));
  PathFollower sound({point(0.5, 0), point(5.5, 5)});
  EXPECT_FALSE(sound.blocked_ahead(world, 1));
  // A link is not looked at, so its far end has to be.
  std::vector<PathPoint> points{point(0.5, 0), point(1.5, 5), point(5.5, 5)};
  points[0].link = LinkId(0);
  const auto after = PathFollower(points).blocked_ahead(world, 2);
  ASSERT_TRUE(after);
  EXPECT_EQ(after->distance, 1);
}

TEST(PathFollower, finds_its_surface_point_all_along_random_paths) {
  for (const std::uint64_t seed : seeds(10)) {
    for (const auto& [name, world] : small_worlds(seed)) {
      for (const Corridor& corridor : random_corridors(world, 20, seed)) {
        for (const Shape shape : {Shape::midpoints, Shape::funnel, Shape::spline}) {
          PathFollower follower(shape_corridor(world, corridor, {.shape = shape}));
          for (int i = 0; i < 40 && !follower.is_done(); ++i) {
            const PathPosition at = follower.advance(0.37);
            const SurfacePoint here = follower.replan_from(world);
            ASSERT_TRUE(here.is_found()) << name;
            if (at.link.is_none()) {
              ASSERT_LE(length(here.point.xy() - at.position.xy()), 1e-6);
            }
            ASSERT_FALSE(follower.blocked_ahead(world, 5)) << name << " seed " << seed;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace thalweg
