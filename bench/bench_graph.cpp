// Graph, metric and A* on uniform terrain made by code: build times, bytes, settled nodes.
//   bench_graph [corners a side, default 1201] [queries, default 20]
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "../tests/planners.hpp"
#include "scene.hpp"
#include "thalweg/planners/a_star.hpp"
#include "timer.hpp"

namespace {

void run(const thalweg::World& world, const char* name, const thalweg::Graph& graph,
         const thalweg::Profile& profile, int queries, std::uint32_t corners) {
  const Timer timer;
  const auto metric = thalweg::price(world, graph, profile).value();
  const double wall = timer.wall();
  std::printf("%s, %s: priced in %.2f s (%.2f s of processor), %.1f MB (islands %.1f MB, %u)\n",
              name, profile.name.c_str(), wall, timer.cpu(),
              static_cast<double>(metric.bytes()) / 1e6,
              static_cast<double>(metric.islands().bytes()) / 1e6, metric.islands().count());
  thalweg::Planner planner = thalweg::a_star_on(thalweg::Ground::of(world, graph, metric).value());
  thalweg::Random random(1);
  std::uint64_t settled = 0;
  thalweg::Distance cost = 0;
  double seconds = 0;
  thalweg::Answer answer;
  for (int i = -1; i < queries; ++i) {  // the first warms up
    const double side = (corners - 1) * 30.0;
    const auto random_point = [&] {
      const double x = random.between(0, side);
      return thalweg::Point{x, random.between(0, side)};
    };
    const thalweg::Point from = random_point();
    const thalweg::Point to = random_point();
    const Timer one;
    answer = planner.find({.start = from, .goal = to}, std::move(answer));
    if (i < 0) continue;
    seconds += one.cpu();
    settled += answer.stats.expanded;
    cost += answer.cost;
  }
  std::printf(
      "  A*: %.0f settled, %.1f ms of processor a query, %.0f ns a settled node, sum of costs "
      "%llu\n",
      static_cast<double>(settled) / queries, 1e3 * seconds / queries,
      1e9 * seconds / static_cast<double>(settled), static_cast<unsigned long long>(cost));
}

void run_all(const thalweg::World& world, const char* name, const thalweg::GraphSpec& spec,
             int queries, std::uint32_t corners) {
  const Timer timer;
  const auto graph = thalweg::build_graph(world, spec).value();
  std::printf(
      "%s graph: %u nodes, %u arcs, built in %.2f s (%.2f s of processor), %.1f MB, %.1f bytes a "
      "node\n",
      name, graph.node_count(), graph.arc_count(), timer.wall(), timer.cpu(),
      static_cast<double>(graph.bytes()) / 1e6,
      static_cast<double>(graph.bytes()) / graph.node_count());
  for (const auto& profile :
       {thalweg::Profile::euclid(), thalweg::Profile::thesis(), thalweg::Profile::hiker()}) {
    run(world, name, graph, profile, queries, corners);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int corners = argc > 1 ? std::atoi(argv[1]) : 1201;
  const int queries = argc > 2 ? std::atoi(argv[2]) : 20;
  if (corners < 2 || queries < 1) return std::puts("bench_graph [corners] [queries]"), 1;
  const auto side = static_cast<std::uint32_t>(corners);
  const auto world =
      thalweg::hills(1, {.corners = side, .spacing = 30, .relief = 2000, .has_areas = false});
  std::printf("%u faces\n", world.mesh.face_count());
  run_all(world, "face", thalweg::GraphSpec::faces(), queries, side);
  run_all(world, "portal", thalweg::GraphSpec::portals(), queries, side);
}
