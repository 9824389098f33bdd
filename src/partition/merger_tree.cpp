// What merging writes into the tree: children, their records and joints.
#include <algorithm>
#include <tuple>

#include "partition/merger.hpp"

namespace thalweg {

NaturalTree::Child NaturalMerger::new_child(PieceId piece) const {
  NaturalTree::Child child;
  child.piece = piece;
  child.rest = {0, 0};
  if (tree_.is_node(piece)) {
    const Box3 box = span_.extent(NodeId(piece.value));
    child.low = NaturalTree::as_floats(box.low);
    child.high = NaturalTree::as_floats(box.high);
    return child;
  }
  const auto inside = tree_.children(tree_.cell(piece));
  child.low = inside.front().low;
  child.high = inside.front().high;
  for (const NaturalTree::Child& part : inside) {
    for (std::size_t k = 0; k < 3; ++k) {
      child.low[k] = std::min(child.low[k], part.low[k]);
      child.high[k] = std::max(child.high[k], part.high[k]);
    }
  }
  return child;
}

// Writes the members, and the records between them, into the tree.
NaturalTree::Block NaturalMerger::put_block(std::span<const PieceId> members,
                                            std::span<const Distances> rests) {
  NaturalTree::Block block{static_cast<std::uint32_t>(tree_.children_.size()),
                           static_cast<std::uint32_t>(members.size()), 0};
  std::size_t at = 0;
  for (std::uint32_t i = 0; i < members.size(); ++i) {
    NaturalTree::Child child = new_child(members[i]);
    child.offset = block.size;
    block.size += tree_.size(members[i]);
    if (!rests.empty()) child.rest = rests[i];
    const std::size_t first = at;
    while (at < records_.size() && records_[at].from == i) ++at;
    put_records(child, std::span(records_).subspan(first, at - first));
    tree_.children_.push_back(child);
  }
  return block;
}

void NaturalMerger::put_records(NaturalTree::Child& child, std::span<const Record> records) {
  child.first_neighbour = static_cast<std::uint32_t>(tree_.neighbours_.size());
  child.neighbour_count = static_cast<std::uint32_t>(records.size());
  for (const Record& record : records) {
    const std::size_t first = tree_.joints_.size();
    for (std::uint32_t a = record.first_arc; a != kEnd; a = next_arc_[a]) {
      tree_.joints_.push_back({offset_in_top(tree_.piece(sources_[a])), ArcId(a)});
    }
    std::sort(tree_.joints_.begin() + static_cast<std::ptrdiff_t>(first), tree_.joints_.end(),
              [](const NaturalTree::Joint& a, const NaturalTree::Joint& b) {
                return std::tie(a.offset, a.arc) < std::tie(b.offset, b.arc);
              });
    tree_.neighbours_.push_back({record.to, static_cast<std::uint32_t>(first),
                                 static_cast<std::uint32_t>(tree_.joints_.size() - first), 0,
                                 record.distances});
  }
}

// The offset of a piece in the top that holds it. Halves the paths that it follows.
std::uint32_t NaturalMerger::offset_in_top(PieceId piece) {
  std::uint32_t offset = 0;
  for (PieceId at = piece; !up_[at.value].is_none();) {
    const PieceId above = up_[at.value];
    if (!up_[above.value].is_none()) {
      up_offset_[at.value] += up_offset_[above.value];
      up_[at.value] = up_[above.value];
    }
    offset += up_offset_[at.value];
    at = up_[at.value];
  }
  return offset;
}

NaturalTree NaturalMerger::take() {
  std::vector<PieceId> tops;
  tops.reserve(top_count_);
  for (std::uint32_t p = 0; p < tree_.piece_count(); ++p) {
    const bool is_gone = p >= tree_.node_count_ && tree_.blocks_[p - tree_.node_count_].count == 0;
    if (up_[p].is_none() && !is_gone) tops.push_back(PieceId(p));
  }
  for (std::uint32_t i = 0; i < tops.size(); ++i) tree_.child_indices_[tops[i].value] = i;
  sort_edges(CellId(), tops);
  tree_.global_ = put_block(tops, {});
  return NaturalTree(std::move(tree_));
}

}  // namespace thalweg
