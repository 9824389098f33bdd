// A crowd: many requests served in small parts every tick, and a group that walks together. Make
// valley.thal first, as 01_hello.cpp says.
#include <cstdio>
#include <thalweg/crowd/group.hpp>
#include <thalweg/thalweg.hpp>
#include <vector>

int main() {
  const auto world = thalweg::load_world("valley.thal").value();
  const auto ground = thalweg::ground(world, thalweg::Profile::hiker()).value();
  const auto planner = thalweg::make_planner("a_star", ground).value();
  thalweg::RequestQueue queue(*planner);
  constexpr std::chrono::microseconds kBudget{2000};  // a tick

  // One agent in a hurry: the direction to face at once, and the path when it is ready.
  const auto id = queue.ask({.start = {10, 42}, .goal = {910, 377}}, {.priority = 1});
  const auto heading = queue.guess(id);
  std::printf("turns to %.2f, %.2f\n", heading.x, heading.y);

  // Nine agents who walk together: only the leader's path is a long one.
  std::vector<thalweg::Point> members;
  for (int i = 0; i < 9; ++i) members.push_back({20.0 + 3 * (i % 3), 40.0 + 3 * (i / 3)});
  thalweg::Group group(queue, {.goal = {700, 700}}, members, {.spacing = 2, .lanes = 3});

  int ticks = 0;
  while (group.state() <= thalweg::GroupState::walking) {
    queue.tick(kBudget);
    group.advance(1.5);  // metres a tick
    ++ticks;
  }
  std::printf("the hasty one: %.0f m\n", queue.take(id).length());
  if (group.state() == thalweg::GroupState::failed) return std::puts(group.why()), 1;
  std::printf("the group has arrived after %d ticks; %llu paths were planned\n", ticks,
              static_cast<unsigned long long>(queue.stats().served));
}
