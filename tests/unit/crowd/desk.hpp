// A planner on a ground, and a queue of requests with a clock of its own.
#pragma once

#include <chrono>
#include <string_view>

#include "crowd_scene.hpp"
#include "planners.hpp"

namespace thalweg {

inline Query across() { return {.start = mark(kRoom, 'S'), .goal = mark(kRoom, 'G')}; }

// A planner on a world, and a queue with a clock of its own.
struct Desk {
  explicit Desk(const Ground& ground, QueueOptions options = {})
      : planner(a_star_on(ground)), queue(planner, with_clock(std::move(options))) {}

  QueueOptions with_clock(QueueOptions options) {
    options.clock = clock.reader();
    return options;
  }

  LookClock clock;
  Planner planner;
  RequestQueue queue;
};

inline Desk room() { return Desk(on_portals(mesh_scene(kRoom))); }

// Serves until nothing is left; returns the number of ticks.
inline int serve_all(RequestQueue& queue, std::chrono::microseconds budget) {
  int ticks = 0;
  while (queue.waiting() > 0 && ticks < 100'000) {
    queue.tick(budget);
    ++ticks;
  }
  return ticks;
}

}  // namespace thalweg
