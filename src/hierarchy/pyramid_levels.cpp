// The levels of a pyramid, taken from a tree by the sizes of its cells.
#include <algorithm>

#include "core/thrown.hpp"
#include "thalweg/hierarchy/pyramid.hpp"

namespace thalweg {
namespace {

// The largest piece of at most `most` nodes that holds a node.
class LargestPieces {
 public:
  LargestPieces(const Partition& tree, const IdArray<CellId, std::uint32_t>& sizes,
                std::span<const CellId> bottom_up, std::uint64_t most)
      : tree_(tree), sizes_(sizes), most_(most), largest_(tree.cell_count()) {
    for (auto cell = bottom_up.rbegin(); cell != bottom_up.rend(); ++cell) {
      if (!is_small(*cell)) continue;
      const CellId above = tree.parent(*cell);
      largest_[cell->value] = is_small(above) ? largest_[above.value] : *cell;
    }
  }

  PieceId of(NodeId node) const {
    const CellId home = tree_.home(node);
    return is_small(home) ? tree_.piece(largest_[home.value]) : tree_.piece(node);
  }

 private:
  bool is_small(CellId cell) const { return !cell.is_none() && sizes_[cell] <= most_; }

  const Partition& tree_;
  const IdArray<CellId, std::uint32_t>& sizes_;
  std::uint64_t most_;
  std::vector<CellId> largest_;  // [cell]  of cells that are small enough
};

// Levels in the making. Units are the nodes, or the cells of the highest level so far.
class Levels {
 public:
  explicit Levels(const Partition& tree)
      : tree_(tree), home_(tree.node_count()), number_(tree.piece_count()) {
    for (std::uint32_t n = 0; n < tree.node_count(); ++n) first_nodes_.push_back(NodeId(n));
  }

  std::size_t unit_count() const { return first_nodes_.size(); }

  // Adds a level of the pieces that `largest` gives, unless it has hardly fewer than there are
  // units.
  void add(const LargestPieces& largest) {
    std::vector<NodeId> first_nodes;
    std::vector<std::uint32_t> above(unit_count());  // [unit]  its number in the new level
    std::ranges::fill(number_, kUnnumbered);
    for (std::size_t u = 0; u < unit_count(); ++u) {
      std::uint32_t& number = number_[largest.of(first_nodes_[u]).value];
      if (number == kUnnumbered) {
        number = static_cast<std::uint32_t>(first_nodes.size());
        first_nodes.push_back(first_nodes_[u]);
      }
      above[u] = number;
    }
    if (4 * first_nodes.size() > 3 * unit_count()) return;
    const auto first_new = static_cast<std::uint32_t>(parent_.size());
    const bool are_nodes = parent_.empty();
    for (std::size_t u = 0; u < unit_count(); ++u) {
      const CellId cell(first_new + above[u]);
      (are_nodes ? home_[u] : parent_[first_new - unit_count() + u]) = cell;
    }
    parent_.resize(parent_.size() + first_nodes.size());
    first_nodes_ = std::move(first_nodes);
  }

  Partition take() {
    return value_if_memory(
        Partition::from(tree_.graph_fingerprint(), std::move(home_), std::move(parent_)));
  }

 private:
  static constexpr std::uint32_t kUnnumbered = 0xFFFFFFFFu;

  const Partition& tree_;
  std::vector<CellId> home_;           // [node]
  std::vector<CellId> parent_;         // [cell]
  std::vector<NodeId> first_nodes_;    // [unit]  the first of its nodes
  std::vector<std::uint32_t> number_;  // [piece of the tree]  scratch
};

}  // namespace

Partition pyramid_levels(const Partition& tree, std::uint32_t base) {
  const auto sizes = sizes_of(tree);
  const std::vector<CellId> order = bottom_up(tree);
  Levels levels(tree);
  for (std::uint64_t most = 2 * std::uint64_t{base};; most *= base) {
    if (levels.unit_count() <= 1) break;
    levels.add(LargestPieces(tree, sizes, order, most));
    if (most >= tree.node_count()) break;
  }
  return levels.take();
}

}  // namespace thalweg
