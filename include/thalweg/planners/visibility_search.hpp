// VisibilitySearch: A* led around obstacles by what is visible (heuristics/visibility.hpp).
//
// Where obstacles are few and faces many, A* with a straight-line heuristic floods the space before
// each obstacle. Led by the corners that a path must bend at, it goes around them.
//
// Plain A* answers where this does not pay or hold: the start sees the goal (then the straight line
// is the same), there are more corners than `most_corners` or few faces for each, there are links
// (which may lead through walls), or floors lie above each other.
//
// Based on: [VT] (docs/reference/papers.md).
#pragma once

#include "thalweg/heuristics/visibility.hpp"
#include "thalweg/planners/a_star.hpp"

namespace thalweg {

struct VisibilityOptions {
  // Corners on the path that the heuristic counts: one, as the paper, or all. None: A* with the
  // gauge, for comparison. DEFAULT: all
  SightDepth depth = SightDepth::all;
  // As the paper: states inherit what an earlier one saw, and only those that touch a corner look
  // again. The heuristic may then be too high and the route not the cheapest. DEFAULT: no
  bool inherits = false;
  // The heuristic counts metres and the difference in height. DEFAULT: no, by what steps in each
  // direction cost at least (geometry/gauge.hpp)
  bool counts_climb = false;
  // All corners look at each other when the planner is made, not when a query first needs it.
  // DEFAULT: no
  bool looks_ahead = false;
  std::uint32_t most_corners = 100;  // with more: plain A*
  // For each corner; with fewer: plain A*, since there is little to be saved.
  std::uint32_t least_faces = 50;
};

// The states of a search that inherit what others saw (the paper's figure 5). Borrows all.
class InheritedSight {
 public:
  explicit InheritedSight(const Ground& ground) : ground_(ground) {}

  // A new search for a goal from a start.
  void begin(const SightField& field, Vec2 start, Vec2 goal);
  // Node becomes the parent of those that are estimated next.
  void settle(NodeId node, NodeId parent);
  // The least through what the parent's state knows.
  double metres(Vec2 from) const;
  std::uint64_t looks() const { return looks_; }

 private:
  // What was seen from a state.
  struct Look {
    std::uint32_t first = 0;  // of corners_
    std::uint32_t last = 0;
    bool sees_goal = false;
  };

  std::uint32_t look(Vec2 from);
  bool touches(NodeId node, const Look& known) const;

  const Ground& ground_;
  const SightField* field_ = nullptr;
  Vec2 goal_;
  SightSweep sweep_;
  std::vector<Look> looks_made_;
  std::vector<std::uint32_t> corners_;
  std::vector<std::uint32_t> look_of_;  // [node]  of those settled in this search
  std::uint32_t now_ = 0;               // of the parent
  std::uint64_t looks_ = 0;
};

class VisibilitySearch final : public RouteSearch {
 public:
  // Requires: serves(ground).
  explicit VisibilitySearch(const Ground& ground, const VisibilityOptions& options = {});
  // Graphs of faces and of portals.
  static bool serves(const Ground& ground);

  void begin(const SearchRequest& query) override;
  SearchEnd advance(Budget& budget) override;
  void take(FoundRoute& found) override;
  SearchStats stats() const override { return plain_.stats(); }
  const NodeBank* seen() const override { return plain_.seen(); }
  const char* note() const override { return note_; }

  std::size_t bytes() const override { return field_.bytes(); }
  std::size_t scratch_bytes() const override {
    return plain_.scratch_bytes() + known_.capacity() * sizeof(Known);
  }
  std::vector<NodeId> settled_nodes() const override { return plain_.settled_nodes(); }
  std::vector<NodeId> open_nodes() const override { return plain_.open_nodes(); }

  const VisibilityOptions& options() const { return options_; }
  // How long lines are: quanta, or metres where climbs count or states inherit.
  const Gauge& gauge() const { return gauge_; }
  // Of the last query: false where plain A* answered it.
  bool is_guided() const { return is_guided_; }
  // True for the nodes that the last query looked from.
  bool has_looked_from(NodeId node) const {
    if (counts_steps()) return known_[node.value].query == query_number_;
    return plain_.scratch().bank.is_reached(node);
  }

 private:
  struct Estimate;
  struct Watch;

  // What the heuristic knows of a node.
  struct Known {
    double quanta = 0;  // the path past the obstacles, at least
    std::uint64_t query = 0;
  };

  bool counts_steps() const { return !options_.counts_climb && !options_.inherits; }
  void prepare();
  double measured(NodeId node);
  double least_quanta(NodeId node);
  double norm(double run, double rise) const;
  double least_cost() const;
  double scale_for(const SearchRequest& query) const;
  bool aim(const SearchRequest& query);
  template <class View>
  void start(const View& view, const SearchRequest& query);

  Ground ground_;
  VisibilityOptions options_;
  AStarSearch plain_;  // and the memory of both
  SightField field_;
  InheritedSight inherited_;
  const char* note_ = "";
  Gauge gauge_;
  bool counts_pairs_ = false;  // the gauge is that of pairs of steps
  std::vector<Known> known_;   // [node]
  std::uint64_t query_number_ = 0;
  double least_ = 1;  // quanta for what counts one in the norm
  std::vector<Vec2> goals_;
  std::vector<double> heights_;  // [goal]
  double scale_ = 0;
  bool is_guided_ = false;
  SearchSlot running_;
};

}  // namespace thalweg
