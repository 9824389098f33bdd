// Heights are found from below, which also refuses cycles. Whether all cells are strongly connected
// takes two floods from each, forward and backward, over arcs between children.
#include "thalweg/partition/partition.hpp"

#include <utility>
#include <vector>

#include "core/thrown.hpp"
#include "core/try.hpp"

namespace thalweg {
namespace {

Result<void> check_ids(const IdArray<NodeId, CellId>& home, const IdArray<CellId, CellId>& parent) {
  if (home.size() + parent.size() >= CellId::kNone) {
    return Error{"a partition has too many nodes and cells for their ids"};
  }
  for (const NodeId node : home.ids()) {
    if (!home[node].is_none() && home[node].value >= parent.size()) {
      return Error{"the home of " + to_string(node) + " is no cell of the partition"};
    }
  }
  for (const CellId cell : parent.ids()) {
    if (!parent[cell].is_none() && parent[cell].value >= parent.size()) {
      return Error{"the parent of " + to_string(cell) + " is no cell of the partition"};
    }
  }
  return {};
}

// The heights, from the lowest cells upward. Requires: ids in range.
Result<std::vector<Level>> find_heights(const IdArray<NodeId, CellId>& home,
                                        const IdArray<CellId, CellId>& parent) {
  std::vector<Level> heights(parent.size(), 0);
  std::vector<std::uint32_t> waits_for(parent.size(), 0);  // [cell]  cells in it without height
  for (const CellId cell : home) {
    if (!cell.is_none()) heights[cell.value] = 1;
  }
  for (const CellId cell : parent) {
    if (!cell.is_none()) ++waits_for[cell.value];
  }
  std::vector<CellId> done;
  done.reserve(parent.size());
  for (const CellId cell : parent.ids()) {
    if (waits_for[cell.value] > 0) continue;
    if (heights[cell.value] == 0) return Error{to_string(cell) + " holds nothing"};
    done.push_back(cell);
  }
  for (std::size_t i = 0; i < done.size(); ++i) {
    const CellId above = parent[done[i]];
    if (above.is_none()) continue;
    heights[above.value] = std::max(heights[above.value], heights[done[i].value] + 1);
    if (--waits_for[above.value] == 0) done.push_back(above);
  }
  if (done.size() == parent.size()) return heights;
  const CellId stuck(static_cast<std::uint32_t>(
      std::ranges::find_if(waits_for, [](std::uint32_t n) { return n > 0; }) - waits_for.begin()));
  return Error{to_string(stuck) + " is in a circle of cells, or holds one"};
}

std::string name_of(const Partition& partition, PieceId piece) {
  return partition.is_node(piece) ? to_string(partition.node(piece))
                                  : to_string(partition.cell(piece));
}

// A passable arc, as seen by the smallest cell that holds both its ends.
struct Joining {
  PieceId from;  // children of the same cell
  PieceId to;
};

// The two pieces of one cell that an arc joins; none where no cell holds both ends, or one node is
// both. O(height).
Joining joined_by(const Partition& partition, NodeId source, NodeId target) {
  if (source == target) return {};
  Joining result{partition.piece(source), partition.piece(target)};
  const auto height = [&](CellId cell) {
    return cell.is_none() ? ~Level{0} : partition.height(cell);
  };
  CellId from_cell = partition.parent(result.from);
  CellId to_cell = partition.parent(result.to);
  while (from_cell != to_cell) {
    if (height(from_cell) <= height(to_cell)) {
      result.from = partition.piece(from_cell);
      from_cell = partition.parent(from_cell);
    } else {
      result.to = partition.piece(to_cell);
      to_cell = partition.parent(to_cell);
    }
  }
  return from_cell.is_none() ? Joining{} : result;
}

// All of them, of passable arcs.
std::vector<Joining> joinings_of(const Partition& partition, const Ground& ground) {
  std::vector<Joining> result;
  const Graph& graph = ground.graph();
  for (const NodeId node : graph.nodes()) {
    for (const ArcId arc : graph.arcs(node)) {
      if (!ground.metric().is_passable(arc)) continue;
      const Joining joining = joined_by(partition, node, graph.target(arc));
      if (!joining.from.is_none()) result.push_back(joining);
    }
  }
  return result;
}

// Marks the pieces that can be reached over connections between pieces.
class Flood {
 public:
  explicit Flood(Csr<PieceId, PieceId> next) : next_(std::move(next)), marks_(next_.row_count()) {}

  bool has_reached(PieceId piece) const { return marks_[piece.value]; }

  void start_from(PieceId first) {
    reach(first);
    while (!open_.empty()) {
      const PieceId piece = open_.back();
      open_.pop_back();
      for (const PieceId next : next_[piece]) {
        if (!has_reached(next)) reach(next);
      }
    }
  }

 private:
  void reach(PieceId piece) {
    marks_[piece.value] = true;
    open_.push_back(piece);
  }

