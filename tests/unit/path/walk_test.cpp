// Walks: slides along walls, stops in corners, floors, discs, and a million small
// steps that never leave the mesh.
#include "thalweg/path/walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "scene.hpp"
#include "scope.hpp"
#include "thalweg/import/merge.hpp"
#include "thalweg/path/random_point.hpp"

namespace thalweg {
namespace {

SurfacePoint surface_point_over(const World& world, Point p) {
  const Location found = locate(world.mesh, world.locator, world.frame().to_local(p));
  return {found.face, found.point};
}

// A bridge along y, five metres above a road along x, each of two triangles.
World bridge() {
  return triangles(
      {{0, 4, 0}, {10, 4, 0}, {10, 6, 0}, {0, 6, 0}, {4, 0, 5}, {6, 0, 5}, {6, 10, 5}, {4, 10, 5}},
      {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7});
}

// What must hold for every walk.
void expect_lawful_walk(const Mesh& mesh, const SurfacePoint& from, Vec2 motion,
                        const Walk& walked) {
  ASSERT_TRUE(contains(mesh, walked.end.face, walked.end.point.xy()));
  ASSERT_EQ(walked.end.point.z, mesh.height_at(walked.end.face, walked.end.point.xy()));
  ASSERT_LE(walked.walked, length(motion) * (1 + 1e-9));
  ASSERT_LE(length(walked.end.point.xy() - from.point.xy()), walked.walked * (1 + 1e-9) + 1e-9);
  FaceId face = from.face;
  bool has_hit = false;
  for (const WalkEvent& event : walked.events) {
    if (event.kind == WalkEvent::Kind::entered) {
      ASSERT_EQ(mesh.face(event.edge), face);
      ASSERT_TRUE(CrossRule{}.allows(mesh, event.edge));
      face = event.face;
      ASSERT_EQ(mesh.across(event.edge), face);
    } else {
      ASSERT_FALSE(CrossRule{}.allows(mesh, event.edge));
      has_hit = true;
    }
  }
  ASSERT_EQ(face, walked.end.face);
  ASSERT_EQ(has_hit, walked.has_hit);
}

TEST(Walk, goes_straight_where_nothing_blocks_it) {
  const World world = hills(1, {.has_areas = false});
  const Walk walked = walk(world.mesh, surface_point_over(world, {3.3, 4.1}), {7.25, 2.5});
  EXPECT_DOUBLE_EQ(walked.end.point.x, 10.55);
  EXPECT_DOUBLE_EQ(walked.end.point.y, 6.6);
  EXPECT_NEAR(walked.walked, length(Vec2{7.25, 2.5}), 1e-12);
  EXPECT_FALSE(walked.has_hit);
  expect_lawful_walk(world.mesh, surface_point_over(world, {3.3, 4.1}), {7.25, 2.5}, walked);
}

TEST(Walk, slides_along_a_wall_and_loses_a_tenth) {
  const World world = mesh_scene(". . . . .");
  const SurfacePoint from = surface_point_over(world, {0.5, 0.5});
  const Walk walked = walk(world.mesh, from, {2, 2});
  // 0.5 up to the wall, then nine tenths of the remaining 1.5 along it.
  EXPECT_NEAR(walked.end.point.x, 1 + 1.5 * 0.9, 1e-12);
  EXPECT_EQ(walked.end.point.y, 1);
  EXPECT_TRUE(walked.has_hit);
  EXPECT_NEAR(walk(world.mesh, from, {2, 2}, {.friction = 0}).end.point.x, 2.5, 1e-12);
  EXPECT_NEAR(walk(world.mesh, from, {2, 2}, {.friction = 1}).end.point.x, 1, 1e-12);
}

TEST(Walk, stops_in_a_corner) {
  const World world = mesh_scene(". .\n. .");
  const Walk walked = walk(world.mesh, surface_point_over(world, {0.5, 0.5}), {50, 49});
  EXPECT_EQ(walked.end.point, (Vec3{2, 2, 0}));
  const Walk again = walk(world.mesh, walked.end, {1, 1});
  EXPECT_EQ(again.end, walked.end);
  EXPECT_EQ(again.walked, 0);
  EXPECT_TRUE(again.has_hit);
  // An acute corner stops the point from every side.
  const World wedge = triangles({{0, 0, 0}, {4, 0, 0}, {0, 1, 0}}, {0, 1, 2});
  EXPECT_EQ(walk(wedge.mesh, surface_point_over(wedge, {1, 0.5}), {90, -10}).end.point.xy(),
            (Vec2{4, 0}));
}

TEST(Walk, comes_round_an_obstacle_in_small_steps) {
  const World world = mesh_scene(R"(
      . . . . .
      . . # . .
      . . # . .
      . . # . .
      . . . . . )");
  // Always towards a goal beyond the block, a little off its middle.
  SurfacePoint surface_point = surface_point_over(world, {0.5, 2.2});
  const Vec2 goal{4.5, 0.4};
  int steps = 0;
  for (; steps < 2000 && length(goal - surface_point.point.xy()) > 0.02; ++steps) {
    const Vec2 rest = goal - surface_point.point.xy();
    const Walk walked = walk(world.mesh, surface_point, rest * (0.01 / length(rest)));
    expect_lawful_walk(world.mesh, surface_point, rest, walked);
    ASSERT_TRUE(is_walkable(world.mesh.area(walked.end.face)));
    surface_point = walked.end;
  }
  EXPECT_LT(steps, 1000);
}

TEST(Walk, stays_on_its_floor) {
  const World world = bridge();
  const Walk over = walk(world.mesh, surface_point_over(world, {5, 1, 5}), {0, 8});
  EXPECT_EQ(over.end.point, (Vec3{5, 9, 5}));
  const Walk under = walk(world.mesh, surface_point_over(world, {1, 5, 0}), {8, 0.5});
  EXPECT_EQ(under.end.point, (Vec3{9, 5.5, 0}));
  const Walk railing = walk(world.mesh, surface_point_over(world, {5, 5, 5}), {8, 0});
  EXPECT_EQ(railing.end.point, (Vec3{6, 5, 5}));
}

TEST(Walk, reports_tags_along_the_walk) {
  const World world = mesh_scene(". . .");
  MeshArrays arrays = world.mesh.arrays();
  std::vector<std::uint32_t> edge_tags(world.mesh.edge_count());
  for (const EdgeId e : world.mesh.edges()) edge_tags[e.value] = 100 + e.value;
  arrays.tags = std::vector<std::uint32_t>{7, 8, 9};
  arrays.edge_tags = edge_tags;
  const Mesh mesh = Mesh::from(std::move(arrays)).value();
  const Walk walked = walk(mesh, {FaceId(0), {0.5, 0.5, 0}}, {9, 0});
  const auto right_of = [&](FaceId f) { return EdgeId(mesh.edges(f).front().value + 1); };
  const auto tag = [](EdgeId e) { return 100 + e.value; };
  using Kind = WalkEvent::Kind;
  const EdgeId first = right_of(FaceId(0));
  const EdgeId second = right_of(FaceId(1));
  const EdgeId wall = right_of(FaceId(2));
  const std::vector<WalkEvent> expected = {{Kind::entered, FaceId(1), first, 8, tag(first)},
                                           {Kind::entered, FaceId(2), second, 9, tag(second)},
                                           {Kind::hit, FaceId(2), wall, 9, tag(wall)}};
  EXPECT_EQ(walked.events, expected);
}

TEST(Walk, nonsense_stays_where_it_is) {
  const World world = mesh_scene(". .");
  const SurfacePoint from = surface_point_over(world, {0.5, 0.5});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double radius : {0.0, 0.1, nan}) {
    for (const Vec2 motion : {Vec2{nan, 0}, Vec2{0, HUGE_VAL}, Vec2{1e300, 0}, Vec2{0, 0}}) {
      const Walk walked = walk(world.mesh, from, motion, {.radius = radius});
      EXPECT_EQ(walked.end, from);
      EXPECT_EQ(walked.walked, 0);
      EXPECT_TRUE(walked.events.empty());
    }
  }
  EXPECT_FALSE(walk(world.mesh, SurfacePoint{}, {1, 0}).end.is_found());
  EXPECT_EQ(walk(world.mesh, from, {1e60, 0}).end.point, (Vec3{2, 0.5, 0}));
  EXPECT_EQ(walk(world.mesh, from, {1e60, 0}, {.radius = 0.1}).end.face, FaceId(1));
}

TEST(Walk, a_million_small_steps_never_leave_the_mesh) {
  const World plain = hills(5);
  const Mesh merged = merge_convex(mesh_scene(R"(
      . . # . . . . .
      . . . # . . # .
      . # . . . . . .
      . . . . # # . .
      . # # . . . . . )")
                                       .mesh)
                          .value();
  for (const Mesh* mesh : {&plain.mesh, &merged}) {
    Random random(seed_of(9));
    SurfacePoint surface_point = random_point(*mesh, random);
    Vec2 heading{0.3, 0};
    Walk walked;
    for (int i = 0; i < 500'000; ++i) {
      if (random.below(20) == 0) heading = {random.between(-0.5, 0.5), random.between(-0.5, 0.5)};
      walked = walk(*mesh, surface_point, heading, {}, std::move(walked));
      ASSERT_TRUE(contains(*mesh, walked.end.face, walked.end.point.xy())) << i;
      if (i % 16 == 0) expect_lawful_walk(*mesh, surface_point, heading, walked);
      if (HasFatalFailure()) return;
      surface_point = walked.end;
    }
  }
}

TEST(Walk, long_walks_from_random_surface_points_are_lawful) {
  for (const std::uint64_t seed : seeds(10)) {
    SCOPED_TRACE(seed);
    const Mesh mesh = hills(seed).mesh;
    Random random(seed);
    const PointSampler sampler(mesh);
    for (int i = 0; i < 2000; ++i) {
      SurfacePoint from = sampler.draw(random);
      if (i % 3 == 0) {  // degenerate cases: on a corner, along an edge
        const EdgeId e = mesh.edges(from.face).front();
        from = surface_point_on(mesh, from.face, mesh.start(e).xy());
      }
      const Vec2 motion{static_cast<double>(random.below(41)) / 4 - 5,
                        static_cast<double>(random.below(41)) / 4 - 5};
      expect_lawful_walk(mesh, from, motion, walk(mesh, from, motion));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Walk, a_wall_of_many_pieces_brakes_once) {
  // The wall y = 0 of ten squares, walked along from end to end.
  const World world = mesh_scene(". . . . . . . . . .");
  const Walk walked = walk(world.mesh, surface_point_over(world, {0.5, 0.5}), {9, -1});
  EXPECT_NEAR(walked.end.point.x, 5 + 4.5 * 0.9, 1e-12);
  EXPECT_EQ(walked.end.point.y, 0);
}

TEST(Walk, slides_along_a_slanting_wall_without_sticking) {
  // A strip of squares along a slope that floats do not hold exactly.
  MeshSoup soup;
  constexpr std::uint32_t kSquares = 100;
  for (std::uint32_t i = 0; i <= kSquares; ++i) {
    const Vec3 p{i * 0.9, i * 0.37, 0};
    soup.vertices.push_back(to_float(p));
    soup.vertices.push_back(to_float(p + Vec3{-0.37, 0.9, 0}));
  }
  soup.first_corner.push_back(0);
  for (std::uint32_t i = 0; i < kSquares; ++i) {
    for (const std::uint32_t v : {2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1}) {
      soup.corners.push_back(VertexId(v));
    }
    soup.first_corner.push_back(static_cast<std::uint32_t>(soup.corners.size()));
  }
  const Mesh mesh = build_mesh(std::move(soup)).value().mesh;
  const double size = length(Vec2{0.9, 0.37});
  const Vec2 along = Vec2{0.9, 0.37} * (1 / size);
  for (const Vec2 push : {Vec2{along.y, -along.x}, Vec2{-along.y, along.x}}) {
    for (const double radius : {0.0, 0.2}) {
      SurfacePoint surface_point = surface_point_on(mesh, FaceId(0), mesh.centre(FaceId(0)).xy());
      const Vec2 from = surface_point.point.xy();
      Walk walked;
      FloodScratch scratch;
      const WalkOptions options{.friction = 0, .radius = radius};
      for (int i = 0; i < 1700; ++i) {
        const Vec2 motion = (along + push) * 0.05;
        walked = walk(mesh, surface_point, motion, options, scratch, std::move(walked));
        surface_point = walked.end;
      }
      ASSERT_NEAR(dot(surface_point.point.xy() - from, along), 85, 1e-3) << radius;
    }
  }
}

TEST(Walk, a_disc_keeps_its_distance) {
  FloodScratch scratch;
  for (const std::uint64_t seed : seeds(8)) {
    SCOPED_TRACE(seed);
    Random random(seed);
    std::string text;
    for (int i = 0; i < 64; ++i) {
      text += random.below(6) == 0 ? '#' : '.';
      if (i % 8 == 7) text += '\n';
    }
    const World world = mesh_scene(text);
    const Mesh merged = merge_convex(world.mesh).value();
    for (const Mesh* mesh : {&world.mesh, &merged}) {
      const WalkOptions options{.radius = 0.3};
      SurfacePoint surface_point = random_point(*mesh, random);
      Walk walked;
      double before = distance_to_wall(*mesh, surface_point, {}, scratch).distance;
      for (int i = 0; i < 2000; ++i) {
        const Vec2 motion{random.between(-0.7, 0.7), random.between(-0.7, 0.7)};
        walked = walk(*mesh, surface_point, motion, options, scratch, std::move(walked));
        expect_lawful_walk(*mesh, surface_point, motion, walked);
        if (HasFatalFailure()) return;
        surface_point = walked.end;
        const double after = distance_to_wall(*mesh, surface_point, {}, scratch).distance;
        ASSERT_GE(after, std::min(before, 0.3) - 1e-7) << i;
        before = after;
      }
    }
  }
}

TEST(Walk, a_disc_slides_past_corners_and_stops_between_walls) {
  const World world = mesh_scene(R"(
      . . . .
      . . . .
      . . # .
      . . . . )");
  // Straight at the block's corner: it slides aside and passes the corner.
  SurfacePoint surface_point = surface_point_over(world, {2.1, 0.5});
  for (int i = 0; i < 200; ++i)
    surface_point = walk(world.mesh, surface_point, {0.0, 0.05}, {.radius = 0.3}).end;
  EXPECT_NEAR(surface_point.point.y, 1.7, 1e-6);
  SurfacePoint aside = surface_point_over(world, {1.9, 0.5});
  for (int i = 0; i < 200; ++i) aside = walk(world.mesh, aside, {0.0, 0.05}, {.radius = 0.3}).end;
  EXPECT_NEAR(aside.point.y, 3.7, 1e-6);
  const Walk corner =
      walk(world.mesh, surface_point_over(world, {0.5, 0.5}), {-9, -8}, {.radius = 0.3});
  EXPECT_NEAR(corner.end.point.x, 0.3, 1e-9);
  EXPECT_NEAR(corner.end.point.y, 0.3, 1e-9);
}

}  // namespace
}  // namespace thalweg
