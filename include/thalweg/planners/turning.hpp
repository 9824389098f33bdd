// TurningSearch: the cheapest route when turning costs too. A search over arcs instead of nodes.
//
// Stout: where an agent looks and how fast it goes belong to the state; it turns less the faster it
// goes, and goes back only after a stop. Rabin: a step not in line with the last one costs half a
// step more, so that the straightest of equal routes is found. (docs/reference/papers.md [Gems];
// docs/guide/turning.md.)
//
// State: the arc it came by, and a speed class, 1 (the slowest) to n. A step from class k to class
// j, over an arc of cost c, with a turn of A degrees in the plane:
//
//   turn                      allowed if                      cost
//   A <= tolerance: in line   |j - k| <= 1                    c n / j
//   A > tolerance: a turn     |j - k| <= 1, A <= max_turn / k c n / j + s c + t A / 90
//   A > 150, `stop`           j = k = 1, for any max_turn     c n + s c + t A / 90 + stop_cost
//   A > 150, `never`          never
//
// s: straightness, t: turn_cost. The metric's costs are those of the fastest class, so that no step
// is cheaper than its arc and every heuristic of the graph serves. The first step is taken at class
// 1 in any direction. Links and arcs of no length in the plane have no direction: turning into them
// and out of them is free, as are the steps from the start to the graph and from it to the goal.
//
// The answer's cost is that of the route as always; what the rules add is Answer::penalty.
#pragma once

#include <array>
#include <optional>

#include "thalweg/heuristics/heuristic.hpp"
#include "thalweg/planners/planner.hpp"
#include "thalweg/search/arc_states.hpp"

namespace thalweg {

// How turns of over 150 degrees are made.
enum class Reversing : std::uint8_t {
  turn,   // like all other turns
  stop,   // by stopping and driving back
  never,  // not at all
};

struct TurningOptions {
  double straightness = 0.5;  // of a step's cost, added where it is not in line with the last
  double tolerance = 1;   // degrees, 0.1 to 45: turns up to this are in line, limits so much wider
  double turn_cost = 0;   // the profile's unit for 90 degrees, in proportion
  double max_turn = 180;  // degrees: sharper turns are forbidden; of class k a k-th of it
  std::uint32_t speeds = 1;            // classes, 1 to 16
  std::optional<Reversing> reversing;  // DEFAULT: `turn` with one class, `stop` with more
  double stop_cost = 0;                // the profile's unit, for a stop to drive back
  HeuristicKind heuristic = HeuristicKind::fitting;
  bool is_hashed = false;  // keep only the states reached: for huge worlds with small searches
};

// The first law the options break, or nothing.
std::optional<std::string> broken_law(const TurningOptions& options);

// The rule for ArcStates: what a step costs, by the angle to the last. Angles come as cosines.
class TurnRule {
 public:
  struct Turn {
    double cosine = 1;
  };

  // Requires: broken_law(options) is nothing.
  TurnRule(const TurningOptions& options, const Ground& ground);

  Turn turn(ArcId last, ArcId arc) const;
  Distance price(Turn turn, Cost cost, std::uint32_t before, std::uint32_t speed) const;

  std::size_t bytes() const { return directions_.capacity() * sizeof(Direction); }

 private:
  // Of an arc in the plane; of length 1, or 0 where it has none.
  struct Direction {
    float x = 0;
    float y = 0;
  };

  std::vector<Direction> directions_;  // [arc]
  double straightness_;
  double per_right_angle_;           // quanta
  double in_line_;                   // the cosine of the tolerance
  double reversing_from_;            // and so on
  std::array<double, 17> limits_{};  // [class]
  Reversing reversing_;
  Distance stop_;  // quanta
  std::uint32_t speeds_;
};

class TurningSearch final : public RouteSearch {
 public:
  // Refused with a sentence: options that make no sense, graphs of too many arcs.
  static MadeSearch make(const Ground& ground, const TurningOptions& options = {});
  // Requires: broken_law(options) is nothing.
  TurningSearch(const Ground& ground, const TurningOptions& options, const ArcStateSpace& space);

  void begin(const SearchRequest& query) override;
  SearchEnd advance(Budget& budget) override;
  void take(FoundRoute& found) override;
  SearchStats stats() const override { return options_.is_hashed ? hashed_.stats : direct_.stats; }
  const NodeBank* seen() const override { return &reached_nodes_; }
  void take_seen(NodeId node, FoundRoute& found) override {
    add_route(best_state_[node.value], found);
  }
  bool is_confined() const override { return true; }

  std::size_t bytes() const override { return rows_.bytes() + rule_.bytes(); }
  std::size_t scratch_bytes() const override;
  std::vector<NodeId> settled_nodes() const override;

 private:
  // Calls use(bank).
  template <class Use>
  auto with_bank(const Use& use) const {
    return options_.is_hashed ? use(hashed_.bank) : use(direct_.bank);
  }
  // Calls use(state) for all states that are at `node`.
  template <class Use>
  void for_each_state_at(NodeId node, const Use& use) const;
  template <class View, class Heuristic>
  void start(const View& view, const Heuristic& heuristic);
  void aim();
  void set_ends();
  void gather_reached_nodes();
  void add_route(StateId state, FoundRoute& found);
  Distance penalty_of(const RouteOf<StateId, ArcId>& route) const;
  bool adds_nothing() const;

  Ground ground_;
  TurningOptions options_;
  ArcStateSpace space_;
  TurnRule rule_;
  ReverseRows rows_;  // the arcs into a node: its states
  Estimator estimator_;
  std::span<const NodeId> targets_;  // [arc]

  SearchRequest query_;
  std::vector<Estimator::Target> aims_;
  std::vector<SeedOf<StateId>> sources_;
  std::vector<SeedOf<StateId>> goals_;  // in order
  SearchScratchOf<StateId, ArcId> direct_;
  HashedScratchOf<StateId, ArcId> hashed_;
  SearchSlot running_;
  RouteOf<StateId, ArcId> states_;   // scratch
  NodeBank reached_nodes_;           // the nodes that states were reached at, where asked for
  std::vector<StateId> best_state_;  // [node] of those
};

}  // namespace thalweg
