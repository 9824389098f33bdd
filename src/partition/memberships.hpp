// Memberships: which rooms each node takes part in, and the cells that this gives.
//
// A room is a number: a section, a label. A membership is a node in a room; one of a node's
// memberships is its home. The memberships of a room that reach each other inside it are a cell, if
// one of them is a home.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "partition/strong_parts.hpp"
#include "thalweg/partition/cells.hpp"

namespace thalweg {

using RoomKey = std::uint64_t;

struct Memberships {
  Csr<NodeId, RoomKey> rooms;       // [node]  rising; no membership: in no cell
  std::vector<std::uint32_t> home;  // [node]  which item of `rooms` is its home; empty: the first
};

// Cells of height 1, in order of their first nodes.
struct LowCells {
  std::vector<CellId> home;     // [node]
  std::vector<RoomKey> rooms;   // [cell]
  Csr<NodeId, CellId> extents;  // [node]  rising; empty where each node has one membership at most
};

// Refuses a metric that does not price the graph.
Result<void> check_pricing(const Ground& ground);

// Requires: the metric prices the graph. O(arcs of all memberships x log memberships of a node).
LowCells low_cells(const Ground& ground, const Memberships& memberships);

// The node of each item of `rows`.
template <class Key>
std::vector<NodeId> nodes_of_items(const Csr<NodeId, Key>& rows) {
  std::vector<NodeId> nodes(rows.item_count());
  for (const NodeId node : IdRange<NodeId>(rows.row_count())) {
    for (std::uint32_t i = rows.first(node); i < rows.last(node); ++i) nodes[i] = node;
  }
  return nodes;
}

// The strong parts of the items of `rows`, joined by passable arcs where their keys are the same.
// Requires: rising rows.
template <class Key>
StrongParts parts_of_rows(const Ground& ground, const Csr<NodeId, Key>& rows) {
  const std::vector<NodeId> nodes = nodes_of_items(rows);
  const auto slots = [&](std::uint32_t item) {
    const auto& targets = ground.graph().arrays().targets;
    return SlotRange{targets.first(nodes[item]), targets.last(nodes[item])};
  };
  const auto next = [&](std::uint32_t item, std::uint32_t slot) {
    if (!ground.metric().is_passable(ArcId(slot))) return kNoItem;
    const NodeId target = ground.graph().target(ArcId(slot));
    const auto row = rows[target];
    const auto found = std::lower_bound(row.begin(), row.end(), rows.items()[item]);
    if (found == row.end() || *found != rows.items()[item]) return kNoItem;
    return rows.first(target) + static_cast<std::uint32_t>(found - row.begin());
  };
  return strong_parts(static_cast<std::uint32_t>(rows.item_count()), slots, next);
}

}  // namespace thalweg
