// Tables 9.1, 9.2, 9.5 and 9.6 with pictures 9.2, 9.3, 9.7 and 9.8: single paths.
#include <fmt/format.h>

#include "common/ask.hpp"
#include "common/common.hpp"
#include "reproduce/natural/natural.hpp"
#include "reproduce/natural/thesis.hpp"
#include "thalweg/draw/draw.hpp"
#include "thalweg/draw/faces.hpp"
#include "thalweg/graph/route_distances.hpp"

namespace thalweg::tool {
namespace {

constexpr Colour kOurs{96, 190, 250};  // light blue, as in the thesis; A*'s is red
constexpr std::size_t kRepeats = 21;

struct PathCase {
  const char* map;
  const char* table;    // its number
  const char* picture;  // likewise
  const char* caption;
  Point from;
  Point to;
  const ThesisPathTable& thesis;
};

// The result of one planner.
struct PathFound {
  double us = 0;  // median
  RouteDistances distances;
  Overlay overlay;
};

PathFound find_path(Planner& planner, const PathCase& path, Colour colour) {
  const Query query{
      .start = path.from, .goal = path.to, .try_straight = false, .shape = Shape::centres};
  std::vector<double> us;
  Answer answer;
  for (std::size_t i = 0; i < kRepeats; ++i) {
    us.push_back(static_cast<double>(timed_find(planner, query, answer).ns) / 1000);
  }
  need_found(answer);
  PathFound found{.us = percentile(us, 0.5),
                  .distances = route_distances(planner.ground(), answer.route.arcs),
                  .overlay = {.points = {}, .colour = colour, .width = 2}};
  for (const NodeId node : answer.route.nodes) {
    found.overlay.points.push_back(planner.graph().position(node));
  }
  return found;
}

// "13.05 (100%)".
std::string against(double value, double base) {
  return fmt::format("{:.4g} ({:.0f}%)", value, 100 * value / base);
}

Table path_table(const std::string& name, const std::vector<PathFound>& found,
                 const ThesisPathTable& thesis) {
  Table table{.name = name, .head = {""}, .cells = {}};
  for (const NaturalVariant& variant : kNaturalVariants) {
    table.head.emplace_back(variant.title);
    table.head.emplace_back("thesis");
  }
  std::vector<std::string> times = {"cmp. time"};
  for (std::size_t v = 0; v < found.size(); ++v) {
    times.push_back(fmt::format("{:.3f} ms", found[v].us / 1000));
    times.push_back(fmt::format("{:g} ms", thesis[v].ms));
  }
  table.add_row(std::move(times));
  struct Measure {
    const char* name;
    double RouteDistances::*ours;
    double ThesisPath::*theirs;
  };
  for (const auto& [title, ours, theirs] :
       {Measure{"distance", &RouteDistances::path, &ThesisPath::distance},
        Measure{"XYZ", &RouteDistances::xyz, &ThesisPath::xyz},
        Measure{"XY", &RouteDistances::xy, &ThesisPath::xy},
        Measure{"Z", &RouteDistances::z, &ThesisPath::z}}) {
    std::vector<std::string> row = {title};
    for (std::size_t v = 0; v < found.size(); ++v) {
      row.push_back(against(found[v].distances.*ours, found[0].distances.*ours));
      row.push_back(against(thesis[v].*theirs, thesis[0].*theirs));
    }
    table.add_row(std::move(row));
  }
  return table;
}

void show_path(ResultPage& page, const ReadyGraph& ready, const std::vector<WavePlanner>& planners,
               const PathCase& path, const NaturalScale& scale) {
  std::vector<PathFound> found;
  for (const WavePlanner& who : planners) {
    found.push_back(find_path(*who.planner, path, found.empty() ? kPathColour : kOurs));
  }
  std::vector<Image> panels;
  for (std::size_t v = 1; v < found.size(); ++v) {
    const std::array overlays = {found[0].overlay, found[v].overlay};
    panels.push_back(
        need(draw_image(ready.world(), {.width = scale.panel, .edges = DrawEdges::off}, overlays)));
  }
  page.picture(fmt::format("picture-{}.png", path.picture), need(side_by_side(panels, 3)),
               fmt::format("{}: {}: full, 10 layers, 5 layers; A* red, ours light blue",
                           path.picture, path.caption));
  page.text(fmt::format("Table {}:", path.table));
  page.table(path_table(fmt::format("table-{}", path.table), found, path.thesis));
}

}  // namespace

void reproduce_paths(ResultPage& page, const NaturalScale& scale) {
  static const std::array<PathCase, 4> kCases = {{
      {"cone", "9.1", "9.2", "a long path on the cone", {-0.62, -0.62}, {0.62, 0.62}, kThesis91},
      {"cone", "9.2", "9.3", "a short path on the cone", {-0.5, -0.5}, {-0.62, 0.1}, kThesis92},
      {"realistic", "9.5", "9.7", "a long path", {-0.8, -0.7}, {0.8, 0.7}, kThesis95},
      {"realistic", "9.6", "9.8", "a path of medium length", {-0.7, 0.7}, {0.1, -0.5}, kThesis96},
  }};
  page.heading("9: single paths");
  for (const char* map : {"cone", "realistic"}) {
    const auto ready = ready_terrain(terrain_world(map, {.squares = scale.small}));
    const auto planners = need(wave_planners(variant_names(), ready->input()));
    for (const PathCase& path : kCases) {
      if (std::string_view(path.map) == map) show_path(page, *ready, planners, path, scale);
    }
  }
}

}  // namespace thalweg::tool
