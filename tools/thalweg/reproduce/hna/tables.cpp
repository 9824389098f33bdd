// The tables and charts of the HNA* reproduction.
#include <fmt/format.h>

#include <algorithm>

#include "common/common.hpp"
#include "reproduce/hna/hna.hpp"
#include "reproduce/hna/paper.hpp"

namespace thalweg::tool {
namespace {

const PaperMap* hna_paper_map(const std::string& name) {
  const auto found =
      std::ranges::find_if(kPaperMaps, [&](const PaperMap& map) { return name == map.name; });
  return found == kPaperMaps.end() ? nullptr : &*found;
}

std::string us_text(double value) { return fmt::format("{:.1f}", value); }

// The rows of a level and a method to connect, as a series over the merged faces.
template <class Value>
Series hna_series_of(const HnaMeasured& map, std::string name, Level level, ConnectBy connect,
                     const Value& value) {
  Series series{std::move(name), {}, {}};
  for (const std::uint32_t merged : kMerged) {
    const HnaRow* row = map.find(merged, level, connect);
    if (row == nullptr) continue;
    series.x.push_back(merged);
    series.y.push_back(value(*row));
  }
  return series;
}

void hna_add_total_chart(ResultPage& page, const HnaMeasured& map) {
  const auto time = [](const HnaRow& row) { return row.us; };
  Chart chart{
      .title = map.name + ": whole calls", .x_title = "merged", .y_title = "us", .series = {}};
  Series flat{"A*", {}, {}};
  for (const std::uint32_t merged : kMerged) {
    flat.x.push_back(merged);
    flat.y.push_back(map.a_star.us);
  }
  chart.series.push_back(flat);
  for (Level level = 1; level <= kLevels; ++level) {
    chart.series.push_back(
        hna_series_of(map, fmt::format("level {}, a_star", level), level, ConnectBy::a_star, time));
  }
  for (Level level = 1; level <= kLevels; ++level) {
    chart.series.push_back(
        hna_series_of(map, fmt::format("level {}, stored", level), level, ConnectBy::stored, time));
  }
  chart.series.push_back(hna_series_of(map, "auto, stored", 0, ConnectBy::stored, time));
  page.svg(map.name + "-times.svg", chart_svg(chart),
           "Mean time of a whole query by the number of merged faces (figures 8a, 9a, 10a)");
}

void hna_add_split_chart(ResultPage& page, const HnaMeasured& map, Level level, ConnectBy connect) {
  Chart chart{.title = fmt::format("{}: level {}, connect={}", map.name, level,
                                   thalweg::to_string(connect)),
              .x_title = "merged",
              .y_title = "us",
              .series = {},
              .is_stacked = true};
  chart.series.push_back(hna_series_of(map, "search", level, connect,
                                       [](const HnaRow& row) { return row.search_us; }));
  chart.series.push_back(hna_series_of(map, "extract", level, connect,
                                       [](const HnaRow& row) { return row.refine_us; }));
  chart.series.push_back(hna_series_of(map, "connect", level, connect,
                                       [](const HnaRow& row) { return row.connect_us; }));
  const std::string file =
      fmt::format("{}-level{}-{}.svg", map.name, level, thalweg::to_string(connect));
  page.svg(file, chart_svg(chart), "Parts of a query (figures 8 to 10, b and c)");
}

}  // namespace

HnaBest best_of(const HnaMeasured& map) {
  HnaBest best;
  for (const HnaRow& row : map.rows) {
    if (best.row == nullptr || row.us < best.row->us) best.row = &row;
    best.times_fewer = std::max(best.times_fewer, map.a_star.settled / std::max(1.0, row.settled));
  }
  if (best.row == nullptr) return best;
  best.times_faster = map.a_star.us / best.row->us;
  best.to_route = map.a_star.route_us / best.row->route_us;
  best.against_closest = map.closest.us / best.row->us;
  return best;
}

void add_meshes(ResultPage& page, std::span<const HnaMeasured> maps) {
  page.heading("The meshes (table 1)");
  Table table{.name = "meshes",
              .head = {"mesh", "stands for", "geometry, triangles", "paper", "mesh, triangles",
                       "paper", "polygons", "paper"},
              .cells = {}};
  for (const HnaMeasured& map : maps) {
    const PaperMap* paper = hna_paper_map(map.paper);
    table.add_row({map.name, map.paper.empty() ? "-" : map.paper,
                   map.geometry_triangles == 0 ? "-" : with_commas(map.geometry_triangles),
                   paper == nullptr ? "-" : paper->geometry, with_commas(map.triangles),
                   paper == nullptr ? "-" : with_commas(paper->triangles), with_commas(map.faces),
                   paper == nullptr ? "-" : with_commas(paper->polygons)});
  }
  page.table(table);
}

void add_levels(ResultPage& page, std::span<const HnaMeasured> maps) {
  page.heading("Cells left on each level (figure 7)");
  page.text(
      "In percent of the polygons. The paper finds about 12 % on level 1 with 20 merged and "
      "2.5 % on level 2 with 6 merged, after leaving out polygons that nothing reaches.");
  Table table{.name = "levels", .head = {"mesh", "level"}, .cells = {}};
  for (const std::uint32_t merged : kMerged) table.head.push_back(fmt::format("merged {}", merged));
  for (const HnaMeasured& map : maps) {
    Chart chart{.title = map.name, .x_title = "merged", .y_title = "% of polygons", .series = {}};
    for (Level level = 1; level <= kLevels; ++level) {
      std::vector<std::string> row = {map.name, std::to_string(level)};
      Series series{fmt::format("level {}", level), {}, {}};
      for (const HnaBuilt& built : map.built) {
        if (built.cells.size() <= level) {
          row.emplace_back("-");
          continue;
        }
        const double share = 100.0 * built.cells[level] / std::max(1u, map.faces);
        row.push_back(fmt::format("{:.2f}", share));
        series.x.push_back(built.merged);
        series.y.push_back(share);
      }
      table.add_row(row);
      chart.series.push_back(std::move(series));
    }
    page.svg(map.name + "-levels.svg", chart_svg(chart), "Cells left (figure 7)");
  }
  page.table(table);
}

void add_hna_times(ResultPage& page, const HnaMeasured& map) {
  page.heading(fmt::format("Times: {} (figures 8 to 10)", map.name));
  if (const PaperMap* paper = hna_paper_map(map.paper)) {
    page.text(fmt::format("The paper, {}: {:g} times faster than its A*, at {}{}.", paper->name,
                          paper->speed_up, paper->best,
                          paper->a_star_ms == 0 ? std::string()
                                                : fmt::format(" ({:g} ms and {:g} ms)",
                                                              paper->a_star_ms, paper->best_ms)));
  }
  page.text(
      fmt::format("A\\*: {:.1f} us to the route, {:.1f} us the whole call, {:.0f} nodes settled. "
                  "A\\* over faces with closest points, as the paper's: "
                  "{:.1f} us the whole call, {:.0f} faces settled. Problems: {}.",
                  map.a_star.route_us, map.a_star.us, map.a_star.settled, map.closest.us,
                  map.closest.settled, map.problems));
  Table table{.name = map.name + "-times",
              .head = {"merged", "level", "connect", "route us", "whole call us", "connect us",
                       "search us", "extract us", "settled", "times faster", "times fewer settled",
                       "plain A*", "solved", "exact"},
              .cells = {}};
  for (const HnaRow& row : map.rows) {
    table.add_row(
        {std::to_string(row.config.merged),
         row.config.level == 0 ? "auto" : std::to_string(row.config.level),
         std::string(thalweg::to_string(row.config.connect)), us_text(row.route_us),
         us_text(row.us), us_text(row.connect_us), us_text(row.search_us), us_text(row.refine_us),
         fmt::format("{:.1f}", row.settled), fmt::format("{:.2f}", map.a_star.us / row.us),
         fmt::format("{:.2f}", map.a_star.settled / std::max(1.0, row.settled)),
         std::to_string(row.plain), std::to_string(row.solved), std::to_string(row.exact)});
  }
  page.table(table);
  hna_add_total_chart(page, map);
  for (const Level level : {1u, 2u}) {
    hna_add_split_chart(page, map, level, ConnectBy::a_star);
    hna_add_split_chart(page, map, level, ConnectBy::dijkstra);
  }
}

void add_gates(ResultPage& page, std::span<const HnaMeasured> maps) {
  page.heading("Mean gates of a cell (figure 11)");
  Table table{.name = "gates", .head = {"mesh", "level"}, .cells = {}};
  for (const std::uint32_t merged : kMerged) table.head.push_back(fmt::format("merged {}", merged));
  for (const Level level : {2u, 3u}) {
    Chart chart{.title = fmt::format("Level {}", level),
                .x_title = "merged",
                .y_title = "gates",
                .series = {}};
    for (const HnaMeasured& map : maps) {
      std::vector<std::string> row = {map.name, std::to_string(level)};
      Series series{map.name, {}, {}};
      for (const HnaBuilt& built : map.built) {
        if (built.gates.size() <= level) {
          row.emplace_back("-");
          continue;
        }
        row.push_back(fmt::format("{:.1f}", built.gates[level]));
        series.x.push_back(built.merged);
        series.y.push_back(built.gates[level]);
      }
      table.add_row(row);
      chart.series.push_back(std::move(series));
    }
    page.svg(fmt::format("gates-level{}.svg", level), chart_svg(chart), "Mean gates of a cell");
  }
  page.table(table);
}

void add_worst_case(ResultPage& page, const HnaMeasured& map) {
  page.heading(fmt::format("The worst case: {} (figure 12)", map.name));
  const HnaRow* worst = nullptr;
  for (const HnaRow& row : map.rows) {
    if (row.config.connect != ConnectBy::a_star) continue;
    if (worst == nullptr || row.us > worst->us) worst = &row;
  }
  if (worst == nullptr) return;
  std::size_t at = 0;
  for (std::size_t i = 0; i < worst->times.size(); ++i) {
    if (worst->times[i] - map.a_star.times[i] > worst->times[at] - map.a_star.times[at]) at = i;
  }
  page.text(
      fmt::format("Large cells with many gates: with {}, the mean query takes {:.1f} us where A\\* "
                  "takes {:.1f} "
                  "us. The worst of them, problem {}, on all levels and methods to connect:",
                  to_string(worst->config), worst->us, map.a_star.us, at + 1));
  Table table{.name = map.name + "-worst",
              .head = {"merged", "level", "connect", "us", "A* us"},
              .cells = {}};
  for (const HnaRow& row : map.rows) {
    if (row.config.merged != worst->config.merged) continue;
    table.add_row({std::to_string(row.config.merged),
                   row.config.level == 0 ? "auto" : std::to_string(row.config.level),
                   std::string(thalweg::to_string(row.config.connect)), us_text(row.times[at]),
                   us_text(map.a_star.times[at])});
  }
  page.table(table);
}

void add_errors(ResultPage& page, const HnaMeasured& map) {
  page.heading(fmt::format("Lengths: {} (figure 14)", map.name));
  page.text(
      "The length of each string-pulled path against that of an A* over faces that crosses "
      "portals at the closest point, string-pulled too. An error below 0: HNA*'s is shorter. "
      "On the portal graph every level finds the cheapest route, so levels do not differ.");
  Table table{.name = map.name + "-errors",
              .head = {"merged", "level", "mean %", "worst %", "paper, mean %", "paper, worst %"},
              .cells = {}};
  Chart lengths{.title = map.name + ": lengths, level 2",
                .x_title = "A*, metres",
                .y_title = "HNA*, metres",
                .series = {},
                .has_lines = false};
  Chart errors{.title = map.name + ": error by length, level 2",
               .x_title = "A*, metres",
               .y_title = "%",
               .series = {},
               .has_lines = false};
  for (const HnaRow& row : map.rows) {
    const bool is_shown =
        row.config.connect == ConnectBy::stored && (row.config.level == 1 || row.config.level == 2);
    if (!is_shown) continue;
    const auto paper = std::ranges::find(kPaperErrors, row.config.merged, &PaperError::merged);
    const bool has_paper = row.config.level == 2 && paper != kPaperErrors.end();
    table.add_row({std::to_string(row.config.merged), std::to_string(row.config.level),
                   fmt::format("{:.3f}", 100 * row.mean_error),
                   fmt::format("{:.2f}", 100 * row.worst_error),
                   has_paper ? fmt::format("{:g}", paper->mean) : "-",
                   has_paper ? fmt::format("{:g}", paper->worst) : "-"});
    if (row.config.level != 2 || (row.config.merged != 10 && row.config.merged != 20)) continue;
    Series length{fmt::format("merged {}", row.config.merged), {}, {}};
    Series error = length;
    for (std::size_t i = 0; i < row.lengths.size(); ++i) {
      const double closest = map.closest.lengths[i];
      if (closest <= 0 || row.lengths[i] <= 0) continue;
      length.x.push_back(closest);
      length.y.push_back(row.lengths[i]);
      error.x.push_back(closest);
      error.y.push_back(100 * (row.lengths[i] / closest - 1));
    }
    lengths.series.push_back(std::move(length));
    errors.series.push_back(std::move(error));
  }
  page.table(table);
  page.svg(map.name + "-lengths.svg", chart_svg(lengths), "Lengths (figure 14, top)");
  page.svg(map.name + "-errors.svg", chart_svg(errors), "Errors (figure 14, bottom)");
}

void add_fine(ResultPage& page, std::span<const HnaMeasured> maps) {
  page.heading("Up to three points on a side");
  page.text(
      "The paper's intra-edges run between the middles of sides, which its section 4 names as the "
      "cause of its errors. Here gates are up to three points of a side, one for 8 metres "
      "(`portals3`), and everything else is the same. Errors are those of string-pulled lengths "
      "against the closest-point A*. `over A*` is the factor of whole calls over A* on the same "
      "points, `over A*, middles` over A* on the middles.");
  Table table{
      .name = "points",
      .head = {"mesh", "merged", "level", "mean %", "worst %", "middles, mean %",
               "middles, worst %", "whole call us", "A* us", "over A*", "over A*, middles", "MB"},
      .cells = {}};
  for (const HnaMeasured& map : maps) {
    for (const HnaRow& row : map.fine) {
      const HnaRow* middles = map.find(row.config.merged, row.config.level, row.config.connect);
      const auto percent = [](double share) { return fmt::format("{:.2f}", 100 * share); };
      table.add_row(
          {map.name, std::to_string(row.config.merged),
           row.config.level == 0 ? "auto" : std::to_string(row.config.level),
           percent(row.mean_error), percent(row.worst_error),
           middles == nullptr ? "-" : percent(middles->mean_error),
           middles == nullptr ? "-" : percent(middles->worst_error), us_text(row.us),
           us_text(map.fine_a_star.us), fmt::format("{:.2f}", map.fine_a_star.us / row.us),
           fmt::format("{:.2f}", map.a_star.us / row.us), fmt::format("{:.2f}", row.megabytes)});
    }
  }
  page.table(table);
}

void add_weights(ResultPage& page, std::span<const HnaMeasured> maps) {
  page.heading("Balanced and random weights (figure 15)");
  page.text(
      "Level 2 of 2, 6 merged, a search for each gate. The paper: balanced cells are slightly "
      "faster on average, and their worst cases are nearer to the average.");
  Table table{.name = "weights",
              .head = {"mesh", "weights", "us", "greatest us", "connect us", "settled"},
              .cells = {}};
  for (const HnaMeasured& map : maps) {
    Chart chart{.title = map.name + ": time by length",
                .x_title = "A*, metres",
                .y_title = "us",
                .series = {},
                .has_lines = false};
    for (const HnaRow& row : map.weights) {
      table.add_row({map.name, std::string(to_string(row.config.weights)), us_text(row.us),
                     us_text(row.greatest_us), us_text(row.connect_us),
                     fmt::format("{:.1f}", row.settled)});
      chart.series.push_back(
          {std::string(to_string(row.config.weights)), map.a_star.lengths, row.times});
    }
    page.svg(map.name + "-weights.svg", chart_svg(chart), "Times by length (figure 15)");
  }
  page.table(table);
}

void add_hpa(ResultPage& page, std::span<const HpaRow> rows) {
  page.heading("HNA* and HPA* (section 5: the comparison that the paper wishes for)");
  page.text(
      "The same problems: HPA* on the squares of a map, HNA* on its mesh of merged faces. "
      "Lengths are those of the shaped paths, over the length of A* on squares.");
  Table table{
      .name = "hpa",
      .head = {"map", "planner", "us", "settled", "length ratio", "build s", "MB", "solved"},
      .cells = {}};
  for (const HpaRow& row : rows) {
    table.add_row({row.map, row.planner, us_text(row.us), fmt::format("{:.1f}", row.settled),
                   fmt::format("{:.4f}", row.length_ratio), fmt::format("{:.3f}", row.seconds),
                   fmt::format("{:.2f}", row.megabytes),
                   fmt::format("{} of {}", row.solved, row.asked)});
  }
  page.table(table);
}

void add_builds(ResultPage& page, std::span<const HnaBuildTimes> builds) {
  page.heading("Building: 3 levels, 10 merged");
  Table table{.name = "builds",
              .head = {"mesh", "polygons", "1 thread, s", "2 threads, s", "MB",
                       "MB without costs from nodes to gates"},
              .cells = {}};
  for (const HnaBuildTimes& built : builds) {
    table.add_row({built.name, with_commas(built.faces), fmt::format("{:.2f}", built.one_thread),
                   fmt::format("{:.2f}", built.two_threads), fmt::format("{:.2f}", built.megabytes),
                   fmt::format("{:.2f}", built.bare_megabytes)});
  }
  page.table(table);
}

}  // namespace thalweg::tool
