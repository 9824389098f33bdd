// The natural tree: planning, walking a few steps at a time, and avoiding a crowd. Make valley.thal
// first, as 01_hello.cpp says.
#include <cstdio>
#include <thalweg/papers/natural.hpp>
#include <thalweg/planners/descending.hpp>
#include <thalweg/thalweg.hpp>

int main() {
  const auto world = thalweg::load_world("valley.thal").value();
  const auto faces = thalweg::GraphSpec::faces();
  const auto ground = thalweg::ground(world, thalweg::Profile::thesis(), faces).value();
  const auto tree = thalweg::natural_tree(ground, {.grow = thalweg::GrowRule::thesis}).value();

  thalweg::Planner planner(ground, thalweg::DescendingSearch::make(ground, tree).value());
  const auto path = planner.find({.start = {10, 42}, .goal = {910, 377}});
  if (!path.found()) return std::puts(path.why()), 1;
  std::printf("%.1f m, %zu faces\n", path.length(), path.route.nodes.size());

  // An agent stands on each face in the middle of that path, and the next search counts them.
  thalweg::Occupancy crowd(tree);
  const auto& nodes = path.route.nodes;
  for (std::size_t i = nodes.size() / 3; i < nodes.size() * 2 / 3; ++i) crowd.enter(nodes[i]);

  // The same query again, with only the next five faces known.
  thalweg::Descent descent{ground, tree, {.occupancy = &crowd, .crowd_weight = 3}};
  const thalweg::Seed start{nodes.front()};
  const thalweg::Seed goal{nodes.back()};
  descent.begin({&start, 1}, {&goal, 1});
  std::size_t at = 0;
  std::size_t met = 0;
  while (descent.reveal(at, 5) != thalweg::SearchEnd::exhausted) {
    const auto& known = descent.route().nodes;
    if (at + 1 == known.size()) break;  // arrived
    met += crowd.count(tree.piece(known[++at]));
  }
  std::printf("walked %zu faces in %u expansions, past %zu others\n", at + 1, descent.expansions(),
              met);
}
