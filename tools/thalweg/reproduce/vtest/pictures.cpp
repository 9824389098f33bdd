// Pictures of the reproduction of the visibility tests: search areas, and lines of sight.
#include <fmt/format.h>

#include <algorithm>

#include "common/common.hpp"
#include "reproduce/vtest/vtest.hpp"
#include "thalweg/draw/draw.hpp"
#include "thalweg/papers/registry.hpp"

namespace thalweg::tool {
namespace {

constexpr std::uint32_t kVtestWidth = 900;  // pixels
constexpr Colour kVtestSettled{120, 170, 230, 255};
constexpr Colour kVtestSight{200, 40, 40, 255};

Overlay vtest_face(const Mesh& mesh, FaceId face) {
  Overlay shape{.kind = OverlayKind::polygon, .colour = kVtestSettled};
  for (const EdgeId e : mesh.edges(face)) shape.points.push_back(mesh.start(e));
  return shape;
}

// The faces that a search expands, and its route.
void add_vtest_area(ResultPage& page, const VtestCase& map, const VtestContestant& contestant,
                    const std::string& file) {
  const auto planner = need(make_planner(contestant.planner, {map.ground}));
  const Problem& problem = map.problems.front();
  const Answer answer = planner->find({.start = problem.start,
                                       .goal = problem.goal,
                                       .try_straight = false,
                                       .shape = Shape::centres});
  const Mesh& mesh = map.ground.world().mesh;
  std::vector<Overlay> overlays;
  Box2 view;
  for (const NodeId node : planner->settled_nodes()) {
    overlays.push_back(vtest_face(mesh, FaceId(node.value)));
  }
  for (const FaceId face : mesh.faces()) {
    if (!is_walkable(mesh.area(face))) view.add(mesh.centre(face).xy());
  }
  Overlay path{.kind = OverlayKind::path};
  for (const PathPoint& p : answer.points) {
    path.points.push_back(map.ground.world().frame().to_local({p.x, p.y, p.z}));
    view.add(path.points.back().xy());
  }
  overlays.push_back(std::move(path));
  const double rim = 0.15 * (view.high.x - view.low.x);
  view.add(view.low - Vec2{rim, rim});
  view.add(view.high + Vec2{rim, rim});
  const DrawOptions drawing{.width = kVtestWidth,
                            .what = DrawWhat::mesh,
                            .colour_by = ColourBy::area,
                            .edges = DrawEdges::off,
                            .view = view};
  page.picture(file, need(draw_image(map.ground.world(), drawing, overlays)),
               fmt::format("{}, {}: {} nodes expanded", map.name, contestant.title,
                           with_commas(answer.stats.expanded)));
}

// From a point between the obstacles, all corners in sight.
void add_vtest_sight(ResultPage& page, const World& world) {
  const SightField field(world.mesh);
  const Box2 box = world.mesh.box().xy();
  const Vec2 from{box.low.x + 0.45 * (box.high.x - box.low.x), (box.low.y + box.high.y) / 2};
  SightSweep sweep;
  const Obstacles& obstacles = field.obstacles();
  Overlay lines{.kind = OverlayKind::lines, .colour = kVtestSight, .width = 1.5};
  std::size_t count = 0;
  for (const std::uint32_t corner : sweep.look(obstacles.screen, obstacles.corners, from)) {
    lines.points.push_back({from.x, from.y, 0});
    lines.points.push_back({obstacles.corners[corner].x, obstacles.corners[corner].y, 0});
    ++count;
  }
  const Overlay at{.kind = OverlayKind::points, .points = {{from.x, from.y, 0}}, .width = 5};
  const Overlay overlays[] = {lines, at};
  const DrawOptions drawing{.width = kVtestWidth, .what = DrawWhat::mesh, .edges = DrawEdges::off};
  page.picture("sight.png", need(draw_image(world, drawing, overlays)),
               fmt::format("The {} corners of obstacles that are visible from a point on hills, "
                           "seen from above (figure 4)",
                           count));
}

}  // namespace

void add_vtest_pictures(ResultPage& page, std::span<const VtestCase> worlds, const World& hills) {
  page.heading("Search areas (figures 6 and 7)");
  for (const VtestCase& world : worlds) {
    std::string stem = world.name;
    std::ranges::replace(stem, ' ', '-');
    for (const VtestIndex i : {kVtestAStar, kVtestAll, kVtestPrinted}) {
      add_vtest_area(page, world, kVtestContestants[i], fmt::format("{}-{}.png", stem, +i));
    }
  }
  page.heading("Lines of sight (figure 4)");
  add_vtest_sight(page, hills);
}

}  // namespace thalweg::tool
