// kept_cells: the cells of a ground after a change, without a partitioner.
#include <utility>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "partition/level_stack.hpp"
#include "partition/memberships.hpp"
#include "partition/units.hpp"
#include "thalweg/partition/kway.hpp"

namespace thalweg {
namespace {

// The rooms of the nodes: their cells before. Nodes that were in none join a neighbour's.
Memberships old_memberships(const Ground& now, const Cells& old) {
  const bool has_extents = old.extents.row_count() > 0;
  const auto& islands = now.metric().islands().of;
  std::vector<CellId> home(old.partition.arrays().home.begin(), old.partition.arrays().home.end());
  std::vector<NodeId> fresh;
  for (const NodeId node : now.graph().nodes()) {
    if (islands[node].is_none()) home[node.value] = {};
    if (!islands[node].is_none() && home[node.value].is_none()) fresh.push_back(node);
  }
  // Breadth first, so that each joins the cell of the nearest neighbour; what is left is new.
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    std::vector<std::pair<NodeId, CellId>> joined;
    for (const NodeId node : fresh) {
      if (!home[node.value].is_none()) continue;
      for (const ArcId arc : now.graph().arcs(node)) {
        const CellId other = home[now.graph().target(arc).value];
        if (other.is_none() || !now.metric().is_passable(arc)) continue;
        joined.emplace_back(node, other);
        break;
      }
    }
    for (const auto& [node, cell] : joined) home[node.value] = cell;
    is_changed = !joined.empty();
  }
  const RoomKey first_new = old.partition.cell_count();
  std::vector<std::uint32_t> offsets = {0};
  std::vector<RoomKey> rooms;
  Memberships memberships;
  for (const NodeId node : now.graph().nodes()) {
    if (!islands[node].is_none()) {
      const CellId own = home[node.value];
      const RoomKey key = own.is_none() ? first_new + islands[node].value : own.value;
      const bool was_in = has_extents && !old.partition.home(node).is_none();
      std::size_t at = rooms.size();
      if (was_in) {
        for (const CellId cell : old.extents[node]) rooms.push_back(cell.value);
        while (rooms[at] != key) ++at;
      } else {
        rooms.push_back(key);
      }
      memberships.home.push_back(static_cast<std::uint32_t>(at));
    } else {
      memberships.home.push_back(static_cast<std::uint32_t>(rooms.size()));
    }
    offsets.push_back(static_cast<std::uint32_t>(rooms.size()));
  }
  memberships.rooms = {std::move(offsets), std::move(rooms)};
  if (!has_extents) memberships.home.clear();
  return memberships;
}

}  // namespace

Result<Cells> kept_cells(const Ground& now, const Cells& old) try {
  TRY_DO(check_pricing(now));
  const Partition& before = old.partition;
  if (before.node_count() != now.graph().node_count()) {
    return Error{"the cells are of a graph with other nodes"};
  }
  LowCells low = low_cells(now, old_memberships(now, old));
  LevelStack stack(now, low.home, low.rooms.size());
  // [cell of the top level] The old cell that it lay in; cells that are new keep their own labels.
  std::vector<std::uint64_t> labels(low.rooms.begin(), low.rooms.end());
  for (Level level = 2; level <= before.top_level(); ++level) {
    for (std::uint64_t& label : labels) {
      if (label >= before.cell_count()) continue;
      const CellId parent = before.parent(CellId(static_cast<std::uint32_t>(label)));
      if (parent.is_none()) return Error{"the cells are not of even levels"};
      label = parent.value;
    }
    const StrongParts parts = stack.add_level(labels);
    std::vector<std::uint64_t> next(parts.count);
    for (std::size_t i = 0; i < labels.size(); ++i) next[parts.of[i]] = labels[i];
    labels = std::move(next);
  }
  return cells_of(now, std::move(low), std::move(stack));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
