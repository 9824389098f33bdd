// FoldMeetings: the cheapest route by a fold between any starts and goals that are joined to the graph.
//
// Ends are led to the core, where every pair of them may meet: by the table, by hub labels, or by one search
// over the core for all of them (hierarchy/fold_routes.hpp).
#pragma once

#include <vector>

#include "thalweg/hierarchy/fold_routes.hpp"
#include "thalweg/planners/a_star.hpp"

namespace thalweg {

class FoldMeetings {
 public:
  // Borrows all. `whole` lends its heuristic to searches over the core.
  FoldMeetings(const Ground& ground, const Fold& fold, AStarSearch& whole);

  // True for plain ends in at most 4,096 pairs.
  static bool can_serve(const SearchRequest& query);

  // Requires: can_serve, and a core that is not `whole`.
  void begin(const SearchRequest& query);
  SearchEnd advance(Budget& budget);

  // Where advance said `found`; with a table or labels already after begin().

  // The walk past the graph (task.direct) is not the cheapest.
  bool has_route() const { return best_.meeting.is_found() && best_.meeting.cost < direct_; }
  // The cheapest route. Requires: has_route().
  const Route& route();
  // The same with its cost. The route is gone then.
  void take(FoundRoute& found);

  const SearchStats& stats() const { return scratch_.stats; }
  // Of searches over the core: its junctions.
  std::vector<NodeId> settled_nodes() const;
  std::size_t bytes() const;

 private:
  // The ends of the best route so far, by their numbers, and how they meet.
  struct Best {
    std::size_t start = 0;
    std::size_t goal = 0;
    FoldMeeting meeting;
  };
  using CoreSeed = SeedOf<JunctionId>;

  bool is_found() const { return best_.meeting.is_found() || direct_ != kUnreached; }
  void enter();
  template <class Meet>
  void meet_all(const Meet& meet);
  void begin_core();
  void end_core();

  const Ground& ground_;
  const Fold& fold_;
  AStarSearch& whole_;
  FoldRoutes routes_;
  FoldUnfolder unfolder_;

  SearchRequest query_;
  bool is_searched_ = false;  // over the core
  Distance direct_ = kUnreached;
  std::vector<FoldEnd> starts_;  // those in use come first
  std::vector<FoldEnd> goals_;
  std::size_t start_count_ = 0;
  std::size_t goal_count_ = 0;
  Best best_;
  Route route_;  // the best, where is_unfolded_
  bool is_unfolded_ = false;
  // Of a search over the core.
  std::vector<CoreSeed> sources_;
  std::vector<CoreSeed> targets_;
  std::vector<CoreArcId> core_arcs_;  // of the route found
  SearchScratchOf<JunctionId, CoreArcId> scratch_;
  SearchSlot running_;
};

}  // namespace thalweg
