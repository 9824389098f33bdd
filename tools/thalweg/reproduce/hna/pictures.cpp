// Pictures of the HNA* reproduction: the cells of each level, and one path on each level.
#include <fmt/format.h>

#include <algorithm>

#include "common/common.hpp"
#include "common/partitioner.hpp"
#include "reproduce/hna/hna.hpp"
#include "thalweg/draw/draw.hpp"
#include "thalweg/draw/gates.hpp"
#include "thalweg/planners/abstract.hpp"

namespace thalweg::tool {
namespace {

constexpr std::uint32_t kHnaPictureWidth = 1200;  // pixels

// [face] A number for its cell of a level: the cell that all nodes on its portals take part in.
std::vector<std::uint32_t> hna_cells_of_faces(const Ground& ground, const Hierarchy& hierarchy,
                                              Level level) {
  const Cells& cells = hierarchy.cells();
  const LevelCells of_level(cells.partition, level);
  const Mesh& mesh = ground.world().mesh;
  std::vector<std::vector<CellId>> common(mesh.face_count());
  std::vector<bool> is_met(mesh.face_count());
  for (const NodeId node : ground.graph().nodes()) {
    const PortalNode at = ground.graph().portal_node(node);
    if (at.is_link_end() || cells.partition.home(node).is_none()) continue;
    std::vector<CellId> here;
    for (const CellId low : cells.extents[node]) here.push_back(of_level.of(low));
    for (const FaceId face : {mesh.face(at.edge()), mesh.across(at.edge())}) {
      auto& kept = common[face.value];
      if (!is_met[face.value]) {
        kept = here;
      } else {
        std::erase_if(kept,
                      [&](CellId cell) { return std::ranges::find(here, cell) == here.end(); });
      }
      is_met[face.value] = true;
    }
  }
  std::vector<std::uint32_t> numbers(mesh.face_count(), 0xFFFFFFFFu);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!common[i].empty()) numbers[i] = common[i].back().value;
  }
  return numbers;
}

}  // namespace

void add_level_pictures(ResultPage& page, const HnaCase& map) {
  page.heading(fmt::format("Pictures of {} (figures 1 and 13)", map.name));
  HnaStarOptions options;
  options.partitioner = build_tools().partitioner;
  const Hierarchy hierarchy = need(hna_star(map.ground, options));
  const auto longest = std::ranges::max_element(map.problems, {}, [](const Problem& problem) {
    return std::hypot(problem.goal.x - problem.start.x, problem.goal.y - problem.start.y);
  });
  if (longest == map.problems.end()) return;
  for (Level level = 0; level <= hierarchy.partition().top_level(); ++level) {
    std::vector<std::uint32_t> colours;
    for (std::uint32_t face = 0; face < map.ground.world().mesh.face_count(); ++face) {
      colours.push_back(face);
    }
    if (level > 0) colours = hna_cells_of_faces(map.ground, hierarchy, level);
    AbstractOptions search{.search = {.level = level, .use = LevelUse::one}, .near_nodes = 0};
    if (level == 0) search.search.use = LevelUse::best;
    Planner planner(map.ground, need(AbstractRouteSearch::make(map.ground, hierarchy, search)));
    const Answer answer = planner.find({.start = longest->start,
                                        .goal = longest->goal,
                                        .try_straight = false,
                                        .shape = Shape::funnel});
    Overlay path{.kind = OverlayKind::path};
    for (const PathPoint& p : answer.points) {
      path.points.push_back(map.ground.world().frame().to_local({p.x, p.y, p.z}));
    }
    const DrawOptions drawing{.width = kHnaPictureWidth,
                              .colour_by = ColourBy::islands,
                              .islands = colours,
                              .edges = DrawEdges::off};
    const Overlay overlays[] = {path};
    std::uint32_t count = 0;
    for (const CellId cell : hierarchy.partition().cells()) {
      if (hierarchy.partition().height(cell) == level) ++count;
    }
    page.picture(
        fmt::format("{}-level{}.png", map.name, level),
        need(draw_image(map.ground.world(), drawing, overlays)),
        fmt::format("Level {}: {} {}, and the path found {}: {:.2f} m", level,
                    with_commas(level == 0 ? map.ground.world().mesh.face_count() : count),
                    level == 0 ? "polygons" : "cells",
                    level == 0 ? "with the level chosen for the query" : "on this level alone",
                    answer.length()));
  }
}

}  // namespace thalweg::tool
