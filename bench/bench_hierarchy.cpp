// Hierarchies compared with A*: HPA* on large grids, THPA* on meshes, and the cost of a change.
//   bench_hierarchy [queries a world, default 100]
// Fails if a planner finds no route where A* does, or a cheaper one; if routes over all gates are
// not the cheapest; if an updated hierarchy differs from a fresh build.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "data.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/generate/grids.hpp"
#include "thalweg/generate/heights.hpp"
#include "thalweg/hierarchy/build.hpp"
#include "thalweg/import/import.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/partition/sections.hpp"
#include "timer.hpp"

namespace {

using namespace thalweg;

constexpr std::uint32_t kSize = 10;  // squares on a side of a section of HPA*
constexpr double kShort = 1e-3;      // seconds: shorter queries are repeated, the best counts

Ground squares_of(Grid grid) {
  WorldParts parts;
  parts.grid = std::move(grid);
  return ground(make_world(std::move(parts)).value(), Profile::euclid(), GraphSpec::grid()).value();
}

// The faces of a mesh, or the squares of a map.
Ground from_file(const std::filesystem::path& file) {
  const World world = import_world(file, {.grid_mesh = false}).value().world;
  const GraphSpec spec = world.mesh.empty() ? GraphSpec::grid() : GraphSpec::faces();
  return ground(world, Profile::euclid(), spec).value();
}

// A valley of `squares` squares on a side, two triangles each.
Ground valley(std::uint32_t squares) {
  const auto heights =
      generate_heights({.kind = "valley", .width = squares + 1, .height = squares + 1}).value();
  const World world = make_world(triangulate_heights(heights, {}).value()).value();
  return ground(world, Profile::thesis(), GraphSpec::faces()).value();
}

// Queries between nodes of the largest island.
std::vector<Query> queries_on(const Ground& ground, int count) {
  const Islands& islands = ground.metric().islands();
  const IslandId largest = islands.largest();
  Random random(7);
  const auto random_point = [&] {
    for (;;) {
      const NodeId node(random.below(ground.graph().node_count()));
      if (islands.of[node] != largest) continue;
      const Vec3 p = ground.world().frame().from_local(ground.graph().position(node));
      return Point{p.x, p.y, p.z};
    }
  };
  std::vector<Query> queries;
  for (int i = 0; i < count; ++i) {
    const Point start = random_point();
    queries.push_back({.start = start, .goal = random_point(), .try_straight = false});
  }
  return queries;
}

// The results of one planner on the worlds of one table.
struct Row {
  std::string spec;
  bool is_exact = false;
  std::vector<double> us = {};     // [query]
  std::vector<double> ratio = {};  // [query]  of the cost to that of A*
  double settled = 0;
  double build = 0;  // seconds
  double bytes = 0;
  double nodes = 0;
  std::uint32_t worlds = 0;
  std::uint32_t wrong = 0;
};

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

// The value that `percent` percent of the values do not exceed.
double rank(std::vector<double> values, std::size_t percent) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return values[(values.size() - 1) * percent / 100];
}

// Builds the planner and runs all queries; returns the costs. `exact`: those of A*, if known.
std::vector<Distance> ask(const Ground& ground, const std::vector<Query>& queries,
                          const std::vector<Distance>& exact, Row& row) {
  const Timer building;
  const auto planner = make_planner(row.spec, {ground}).value();
  row.build += building.wall();
  row.bytes += static_cast<double>(planner->bytes());
  row.nodes += ground.graph().node_count();
  ++row.worlds;
  std::vector<Distance> costs;
  Answer answer = planner->find(queries.front());  // warms up
  for (std::size_t i = 0; i < queries.size(); ++i) {
    double best = 1e9;
    for (int round = 0; round < 2 && (round == 0 || best < kShort); ++round) {
      const Timer timer;
      answer = planner->find(queries[i], std::move(answer));
      best = std::min(best, timer.wall());
    }
    costs.push_back(answer.found() ? answer.cost : kUnreached);
    row.us.push_back(1e6 * best);
    row.settled += static_cast<double>(answer.stats.expanded);
    const Distance least = exact.empty() ? costs.back() : exact[i];
    const bool is_alike = (costs.back() == kUnreached) == (least == kUnreached);
    if (!is_alike || costs.back() < least || (row.is_exact && costs.back() != least)) ++row.wrong;
    if (is_alike && least != kUnreached && least > 0) {
      row.ratio.push_back(static_cast<double>(costs.back()) / static_cast<double>(least));
    }
  }
  return costs;
}

