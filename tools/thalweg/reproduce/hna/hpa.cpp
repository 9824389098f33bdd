// HNA* on meshes beside HPA* on grids, and build times.
#include <fmt/format.h>

#include <chrono>

#include "common/partitioner.hpp"
#include "core/try.hpp"
#include "reproduce/hna/hna.hpp"
#include "reproduce/thpa/run.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/import/import.hpp"
#include "thalweg/papers/registry.hpp"
#ifdef THALWEG_HAS_CGAL
#include "thalweg/triangulate/triangulate.hpp"
#endif

namespace thalweg::tool {
namespace {

constexpr int kHpaTries = 3;

// A map with its mesh of merged faces, and its problems.
Result<ThpaCase> hna_merged_case(const std::filesystem::path& data, const std::string& map) {
  const auto folder = data / "grids" / map;
  ScenarioFile file{folder.parent_path().filename().string(), folder.string() + ".map.scen",
                    folder.string() + ".map"};
  TRY(auto problems, ground_problems(file, {}));
  ImportOptions options;
  options.mesh.keep_areas = false;
#ifdef THALWEG_HAS_CGAL
  options.mesh.triangulate = constrained_delaunay;
#endif
  TRY(auto imported, import_world(file.map, options));
  return ThpaCase{file.map.stem().string(), std::move(imported.world), std::move(problems)};
}

struct HnaCompared {
  std::string planner;
  bool is_on_grid;
};

double hna_seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

Result<std::vector<HpaRow>> compare_with_hpa(const std::filesystem::path& data,
                                             const std::string& map, std::uint32_t problems,
                                             const Progress& progress) {
  TRY(ThpaCase made, hna_merged_case(data, map));
  made = with_fewer_problems(std::move(made), problems);
  TRY(const Ground squares, ground(made.world, Profile::euclid(), GraphSpec::grid()));
  TRY(const Ground portals, ground(made.world, Profile::euclid(), GraphSpec::portals()));
  std::vector<HnaCompared> all = {{"a_star", true}, {"a_star", false}};
  for (const int size : {5, 10, 20, 40})
    all.push_back({fmt::format("hpa_star:size={}", size), true});
  for (const int merged : {5, 10, 20, 50}) {
    all.push_back({fmt::format("hna_star:merged={}", merged), false});
  }
  std::vector<HpaRow> rows;
  for (const HnaCompared& one : all) {
    report(progress, made.name + ": " + one.planner, 0);
    const auto start = std::chrono::steady_clock::now();
    TRY(const auto planner,
        make_planner(one.planner, {one.is_on_grid ? squares : portals, nullptr, build_tools()}));
    HpaRow row{.map = made.name,
               .planner = one.planner + (one.is_on_grid ? " on squares" : " on the mesh"),
               .seconds = hna_seconds_since(start),
               .megabytes = static_cast<double>(planner->bytes()) / 1e6,
               .asked = static_cast<std::uint32_t>(made.problems.size())};
    Answer answer;
    for (const GridProblem& problem : made.problems) {
      const Query query = query_of(problem, one.is_on_grid ? Shape::midpoints : Shape::funnel);
      const Sample sample = calm_find(*planner, query, answer, kHpaTries);
      row.us += static_cast<double>(sample.ns) / 1000;
      row.settled += static_cast<double>(sample.settled);
      if (!sample.found()) continue;
      ++row.solved;
      row.length_ratio += problem.length > 0 ? sample.length / problem.length : 1;
    }
    row.us /= std::max(1u, row.asked);
    row.settled /= std::max(1u, row.asked);
    row.length_ratio /= std::max(1u, row.solved);
    rows.push_back(std::move(row));
  }
  return rows;
}

Result<HnaBuildTimes> build_times(const HnaCase& map) {
  HnaBuildTimes times{.name = map.name, .faces = map.ground.world().mesh.face_count()};
  HnaStarOptions options;
  options.partitioner = build_tools().partitioner;
  const int before = thread_count();
  for (const int threads : {1, 2}) {
    set_thread_count(threads);
    const auto start = std::chrono::steady_clock::now();
    const auto built = hna_star(map.ground, options);
    (threads == 1 ? times.one_thread : times.two_threads) = hna_seconds_since(start);
    set_thread_count(before);
    if (!built) return Error{built.error()};
    times.megabytes = static_cast<double>(built->bytes()) / 1e6;
    const auto& arrays = built->arrays();
    times.bare_megabytes =
        times.megabytes -
        static_cast<double>(arrays.to_gates.bytes() + arrays.from_gates.bytes()) / 1e6;
  }
  return times;
}

}  // namespace thalweg::tool
