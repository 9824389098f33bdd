// FoldTaut: of several routes by a fold the one whose taut path is the shortest.
//
// Routes lead over the middles of portals, so the cheapest of them need not have the shortest path.
// Tried are the cheapest routes by other exits of both ends, and those that leave the cheapest one by
// another arc at one of its junctions, as far as their costs lie near the cheapest.
#pragma once

#include <vector>

#include "thalweg/graph/form.hpp"
#include "thalweg/hierarchy/fold_routes.hpp"
#include "thalweg/path/funnel.hpp"

namespace thalweg {

struct FoldTautOptions {
  std::uint32_t tries = 8;  // routes that are compared
  double slack = 0.06;      // of the least cost, and
  double margin = 16384;    // quanta, about 4 arcs: routes that are dearer by more are not tried
};

// Borrows both. One per thread.
class FoldTaut {
 public:
  FoldTaut(const FoldRoutes& routes, FoldUnfolder& unfolder, const FoldTautOptions& options)
      : fold_(routes.fold()), ground_(routes.ground()), unfolder_(unfolder), options_(options) {}

  // From one start to one goal. Requires: a table; `best` is found. `old`'s memory is used again.
  Route shortest(const FoldEnd& start, const FoldEnd& goal, const End& from, const End& to,
                 const FoldMeeting& best, Route old);

 private:
  // A route by the core: from exit to exit by the table, or over one other arc.
  struct Candidate {
    Distance cost;
    FoldMeeting meeting;
    JunctionId at;  // where it leaves the table's route; none: nowhere
    CoreArcId by;
  };

  void gather(const FoldEnd& start, const FoldEnd& goal, const FoldMeeting& best);
  void gather_detours(const FoldEnd& start, const FoldEnd& goal, const FoldMeeting& best);
  void add_table_arcs(JunctionId from, JunctionId to);
  CoreArcId next_arc(JunctionId from, JunctionId to) const;
  Route unfolded(const FoldEnd& start, const FoldEnd& goal, const Candidate& candidate, Route old);
  double taut_length(const Route& route);

  const Fold& fold_;
  const Ground& ground_;
  FoldUnfolder& unfolder_;
  FoldTautOptions options_;
  Distance limit_ = 0;
  std::vector<Candidate> candidates_;
  std::vector<CoreArcId> arcs_;
  Ends ends_;
  Laid laid_;
  std::vector<EdgeId> portals_;
  Funnel funnel_;
  Route other_;
};

}  // namespace thalweg