// A table of planners over some worlds; the first is A*.
class Table {
 public:
  Table(std::string name, std::vector<std::string> specs, int queries)
      : name_(std::move(name)), queries_(queries) {
    for (std::string& spec : specs) {
      const bool is_exact = spec.find("gates=all") != std::string::npos;
      rows_.push_back({.spec = std::move(spec), .is_exact = is_exact});
    }
  }

  void add(const Ground& ground) {
    const std::vector<Query> queries = queries_on(ground, queries_);
    std::vector<Distance> exact;
    for (Row& row : rows_) {
      std::vector<Distance> costs = ask(ground, queries, exact, row);
      if (exact.empty()) exact = std::move(costs);
    }
  }

  // False if an answer was wrong.
  bool print() const {
    std::printf("%s: %.0f nodes, %zu queries\n", name_.c_str(), rows_.front().nodes,
                rows_.front().us.size());
    std::printf("  %-34s %9s %9s %9s %7s %9s %7s %7s %8s %8s %7s %6s\n", "planner", "mean us",
                "median", "p99", "faster", "settled", "cost", "worst", "build s", "MB", "B/node",
                "right");
    bool is_right = true;
    for (const Row& row : rows_) {
      const auto count = static_cast<double>(row.us.size());
      std::printf("  %-34s %9.1f %9.1f %9.1f %7.1f %9.0f %7.4f %7.3f %8.2f %8.1f %7.1f %6s\n",
                  row.spec.c_str(), mean(row.us), rank(row.us, 50), rank(row.us, 99),
                  mean(rows_.front().us) / mean(row.us), row.settled / count, mean(row.ratio),
                  rank(row.ratio, 100), row.build / row.worlds, row.bytes / row.worlds / 1e6,
                  row.bytes / row.nodes, row.wrong == 0 ? "yes" : "NO");
      is_right = is_right && row.wrong == 0;
    }
    std::fflush(stdout);
    return is_right;
  }

 private:
  std::string name_;
  int queries_;
  std::vector<Row> rows_;
};

const std::vector<std::string> kOnGrids = {"a_star", "hpa_star:levels=1", "hpa_star:levels=2",
                                           "hpa_star:levels=3", "hpa_star:levels=4"};

bool run_files(const std::string& name, const std::vector<std::filesystem::path>& files,
               const std::vector<std::string>& specs, int queries) {
  if (files.empty()) return std::printf("%s: no such files\n", name.c_str()), true;
  Table table(name, specs, queries);
  for (const auto& file : files) table.add(from_file(file));
  return table.print();
}

bool run_data(int queries) {
  if (data_folder().empty()) {
    return std::puts("maps and Aurora: set THALWEG_DATA to the benchmark data's folder"), true;
  }
  const auto city = data_files("grids/city", "_1024.map");
  bool is_right = run_files("city maps", city, kOnGrids, queries);
  const auto starcraft = data_files("grids/starcraft", ".map");
  is_right = run_files("starcraft maps", starcraft, kOnGrids, queries) && is_right;
  const std::vector<std::string> over_all = {"a_star", "rooms:size=10:gates=all:near=0"};
  is_right = run_files("Aurora, all gates", data_files("grids/starcraft", "Aurora.map"), over_all,
                       queries) &&
             is_right;
  const std::vector<std::string> over_triangles = {"a_star",
                                                   "thpa_star:size=10",
                                                   "thpa_star:size=20",
                                                   "thpa_star",
                                                   "thpa_star:levels=2",
                                                   "thpa_star:size=20:levels=3",
                                                   "thpa_star:routes=0",
                                                   "fold:core=search",
                                                   "rooms:size=20:gates=all:near=0"};
  return run_files("Aurora as triangles", data_files("meshes/polyanya", "aurora.mesh"),
                   over_triangles, 5 * queries) &&
         is_right;
}

