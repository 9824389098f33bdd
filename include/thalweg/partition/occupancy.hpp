// Occupancy: how many agents stand in each piece of a tree (natural-hierarchy thesis, future work).
//
// An agent marks the node it stands on and all cells that hold it, so that a planner sees at any
// level how crowded a route is.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "thalweg/partition/natural_tree.hpp"

namespace thalweg {

// Holds a copy of the tree, which shares its arrays. May be changed and read by many threads at once; a reader may then see an agent
// in a cell before or after it is in the next.
class Occupancy {
 public:
  explicit Occupancy(const NaturalTree& tree) : tree_(tree), counts_(tree.piece_count()) {}

  // One agent more on `node`, or one fewer. Requires for leave: one that entered. O(height).
  void enter(NodeId node) { add(tree_.piece(node), PieceId(), 1); }
  void leave(NodeId node) { add(tree_.piece(node), PieceId(), kMinusOne); }
  // One agent from a node to another: only the cells that do not hold both change.
  void move(NodeId from, NodeId to);

  // Agents in a piece.
  std::uint32_t count(PieceId piece) const {
    return counts_[piece.value].load(std::memory_order_relaxed);
  }

 private:
  static constexpr std::uint32_t kMinusOne = 0xFFFFFFFFu;

  // To all pieces from `piece` up, below the cell `end`.
  void add(PieceId piece, PieceId end, std::uint32_t change);
  PieceId above(PieceId piece) const {
    const CellId cell = tree_.parent(piece);
    return cell.is_none() ? PieceId() : tree_.piece(cell);
  }

  NaturalTree tree_;
  std::vector<std::atomic<std::uint32_t>> counts_;  // [piece]
};

}  // namespace thalweg
