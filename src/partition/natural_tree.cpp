// Conversion between the tree and its growing form, the partition of a tree, and the law: a tree
// assembled again from its partition has the same records.
#include "thalweg/partition/natural_tree.hpp"

#include <algorithm>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "partition/assembler.hpp"

namespace thalweg {

namespace {

// All ground counts the same. A graph around walls keeps those it was built around.
Profile unweighted_profile(const Ground& ground) {
  Profile plain;
  plain.name = "unweighted";
  plain.base = ground.profile().base;
  const Graph& graph = ground.graph();
  if (!graph.facts().is_around_walls || graph.arrays().profile_key == 0) return plain;
  plain.greatest_slope = ground.profile().greatest_slope;
  plain.radius = ground.profile().radius;
  std::ranges::copy_if(ground.profile().areas, std::back_inserter(plain.areas),
                       [](const AreaPrice& area) { return area.is_banned; });
  return plain;
}

}  // namespace

Result<NaturalGround> NaturalGround::of(Ground ground, double unweighted_quantum) try {
  TRY(Metric unweighted, price(ground.world(), ground.graph(), unweighted_profile(ground),
                               {.quantum = unweighted_quantum}));
  return NaturalGround(std::move(ground), std::move(unweighted));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

namespace {

// A column in its other form.
template <class T>
std::vector<T> turned(Array<T> column) {
  return std::move(column).release();
}
template <class T>
Array<T> turned(std::vector<T> column) {
  return Array<T>(std::move(column));
}

}  // namespace

template <template <class> class Column>
template <template <class> class Other>
BasicNaturalTree<Column>::BasicNaturalTree(BasicNaturalTree<Other> other)
    : node_count_(other.node_count_),
      graph_(other.graph_),
      metric_(other.metric_),
      rule_(other.rule_),
      parents_(turned(std::move(other.parents_))),
      child_indices_(turned(std::move(other.child_indices_))),
      blocks_(turned(std::move(other.blocks_))),
      global_(other.global_),
      children_(turned(std::move(other.children_))),
      neighbours_(turned(std::move(other.neighbours_))),
      joints_(turned(std::move(other.joints_))) {}

template <template <class> class Column>
Partition BasicNaturalTree<Column>::partition() const {
  std::vector<CellId> fresh(blocks_.size());  // [cell]  its new number
  std::uint32_t count = 0;
  for (std::size_t c = 0; c < blocks_.size(); ++c) {
    if (blocks_[c].count > 0) fresh[c] = CellId(count++);
  }
  std::vector<CellId> home(node_count_);
  std::vector<CellId> parent(count);
  for (std::uint32_t p = 0; p < piece_count(); ++p) {
    const CellId above = parents_[p];
    const CellId named = above.is_none() ? above : fresh[above.value];
    if (p < node_count_) {
      home[p] = named;
    } else if (const CellId own = fresh[p - node_count_]; !own.is_none()) {
      parent[own.value] = named;
    }
  }
  auto made = Partition::from(graph_, std::move(home), std::move(parent));
  return made ? std::move(made).value() : Partition{};
}

template <template <class> class Column>
void BasicNaturalTree<Column>::drop_tops() {
  if (global_.count == 0) return;
  const std::uint32_t first = children_[global_.first].first_neighbour;
  if (first < neighbours_.size()) joints_.resize(neighbours_[first].first_joint);
  neighbours_.resize(first);
  children_.resize(global_.first);
  global_ = {};
}

template <template <class> class Column>
std::vector<std::uint8_t> BasicNaturalTree<Column>::closed_pieces(
    const NaturalGround& ground) const {
  std::vector<std::uint8_t> is_closed(piece_count(), 0);
  const auto close = [&](NodeId node) {
    for (PieceId at = piece(node); is_closed[at.value] == 0; at = piece(parent(at))) {
      is_closed[at.value] = 1;
      if (parent(at).is_none()) break;
    }
  };
  for (const NodeId node : ground.graph().nodes()) {
    for (const ArcId arc : ground.graph().arcs(node)) {
      if (ground.metric().is_passable(arc)) continue;
      close(node);
      close(ground.graph().target(arc));
    }
  }
  return is_closed;
}

template <template <class> class Column>
std::size_t BasicNaturalTree<Column>::bytes() const {
  return parents_.size() * sizeof(CellId) + child_indices_.size() * sizeof(std::uint32_t) +
         blocks_.size() * sizeof(Block) + children_.size() * sizeof(Child) +
         neighbours_.size() * sizeof(Neighbour) + joints_.size() * sizeof(Joint);
}

template BasicNaturalTree<Array>::BasicNaturalTree(GrowingTree);
template BasicNaturalTree<GrowingColumn>::BasicNaturalTree(NaturalTree);
template Partition BasicNaturalTree<Array>::partition() const;
template std::size_t BasicNaturalTree<Array>::bytes() const;
template std::vector<std::uint8_t> BasicNaturalTree<Array>::closed_pieces(
    const NaturalGround&) const;
template void BasicNaturalTree<GrowingColumn>::drop_tops();
template Partition BasicNaturalTree<GrowingColumn>::partition() const;
template std::vector<std::uint8_t> BasicNaturalTree<GrowingColumn>::closed_pieces(
    const NaturalGround&) const;

NaturalTree assemble(const NaturalGround& ground, const Partition& partition, RestRule rule) {
  return NaturalAssembler(ground, partition, rule).take();
}

NaturalTree assemble(const NaturalGround& ground, const Partition& partition, RestRule rule,
                     std::span<const Distances> rests) {
  return NaturalAssembler(ground, partition, rule, rests).take();
}

Array<Distances> rests_of(const NaturalTree& tree) {
  std::vector<Distances> rests;
  rests.reserve(tree.piece_count());
  for (std::uint32_t p = 0; p < tree.piece_count(); ++p) {
    const PieceId piece(p);
    // Partitions leave out cells that updates emptied.
    if (!tree.is_node(piece) && tree.children(tree.cell(piece)).empty()) continue;
    rests.push_back(tree.child(piece).rest);
  }
  return rests;
}

std::optional<std::string> broken_law(const NaturalTree& tree, const NaturalGround& ground) {
  if (tree.metric_fingerprint() != ground.priced().fingerprint()) {
    return "the tree is of another metric";
  }
  const Partition partition = tree.partition();
  if (auto broken = broken_law(partition, ground.priced())) return broken;
  const NaturalTree fresh = assemble(ground, partition, tree.rule());
  // Cells that updates emptied are left out of the fresh tree: the rest keep their order.
  std::vector<CellId> cells;
  for (std::uint32_t c = 0; c + tree.node_count() < tree.piece_count(); ++c) {
    if (!tree.children(CellId(c)).empty()) cells.push_back(CellId(c));
  }
  const auto old_piece = [&](PieceId p) {
    return fresh.is_node(p) ? p : tree.piece(cells[fresh.cell(p).value]);
  };
  const auto differ = [&](CellId a, CellId b) {
    const auto had = tree.children(a);
    const auto want = fresh.children(b);
    if (had.size() != want.size()) return true;
    for (std::size_t i = 0; i < had.size(); ++i) {
      const NaturalTree::Child& x = had[i];
      const NaturalTree::Child& y = want[i];
      if (x.piece != old_piece(y.piece) || x.offset != y.offset || x.rest != y.rest ||
          x.low != y.low || x.high != y.high || tree.child_index(x.piece) != i ||
          tree.parent(x.piece) != a) {
        return true;
      }
      const auto near = tree.neighbours(x);
      const auto fresh_near = fresh.neighbours(y);
      if (near.size() != fresh_near.size()) return true;
      for (std::size_t k = 0; k < near.size(); ++k) {
        if (near[k].child_index != fresh_near[k].child_index ||
            near[k].distances != fresh_near[k].distances ||
            !std::ranges::equal(tree.joints(near[k]), fresh.joints(fresh_near[k]))) {
          return true;
        }
      }
    }
    return false;
  };
  if (differ(CellId(), CellId())) return "the tops are not what their partition gives";
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (differ(cells[c], CellId(static_cast<std::uint32_t>(c)))) {
      return "the cell " + to_string(cells[c]) + " is not what its partition gives";
    }
  }
  return std::nullopt;
}

}  // namespace thalweg
