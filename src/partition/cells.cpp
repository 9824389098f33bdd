// The laws of cells: homes, order, extents, and strong connection, which is tested for all cells of
// a level at once by strongly connected components.
#include "thalweg/partition/cells.hpp"

#include <utility>

#include "partition/cell_arc.hpp"
#include "partition/memberships.hpp"

namespace thalweg {
namespace {

using Problem = std::optional<std::string>;

// Each node with an island has a home of height 1, others have none.
Problem bad_home(const Partition& partition, const Islands& islands) {
  for (const NodeId node : islands.of.ids()) {
    const CellId home = partition.home(node);
    if (islands.of[node].is_none() != home.is_none()) {
      return to_string(node) + (home.is_none() ? " has an island but lies in no cell"
                                               : " lies in a cell but has no island");
    }
    if (!home.is_none() && partition.height(home) != 1) {
      return "the home of " + to_string(node) + " is not of height 1";
    }
  }
  return std::nullopt;
}

// Cells are in order of height, then of their first nodes.
Problem bad_order(const Partition& partition) {
  std::vector<NodeId> first(partition.cell_count());
  for (const NodeId node : partition.arrays().home.ids()) {
    for (CellId cell = partition.home(node); !cell.is_none() && first[cell.value].is_none();
         cell = partition.parent(cell)) {
      first[cell.value] = node;
    }
  }
  for (std::uint32_t c = 1; c < partition.cell_count(); ++c) {
    const Level below = partition.height(CellId(c - 1));
    const Level height = partition.height(CellId(c));
    if (height < below || (height == below && first[c] < first[c - 1])) {
      return to_string(CellId(c)) + " is not in order of height and first node";
    }
  }
  return std::nullopt;
}

// A node takes part in its home, and in cells of height 1 alone, each once and in order.
Problem bad_extent(const Cells& cells) {
  const Partition& partition = cells.partition;
  if (cells.extents.row_count() == 0) return std::nullopt;
  if (cells.extents.row_count() != partition.node_count()) {
    return "the extents are not one row per node";
  }
  for (const NodeId node : partition.arrays().home.ids()) {
    const auto row = cells.extents[node];
    const CellId home = partition.home(node);
    if (home.is_none() ? !row.empty() : !cells.takes_part(node, home)) {
      return to_string(node) + (home.is_none() ? " lies in no cell but takes part in one"
                                               : " takes no part in its home");
    }
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i].value >= partition.cell_count() || partition.height(row[i]) != 1) {
        return to_string(node) + " takes part in what is no cell of height 1";
      }
      if (i > 0 && row[i] <= row[i - 1]) return "the row of " + to_string(node) + " does not rise";
    }
  }
  return std::nullopt;
}

// [node] The cells it takes part in, also where the extents leave that out.
Csr<NodeId, CellId> whole_extents(const Cells& cells) {
  if (cells.extents.row_count() > 0) return cells.extents;
  std::vector<std::uint32_t> offsets = {0};
  std::vector<CellId> items;
  for (const CellId home : cells.partition.arrays().home) {
    if (!home.is_none()) items.push_back(home);
    offsets.push_back(static_cast<std::uint32_t>(items.size()));
  }
  return {std::move(offsets), std::move(items)};
}

// Items of one cell must be of one part; says which cell is torn.
class OnePart {
 public:
  explicit OnePart(std::uint32_t cell_count) : part_(cell_count, kNoItem) {}

  Problem add(CellId cell, std::uint32_t part) {
    std::uint32_t& known = part_[cell.value];
    if (known == kNoItem) known = part;
    if (known == part) return std::nullopt;
    return "inside " + to_string(cell) + " not everything reaches everything";
  }

 private:
  std::vector<std::uint32_t> part_;  // [cell]
};

Problem torn_extent(const Cells& cells, const Ground& ground) {
  const Csr<NodeId, CellId> extents = whole_extents(cells);
  const StrongParts parts = parts_of_rows(ground, extents);
  OnePart one_part(cells.partition.cell_count());
  for (std::size_t i = 0; i < extents.item_count(); ++i) {
    if (auto problem = one_part.add(extents.items()[i], parts.of[i])) return problem;
  }
  return std::nullopt;
}

// The children of cells of height `level` + 1 must reach each other.
Problem torn_level(const Partition& partition, const Ground& ground, Level level) {
  std::vector<CellArc> arcs;
  for (const NodeId node : ground.graph().nodes()) {
    for (const ArcId arc : ground.graph().arcs(node)) {
      if (!ground.metric().is_passable(arc)) continue;
      const CellId from = partition.cell_of(node, level);
      const CellId to = partition.cell_of(ground.graph().target(arc), level);
      if (from.is_none() || to.is_none() || partition.parent(from) != partition.parent(to))
        continue;
      arcs.push_back({from, to});
    }
  }
  const auto next_of = group_by_row<CellId, CellId>(
      partition.cell_count(), arcs.size(), [&](std::size_t i) { return arcs[i].from.value; },
      [&](std::size_t i) { return arcs[i].to; });
  const StrongParts parts = strong_parts(
      partition.cell_count(),
      [&](std::uint32_t c) {
        return SlotRange{next_of.first(CellId(c)), next_of.last(CellId(c))};
      },
      [&](std::uint32_t, std::uint32_t slot) { return next_of.items()[slot].value; });
  OnePart one_part(partition.cell_count());
  for (const CellId cell : partition.cells()) {
    if (partition.height(cell) != level) continue;
    if (auto problem = one_part.add(partition.parent(cell), parts.of[cell.value])) return problem;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> uneven_level(const Partition& partition) {
  for (const CellId cell : partition.cells()) {
    const CellId above = partition.parent(cell);
    const Level height = partition.height(cell);
    if (above.is_none() ? height != partition.top_level() : partition.height(above) != height + 1) {
      return to_string(cell) + " has no cell of the next height above it";
    }
  }
  return std::nullopt;
}

std::optional<std::string> broken_law(const Cells& cells, const Ground& ground) {
  const Partition& partition = cells.partition;
  if (auto checked = check_pricing(ground); !checked) return checked.error();
  if (partition.graph_fingerprint() != ground.graph().fingerprint() ||
      partition.node_count() != ground.graph().node_count()) {
    return "the cells group the nodes of another graph";
  }
  if (!cells.sections.empty() && cells.sections.size() != partition.cell_count()) {
    return "the sections are not one per cell";
  }
  if (auto problem = bad_home(partition, ground.metric().islands())) return problem;
  if (auto problem = uneven_level(partition)) return problem;
  if (auto problem = bad_order(partition)) return problem;
  if (auto problem = bad_extent(cells)) return problem;
  if (auto problem = torn_extent(cells, ground)) return problem;
  for (Level level = 1; level < partition.top_level(); ++level) {
    if (auto problem = torn_level(partition, ground, level)) return problem;
  }
  return std::nullopt;
}

}  // namespace thalweg
