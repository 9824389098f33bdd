// Segments, boxes and axes.
#include <gtest/gtest.h>

#include "scope.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/geometry/axes.hpp"
#include "thalweg/geometry/box.hpp"
#include "thalweg/geometry/segment.hpp"

namespace thalweg {
namespace {

TEST(Segment, has_a_nearest_point) {
  const Segment2 s{{0, 0}, {4, 0}};
  EXPECT_EQ(nearest_point(s, {1, 3}), (Vec2{1, 0}));
  EXPECT_EQ(nearest_point(s, {-5, 1}), (Vec2{0, 0}));
  EXPECT_EQ(nearest_point(s, {9, 1}), (Vec2{4, 0}));
  EXPECT_EQ(nearest_parameter(s, {1, 3}), 0.25);
  EXPECT_EQ(distance(s, {7, 4}), 5);
}

TEST(Segment, of_no_length_is_a_point) {
  const Segment2 s{{2, 3}, {2, 3}};
  EXPECT_EQ(nearest_parameter(s, {9, 9}), 0);
  EXPECT_EQ(nearest_point(s, {9, 9}), (Vec2{2, 3}));
}

TEST(Segment, has_no_nearer_point_than_the_nearest) {
  Random random(seed_of(1));
  const auto point = [&] {
    const double x = random.between(-10, 10);
    return Vec2{x, random.between(-10, 10)};
  };
  for (int i = 0; i < 2000; ++i) {
    const Segment2 s{point(), point()};
    const Vec2 p = point();
    const double nearest = distance(s, p);
    for (int step = 0; step <= 20; ++step) {
      ASSERT_LE(nearest, length(p - (s.a + (s.b - s.a) * (step / 20.0))) + 1e-12);
    }
  }
}

TEST(Segments, come_no_nearer_than_at_their_nearest_points) {
  Random random(seed_of(3));
  const auto point = [&] {  // whole numbers: many touch, cross, run parallel or have no length
    const double x = random.below(6);
    return Vec2{x, static_cast<double>(random.below(6))};
  };
  for (int i = 0; i < 5000; ++i) {
    const Segment2 s{point(), point()};
    const Segment2 t{point(), point()};
    const NearestPair pair = nearest_points(s, t);
    ASSERT_LE(distance(s, pair.on_first), 1e-12);
    ASSERT_LE(distance(t, pair.on_second), 1e-12);
    ASSERT_EQ(gap(s, t) <= 1e-12, meet(s, t));
    for (int step = 0; step <= 20; ++step) {
      ASSERT_LE(gap(s, t), distance(t, s.a + (s.b - s.a) * (step / 20.0)) + 1e-12);
    }
  }
}

TEST(Segments, meet_when_they_share_a_point) {
  EXPECT_TRUE(meet({{0, 0}, {2, 2}}, {{0, 2}, {2, 0}}));
  EXPECT_TRUE(meet({{0, 0}, {2, 2}}, {{2, 2}, {5, 0}}));
  EXPECT_TRUE(meet({{0, 0}, {2, 2}}, {{1, 1}, {5, 0}}));
  EXPECT_TRUE(meet({{0, 0}, {2, 2}}, {{1, 1}, {3, 3}}));
  EXPECT_TRUE(meet({{0, 0}, {2, 2}}, {{1, 1}, {1, 1}}));
  EXPECT_FALSE(meet({{0, 0}, {2, 2}}, {{3, 3}, {4, 4}}));
  EXPECT_FALSE(meet({{0, 0}, {2, 2}}, {{0, 1}, {2, 3}}));
  EXPECT_FALSE(meet({{0, 0}, {2, 2}}, {{3, 0}, {1.5, 1.25}}));
  EXPECT_FALSE(meet({{0, 0}, {4, 4}}, {{1, 1.5}, {1, 1.5}}));
}

// Small whole numbers, so that crossings can be found by trying all relevant fractions.
TEST(Segments, meet_exactly_where_arithmetic_says) {
  Random random(seed_of(2));
  const auto at = [&] {
    const double x = random.below(5);
    return Vec2{x, static_cast<double>(random.below(5))};
  };
  const auto holds = [](const Segment2& s, Vec2 p) {
    return cross(s.b - s.a, p - s.a) == 0 && dot(p - s.a, p - s.b) <= 0;
  };
  for (int i = 0; i < 5000; ++i) {
    const Segment2 s{at(), at()};
    const Segment2 t{at(), at()};
    bool expected = holds(s, t.a) || holds(s, t.b) || holds(t, s.a) || holds(t, s.b);
    const auto side = [](const Segment2& line, Vec2 p) {
      return cross(line.b - line.a, p - line.a);
    };
    expected |= side(s, t.a) * side(s, t.b) < 0 && side(t, s.a) * side(t, s.b) < 0;
    ASSERT_EQ(meet(s, t), expected)
        << s.a.x << s.a.y << s.b.x << s.b.y << " " << t.a.x << t.a.y << t.b.x << t.b.y;
    ASSERT_EQ(meet(t, s), expected);
  }
}

TEST(Box, grows_to_hold_what_is_added) {
  Box2 box;
  EXPECT_TRUE(box.is_empty());
  EXPECT_EQ(box.size(), Vec2());
  EXPECT_FALSE(box.contains({0, 0}));
  box.add({1, 5});
  box.add({3, 2});
  EXPECT_EQ(box, (Box2{{1, 2}, {3, 5}}));
  EXPECT_TRUE(box.contains({1, 5}));
  EXPECT_FALSE(box.contains({1, 5.5}));
  EXPECT_TRUE(box.meets({{3, 5}, {9, 9}}));
  EXPECT_FALSE(box.meets({{3.5, 5}, {9, 9}}));
  EXPECT_FALSE(box.meets(Box2()));
  EXPECT_EQ(distance(box, {2, 3}), 0);
  EXPECT_EQ(distance(box, {6, 9}), 5);
}

TEST(Box, in_space_joins_other_boxes) {
  Box3 box;
  box.add(Box3());
  EXPECT_TRUE(box.is_empty());
  box.add(Vec3{1, 2, 3});
  box.add(Box3{{0, 0, 0}, {1, 1, 9}});
  EXPECT_EQ(box.size(), (Vec3{1, 2, 9}));
  EXPECT_EQ(box.xy(), (Box2{{0, 0}, {1, 2}}));
}

TEST(Axes, go_to_our_world_and_back) {
  const Vec3 p{1, 2, 3};
  for (const Axes axes : {Axes::z_up, Axes::z_up_left_handed, Axes::y_up, Axes::y_up_left_handed}) {
    EXPECT_EQ(from_world(axes, to_world(axes, p)), p);
    EXPECT_EQ(to_world(axes, from_world(axes, p)), p);
  }
}

TEST(Axes, keep_up_and_know_their_hand) {
  const auto hand = [](Axes axes) {
    const Vec3 x = to_world(axes, {1, 0, 0});
    const Vec3 y = to_world(axes, {0, 1, 0});
    return dot(cross(x, y), to_world(axes, {0, 0, 1}));
  };
  EXPECT_EQ(hand(Axes::z_up), 1);
  EXPECT_EQ(hand(Axes::y_up), 1);
  EXPECT_EQ(hand(Axes::z_up_left_handed), -1);
  EXPECT_EQ(hand(Axes::y_up_left_handed), -1);
  EXPECT_EQ(to_world(Axes::z_up_left_handed, {0, 0, 1}), (Vec3{0, 0, 1}));
  EXPECT_EQ(to_world(Axes::y_up, {0, 1, 0}), (Vec3{0, 0, 1}));
  EXPECT_EQ(to_world(Axes::y_up_left_handed, {0, 1, 0}), (Vec3{0, 0, 1}));
}

}  // namespace
}  // namespace thalweg
