// thalweg reproduce vtest: A* guided by visibility tests. docs/reproduce/vtest.md
#include "reproduce/vtest/vtest.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/common.hpp"

namespace thalweg::tool {
namespace {

constexpr std::uint32_t kVtestProblems = 50;  // on hills
constexpr std::uint32_t kVtestMapProblems = 20;
constexpr std::uint32_t kVtestFastProblems = 6;
constexpr const char* kVtestMaps[] = {
    "wc3/battleground", "wc3/blastedlands",  "wc3/divideandconquer", "wc3/dustwallowkeys",
    "wc3/icecrown",     "wc3/timbermawhold", "wc3/tranquilpaths",    "dao/arena",
    "dao/brc202d",      "dao/den520d",       "dao/lak303d",          "dao/orz900d",
    "dao/ost003d"};

void vtest_introduce(ResultPage& page, const ReproduceOptions& options) {
  page.text("# A\\* guided by visibility tests, reproduced");
  page.text(
      "Reducing the search space for pathfinding in navigation meshes by using visibility tests "
      "(Kim, Yu, Kim) on generated worlds that are sized so that A\\* expands about as many nodes "
      "as the paper's. `A*` has the straight line as its heuristic, as in the paper. `A* by steps` "
      "knows what steps in each direction cost at least, and nothing of obstacles: as Vtest A\\* "
      "counts the same, this is the fair comparison. `Vtest A*` counts the whole path past the "
      "obstacles and always finds the cheapest route; `one corner` counts one corner, as the "
      "paper, but looks from each state; `as printed` inherits what earlier states saw.");
  page.text(
      "Times are from joined ends to the nodes of the route, the least of a few tries, on one "
      "thread of this machine. Those of Vtest A\\* are of the first query of a planner, when "
      "nothing is known of what corners see; `asked again` is the same with all of that known. "
      "The time for visibility is that of the same looks, made again outside the search.");
  if (options.is_fast) page.text("This run was `--fast`: its figures mean nothing.");
  if (!options.maps.empty() || options.problems != 0) {
    page.text("This run measured a part of the maps or problems only.");
  }
}

std::string vtest_stem(const char* map) { return std::filesystem::path(map).filename().string(); }

// The maps that are asked for; none without data.
std::vector<std::string> vtest_maps(const ReproduceOptions& options) {
  std::vector<std::string> names;
  for (const char* map : kVtestMaps) names.push_back(vtest_stem(map));
  for (const std::string& map : options.maps) {
    if (std::ranges::find(names, map) != names.end()) continue;
    throw UsageError(
        fmt::format("there is no map called '{}', but {}", map, fmt::join(names, ", ")));
  }
  std::vector<std::string> maps;
  if (options.data.empty() || options.is_fast) return maps;
  for (const char* map : kVtestMaps) {
    const bool is_wanted = options.maps.empty() ||
                           std::ranges::find(options.maps, vtest_stem(map)) != options.maps.end();
    if (is_wanted) maps.emplace_back(map);
  }
  return maps;
}

std::vector<VtestMeasured> vtest_measure(std::span<const VtestCase> worlds) {
  std::vector<VtestMeasured> measured;
  for (const VtestCase& world : worlds) {
    measured.push_back(need(measure_vtest(
        world, {.contestants = kVtestContestants, .tries = 20, .progress = terminal_progress()})));
  }
  return measured;
}

std::vector<VtestMeasured> vtest_measure_hills(const World& hills, std::uint32_t problems) {
  std::vector<VtestMeasured> measured;
  for (const Profile& profile : {vtest_profile(), Profile::hiker(), Profile::thesis()}) {
    const VtestCase world = need(hill_case(hills, profile, problems));
    measured.push_back(need(measure_vtest(
        world,
        {.contestants = kVtestHillContestants, .tries = 3, .progress = terminal_progress()})));
  }
  return measured;
}

std::vector<VtestMeasured> vtest_measure_maps(const ReproduceOptions& options) {
  std::vector<VtestMeasured> measured;
  const std::uint32_t problems = options.problems == 0 ? kVtestMapProblems : options.problems;
  for (const std::string& map : vtest_maps(options)) {
    const VtestCase world = need(map_case(options.data, map, problems));
    measured.push_back(need(measure_vtest(world, {.contestants = kVtestMapContestants,
                                                  .tries = 3,
                                                  .looks_ahead = false,
                                                  .progress = terminal_progress()})));
    end_progress();
    const VtestMeasured& made = measured.back();
    note(fmt::format("{}: {} corners, A* {:.1f} us, vtest {:.1f} us, forced {:.1f} us", made.name,
                     made.corners, made.rows[kMapAStar].us, made.rows[kMapVtest].us,
                     made.rows[kMapForced].us));
  }
  return measured;
}

// Prints what was found. Failure: a requirement is not met.
void vtest_end(const VtestResults& results, std::span<const Verdict> judged,
               const std::filesystem::path& page, const ReproduceOptions& options, double seconds) {
  if (!options.json) {
    fmt::print("{}\n{}\n", vtest_nodes_table(results.overlaps, "").text(),
               vtest_nodes_table(results.counts, "").text());
  }
  end_with_verdicts({judged, page, seconds}, options);
}

}  // namespace

void reproduce_vtest(const ReproduceOptions& options) {
  const Stopwatch watch;
  vtest_maps(options);  // refuses unknown names before anything is measured
  const auto overlaps = need(overlap_cases(options.is_fast));
  const auto counts = need(slalom_cases(options.is_fast));
  const VtestHills hilly{.side = options.is_fast ? 25u : 97u};
  const World hills = need(hills_with_obstacles(hilly));
  ResultPage page(options.out);
  vtest_introduce(page, options);
  VtestResults results;
  results.overlaps = vtest_measure(overlaps);
  results.counts = vtest_measure(counts);
  results.plain_sight = plain_sight_work(overlaps.front());
  results.hills = vtest_measure_hills(hills, options.is_fast ? kVtestFastProblems : kVtestProblems);
  end_progress();
  results.maps = vtest_measure_maps(options);
  const auto judged = vtest_verdicts(results);
  page.heading("What it must show");
  page.table(verdict_table(judged));
  add_vtest_series(page, results);
  add_vtest_hills(page, results.hills);
  add_vtest_maps(page, results.maps);
  add_vtest_memory(page, results);
  const VtestCase drawn[] = {overlaps.back(), counts.back()};
  add_vtest_pictures(page, drawn, hills);
  end_progress();
  vtest_end(results, judged, page.finish(), options, watch.seconds());
}

}  // namespace thalweg::tool
