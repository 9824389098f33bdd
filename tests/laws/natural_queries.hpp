// Random queries with the oracle's costs, and checks of the answers of natural planners.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "answers.hpp"
#include "natural_grounds.hpp"
#include "trials.hpp"

namespace thalweg {

// The totals over all queries.
struct Tally {
  std::uint64_t queries = 0;
  std::uint64_t found = 0;
  struct Ratios {
    double sum = 0;
    double worst = 0;
    std::uint64_t count = 0;
    std::string where;  // the worst ratio
  };
  std::vector<Ratios> ratios;  // [variant]  cost over the cheapest
};

// A query and the oracle's costs: for each goal, and the best.
struct Asked {
  Query query;
  std::vector<Oracle> goals;
  Distance cost = kUnreached;
};

// Nothing when the oracle cannot tell, because an end lies off the ground.
inline std::optional<Asked> ask(const Ground& ground, Random& random, int i) {
  Asked asked;
  asked.query = random_query(ground.world(), random, i);
  const int more = i % 4 == 3 ? 2 : 0;
  for (int k = 0; k < more; ++k)
    asked.query.more_goals.push_back(random_point(ground.world(), random));
  const EndFinder finder(ground);
  const auto is_inside = [&](const Point& p) {
    return finder.find(ground.world().frame().to_local(p), asked.query.reach).is_found();
  };
  if (!is_inside(asked.query.start)) return std::nullopt;
  for (int k = 0; k <= more; ++k) {
    Query one = asked.query;
    if (k > 0) one.goal = asked.query.more_goals[static_cast<std::size_t>(k) - 1];
    if (!is_inside(one.goal)) return std::nullopt;
    asked.goals.push_back(ask_oracle(ground, one));
    asked.cost = std::min(asked.cost, asked.goals.back().cost);
  }
  return asked;
}

inline void check_answer(const Ground& ground, const Asked& asked, const Answer& answer,
                         Tally::Ratios& ratios) {
  ASSERT_EQ(answer.found(), asked.cost != kUnreached) << answer.why();
  if (!answer.found()) return;
  ASSERT_GE(answer.cost, asked.cost);
  ASSERT_LT(answer.goal_index, asked.goals.size());
  check_route(ground, answer, asked.goals[answer.goal_index].ends);
  const Point goal =
      answer.goal_index == 0 ? asked.query.goal : asked.query.more_goals[answer.goal_index - 1];
  const Vec2 end = answer.points.back().vec().xy();
  ASSERT_LE(length(end - Vec2{goal.x, goal.y}),
            asked.query.reach + ground.world().grid.spacing() + 1e-6);
  if (asked.cost == 0) return;
  const double ratio = static_cast<double>(answer.cost) / static_cast<double>(asked.cost);
  ratios.sum += ratio;
  ++ratios.count;
  if (ratio <= ratios.worst) return;
  ratios.worst = ratio;
  ratios.where = ground.profile().name;
}

// Checks that slices respect their limit and give the same result.
inline void check_slices(Planner& planner, const Query& query, const Answer& whole) {
  constexpr std::uint64_t kSlice = 2;
  std::uint64_t slices = 1;
  planner.begin(query);
  while (!planner.advance({.nodes = kSlice})) ++slices;
  const Answer sliced = planner.take();
  ASSERT_EQ(sliced.route.nodes, whole.route.nodes);
  ASSERT_EQ(sliced.stats, whole.stats);
  ASSERT_GE(slices * kSlice, whole.stats.expanded);
}

// Asks all planners the same random queries.
inline void check_queries(const Ground& ground, std::span<const std::unique_ptr<Planner>> planners,
                          std::uint64_t seed, Tally& tally) {
  tally.ratios.resize(planners.size());
  Random random(seed);
  for (int i = 0; i < 30; ++i) {
    const std::optional<Asked> asked = ask(ground, random, i);
    if (!asked) continue;
    for (std::size_t k = 0; k < planners.size(); ++k) {
      const Answer answer = planners[k]->find(asked->query);
      ++tally.queries;
      tally.found += answer.found() ? 1 : 0;
      check_answer(ground, *asked, answer, tally.ratios[k]);
      if (i % 8 == 0) check_slices(*planners[k], asked->query, answer);
      ASSERT_FALSE(::testing::Test::HasFatalFailure())
          << "variant " << k << ", query " << i << ", " << answer.why();
    }
  }
}

// Calls use(ground, seed) for cases x profiles x seeds: for all in scope `check`.
template <class Use>
void for_each_priced_case(const Tries& tries, const Use& use) {
  const std::vector<Profile> profiles = case_profiles();
  const auto any = [](std::size_t, std::size_t) { return true; };
  for (const std::uint64_t seed : seeds(tries)) {
    const std::vector<Case> all = cases(seed);
    for (const Trial& trial : trials(all, profiles.size(), 1, any)) {
      const Profile& profile = profiles[trial.profile];
      SCOPED_TRACE(all[trial.at].name + ", " + profile.name);
      use(NaturalGround::of(all[trial.at].priced(profile)).value(), seed);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

// One line per variant; `name(k)` says which it is.
template <class Name>
void print(const Tally& tally, const Name& name) {
  std::printf("%llu queries, %llu found; cost over the cheapest:\n",
              static_cast<unsigned long long>(tally.queries),
              static_cast<unsigned long long>(tally.found));
  for (std::size_t k = 0; k < tally.ratios.size(); ++k) {
    const Tally::Ratios& r = tally.ratios[k];
    std::printf("  %s: mean %.3f, worst %.2f (%s)\n", name(k).c_str(),
                r.sum / static_cast<double>(std::max<std::uint64_t>(r.count, 1)), r.worst,
                r.where.c_str());
  }
}

}  // namespace thalweg
