// The tool's measurements: ranks, turns, and contradictions between a planner and Dijkstra.
#include "common/measure.hpp"

#include <gtest/gtest.h>

#include "grounds.hpp"
#include "thalweg/papers/registry.hpp"

namespace thalweg::tool {
namespace {

TEST(Measure, percentile_is_the_nearest_rank) {
  std::vector<double> values;
  for (int i = 100; i >= 1; --i) values.push_back(i);
  EXPECT_EQ(percentile(values, 0.5), 50);
  EXPECT_EQ(percentile(values, 0.99), 99);
  EXPECT_EQ(percentile(values, 1), 100);
  EXPECT_EQ(percentile(values, 1e-9), 1);
  EXPECT_EQ(percentile(std::vector<double>{7}, 0.99), 7);
  EXPECT_EQ(percentile(std::vector<double>{2, 1, 3}, 0.5), 2);
}

TEST(Measure, spread_of_nothing_is_nothing) {
  EXPECT_FALSE(spread({}).has_value());
  const auto one = spread(std::vector<double>{1, 3});
  ASSERT_TRUE(one.has_value());
  EXPECT_EQ(one->mean, 2);
  EXPECT_EQ(one->median, 1);
  EXPECT_EQ(one->max, 3);
}

TEST(Measure, rank_correlation_looks_at_orders_only) {
  const std::vector<double> a = {1, 2, 3, 4, 5};
  EXPECT_NEAR(rank_correlation(a, std::vector<double>{1, 10, 100, 1000, 1e9}), 1, 1e-12);
  EXPECT_NEAR(rank_correlation(a, std::vector<double>{9, 7, 5, 3, -1}), -1, 1e-12);
  // By the textbook: 1 - 6 * (1 + 1 + 1 + 1 + 0) / (5 * 24).
  EXPECT_NEAR(rank_correlation(a, std::vector<double>{2, 1, 4, 3, 5}), 0.8, 1e-12);
  EXPECT_NEAR(rank_correlation(std::vector<double>{1, 2, 2, 3}, std::vector<double>{1, 5, 5, 9}), 1,
              1e-12);
  EXPECT_EQ(rank_correlation(a, std::vector<double>{3, 3, 3, 3, 3}), 0);
  EXPECT_EQ(rank_correlation({}, {}), 0);
}

TEST(Measure, ratio_of_no_cost_is_one) {
  EXPECT_EQ(ratio(0, 0), 1);
  EXPECT_EQ(ratio(3, 2), 1.5);
}

Sample found(Distance cost, double bound = 1) {
  Sample sample;
  sample.outcome = Outcome::found;
  sample.cost = cost;
  sample.bound = bound;
  return sample;
}
Sample unreachable() {
  Sample sample;
  sample.outcome = Outcome::unreachable;
  return sample;
}

TEST(Measure, disagreement_is_what_cannot_be) {
  EXPECT_FALSE(disagreement(found(10), found(10), true));
  EXPECT_TRUE(disagreement(found(9), found(10), true));
  EXPECT_TRUE(disagreement(found(11), found(10), true));
  EXPECT_FALSE(disagreement(found(11, 1.1), found(10), true));
  EXPECT_TRUE(disagreement(found(12, 1.1), found(10), true));
  EXPECT_FALSE(disagreement(found(99, 0), found(10), true)) << "without a proof anything goes";
  EXPECT_TRUE(disagreement(found(10), unreachable(), false));
  EXPECT_TRUE(disagreement(unreachable(), found(10), true));
  EXPECT_FALSE(disagreement(unreachable(), found(10), false));
  EXPECT_FALSE(disagreement(unreachable(), unreachable(), true));
  Sample straight = found(9);
  straight.is_straight = true;
  EXPECT_FALSE(disagreement(straight, found(10), true)) << "the straight walk is no route";
}

TEST(Measure, every_planner_answers_every_query_as_it_does_alone) {
  const PlannerInput input{on_grid(R"(
      S . . #
      # # . #
      . . . G )")};
  const auto a = make_planner("a_star", input).value();
  const auto b = make_planner("dijkstra", input).value();
  const std::vector<Query> queries = {{.start = {0.5, 0.5}, .goal = {3.5, 2.5}},
                                      {.start = {3.5, 2.5}, .goal = {0.5, 2.5}},
                                      {.start = {0.5, 0.5}, .goal = {0.5, 0.5}}};
  const std::vector<Contestant> both = {{a.get()}, {b.get()}};
  const auto samples = measure(both, queries, 2);
  ASSERT_EQ(samples.size(), 6u);
  Answer answer;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const Sample alone = timed_find(*a, queries[q], answer);
    EXPECT_TRUE(alone.found());
    EXPECT_EQ(calm_find(*a, queries[q], answer, 3).cost, alone.cost);
    EXPECT_EQ(samples[q].cost, alone.cost);
    EXPECT_EQ(samples[q].settled, alone.settled);
    EXPECT_EQ(samples[queries.size() + q].cost, alone.cost);
    EXPECT_FALSE(disagreement(samples[q], samples[queries.size() + q], true));
  }
}

TEST(Measure, what_is_walked_is_priced_and_compared_with_the_least) {
  const PlannerInput input{on_portals(hills(3, {.has_areas = false}), Profile::hiker())};
  const auto planner = make_planner("a_star", input).value();
  const Query query{.start = {3, 3}, .goal = {15, 15}, .reach = 9, .try_straight = false};
  Answer answer;
  const Sample sample = timed_find(*planner, query, answer);
  ASSERT_TRUE(sample.found());
  const double walked = walked_price(*planner, query, answer);
  EXPECT_GT(walked, 0);
  EXPECT_LE(walked, sample.price * (1 + 1e-9));
  const Query nowhere{.start = {3, 3}, .goal = {1e6, 1e6}};
  EXPECT_EQ(walked_price(*planner, nowhere, answer), 0);
  const auto ratios =
      price_ratios(std::vector<double>{3, 0, 8, 5}, std::vector<double>{2, 1, 4, 0});
  ASSERT_TRUE(ratios);
  EXPECT_EQ(ratios->mean, 1.75);
  EXPECT_EQ(ratios->max, 2);
  EXPECT_FALSE(price_ratios(std::vector<double>{0}, std::vector<double>{1}));
}

}  // namespace
}  // namespace thalweg::tool
