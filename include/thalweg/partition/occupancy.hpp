// Occupancy: how many agents stand in each piece of a tree or of a pyramid (natural-hierarchy thesis,
// future work).
//
// An agent marks the node it stands on and all cells that hold it, so that a planner sees at any
// level how crowded a route is.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "thalweg/partition/natural_tree.hpp"

namespace thalweg {

// May be changed and read by many threads at once; a reader may then see an agent in a cell before
// or after it is in the next.
class Occupancy {
 public:
  explicit Occupancy(const NaturalTree& tree);
  // Of the cells of a pyramid, or any others.
  explicit Occupancy(const Partition& cells);

  // One agent more on `node`, or one fewer. Requires for leave: one that entered. O(height).
  void enter(NodeId node) { add(PieceId(node.value), PieceId(), 1); }
  void leave(NodeId node) { add(PieceId(node.value), PieceId(), kMinusOne); }
  // One agent from a node to another: only the cells that do not hold both change.
  void move(NodeId from, NodeId to);

  // Agents in a piece.
  std::uint32_t count(PieceId piece) const {
    return counts_[piece.value].load(std::memory_order_relaxed);
  }
  // Agents for each node of a piece.
  double density(PieceId piece) const {
    return static_cast<double>(count(piece)) / sizes_[piece.value];
  }
  std::size_t piece_count() const { return counts_.size(); }

 private:
  static constexpr std::uint32_t kMinusOne = 0xFFFFFFFFu;

  // To all pieces from `piece` up, below the cell `end`.
  void add(PieceId piece, PieceId end, std::uint32_t change);
  std::vector<PieceId> above_;                      // [piece]  the cell that holds it; none: a top
  std::vector<std::uint32_t> sizes_;                // [piece]  nodes
  std::vector<std::atomic<std::uint32_t>> counts_;  // [piece]
};

}  // namespace thalweg
