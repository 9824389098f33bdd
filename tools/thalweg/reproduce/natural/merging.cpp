// Chapter 8: pictures of the merge steps, the maze in numbers, contours by triangulation.
#include <fmt/format.h>

#include "common/common.hpp"
#include "reproduce/natural/natural.hpp"
#include "reproduce/natural/steps.hpp"
#include "thalweg/draw/cells.hpp"
#include "thalweg/draw/draw.hpp"
#include "thalweg/draw/faces.hpp"

namespace thalweg::tool {
namespace {

constexpr std::size_t kShown = 12;  // steps of a picture

struct NamedMethod {
  const char* name;
  TerrainMethod method;
};
constexpr std::array<NamedMethod, 4> kMethods = {{{"uniform", TerrainMethod::uniform},
                                                  {"centre", TerrainMethod::centre},
                                                  {"contour", TerrainMethod::contour},
                                                  {"isolines", TerrainMethod::isolines}}};

// The thesis's merging, and our own.
struct NamedMerging {
  const char* name;
  const char* suffix;  // of pictures
  Merging merging;
};
const std::array<NamedMerging, 2> kMergings = {
    {{"thesis", "", thesis_merging()}, {"ours", "-ours", Merging{}}}};

std::vector<MergeStep> steps_of(const ReadyGraph& ready, const NamedMerging& merging) {
  return merge_steps(need(NaturalGround::of(ready.ground)), merging.merging);
}

// At most kShown of the steps, from the first to the last, such that the number of tops falls by
// about the same factor from one to the next.
std::vector<std::size_t> shown_steps(std::span<const MergeStep> steps) {
  std::vector<std::size_t> shown;
  const double factor =
      std::pow(steps[std::min<std::size_t>(1, steps.size() - 1)].top_count, -1.0 / (kShown - 1));
  double wanted = steps.size() > 1 ? steps[1].top_count : 1;
  for (std::size_t i = std::min<std::size_t>(1, steps.size() - 1); i < steps.size(); ++i) {
    if (steps[i].top_count > wanted && i + 1 < steps.size()) continue;
    shown.push_back(i);
    while (wanted >= steps[i].top_count && wanted > 1e-3) wanted *= factor;
  }
  return shown;
}

Image draw_tops(const ReadyGraph& ready, const MergeStep& step, std::uint32_t width) {
  const auto colours =
      need(cell_colours(ready.graph(), step.partition, step.partition.top_level()));
  return need(draw_image(
      ready.world(), {.width = width, .margin = 4, .islands = colours, .edges = DrawEdges::off}));
}

void show_steps(ResultPage& page, const ReadyGraph& ready, std::span<const MergeStep> steps,
                std::uint32_t panel, const std::string& number, const std::string& caption) {
  std::vector<Image> panels = {
      need(draw_image(ready.world(), {.width = panel, .margin = 4, .edges = DrawEdges::off}))};
  std::string tops;
  for (const std::size_t i : shown_steps(steps)) {
    panels.push_back(draw_tops(ready, steps[i], panel));
    tops += fmt::format("{}{} ({})", tops.empty() ? "" : ", ", i, with_commas(steps[i].top_count));
  }
  page.picture(fmt::format("picture-{}.png", number), need(side_by_side(panels, 4)),
               fmt::format("{}: {}: the map, then steps (with tops) {} of {}", number, caption,
                           tops, steps.size() - 1));
}

void add_maze_rows(Table& table, const MazeWorld& maze, std::span<const MergeStep> steps,
                   const NamedMerging& merging) {
  for (const std::size_t i : shown_steps(steps)) {
    const MazeTops t = maze_tops(maze.parts, steps[i].tops);
    table.add_row({merging.name, std::to_string(i), std::to_string(steps[i].top_count),
                   std::to_string(t.pure[0]), std::to_string(t.pure[1]), std::to_string(t.pure[2]),
                   std::to_string(t.mixed), fmt::format("{:.1f}%", 100 * t.main_share[0]),
                   fmt::format("{:.1f}%", 100 * t.main_share[2]),
                   t.main[0] == t.main[2] ? "yes" : "no"});
  }
}

void show_maze(ResultPage& page, const NaturalScale& scale) {
  MazeWorld maze = need(maze_world(scale.maze));
  const auto ready = ready_terrain(maze.world);
  page.heading("8.1 Simple map");
  Table table{
      .name = "maze-steps",
      .head = {"merging", "step", "tops", "floor alone", "sides alone", "wall tops alone", "mixed",
               "of the floor in its main top", "of the wall tops in theirs", "which is the same"},
      .cells = {}};
  for (const NamedMerging& merging : kMergings) {
    const auto steps = steps_of(*ready, merging);
    show_steps(page, *ready, steps, scale.panel, fmt::format("8.2{}", merging.suffix),
               fmt::format("the maze, merging: {}", merging.name));
    add_maze_rows(table, maze, steps, merging);
  }
  page.text(
      "What the tops hold after each of these steps. Tests hold merging to it: after some step "
      "none "
      "mixes floor, sides and tops of walls; merged as in the thesis, floor and wall tops stay "
      "apart "
      "while more than a hundredth as many tops as faces are left.");
  page.table(table);
}

void show_terrain(ResultPage& page, World world, std::uint32_t panel, const std::string& number,
                  const std::string& caption) {
  const auto ready = ready_terrain(world);
  for (const NamedMerging& merging : kMergings) {
    show_steps(page, *ready, steps_of(*ready, merging), panel, number + merging.suffix,
               fmt::format("{}, merging: {}", caption, merging.name));
  }
}

void add_contour_row(Table& contours, Table& artefacts, const NamedMethod& method,
                     const std::string& map, const NaturalScale& scale) {
  const auto ready =
      ready_terrain(terrain_world(map, {.squares = scale.small, .method = method.method}));
  for (const NamedMerging& merging : kMergings) {
    const auto spreads = contour_spreads(ready->world().mesh, steps_of(*ready, merging));
    std::vector<std::string> row = {map, method.name, merging.name,
                                    std::to_string(ready->world().mesh.face_count())};
    for (const double spread : spreads) row.push_back(fmt::format("{:.3f}", spread));
    row.push_back(fmt::format("{:.3f}", mean_of(spreads)));
    contours.add_row(std::move(row));
  }
  std::vector<std::string> ratios = {map, method.name};
  std::vector<std::string> planners = variant_names();
  planners.erase(planners.begin());  // A*: its ratios are 1
  for (const ManyWaves& waves : many_waves(*ready, planners, scale)) {
    ratios.push_back(fmt::format("{:.3f}", waves.mean_ratio));
    ratios.push_back(fmt::format("{:.2f}", waves.worst_ratio));
  }
  artefacts.add_row(std::move(ratios));
}

}  // namespace

void reproduce_merging(ResultPage& page, const NaturalScale& scale,
                       const std::filesystem::path& data) {
  page.text(
      "Merging as in the thesis: only equal unit distances tie, and a plateau becomes one mesh at "
      "once. Ours: unit distances of one class tie, and groups are of bounded size "
      "(`partition/natural.hpp`).");
  show_maze(page, scale);
  page.heading("8.2 to 8.4: cone, cone with centres, realistic map");
  const NaturalTerrain uniform{scale.small, TerrainMethod::uniform};
  const NaturalTerrain centre{scale.small, TerrainMethod::centre};
  show_terrain(page, need(cone_world(uniform)), scale.panel, "8.4", "the cone, uniform");
  show_terrain(page, need(cone_world(centre)), scale.panel, "8.5", "the cone, centre");
  show_terrain(page, need(realistic_world(centre)), scale.panel, "8.7", "the realistic map");
  auto tile = need(tile_world(data, centre));
  if (tile) {
    show_terrain(page, std::move(*tile), scale.panel, "8.7-tile", "a real elevation tile");
  } else {
    page.text("No real elevation tile: name the benchmark data by `--data`.");
  }
}

void reproduce_triangulations(ResultPage& page, const NaturalScale& scale) {
  Table contours{
      .name = "contours", .head = {"map", "triangulation", "merging", "faces"}, .cells = {}};
  for (const std::uint32_t tops : kContourTops)
    contours.head.push_back(fmt::format("{} tops", tops));
  contours.head.emplace_back("mean");
  Table artefacts{.name = "triangulations",
                  .head = {"map", "triangulation", "full, mean ratio", "worst",
                           "10 layers, mean ratio", "worst", "5 layers, mean ratio", "worst"},
                  .cells = {}};
  for (const char* map : {"cone", "realistic"}) {
    for (const NamedMethod& method : kMethods) {
      if (method.method == TerrainMethod::isolines && !has_isolines()) continue;
      add_contour_row(contours, artefacts, method, map, scale);
    }
  }
  page.heading("How well meshes follow contours");
  page.text(
      "How much heights vary inside the tops, as a multiple of what they would in squares of "
      "the same areas and slopes: 1 for squares, the less the better (`contour_spread`). At "
      "the steps that leave at most this many tops.");
  page.table(contours);
  page.text(
      "And what the triangulation does to artefacts: cost ratios of waves from several "
      "starts.");
  page.table(artefacts);
  if (!has_isolines()) page.text("No isolines: this build has no constrained triangulation.");
}

}  // namespace thalweg::tool
