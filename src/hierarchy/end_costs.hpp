// End costs: what it costs between each node and the gates of the cells that it is at home in, so
// that ends of queries are connected without a search.
#pragma once

#include <vector>

#include "hierarchy/assemble.hpp"

namespace thalweg {

// The nodes that have a home, in an order in which those in each cell of each level follow each
// other.
struct EndOrder {
  std::vector<NodeId> nodes;
  std::vector<std::uint32_t> position;  // [node]  in `nodes`; of nodes without a home: their number
  std::vector<std::uint32_t> first;     // [cell]  the position of its first node
  std::vector<std::uint32_t> sizes;     // [cell]  its nodes
};

// Requires: even levels. O(nodes x levels).
EndOrder end_order(const Partition& partition);

// [cell + 1] Where the rows of each cell begin; the last is the sum.
std::vector<std::uint64_t> first_end_costs(const EndOrder& order, const Csr<CellId, GateId>& gates);

struct EndCosts {
  std::vector<Distance> to;    // as HierarchyArrays::to_gates
  std::vector<Distance> from;  // as from_gates
};

// Searches inside every cell from each of its gates, but for cells that are kept, in parallel.
EndCosts end_costs_of(const Ground& ground, const Hierarchy& hierarchy, const KeptCells& kept);

// The same; refused with a sentence where memory would not hold them.
Result<EndCosts> checked_end_costs(const Ground& ground, const Hierarchy& hierarchy,
                                   const KeptCells& kept);

}  // namespace thalweg
