// Gates under a rule: where routes may pass from one cell of height 1 to another.
#pragma once

#include <compare>
#include <vector>

#include "thalweg/hierarchy/build.hpp"

namespace thalweg {

// A passable arc between two homes, kept as a connection from cell to cell.
struct StepNodes {
  NodeId from;
  NodeId to;

  auto operator<=>(const StepNodes&) const = default;
};

// A node that lies in the extents of two cells, kept as a connection in both directions.
struct SharedNode {
  CellId a;  // a < b
  CellId b;
  NodeId node;

  auto operator<=>(const SharedNode&) const = default;
};

struct FoundGates {
  std::vector<StepNodes> steps;    // in order, each once
  std::vector<SharedNode> shared;  // in order
};

// Where gates are looked for. Those between other cells are taken over from the old hierarchy.
struct GateScope {
  const Hierarchy* old = nullptr;  // null: everything is in scope
  std::vector<CellId> from = {};   // [cell]  the old cell with the same nodes, if any
  std::vector<bool> cells = {};    // [cell]
  std::vector<bool> nodes = {};    // [node]

  bool has(CellId cell) const { return old == nullptr || cells[cell.value]; }
  bool has(NodeId node) const { return old == nullptr || nodes[node.value]; }
};

bool is_gate_of(const Hierarchy& hierarchy, GateId gate, CellId cell);

// True when some cell of height 1 holds both in its extent.
bool share_a_cell(const Cells& cells, NodeId a, NodeId b);

// True for a diagonal step between squares that two straight steps can replace. Where corners may
// not be cut, these are all diagonal steps except where heights forbid the straight ones.
bool is_spare(const Ground& ground, NodeId from, NodeId to);

// All rules keep every link that leaves a cell, and at least one connection from each home to each
// other home that an arc leads to, spare diagonals apart. Each node of an extent reaches each
// other, so no connection is lost. Refused with a sentence: a rule that does not suit the graph or
// the cells. Requires: between cells that are not both in scope the old gates are right.
Result<FoundGates> find_gates(const Ground& ground, const Cells& cells,
                              const HierarchyOptions& options, const GateScope& scope = {});

}  // namespace thalweg
