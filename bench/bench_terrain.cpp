// Terrain graphs on a generated valley: arcs and bytes a vertex, seconds to build, price and load, A*, and
// what routes cost against those over the points of portals.
//   bench_terrain [samples a side, default 257] [queries, default 50] [points a portal of the
//                 reference, default 1: none] [relief in metres, default 0: as generated] [depth,
//                 default 0: 1, 3 and 5]
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "../tests/planners.hpp"
#include "grounds.hpp"
#include "thalweg/generate/heights.hpp"
#include "thalweg/import/terrain.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/store/store.hpp"
#include "timer.hpp"

namespace {

using namespace thalweg;

World valley(std::uint32_t side, double relief) {
  GenerateHeightsOptions options{.kind = "valley", .width = side, .height = side};
  if (relief > 0) options.relief = relief;
  const HeightField heights = generate_heights(options).value();
  return make_world(triangulate_heights(heights, {}).value()).value();
}

struct Run {
  std::vector<double> prices;  // [query]  0: not found
  double seconds = 0;
  double settled = 0;
};

Run run(const Ground& ground, int queries) {
  Planner planner = a_star_on(ground);
  Random random(1);
  Run all;
  Answer answer;
  for (int i = 0; i < queries; ++i) {
    const Point from = random_point(ground.world(), random);
    const Point to = random_point(ground.world(), random);
    const Timer timer;
    answer =
        planner.find({.start = from, .goal = to, .shape = Shape::midpoints}, std::move(answer));
    all.seconds += timer.cpu() / queries;
    all.settled += static_cast<double>(answer.stats.expanded) / queries;
    all.prices.push_back(answer.found() ? answer.price : 0);
  }
  return all;
}

double mean_ratio(const Run& one, const Run& other) {
  double sum = 0;
  int count = 0;
  for (std::size_t i = 0; i < one.prices.size(); ++i) {
    if (!(one.prices[i] > 0) || !(other.prices[i] > 0)) continue;
    sum += one.prices[i] / other.prices[i];
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

Ground built(const World& world, const char* name, const GraphSpec& spec, const Profile& profile) {
  const Timer timer;
  Graph graph = build_graph(world, spec, profile).value();
  const double build = timer.wall();
  const double build_cpu = timer.cpu();
  const Timer pricing;
  Metric metric = price(world, graph, profile).value();
  const double nodes = graph.node_count();
  std::printf(
      "%-10s %9.0f nodes, %5.1f arcs a node, %5.1f bytes a node; built in %.2f s (%.1f us of "
      "processor a node), priced in %.2f s\n",
      name, nodes, graph.arc_count() / nodes,
      static_cast<double>(graph.bytes() + metric.bytes()) / nodes, build, 1e6 * build_cpu / nodes,
      pricing.wall());
  return Ground::of(world, std::move(graph), std::move(metric)).value();
}

// Saves the ground to a file and loads it: bytes a node, and seconds.
void store(const Ground& ground) {
  Store store;
  store.world = ground.world();
  store = with_metric(std::move(store), "m", ground).value();
  const StoredMetric& metric = store.metrics.front();
  const std::size_t bytes =
      metric.arcs.bytes() + metric.parts.costs.bytes() + metric.parts.islands.bytes();
  const auto path = std::filesystem::temp_directory_path() / "bench_terrain.thal";
  save_store(store, path).value();
  const Timer timer;
  const Store loaded = load_store(path).value();
  const double open = timer.wall();
  const bool is_same = stored_ground(loaded, "m").value().fingerprint() == ground.fingerprint();
  std::printf("  stored: %.1f bytes a node; loaded in %.3f s, the graph in %.3f s more%s\n",
              static_cast<double>(bytes) / ground.graph().node_count(), open, timer.wall() - open,
              is_same ? "" : ": NOT THE SAME");
  std::filesystem::remove(path);
}

// Saves the world alone to a file and loads it: the seconds, beside those of making it.
void store(const World& world, double making) {
  const auto path = std::filesystem::temp_directory_path() / "bench_terrain_world.thal";
  const Timer saving;
  save_world(world, path).value();
  const double saved = saving.wall();
  const Timer loading;
  const bool is_same = load_world(path).value().fingerprint() == world.fingerprint();
  std::printf("the world: made in %.2f s, saved in %.2f s, loaded and hashed in %.4f s%s\n", making,
              saved, loading.wall(), is_same ? "" : ": NOT THE SAME");
  std::filesystem::remove(path);
}

}  // namespace

int main(int argc, char** argv) {
  const int side = argc > 1 ? std::atoi(argv[1]) : 257;
  const int queries = argc > 2 ? std::atoi(argv[2]) : 50;
  const int points = argc > 3 ? std::atoi(argv[3]) : 1;
  const double relief = argc > 4 ? std::atof(argv[4]) : 0;
  const int only = argc > 5 ? std::atoi(argv[5]) : 0;
  if (side < 2 || queries < 1 || points < 1) return std::puts("see the head of the file"), 1;
  const Timer making;
  const World world = valley(static_cast<std::uint32_t>(side), relief);
  const double made = making.wall();
  std::printf("%u faces\n", world.mesh.face_count());
  store(world, made);
  for (const Profile& profile : {Profile::hiker(), Profile::thesis(), Profile::euclid()}) {
    std::printf("%s\n", profile.name.c_str());
    const Run portals = run(built(world, "portals", GraphSpec::portals(), profile), queries);
    Run reference = portals;
    if (points > 1) {
      const GraphSpec fine = GraphSpec::portals(static_cast<std::uint32_t>(points), 0.01f);
      reference = run(built(world, "reference", fine, profile), queries);
    }
    std::printf("  portals: %.2f ms, %.0f settled, %.4f of the reference\n", 1e3 * portals.seconds,
                portals.settled, mean_ratio(portals, reference));
    for (const std::uint32_t depth : {1u, 2u, 3u, 4u, 5u}) {
      if (only != 0 ? static_cast<std::uint32_t>(only) != depth : depth % 2 == 0) continue;
      const std::string name = "terrain" + std::to_string(depth);
      const Ground ground = built(world, name.c_str(), GraphSpec::terrain(depth), profile);
      store(ground);
      const Run terrain = run(ground, queries);
      std::printf("  %s: %.2f ms (%.2f of portals), %.0f settled, %.4f of the reference\n",
                  name.c_str(), 1e3 * terrain.seconds, terrain.seconds / portals.seconds,
                  terrain.settled, mean_ratio(terrain, reference));
    }
  }
}
