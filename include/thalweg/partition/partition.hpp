// Partition: which cell holds each node, on each level.
//
// A tree over a graph's nodes: cells hold nodes and smaller cells. The tree may be deep and
// irregular, a cell may hold both, and a node may lie in no cell at all. A Partition knows nothing
// of costs or search. Nodes and cells together are *pieces*: nodes first, then cells.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "thalweg/core/csr.hpp"
#include "thalweg/core/ids.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/graph/ground.hpp"

namespace thalweg {

using Level = std::uint32_t;

// The stored arrays of a partition.
struct PartitionArrays {
  std::uint64_t graph = 0;         // fingerprint of the graph whose nodes it groups
  IdArray<NodeId, CellId> home;    // [node]  the lowest cell that holds it; none: no cell
  IdArray<CellId, CellId> parent;  // [cell]  none: a top
  IdArray<CellId, Level> height;   // [cell]  1 + the greatest height below
};

class Partition {
 public:
  Partition() = default;

  // Every node a top of its own, in no cell.
  static Partition of_single_nodes(const Graph& graph);
  // Finds the heights. Refused with a sentence: ids out of range, cells in a circle, empty cells.
  // O(nodes + cells).
  static Result<Partition> from(std::uint64_t graph, IdArray<NodeId, CellId> home,
                                IdArray<CellId, CellId> parent);
  // The same for arrays that claim their heights: refused where they are others.
  static Result<Partition> from(PartitionArrays arrays);

  std::uint32_t node_count() const { return static_cast<std::uint32_t>(arrays_.home.size()); }
  std::uint32_t cell_count() const { return static_cast<std::uint32_t>(arrays_.parent.size()); }
  std::uint32_t piece_count() const { return node_count() + cell_count(); }
  IdRange<CellId> cells() const { return IdRange<CellId>(cell_count()); }

  // Levels above the graph: the greatest height. 0 means no cells.
  Level top_level() const { return top_level_; }
  Level height(CellId cell) const { return arrays_.height[cell]; }
  CellId home(NodeId node) const { return arrays_.home[node]; }
  CellId parent(CellId cell) const { return arrays_.parent[cell]; }

  // The highest cell of height <= `level` that holds `node`; none where it lies in none.
  // O(height).
  CellId cell_of(NodeId node, Level level) const;

  PieceId piece(NodeId node) const { return PieceId(node.value); }
  PieceId piece(CellId cell) const { return PieceId(node_count() + cell.value); }
  bool is_node(PieceId piece) const { return piece.value < node_count(); }
  // Requires: a node; a cell.
  NodeId node(PieceId piece) const { return NodeId(piece.value); }
  CellId cell(PieceId piece) const { return CellId(piece.value - node_count()); }
  CellId parent(PieceId p) const { return is_node(p) ? home(node(p)) : parent(cell(p)); }

  std::uint64_t graph_fingerprint() const { return arrays_.graph; }
  const PartitionArrays& arrays() const { return arrays_; }
  std::size_t bytes() const {
    return arrays_.home.bytes() + arrays_.parent.bytes() + arrays_.height.bytes();
  }

 private:
  PartitionArrays arrays_;
  Level top_level_ = 0;
};

// The pieces of each cell in order, nodes first; the last row (number cell_count) holds the tops.
Csr<CellId, PieceId> children_of(const Partition& partition);

// Nodes in each cell, all levels counted.
IdArray<CellId, std::uint32_t> sizes_of(const Partition& partition);

// Cells in an order in which every cell comes after all cells inside it: by height, then id.
std::vector<CellId> bottom_up(const Partition& partition);

// Children of less than a hundredth of their cell's nodes, in cells where one child has over half:
// what merging left over and swept up late ("rubbish meshes", natural-hierarchy thesis 8.4).
std::uint32_t count_rubbish(const Partition& partition);

// The first law `partition` breaks, or nothing. The laws: it groups this graph's nodes, and inside
// every cell each node reaches each other one by passable arcs. O(arcs x height).
std::optional<std::string> broken_law(const Partition& partition, const Ground& ground);

}  // namespace thalweg
