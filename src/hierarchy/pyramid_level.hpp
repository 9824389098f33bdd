// One level of a pyramid: boxes, middles and steps of its cells from what is below.
#pragma once

#include <algorithm>
#include <vector>

#include "thalweg/core/parallel.hpp"
#include "thalweg/graph/metric_bound.hpp"
#include "thalweg/graph/view.hpp"
#include "thalweg/hierarchy/pyramid.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {

inline constexpr std::size_t kCellsAtATime = 64;  // measured by one thread at a time

// The steps of some cells, one row after another.
struct StepRows {
  std::vector<CellStep> steps;
  std::vector<std::uint32_t> counts;  // [cell]
};

// What the cells of one level are made of: the graph's nodes, or the cells of the level below.
template <class Lower>
class LevelBuilder {
 public:
  using Unit = typename Lower::Unit;

  LevelBuilder(const Lower& lower, const Csr<CellId, PieceId>& children)
      : lower_(lower), children_(children) {}

  CellBox box_of(CellId cell) const {
    Box3 box;
    for (const PieceId child : children_[cell]) box.add(lower_.box(lower_.unit(child)));
    const auto floats = [](Vec3 p) {
      return std::array{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
    };
    return {floats(box.low), floats(box.high)};
  }

  // The child nearest to the mean of all of them, the first among equals. Children from which the
  // others are expensive to reach, or that are expensive to reach from them, count for nothing: a
  // middle halfway up a wall would make the whole cell seem impassable.
  PieceId middle_of(CellId cell) const {
    const auto children = children_[cell];
    const std::vector<double> nearness = nearness_of(cell);
    const double enough = kNearEnough * *std::ranges::max_element(nearness);
    Vec3 sum{};
    for (const PieceId child : children) sum = sum + centre(child);
    const Vec3 mean = sum * (1.0 / static_cast<double>(children.size()));
    PieceId best = children.front();
    double least = kNoLimit;
    for (std::size_t i = 0; i < children.size(); ++i) {
      const Vec3 apart = centre(children[i]) - mean;
      const double distance = dot(apart, apart);
      if (distance >= least || nearness[i] < enough) continue;
      least = distance;
      best = children[i];
    }
    return best;
  }

  template <class Scratch>
  void add_steps(CellId cell, const std::vector<PieceId>& middles, Scratch& scratch,
                 StepRows& out) const {
    std::vector<CellId>& targets = scratch.targets;
    targets.clear();
    for (const PieceId child : children_[cell]) {
      lower_.for_each_next(lower_.unit(child), [&](Unit next) {
        if (const CellId other = lower_.up(next); other != cell) targets.push_back(other);
      });
    }
    std::sort(targets.begin(), targets.end());
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    for (const CellId target : targets) {
      out.steps.push_back({target, cost_of(cell, target, middles, scratch.search)});
    }
    out.counts.push_back(static_cast<std::uint32_t>(targets.size()));
  }

 private:
  static constexpr double kNearEnough = 0.5;        // of the greatest nearness in the cell
  static constexpr std::size_t kMostCompared = 64;  // children

  // [child]  the sum over the other children of 1 / the cost of getting there and back, inside the
  // cell. All 0 where there are too many children. O(children^3).
  std::vector<double> nearness_of(CellId cell) const {
    const std::size_t count = children_[cell].size();
    std::vector<double> sums(count, 0);
    if (count > kMostCompared) return sums;
    const std::vector<double> costs = costs_inside(cell);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < count; ++j) {
        if (i != j) sums[i] += 1 / (costs[i * count + j] + costs[j * count + i]);
      }
    }
    return sums;
  }

  // [child x child]  the cheapest routes inside a cell, by Floyd and Warshall.
  std::vector<double> costs_inside(CellId cell) const {
    const auto children = children_[cell];
    const std::size_t count = children.size();
    std::vector<double> costs(count * count, kNoLimit);
    const auto view = lower_.view([&](Unit unit) { return lower_.up(unit) == cell; });
    for (std::size_t i = 0; i < count; ++i) {
      view.for_each_arc(lower_.unit(children[i]), [&](auto, Unit target, Cost cost) {
        const auto at =
            std::ranges::find(children, target, [&](PieceId p) { return lower_.unit(p); });
        double& least = costs[i * count + static_cast<std::size_t>(at - children.begin())];
        least = std::min(least, static_cast<double>(cost));
      });
    }
    for (std::size_t k = 0; k < count; ++k) {
      for (std::size_t i = 0; i < count; ++i) {
        const double there = costs[i * count + k];
        if (there == kNoLimit) continue;
        for (std::size_t j = 0; j < count; ++j) {
          double& least = costs[i * count + j];
          least = std::min(least, there + costs[k * count + j]);
        }
      }
    }
    return costs;
  }

  Vec3 centre(PieceId child) const {
    const Box3 box = lower_.box(lower_.unit(child));
    return (box.low + box.high) * 0.5;
  }

  // From middle to middle inside the two cells.
  template <class Search>
  Cost cost_of(CellId from, CellId to, const std::vector<PieceId>& middles, Search& search) const {
    const SeedOf<Unit> source{lower_.unit(middles[from.value]), 0};
    const SeedOf<Unit> goal{lower_.unit(middles[to.value]), 0};
    const auto inside = [&](Unit unit) {
      const CellId cell = lower_.up(unit);
      return cell == from || cell == to;
    };
    const auto found = best_first(lower_.view(inside), NoHeuristic{},
                                  {.sources = {&source, 1}, .goals = {&goal, 1}}, search);
    return static_cast<Cost>(std::min<Distance>(found.cost, kForbidden - 1));
  }

  const Lower& lower_;
  const Csr<CellId, PieceId>& children_;
};

