// The chart of heights along a path.
#include "plan/elevation.hpp"

#include <gtest/gtest.h>

namespace thalweg::tool {
namespace {

PathPoint at(double x, double z, bool is_steep = false) {
  PathPoint point{.x = x, .y = 0, .z = z};
  point.is_steep = is_steep;
  return point;
}

TEST(Elevation, climbs_and_descents_are_added_up_apart) {
  const std::vector<PathPoint> points = {at(0, 5), at(10, 9), at(20, 2), at(30, 3)};
  const Climb climb = climb_of(points);
  EXPECT_EQ(climb.up, 5);
  EXPECT_EQ(climb.down, 7);
}

TEST(Elevation, steep_stretches_are_marked_and_joined) {
  const std::vector<PathPoint> points = {at(0, 0),       at(10, 5, true), at(15, 9, true),
                                         at(20, 13),     at(900, 14),     at(905, 18, true),
                                         at(2500, 1018), at(4000, 1020)};
  const std::string chart = elevation_chart(points);
  std::size_t marked = 0;
  for (auto i = chart.find("#d55e00"); i != std::string::npos; i = chart.find("#d55e00", i + 1)) {
    ++marked;
  }
  EXPECT_EQ(marked, 2u);
  EXPECT_NE(chart.find("1020 m up, 0 m down; orange"), std::string::npos) << chart;
  EXPECT_NE(chart.find(">4 km<"), std::string::npos) << chart;
  EXPECT_NE(chart.find(">1000 m<"), std::string::npos) << chart;
}

TEST(Elevation, level_and_empty_walks_have_a_chart) {
  for (const std::vector<PathPoint>& points :
       {std::vector{at(3, 7)}, std::vector{at(3, 7), at(3, 7)}, std::vector{at(0, 0), at(5, 0)},
        std::vector{at(0, -1e9), at(1e9, 1e9)}}) {
    const std::string chart = elevation_chart(points);
    EXPECT_EQ(chart.find("nan"), std::string::npos);
    EXPECT_EQ(chart.find("inf"), std::string::npos);
    EXPECT_LT(chart.size(), 4000u);
  }
}

}  // namespace
}  // namespace thalweg::tool
