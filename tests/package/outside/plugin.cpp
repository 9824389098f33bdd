// The runtime inside a shared object: it must be position-independent, and its threads must end
// before the object is unloaded.
#include <cstdio>
#include <thalweg/thalweg.hpp>

extern "C" int plan() {
  const auto world = thalweg::load_world("valley.thal").value();
  const auto ground = thalweg::ground(world, thalweg::Profile::hiker()).value();
  const auto planner = thalweg::fastest_planner(ground).value();
  return planner->find({.start = {10, 42}, .goal = {910, 377}}).found() ? 0 : 1;
}
