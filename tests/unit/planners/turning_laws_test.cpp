// Laws of the turning planner: costs, slices and partial answers over random grounds.
#include <gtest/gtest.h>

#include "planners.hpp"
#include "scope.hpp"
#include "thalweg/planners/a_star.hpp"
#include "unit/planners/turning_oracle.hpp"

namespace thalweg {
namespace {

std::vector<TurningOptions> option_sets() {
  return {
      {},
      {.straightness = 0.1, .tolerance = 20},
      {.straightness = 0, .turn_cost = 0.7},
      {.straightness = 0, .max_turn = 100},
      {.max_turn = 60, .reversing = Reversing::stop, .stop_cost = 1.5},
      {.straightness = 0.25, .turn_cost = 0.2, .max_turn = 90, .reversing = Reversing::never},
      {.straightness = 0, .speeds = 2},
      {.turn_cost = 0.1, .max_turn = 135, .speeds = 3, .stop_cost = 2},
      {.straightness = 0, .max_turn = 120, .speeds = 3, .reversing = Reversing::never},
      {.straightness = 0, .speeds = 2, .reversing = Reversing::turn},
  };
}

void check_against_oracle(const Ground& s, const TurningOptions& options, std::uint64_t seed,
                          int& found) {
  const TurningOracle oracle(s, options);
  const auto planner = turning(s, options);
  Random random(seed);
  for (int i = 0; i < 8; ++i) {
    const Query query = random_turning_query(s.world(), random);
    const Answer answer = planner->find(query);
    if (answer.outcome == Outcome::outside) continue;
    const JoinedEnds ends = ends_of(s, query);
    const Distance wanted = oracle.cost(ends);
    ASSERT_EQ(answer.found(), wanted != kUnreached) << answer.why();
    if (!answer.found()) continue;
    ++found;
    const Distance sum = answer.cost + answer.penalty;
    // Angles from the standard library may round a turn's cost differently.
    const Distance slack = options.turn_cost > 0 ? answer.route.arcs.size() + 1 : 0;
    ASSERT_LE(sum, wanted + slack);
    ASSERT_GE(sum + slack, wanted);
    ASSERT_EQ(answer.stats.reopened, 0u);
    ASSERT_GE(answer.cost, least_cost(s, ends));
    if (answer.route.nodes.empty()) continue;
    ASSERT_EQ(route_cost(s, answer.route) + seed_cost(ends.sources, answer.route.nodes.front()) +
                  seed_cost(ends.goals, answer.route.nodes.back()),
              answer.cost);
    const bool may_reverse = options.speeds > 1 || options.reversing;
    if (!may_reverse) {
      ASSERT_LE(oracle.sharpest(answer.route), options.max_turn + 1.001);
    }
  }
}

TEST(TurningLaws, cost_and_penalty_equal_dijkstra_over_the_states) {
  int found = 0;
  for (const std::uint64_t seed : seeds({.test = 2, .check = 3})) {
    for (const auto& [name, s] : turning_grounds(seed)) {
      std::size_t set = 0;
      for (const TurningOptions& options : option_sets()) {
        SCOPED_TRACE(name + ", options " + std::to_string(set++) + ", seed " +
                     std::to_string(seed));
        check_against_oracle(s, options, seed, found);
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GT(found, 100);
}

TEST(TurningLaws, with_all_rules_off_cost_equals_dijkstra) {
  for (const std::uint64_t seed : seeds(5)) {
    for (const auto& [name, s] : turning_grounds(seed)) {
      SCOPED_TRACE(name + ", seed " + std::to_string(seed));
      const auto planner = turning(s, {.straightness = 0});
      Random random(seed);
      for (int i = 0; i < 20; ++i) {
        const Query query = random_turning_query(s.world(), random);
        const Answer answer = planner->find(query);
        if (!answer.found()) continue;
        const JoinedEnds ends = ends_of(s, query);
        ASSERT_EQ(answer.cost, least_cost(s, ends));
        ASSERT_EQ(answer.penalty, 0u);
        ASSERT_EQ(answer.bound, 1);
      }
    }
  }
}

TEST(TurningLaws, partial_answers_end_where_those_of_a_star_do) {
  for (const std::uint64_t seed : seeds(6)) {
    const Ground s = on_grid(random_grid(seed, "...##"));
    const auto planner = turning(s);
    Planner exact = a_star_on(s);
    Random random(seed);
    for (int i = 0; i < 30; ++i) {
      Query query = random_turning_query(s.world(), random);
      query.allow_partial = true;
      query.use_islands = i % 2 == 0;
      const Answer answer = planner->find(query);
      const Answer wanted = exact.find(query);
      ASSERT_EQ(answer.outcome, wanted.outcome);
      if (answer.outcome == Outcome::outside) continue;
      ASSERT_EQ(answer.points.back().vec(), wanted.points.back().vec());
      ASSERT_GE(answer.cost, wanted.cost);
      ASSERT_LE(answer.cost, wanted.cost + wanted.cost / 2 + wanted.route.arcs.size());
    }
  }
}

TEST(TurningLaws, slices_banks_and_begun_queries_change_nothing) {
  for (const auto& [name, s] : turning_grounds(3)) {
    SCOPED_TRACE(name);
    const TurningOptions options{.max_turn = 120, .speeds = 2, .stop_cost = 1};
    TurningOptions hashed = options;
    hashed.is_hashed = true;
    const auto whole = turning(s, options);
    const auto sliced = turning(s, hashed);
    Random random(seed_of(9));
    for (int i = 0; i < 15; ++i) {
      Query query = random_turning_query(s.world(), random);
      query.allow_partial = i % 2 == 0;
      if (i % 3 == 0) query.node_budget = random.below(60);
      const Answer wanted = whole->find(query);
      sliced->begin(query);
      while (!sliced->advance({.nodes = random.below(5)})) {
      }
      const Answer answer = sliced->take();
      ASSERT_EQ(answer.outcome, wanted.outcome);
      ASSERT_EQ(answer.cost, wanted.cost);
      ASSERT_EQ(answer.penalty, wanted.penalty);
      ASSERT_EQ(answer.route.nodes, wanted.route.nodes);
      ASSERT_EQ(answer.stats, wanted.stats);
      ASSERT_EQ(sliced->settled_nodes(), whole->settled_nodes());
    }
  }
}

}  // namespace
}  // namespace thalweg
