// What the benchmarks beside Detour share: times of calls, orders to ask in, joined pairs of points.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

#include "thalweg/core/random.hpp"
#include "thalweg/planners/planner.hpp"

namespace thalweg {

// Two points in local coordinates.
struct Pair {
  Vec3 start;
  Vec3 goal;
};

// Tells whether the islands of a ground join two surface points. Borrows the ground.
class Joined {
 public:
  explicit Joined(const Ground& ground) : islands_(ground.metric().islands()), finder_(ground) {}

  bool operator()(const SurfacePoint& a, const SurfacePoint& b) const {
    const End start{.face = a.face, .square = {}, .point = a.point};
    const End goal{.face = b.face, .square = {}, .point = b.point};
    const JoinedEnds ends = finder_.join(start, goal);
    return !ends.sources.empty() && !ends.goals.empty() &&
           islands_.of[ends.sources.front().node] == islands_.of[ends.goals.front().node];
  }

 private:
  const Islands& islands_;
  EndFinder finder_;
};

// Lowers `least` to the microseconds of one call.
template <class Work>
void time_into(double& least, const Work& work) {
  const auto began = std::chrono::steady_clock::now();
  work();
  const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - began;
  least = std::min(least, spent.count());
}

// The numbers below `count` in random order.
inline std::vector<std::size_t> shuffled(std::size_t count, Random& random) {
  std::vector<std::size_t> order(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t j = random.below(static_cast<std::uint32_t>(i + 1));
    order[i] = order[j];
    order[j] = i;
  }
  return order;
}

inline double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// The value that a `part` (0 to 1) of the values are at most; 0 where there are none.
inline double quantile(std::vector<double> values, double part) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
}

// What a planner holds: its ground, what was built for it, its scratch memory.
inline std::size_t bytes_held(const Planner& planner) {
  const World& world = planner.world();
  return world.mesh.bytes() + world.locator.bytes() + planner.graph().bytes() +
         planner.metric().bytes() + planner.bytes() + planner.scratch_bytes();
}

}  // namespace thalweg
