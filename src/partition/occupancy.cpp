#include "thalweg/partition/occupancy.hpp"

namespace thalweg {

void Occupancy::add(PieceId piece, PieceId end, std::uint32_t change) {
  for (PieceId at = piece; at != end; at = above(at)) {
    counts_[at.value].fetch_add(change, std::memory_order_relaxed);
  }
}

void Occupancy::move(NodeId from, NodeId to) {
  // The smallest cell that holds both: walk up by turns, the smaller piece first.
  PieceId a = tree_.piece(from);
  PieceId b = tree_.piece(to);
  while (a != b && !(a.is_none() || b.is_none())) {
    const bool is_a_smaller = tree_.size(a) <= tree_.size(b);
    (is_a_smaller ? a : b) = above(is_a_smaller ? a : b);
  }
  const PieceId common = a == b ? a : PieceId();
  add(tree_.piece(to), common, 1);
  add(tree_.piece(from), common, kMinusOne);
}

}  // namespace thalweg
