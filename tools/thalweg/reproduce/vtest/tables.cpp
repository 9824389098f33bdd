// The tables and the chart of the reproduction of the visibility tests.
#include <fmt/format.h>

#include "common/common.hpp"
#include "reproduce/hna/hna.hpp"
#include "reproduce/vtest/vtest.hpp"

namespace thalweg::tool {
namespace {

std::string vtest_share(double share) { return fmt::format("{:.1f} %", 100 * share); }
std::string vtest_us(double us) { return fmt::format("{:.1f}", us); }

Table vtest_costs_table(std::span<const VtestMeasured> worlds, std::string name) {
  Table table{.name = std::move(name), .head = {"world"}, .cells = {}};
  for (std::size_t i = 1; i < kVtestContestants.size(); ++i) {
    table.head.push_back(fmt::format("{}: nodes over A*'s", kVtestContestants[i].title));
  }
  table.head.push_back("Vtest A* over A* by steps");
  table.head.push_back("as printed: cost over A*'s");
  for (const VtestMeasured& world : worlds) {
    std::vector<std::string> row = {world.name};
    for (std::size_t i = 1; i < kVtestContestants.size(); ++i) {
      row.push_back(vtest_share(world.share(i)));
    }
    row.push_back(vtest_share(world.rows[kVtestAll].expanded / world.rows[kVtestSteps].expanded));
    row.push_back(fmt::format("{:.4f}", world.rows[kVtestPrinted].cost));
    table.add_row(std::move(row));
  }
  return table;
}

void add_vtest_chart(ResultPage& page, std::span<const VtestMeasured> worlds) {
  Series nodes{"nodes", {}, {}};
  Series paper_nodes{"nodes, paper", {}, {}};
  Series time{"time", {}, {}};
  Series paper_time{"time, paper", {}, {}};
  double count = 0;
  for (const VtestMeasured& world : worlds) {
    count += 1;
    for (Series* series : {&nodes, &paper_nodes, &time, &paper_time}) series->x.push_back(count);
    nodes.y.push_back(100 * (1 - world.share(kVtestAll)));
    paper_nodes.y.push_back(100 * (1 - world.paper->share()));
    time.y.push_back(100 * (1 - world.rows[kVtestAll].first_us() / world.rows[kVtestAStar].us));
    paper_time.y.push_back(100 * (1 - world.paper->time_share()));
  }
  const Chart chart{.title = "What Vtest A* saves against A*",
                    .x_title = "obstacles",
                    .y_title = "% saved",
                    .series = {nodes, paper_nodes, time, paper_time}};
  page.svg("reduction.svg", chart_svg(chart), "Nodes and time saved (figure 8)");
}

}  // namespace

Table vtest_nodes_table(std::span<const VtestMeasured> worlds, std::string name) {
  Table table{.name = std::move(name),
              .head = {"world", "triangles", "corners", "A*", "paper", "A* by steps", "Vtest A*",
                       "paper", "Vtest A* / A*", "paper"},
              .cells = {}};
  for (const VtestMeasured& world : worlds) {
    const auto count = [&](VtestIndex i) {
      return with_commas(static_cast<std::uint64_t>(world.rows[i].expanded));
    };
    table.add_row({world.name, with_commas(world.faces), with_commas(world.corners),
                   count(kVtestAStar), with_commas(world.paper->a_star), count(kVtestSteps),
                   count(kVtestAll), with_commas(world.paper->vtest),
                   vtest_share(world.share(kVtestAll)), vtest_share(world.paper->share())});
  }
  return table;
}

Table vtest_times_table(std::span<const VtestMeasured> worlds, std::string name) {
  Table table{.name = std::move(name),
              .head = {"world", "A* us", "Vtest A* us", "visibility", "search", "Vtest A* / A*",
                       "asked again us", "paper: A* s", "Vtest A* s", "visibility", "search",
                       "Vtest A* / A*"},
              .cells = {}};
  for (const VtestMeasured& world : worlds) {
    const VtestRow& plain = world.rows[kVtestAStar];
    const VtestRow& guided = world.rows[kVtestAll];
    const VtestPaperRow& paper = *world.paper;
    table.add_row({world.name, vtest_us(plain.us), vtest_us(guided.first_us()),
                   vtest_us(guided.visibility_us), vtest_us(guided.search_us),
                   vtest_share(guided.first_us() / plain.us), vtest_us(guided.us),
                   fmt::format("{:.4f}", paper.a_star_seconds),
                   fmt::format("{:.4f}", paper.vtest_seconds()),
                   fmt::format("{:.4f}", paper.visibility_seconds),
                   fmt::format("{:.4f}", paper.search_seconds), vtest_share(paper.time_share())});
  }
  return table;
}

void add_vtest_series(ResultPage& page, const VtestResults& results) {
  const auto add = [&](std::span<const VtestMeasured> worlds, const char* title,
                       const std::string& name) {
    page.heading(title);
    page.text("Nodes expanded, and times:");
    page.table(vtest_nodes_table(worlds, name + "-nodes"));
    page.table(vtest_times_table(worlds, name + "-times"));
    page.text("All kinds of the search:");
    page.table(vtest_costs_table(worlds, name + "-kinds"));
  };
  add(results.overlaps, "Two obstacles that overlap (tables 1 and 2)", "overlaps");
  add(results.counts, "One to five obstacles (tables 3 and 4)", "obstacles");
  add_vtest_chart(page, results.counts);
}

void add_vtest_hills(ResultPage& page, std::span<const VtestMeasured> hills) {
  page.heading("Hills with obstacles, and climbs");
  page.text(
      "The paper leaves it open how heights and visibility combine. `climb alone` counts the "
      "straight line and the difference in height to the goal, `climb and corners` the line past "
      "the obstacles and the difference in height. `Vtest A*` counts what steps in each direction "
      "cost at least, and no heights.");
  Table table{.name = "hills",
              .head = {"world", "triangles", "corners", "problems", "A* nodes"},
              .cells = {}};
  for (std::size_t i = 1; i < kVtestHillContestants.size(); ++i) {
    table.head.push_back(fmt::format("{}: nodes", kVtestHillContestants[i].title));
    table.head.push_back("time");
  }
  for (const VtestMeasured& world : hills) {
    std::vector<std::string> row = {world.name, with_commas(world.faces),
                                    with_commas(world.corners), with_commas(world.problems),
                                    fmt::format("{:.0f}", world.rows[kHillAStar].expanded)};
    for (std::size_t i = 1; i < kVtestHillContestants.size(); ++i) {
      row.push_back(vtest_share(world.share(i)));
      row.push_back(vtest_share(world.time_share(i)));
    }
    table.add_row(std::move(row));
  }
  page.table(table);
}

std::string vtest_reason(const VtestMeasured& map) {
  if (map.rows.size() <= kMapForced) return "";
  const double nodes = map.share(kMapForced);
  const double time = map.time_share(kMapForced);
  if (time <= 1) return "helps: long paths around few corners";
  if (map.visible > 0.5) return "no: most goals are in plain sight";
  if (nodes > 0.8) return "no: costs from centre to centre exceed the plane's by more than detours";
  return "no: too many corners to look from, though fewer nodes are expanded";
}

void add_vtest_maps(ResultPage& page, std::span<const VtestMeasured> maps) {
  if (maps.empty()) return;
  page.heading("Maps of games");
  page.text(
      "Constrained Delaunay triangles. `vtest` is the planner as it comes, which leaves maps with "
      "many corners to A\\*; `forced` looks from corners however many there are. Nodes and times "
      "are those of A\\* as 100 %.");
  Table table{.name = "maps",
              .head = {"map", "triangles", "corners", "problems", "in plain sight", "A* nodes",
                       "A* us", "vtest: time", "note", "forced: nodes", "time", "does it help"},
              .cells = {}};
  for (const VtestMeasured& map : maps) {
    const VtestRow& plain = map.rows[kMapAStar];
    table.add_row({map.name, with_commas(map.faces), with_commas(map.corners),
                   with_commas(map.problems), vtest_share(map.visible),
                   fmt::format("{:.0f}", plain.expanded), vtest_us(plain.us),
                   vtest_share(map.time_share(kMapVtest)), map.rows[kMapVtest].note,
                   vtest_share(map.share(kMapForced)), vtest_share(map.time_share(kMapForced)),
                   vtest_reason(map)});
  }
  page.table(table);
}

void add_vtest_memory(ResultPage& page, const VtestResults& results) {
  page.heading("Corners that look ahead");
  page.text(
      "What a corner sees of others is kept when a query first needs it. `ahead=1` looks from all "
      "corners when the planner is made.");
  Table table{.name = "ahead",
              .head = {"world", "corners", "bytes", "bytes, looked ahead", "ms to look ahead"},
              .cells = {}};
  for (const auto* worlds : {&results.overlaps, &results.counts, &results.hills}) {
    for (const VtestMeasured& world : *worlds) {
      table.add_row({world.name, with_commas(world.corners), with_commas(world.sight_bytes),
                     with_commas(world.ahead_bytes), fmt::format("{:.3f}", world.ahead_ms)});
    }
  }
  page.table(table);
}

}  // namespace thalweg::tool
