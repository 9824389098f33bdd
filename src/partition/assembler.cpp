// Children are laid out in the order of a walk down the tree, arcs sorted to the smallest cell with
// both ends, then cells of one height are measured in parallel, from below.
#include "partition/assembler.hpp"

#include <algorithm>
#include <tuple>

#include "thalweg/core/parallel.hpp"

namespace thalweg {

NaturalAssembler::NaturalAssembler(const NaturalGround& ground, const Partition& partition,
                                   RestRule rule, std::span<const Distances> rests)
    : ground_(ground), order_(bottom_up(partition)) {
  tree_.node_count_ = partition.node_count();
  tree_.graph_ = ground.graph().fingerprint();
  tree_.metric_ = ground.metric().fingerprint();
  tree_.rule_ = rule;
  put_children(partition);
  put_extents();
  put_joints(partition);
  if (rests.empty()) {
    measure_all(partition);
  } else {
    take_rests(rests);
  }
}

// With the rests known, cells can be measured in any order.
void NaturalAssembler::take_rests(std::span<const Distances> rests) {
  constexpr std::size_t kGrain = 256;
  for (NaturalTree::Child& child : tree_.children_) child.rest = rests[child.piece.value];
  parallel_for(order_.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) measure_neighbours(order_[i]);
  });
  measure_neighbours(CellId());
}

// From below: cells of one height do not see each other.
void NaturalAssembler::measure_all(const Partition& partition) {
  constexpr std::size_t kGrain = 16;
  for (std::size_t first = 0; first < order_.size();) {
    std::size_t last = first;
    const Level height = partition.height(order_[first]);
    while (last < order_.size() && partition.height(order_[last]) == height) ++last;
    parallel_for(last - first, kGrain, [&](std::size_t begin, std::size_t end) {
      Scratch scratch;
      for (std::size_t i = begin; i < end; ++i) measure(order_[first + i], scratch);
    });
    first = last;
  }
  Scratch scratch;
  measure(CellId(), scratch);
}

// Children in order of piece; the cells as a walk down the tree meets them, so that what is near in
// the tree is near in memory; the tops last.
void NaturalAssembler::put_children(const Partition& partition) {
  const Csr<CellId, PieceId> rows = children_of(partition);
  const CellId tops(partition.cell_count());
  tree_.parents_.resize(partition.piece_count());
  tree_.child_indices_.resize(partition.piece_count());
  tree_.blocks_.resize(partition.cell_count());
  tree_.children_.resize(partition.piece_count());
  std::uint32_t first = 0;
  std::vector<CellId> stack;
  const auto put = [&](CellId cell) {
    NaturalTree::Block& block = cell == tops ? tree_.global_ : tree_.blocks_[cell.value];
    const auto row = rows[cell];
    block = {cell == tops ? partition.piece_count() - rows.size(cell) : first, rows.size(cell), 0};
    for (std::uint32_t i = 0; i < block.count; ++i) {
      tree_.children_[block.first + i].piece = row[i];
      tree_.parents_[row[i].value] = cell == tops ? CellId() : cell;
      tree_.child_indices_[row[i].value] = i;
    }
    for (std::uint32_t i = block.count; i > 0 && !partition.is_node(row[i - 1]); --i) {
      stack.push_back(partition.cell(row[i - 1]));
    }
    return block.count;
  };
  put(tops);
  while (!stack.empty()) {
    const CellId cell = stack.back();
    stack.pop_back();
    first += put(cell);
  }
}

// Sizes, offsets and extremes, from below.
void NaturalAssembler::put_extents() {
  const MetricBound span(ground_.world(), ground_.graph(), ground_.metric().profile());
  std::vector<Box3> boxes(tree_.blocks_.size());
  const auto put = [&](NaturalTree::Block& block) {
    Box3 whole;
    for (std::uint32_t i = block.first; i < block.first + block.count; ++i) {
      NaturalTree::Child& child = tree_.children_[i];
      const bool is_node = tree_.is_node(child.piece);
      const Box3 box =
          is_node ? span.extent(NodeId(child.piece.value)) : boxes[tree_.cell(child.piece).value];
      child.low = NaturalTree::as_floats(box.low);
      child.high = NaturalTree::as_floats(box.high);
      child.offset = block.size;
      block.size += tree_.size(child.piece);
      whole.add(box);
    }
    return whole;
  };
  for (const CellId cell : order_) boxes[cell.value] = put(tree_.blocks_[cell.value]);
  put(tree_.global_);
}

