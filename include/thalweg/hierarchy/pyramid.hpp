// Pyramid: levels of cells over a graph, each level a graph of its own that a search can use.
//
// The cells of level 1 hold nodes, those of a higher level hold cells of the level below. Every cell
// is strongly connected. It has a middle: one of its children. A step leads from a cell to another
// one of the same level where a passable arc does, and costs what the cheapest route from middle to
// middle inside these two cells costs, counted on the level below. A planner finds a route of cells
// on a high level and refines it level by level (planners/pyramid_search.hpp).
//
// Landmarks are a few nodes at the edges of the ground. What it costs to get from each of them to
// the middle of a cell and back gives lower bounds on the costs between cells (Goldberg, Harrelson
// 2005): they lead the searches of the levels, and prove how far an answer can be from the cheapest.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "thalweg/core/progress.hpp"
#include "thalweg/geometry/box.hpp"
#include "thalweg/partition/partition.hpp"

namespace thalweg {

// From a cell to another one of the same level.
struct CellStep {
  CellId target;
  Cost cost = 0;  // from middle to middle; at most kForbidden - 1
  bool operator==(const CellStep&) const = default;
};

// What a cell takes up, local coordinates.
struct CellBox {
  std::array<float, 3> low{};
  std::array<float, 3> high{};
  bool operator==(const CellBox&) const = default;

  Box3 box() const { return {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}}; }
};

inline constexpr std::size_t kMostLandmarks = 8;

// What it costs to get from each landmark to a node, and from the node to each landmark. kForbidden:
// there is no route, it costs too much to be stored, or there is no such landmark.
struct LandmarkCosts {
  std::array<Cost, kMostLandmarks> to{};
  std::array<Cost, kMostLandmarks> from{};
  bool operator==(const LandmarkCosts&) const = default;
};

// A lower bound on the cost from one node to another. A bound follows from each landmark, because
// no route to the far node is cheaper than the one by the near node, and likewise back.
inline Distance least_between(const LandmarkCosts& a, const LandmarkCosts& b) {
  std::int64_t least = 0;
  for (std::size_t k = 0; k < kMostLandmarks; ++k) {
    const std::int64_t ahead = std::int64_t{b.to[k]} - std::int64_t{a.to[k]};
    const std::int64_t back = std::int64_t{a.from[k]} - std::int64_t{b.from[k]};
    if (b.to[k] != kForbidden) least = std::max(least, ahead);
    if (a.from[k] != kForbidden) least = std::max(least, back);
  }
  return static_cast<Distance>(least);
}

// The stored arrays of a pyramid.
struct PyramidArrays {
  std::uint64_t metric = 0;  // fingerprint of the ground that the costs are of
  Partition cells;           // in order of level; every node and every cell below the top level has
                             // a parent exactly one level up
  IdArray<CellId, PieceId> middles;    // [cell]  one of its children
  Csr<CellId, CellStep> steps;         // [cell]  in order of target
  IdArray<CellId, CellBox> boxes;      // [cell]
  Array<NodeId> landmarks;             // at most kMostLandmarks
  IdArray<CellId, LandmarkCosts> far;  // [cell]  of the node in its middle; none without landmarks
  // What the landmarks prove: their lower bounds times this hold on the ground as it is. Less than 1
  // after updates that made arcs cheaper.
  double proof = 1;
};

class CellGraphs;

class Pyramid {
 public:
  Pyramid() = default;

  // Refused with a sentence: arrays that are no pyramid. Whether cells are connected and costs are
  // right is for broken_law. O(nodes + cells + steps).
  static Result<Pyramid> from(PyramidArrays arrays);

  // 0: there are no cells.
  Level top_level() const { return cells().top_level(); }
  std::uint32_t node_count() const { return cells().node_count(); }
  // The cells of a level. Requires: 1 <= level <= top_level().
  IdRange<CellId> level(Level level) const { return {firsts_[level - 1], firsts_[level]}; }
  // Requires: 1 <= level <= top_level(). O(level).
  CellId cell_of(NodeId node, Level level) const;

