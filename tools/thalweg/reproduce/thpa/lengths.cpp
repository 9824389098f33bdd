// What the THPA* paper does not report: lengths, structures, openness; and one row for each answer.
#include <fmt/format.h>

#include <algorithm>

#include "common/common.hpp"
#include "reproduce/thpa/thpa.hpp"

namespace thalweg::tool {
namespace {

struct LengthLine {
  const char* what;
  std::size_t contestant;
  Against against;
};
constexpr std::array kLengthLines = {
    LengthLine{"HPA*, not smoothed / A* on squares", kBareHpa, Against::squares},
    LengthLine{"HPA* / A* on squares", kHpa, Against::squares},
    LengthLine{"A* on triangles / A* on squares", kMeshAStar, Against::squares},
    LengthLine{"THPA*, through centres / A* on squares", kBareThpa, Against::squares},
    LengthLine{"THPA* / A* on squares", kThpa, Against::squares},
    LengthLine{"A* on squares / any angle", kGridAStar, Against::any_angle},
    LengthLine{"HPA*, not smoothed / any angle", kBareHpa, Against::any_angle},
    LengthLine{"HPA* / any angle", kHpa, Against::any_angle},
    LengthLine{"A* on triangles / any angle", kMeshAStar, Against::any_angle},
    LengthLine{"THPA*, through centres / any angle", kBareThpa, Against::any_angle},
    LengthLine{"THPA* / any angle", kThpa, Against::any_angle},
    LengthLine{"cost of the route: HPA* / A* on squares", kHpa, Against::cost},
    LengthLine{"cost of the route: THPA* / A* on triangles", kThpa, Against::cost},
};

std::string ratio_cell(std::span<const ThpaMeasured> maps, std::size_t contestant,
                       Against against) {
  return fmt::format("{:.4f}", ratio_figures(maps, contestant, against).mean);
}

void add_lengths_by_map(ResultPage& page, std::span<const ThpaMeasured> maps) {
  Table table{.name = "lengths-by-map",
              .head = {"map", "HPA* bare / squares", "HPA* / squares", "THPA* / squares",
                       "THPA* bare / any angle", "THPA* / any angle", "worst", "at"},
              .cells = {}};
  for (const ThpaMeasured& map : maps) {
    const std::span one(&map, 1);
    const RatioFigures worst = ratio_figures(one, kThpa, Against::any_angle);
    table.add_row({map.name, ratio_cell(one, kBareHpa, Against::squares),
                   ratio_cell(one, kHpa, Against::squares),
                   ratio_cell(one, kThpa, Against::squares),
                   ratio_cell(one, kBareThpa, Against::any_angle),
                   ratio_cell(one, kThpa, Against::any_angle), fmt::format("{:.3f}", worst.worst),
                   worst.count == 0 ? "" : place_name(one, worst.worst_at)});
  }
  page.table(table);
}

// The speed-up of a contestant over A* on squares, map by map.
std::vector<double> speed_ups(std::span<const ThpaMeasured> maps, std::size_t contestant) {
  std::vector<double> out;
  for (const ThpaMeasured& map : maps) {
    out.push_back(time_figures(map.of(kGridAStar)).mean_us /
                  time_figures(map.of(contestant)).mean_us);
  }
  return out;
}

struct OpennessLine {
  const char* what;
  double Openness::*field;
};
constexpr std::array kOpennessLines = {
    OpennessLine{"free squares of all", &Openness::free_share},
    OpennessLine{"straight line over optimal length, mean", &Openness::straightness},
    OpennessLine{"metres of route for each node that A* expands", &Openness::directness},
};

void add_openness_by_map(ResultPage& page, std::span<const ThpaMeasured> maps) {
  Table table{.name = "openness-by-map",
              .head = {"map", "free", "straightness", "metres a node", "A* / A* on triangles",
                       "A* / HPA*", "A* / THPA*"},
              .cells = {}};
  const auto mesh = speed_ups(maps, kMeshAStar);
  const auto hpa = speed_ups(maps, kHpa);
  const auto thpa = speed_ups(maps, kThpa);
  for (std::size_t m = 0; m < maps.size(); ++m) {
    const Openness open = openness(maps[m]);
    table.add_row({maps[m].name, fmt::format("{:.3f}", open.free_share),
                   fmt::format("{:.3f}", open.straightness), fmt::format("{:.4f}", open.directness),
                   fmt::format("{:.1f}", mesh[m]), fmt::format("{:.1f}", hpa[m]),
                   fmt::format("{:.1f}", thpa[m])});
  }
  page.table(table);
}

std::string csv_row(const ThpaMeasured& map, std::size_t c, std::size_t p) {
  const ThpaContestant& contestant = kThpaContestants[c];
  const Sample& sample = map.of(c)[p];
  const Sample& best = map.of(contestant.is_on_grid ? kGridAStar : kMeshAStar)[p];
  const bool is_plain = c == kGridAStar || c == kMeshAStar;
  const bool has_ratio = sample.found() && best.found();
  const double worse = ratio(static_cast<double>(sample.cost), static_cast<double>(best.cost));
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", map.name,
                     is_plain ? "none" : "sections", contestant.planner, is_plain ? 0 : 1,
                     sample.settled, sample.generated, sample.ns, sample.cost,
                     has_ratio ? fmt::format("{}", worse) : "", map.built[c].bytes,
                     map.problems[p].line, to_string(sample.outcome), sample.length,
                     contestant.is_on_grid ? "grid" : "faces", map.problems[p].length);
}

}  // namespace

