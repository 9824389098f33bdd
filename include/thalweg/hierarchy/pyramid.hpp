// Pyramid: levels of cells over a graph, each level a graph of its own that a search can use.
//
// The cells of level 1 hold nodes, those of a higher level hold cells of the level below. Every cell
// is strongly connected. It has a middle: one of its children. A step leads from a cell to another
// one of the same level where a passable arc does, and costs what the cheapest route from middle to
// middle inside these two cells costs, counted on the level below. A planner finds a route of cells
// on a high level and refines it level by level (planners/pyramid_search.hpp).
#pragma once

#include <array>
#include <cstdint>
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

// The stored arrays of a pyramid.
struct PyramidArrays {
  std::uint64_t metric = 0;  // fingerprint of the ground that the costs are of
  Partition cells;           // in order of level; every node and every cell below the top level has
                             // a parent exactly one level up
  IdArray<CellId, PieceId> middles;  // [cell]  one of its children
  Csr<CellId, CellStep> steps;       // [cell]  in order of target
  IdArray<CellId, CellBox> boxes;    // [cell]
};

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

  std::uint64_t metric_fingerprint() const { return arrays_.metric; }
  std::uint64_t graph_fingerprint() const { return cells().graph_fingerprint(); }
  const PyramidArrays& arrays() const { return arrays_; }
  std::size_t bytes() const;

 private:
  PyramidArrays arrays_;
  std::vector<std::uint32_t> firsts_;  // [level - 1]  its first cell; the last: the cell count
};

struct PyramidOptions {
  std::uint32_t base = 16;  // cells of a level have at most 2 x base^level nodes; 2 or more
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

// The same for levels as PyramidArrays::cells has them.
Pyramid pyramid_over(const Ground& ground, Partition levels, const Progress& progress = {});

// The first law that `pyramid` breaks, or nothing: it is of this ground, its cells are strongly
// connected, and middles, steps and boxes are those that pyramid_over finds. Slow.
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
