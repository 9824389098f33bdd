// Units: what k-way partitioning groups. Faces where nodes lie on portals, else nodes.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "thalweg/graph/ground.hpp"
#include "thalweg/partition/partitioner.hpp"

namespace thalweg {

// The units that each node touches, in order; none where the profile cannot stand.
class Units {
 public:
  // Requires: the metric prices the graph. O(arcs).
  explicit Units(const Ground& ground);

  std::uint32_t count() const { return count_; }
  std::span<const std::uint32_t> of(NodeId node) const { return of_[node]; }
  // The units that an arc leads between, if its ends touch no common unit; else the same twice.
  std::pair<std::uint32_t, std::uint32_t> ends(NodeId from, NodeId to) const;

 private:
  std::uint32_t count_ = 0;
  Csr<NodeId, std::uint32_t> of_;
};

// Two items that something joins, the smaller first, and how strongly.
struct UnitJoin {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t weight = 1;
};

// The graph of `count` items; joins of the same two are summed. Sums that exceed 2^31 stay there.
WeightedGraph graph_of(std::uint32_t count, std::vector<UnitJoin> joins);

// Calls use(unit, unit, node) for each node, or arc, that leads from one unit to another: where it
// is an arc, the node it leaves.
template <class Use>
void for_each_join(const Ground& ground, const Units& units, const Use& use) {
  for (const NodeId node : ground.graph().nodes()) {
    const auto touched = units.of(node);
    for (std::size_t i = 0; i < touched.size(); ++i) {
      for (std::size_t j = i + 1; j < touched.size(); ++j) use(touched[i], touched[j], node);
    }
    if (touched.empty()) continue;
    for (const ArcId arc : ground.graph().arcs(node)) {
      const NodeId to = ground.graph().target(arc);
      if (!ground.metric().is_passable(arc) || units.of(to).empty()) continue;
      const auto [from_unit, to_unit] = units.ends(node, to);
      if (from_unit != to_unit) use(from_unit, to_unit, node);
    }
  }
}

}  // namespace thalweg
