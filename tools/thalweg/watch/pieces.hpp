// Pieces of a natural tree, for those who show them.
#pragma once

#include <vector>

#include "thalweg/partition/natural_tree.hpp"

namespace thalweg::tool {

// All nodes below a piece.
inline std::vector<NodeId> nodes_below(const NaturalTree& tree, PieceId piece) {
  std::vector<NodeId> nodes;
  std::vector<PieceId> open = {piece};
  while (!open.empty()) {
    const PieceId at = open.back();
    open.pop_back();
    if (!at.is_none() && tree.is_node(at)) {
      nodes.emplace_back(at.value);
      continue;
    }
    for (const auto& child : tree.children(at.is_none() ? CellId() : tree.cell(at))) {
      open.push_back(child.piece);
    }
  }
  return nodes;
}

}  // namespace thalweg::tool
