// Pictures of the THPA* reproduction: the thesis's figures 3.2, 3.3 and 5.1 for a chosen map, and
// HPA*'s entrances on the same.
#include <fmt/format.h>

#include "common/common.hpp"
#include "common/section_size.hpp"
#include "reproduce/thpa/thpa.hpp"
#include "thalweg/draw/gates.hpp"
#include "thalweg/papers/registry.hpp"

namespace thalweg::tool {
namespace {

constexpr std::uint32_t kWidth = 1600;  // pixels
constexpr Colour kPathColour{33, 103, 214, 90};

// A planner, and the hierarchy that it searches.
struct Drawn {
  Drawn(const World& world, const GraphSpec& spec, const char* planner_text)
      : ground(need(thalweg::ground(world, Profile::euclid(), spec))),
        plan(need(planner_plan(need_option(parse_planner(planner_text))))),
        built(need(plan.build(ground, {}))),
        planner(need(make_planner(plan, ground, built))) {}

  const Hierarchy& hierarchy() const { return *built.as<Hierarchy>(); }

  Ground ground;
  PlannerPlan plan;
  Structure built;
  std::unique_ptr<Planner> planner;
};

DrawOptions plain(DrawEdges edges = DrawEdges::off) {
  return {.width = kWidth, .what = DrawWhat::mesh, .colour_by = ColourBy::flat, .edges = edges};
}

// All paths of a planner, as thin lines.
std::vector<Overlay> paths_of(Planner& planner, std::span<const GridProblem> problems,
                              Shape shape) {
  std::vector<Overlay> overlays;
  Answer answer;
  for (const GridProblem& problem : problems) {
    answer = planner.find(query_of(problem, shape), std::move(answer));
    Overlay line{.kind = OverlayKind::line, .colour = kPathColour, .width = 1};
    for (const PathPoint& p : answer.points) {
      line.points.push_back(planner.world().frame().to_local({p.x, p.y, p.z}));
    }
    overlays.push_back(std::move(line));
  }
  return overlays;
}

// "1,234 sections, 5,678 entrances".
std::string counts(const Hierarchy& hierarchy) {
  return fmt::format("{} sections, {} entrances", with_commas(hierarchy.partition().cell_count()),
                     with_commas(hierarchy.gate_count()));
}

void add_thpa(ResultPage& page, const ThpaCase& map) {
  const Drawn thpa(map.world, GraphSpec::faces(), kRawThpa.planner);
  const double size = section_size(thpa.plan.key, map.world);
  const auto draw = [&](const GateDrawing& drawing) {
    return need(gate_overlays(thpa.ground.graph(), thpa.hierarchy(), drawing));
  };
  const auto borders = draw({.section = size, .has_crossings = false, .has_gates = false});
  page.picture("triangles.png", need(draw_image(map.world, plain(DrawEdges::on), borders)),
               fmt::format("The triangulation and its sections of {:g} metres (figure 3.2)", size));
  page.picture(
      "entrances.png",
      need(draw_image(map.world, plain(), draw({.section = size, .gate_width = 3}))),
      fmt::format("THPA\\*'s entrances, green, and their connections, red: {} (figure 3.3)",
                  counts(thpa.hierarchy())));
  auto paths = paths_of(*thpa.planner, map.problems, kRawThpa.shape);
  for (Overlay& overlay : draw({.section = size, .has_crossings = false, .gate_width = 3})) {
    paths.push_back(std::move(overlay));
  }
  page.picture("paths.png", need(draw_image(map.world, plain(), paths)),
               "All routes of THPA\\*, from entrance to entrance and not shaped (figure 5.1)");
}

void add_hpa(ResultPage& page, const ThpaCase& map) {
  const Drawn hpa(map.world, GraphSpec::grid(), kThpaContestants[kHpa].planner);
  const double size = section_size(hpa.plan.key, map.world);
  const auto overlays =
      need(gate_overlays(hpa.ground.graph(), hpa.hierarchy(),
                         {.section = size, .gate_width = 1.5, .crossing_width = 0.5}));
  const DrawOptions squares{.width = kWidth,
                            .what = DrawWhat::grid,
                            .colour_by = ColourBy::area,
                            .edges = DrawEdges::off,
                            .view = map.world.mesh.box().xy()};
  page.picture(
      "hpa-entrances.png", need(draw_image(map.world, squares, overlays)),
      fmt::format("HPA\\*'s entrances and their connections: {}", counts(hpa.hierarchy())));
}

}  // namespace

void add_pictures(ResultPage& page, const ThpaCase& map) {
  page.heading(fmt::format("Pictures of {}", map.name));
  add_thpa(page, map);
  add_hpa(page, map);
}

}  // namespace thalweg::tool
