// FoldLane: the fast lane of the planner fold. Answers plain queries, from one start to one goal, as
// the frame that all planners share would (planner.hpp), by the gates of the fold
// (hierarchy/fold_gates.hpp) alone:
//
//   locate both ends      world/locate.hpp
//   lift them             FoldFace: the junctions of the core that they reach, one cache line each
//   meet                  the table of the core
//   lay                   the route as runs of gates that lie one after another
//   unfold                copies route and corridor
//   pull                  the path taut; where a shorter one is wanted, past other holes too
//
// What it cannot answer is left to the frame: `find` then returns false and nothing has happened.
#pragma once

#include <vector>

#include "planners/fold_lane_runs.hpp"
#include "planners/fold_lane_string.hpp"
#include "thalweg/hierarchy/fold_routes.hpp"
#include "thalweg/planners/query.hpp"

namespace thalweg {

struct FoldLaneOptions {
  // Other ways around holes that are tried for each path of the shape `cheapest`; 0: none.
  std::uint32_t tries = 0;
};

class FoldLane {
 public:
  // Borrows the fold and what reads it. Requires: can_serve.
  FoldLane(const Ground& ground, const Fold& fold, const FoldRoutes& routes, FoldUnfolder& unfolder,
           const FoldLaneOptions& options);

  static bool can_serve(const Ground& ground, const Fold& fold);

  // True when `answer` is the answer. Its memory is used again.
  bool find(const Query& query, Answer& answer);

 private:
  bool is_simple(const Query& query) const;
  bool find_ends(const Query& query);
  bool place(Vec3 local, double reach, LaneEnd& end) const;
  bool lift(LaneEnd& end, bool is_start) const;
  Cost step_cost(Vec3 from, Vec3 to) const;

  bool sees_goal();
  bool may_cross(std::uint32_t gate) const;
  bool may_see_along(std::uint32_t slot) const;
  bool may_see_out(const LaneEnd& end) const;

  bool may_meet_before_core() const;
  Distance choose_exits();
  void lay_core(LaneRuns& runs);
  bool meet_in_core();
  bool meet_anywhere();

  void write(const Query& query, Answer& answer);
  void write_straight(const Query& query, Answer& answer);
  void unfold(Route& route, Corridor& corridor);
  void write_corridor(Corridor& corridor) const;
  void write_rest(const Query& query, Answer& answer) const;
  void write_points(const Query& query, std::vector<PathPoint>& points) const;

  // A way around a hole.
  struct Detour {
    std::size_t first_run = 0;  // of the runs that it replaces
    std::size_t last_run = 0;   // behind them
  };
  struct Across {
    Distance cost = kShut;
    const FoldLeap* leap = nullptr;
  };
  struct Into {
    JunctionId source;
    const FoldLeap* leap = nullptr;
  };
  // Another way from a junction of the path.
  struct Other {
    Distance dearer;
    JunctionId at;
    CoreArcId by;
  };
  // A whole path by the core from exit to exit.
  struct Whole {
    double length;
    std::uint32_t from;  // kNoFold: the cheapest route
    std::uint32_t to;
  };
  bool shorten();
  Into best_into(JunctionId from, JunctionId to, FaceId face) const;
  bool lay_short(std::uint32_t from, std::uint32_t to, LaneRuns& runs) const;
  void list_wholes();
  bool improve(const Whole& whole);
  bool pass_holes();
  void pull_path();
  Across best_across(JunctionId from, FaceId face, const Cost* row) const;
  void list_others();
  void list_others(std::size_t index, const Cost* row);
  bool try_other(const Other& other);
  double least_length(Vec2 from, Vec2 to) const;
  bool is_shorter(const Detour& detour);
  void replace(const Detour& detour);
  void mark_junctions();

  const Ground& ground_;
  const Fold& fold_;
  const FoldGates& gates_;
  const FoldRoutes& routes_;
  FoldUnfolder& unfolder_;
  const Mesh& mesh_;
  Profile profile_;
  double quantum_;
  FoldLaneOptions options_;

  LaneEnd start_;
  LaneEnd goal_;
  Distance cost_ = kShut;
  Distance core_cost_ = kShut;  // of the cheapest route by the core, by these exits
  std::uint32_t start_exit_ = 0;
  std::uint32_t goal_exit_ = 0;
  LaneRuns runs_;
  LaneString string_;
  std::vector<EdgeId> edges_;  // that the straight line crosses
  // Past the core.
  FoldEnd fold_start_;
  FoldEnd fold_goal_;
  Route nodes_;
  // Other ways around holes.
  LaneRuns other_;
  LaneString part_;
  std::vector<Whole> pairs_;
  std::vector<Whole> wholes_;
  std::vector<LaneRun> kept_;
  std::vector<Other> others_;
  JunctionId next_junction_;                 // of the path
  std::vector<std::uint32_t> run_at_;        // [junction]  its run, where marked
  std::vector<std::uint32_t> mark_at_;       // [junction]  now_: marked
  std::vector<std::uint32_t> gates_before_;  // [run]  gates crossed before it
  std::uint32_t now_ = 0;
};

}  // namespace thalweg
