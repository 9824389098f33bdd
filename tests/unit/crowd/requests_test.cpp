// Request queues: answers equal the planner's for any budget; cancelling,
// stale ids, waits and odd options.
#include "thalweg/crowd/requests.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <map>

#include "desk.hpp"
#include "planners.hpp"
#include "scope.hpp"

namespace thalweg {
namespace {

using std::chrono::microseconds;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Requests, an_answer_is_the_planners) {
  Desk desk(on_portals(mesh_scene(kRoom)));
  const RequestId id = desk.queue.ask(across(), {.agent = 7});
  EXPECT_EQ(desk.queue.state(id), RequestState::waiting);
  EXPECT_EQ(desk.queue.agent(id), 7u);
  const TickReport report = desk.queue.tick(kEnough);
  EXPECT_EQ(report.end, TickEnd::idle);
  EXPECT_EQ(report.served, 1u);
  ASSERT_EQ(desk.queue.state(id), RequestState::answered);
  const Answer answer = desk.queue.take(id);
  Planner other = a_star_on(desk.planner.ground());
  EXPECT_TRUE(same_answer(answer, other.find(across())));
  EXPECT_EQ(desk.queue.state(id), RequestState::gone);
  EXPECT_EQ(desk.queue.agent(id), 0u);
}

TEST(Requests, a_sliced_answer_equals_the_whole_one_whatever_the_budgets) {
  for (const std::uint64_t seed : seeds(12)) {
    const bool is_mesh = seed % 2 == 1;
    Desk desk(is_mesh ? on_portals(hills(seed)) : on_grid(random_grid(seed, "....#")),
              {.nodes_per_look = static_cast<std::uint32_t>(1 + (seed - 1) % 12)});
    Planner other = a_star_on(desk.planner.ground());
    Random random(seed);
    std::vector<std::pair<RequestId, Query>> asked;
    for (int i = 0; i < 40; ++i) {
      Query query{.start = random_point_near(desk.planner.world(), random),
                  .goal = random_point_near(desk.planner.world(), random)};
      query.allow_partial = random.below(2) == 0;
      query.use_islands = random.below(2) == 0;
      query.try_straight = random.below(2) == 0;
      if (random.below(4) == 0) query.node_budget = random.below(60);
      if (random.below(4) == 0)
        query.more_goals = {random_point_near(desk.planner.world(), random)};
      asked.emplace_back(desk.queue.ask(query), query);
    }
    while (desk.queue.waiting() > 0) desk.queue.tick(microseconds(1 + random.below(30)));
    for (const auto& [id, query] : asked) {
      ASSERT_TRUE(same_answer(desk.queue.take(id), other.find(query))) << "seed " << seed;
    }
  }
}

TEST(Requests, zero_budget_does_nothing_and_says_so) {
  Desk desk = room();
  const RequestId id = desk.queue.ask(across());
  for (const int budget : {0, -5}) {
    const TickReport report = desk.queue.tick(microseconds(budget));
    EXPECT_EQ(report.end, TickEnd::no_budget);
    EXPECT_EQ(report.served, 0u);
    EXPECT_EQ(report.waiting, 1u);
    EXPECT_EQ(desk.queue.state(id), RequestState::waiting);
  }
}

TEST(Requests, the_least_budget_still_gets_everything_done) {
  Desk desk = room();
  for (int i = 0; i < 20; ++i) desk.queue.ask(across());
  EXPECT_LT(serve_all(desk.queue, microseconds(1)), 2000);
  EXPECT_EQ(desk.queue.stats().served, 20u);
}

TEST(Requests, an_idle_tick_says_so) {
  Desk desk = room();
  EXPECT_EQ(desk.queue.tick(kEnough).end, TickEnd::idle);
}

TEST(Requests, can_be_cancelled_in_every_state) {
  Desk desk(on_portals(mesh_scene(kRoom)), {.nodes_per_look = 1});
  RequestQueue& queue = desk.queue;
  const RequestId waiting = queue.ask(across());
  EXPECT_TRUE(queue.cancel(waiting));
  EXPECT_EQ(queue.state(waiting), RequestState::gone);
  EXPECT_FALSE(queue.cancel(waiting));
  EXPECT_EQ(queue.waiting(), 0u);

  const RequestId running = queue.ask(across());
  const RequestId behind = queue.ask(across());
  queue.tick(microseconds(1));
  ASSERT_EQ(queue.state(running), RequestState::running);
  EXPECT_TRUE(queue.cancel(running));
  EXPECT_EQ(queue.state(running), RequestState::gone);
  queue.tick(kEnough);
  ASSERT_EQ(queue.state(behind), RequestState::answered);
  EXPECT_TRUE(queue.cancel(behind));
  EXPECT_EQ(queue.state(behind), RequestState::gone);
  EXPECT_EQ(queue.take(behind).outcome, Outcome::invalid);

  const QueueStats stats = queue.stats();
  EXPECT_EQ(stats.asked, 3u);
  EXPECT_EQ(stats.cancelled, 2u);
  EXPECT_EQ(stats.served, 1u);
}

TEST(Requests, stale_and_unknown_ids_are_answered) {
  Desk desk = room();
  const RequestId first = desk.queue.ask(across());
  desk.queue.tick(kEnough);
  EXPECT_TRUE(desk.queue.take(first).found());
  const RequestId second = desk.queue.ask(across());
  EXPECT_EQ(first.slot, second.slot);
  for (const RequestId id : {first, RequestId{}, RequestId{99, 1}, RequestId{0, 0}}) {
    EXPECT_EQ(desk.queue.state(id), RequestState::gone) << to_string(id);
    EXPECT_FALSE(desk.queue.cancel(id));
    EXPECT_EQ(desk.queue.take(id).outcome, Outcome::invalid);
    EXPECT_EQ(desk.queue.guess(id), Vec3{});
  }
  EXPECT_EQ(desk.queue.take(second).outcome, Outcome::invalid);  // not answered yet, and it stays
  EXPECT_EQ(desk.queue.state(second), RequestState::waiting);
}

TEST(Requests, waits_are_counted_in_ticks_and_microseconds) {
  Desk desk = room();
  desk.queue.ask(across());
  desk.queue.tick(microseconds(0));
  desk.queue.tick(microseconds(0));
  desk.clock.pass(microseconds(1000));
  desk.queue.tick(kEnough);
  const QueueStats stats = desk.queue.stats();
  EXPECT_EQ(stats.worst_wait_ticks, 3u);
  EXPECT_EQ(stats.mean_wait_ticks, 3.0);
  EXPECT_GE(stats.worst_wait_us, 1000);
  EXPECT_LT(stats.worst_wait_us, 1100);
}

TEST(Requests, bad_queries_get_the_planners_answer) {
  Desk desk = room();
  const auto outcome_of = [&](const Query& query) {
    const RequestId id = desk.queue.ask(query);
    const Vec3 heading = desk.queue.guess(id);
    EXPECT_TRUE(is_finite(heading));
    desk.queue.tick(kEnough);
    EXPECT_TRUE(is_finite(desk.queue.guess(id)));
    return desk.queue.take(id).outcome;
  };
  EXPECT_EQ(outcome_of({.start = {kNan, 1}, .goal = {1, 1}}), Outcome::invalid);
  EXPECT_EQ(outcome_of({.start = {1, 1}, .goal = {kInfinity, 1}}), Outcome::invalid);
  EXPECT_EQ(outcome_of({.start = {1, 1}, .goal = {1, 1}, .reach = kNan}), Outcome::invalid);
  EXPECT_EQ(outcome_of({.start = {900, 1}, .goal = {1, 1}}), Outcome::outside);
  EXPECT_EQ(outcome_of({.start = {1e300, 1}, .goal = {-1e300, 1}}), Outcome::outside);
  EXPECT_EQ(outcome_of({.start = {0.5, 0.5}, .goal = {0.5, 0.5}}), Outcome::found);
  EXPECT_EQ(outcome_of({.start = {0.5, 0.5}, .goal = {4.5, 4.5}, .node_budget = 0}),
            Outcome::over_budget);
}

TEST(Requests, odd_options_and_budgets_are_held_to_what_makes_sense) {
  Desk desk(
      on_portals(mesh_scene(kRoom)),
      {.ticks_per_priority = 0xFFFFFFFFu, .longest_run = microseconds(-5), .nodes_per_look = 0});
  for (int i = 0; i < 5; ++i) {
    desk.queue.ask(across(), {.priority = std::numeric_limits<int>::min()});
    desk.queue.ask(across(), {.priority = std::numeric_limits<int>::max()});
  }
  serve_all(desk.queue, microseconds::max());
  EXPECT_EQ(desk.queue.stats().served, 10u);
}

TEST(Requests, answers_use_memory_that_was_handed_back) {
  Desk desk = room();
  std::map<const void*, int> memory;
  Answer answer;
  for (int i = 0; i < 50; ++i) {
    const RequestId id = desk.queue.ask(across());
    desk.queue.tick(kEnough);
    answer = desk.queue.take(id, std::move(answer));
    ++memory[answer.points.data()];
  }
  EXPECT_LE(memory.size(), 3u);
}

TEST(Requests, a_world_without_free_ground_is_answered) {
  Desk desk(on_portals(mesh_scene("#")));
  const RequestId id = desk.queue.ask({.start = {0, 0}, .goal = {1, 1}});
  EXPECT_TRUE(is_finite(desk.queue.guess(id)));
  desk.queue.tick(kEnough);
  EXPECT_FALSE(desk.queue.take(id).found());
}

}  // namespace
}  // namespace thalweg
