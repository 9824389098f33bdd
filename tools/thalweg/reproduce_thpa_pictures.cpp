// Pictures of the THPA* reproduction: the thesis's figures 3.2, 3.3 and 5.1 for a chosen map.
#include <fmt/format.h>

#include "common.hpp"
#include "reproduce_thpa.hpp"
#include "thalweg/draw/draw.hpp"
#include "thalweg/papers/registry.hpp"

namespace thalweg::tool {
namespace {

constexpr std::uint32_t kWidth = 1600;  // pixels
constexpr Colour kWayColour{33, 103, 214, 90};

DrawOptions plain(DrawWhat what, DrawEdges edges) {
  return {.width = kWidth, .what = what, .colour_by = ColourBy::flat, .edges = edges};
}

// All ways of a planner, thin.
std::vector<Overlay> ways(Planner& planner, std::span<const GridProblem> problems) {
  std::vector<Overlay> overlays;
  Answer answer;
  for (const GridProblem& problem : problems) {
    answer = planner.find(
        {.start = problem.start, .goal = problem.goal, .reach = 0, .try_straight = false},
        std::move(answer));
    Overlay line{.kind = OverlayKind::line, .colour = kWayColour, .width = 1};
    for (const PathPoint& p : answer.points) {
      line.points.push_back(planner.world().to_local({p.x, p.y, p.z}));
    }
    overlays.push_back(std::move(line));
  }
  return overlays;
}

}  // namespace

void add_pictures(ResultPage& page, const ThpaCase& map) {
  const World& world = map.world;
  const Graph triangles = face_graph(world);
  const Metric prices = price(world, triangles, Profile::euclid());
  const auto thpa = need(make_planner(kThpaContestants[kThpa].planner, {world, triangles, prices}));
  page.heading(fmt::format("Pictures of {}", map.name));
  page.picture("triangles.png", need(draw_image(world, plain(DrawWhat::mesh, DrawEdges::on))),
               "The triangulation (figure 3.2)");
  page.picture(
      "paths.png",
      need(draw_image(world, plain(DrawWhat::mesh, DrawEdges::off), ways(*thpa, map.problems))),
      "All paths of THPA* (figure 5.1)");
}

}  // namespace thalweg::tool
