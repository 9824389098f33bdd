// Worlds, clocks and planners that the crowd's tests share.
#pragma once

#include <chrono>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "grounds.hpp"
#include "thalweg/crowd/requests.hpp"
#include "thalweg/planners/a_star.hpp"

namespace thalweg {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::chrono::microseconds kEnough{10'000'000};

// Two halls and a door between them.
constexpr std::string_view kHalls = R"(
    . . . . . . . . # . . . . . . . . .
    . . . . . . . . # . . . . . . . . .
    . . . . . . . . # . . . . . . . . .
    . . . . . . . . . . . . . . . . . .
    . . . . . . . . # . . . . . . . . .
    . . . . . . . . # . . . . . . . . .
    . . . . . . . . # . . . . . . . . .
    . . . . . . . . # . . . . . . . . . )";

// A clock that advances by one microsecond each time it is read.
class LookClock {
 public:
  std::function<SteadyTime()> reader() {
    return [this] { return at_ += std::chrono::microseconds(1); };
  }
  void pass(std::chrono::microseconds time) { at_ += time; }

 private:
  SteadyTime at_{std::chrono::seconds(1000)};
};

// A random point in the box of the world or a little outside.
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
