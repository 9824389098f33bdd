// Hierarchy: the gates of cells on every level, and what it costs to cross a cell from gate to
// gate.
//
//      cell A      |     cell B            a, b, c, d  gates: nodes of the graph
//   a - - - - - b --- c - - - - - d        a - b       a crossing of A: the cheapest route in it
//                  |                       b --- c     a step: one arc that leaves its cell
//
// A gate is a node. Where cells share no nodes, routes leave them by steps between two gates (HPA*,
// HNA*); where extents overlap, one gate may lie in both (THPA*). The gates of a cell above are
// those gates of its children by which routes leave it. Its crossings lead over its children's
// crossings and the steps between them. Routes are the graph's cheapest only when all gates are
// kept.
//
// Knows nothing of queries; points at nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "thalweg/core/cost.hpp"
#include "thalweg/core/csr.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/partition/cells.hpp"

namespace thalweg {

// Which gates are kept.
enum class GateRule : std::uint32_t {
  all,        // both ends of every arc that leaves a cell, and every node that takes part in
              // several: routes are then the cheapest (HNA*)
  openings,   // the middle arc of each opening: of arcs side by side between two cells
  entrances,  // squares: the middle of narrow border segments, the ends of wide ones (HPA*)
  shared,     // where extents overlap: the middle of what two of them share (THPA*)
};

std::string_view to_string(GateRule rule);

// A route across a cell, counted cell by cell over all cells: below 2^31.
using CrossingId = Id<struct CrossingTag, 'x'>;

// A single arc from one gate to another.
struct InterCellArc {
  GateId to;
  Cost cost = 0;

  bool operator==(const InterCellArc&) const = default;
};

// A gate as one of its cells knows it.
struct GateMembership {
  CellId cell;
  std::uint32_t index = 0;  // in the cell's gates
};

// The stored arrays of a hierarchy.
struct HierarchyArrays {
  std::uint64_t metric = 0;  // fingerprint of the metric it was built from
  GateRule rule = GateRule::all;
  bool is_symmetric = false;  // between any two nodes arcs cost the same in both directions
  Cells cells;
  IdArray<GateId, NodeId> nodes;    // [gate]  in order, each once
  Csr<CellId, GateId> gates;        // [cell]  those of each cell of every level, in order
  Csr<GateId, InterCellArc> steps;  // [gate]  in order of their targets
  Array<Distance> costs;            // [crossing]  cell by cell, a square table each: row from,
                                    //             column to; kUnreached: no route inside
  Csr<CrossingId, NodeId> routes;   // [crossing]  the nodes between its gates, of cells above the
                                    //             gates between; empty: not kept, found again
  Array<Distance> to_gates;    // cell by cell, for each node at home in it a row: what it costs
                               // inside, from there to each of the cell's gates. Empty: not kept
  Array<Distance> from_gates;  // likewise from the gates to the node; empty where costs are the
                               // same in both directions
};

class Hierarchy {
 public:
  Hierarchy() = default;

  // Checks what memory safety needs (sizes agree, ids in range, orders) and takes the arrays over.
  // Whether costs and routes are true, broken_law tells. O(arrays).
  static Result<Hierarchy> from(HierarchyArrays arrays);

  const Cells& cells() const { return arrays_.cells; }
  const Partition& partition() const { return arrays_.cells.partition; }
  GateRule rule() const { return arrays_.rule; }
  // True when its routes are the graph's cheapest.
  bool is_exact() const { return arrays_.rule == GateRule::all; }
  bool is_symmetric() const { return arrays_.is_symmetric; }
  bool has_routes() const { return arrays_.routes.row_count() > 0; }
  // True when costs between nodes and the gates of their cells are kept.
  bool has_end_costs() const { return !arrays_.to_gates.empty(); }

  std::uint32_t gate_count() const { return static_cast<std::uint32_t>(arrays_.nodes.size()); }
  std::uint32_t crossing_count() const { return static_cast<std::uint32_t>(arrays_.costs.size()); }
  NodeId node(GateId gate) const { return arrays_.nodes[gate]; }
  // The gate at a node; none where it is no gate. O(log gates).
  GateId gate_at(NodeId node) const;

  std::span<const GateId> gates(CellId cell) const { return arrays_.gates[cell]; }
  std::span<const InterCellArc> steps(GateId gate) const { return arrays_.steps[gate]; }
  // The cells that a gate is a gate of, by height, then id.
  std::span<const GateMembership> memberships(GateId gate) const { return memberships_[gate]; }

  // The crossing between two gates of a cell, by their indices in gates(cell).
  CrossingId crossing(CellId cell, std::uint32_t from, std::uint32_t to) const {
    return CrossingId(first_crossing_[cell] + from * arrays_.gates.size(cell) + to);
  }
  Distance cost(CrossingId crossing) const { return arrays_.costs[crossing.value]; }
  std::span<const NodeId> route(CrossingId crossing) const { return arrays_.routes[crossing]; }
  // The cell that a crossing is one of. O(log cells).
  CellId cell_of(CrossingId crossing) const;

  // Inside a cell, from a node to each of its gates, in their order; and from them to the node.
  // Requires: has_end_costs(), and the node's home lies in the cell or is it.
  std::span<const Distance> costs_to_gates(NodeId node, CellId cell) const {
    return end_row(arrays_.to_gates, node, cell);
  }
  std::span<const Distance> costs_from_gates(NodeId node, CellId cell) const {
    return end_row(arrays_.is_symmetric ? arrays_.to_gates : arrays_.from_gates, node, cell);
  }

  const HierarchyArrays& arrays() const { return arrays_; }
  std::uint64_t metric_fingerprint() const { return arrays_.metric; }
  // Without the memberships, which are computed on loading; and with them.
  std::size_t stored_bytes() const;
  std::size_t bytes() const {
    return stored_bytes() + memberships_.bytes() + first_crossing_.bytes() + rows_.bytes();
  }

 private:
  // Where the rows of end costs are. Empty where none are kept.
  struct EndRows {
    IdArray<NodeId, std::uint32_t>
        position;  // [node]  in an order in which the nodes at home in each
                   //         cell of each level come one after another
    IdArray<CellId, std::uint32_t> first_position;  // [cell]
    IdArray<CellId, std::uint64_t> first;           // [cell]  of its table

    std::size_t bytes() const { return position.bytes() + first_position.bytes() + first.bytes(); }
  };

  std::span<const Distance> end_row(const Array<Distance>& costs, NodeId node, CellId cell) const {
    const std::size_t gates = arrays_.gates.size(cell);
    const std::size_t row = rows_.position[node] - rows_.first_position[cell];
    return costs.span().subspan(rows_.first[cell] + row * gates, gates);
  }

  HierarchyArrays arrays_;
  Csr<GateId, GateMembership> memberships_;
  IdArray<CellId, std::uint32_t> first_crossing_;
  EndRows rows_;
};

bool operator==(const Hierarchy& a, const Hierarchy& b);

// The first law `hierarchy` breaks, or nothing. The laws: it is of this metric; the cells' own;
// each gate leaves each of its cells; wherever an arc leads from one home to another, some gate
// does (except where two straight steps replace a diagonal one); crossings cost what Dijkstra finds
// inside the extent, those above what it finds over the level below; kept routes cost the same.
// Slow.
std::optional<std::string> broken_law(const Hierarchy& hierarchy, const Ground& ground);

}  // namespace thalweg
