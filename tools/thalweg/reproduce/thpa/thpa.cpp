// thalweg reproduce thpa: HPA* and THPA* on the 36 maps of the THPA* thesis.
#include "reproduce/thpa/thpa.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/common.hpp"

namespace thalweg::tool {
namespace {

constexpr std::uint32_t kFastSide = 96;  // squares
constexpr std::uint32_t kFastProblems = 40;

void introduce(ResultPage& page, const ReproduceOptions& options) {
  page.text("# HPA\\* and THPA\\*, reproduced");
  page.text(
      "Each problem of each map is asked of A* on the grid (8 neighbours, corners not cut), A* on "
      "the constrained Delaunay triangles of the same map, HPA* on the grid and THPA* on the "
      "triangles. A time is that of one whole call on one thread of this machine: ends, search, "
      "refinement, shaping; straight walks are not tried, so that searches are compared. Planners "
      "are asked one after another, memory kept from call to call. A call during which others took "
      "the processor is asked again, a few times at most. Every answer is checked: A*'s length is "
      "the true one, and no answer is cheaper on the same graph.");
  if (options.is_fast) page.text("This run was `--fast`: its figures mean nothing.");
  if (!options.maps.empty() || options.problems != 0) {
    page.text("This run measured a part of the maps or problems only.");
  }
}

// The maps to measure, by their files; none: a small generated map.
struct Benchmark {
  std::vector<ScenarioFile> files;
  CheckedProblems checked;
  std::size_t drawn = 0;  // of the files
};

// The file of the map. Failure: there is none.
std::size_t index_of(std::span<const ScenarioFile> files, const std::string& map) {
  const auto has_name = [&](const ScenarioFile& file) { return file.map.stem() == map; };
  const auto found = std::ranges::find_if(files, has_name);
  if (found != files.end()) return static_cast<std::size_t>(found - files.begin());
  std::vector<std::string> names;
  for (const ScenarioFile& file : files) names.push_back(file.map.stem().string());
  throw UsageError(fmt::format("there is no map called '{}', but {}", map, fmt::join(names, ", ")));
}

// The maps that are asked for, in the order of the files.
std::vector<ScenarioFile> chosen_files(std::vector<ScenarioFile> files,
                                       const std::vector<std::string>& maps) {
  if (maps.empty()) return files;
  std::vector<std::size_t> chosen;
  for (const std::string& map : maps) chosen.push_back(index_of(files, map));
  std::ranges::sort(chosen);
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  std::vector<ScenarioFile> some;
  for (const std::size_t i : chosen) some.push_back(files[i]);
  return some;
}

Benchmark find_benchmark(const ReproduceOptions& options) {
  Benchmark all;
  if (options.is_fast) return all;
  if (options.data.empty()) throw UsageError("reproduce thpa wants --data, the benchmark's folder");
  if (!std::filesystem::is_directory(options.data)) {
    throw Failure("there is no folder '" + options.data.string() + "'");
  }
  all.files = scenario_files(options.data, "wc3");
  if (options.maps.empty() && all.files.size() != kThesisMaps) {
    throw Failure(fmt::format("'{}' should hold {} maps, not {}",
                              (options.data / "grids/wc3").string(), kThesisMaps,
                              all.files.size()));
  }
  all.checked = need(read_checked_problems(options.data));
  all.files = chosen_files(std::move(all.files), options.maps);
  const bool takes_first = options.map.empty() && !options.maps.empty();
  if (takes_first) return all;
  all.drawn = index_of(all.files, options.map.empty() ? "tranquilpaths" : options.map);
  return all;
}

ThpaCase case_of(const Benchmark& benchmark, std::size_t file, const ReproduceOptions& options) {
  ThpaCase map = need(benchmark_case(benchmark.files[file], benchmark.checked));
  return options.problems == 0 ? map : with_fewer_problems(std::move(map), options.problems);
}

ThpaMeasured measured(const ThpaCase& map) {
  ThpaMeasured made = need(measure_case(map, {.progress = terminal_progress()}).in(map.name));
  if (const auto why = wrong_answer(made)) throw Failure(*why, Exit::failed);
  return made;
}

ThpaMaps measure_all_maps(const Benchmark& benchmark, const ReproduceOptions& options) {
  ThpaMaps maps;
  for (std::size_t i = 0; i < benchmark.files.size(); ++i) {
    const ThpaCase map = case_of(benchmark, i, options);
    maps.push_back(measured(map));
    end_progress();
    note(fmt::format("{:>2} of {}: {}, A* {:.1f} us, THPA* {:.1f} us", i + 1,
                     benchmark.files.size(), map.name,
                     time_figures(maps.back().of(kGridAStar)).mean_us,
                     time_figures(maps.back().of(kThpa)).mean_us));
  }
  return maps;
}

ThpaCase drawn_case(const Benchmark& benchmark, const ReproduceOptions& options) {
  if (!benchmark.files.empty()) return case_of(benchmark, benchmark.drawn, options);
  return need(rooms_case(kFastSide, options.problems == 0 ? kFastProblems : options.problems));
}

Json described(std::span<const ThpaMeasured> maps, std::span<const Verdict> judged) {
  Json out;
  for (std::size_t c = 0; c < kThpaCount; ++c) {
    const TimeFigures figures = time_figures(maps, c);
    out["planners"].push_back({{"name", kThpaContestants[c].title},
                               {"solved", figures.solved},
                               {"mean_us", figures.mean_us},
                               {"least_us", figures.least_us},
                               {"greatest_us", figures.greatest_us},
                               {"settled_mean", figures.mean_settled}});
  }
  for (const Verdict& verdict : judged) {
    out["verdicts"].push_back({{"what", verdict.what},
                               {"asked", verdict.asked},
                               {"found", verdict.found},
                               {"is_met", verdict.is_met}});
  }
  return out;
}

}  // namespace

void reproduce_thpa(const ReproduceOptions& options) {
  const Benchmark benchmark = find_benchmark(options);
  ResultPage page(options.out);
  const Stopwatch watch;
  const ThpaCase drawn = drawn_case(benchmark, options);
  const ThpaMaps maps =
      options.is_fast ? ThpaMaps{measured(drawn)} : measure_all_maps(benchmark, options);
  const bool is_complete = maps.size() == kThesisMaps && options.problems == 0;
  const auto judged = verdicts(maps, is_complete);
  introduce(page, options);
  page.heading("What it must show");
  page.table(verdict_table(judged));
  add_overall(page, maps);
  add_shortest(page, maps);
  add_lengths(page, maps);
  add_structures(page, maps);
  add_openness(page, maps);
  add_times(page, maps);
  add_pictures(page, drawn);
  if (options.has_rows) page.file("rows.csv", query_rows(maps), "one row for each answer");
  const auto path = page.finish();
  end_progress();
  Json out;
  if (options.json) {
    out = described(maps, judged);
  } else {
    fmt::print("{}\n{}\n", overall_table(maps).text(), verdict_table(judged).text());
  }
  out["wrote"] = path.string();
  out["bounds_missed"] = std::ranges::count(judged, false, &Verdict::is_met);
  out["seconds"] = watch.seconds();
  options.json ? print_json(out) : print_text(out);
  const auto missed = std::ranges::count(judged, false, &Verdict::is_met);
  if (missed > 0 && !options.is_fast) {
    throw Failure(fmt::format("{} of {} requirements are not met", missed, judged.size()),
                  Exit::no);
  }
}

}  // namespace thalweg::tool
