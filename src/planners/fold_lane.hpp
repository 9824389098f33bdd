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
  bool may_see_along(std::uint32_t slot, bool to_first) const;
  bool may_see_up(std::uint32_t gate) const;
  bool may_see_past(std::uint32_t gate, const FoldSight& sight, Vec2 from, Vec2 other) const;
  bool may_see_out(const LaneEnd& end, Vec2 other) const;

  bool may_meet_before_core() const;
  Distance choose_exits();
  void fetch_row(JunctionId to) const;
  void lay_core(LaneRuns& runs);
  bool meet_in_core();
  bool meet_anywhere();

  void write(const Query& query, Answer& answer);
  void write_straight(const Query& query, Answer& answer);
  void unfold(Route& route, Corridor& corridor) const;
  void write_corridor(Corridor& corridor) const;
  void write_rest(const Query& query, Answer& answer) const;
  std::size_t crossed_at_start() const;
  void write_points(const Query& query, Answer& answer) const;

  static constexpr std::size_t kNoRun = static_cast<std::size_t>(-1);

  // A way around a hole.
  struct Detour {
    std::size_t first_run = 0;  // of the runs that it replaces
    std::size_t last_run = 0;   // behind them
  };
  // Another way from a junction of the path.
  struct Other {
    double longer;  // by short paths between middles, over half of both gates' widths
    JunctionId at;
    CoreArcId by;
  };
  // Exits of the start and the goal, and how long paths over them are, about.
  struct ExitPair {
    double length;  // metres
    double least;   // they are hardly shorter than this
    std::uint32_t from;
    std::uint32_t to;
  };
  void shorten();
  void try_whole(const ExitPair& pair);
  void list_pairs();
  bool lay_short(const ExitPair& pair, LaneRuns& runs);
  bool lay_to_goal(JunctionId at, std::uint32_t exit, LaneRuns& runs);
  const FoldLeap* best_across(JunctionId from, FaceId face, const Cost* row) const;
  JunctionId beyond(JunctionId exit, FaceId inner, JunctionId other, bool is_start);
  void pull_path();

  void try_ends();
  bool try_start(std::uint32_t exit);
  bool try_goal(std::uint32_t exit);
  void pass_holes();
  void list_others();
  void list_others(std::size_t index);
  bool try_other(const Other& other);
  bool try_from(JunctionId at, std::size_t first_run, std::size_t behind);

  bool take_if_shorter(const Detour& detour);
  double least_length(Vec2 from, Vec2 to) const;
  void add_part(std::size_t first_run, std::size_t last_run, std::uint32_t begin,
                std::uint32_t end);
  void replace(const Detour& detour);
  void splice(std::size_t from, std::size_t to, std::uint32_t begin, std::uint32_t more);
  void mark_junctions();

  double half_width(JunctionId junction) const;
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
  double metres_ = 0;  // that a cost of 1 pays for
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
  std::vector<LaneRun> part_runs_;
  LaneRuns ends_;
  std::vector<ExitPair> pairs_;
  std::vector<JunctionId> near_;
  std::vector<LaneBend> bends_;  // of the path
  std::vector<LaneBend> old_bends_;
  bool is_spliced_ = false;  // the path is not quite taut
  std::vector<Other> others_;
  JunctionId next_junction_;                 // of the path
  std::vector<std::uint32_t> run_at_;        // [junction]  its run, where marked
  std::vector<std::uint32_t> mark_at_;       // [junction]  now_: marked
  std::vector<std::uint32_t> gates_before_;  // [run]  gates crossed before it
  std::uint32_t now_ = 0;
};

}  // namespace thalweg