  const Partition& cells() const { return arrays_.cells; }
  CellId home(NodeId node) const { return arrays_.cells.home(node); }
  CellId parent(CellId cell) const { return arrays_.cells.parent(cell); }
  const Csr<CellId, CellStep>& steps() const { return arrays_.steps; }
  const CellBox& box(CellId cell) const { return arrays_.boxes[cell]; }
  PieceId middle(CellId cell) const { return arrays_.middles[cell]; }
  // The node that is the middle of the middle, down to the graph. O(level).
  NodeId middle_node(CellId cell) const;

  bool has_landmarks() const { return !arrays_.landmarks.empty(); }
  // Of the node in the middle of a cell. Requires: has_landmarks().
  const LandmarkCosts& far(CellId cell) const { return arrays_.far[cell]; }

  // The arcs sorted by cells of level 1, made when first asked for and shared by copies. Null: a
  // cell is too large for that. Any thread may ask. Requires: it is the ground of this pyramid.
  // The first call O(arcs).
  const CellGraphs* cell_graphs(const Ground& ground) const;

  std::uint64_t metric_fingerprint() const { return arrays_.metric; }
  std::uint64_t graph_fingerprint() const { return cells().graph_fingerprint(); }
  const PyramidArrays& arrays() const { return arrays_; }
  std::size_t bytes() const;

 private:
  struct Inside;

  PyramidArrays arrays_;
  std::shared_ptr<Inside> inside_;     // the cell graphs, once they are made
  std::vector<std::uint32_t> firsts_;  // [level - 1]  its first cell; the last: the cell count
};

struct PyramidOptions {
  std::uint32_t base = 16;  // cells of a level have at most 2 x base^level nodes; 2 or more
  std::uint32_t landmarks = kMostLandmarks;  // at most that. 0: none
  Progress progress = {};
};

// The levels of a tree: a cell of level k is a piece of at most 2 x base^k nodes whose parent is
// larger. Levels with more than three quarters of the pieces of the level below are left out, so
// there are at most four pieces for each node. O((nodes + cells) x levels).
Partition pyramid_levels(const Partition& tree, std::uint32_t base);

// The pyramid over the levels of a tree. The same bytes on any number of threads.
// Requires: the tree is of the ground's graph, and its cells are strongly connected; base >= 2.
Pyramid build_pyramid(const Ground& ground, const Partition& tree,
                      const PyramidOptions& options = {});

// The same for levels as PyramidArrays::cells has them; the base counts for nothing.
Pyramid pyramid_over(const Ground& ground, Partition levels, const PyramidOptions& options = {});

// Refuses with a sentence a pyramid that anybody may have written and that does not fit the ground:
// one of another ground, a cell whose children do not reach each other, a step where no arc leads, an
// arc without a step. What passes is safe to use and leads to routes of the ground; whether its costs
// are right, broken_law tells. O(arcs + steps).
Result<void> check_pyramid(const Pyramid& pyramid, const Ground& ground);

// The first law that `pyramid` breaks, or nothing: it is of this ground, its cells are strongly
// connected, middles, steps and boxes are those that pyramid_over finds, and so are the costs of
// landmarks; after an update, these prove no more than they should. Slow.
std::optional<std::string> broken_law(const Pyramid& pyramid, const Ground& ground);

// The cells of all levels as searches see them. `Inside` says which cells a search may enter.
// Borrows.
template <class Inside>
class LevelView {
 public:
  using Node = CellId;
  using Arc = RecordId;

  LevelView(const Csr<CellId, CellStep>& steps, Inside inside)
      : offsets_(steps.offsets().data()),
        steps_(steps.items().data()),
        cell_count_(static_cast<std::uint32_t>(steps.row_count())),
        inside_(inside) {}

  std::uint32_t node_count() const { return cell_count_; }
  void prefetch(CellId cell) const { __builtin_prefetch(steps_ + offsets_[cell.value]); }
  template <class Visit>
  void for_each_arc(CellId cell, const Visit& visit) const {
    const std::uint32_t last = offsets_[cell.value + 1];
    for (std::uint32_t s = offsets_[cell.value]; s < last; ++s) {
      if (inside_(steps_[s].target)) visit(RecordId(s), steps_[s].target, steps_[s].cost);
    }
  }

 private:
  const std::uint32_t* offsets_;
  const CellStep* steps_;
  std::uint32_t cell_count_;
  Inside inside_;
};

}  // namespace thalweg
