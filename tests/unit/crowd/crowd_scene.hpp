// Worlds, clocks and planners that the crowd's tests share.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "grounds.hpp"
#include "thalweg/crowd/requests.hpp"
#include "thalweg/planners/a_star.hpp"

namespace thalweg {

// A clock that moves on by one microsecond each time somebody looks.
class LookClock {
 public:
  std::function<SteadyTime()> reader() {
    return [this] { return at_ += std::chrono::microseconds(1); };
  }
  void pass(std::chrono::microseconds time) { at_ += time; }

 private:
  SteadyTime at_{std::chrono::seconds(1000)};
};

// Anywhere in the box of the world and a little beyond.
inline Point random_point_near(const World& world, Random& random) {
  const Box3 box = world.box();
  const double x = random.between(box.low.x - 0.5, box.high.x + 0.5);
  const double y = random.between(box.low.y - 0.5, box.high.y + 0.5);
  return {world.origin.x + x, world.origin.y + y};
}

inline bool same_answer(const Answer& a, const Answer& b) {
  return a.outcome == b.outcome && std::string_view(a.reason) == b.reason && a.cost == b.cost &&
         a.points == b.points && a.route.nodes == b.route.nodes && a.route.arcs == b.route.arcs &&
         a.is_straight == b.is_straight && a.goal_index == b.goal_index && a.stats == b.stats;
}

}  // namespace thalweg
