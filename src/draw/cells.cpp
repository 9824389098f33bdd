// Pieces are coloured one after another, each with the least used colour so far that none of its
// neighbours has.
#include "thalweg/draw/cells.hpp"

#include <algorithm>
#include <array>

#include "core/thrown.hpp"

namespace thalweg {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFFu;
// The number of clearly different colours. More are used only if the neighbours of a piece have all
// of these.
constexpr std::uint32_t kPalette = 8;

// The piece that contains each node at `level`: the highest one of at most that height.
std::vector<PieceId> pieces_at(const Partition& partition, Level level) {
  std::vector<CellId> shown(partition.cell_count());
  const std::vector<CellId> order = bottom_up(partition);
  for (auto cell = order.rbegin(); cell != order.rend(); ++cell) {  // parents first
    if (partition.height(*cell) > level) continue;
    const CellId parent = partition.parent(*cell);
    const CellId above = parent.is_none() ? parent : shown[parent.value];
    shown[cell->value] = above.is_none() ? *cell : above;
  }
  std::vector<PieceId> pieces;
  pieces.reserve(partition.node_count());
  for (std::uint32_t n = 0; n < partition.node_count(); ++n) {
    const CellId home = partition.home(NodeId(n));
    const CellId cell = home.is_none() ? home : shown[home.value];
    pieces.push_back(cell.is_none() ? partition.piece(NodeId(n)) : partition.piece(cell));
  }
  return pieces;
}

class Colouring {
 public:
  Colouring(const Graph& graph, std::vector<PieceId> pieces, std::uint32_t piece_count)
      : graph_(graph), pieces_(std::move(pieces)), colours_(piece_count, kNone) {}

  // Requires: all nodes of one piece.
  void colour(std::span<const NodeId> nodes) {
    taken_.clear();
    bool has_arcs = false;
    for (const NodeId node : nodes) {
      for (const ArcId arc : graph_.arcs(node)) {
        has_arcs = true;
        const std::uint32_t colour = colours_[pieces_[graph_.target(arc).value].value];
        if (colour != kNone) taken_.push_back(colour);
      }
    }
    if (!has_arcs) return;
    const std::uint32_t chosen = least_used();
    colours_[pieces_[nodes.front().value].value] = chosen;
    if (chosen < kPalette) ++uses_[chosen];
  }

  std::vector<std::uint32_t> of_nodes() const {
    std::vector<std::uint32_t> out;
    out.reserve(pieces_.size());
    for (const PieceId piece : pieces_) out.push_back(colours_[piece.value]);
    return out;
  }

 private:
  std::uint32_t least_used() {
    std::ranges::sort(taken_);
    taken_.erase(std::unique(taken_.begin(), taken_.end()), taken_.end());
    std::uint32_t best = kNone;
    for (std::uint32_t c = 0; c < kPalette; ++c) {
      if (std::ranges::binary_search(taken_, c)) continue;
      if (best == kNone || uses_[c] < uses_[best]) best = c;
    }
    if (best != kNone) return best;
    std::uint32_t free = 0;  // the lowest that is not taken: past the palette
    for (const std::uint32_t c : taken_) free += c == free ? 1 : 0;
    return free;
  }

  const Graph& graph_;
  std::vector<PieceId> pieces_;         // [node]
  std::vector<std::uint32_t> colours_;  // [piece]
  std::array<std::uint32_t, kPalette> uses_{};
  std::vector<std::uint32_t> taken_;  // by the neighbours of the current piece
};

}  // namespace

Result<std::vector<std::uint32_t>> cell_colours(const Graph& graph, const Partition& partition,
                                                Level level) try {
  if (!graph.facts().nodes_are_faces && !graph.facts().nodes_are_squares) {
    return Error{"cells can be drawn where nodes are faces or squares, and these are of a " +
                 std::string(graph.facts().name) + " graph"};
  }
  if (partition.graph_fingerprint() != graph.fingerprint() ||
      partition.node_count() != graph.node_count()) {
    return Error{"the partition is of another graph"};
  }
  const std::vector<PieceId> pieces = pieces_at(partition, level);
  const auto nodes_of = group_by_row<PieceId, NodeId>(
      partition.piece_count(), pieces.size(), [&](std::size_t i) { return pieces[i].value; },
      [](std::size_t i) { return NodeId(static_cast<std::uint32_t>(i)); });
  Colouring colouring(graph, pieces, partition.piece_count());
  // In order of their first nodes, so that neighbours follow each other and colours alternate.
  for (const NodeId node : graph.nodes()) {
    const auto nodes = nodes_of[pieces[node.value]];
    if (nodes.front() == node) colouring.colour(nodes);
  }
  return colouring.of_nodes();
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
