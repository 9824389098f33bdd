// CellGraphs: the arcs of a graph sorted by cells, so that a search which goes through whole cells
// reads memory in order. Costs are copies of the metric's.
//
// A node of a cell has an index there. Arcs inside a cell are kept with the node that they lead to,
// arcs that leave it with the cell.
#pragma once

#include <cstdint>
#include <vector>

#include "thalweg/graph/ground.hpp"
#include "thalweg/partition/partition.hpp"

namespace thalweg {

class CellGraphs {
 public:
  // Cells of more nodes are not for this.
  static constexpr std::uint32_t kMostNodes = 256;
  // More than every sum of costs in a world.
  static constexpr Distance kFar = Distance{1} << 60;

  // An arc that leaves a cell.
  struct Exit {
    CellId cell;  // where it leads
    Cost cost = 0;
    std::uint8_t from = 0;  // indices in the two cells
    std::uint8_t to = 0;
  };

  // Requires: every node has a home, each of at most kMostNodes nodes, with ids below `cell_count`.
  // O(arcs).
  CellGraphs(const Ground& ground, const Partition& cells, std::uint32_t cell_count);

  std::span<const NodeId> nodes(CellId cell) const { return nodes_[cell]; }
  std::uint32_t size(CellId cell) const { return nodes_.size(cell); }
  std::uint8_t index(NodeId node) const { return indices_[node.value]; }
  std::span<const Exit> exits(CellId cell) const { return exits_[cell]; }

  // Lowers the costs of a cell's nodes to what the routes inside the cell allow. `costs` has one for
  // each node, kFar where none is known. Passes forwards and backwards over the nodes, until none
  // changes: about five on terrain, never more than nodes.
  void close(CellId cell, Distance* costs) const;
  // The index of a node of the cell from which an arc explains the cost of `index` exactly; `index`
  // itself: there is none. Requires: the costs are closed.
  std::uint32_t before(CellId cell, std::uint32_t index, const Distance* costs) const;
  // What the cheapest route inside a cell costs; kFar: there is none. Requires: both are in it.
  Distance inside(CellId cell, NodeId from, NodeId to) const;

  std::size_t bytes() const;

 private:
  Csr<CellId, NodeId> nodes_;          // [cell of level 1]
  std::vector<std::uint8_t> indices_;  // [node]
  std::vector<std::uint32_t> firsts_;  // [slot + 1]  arcs to a node, in the order of nodes_
  std::vector<Cost> costs_;            // [arc inside a cell]
  std::vector<std::uint8_t> sources_;  // [arc inside a cell]  index
  Csr<CellId, Exit> exits_;            // [cell of level 1]
};

}  // namespace thalweg
