// FoldLane: the fast lane of the planner fold. Answers plain queries, from one start to one goal, as
// the frame that all planners share would (planner.hpp), by the gates of the fold
// (hierarchy/fold_gates.hpp) alone:
//
//   locate both ends      world/locate.hpp
//   lift them             FoldFace: the junctions of the core that they reach, one cache line each
//   meet                  the table of the core
//   lay                   the route as runs of gates that lie one after another
//   unfold                copies route and corridor
//   pull                  the path taut; where the shortest one is wanted, that one (fold_shortest.hpp)
//
// On ground with heights strings are priced, and the frame answers where they may cost more than is promised.
// What it cannot answer is left to the frame: `find` then returns false and nothing has happened.
#pragma once

#include <optional>
#include <vector>

#include "planners/fold_lane_string.hpp"
#include "planners/fold_route.hpp"
#include "planners/fold_shortest.hpp"
#include "thalweg/graph/span.hpp"
#include "thalweg/hierarchy/fold_routes.hpp"
#include "thalweg/planners/query.hpp"

namespace thalweg {

class FoldLane {
 public:
  // Borrows the fold and what reads it. Requires: can_serve.
  // Paths of the shape `cheapest` are the shortest if `is_shortest` and the fold knows lengths.
  FoldLane(const Ground& ground, const Fold& fold, const FoldRoutes& routes, FoldUnfolder& unfolder,
           bool is_shortest);

  static bool can_serve(const Ground& ground, const Fold& fold);

  // True when `answer` is the answer. Its memory is used again.
  bool find(const Query& query, Answer& answer);

  std::size_t bytes() const { return shortest_ ? shortest_->bytes() : 0; }

 private:
  bool is_shortest(const Query& query) const {
    return shortest_ && query.shape == Shape::cheapest && query.shape_options.effort > 0;
  }
  bool is_simple(const Query& query) const;
  bool find_ends(const Query& query);
  bool place(Vec3 local, double reach, CoreEnd& end) const;
  bool lift(CoreEnd& end, bool is_start) const;
  Cost step_cost(Vec3 from, Vec3 to) const;

  bool sees_goal();
  bool may_cross(std::uint32_t gate) const;
  bool may_see_along(std::uint32_t slot, bool to_first) const;
  bool may_see_up(std::uint32_t gate) const;
  bool may_see_past(std::uint32_t gate, const FoldSight& sight, Vec2 from, Vec2 other) const;
  bool may_see_out(const CoreEnd& end, Vec2 other) const;

  bool may_meet_before_core() const;
  Distance choose_exits();
  void fetch_row(JunctionId to) const;
  void lay_core(FoldRoute& runs);
  bool meet_in_core();
  bool meet_anywhere();

  bool write(const Query& query, Answer& answer);
  std::optional<Distance> cost_of_straight() const;
  void write_straight(const Query& query, Distance cost, Answer& answer);
  void unfold(Route& route, Corridor& corridor) const;
  void write_corridor(Corridor& corridor) const;
  void write_rest(const Query& query, Answer& answer) const;
  std::size_t crossed_at_start() const;
  void write_points(const Frame& frame, Answer& answer) const;

  bool is_at_one_face() const;
  bool find_shortest(const Query& query);
  void pull_path();
  void list_bends(const Answer& answer);
  bool keeps_price(const Answer& answer);

  // Of the table: costs to a junction.
  const Cost* row_to(JunctionId to) const {
    return fold_.distances.data() + to.value * fold_.junctions.size();
  }

  const Ground& ground_;
  const Fold& fold_;
  const FoldGates& gates_;
  const FoldRoutes& routes_;
  FoldUnfolder& unfolder_;
  const Mesh& mesh_;
  Profile profile_;
  double quantum_;
  Span span_;
  bool is_level_;  // heights are all the same

  CoreEnd start_;
  CoreEnd goal_;
  Distance cost_ = kShut;
  Distance core_cost_ = kShut;  // of the cheapest route by the core, by these exits
  std::uint32_t start_exit_ = 0;
  std::uint32_t goal_exit_ = 0;
  FoldRoute runs_;
  LaneString string_;
  std::vector<EdgeId> edges_;  // that the straight line crosses
  // Past the core.
  FoldEnd fold_start_;
  FoldEnd fold_goal_;
  Route nodes_;
  // Of strings over ground with heights.
  std::vector<Bend> taut_bends_;
  std::vector<EdgeId> portals_;
  std::optional<FoldShortest> shortest_;  // none: not wanted, or not known
};

}  // namespace thalweg
