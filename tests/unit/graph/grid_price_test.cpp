// Prices of steps between squares compared with cases computed by hand; the hiker.
#include <gtest/gtest.h>

#include <cmath>

#include "grounds.hpp"
#include "thalweg/graph/metric.hpp"
#include "thalweg/price/pricer.hpp"

namespace thalweg {
namespace {

TEST(GridPrice, straight_and_diagonal_steps_are_5741_and_8119) {
  const World world = scene(R"(
      . w
      . R )");
  Profile p = Profile::euclid();
  p.areas = {{.area = "swamp", .multiplier = 2}};
  const Graph graph = graph_of(world, GraphSpec::grid());
  const Metric metric = price(world, graph, p).value();
  EXPECT_EQ(metric.quantum(), 1 / 5741.0);
  for (const NodeId node : graph.nodes()) {
    for (const ArcId arc : graph.arcs(node)) {
      const std::uint32_t target = graph.target(arc).value;
      const bool is_diagonal = node.value + target == 3;
      const Cost flat = is_diagonal ? 8119 : 5741;
      EXPECT_EQ(metric.cost(arc), target == 1 ? 2 * flat : flat);
    }
  }
  EXPECT_NEAR(8119 / 5741.0, std::sqrt(2), 1.2e-8);
}

TEST(GridPrice, a_diagonal_step_needs_both_corners_open_for_the_profile) {
  const World world = scene(R"(
      . W
      . . )");
  const Graph graph = graph_of(world, GraphSpec::grid());
  const auto diagonal = [&](const Profile& p) {
    const Metric metric = price(world, graph, p).value();
    for (const ArcId arc : graph.arcs(NodeId(0))) {
      if (graph.target(arc) == NodeId(3)) return metric.cost(arc);
    }
    return Cost{0};
  };
  EXPECT_EQ(diagonal(Profile::euclid()), 8119u);
  EXPECT_EQ(diagonal(Profile::vehicle()), kForbidden);
}

TEST(GridPrice, steps_are_one_way_where_down_is_easier_than_up) {
  const World world = scene("0 2 1");
  const Graph graph = graph_of(world, GraphSpec::grid());
  Profile p = Profile::euclid();
  p.greatest_step_up = 1;
  p.greatest_step_down = 3;
  const Metric metric = price(world, graph, p).value();
  const auto cost = [&](std::uint32_t from, std::uint32_t to) {
    for (const ArcId arc : graph.arcs(NodeId(from))) {
      if (graph.target(arc).value == to) return metric.cost(arc);
    }
    return Cost{0};
  };
  EXPECT_EQ(cost(0, 1), kForbidden);
  EXPECT_EQ(cost(1, 0), static_cast<Cost>(std::ceil(5741 * std::sqrt(5))));
  EXPECT_EQ(cost(1, 2), cost(2, 1));
  EXPECT_EQ(metric.islands().count(), 1u);
  p.greatest_slope = 1.5;
  EXPECT_EQ(price(world, graph, p).value().islands().count(), 2u);
}

TEST(GridPrice, a_diagonal_step_does_not_cut_the_corner_of_a_cliff) {
  const World world = scene(R"(
      0 9
      0 0 )");
  const Graph graph = graph_of(world, GraphSpec::grid());
  Profile p = Profile::euclid();
  p.greatest_step_up = 1;
  const Pricer pricer(world, p);
  EXPECT_EQ(pricer.grid_arc(SquareId(0), SquareId(3)), kNoLimit);
  EXPECT_EQ(pricer.grid_arc(SquareId(0), SquareId(2)), 5741);
}

TEST(GridPrice, a_grid_is_even_where_every_metre_costs_the_same) {
  const World high = scene(R"(
      1 w
      2 # )");
  World flat = high;
  GridArrays arrays = high.grid.arrays();
  arrays.ground = {};
  flat.grid = Grid::from(std::move(arrays)).value();
  const auto is_even = [](const World& world, const Profile& profile) {
    return Pricer(world, profile).is_even_grid();
  };
  Profile p = Profile::euclid();
  EXPECT_TRUE(is_even(flat, p));
  EXPECT_FALSE(is_even(high, p));
  p.areas = {{.area = "swamp", .multiplier = 2}};
  EXPECT_FALSE(is_even(flat, p));
  p.areas = {{.area = "swamp", .is_banned = true}};
  EXPECT_TRUE(is_even(flat, p));
  p.axes.west = 2;
  EXPECT_FALSE(is_even(flat, p));
}

TEST(Hiker, is_fastest_slightly_downhill_and_slower_the_steeper) {
  EXPECT_NEAR(3.6 / tobler_seconds_per_metre(0), 6 * std::exp(-0.175), 1e-12);
  EXPECT_NEAR(3.6 / tobler_seconds_per_metre(-0.05), 6, 1e-12);
  for (double s = -0.05; s < 2.8; s += 0.01) {
    ASSERT_LT(tobler_seconds_per_metre(s), tobler_seconds_per_metre(s + 0.01));
    ASSERT_LT(tobler_seconds_per_metre(-0.1 - s), tobler_seconds_per_metre(-0.1 - s - 0.01));
  }
  EXPECT_LT(tobler_seconds_per_metre(1e300), 1e6);
  EXPECT_EQ(tobler_seconds_per_metre(-9), tobler_seconds_per_metre(-3));
  EXPECT_EQ(Profile::hiker().unit(), std::string("s"));
}

TEST(Hiker, walks_a_flat_grid_at_five_kilometres_an_hour) {
  const World world = scene(". .");
  const Metric metric = price(world, graph_of(world, GraphSpec::grid()), Profile::hiker()).value();
  EXPECT_EQ(metric.cost(ArcId(0)), 5741u);
  EXPECT_NEAR(1 / metric.in_units(5741) * 3.6, 5.0367, 1e-4);
}

}  // namespace
}  // namespace thalweg
