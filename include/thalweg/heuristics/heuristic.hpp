// Heuristics: an estimate of what the route from a node to the goal costs.
//
// An admissible one never overestimates; a consistent one falls by at most the cost of each arc.
// All but `typical` are both, on any graph and metric: a norm (graph/metric_bound.hpp) times the least cost
// per metre that the arcs have in it. A weight over 1 makes the search greedier and the route at
// most that many times as expensive (Stout, Rabin: docs/reference/papers.md [Gems]). Such searches
// keep settled nodes: with w times a consistent heuristic the bound w holds without reopening them
// ([LGT03]). `typical` is the straight line times a number that may be over
// 1, so the same holds for it.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/graph/end.hpp"
#include "thalweg/graph/ground.hpp"
#include "thalweg/graph/metric_bound.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {

struct NamedHeuristic {
  std::string_view name;
  std::string_view summary;  // one line
  HeuristicKind kind;
};

// All but `manhattan`, which is the fitting one where squares have four neighbours.
std::span<const NamedHeuristic> named_heuristics();

// The least quanta of each step on a grid: the search may then count steps instead of metres,
// exactly in whole numbers.
struct StepCosts {
  Distance straight = 0;
  Distance diagonal = 0;  // of hexagons: as straight

  bool operator==(const StepCosts&) const = default;
};

// The estimates that searches are compiled for, from the fastest to the most general.
struct GridEstimate {
  std::uint32_t width;  // squares in a row
  std::uint32_t x;      // of the goal
  std::uint32_t y;
  StepCosts costs;

  Distance operator()(NodeId node) const {
    const auto apart = [](std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; };
    const std::uint32_t dx = apart(node.value % width, x);
    const std::uint32_t dy = apart(node.value / width, y);
    const std::uint32_t both = std::min(dx, dy);
    return costs.diagonal * both + costs.straight * (std::max(dx, dy) - both);
  }
};

inline constexpr double kMostEstimate = 0x1p60;  // quanta; sums with it stay in range

inline Distance rounded_down(double quanta) {
  return quanta < kMostEstimate ? static_cast<Distance>(quanta)
                                : static_cast<Distance>(kMostEstimate);
}

struct PointEstimate {
  std::span<const Vec3f> positions;  // [node]
  Vec3 goal;
  double scale;  // quanta per metre
  bool is_greedy;

  bool keeps_settled() const { return is_greedy; }
  [[gnu::always_inline]] Distance operator()(NodeId node) const {
    return rounded_down(scale * length(Vec3(positions[node.value]) - goal));
  }
};

struct SpanEstimate {
  const MetricBound& span;
  std::span<const Box3> goals;  // the nearest counts
  double scale;
  bool is_backward;  // from the goals to the node
  bool is_greedy;

  bool keeps_settled() const { return is_greedy; }
  Distance operator()(NodeId node) const {
    const Box3 here = span.extent(node);
    double least = kNoLimit;
    for (const Box3& goal : goals) {
      least = std::min(least, is_backward ? span.between(goal, here) : span.between(here, goal));
    }
    return least < kNoLimit ? rounded_down(scale * least) : 0;
  }
};

// What searches aim: the norm's least cost per metre, and the estimate made from it.
class Estimator {
 public:
  Estimator(const Ground& ground, HeuristicKind kind);

  struct Target {
    NodeId node;  // the goal's node; none: a point
    Vec3 point;   // local coordinates
  };
  // The node of an end where the graph has one for it, else its point.
  Target target(const End& end) const;
  struct Aim {
    std::span<const Target> targets;   // one or several goals
    std::span<const Seed> last_steps;  // from nodes to a target: they may be cheaper per metre
    Vec3 start = {};                   // local coordinates, for `typical`
    double weight = 1;                 // 0: no heuristic
    bool is_backward = false;          // costs from the targets, not to them
  };
  // Sets the goals. O(targets x last steps).
  void aim(const Aim& aim);

  // The greatest ratio of the route's cost to the cheapest. 0: no bound is known. Estimates are
  // rounded to quanta, so a weight that is no whole number is exceeded by at most one quantum for
  // the cheapest arc, and never beyond the next whole number.
  double bound() const { return bound_; }
  // True where the search is greedy, and settled nodes are kept.
  bool is_greedy() const { return is_greedy_; }

  // Calls use(heuristic) with the fastest form that fits.
  template <class Use>
  auto visit(const Use& use) const {
    switch (form_) {
      case Form::none: return use(NoHeuristic{});
      case Form::grid: return use(grid_);
      case Form::point:
        return use(PointEstimate{positions_, targets_.front().low, scale_, is_greedy_});
      case Form::span: break;
    }
    return use(general());
  }
  // The most general form, which always fits.
  SpanEstimate general() const {
    return {metric_bound_, targets_, form_ == Form::none ? 0 : scale_, is_backward_, is_greedy_};
  }

 private:
  enum class Form : std::uint8_t { none, grid, point, span };

  double least_with(const Aim& aim) const;
  Form form_for(const Aim& aim) const;
  double bound_for(double weight, std::span<const Seed> last_steps);

  Ground ground_;
  HeuristicKind kind_;
  MetricBound metric_bound_;
  std::span<const Vec3f> positions_;
  double least_ = 0;                // quanta per metre
  std::optional<StepCosts> steps_;  // where the graph is a flat grid
  bool counts_points_ = false;      // the span is a plain straight line
  std::optional<Cost> cheapest_;    // arc of all; found where it is first needed

  Form form_ = Form::none;
  std::vector<Box3> targets_;
  GridEstimate grid_{};
  double scale_ = 0;
  double bound_ = 1;
  bool is_greedy_ = false;
  bool is_backward_ = false;
};

// The mean price of a metre, in quanta, at points sampled evenly on the straight line between two
// points (local coordinates); nothing where no sample lies on passable ground.
std::optional<double> typical_per_metre(const Ground& ground, Vec3 from, Vec3 to);

}  // namespace thalweg
