// The picture of a query that is refined leg by leg.
#include "thalweg/draw/cells.hpp"
#include "thalweg/draw/gates.hpp"
#include "watch/refine.hpp"

namespace thalweg::tool {
namespace {

constexpr Colour kAheadColour{236, 125, 16};
constexpr Colour kAStarColour{138, 63, 184};
constexpr std::uint8_t kBorderAlpha = 140;

// Borders of the sections of all levels, wider from level to level.
std::vector<Overlay> borders(const ReadyGraph& ready, const Hierarchy& hierarchy, double size) {
  std::vector<Overlay> all;
  for (Level level = 1; level <= hierarchy.partition().top_level(); ++level, size *= 2) {
    const GateDrawing drawing{
        .level = level, .section = size, .has_crossings = false, .has_gates = false};
    for (Overlay& overlay : need(gate_overlays(ready.graph(), hierarchy, drawing))) {
      overlay.colour.alpha = kBorderAlpha;
      overlay.width = level;
      all.push_back(std::move(overlay));
    }
  }
  return all;
}

// The gates of the route: of refined legs and of legs ahead.
Overlay gate_dots(const ReadyGraph& ready, const LookAhead& look, const Watched& seen) {
  Overlay dots{.kind = OverlayKind::dots, .colour = kGateColour, .width = 3};
  const auto add = [&](GateId gate) {
    dots.points.push_back(ready.graph().position(look.search().hierarchy().node(gate)));
  };
  for (const Refinement& done : seen.log) {
    add(done.leg.from);
    add(done.leg.to);
  }
  for (const GateLeg& leg : look.search().refine().legs()) {
    add(leg.from);
    add(leg.to);
  }
  return dots;
}

// From the last known node over the gates ahead to the goal.
Overlay line_ahead(const ReadyGraph& ready, const LookAhead& look) {
  Overlay line{.kind = OverlayKind::line, .colour = kAheadColour, .width = 2};
  const Hierarchy& hierarchy = look.search().hierarchy();
  const auto legs = look.search().refine().legs();
  for (auto leg = legs.rbegin(); leg != legs.rend(); ++leg) {
    if (line.points.empty()) {
      line.points.push_back(ready.graph().position(hierarchy.node(leg->from)));
    }
    line.points.push_back(ready.graph().position(hierarchy.node(leg->to)));
  }
  line.points.push_back(look.ends().goal.point);
  return line;
}

std::vector<Vec3> local_points(const ReadyGraph& ready, std::span<const PathPoint> points) {
  std::vector<Vec3> local;
  for (const PathPoint& p : points) local.push_back(ready.world().frame().to_local({p.x, p.y, p.z}));
  return local;
}

// From the start to the last known node or the goal: the laid path, or the nodes.
Overlay known_line(const ReadyGraph& ready, const LookAhead& look, const Watched& seen) {
  Overlay known;
  if (!seen.path.empty()) {
    known.points = local_points(ready, seen.path);
    return known;
  }
  known.points.push_back(look.ends().start.point);
  for (const NodeId node : look.route().nodes) known.points.push_back(ready.graph().position(node));
  if (look.is_done()) known.points.push_back(look.ends().goal.point);
  return known;
}

}  // namespace

void draw_refinement(const ReadyGraph& ready, const LookAhead& look, const Watched& seen,
                     const RefinePicture& drawing) {
  const Hierarchy& hierarchy = look.search().hierarchy();
  PictureOptions picture = drawing.options;
  const bool is_grid = ready.graph().facts().nodes_are_squares;
  if (picture.what == "auto") picture.what = is_grid ? "grid" : "mesh";
  std::vector<std::uint32_t> colours;
  std::vector<Overlay> overlays;
  if (drawing.section > 0) {
    overlays = borders(ready, hierarchy, drawing.section);
  } else if (is_grid || ready.graph().facts().nodes_are_faces) {
    colours = need(cell_colours(ready.graph(), hierarchy.partition(), 1));
    picture.colour_by = "islands";
  }
  Overlay by_a_star{.kind = OverlayKind::line, .colour = kAStarColour, .width = 3};
  by_a_star.points = local_points(ready, seen.by_a_star.points);
  overlays.push_back(std::move(by_a_star));
  if (!look.is_done()) overlays.push_back(line_ahead(ready, look));
  overlays.push_back(known_line(ready, look, seen));
  overlays.push_back(gate_dots(ready, look, seen));
  write_picture(ready.world(), drawing.path, picture, colours, overlays);
}

}  // namespace thalweg::tool
