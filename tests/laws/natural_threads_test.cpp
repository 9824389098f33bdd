// Many concurrent navigations in one tree give the same results as one at a time.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "answers.hpp"
#include "planners.hpp"
#include "scope.hpp"
#include "thalweg/papers/natural.hpp"
#include "thalweg/planners/descending.hpp"

namespace thalweg {
namespace {

constexpr std::uint32_t kThreads = 8;

struct Scene {
  Ground ground;
  NaturalTree tree;
  std::vector<Query> queries;
};

Scene hilly_scene(std::uint64_t seed) {
  const World world = hills(seed, {.corners = 30, .has_areas = seed % 2 == 0});
  Scene s{on_faces(world, Profile::thesis()), {}, {}};
  s.tree = natural_tree(s.ground).value();
  Random random(seed);
  for (int i = 0; i < 60; ++i) s.queries.push_back(random_query(world, random, i));
  return s;
}

std::vector<Answer> answers_of(const Scene& s, const DescendingOptions& options = {}) {
  const auto planner = planner_by(s.ground, DescendingSearch::make(s.ground, s.tree, options));
  std::vector<Answer> answers;
  for (const Query& query : s.queries) answers.push_back(planner->find(query));
  return answers;
}

TEST(NaturalThreads, many_navigations_at_once_answer_as_one_after_another) {
  for (const std::uint64_t seed : seeds({.test = 2, .check = 4})) {
    const Scene s = hilly_scene(seed);
    const std::vector<Answer> alone = answers_of(s);
    std::vector<std::vector<Answer>> together(kThreads);
    std::vector<std::thread> threads;
    for (std::uint32_t t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] { together[t] = answers_of(s); });
    }
    for (std::thread& thread : threads) thread.join();
    int found = 0;
    for (const std::vector<Answer>& answers : together) {
      ASSERT_EQ(answers.size(), alone.size());
      for (std::size_t i = 0; i < alone.size(); ++i) {
        ASSERT_EQ(answers[i].outcome, alone[i].outcome);
        ASSERT_EQ(answers[i].cost, alone[i].cost);
        ASSERT_EQ(answers[i].route.nodes, alone[i].route.nodes);
        ASSERT_EQ(answers[i].points, alone[i].points);
        ASSERT_EQ(answers[i].stats, alone[i].stats);
        found += answers[i].found() ? 1 : 0;
      }
    }
    EXPECT_GT(found, 100);
  }
}

TEST(NaturalThreads, answers_stay_sound_while_a_crowd_moves) {
  const Scene s = hilly_scene(7);
  Occupancy occupancy(s.tree);
  std::atomic<bool> is_over = false;
  std::thread crowd([&] {
    Random random(seed_of(7));
    std::vector<NodeId> agents;
    for (int i = 0; i < 200; ++i) {
      agents.emplace_back(random.below(s.ground.graph().node_count()));
      occupancy.enter(agents.back());
    }
    while (!is_over) {
      NodeId& agent = agents[random.below(200)];
      const NodeId next(random.below(s.ground.graph().node_count()));
      occupancy.move(agent, next);
      agent = next;
    }
  });
  std::vector<std::vector<Answer>> together(kThreads);
  std::vector<std::thread> threads;
  for (std::uint32_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      together[t] = answers_of(s, {.descent = {.occupancy = &occupancy, .crowd_weight = 5}});
    });
  }
  for (std::thread& thread : threads) thread.join();
  is_over = true;
  crowd.join();
  for (std::size_t i = 0; i < s.queries.size(); ++i) {
    const Oracle oracle = ask_oracle(s.ground, s.queries[i]);
    for (const std::vector<Answer>& answers : together) {
      if (answers[i].outcome == Outcome::outside) continue;
      ASSERT_EQ(answers[i].found(), oracle.cost != kUnreached);
      if (!answers[i].found()) continue;
      ASSERT_GE(answers[i].cost, oracle.cost);
      check_route(s.ground, answers[i], oracle.ends);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace thalweg
