// thalweg reproduce hna: HNA* on navigation meshes. docs/reproduce/hna.md
#include "reproduce/hna/hna.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/common.hpp"

namespace thalweg::tool {
namespace {

constexpr std::uint32_t kHnaProblems = 200;
constexpr std::uint32_t kHnaFastProblems = 20;
constexpr const char* kHnaMeshes[] = {"starcraft/Aurora", "dao/orz900d"};
constexpr const char* kHnaGameMaps[] = {"dao/orz900d", "starcraft/Aurora", "bg512/AR0011SR"};

void hna_introduce(ResultPage& page, const ReproduceOptions& options) {
  page.text("# HNA\\*, reproduced");
  page.text(
      "Hierarchical path-finding for navigation meshes (Pelechano, Fuentes 2016) on three city "
      "districts that Recast made into meshes of about the paper's sizes, and on the largest "
      "merged "
      "meshes. Times are of whole calls, from two points to the string-pulled path, and so are "
      "factors; straight walks are not tried. `route us` is the part from ends that are joined to "
      "the graph to the nodes of the route, the least of six tries of each problem. One thread of "
      "this machine, warm memory. A whole call during which "
      "others took the processor is asked again, a few times at most. `merged` is the paper's mu.");
  if (options.is_fast) page.text("This run was `--fast`: its figures mean nothing.");
  if (!options.maps.empty() || options.problems != 0) {
    page.text("This run measured a part of the meshes or problems only.");
  }
}

bool hna_is_wanted(const ReproduceOptions& options, std::string_view name) {
  return options.maps.empty() || std::ranges::find(options.maps, name) != options.maps.end();
}

std::string hna_stem(const char* map) { return std::filesystem::path(map).filename().string(); }

void hna_check_names(const ReproduceOptions& options) {
  std::vector<std::string> names;
  for (const District& district : kDistricts) names.emplace_back(district.name);
  for (const char* map : kHnaMeshes) names.push_back(hna_stem(map));
  for (const std::string& map : options.maps) {
    if (std::ranges::find(names, map) != names.end()) continue;
    throw UsageError(
        fmt::format("there is no mesh called '{}', but {}", map, fmt::join(names, ", ")));
  }
}

std::vector<HnaCase> hna_find_cases(const ReproduceOptions& options) {
  std::vector<HnaCase> cases;
  if (options.is_fast) {
    cases.push_back(need(small_case(options.problems == 0 ? kHnaFastProblems : options.problems)));
    return cases;
  }
  if (options.data.empty()) throw UsageError("reproduce hna wants --data, the benchmark's folder");
  hna_check_names(options);
  const std::uint32_t problems = options.problems == 0 ? kHnaProblems : options.problems;
  for (const District& district : kDistricts) {
    if (!hna_is_wanted(options, district.name)) continue;
    cases.push_back(need(district_case(options.data, district, problems, terminal_progress())));
    note(fmt::format("{}: {} polygons", district.name, cases.back().faces));
  }
  for (const char* map : kHnaMeshes) {
    if (hna_is_wanted(options, hna_stem(map)))
      cases.push_back(need(mesh_case(options.data, map, problems)));
  }
  return cases;
}

// The best rows of each mesh.
Table hna_summary(std::span<const HnaMeasured> maps) {
  Table table{.name = "summary",
              .head = {"mesh", "polygons", "A* us", "closest-point A* us", "best HNA* us", "faster",
                       "fewer settled", "best"},
              .cells = {}};
  for (const HnaMeasured& map : maps) {
    const HnaBest best = best_of(map);
    if (best.row == nullptr) continue;
    table.add_row({map.name, with_commas(map.faces), fmt::format("{:.1f}", map.a_star.us),
                   fmt::format("{:.1f}", map.closest.us), fmt::format("{:.1f}", best.row->us),
                   fmt::format("{:.2f}", best.times_faster),
                   fmt::format("{:.2f}", best.times_fewer), to_string(best.row->config)});
  }
  return table;
}

void hna_add_tuned(ResultPage& page, const HnaCase& map, HnaMeasured& measured) {
  const HnaTuned tuned = need(tune(map, terminal_progress()));
  page.heading(fmt::format("Tuning: {}", map.name));
  Table table{.name = map.name + "-tuned",
              .head = {"configuration", "us", "settled", "times faster", "is best"},
              .cells = {}};
  for (std::size_t i = 0; i < tuned.tried.size(); ++i) {
    const HnaRow& row = tuned.tried[i];
    table.add_row(
        {to_string(row.config), fmt::format("{:.1f}", row.us), fmt::format("{:.1f}", row.settled),
         fmt::format("{:.2f}", measured.a_star.us / row.us), i == tuned.best ? "best" : ""});
  }
  page.table(table);
  measured.rows.push_back(tuned.tried[tuned.best]);
}

void hna_add_all(ResultPage& page, const std::vector<HnaCase>& cases,
                 std::span<const HnaMeasured> maps, std::span<const HnaBuildTimes> builds,
                 const ReproduceOptions& options) {
  page.heading("Summary");
  page.table(hna_summary(maps));
  add_meshes(page, maps);
  add_levels(page, maps);
  for (const HnaMeasured& map : maps) add_hna_times(page, map);
  add_gates(page, maps);
  for (const HnaMeasured& map : maps) add_worst_case(page, map);
  for (const HnaMeasured& map : maps) add_errors(page, map);
  add_fine(page, maps);
  add_weights(page, maps);
  add_builds(page, builds);
  if (!options.is_fast && options.maps.empty()) {
    std::vector<HpaRow> rows;
    for (const char* map : kHnaGameMaps) {
      for (HpaRow& row : need(compare_with_hpa(
               options.data, map, options.problems == 0 ? kHnaProblems : options.problems,
               terminal_progress()))) {
        rows.push_back(std::move(row));
      }
    }
    add_hpa(page, rows);
  }
  add_level_pictures(page, cases.front());
}

}  // namespace

void reproduce_hna(const ReproduceOptions& options) {
  const Stopwatch watch;
  const std::vector<HnaCase> cases = hna_find_cases(options);
  ResultPage page(options.out);
  hna_introduce(page, options);
  std::vector<HnaMeasured> maps;
  std::vector<HnaBuildTimes> builds;
  for (const HnaCase& map : cases) {
    maps.push_back(need(HnaRunner(map, terminal_progress()).measure().in(map.name)));
    if (options.is_tuned) hna_add_tuned(page, map, maps.back());
    builds.push_back(need(build_times(map)));
    end_progress();
    note(fmt::format("{}: A* {:.1f} us, HNA* {:.1f} us", map.name, maps.back().a_star.us,
                     best_of(maps.back()).row->us));
  }
  const auto judged = hna_verdicts(maps, builds);
  page.heading("What it must show");
  page.table(verdict_table(judged));
  hna_add_all(page, cases, maps, builds, options);
  const auto path = page.finish();
  end_progress();
  if (!options.json) fmt::print("{}\n", hna_summary(maps).text());
  end_with_verdicts({judged, path, watch.seconds()}, options);
}

}  // namespace thalweg::tool
