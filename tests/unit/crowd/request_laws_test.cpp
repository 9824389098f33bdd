// Random operations on queues of requests, compared with a simple model.
#include <gtest/gtest.h>

#include <map>

#include "desk.hpp"
#include "scope.hpp"

namespace thalweg {
namespace {

using std::chrono::microseconds;

// A simple model of what the queue should know.
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

TEST(RequestLaws, none_is_lost_and_each_is_answered_once_over_random_operations) {
  for (const std::uint64_t seed : seeds(8)) {
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

}  // namespace
}  // namespace thalweg
