// Portals are copied to the corridor in one pass; other routes are laid by the form of their graph.
#include "thalweg/planners/lay_path.hpp"

namespace thalweg {
namespace {

void copy_corridor(const PortalRuns& portals, Corridor& corridor) {
  corridor.steps.clear();
  for (const PortalRun& run : portals.runs) {
    if (!run.is_crossed) continue;
    const PortalIds* portal = portals.table.ids + run.first;
    for (std::uint32_t i = 0; i < run.count; ++i, portal += run.step) {
      corridor.steps.push_back({run.is_out ? portal->from : portal->to,
                                run.is_out ? portal->out : portal->back,
                                {},
                                false});
    }
  }
}

}  // namespace

ShapedGround shaped_ground(const Ground& ground) {
  const GraphFacts& facts = ground.graph().facts();
  return {.world = ground.world(),
          .pricer = ground.pricer(),
          .is_on_grid = facts.is_on_grid,
          .has_corridors = facts.has_corridors,
          .nodes_are_faces = facts.nodes_are_faces,
          .nodes_are_squares = facts.nodes_are_squares,
          .has_portal_nodes = facts.has_portal_nodes,
          .quantum = ground.metric().quantum(),
          .least_per_metre = ground.metric().least_per_metre()};
}

Laid lay_route(const Ground& ground, const Route& route, const JoinedEnds& ends,
               const PortalRuns& portals, Laid old) {
  old.points.clear();
  if (portals.empty()) return ground.graph().form().lay(ground, route, ends, std::move(old));
  old.corridor.start = ends.start.surface_point();
  old.corridor.goal = ends.goal.surface_point();
  copy_corridor(portals, old.corridor);
  return old;
}

}  // namespace thalweg
