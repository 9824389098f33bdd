// Descent: one navigation down a NaturalTree, expansion by expansion (natural-hierarchy thesis,
// chapter 4).
//
// At first the path is the smallest cell that holds both ends. Expanding a cell replaces it by a
// route through its children, from where the path enters it to where the next step can be reached.
// The first cell of the path is expanded until it begins with enough nodes. Many descents can share
// one tree.
#pragma once

#include <span>
#include <vector>

#include "thalweg/graph/metric_bound.hpp"
#include "thalweg/partition/natural_tree.hpp"
#include "thalweg/partition/occupancy.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {

class Descent final : public Search {
 public:
  // The heuristic of searches among children is this many times the least cost of a metre:
  // distances between children are much greater than that, and the route is not the cheapest in any
  // case.
  static constexpr double kHaste = 2;

  struct Options {
    double weight = kHaste;                // of the heuristic. 0: none
    const Occupancy* occupancy = nullptr;  // of the same tree; null: agents do not count
    // The factor on a child's cost where an agent stands on each of its nodes.
    double crowd_weight = 1;
  };

  // Requires: a tree of this ground.
  Descent(const Ground& ground, const NaturalTree& tree, const Options& options)
      : ground_(ground),
        graph_(ground_.graph()),
        metric_(ground_.metric()),
        tree_(tree),
        span_(ground_),
        options_(options) {}
  Descent(const Ground& ground, const NaturalTree& tree) : Descent(ground, tree, Options{}) {}

  // Climbs from all ends to the smallest cell that holds them (4.2). Replaces the current
  // navigation. Requires: at least one source and one goal.
  void begin(std::span<const Seed> sources, std::span<const Seed> goals);

  // Expands the first cell of the path (4.3), or continues to. `found` where the path no longer
  // holds a cell, `paused` where it does or the slice is spent, `exhausted` where no route leads to
  // a goal, `over_budget` where the budget is spent.
  SearchEnd expand(Budget& budget);
  // Expands until the path no longer holds a cell.
  SearchEnd advance(Budget& budget) override;

  // Expands until `count` more nodes than `from` are known, or all of them: a walker that has come
  // to route().nodes[from] sees the next few, and the rest of the path can still change.
  SearchEnd reveal(std::size_t from, std::size_t count);

  // The nodes known so far, from the start, and the arcs between them.
  const Route& route() const { return route_; }
  // The pieces that follow them, the nearest first: none when all is known.
  std::vector<PieceId> ahead() const;
  bool is_done() const { return ahead_.empty(); }

  // Of all searches, the current one included, and how many there were.
  SearchStats stats() const;
  std::uint32_t expansions() const { return expansions_; }
  std::size_t scratch_bytes() const;
  const NaturalTree& tree() const { return tree_; }

 private:
  // A piece of the path, and where the path leaves it.
  struct Step {
    PieceId piece;
    RecordId record;  // the neighbour record that its joints belong to; none: the last step
    std::uint32_t offset = 0;  // of the piece in the one whose record that is
  };
  // An end, or a node that the path may enter by, below the cell that is expanded next.
  struct Chain {
    std::uint32_t at = 0;  // in its pool: the child that holds it; then downward to the node
    Distance cost = 0;     // of the seed
  };
  // Chains from above down, in one pool.
  struct Chains {
    std::vector<Chain> list;
    std::vector<PieceId> pool;

    void clear() {
      list.clear();
      pool.clear();
    }
    // Keeps those that go on through `piece`, one step further down.
    void follow(PieceId piece);
  };
  // The children of a cell as a graph; arcs are neighbour records.
  struct View;
  // Stops a search at the first child with a joint to the next step.
  struct ExitWatch;
  // How far it is from a child to the goals.
  struct Estimate;

  void climb(Chains& chains, NodeId node, PieceId below, Distance cost) const;
  std::span<const NaturalTree::Child> children() const;
  void start_expansion();
  void end_expansion(ChildId last);
  void append(NodeId node);
  void crawl();
  void enter(const Step& from, PieceId next);
  bool has_exit(const Step& step, std::uint32_t offset, std::uint32_t size) const;
  // The joints of a step that leave from `size` nodes at `offset`.
  std::span<const NaturalTree::Joint> joints_at(const Step& step, std::uint32_t offset,
                                                std::uint32_t size) const;

  Ground ground_;
  const Graph& graph_;    // of the ground
  const Metric& metric_;  // likewise
  NaturalTree tree_;
  MetricBound span_;
  Options options_;

  Route route_;
  std::vector<Step> ahead_;  // the last comes first
  Chains entries_;           // where the next cell may be entered
  Chains targets_;           // the goals, in the last step
  std::vector<Box3> goal_boxes_;
  std::vector<SeedOf<ChildId>> sources_;  // of the current expansion
  std::vector<SeedOf<ChildId>> goals_;
  ChildId exit_;  // where the path leaves the current cell; none: not known
  bool is_expanding_ = false;
  SearchScratchOf<ChildId, RecordId> scratch_;
  SearchSlot running_;
  SearchStats stats_;
  std::uint32_t expansions_ = 0;
};

}  // namespace thalweg
