// Strongly connected components of the memberships of each room, numbered as
// cells in order of their first home.
#include "partition/memberships.hpp"

#include <utility>

namespace thalweg {
namespace {

// [node] Its memberships whose parts are cells. Rising.
Csr<NodeId, CellId> extents_of(const Memberships& memberships, const StrongParts& parts,
                               const std::vector<CellId>& cell_of_part) {
  std::vector<std::uint32_t> offsets = {0};
  std::vector<CellId> cells;
  for (const NodeId node : IdRange<NodeId>(memberships.rooms.row_count())) {
    for (std::uint32_t membership = memberships.rooms.first(node);
         membership < memberships.rooms.last(node); ++membership) {
      const CellId cell = cell_of_part[parts.of[membership]];
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

LowCells low_cells(const Ground& ground, const Memberships& memberships) {
  const StrongParts parts = parts_of_rows(ground, memberships.rooms);
  std::vector<CellId> cell_of_part(parts.count);
  LowCells low;
  low.home.resize(memberships.rooms.row_count());
  for (const NodeId node : IdRange<NodeId>(memberships.rooms.row_count())) {
    if (memberships.rooms.size(node) == 0) continue;
    const std::uint32_t membership =
        memberships.home.empty() ? memberships.rooms.first(node) : memberships.home[node.value];
    CellId& cell = cell_of_part[parts.of[membership]];
    if (cell.is_none()) {
      cell = CellId(static_cast<std::uint32_t>(low.rooms.size()));
      low.rooms.push_back(memberships.rooms.items()[membership]);
    }
    low.home[node.value] = cell;
  }
  if (!memberships.home.empty()) low.extents = extents_of(memberships, parts, cell_of_part);
  return low;
}

}  // namespace thalweg
