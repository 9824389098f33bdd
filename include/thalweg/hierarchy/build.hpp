// Building a hierarchy: gates by a rule, then crossings, level by level; and after changes.
#pragma once

#include "thalweg/core/progress.hpp"
#include "thalweg/hierarchy/hierarchy.hpp"

namespace thalweg {

struct HierarchyOptions {
  GateRule rule = GateRule::openings;
  // entrances: border segments of at least this many squares get two gates (Botea, Mueller,
  // Schaeffer 2004: 6)
  std::uint32_t wide = 6;
  bool keep_routes = true;  // false: routes are found again when asked for; less memory
  // Above level 1 crossings are searched over the graph, as HNA* does, not over those of the level
  // below. If all gates are kept, they cost the same.
  bool on_graph = false;
  // The costs between each node and the gates of its cells are kept too: ends are then connected
  // without a search. Where all gates are kept only.
  bool keep_end_costs = false;
  Progress progress = {};
};

// The same bytes on any number of threads. Refused with a sentence: cells of another graph; a rule
// that does not suit the graph or the cells; more crossings than their ids can count.
// About O(gates x nodes of their cells).
Result<Hierarchy> build_hierarchy(const Ground& ground, const Cells& cells,
                                  const HierarchyOptions& options = {});

struct UpdatedHierarchy {
  Hierarchy hierarchy;
  std::uint32_t rebuilt = 0;   // cells whose crossings were found again
  std::uint32_t kept = 0;      // cells whose crossings were taken over
  std::uint32_t searched = 0;  // cells of height 1 whose gates were looked for again
};

// The hierarchy of the ground as it is now: equal to one built again, but gates are looked for only
// in cells that have changed and those beside them, and only the cells whose ground or gates have
// changed are crossed again. `cells` are those of the ground as it is now. Blocking and unblocking
// may split, join, add and remove cells. Refused as build_hierarchy. Where the graphs do not have
// the same number of nodes, `old` has another rule, or routes are asked for that it does not hold,
// all is built again. Also refused: `old` is not of `before`. Requires: `old` has the same
// `wide`. O(arcs) to compare the grounds, and what it takes to cross the cells that changed.
Result<UpdatedHierarchy> update_hierarchy(const Ground& before, const Hierarchy& old,
                                          const Ground& now, const Cells& cells,
                                          const HierarchyOptions& options = {});

}  // namespace thalweg
