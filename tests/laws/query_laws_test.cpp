// Laws of what a query may ask for beyond its ends, for every planner, graph and seed: a radius,
// several starts.
#include <gtest/gtest.h>

#include <cmath>

#include "query_trials.hpp"
#include "scope.hpp"
#include "thalweg/planners/check_answer.hpp"

namespace thalweg {
namespace {

struct RadiusTally {
  std::uint64_t found = 0;
  std::uint64_t closed = 0;  // found with no radius only
};

// Queries of a radius against Dijkstra on the ground of a profile that has it.
void check_radius(const Case& c, const Ground& thin, std::span<const Tried> planners, double share,
                  Random& random, RadiusTally& tally) {
  const double side = c.world.mesh.empty() ? c.world.grid.spacing()
                                           : std::sqrt(c.world.mesh.doubled_area(FaceId(0)));
  Profile profile = Profile::euclid();
  profile.radius = share * side;
  const Ground wide = c.priced(profile, {.quantum = thin.metric().quantum()});
  auto dijkstra = make_planner("dijkstra", {wide}).value();
  for (auto& [variant, planner] : planners) {
    SCOPED_TRACE(variant.spec + ", radius " + std::to_string(profile.radius));
    for (int i = 0; i < 5; ++i) {
      Query query = free_query(thin, random);
      const Answer wanted = dijkstra->find(query);
      const bool is_thin_found = planner->find(query).found();
      query.radius = profile.radius;
      const Answer answer = planner->find(query);
      if (!thin.for_radius(query.radius)) {
        ASSERT_EQ(answer.outcome, Outcome::invalid);
        continue;
      }
      ASSERT_EQ(answer.outcome, wanted.outcome) << answer.why();
      ASSERT_EQ(broken_law(answer, query, thin), std::nullopt);
      tally.closed += is_thin_found && !answer.found() ? 1 : 0;
      if (!answer.found()) continue;
      ++tally.found;
      ASSERT_GE(answer.cost, wanted.cost);
      if (variant.is_exact) {
        ASSERT_EQ(answer.cost, wanted.cost);
      }
    }
  }
}

TEST(QueryLaws, a_radius_equals_the_profile_of_that_radius) {
  RadiusTally tally;
  for (const std::uint64_t seed : seeds({.test = 1, .check = 2})) {
    for_each_queried(cases(seed), Profile::euclid(),
                     [&](const Case& c, const Ground& thin, auto& all) {
                       Random random(seed);
                       for (const double share : {0.2, 0.5}) {
                         check_radius(c, thin, all, share, random, tally);
                         if (HasFatalFailure()) return;
                       }
                     });
  }
  EXPECT_GT(tally.found, 1000u);
  EXPECT_GT(tally.closed, 30u);
}

// Queries of four starts against the planner's own answers from each; the number found.
std::uint64_t check_several_starts(const Ground& ground, const Tried& tried, Random& random) {
  const World& world = ground.world();
  std::uint64_t found = 0;
  for (int i = 0; i < static_cast<int>(seeds_to_try(8)); ++i) {
    Query query = random_query(world, random, i);
    if (i % 2 == 0) query.more_goals = {random_point(world, random)};
    Distance least = kUnreached;
    bool is_found = false;
    for (int start = 0; start < 4; ++start) {
      if (start > 0) query.more_starts.push_back(random_point(world, random));
      Query one = query;
      one.more_starts.clear();
      if (start > 0) one.start = query.more_starts.back();
      const Answer alone = tried.planner->find(one);
      is_found |= alone.found();
      if (alone.found()) least = std::min(least, alone.cost);
    }
    const Answer answer = tried.planner->find(query);
    EXPECT_EQ(answer.found(), is_found) << answer.why();
    EXPECT_EQ(broken_law(answer, query, ground), std::nullopt);
    if (!answer.found()) continue;
    ++found;
    if (tried.variant.is_exact) {
      EXPECT_EQ(answer.cost, least);
    }
    EXPECT_LE(answer.start_index, 3u);
    const Point taken =
        answer.start_index == 0 ? query.start : query.more_starts[answer.start_index - 1];
    EXPECT_NEAR(length(answer.points.front().vec().xy() - Vec2{taken.x, taken.y}),
                answer.start_moved, 1e-9);
    EXPECT_LE(answer.start_moved, query.reach + world.grid.spacing() + 1e-6);
  }
  return found;
}

TEST(QueryLaws, the_path_leads_from_the_cheapest_of_several_starts) {
  std::uint64_t found = 0;
  const auto check = [&](const Case&, const Ground& ground, auto& all) {
    Random random(seed_of(5));
    for (const Tried& tried : all) {
      SCOPED_TRACE(tried.variant.spec);
      found += check_several_starts(ground, tried, random);
      ASSERT_FALSE(HasFailure());
    }
  };
  for_each_queried(cases(seed_of(5)), Profile::thesis(), check);
  EXPECT_GT(found, 100u);
}

}  // namespace
}  // namespace thalweg
