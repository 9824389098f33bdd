// HPA*: near optimal hierarchical path-finding on grids. Botea, Mueller, Schaeffer 2004, as the
// THPA* thesis uses it.                                    docs/reference/papers.md [HPA], [THPA]
//
//   paper                     here              meaning
//   cluster                   cell              a section of squares, split where walls divide it
//   entrance                  border segment    a longest obstacle-free part of a common border
//   transition, inter-edge    step              one arc between two gates
//   intra-edge                crossing          the cheapest route between two gates inside a cell
//   level                     level             a cell of the next one holds factor x factor cells
//
//   1 clusters                sections          3.1
//   2 entrances, transitions  build_hierarchy   3.1 (GateRule::entrances)
//   3 intra-edges             build_hierarchy   3.1, more levels: 3.3
//   4 connect, search         AbstractSearch    3.2
//   5 refine, smooth          AbstractSearch    3.2 (Straightener)
//
// Departures: a cluster that walls divide is several cells. The ends are sources and goals of the
// search, never inserted. One search uses all levels. Smoothing takes a walk only where the metric
// says that it is cheaper. A small A* search comes first and answers queries over short distances.
#pragma once

#include "thalweg/core/progress.hpp"
#include "thalweg/hierarchy/build.hpp"

namespace thalweg {

struct HpaStarOptions {
  std::uint32_t size = 10;   // squares, 1 to 4096: the side of a section. The paper: 10
  std::uint32_t levels = 1;  // 1 to 16; sections of the next level are twice as wide
  std::uint32_t wide = 6;    // squares: border segments from here on get two gates
  bool keep_routes = true;   // false: less memory, slower refinement
  // How a planner of these options searches.
  Level search_level = 0;         // the highest level searched. 0: all that there are
  bool is_bidirectional = false;  // the gates are searched from both ends
  std::uint32_t near_nodes = 64;  // nodes searched by A* first, for goals that are near. 0: none
  bool is_smooth = true;          // routes are shortened across open ground
  Progress progress = {};
};

// Refused with a sentence: graphs that are no grid of squares, options out of range.
Result<Hierarchy> hpa_star(const Ground& ground, const HpaStarOptions& options = {});

// The same after a change, from the one before: equal to one built again, but only what was touched
// is found again (hierarchy/build.hpp). Requires: `old` was built with these options.
Result<UpdatedHierarchy> update_hpa_star(const Ground& before, const Hierarchy& old,
                                         const Ground& now, const HpaStarOptions& options = {});

}  // namespace thalweg