void add_lengths(ResultPage& page, std::span<const ThpaMeasured> maps) {
  page.heading("Lengths");
  page.text(
      "Lengths of the paths as walked, over the length of A* on squares (every problem) and over "
      "the any-angle shortest path (a sample of each map's problems, spread over their "
      "lengths). Through centres: from triangle to triangle by their centres, which may cut "
      "corners. The worst is given with its map and its line in the scenario file.");
  Table table{
      .name = "lengths", .head = {"what", "problems", "mean", "99 %", "worst", "at"}, .cells = {}};
  for (const LengthLine& line : kLengthLines) {
    const RatioFigures figures = ratio_figures(maps, line.contestant, line.against);
    table.add_row({line.what, with_commas(figures.count), fmt::format("{:.4f}", figures.mean),
                   fmt::format("{:.4f}", figures.p99), fmt::format("{:.4f}", figures.worst),
                   figures.count == 0 ? "" : place_name(maps, figures.worst_at)});
  }
  page.table(table);
  add_lengths_by_map(page, maps);
}

void add_structures(ResultPage& page, std::span<const ThpaMeasured> maps) {
  page.heading("Building and memory");
  page.text("What each planner builds and keeps beyond graph and prices.");
  Table table{.name = "structures",
              .head = {"map", "free squares", "triangles", "HPA* s", "HPA* MB", "B / square",
                       "THPA* s", "THPA* MB", "B / triangle"},
              .cells = {}};
  for (const ThpaMeasured& map : maps) {
    const ThpaBuilt& hpa = map.built[kHpa];
    const ThpaBuilt& thpa = map.built[kThpa];
    const auto each = [](std::size_t bytes, std::uint32_t count) {
      return fmt::format("{:.0f}", static_cast<double>(bytes) / std::max(1u, count));
    };
    table.add_row({map.name, with_commas(map.free_squares), with_commas(map.faces),
                   fmt::format("{:.3f}", hpa.seconds),
                   fmt::format("{:.2f}", static_cast<double>(hpa.bytes) / 1e6),
                   each(hpa.bytes, map.free_squares), fmt::format("{:.3f}", thpa.seconds),
                   fmt::format("{:.2f}", static_cast<double>(thpa.bytes) / 1e6),
                   each(thpa.bytes, map.faces)});
  }
  page.table(table);
}

void add_openness(ResultPage& page, std::span<const ThpaMeasured> maps) {
  page.heading("How much a map's openness explains");
  page.text(
      "Spearman's rank correlation, over the maps, of the speed-up against A* on squares with "
      "three measures of how open a map is: 1 the more open the faster, -1 the opposite.");
  Table table{
      .name = "openness", .head = {"openness", "A* on triangles", "HPA*", "THPA*"}, .cells = {}};
  for (const OpennessLine& line : kOpennessLines) {
    std::vector<double> open;
    for (const ThpaMeasured& map : maps) open.push_back(openness(map).*line.field);
    std::vector<std::string> row = {line.what};
    for (const std::size_t c : {kMeshAStar, kHpa, kThpa}) {
      row.push_back(fmt::format("{:+.2f}", rank_correlation(open, speed_ups(maps, c))));
    }
    table.add_row(std::move(row));
  }
  page.table(table);
  add_openness_by_map(page, maps);
}

std::string query_rows(std::span<const ThpaMeasured> maps) {
  std::string text =
      "world,partition,planner,levels,settled,generated,ns,cost,ratio,bytes,query,outcome,length,"
      "graph,optimum\n";
  for (const ThpaMeasured& map : maps) {
    for (std::size_t c = 0; c < kThpaCount; ++c) {
      for (std::size_t p = 0; p < map.problems.size(); ++p) text += csv_row(map, c, p);
    }
  }
  return text;
}

}  // namespace thalweg::tool
