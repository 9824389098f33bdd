// AbstractSearch: one query over a Hierarchy. Three searches, one after the other:
//
//   Connect      the ends to the gates of their cells
//   GateSearch   from gate to gate, over all levels
//   Refine       from legs between gates to nodes
//
// One per thread. For looking ahead with one: LookAhead.
#pragma once

#include "thalweg/planners/choose_level.hpp"
#include "thalweg/planners/connect.hpp"
#include "thalweg/planners/gate_search.hpp"
#include "thalweg/planners/refine.hpp"

namespace thalweg {

class AbstractSearch {
 public:
  using Options = GateSearch::Options;

  // What has been done so far.
  struct Work {
    std::size_t start_gates = 0;   // that the start was connected to
    std::size_t goal_gates = 0;    // likewise
    std::uint64_t connecting = 0;  // nodes settled inside the cells of the ends
    std::uint64_t searching = 0;   // gates settled
    std::uint64_t refining = 0;    // nodes and gates settled
  };

  // How long each part of the last query took, in nanoseconds.
  struct Times {
    std::uint64_t connecting = 0;
    std::uint64_t searching = 0;
    std::uint64_t refining = 0;
  };

  // Requires: a hierarchy of this ground.
  AbstractSearch(const Ground& ground, const Hierarchy& hierarchy, const Options& options);

  // The one level that a query uses: as LevelUse says; 0: none, where plain A* is to be used, or all
  // of them. Both ends in one cell of that level: 0.
  Level level_for(const SearchTask& task) const { return chooser_.level_for(task); }

  // Begins a query: from any source to any goal, or past the graph for `task.direct`. `estimator`
  // is aimed at the goals; both it and `scratch`, which is used until all is refined, stay the
  // caller's.
  void begin(const SearchTask& task, const Estimator& estimator, SearchScratch& scratch);

  // Connects and searches until the route over the gates is known (`found`) or the search ends.
  SearchEnd find_gates(Budget& budget);
  // Does all: connects, searches and refines until all nodes are known.
  SearchEnd advance(Budget& budget);

  // True when the route over the gates is known.
  bool has_gates() const { return stage_ == Stage::refine; }
  // The following require has_gates().
  // True when walking past the graph is the cheapest: there is no route.
  bool is_direct() const { return is_direct_; }
  // What is known of the route, and the legs ahead; refines leg by leg.
  Refine& refine() { return refine_; }
  const Refine& refine() const { return refine_; }

  // Of all searches, the current one included.
  SearchStats stats() const;
  Work work() const;
  Times times() const { return times_; }
  // The only level that the last query used; 0: all.
  Level level() const { return level_; }
  std::size_t scratch_bytes() const { return connect_.scratch_bytes() + gates_.scratch_bytes(); }
  // What was built besides the hierarchy, for backward searches.
  std::size_t bytes() const { return connect_.bytes() + gates_.bytes(); }
  const Hierarchy& hierarchy() const { return hierarchy_; }

 private:
  enum class Stage : std::uint8_t { connect, gates, refine };

  void begin_gates();
  void begin_refining();

  Hierarchy hierarchy_;
  ChooseLevel chooser_;
  Connect connect_;
  GateSearch gates_;
  Refine refine_;

  Stage stage_ = Stage::connect;
  Distance direct_ = kUnreached;
  const Estimator* estimator_ = nullptr;
  SearchScratch* scratch_ = nullptr;
  bool is_direct_ = false;
  bool is_broken_ = false;  // the hierarchy does not match its ground
  Level level_ = 0;         // the only one used; 0: all
  Times times_;
  Route head_;                // up to the first gate
  GateRoute over_;            // from gate to gate
  std::vector<NodeId> tail_;  // after the last gate
};

}  // namespace thalweg
