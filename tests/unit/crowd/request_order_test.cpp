// The order in which requests are served, and for how long.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "desk.hpp"
#include "planners.hpp"

namespace thalweg {
namespace {

using std::chrono::microseconds;

TEST(RequestOrder, equals_are_served_in_the_order_of_asking) {
  Desk desk = room();
  std::vector<RequestId> asked;
  for (int i = 0; i < 50; ++i) asked.push_back(desk.queue.ask(across()));
  std::vector<RequestId> served;
  while (desk.queue.waiting() > 0) {
    desk.queue.tick(microseconds(20));
    const auto now = desk.queue.answered_last_tick();
    served.insert(served.end(), now.begin(), now.end());
  }
  EXPECT_EQ(served, asked);
}

TEST(RequestOrder, the_higher_priority_goes_first) {
  Desk desk = room();
  std::vector<std::pair<int, RequestId>> asked;
  for (const int priority :
       {0, 3, -2, 3, std::numeric_limits<int>::max(), 1, std::numeric_limits<int>::min()}) {
    asked.emplace_back(priority, desk.queue.ask(across(), {.priority = priority}));
  }
  std::ranges::stable_sort(asked, [](const auto& a, const auto& b) { return a.first > b.first; });
  desk.queue.tick(kEnough);
  const auto served = desk.queue.answered_last_tick();
  ASSERT_EQ(served.size(), asked.size());
  for (std::size_t i = 0; i < asked.size(); ++i) EXPECT_EQ(served[i], asked[i].second);
}

TEST(RequestOrder, nothing_starves_one_priority_is_worth_so_many_ticks) {
  Desk desk(on_portals(mesh_scene(kRoom)), {.ticks_per_priority = 5});
  const RequestId humble = desk.queue.ask(across(), {.priority = 0});
  // A new request of priority 2 every tick, and time for about one.
  std::vector<RequestId> proud;
  int tick = 0;
  while (desk.queue.state(humble) != RequestState::answered && tick < 1000) {
    proud.push_back(desk.queue.ask(across(), {.priority = 2}));
    proud.push_back(desk.queue.ask(across(), {.priority = 2}));
    desk.queue.tick(microseconds(1));
    ++tick;
  }
  ASSERT_EQ(desk.queue.state(humble), RequestState::answered);
  // Only requests made at most 2 * 5 ticks after it were served before it.
  for (std::size_t i = 0; i < proud.size(); ++i) {
    if (desk.queue.state(proud[i]) == RequestState::answered) {
      EXPECT_LT(i / 2, 10u);
    }
  }
}

// 60 x 60 squares: hundreds of nodes from corner to corner.
std::string field(int side) {
  std::string text;
  for (int y = 0; y < side; ++y) text += std::string(static_cast<std::size_t>(side), '.') + '\n';
  return text;
}

Query long_one(double side) {
  Query query{.start = {0.5, 0.5}, .goal = {side - 0.5, side - 0.4}};
  query.weight = 0;
  query.try_straight = false;
  return query;
}

TEST(RequestOrder, short_ones_are_not_blocked_by_a_long_one_beyond_its_allowance) {
  constexpr int kAllowance = 40;
  Desk desk(on_portals(mesh_scene(field(60))),
            {.longest_run = microseconds(kAllowance), .nodes_per_look = 2});
  RequestQueue& queue = desk.queue;
  const RequestId slow = queue.ask(long_one(60));
  queue.tick(microseconds(5));
  ASSERT_EQ(queue.state(slow), RequestState::running);
  const RequestId quick = queue.ask({.start = {1, 1}, .goal = {2, 1}});
  int us = 0;
  while (queue.state(quick) != RequestState::answered && us < 1000) {
    us += static_cast<int>(queue.tick(microseconds(5)).elapsed.count());
  }
  // One unit of work counts as one microsecond, but the clock is read five times for it.
  EXPECT_LT(us, 5 * kAllowance + 10);
  EXPECT_NE(queue.state(slow), RequestState::answered);
  EXPECT_EQ(queue.stats().put_back, 1u);

  // The long request is served too, however many short ones keep coming.
  int ticks = 0;
  while (queue.state(slow) != RequestState::answered && ++ticks < 100'000) {
    const RequestId other = queue.ask({.start = {1, 1}, .goal = {2, 1}});
    queue.tick(microseconds(20));
    queue.take(other);
  }
  ASSERT_EQ(queue.state(slow), RequestState::answered);
  EXPECT_GT(queue.stats().put_back, 2u);
  Planner planner = a_star_on(desk.planner.ground());
  EXPECT_TRUE(same_answer(queue.take(slow), planner.find(long_one(60))));
}

TEST(RequestOrder, a_long_one_alone_is_never_put_back) {
  Desk desk(on_portals(mesh_scene(field(40))), {.longest_run = microseconds(1)});
  desk.queue.ask(long_one(40));
  serve_all(desk.queue, microseconds(3));
  EXPECT_EQ(desk.queue.stats().put_back, 0u);
}

TEST(RequestOrder, many_cancelled_ones_leave_the_order_alone) {
  Desk desk = room();
  std::vector<RequestId> kept;
  for (int i = 0; i < 2000; ++i) {
    const RequestId id = desk.queue.ask(across());
    if (i % 100 == 0) {
      kept.push_back(id);
    } else {
      EXPECT_TRUE(desk.queue.cancel(id));
    }
  }
  desk.queue.tick(kEnough);
  const auto served = desk.queue.answered_last_tick();
  EXPECT_TRUE(std::ranges::equal(served, kept));
}

}  // namespace
}  // namespace thalweg
