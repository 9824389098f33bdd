// FoldPaths: what the planner fold knows of a query from its two ends alone, on ground of one price whose
// fold has gates (hierarchy/fold_portals.hpp): whether they may see each other, by which junctions
// they reach the core, the cheapest route through it, and the shortest path (fold_shortest.hpp).
// Each end is one cache line (FoldFace); routes and paths are runs of portals that lie one after
// another.
#pragma once

#include <optional>
#include <vector>

#include "planners/fold_shortest.hpp"
#include "planners/portal_route.hpp"
#include "thalweg/graph/end.hpp"
#include "thalweg/graph/ground.hpp"
#include "thalweg/path/portals.hpp"

namespace thalweg {

class FoldPaths {
 public:
  // Borrows the fold. Requires: can_serve. Knows shortest paths if `is_shortest` and the fold has lengths.
  FoldPaths(const Ground& ground, const Fold& fold, bool is_shortest);

  static bool can_serve(const Ground& ground, const Fold& fold);

  void prefetch(const End& end) const { __builtin_prefetch(&gates_.faces[end.face]); }
  // False: surely no straight walk leads from one to the other.
  bool may_see(const End& start, const End& goal) const;
  // True where both lie at different faces from which it is known how the core is reached.
  bool can_join(const End& start, const End& goal) const;
  // And where no route past the core can be cheaper: they do not lie in one dead end, at one clique of
  // the core or along one chain.
  bool meet_in_core(const End& start, const End& goal) const {
    return can_join(start, goal) && !may_meet(gates_.faces[start.face], gates_.faces[goal.face]);
  }

  // From here on these are the ends: by which junctions they reach the core, and the cheapest route
  // through it. Requires: can_join.
  void join(const End& start, const End& goal);
  // Of that route; kShut: there is none.
  Distance core_cost() const { return core_cost_; }

  // Lays the route through the core; or any route of the graph.
  void lay_core();
  void lay(const Ground& ground, const Route& route);
  // Its nodes and arcs.
  Route copy_route(Route old) const;

  // Begins the search for the shortest path. False where the route's taut path is that, or it is not known.
  bool begin_shortest();
  SearchEnd advance_shortest(Budget& budget) { return shortest_->advance(budget); }
  // The portals of what was laid; or if the search for the shortest path has found it, of that.
  PortalRuns take_portals(bool is_shortest, PortalRuns old);

  std::size_t bytes() const { return shortest_ ? shortest_->bytes() : 0; }

 private:
  // The straight line from one end to the other.
  struct Line {
    Vec2 from;
    Vec2 to;
  };

  void locate(const End& at, CoreEnd& end) const;
  static bool may_meet(const FoldFace& a, const FoldFace& b);
  void list_exits(CoreEnd& end, bool is_start) const;
  Cost step_cost(Vec3 from, Vec3 to) const;
  Distance choose_exits();
  void fetch_row(JunctionId to) const;
  bool is_at_one_face() const;

  bool may_cross(std::uint32_t gate, const Line& line) const;
  bool may_see_along(std::uint32_t slot, bool to_first, const Line& line) const;
  bool may_see_up(std::uint32_t gate, const Line& line) const;
  bool may_see_past(std::uint32_t gate, const VisibilityBound& sight, const Line& out) const;
  bool may_see_out(const FoldFace& face, const Line& out) const;

  const Fold& fold_;
  const FoldPortals& gates_;
  Profile profile_;
  double quantum_;
  PortalTable table_;

  CoreEnd start_;
  CoreEnd goal_;
  Distance core_cost_ = kShut;
  std::uint32_t start_exit_ = 0;  // of the route through the core
  std::uint32_t goal_exit_ = 0;
  PortalRoute route_;
  PortalRoute path_;                      // the shortest
  std::optional<FoldShortest> shortest_;  // none: not wanted, or not known
};

}  // namespace thalweg
