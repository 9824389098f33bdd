// Prefix sums of costs along dead ends and chains, in both directions, then the arcs between
// junctions. A sum too large for its field means that the ground does not fold.
#include "hierarchy/fold_build.hpp"

#include <algorithm>

namespace thalweg {
namespace {

constexpr Distance kMostSum = kMostFoldSum;

class FoldPricer {
 public:
  FoldPricer(const Ground& ground, const FoldShape& shape, Fold& fold)
      : ground_(ground), shape_(shape), fold_(fold) {}

  bool price() {
    price_trees();
    price_chains();
    price_roots();
    price_core();
    return is_in_range_;
  }

 private:
  FoldStep step(CliqueId clique, NodeId from, NodeId to) const {
    return clique_step(fold_, ground_, clique.value, from, to);
  }
  Distance sum(Distance a, Distance b) {
    if (a + b > kMostSum || (b < kShut && a % kShut + b >= kShut)) is_in_range_ = false;
    return std::min(a + b, kMostSum);
  }

  // Parents come before their children.
  void price_trees() {
    std::vector<FoldTreeNode> tree;
    std::vector<FoldTreeStep> steps;
    tree.reserve(shape_.leaves.size());
    steps.reserve(shape_.leaves.size());
    for (const FoldLeaf& leaf : shape_.leaves) {
      FoldTreeNode node{0, 0, leaf.run, leaf.root, leaf.clique.value, 0};
      FoldTreeStep taken{leaf.node, {}, {}};
      if (shape_.roots[leaf.root].top != tree.size()) {
        const FoldTreeNode& parent = tree[shape_.nodes[leaf.parent.value].at];
        const FoldStep up = step(leaf.clique, leaf.node, leaf.parent);
        const FoldStep down = step(leaf.clique, leaf.parent, leaf.node);
        node.up = sum(parent.up, up.cost);
        node.down = sum(parent.down, down.cost);
        taken = {leaf.node, up.arc, down.arc};
      }
      tree.push_back(node);
      steps.push_back(taken);
    }
    fold_.tree = std::move(tree);
    fold_.tree_steps = std::move(steps);
  }

  void price_chains() {
    std::vector<FoldSlot> slots(shape_.slot_nodes.size());
    for (std::size_t x = 0; x < shape_.chains.size(); ++x) {
      const FoldChain& chain = shape_.chains[x];
      for (std::uint32_t s = chain.first; s <= chain.last; ++s) {
        FoldSlot& slot = slots[s];
        slot.node = shape_.slot_nodes[s];
        slot.chain = static_cast<std::uint32_t>(x);
        if (s == chain.first) continue;
        FoldSlot& before = slots[s - 1];
        const CliqueId clique = shape_.slot_cliques[s - 1];
        const FoldStep forth = step(clique, before.node, slot.node);
        const FoldStep back = step(clique, slot.node, before.node);
        slot.forth = sum(before.forth, forth.cost);
        slot.back = sum(before.back, back.cost);
        before.forth_arc = forth.arc;
        before.back_arc = back.arc;
      }
    }
    fold_.slots = std::move(slots);
  }

  void add_join(CliqueId clique, NodeId top, NodeId core) {
    const FoldStep out = step(clique, top, core);
    const FoldStep in = step(clique, core, top);
    joins_.push_back({out.cost, in.cost, out.arc, in.arc});
  }

  void price_roots() {
    std::vector<FoldRoot> roots = shape_.roots;
    for (FoldRoot& root : roots) {
      root.first_join = static_cast<std::uint32_t>(joins_.size());
      const FoldLeaf& top = shape_.leaves[root.top];
      const std::uint32_t at = root.position.at;
      if (root.position.kind == FoldPosition::Kind::chain) {
        add_join(top.clique, top.node, shape_.slot_nodes[at]);
        add_join(top.clique, top.node, shape_.slot_nodes[at + 1]);
      } else if (root.position.kind == FoldPosition::Kind::branch) {
        for (const JunctionId junction : fold_.branches[BranchId(at)]) {
          add_join(top.clique, top.node, shape_.junctions[junction.value]);
        }
      } else {
        add_join(top.clique, top.node, top.parent);
      }
    }
    fold_.roots = std::move(roots);
    fold_.joins = std::move(joins_);
  }

  void add_core_arc(JunctionId from, const FoldCoreArc& arc, Distance cost) {
    if (cost >= kShut || arc.target == from) return;
    if (cost >= kForbidden) is_in_range_ = false;
    arcs_.push_back({from, arc});
    arcs_.back().arc.cost = static_cast<Cost>(std::min<Distance>(cost, kForbidden - 1));
  }

  void price_core() {
    using Kind = FoldCoreArc::Kind;
    for (std::uint32_t b = 0; b < shape_.branch_cliques.size(); ++b) {
      const auto junctions = fold_.branches[BranchId(b)];
      for (const JunctionId from : junctions) {
        for (const JunctionId to : junctions) {
          if (from == to) continue;
          const FoldStep taken = step(shape_.branch_cliques[b], shape_.junctions[from.value],
                                      shape_.junctions[to.value]);
          add_core_arc(from, {to, 0, taken.arc.value, Kind::step}, taken.cost);
        }
      }
    }
    for (std::uint32_t x = 0; x < shape_.chains.size(); ++x) {
      const FoldChain& chain = shape_.chains[x];
      const FoldSlot& last = fold_.slots[chain.last];
      add_core_arc(chain.from, {chain.to, 0, x, Kind::forth}, last.forth);
      add_core_arc(chain.to, {chain.from, 0, x, Kind::back}, last.back);
    }
    fold_.core_arcs = group_by_row<JunctionId, FoldCoreArc>(
        shape_.junctions.size(), arcs_.size(), [&](std::size_t i) { return arcs_[i].from.value; },
        [&](std::size_t i) { return arcs_[i].arc; });
  }

  struct From {
    JunctionId from;
    FoldCoreArc arc;
  };

  const Ground& ground_;
  const FoldShape& shape_;
  Fold& fold_;
  std::vector<FoldJoin> joins_;
  std::vector<From> arcs_;
  bool is_in_range_ = true;
};

}  // namespace

bool price_fold(const Ground& ground, const FoldShape& shape, Fold& fold) {
  fold.branches = {shape.branch_offsets, shape.branch_items};
  fold.junctions = shape.junctions;
  fold.chains = shape.chains;
  fold.runs = shape.runs;
  return FoldPricer(ground, shape, fold).price();
}

}  // namespace thalweg
