#include "thalweg/crowd/requests.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>

#include "crowd_scene.hpp"

namespace thalweg {
namespace {

using std::chrono::microseconds;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr microseconds kEnough{1'000'000};

constexpr std::string_view kRoom = R"(
    S . . # .
    # # . # .
    . . . # .
    . # # # .
    . . . . G )";

Query across() { return {.start = mark(kRoom, 'S'), .goal = mark(kRoom, 'G')}; }

// A planner on a world, and a queue with a clock of its own.
struct Desk {
  explicit Desk(const Ground& ground, QueueOptions options = {})
      : planner(ground), queue(planner, with_clock(std::move(options))) {}

  QueueOptions with_clock(QueueOptions options) {
    options.clock = clock.reader();
    return options;
  }

  LookClock clock;
  AStarPlanner planner;
  RequestQueue queue;
};

Desk room() { return Desk(on_portals(mesh_scene(kRoom))); }

// Serves until nothing is left; the number of ticks.
int serve_all(RequestQueue& queue, microseconds budget) {
  int ticks = 0;
  while (queue.waiting() > 0 && ticks < 100'000) {
    queue.tick(budget);
    ++ticks;
  }
  return ticks;
}

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
  AStarPlanner other(desk.planner.ground());
  EXPECT_TRUE(same_answer(answer, other.find(across())));
  EXPECT_EQ(desk.queue.state(id), RequestState::gone);
  EXPECT_EQ(desk.queue.agent(id), 0u);
}

TEST(Requests, a_sliced_answer_equals_the_whole_one_whatever_the_budgets) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const bool is_mesh = seed % 2 == 1;
    Desk desk(is_mesh ? on_portals(hills(seed)) : on_grid(random_grid(seed, "....#")),
              {.nodes_per_look = static_cast<std::uint32_t>(seed)});
    AStarPlanner other(desk.planner.ground());
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

