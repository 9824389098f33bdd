// Strongly connected components of the memberships of each room, numbered as
// cells in order of their first home.
#include "partition/seats.hpp"

#include <utility>

namespace thalweg {
namespace {

// [node] Its seats whose parts are cells. Rising.
Csr<NodeId, CellId> extents_of(const Seats& seats, const StrongParts& parts,
                               const std::vector<CellId>& cell_of_part) {
  std::vector<std::uint32_t> offsets = {0};
  std::vector<CellId> cells;
  for (const NodeId node : IdRange<NodeId>(seats.rooms.row_count())) {
    for (std::uint32_t seat = seats.rooms.first(node); seat < seats.rooms.last(node); ++seat) {
      const CellId cell = cell_of_part[parts.of[seat]];
      if (!cell.is_none()) cells.push_back(cell);
    }
    std::sort(cells.begin() + offsets.back(), cells.end());
    offsets.push_back(static_cast<std::uint32_t>(cells.size()));
  }
  return {std::move(offsets), std::move(cells)};
}

}  // namespace

Result<void> check_pricing(const Ground& ground) {
  if (ground.metric().graph_fingerprint() != ground.graph().fingerprint() ||
      ground.metric().arc_count() != ground.graph().arc_count()) {
    return Error{"the metric prices another graph"};
  }
  return {};
}

LowCells low_cells(const Ground& ground, const Seats& seats) {
  const StrongParts parts = parts_of_rows(ground, seats.rooms);
  std::vector<CellId> cell_of_part(parts.count);
  LowCells low;
  low.home.resize(seats.rooms.row_count());
  for (const NodeId node : IdRange<NodeId>(seats.rooms.row_count())) {
    if (seats.rooms.size(node) == 0) continue;
    const std::uint32_t seat =
        seats.home.empty() ? seats.rooms.first(node) : seats.home[node.value];
    CellId& cell = cell_of_part[parts.of[seat]];
    if (cell.is_none()) {
      cell = CellId(static_cast<std::uint32_t>(low.rooms.size()));
      low.rooms.push_back(seats.rooms.items()[seat]);
    }
    low.home[node.value] = cell;
  }
  if (!seats.home.empty()) low.extents = extents_of(seats, parts, cell_of_part);
  return low;
}

}  // namespace thalweg
