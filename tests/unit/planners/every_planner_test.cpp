// Properties of every planner in the registry: slices change nothing, and a warm planner does not
// allocate.
#include <gtest/gtest.h>

#include "grounds.hpp"
#include "new_operators.hpp"
#include "partitioner.hpp"
#include "scope.hpp"
#include "thalweg/papers/registry.hpp"

namespace thalweg {
namespace {

std::vector<NamedGround> grounds(std::uint64_t seed) {
  const World land = hills(seed, {.corners = 9});
  const World squares = random_grid(seed, "....##w");
  const World hexagons = random_grid(seed, "....#", {.shape = GridShape::hex});
  return {{"faces", on_faces(land, Profile::thesis())},
          {"portals", ground_of(land, GraphSpec::portals(2, 0.5f), Profile::hiker())},
          {"squares", on_grid(squares)},
          {"hexagons", on_grid(hexagons)}};
}

// Each planner with its defaults, and with options that select other algorithms inside.
std::vector<std::string> specs() {
  std::vector<std::string> all;
  for (const PlannerDescriptor& info : planners()) all.emplace_back(info.name);
  all.emplace_back("a_star:backward=1");
  all.emplace_back("coarse:share=0.3:rings=1:near=0");
  all.emplace_back("fold:share=1");
  all.emplace_back("fold:share=1:table=0");
  all.emplace_back("fold:share=1:core=search");
  all.emplace_back("fold:share=1:shortest=0");
  all.emplace_back("hpa_star:size=3:levels=2:near=0:routes=0");
  all.emplace_back("thpa_star:size=2:levels=2:near=0");
  all.emplace_back("natural:cap_base=3:rings=1:near=0");
  all.emplace_back("natural:grow=thesis:refine=descent");
  all.emplace_back("rooms:near=0:both=1:routes=0:levels=2");
  all.emplace_back("hna_star:merged=4:level=1");
  all.emplace_back("hna_star:merged=3:level=2:connect=a_star");
  all.emplace_back("hna_star:merged=3:level=2:connect=dijkstra");
  all.emplace_back("turning:speeds=2:max_turn=120:bank=hashed");
  return all;
}

std::vector<Query> every_query(const World& world, std::uint64_t seed) {
  std::vector<Query> all;
  Random random(seed);
  const auto point = [&] { return random_point(world, random); };
  for (std::uint32_t i = 0; i < 12; ++i) {
    const Point start = point();
    Query query{.start = start, .goal = point()};
    query.allow_partial = i % 2 == 0;
    query.use_islands = i % 3 != 0;
    query.try_straight = i % 4 == 0;
    if (i % 5 == 4) query.node_budget = random.below(50);
    if (i % 6 == 5) query.more_goals = {point(), point()};
    all.push_back(std::move(query));
  }
  return all;
}

void expect_same_answer(const Answer& a, const Answer& b) {
  ASSERT_EQ(a.outcome, b.outcome);
  ASSERT_EQ(a.cost, b.cost);
  ASSERT_EQ(a.penalty, b.penalty);
  ASSERT_EQ(a.points, b.points);
  ASSERT_EQ(a.route.nodes, b.route.nodes);
  ASSERT_EQ(a.route.arcs, b.route.arcs);
  ASSERT_EQ(a.goal_index, b.goal_index);
  ASSERT_EQ(a.stats, b.stats);
}

// Calls use(ground, planner, another of the same kind).
template <class Use>
void for_each_planner(const Use& use) {
  for (const NamedGround& s : grounds(4)) {
    for (const std::string& spec : specs()) {
      SCOPED_TRACE(s.name + ", " + spec);
      const PlannerInput input = any_input(s.ground);
      const auto one = make_planner(spec, input);
      const auto other = make_planner(spec, input);
      if (!one.ok()) continue;  // not every planner serves every graph
      use(s, **one, **other);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(EveryPlanner, slices_of_any_size_change_nothing) {
  for_each_planner([](const NamedGround& s, Planner& whole, Planner& sliced) {
    Random random(seed_of(6));
    for (const Query& query : every_query(s.ground.world(), 6)) {
      const Answer wanted = whole.find(query);
      for (const std::uint64_t size : {0, 1, 7, 100}) {
        sliced.begin(query);
        for (std::uint64_t i = 0;; ++i) {
          ASSERT_LT(i, 100000u);
          Slice slice{.nodes = size == 0 ? i % 2 : size};
          if (random.below(3) == 0) slice.deadline = std::chrono::steady_clock::now();
          if (sliced.advance(slice)) break;
        }
        expect_same_answer(sliced.take(), wanted);
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  });
}

TEST(EveryPlanner, slices_that_are_over_at_once_still_come_to_an_end) {
  for_each_planner([](const NamedGround& s, Planner& whole, Planner& sliced) {
    for (const Query& query : every_query(s.ground.world(), 9)) {
      const Answer wanted = whole.find(query);
      sliced.begin(query);
      for (int i = 0; !sliced.advance(Slice::lasting({})); ++i) ASSERT_LT(i, 100000);
      expect_same_answer(sliced.take(), wanted);
      if (::testing::Test::HasFatalFailure()) return;
    }
  });
}

TEST(EveryPlanner, a_query_begun_again_replaces_the_one_at_hand) {
  for_each_planner([](const NamedGround& s, Planner& whole, Planner& busy) {
    const auto asked = every_query(s.ground.world(), 7);
    for (std::size_t i = 1; i < asked.size(); ++i) {
      busy.begin(asked[i - 1]);
      busy.advance({.nodes = 3});
      busy.begin(asked[i]);
      while (!busy.advance({.nodes = 50})) {
      }
      expect_same_answer(busy.take(), whole.find(asked[i]));
      if (::testing::Test::HasFatalFailure()) return;
    }
  });
}

TEST(EveryPlanner, once_warm_nothing_is_allocated) {
  if (!has_own_new()) GTEST_SKIP() << "allocations cannot be counted in this build";
  for_each_planner([](const NamedGround& s, Planner& planner, Planner&) {
    const auto asked = every_query(s.ground.world(), 8);
    Answer answer;
    for (int round = 0; round < 2; ++round) {
      for (const Query& query : asked) answer = planner.find(query, std::move(answer));
    }
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const std::uint64_t before = allocation_count();
      answer = planner.find(asked[i], std::move(answer));
      EXPECT_EQ(allocation_count() - before, 0u)
          << "query " << i << ": " << to_string(answer.outcome);
    }
  });
}

}  // namespace
}  // namespace thalweg