// Sections of 160 m end at edges of triangles, the others cut through them.
bool run_generated(int queries) {
  Table rooms("rooms 2048 x 2048", kOnGrids, queries);
  rooms.add(squares_of(generate_grid({.kind = "rooms", .width = 2048, .height = 2048}).value()));
  Table terrain("valley of triangles",
                {"a_star", "thpa_star:size=77", "thpa_star:size=157", "thpa_star:size=157:levels=2",
                 "thpa_star:size=157:levels=3", "thpa_star:size=313", "thpa_star:size=160"},
                queries);
  const bool is_right = rooms.print();
  terrain.add(valley(724));
  return terrain.print() && is_right;
}

// The same squares with a disc blocked in the middle, 8 squares in radius.
Grid with_disc(const Grid& grid) {
  GridArrays arrays = grid.arrays();
  std::vector<AreaId> areas = arrays.area.to_vector();
  const auto middle_x = static_cast<int>(grid.width() / 2);
  const auto middle_y = static_cast<int>(grid.height() / 2);
  for (int y = -8; y <= 8; ++y) {
    for (int x = -8; x <= 8; ++x) {
      if (x * x + y * y > 64) continue;
      const SquareId square = grid.at(static_cast<std::uint32_t>(middle_x + x),
                                      static_cast<std::uint32_t>(middle_y + y));
      areas[square.value] = kBlocked;
    }
  }
  arrays.area = std::move(areas);
  return Grid::from(std::move(arrays)).value();
}

// Blocks a disc; false if the updated hierarchy differs from a fresh build.
bool update_disc(std::uint32_t side, std::uint32_t levels) {
  const auto before =
      squares_of(generate_grid({.kind = "obstacles", .width = side, .height = side}).value());
  const auto after = squares_of(with_disc(before.world().grid));
  const HierarchyOptions options{.rule = GateRule::entrances};
  const SectionOptions of_size{.size = kSize, .levels = levels};
  const Hierarchy old = build_hierarchy(before, sections(before, of_size).value(), options).value();
  const Timer dividing;
  const Cells cells = sections(after, of_size).value();
  const double sections_s = dividing.wall();
  const Timer updating;
  const auto updated = update_hierarchy(before, old, after, cells, options).value();
  const double update_s = updating.wall();
  const Timer building;
  const Hierarchy again = build_hierarchy(after, cells, options).value();
  const double again_s = building.wall();
  const bool is_same = updated.hierarchy == again;
  std::printf("  %4u x %-4u %6u %9.1f %9.1f %9.1f %9u %9u %6s\n", side, side, levels,
              1e3 * sections_s, 1e3 * update_s, 1e3 * again_s, updated.rebuilt, updated.kept,
              is_same ? "yes" : "NO");
  return is_same;
}

bool run_updates() {
  std::puts("a disc of radius 8 is blocked:");
  std::printf("  %-11s %6s %9s %9s %9s %9s %9s %6s\n", "squares", "levels", "cells ms", "update ms",
              "again ms", "rebuilt", "kept", "same");
  bool is_right = true;
  for (const std::uint32_t side : {512u, 1024u}) {
    for (const std::uint32_t levels : {1u, 3u}) is_right = update_disc(side, levels) && is_right;
  }
  is_right = update_disc(2048, 1) && is_right;
  return is_right;
}

}  // namespace

int main(int argc, char** argv) {
  const int queries = argc > 1 ? std::atoi(argv[1]) : 100;
  if (queries < 1) return std::puts("bench_hierarchy [queries]"), 1;
  bool is_right = run_data(queries);
  is_right = run_generated(queries) && is_right;
  is_right = run_updates() && is_right;
  return is_right ? 0 : 1;
}
