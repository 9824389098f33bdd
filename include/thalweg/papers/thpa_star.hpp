// THPA*: HPA* on a triangulation. Engman 2014.                     docs/reference/papers.md [THPA]
//
//   thesis                here            meaning
//   triangle              face, node      of a constrained Delaunay triangulation
//   rectangle, cluster    cell            with every triangle that meets it as its extent
//   entrance              gate            a triangle in two rectangles that lie side by side
//   connection            crossing
//   refinement            refine          triangles between the entrances of the route
//
//   1 section             triangle_sections  3.2
//   2 define entrances    build_hierarchy    3.3 (GateRule::shared)
//   3 connect entrances   build_hierarchy    3.4
//   4 find a path         AbstractSearch     3.5
//   5 path quality        Shape::funnel      3.6
//
// Departures: a rectangle that walls divide is several cells; one that holds no centre is none, and
// where cells touch only inside one, the step between them is a gate. Where the mean of an
// opening's centres lies in none of its triangles, the nearest one is the entrance. Routes are
// kept. A small A* search comes first and answers queries over short distances.
#pragma once

#include "thalweg/core/progress.hpp"
#include "thalweg/hierarchy/build.hpp"

namespace thalweg {

struct ThpaStarOptions {
  double size = 40;          // metres: the side of a rectangle. The thesis does not say
  std::uint32_t levels = 1;  // 1 to 16; rectangles of the next level are twice as wide
  bool keep_routes = true;   // false: as in the thesis, routes are searched again
  // How a planner of these options searches.
  Level search_level = 0;         // the highest level searched. 0: all that there are
  bool is_bidirectional = false;  // the gates are searched from both ends
  std::uint32_t near_nodes = 64;  // nodes searched by A* first, for goals that are near. 0: none
  Progress progress = {};
};

// Refused with a sentence: graphs of other kinds than faces, options out of range.
Result<Hierarchy> thpa_star(const Ground& ground, const ThpaStarOptions& options = {});

// The same after a change, from the one before: equal to one built again, but only what was touched
// is found again (hierarchy/build.hpp). Requires: `old` was built with these options.
Result<UpdatedHierarchy> update_thpa_star(const Ground& before, const Hierarchy& old,
                                          const Ground& now, const ThpaStarOptions& options = {});

}  // namespace thalweg