TEST(Requests, equals_are_served_in_the_order_of_asking) {
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

TEST(Requests, the_higher_priority_goes_first) {
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

TEST(Requests, nothing_starves_one_priority_is_worth_so_many_ticks) {
  Desk desk(on_portals(mesh_scene(kRoom)), {.ticks_per_priority = 5});
  const RequestId humble = desk.queue.ask(across(), {.priority = 0});
  // Every tick a new request of priority 2, and time for about one.
  std::vector<RequestId> proud;
  int tick = 0;
  while (desk.queue.state(humble) != RequestState::answered && tick < 1000) {
    proud.push_back(desk.queue.ask(across(), {.priority = 2}));
    proud.push_back(desk.queue.ask(across(), {.priority = 2}));
    desk.queue.tick(microseconds(1));
    ++tick;
  }
  ASSERT_EQ(desk.queue.state(humble), RequestState::answered);
  // Only those asked at most 2 * 5 ticks after it went first.
  for (std::size_t i = 0; i < proud.size(); ++i) {
    if (desk.queue.state(proud[i]) == RequestState::answered) {
      EXPECT_LT(i / 2, 10u);
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

TEST(Requests, short_ones_are_not_blocked_by_a_long_one_beyond_its_allowance) {
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
  // A piece of work counts as one microsecond, but the clock is looked at five times for it.
  EXPECT_LT(us, 5 * kAllowance + 10);
  EXPECT_NE(queue.state(slow), RequestState::answered);
  EXPECT_EQ(queue.stats().put_back, 1u);

  // The long one is served too, however many short ones keep coming.
  int ticks = 0;
  while (queue.state(slow) != RequestState::answered && ++ticks < 100'000) {
    const RequestId other = queue.ask({.start = {1, 1}, .goal = {2, 1}});
    queue.tick(microseconds(20));
    queue.take(other);
  }
  ASSERT_EQ(queue.state(slow), RequestState::answered);
  EXPECT_GT(queue.stats().put_back, 2u);
  AStarPlanner planner(desk.planner.ground());
  EXPECT_TRUE(same_answer(queue.take(slow), planner.find(long_one(60))));
}

TEST(Requests, a_long_one_alone_is_never_put_back) {
  Desk desk(on_portals(mesh_scene(field(40))), {.longest_run = microseconds(1)});
  desk.queue.ask(long_one(40));
  serve_all(desk.queue, microseconds(3));
  EXPECT_EQ(desk.queue.stats().put_back, 0u);
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

TEST(Requests, the_guess_is_straight_where_free_and_along_the_wall_elsewhere) {
  for (const bool is_mesh : {true, false}) {
    Desk desk(is_mesh ? on_portals(mesh_scene(kRoom)) : on_grid(scene(kRoom)));
    const Vec3 straight = desk.queue.guess({.start = {0.5, 2.5}, .goal = {2.5, 2.5}});
    EXPECT_EQ(straight, (Vec3{1, 0, 0}));
    // A wall to the right; the goal lies to the right and below.
    const Vec3 sideways = desk.queue.guess({.start = {2.5, 1.5}, .goal = {4.5, 3}});
    EXPECT_EQ(sideways, (Vec3{0, 1, 0})) << is_mesh;
    EXPECT_EQ(desk.queue.guess({.start = {0.5, 0.5}, .goal = {0.5, 0.5}}), Vec3{});
  }
}

TEST(Requests, the_guess_comes_in_the_callers_axes) {
  Desk desk = room();
  const Vec3 heading =
      desk.queue.guess({.start = {0.5, kNan, -2.5}, .goal = {2.5, kNan, -2.5}, .axes = Axes::y_up});
  EXPECT_EQ(heading, (Vec3{1, 0, 0}));
  const Vec3 away =
      desk.queue.guess({.start = {2.5, kNan, -0.5}, .goal = {2.5, kNan, -2.5}, .axes = Axes::y_up});
  EXPECT_EQ(away, (Vec3{0, 0, -1}));
}

TEST(Requests, guesses_are_of_length_one_or_zero) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Desk desk(seed % 2 == 0 ? on_portals(hills(seed)) : on_grid(random_grid(seed, "..#")));
    Random random(seed);
    for (int i = 0; i < 200; ++i) {
      const Vec3 heading =
          desk.queue.guess(Query{.start = random_point_near(desk.planner.world(), random),
                                 .goal = random_point_near(desk.planner.world(), random)});
      EXPECT_NEAR(length(heading), 1, 1e-12);
    }
  }
}

// What the queue should know, kept by simple means.
struct Model {
  std::map<RequestId, RequestState> known;
  std::uint64_t asked = 0;
  std::uint64_t cancelled = 0;
  std::uint64_t served = 0;

  void check(const RequestQueue& queue) const {
    std::size_t waiting = 0;
    for (const auto& [id, state] : known) {
      const RequestState now = queue.state(id);
      if (state != RequestState::waiting) {
        ASSERT_EQ(now, state);
        continue;
      }
      ASSERT_TRUE(now == RequestState::waiting || now == RequestState::running);
      ++waiting;
    }
    ASSERT_EQ(queue.waiting(), waiting);
    const QueueStats stats = queue.stats();
    ASSERT_EQ(stats.asked, asked);
    ASSERT_EQ(stats.cancelled, cancelled);
    ASSERT_EQ(stats.served, served);
    ASSERT_EQ(stats.asked, stats.served + stats.cancelled + queue.waiting());
  }
};

TEST(Requests, none_is_lost_and_each_is_answered_once_over_random_operations) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Desk desk(on_portals(hills(seed, {.corners = 12})),
              {.ticks_per_priority = static_cast<std::uint32_t>(seed % 4),
               .longest_run = microseconds(seed % 2 == 0 ? 5 : 1000),
               .nodes_per_look = 4});
    RequestQueue& queue = desk.queue;
    Random random(seed);
    Model model;
    Answer memory;
    std::vector<RequestId> ids;
    for (int step = 0; step < 1500; ++step) {
      const std::uint32_t what = random.below(10);
      if (what < 4) {
        const RequestId id = queue.ask({.start = random_point_near(desk.planner.world(), random),
                                        .goal = random_point_near(desk.planner.world(), random)},
                                       {.priority = static_cast<int>(random.below(3))});
        ASSERT_FALSE(model.known.contains(id));
        model.known[id] = RequestState::waiting;
        ids.push_back(id);
        ++model.asked;
      } else if (what < 7) {
        const TickReport report = queue.tick(microseconds(random.below(15)));
        ASSERT_EQ(report.served, queue.answered_last_tick().size());
        for (const RequestId id : queue.answered_last_tick()) {
          ASSERT_EQ(model.known[id], RequestState::waiting);
          model.known[id] = RequestState::answered;
          ++model.served;
        }
      } else if (!ids.empty()) {
        const RequestId id = ids[random.below(static_cast<std::uint32_t>(ids.size()))];
        RequestState& state = model.known[id];
        if (what == 7) {
          ASSERT_EQ(queue.cancel(id), state != RequestState::gone);
          if (state == RequestState::waiting) ++model.cancelled;
          state = RequestState::gone;
        } else {
          memory = queue.take(id, std::move(memory));
          ASSERT_EQ(std::string_view(memory.reason).starts_with("the request is not"),
                    state == RequestState::waiting);
          if (state == RequestState::answered) state = RequestState::gone;
        }
      }
      if (step % 50 == 0) model.check(queue);
    }
    serve_all(queue, microseconds(10));
    EXPECT_EQ(queue.stats().served + queue.stats().cancelled, model.asked);
  }
}

TEST(Requests, many_cancelled_ones_leave_the_order_alone) {
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