  Csr<PieceId, PieceId> next_;
  std::vector<bool> marks_;  // [piece]
  std::vector<PieceId> open_;
};

// The first cell, from below, whose children do not all reach each other inside it. Where a cell's
// children are connected inside, it is enough to look at connections between children.
std::optional<std::string> torn_cell(const Partition& partition,
                                     const std::vector<Joining>& joinings) {
  const auto from = [&](std::size_t i) { return joinings[i].from; };
  const auto to = [&](std::size_t i) { return joinings[i].to; };
  const auto from_row = [&](std::size_t i) { return joinings[i].from.value; };
  const auto to_row = [&](std::size_t i) { return joinings[i].to.value; };
  const std::size_t rows = partition.piece_count();
  // A piece lies in one cell and connections do not leave it, so one flood serves all cells.
  Flood forth(group_by_row<PieceId, PieceId>(rows, joinings.size(), from_row, to));
  Flood back(group_by_row<PieceId, PieceId>(rows, joinings.size(), to_row, from));
  const Csr<CellId, PieceId> children = children_of(partition);
  for (const CellId cell : bottom_up(partition)) {
    const PieceId first = children[cell].front();
    forth.start_from(first);
    back.start_from(first);
    for (const PieceId piece : children[cell]) {
      const bool is_reached = forth.has_reached(piece);
      if (is_reached && back.has_reached(piece)) continue;
      const PieceId start = is_reached ? piece : first;
      const PieceId end = is_reached ? first : piece;
      return "inside " + to_string(cell) + " no route leads from " + name_of(partition, start) +
             " to " + name_of(partition, end);
    }
  }
  return std::nullopt;
}

}  // namespace

Partition Partition::of_single_nodes(const Graph& graph) {
  Partition result;
  result.arrays_.graph = graph.fingerprint();
  result.arrays_.home = std::vector<CellId>(graph.node_count());
  return result;
}

Result<Partition> Partition::from(std::uint64_t graph, IdArray<NodeId, CellId> home,
                                  IdArray<CellId, CellId> parent) try {
  TRY_DO(check_ids(home, parent));
  TRY(auto heights, find_heights(home, parent));
  Partition result;
  result.arrays_ = {graph, std::move(home), std::move(parent), std::move(heights)};
  for (const Level height : result.arrays_.height) {
    result.top_level_ = std::max(result.top_level_, height);
  }
  return result;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<Partition> Partition::from(PartitionArrays arrays) try {
  if (arrays.height.size() != arrays.parent.size()) {
    return Error{"the heights are not one per cell"};
  }
  TRY(Partition result, from(arrays.graph, arrays.home, arrays.parent));
  for (const CellId cell : result.cells()) {
    if (arrays.height[cell] == result.height(cell)) continue;
    return Error{"the height of " + to_string(cell) + " is said to be " +
                 std::to_string(arrays.height[cell]) + " but is " +
                 std::to_string(result.height(cell))};
  }
  result.arrays_.height = std::move(arrays.height);
  return result;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

CellId Partition::cell_of(NodeId node, Level level) const {
  CellId result;
  for (CellId cell = home(node); !cell.is_none() && height(cell) <= level; cell = parent(cell)) {
    result = cell;
  }
  return result;
}

Csr<CellId, PieceId> children_of(const Partition& partition) {
  const auto row = [&](std::size_t i) {
    const CellId cell = partition.parent(PieceId(static_cast<std::uint32_t>(i)));
    return cell.is_none() ? partition.cell_count() : cell.value;
  };
  const auto item = [](std::size_t i) { return PieceId(static_cast<std::uint32_t>(i)); };
  return group_by_row<CellId, PieceId>(std::size_t{partition.cell_count()} + 1,
                                       partition.piece_count(), row, item);
}

std::vector<CellId> bottom_up(const Partition& partition) {
  const auto id = [](std::size_t i) { return CellId(static_cast<std::uint32_t>(i)); };
  const auto row = [&](std::size_t i) { return partition.height(id(i)); };
  return group_by_row<CellId, CellId>(std::size_t{partition.top_level()} + 1,
                                      partition.cell_count(), row, id)
      .items()
      .to_vector();
}

IdArray<CellId, std::uint32_t> sizes_of(const Partition& partition) {
  std::vector<std::uint32_t> sizes(partition.cell_count(), 0);
  for (const CellId cell : partition.arrays().home) {
    if (!cell.is_none()) ++sizes[cell.value];
  }
  for (const CellId cell : bottom_up(partition)) {
    const CellId above = partition.parent(cell);
    if (!above.is_none()) sizes[above.value] += sizes[cell.value];
  }
  return sizes;
}

std::uint32_t count_rubbish(const Partition& partition) {
  const IdArray<CellId, std::uint32_t> sizes = sizes_of(partition);
  const auto size = [&](PieceId piece) -> std::uint64_t {
    return partition.is_node(piece) ? 1 : sizes[partition.cell(piece)];
  };
  const IdRange<PieceId> pieces(partition.piece_count());
  std::vector<bool> has_giant(partition.cell_count());
  for (const PieceId piece : pieces) {
    const CellId cell = partition.parent(piece);
    if (!cell.is_none() && 2 * size(piece) > sizes[cell]) has_giant[cell.value] = true;
  }
  std::uint32_t count = 0;
  for (const PieceId piece : pieces) {
    const CellId cell = partition.parent(piece);
    if (!cell.is_none() && has_giant[cell.value] && 100 * size(piece) < sizes[cell]) ++count;
  }
  return count;
}

std::optional<std::string> broken_law(const Partition& partition, const Ground& ground) {
  if (partition.graph_fingerprint() != ground.graph().fingerprint() ||
      partition.node_count() != ground.graph().node_count()) {
    return "the partition groups the nodes of another graph";
  }
  return torn_cell(partition, joinings_of(partition, ground));
}

}  // namespace thalweg
