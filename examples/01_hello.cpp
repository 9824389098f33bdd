// The ten-line program: loads a world, prices it for a hiker, finds a path.
// Make valley.thal first:  thalweg generate valley --size 129 -o valley.png
//                          thalweg import valley.png --spacing 10 --height-scale 0.1 -o valley.thal
#include <cstdio>
#include <thalweg/thalweg.hpp>

int main() {
  const auto world = thalweg::load_world("valley.thal").value();
  const auto ground = thalweg::ground(world, thalweg::Profile::hiker()).value();
  const auto planner = thalweg::fastest_planner(ground).value();  // one per thread

  const auto path = planner->find({.start = {10, 42}, .goal = {910, 377}});
  if (!path.found()) return std::puts(path.why()), 1;
  std::printf("%.1f m in %zu points\n", path.length(), path.points.size());
}
