// The sweep about a point against every wall tried for every point.
#include "thalweg/geometry/visibility.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "scope.hpp"
#include "thalweg/core/random.hpp"

namespace thalweg {
namespace {

// Points on a small lattice, so that many lie on one line, or nearly anywhere.
class Scene {
 public:
  explicit Scene(std::uint64_t seed) : random_(seed), is_on_lattice_(seed % 4 != 0) {
    const std::uint32_t wanted = 1 + random_.below(14);
    for (std::uint32_t tries = 0; tries < 3 * wanted && walls.size() < wanted; ++tries) add_wall();
    for (const Segment2& wall : walls) {
      points.push_back(wall.a);
      points.push_back(wall.b);
    }
    for (int i = 0; i < 6; ++i) points.push_back(point());
  }

  Vec2 point() {
    if (!is_on_lattice_) return {random_.between(0, 9), random_.between(0, 9)};
    return {double(random_.below(9)), double(random_.below(9))};
  }
  // On a wall, at its end, or anywhere.
  Vec2 look_out() {
    const std::uint32_t kind = random_.below(4);
    if (kind > 1 || walls.empty()) return point();
    const Segment2& wall = walls[random_.below(static_cast<std::uint32_t>(walls.size()))];
    return kind == 0 ? wall.a : (wall.a + wall.b) * 0.5;
  }

  std::vector<Segment2> walls;
  std::vector<Vec2> points;

 private:
  // Often the next wall of the same obstacle.
  void add_wall() {
    const bool goes_on = !walls.empty() && random_.below(2) == 0;
    const Segment2 wall{goes_on ? walls.back().b : point(), point()};
    if (wall.a == wall.b) return;
    const bool crosses = std::ranges::any_of(
        walls, [&](const Segment2& other) { return hides(other, wall.a, wall.b); });
    if (!crosses) walls.push_back(wall);
  }

  Random random_;
  bool is_on_lattice_;
};

std::vector<std::uint32_t> seen_by_force(const Scene& scene, const Screen& screen, Vec2 from) {
  std::vector<std::uint32_t> seen;
  for (std::uint32_t i = 0; i < scene.points.size(); ++i) {
    if (scene.points[i] == from) continue;
    if (screen.is_visible(from, scene.points[i])) seen.push_back(i);
  }
  return seen;
}

TEST(SightSweep, equals_brute_force_on_random_scenes) {
  SightSweep sweep;
  std::uint64_t seen_in_all = 0;
  std::uint64_t points_in_all = 0;
  for (const std::uint64_t seed : seeds(100'000)) {
    Scene scene(seed);
    const Screen screen(scene.walls);
    const Vec2 from = scene.look_out();
    const auto looked = sweep.look(screen, scene.points, from);
    std::vector<std::uint32_t> seen(looked.begin(), looked.end());
    std::ranges::sort(seen);
    ASSERT_EQ(seen, seen_by_force(scene, screen, from)) << "seed " << seed;
    seen_in_all += seen.size();
    points_in_all += scene.points.size();
  }
  EXPECT_GT(seen_in_all, points_in_all / 4);
  EXPECT_LT(seen_in_all, points_in_all * 3 / 4);
}

// Ground is on the left of walls, so around a box they go clockwise.
std::vector<Segment2> box_at(double x0, double y0, double x1, double y1) {
  return {{{x0, y0}, {x0, y1}}, {{x0, y1}, {x1, y1}}, {{x1, y1}, {x1, y0}}, {{x1, y0}, {x0, y0}}};
}

std::vector<std::uint32_t> seen_in_order(const Screen& screen, std::span<const Vec2> points,
                                         Vec2 from) {
  SightSweep sweep;
  const auto seen = sweep.look(screen, points, from);
  std::vector<std::uint32_t> sorted(seen.begin(), seen.end());
  std::ranges::sort(sorted);
  return sorted;
}

TEST(SightSweep, a_box_hides_what_is_behind_it) {
  const Screen box(box_at(2, 0, 4, 2));
  const std::vector<Vec2> points = {{2, 0}, {4, 0}, {4, 2}, {2, 2}, {9, 1}, {9, 7}, {9, 2}};
  EXPECT_EQ(seen_in_order(box, points, {0, 1}), (std::vector<std::uint32_t>{0, 3, 5}));
}

TEST(SightSweep, no_line_leads_into_a_box_through_its_corner) {
  const Screen box(box_at(1, 1, 2, 2));
  const std::vector<Vec2> points = {{1, 1}, {2, 2}, {3, 3}, {3, 1}, {1, 3}};
  EXPECT_EQ(seen_in_order(box, points, {0, 0}), (std::vector<std::uint32_t>{0, 3, 4}));
  // Along its side it is open.
  EXPECT_EQ(seen_in_order(box, points, {0, 1}), (std::vector<std::uint32_t>{0, 3, 4}));
}

TEST(SightSweep, nobody_looks_between_boxes_that_touch) {
  std::vector<Segment2> walls = box_at(0, 0, 1, 1);
  const auto other = box_at(1, 1, 2, 2);
  walls.insert(walls.end(), other.begin(), other.end());
  const Screen screen(walls);
  const std::vector<Vec2> points = {{1, 1}, {2, 0}, {2, 0.5}};
  EXPECT_EQ(seen_in_order(screen, points, {0, 2}), (std::vector<std::uint32_t>{0}));
}

TEST(SightSweep, a_wall_that_turns_into_the_line_ends_it) {
  // A corridor along y = 0 with ground above, closed by a wall at x = 4.
  const Screen screen({{{0, 0}, {4, 0}}, {{4, 0}, {4, 3}}});
  const std::vector<Vec2> points = {{4, 0}, {6, 0}};
  EXPECT_EQ(seen_in_order(screen, points, {1, 0}), (std::vector<std::uint32_t>{0}));
  // Where the wall turns away from the ground, the line goes on.
  const Screen open({{{0, 0}, {4, 0}}, {{4, 0}, {4, -3}}});
  EXPECT_EQ(seen_in_order(open, points, {1, 0}), (std::vector<std::uint32_t>{0, 1}));
}

TEST(Screen, looking_along_walls_and_past_their_ends_is_allowed) {
  const Screen screen({{{1, 0}, {3, 0}}, {{5, 0}, {5, 2}}, {{7, 2}, {7, 0}}});
  EXPECT_TRUE(screen.is_visible({0, 0}, {9, 0}));
  EXPECT_FALSE(screen.is_visible({0, 0}, {9, 0.5}));
  EXPECT_TRUE(screen.is_visible({2, 0}, {2, 5}));  // from the wall itself
  EXPECT_TRUE(screen.is_visible({2, 0}, {2, -5}));
}

}  // namespace
}  // namespace thalweg
