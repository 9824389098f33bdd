// The README's ten-line program, as an outside project would write it.
#include <cstdio>
#include <thalweg/thalweg.hpp>

int main() {
  const auto world = thalweg::load_world("valley.thal").value();
  const auto graph = thalweg::portal_graph(world);
  const auto metric = thalweg::price(world, graph, thalweg::Profile::hiker());

  thalweg::AStarPlanner planner{world, graph, metric};  // one per thread
  const auto path = planner.find({.start = {10, 42}, .goal = {910, 377}});
  if (!path.found()) return std::puts(path.why()), 1;
  std::printf("%.1f m in %zu points\n", path.length(), path.points.size());
}