// Every passable arc at the smallest cell that holds both its ends.
void NaturalAssembler::put_joints(const Partition& partition) {
  std::vector<Crossing> crossings;
  crossings.reserve(ground_.graph().arc_count());
  is_entered_ = tree_.closed_pieces(ground_);
  const auto height_above = [&](PieceId p) {
    const CellId above = tree_.parent(p);
    return above.is_none() ? PieceId::kNone : partition.height(above);
  };
  const auto lifted = [&](PieceId p) {
    const CellId above = tree_.parent(p);
    is_entered_[p.value] = 1;
    return tree_.piece(above);
  };
  for (const NodeId node : ground_.graph().nodes()) {
    for (const ArcId arc : ground_.graph().arcs(node)) {
      const NodeId target = ground_.graph().target(arc);
      if (!ground_.metric().is_passable(arc) || target == node) continue;
      PieceId from = tree_.piece(node);
      PieceId to = tree_.piece(target);
      std::uint32_t offset = 0;
      while (tree_.parent(from) != tree_.parent(to)) {
        if (height_above(from) <= height_above(to)) {
          offset += tree_.child(from).offset;
          from = lifted(from);
        } else {
          to = lifted(to);
        }
      }
      crossings.push_back({from, tree_.child_index(to), offset, arc});
    }
  }
  put_neighbours(std::move(crossings));
}

void NaturalAssembler::put_neighbours(std::vector<Crossing> crossings) {
  const auto slot_of = [&](PieceId p) {
    return tree_.block(tree_.parent(p)).first + tree_.child_index(p);
  };
  std::vector<std::uint32_t> first(tree_.children_.size() + 1, 0);
  for (const Crossing& c : crossings) ++first[slot_of(c.from) + 1];
  for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  std::vector<Crossing> sorted(crossings.size());
  for (const Crossing& c : crossings) sorted[next[slot_of(c.from)]++] = c;
  crossings = {};
  tree_.joints_.reserve(sorted.size());
  tree_.neighbours_.reserve(sorted.size());  // at most; unused pages take up no memory
  for (std::size_t i = 0; i < tree_.children_.size(); ++i) {
    NaturalTree::Child& child = tree_.children_[i];
    child.first_neighbour = static_cast<std::uint32_t>(tree_.neighbours_.size());
    const auto row = std::span(sorted).subspan(first[i], first[i + 1] - first[i]);
    std::sort(row.begin(), row.end(), [](const Crossing& a, const Crossing& b) {
      return std::tie(a.child_index, a.offset, a.arc) < std::tie(b.child_index, b.offset, b.arc);
    });
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (k == 0 || row[k].child_index != row[k - 1].child_index) {
        tree_.neighbours_.push_back(
            {row[k].child_index, static_cast<std::uint32_t>(tree_.joints_.size()), 0, 0, {}});
      }
      tree_.joints_.push_back({row[k].offset, row[k].arc});
      ++tree_.neighbours_.back().joint_count;
    }
    child.neighbour_count =
        static_cast<std::uint32_t>(tree_.neighbours_.size()) - child.first_neighbour;
  }
}

// The cost of taking `arc` and moving inside the child of `cell` that it leads to.
Distances NaturalAssembler::through(ArcId arc, CellId cell) const {
  Distances sum{ground_.metric().cost(arc), ground_.unweighted().cost(arc)};
  for (PieceId at = tree_.piece(ground_.graph().target(arc)); tree_.parent(at) != cell;
       at = tree_.piece(tree_.parent(at))) {
    sum = sum + tree_.child(at).rest;
  }
  return sum;
}

// The distances between the children of a cell. Requires: the rests of all pieces inside.
void NaturalAssembler::measure_neighbours(CellId cell) {
  const NaturalTree::Block& block = tree_.block(cell);
  for (std::uint32_t i = block.first; i < block.first + block.count; ++i) {
    const NaturalTree::Child& child = tree_.children_[i];
    for (std::uint32_t k = 0; k < child.neighbour_count; ++k) {
      NaturalTree::Neighbour& neighbour = tree_.neighbours_[child.first_neighbour + k];
      for (const NaturalTree::Joint& joint : tree_.joints(neighbour)) {
        neighbour.distances = std::min(neighbour.distances, through(joint.arc, cell));
      }
    }
  }
}

// The same, and the distances from each child to the rest.
void NaturalAssembler::measure(CellId cell, Scratch& scratch) {
  measure_neighbours(cell);
  const NaturalTree::Block& block = tree_.block(cell);
  scratch.offsets.assign(1, 0);
  scratch.arcs.clear();
  scratch.is_entered.clear();
  for (std::uint32_t i = block.first; i < block.first + block.count; ++i) {
    const NaturalTree::Child& child = tree_.children_[i];
    for (std::uint32_t k = 0; k < child.neighbour_count; ++k) {
      const NaturalTree::Neighbour& neighbour = tree_.neighbours_[child.first_neighbour + k];
      scratch.arcs.push_back({neighbour.child_index, neighbour.distances});
    }
    scratch.offsets.push_back(static_cast<std::uint32_t>(scratch.arcs.size()));
  }
  for (std::uint32_t i = 0; i < block.count; ++i) {
    scratch.is_entered.push_back(is_entered_[tree_.children_[block.first + i].piece.value]);
  }
  // Nothing leads into the cell of the tops.
  if (cell.is_none()) std::ranges::fill(scratch.is_entered, 0);
  const auto rests =
      scratch.finder.find({scratch.offsets, scratch.arcs, scratch.is_entered}, tree_.rule_);
  for (std::uint32_t i = 0; i < block.count; ++i) tree_.children_[block.first + i].rest = rests[i];
}

}  // namespace thalweg