// The graph's nodes, below level 1.
class NodesBelow {
 public:
  using Unit = NodeId;
  using Search = HashedScratch;

  NodesBelow(const Ground& ground, const Partition& cells)
      : graph_(ground.graph(), PlainCosts(ground.metric())), span_(ground), cells_(cells) {}

  NodeId unit(PieceId piece) const { return cells_.node(piece); }
  CellId up(NodeId node) const { return cells_.home(node); }
  Box3 box(NodeId node) const { return span_.extent(node); }
  template <class Use>
  void for_each_next(NodeId node, const Use& use) const {
    graph_.for_each_arc(node, [&](ArcId, NodeId target, Cost) { use(target); });
  }
  template <class Inside>
  auto view(Inside inside) const {
    return ConfinedView<ForwardView<PlainCosts>, Inside>(graph_, inside);
  }

 private:
  ForwardView<PlainCosts> graph_;
  MetricBound span_;
  const Partition& cells_;
};

// The cells of the level below.
class CellsBelow {
 public:
  using Unit = CellId;
  using Search = HashedScratchOf<CellId, RecordId>;

  CellsBelow(const Partition& cells, const Csr<CellId, CellStep>& steps,
             const std::vector<CellBox>& boxes)
      : cells_(cells), steps_(steps), boxes_(boxes) {}

  CellId unit(PieceId piece) const { return cells_.cell(piece); }
  CellId up(CellId cell) const { return cells_.parent(cell); }
  Box3 box(CellId cell) const { return boxes_[cell.value].box(); }
  template <class Use>
  void for_each_next(CellId cell, const Use& use) const {
    for (const CellStep& step : steps_[cell]) use(step.target);
  }
  template <class Inside>
  auto view(Inside inside) const {
    return LevelView<Inside>(steps_, inside);
  }

 private:
  const Partition& cells_;
  const Csr<CellId, CellStep>& steps_;
  const std::vector<CellBox>& boxes_;
};

template <class Search>
struct StepScratch {
  Search search;
  std::vector<CellId> targets;
};

// Reads rows one after another.
class RowReader {
 public:
  explicit RowReader(std::span<const StepRows> parts) : parts_(parts) {}

  // Requires: there is another one.
  std::span<const CellStep> next() {
    while (row_ == parts_[part_].counts.size()) {
      ++part_;
      row_ = first_ = 0;
    }
    const std::size_t count = parts_[part_].counts[row_++];
    const std::size_t first = first_;
    first_ += count;
    return std::span(parts_[part_].steps).subspan(first, count);
  }

 private:
  std::span<const StepRows> parts_;
  std::size_t part_ = 0;
  std::size_t row_ = 0;
  std::size_t first_ = 0;  // its first step
};

// The step rows of some cells, measured in parallel. `cell_at(i)` is the i-th of them.
template <class Lower, class CellAt>
std::vector<StepRows> measured_rows(const LevelBuilder<Lower>& builder,
                                    const std::vector<PieceId>& middles, std::size_t count,
                                    const CellAt& cell_at) {
  std::vector<StepRows> parts((count + kCellsAtATime - 1) / kCellsAtATime);
  parallel_for(parts.size(), 1, [&](std::size_t first, std::size_t last) {
    StepScratch<typename Lower::Search> scratch;
    for (std::size_t part = first; part < last; ++part) {
      const std::size_t end = std::min(count, (part + 1) * kCellsAtATime);
      for (std::size_t i = part * kCellsAtATime; i < end; ++i) {
        builder.add_steps(cell_at(i), middles, scratch, parts[part]);
      }
    }
  });
  return parts;
}

}  // namespace thalweg
