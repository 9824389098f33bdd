// Atomic counts along the path to the root. A move changes only the pieces below the
// smallest cell that holds both nodes.
#include "thalweg/partition/occupancy.hpp"

namespace thalweg {

Occupancy::Occupancy(const NaturalTree& tree)
    : above_(tree.piece_count()), sizes_(tree.piece_count()), counts_(tree.piece_count()) {
  for (std::uint32_t p = 0; p < tree.piece_count(); ++p) {
    const CellId cell = tree.parent(PieceId(p));
    if (!cell.is_none()) above_[p] = tree.piece(cell);
    sizes_[p] = tree.size(PieceId(p));
  }
}

Occupancy::Occupancy(const Partition& cells)
    : above_(cells.piece_count()), sizes_(cells.piece_count(), 1), counts_(cells.piece_count()) {
  const auto sizes = sizes_of(cells);
  for (const CellId cell : cells.cells()) sizes_[cells.piece(cell).value] = sizes[cell];
  for (std::uint32_t p = 0; p < cells.piece_count(); ++p) {
    const CellId cell = cells.parent(PieceId(p));
    if (!cell.is_none()) above_[p] = cells.piece(cell);
  }
}

void Occupancy::add(PieceId piece, PieceId end, std::uint32_t change) {
  for (PieceId at = piece; at != end; at = above_[at.value]) {
    counts_[at.value].fetch_add(change, std::memory_order_relaxed);
  }
}

void Occupancy::move(NodeId from, NodeId to) {
  // The smallest cell that holds both: walk up by turns, the smaller piece first.
  PieceId a(from.value);
  PieceId b(to.value);
  while (a != b && !(a.is_none() || b.is_none())) {
    PieceId& smaller = sizes_[a.value] <= sizes_[b.value] ? a : b;
    smaller = above_[smaller.value];
  }
  const PieceId common = a == b ? a : PieceId();
  add(PieceId(to.value), common, 1);
  add(PieceId(from.value), common, kMinusOne);
}

}  // namespace thalweg
