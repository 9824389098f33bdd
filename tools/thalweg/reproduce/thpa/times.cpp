// Times of the THPA* reproduction: over all, map by map, and of the shortest problems.
#include <fmt/format.h>

#include <optional>

#include "common/common.hpp"
#include "reproduce/thpa/thesis.hpp"
#include "reproduce/thpa/thpa.hpp"

namespace thalweg::tool {
namespace {

std::string us(double time) { return fmt::format("{:.2f}", time); }

// The paper's cells of a map's row: corrected average, least, greatest, average as printed.
std::vector<std::string> thesis_cells(const std::string& map, std::size_t contestant) {
  const std::size_t row = thesis_row(map);
  const auto column = thesis_column(contestant);
  if (row == kThpaThesis.size() || !column) return {"", "", "", "", ""};
  const ThpaTimes& times = kThpaThesis[row].times[*column];
  return {std::to_string(kThpaThesis[row].paths),
          fmt::format("{:.2f}", undone_averages()[row][*column]),
          fmt::format("{:.4f}", times.least), fmt::format("{:.2f}", times.greatest),
          fmt::format("{:.4f}", times.average)};
}

Table map_table(const ThpaMeasured& map, Table table) {
  for (std::size_t c = 0; c < kThpaCompared; ++c) {
    const TimeFigures figures = time_figures(map.of(c));
    std::vector<std::string> row = {map.name,
                                    kThpaContestants[c].title,
                                    std::to_string(figures.asked),
                                    us(figures.mean_us),
                                    us(figures.least_us),
                                    us(figures.greatest_us),
                                    fmt::format("{:.1f}", figures.mean_settled)};
    for (std::string& cell : thesis_cells(map.name, c)) row.push_back(std::move(cell));
    table.add_row(std::move(row));
  }
  return table;
}

}  // namespace

std::optional<std::size_t> thesis_column(std::size_t contestant) {
  switch (contestant) {
    case kGridAStar: return 0;
    case kHpa: return 1;
    case kThpa: return 2;
    default: return std::nullopt;
  }
}

Table overall_table(std::span<const ThpaMeasured> maps) {
  Table table{.name = "overall",
              .head = {"planner", "solved", "mean us", "least us", "greatest us", "A* / it",
                       "nodes expanded", "paper: mean ms", "as printed", "least ms", "greatest ms",
                       "A* / it"},
              .cells = {}};
  const double a_star = time_figures(maps, kGridAStar).mean_us;
  const auto undone = undone_average_of_all();
  for (std::size_t c = 0; c < kThpaCount; ++c) {
    const TimeFigures figures = time_figures(maps, c);
    std::vector<std::string> row = {kThpaContestants[c].title,
                                    with_commas(figures.solved),
                                    us(figures.mean_us),
                                    us(figures.least_us),
                                    us(figures.greatest_us),
                                    fmt::format("{:.1f}", a_star / figures.mean_us),
                                    fmt::format("{:.1f}", figures.mean_settled)};
    if (const auto column = thesis_column(c)) {
      const ThpaTimes& all = kThpaThesisAll[*column];
      row.push_back(fmt::format("{:.2f}", undone[*column]));
      row.push_back(fmt::format("{:.2f}", all.average));
      row.push_back(fmt::format("{:.4f}", all.least));
      row.push_back(fmt::format("{:.2f}", all.greatest));
      row.push_back(fmt::format("{:.1f}", undone[0] / undone[*column]));
    }
    table.add_row(std::move(row));
  }
  return table;
}

void add_overall(ResultPage& page, std::span<const ThpaMeasured> maps) {
  page.heading("All maps");
  page.table(overall_table(maps));
  const double on_squares = time_figures(maps, kGridAStar).mean_us;
  const double on_triangles = time_figures(maps, kMeshAStar).mean_us;
  const double thpa = time_figures(maps, kThpa).mean_us;
  page.text(fmt::format(
      "The mesh's gain and the hierarchy's: A* on triangles is {:.1f} times faster than A* on "
      "squares, and THPA* {:.1f} times faster than A* on triangles; together {:.1f} times.",
      on_squares / on_triangles, on_triangles / thpa, on_squares / thpa));
  page.text(
      "The paper's times are of its own machine and of an A* with an open list that is searched "
      "from end to end. It printed 1652.9, 35.16 and 20.75 ms as averages over all; its averages "
      "of single maps, as undone below, give the first column. It shapes no paths: in that our "
      "last "
      "two rows are more like its own.");
}

void add_times(ResultPage& page, std::span<const ThpaMeasured> maps) {
  page.heading("Map by map");
  page.svg("times.svg", times_chart(maps),
           "Mean time of a problem on each map: ours filled, the paper's hollow");
  page.text(
      "The averages printed in the paper's appendix cannot be right as they stand: HPA*'s lies "
      "below its own minimum on 26 of the 36 maps, and all fall from map to map. They fit the sum "
      "of a map's times divided by the number of all paths so far. Undone, an average is the "
      "printed one, times the paths so far, divided by the map's own; then all averages but one "
      "lie between their minima and maxima (HPA*'s on stromguarde stays below, where the paper "
      "counts few paths).");
  Table table{
      .name = "maps",
      .head = {"map", "planner", "problems", "mean us", "least us", "greatest us", "nodes expanded",
               "paper: paths", "mean ms, undone", "least ms", "greatest ms", "average as printed"},
      .cells = {}};
  for (const ThpaMeasured& map : maps) table = map_table(map, std::move(table));
  page.table(table);
}

void add_shortest(ResultPage& page, std::span<const ThpaMeasured> maps) {
  const auto shortest = shortest_problems(maps, kShortestPart);
  page.heading("The shortest problems");
  if (shortest.empty()) return;
  const ProblemIndex last = shortest.back();
  page.text(fmt::format(
      "The paper warns that A* is best on short routes. These are the {:g} % of all problems with "
      "the shortest optimal routes, {} of them, up to {:.2f} squares long.",
      100 * kShortestPart, with_commas(shortest.size()),
      maps[last.map].problems[last.problem].length));
  Table table{
      .name = "shortest",
      .head = {"planner", "mean us", "least us", "greatest us", "it / A*", "nodes expanded"},
      .cells = {}};
  const double a_star = time_figures(maps, kGridAStar, shortest).mean_us;
  for (std::size_t c = 0; c < kThpaCount; ++c) {
    const TimeFigures figures = time_figures(maps, c, shortest);
    table.add_row({kThpaContestants[c].title, us(figures.mean_us), us(figures.least_us),
                   us(figures.greatest_us), fmt::format("{:.2f}", figures.mean_us / a_star),
                   fmt::format("{:.1f}", figures.mean_settled)});
  }
  page.table(table);
}

}  // namespace thalweg::tool
