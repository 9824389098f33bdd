// Cliques and nodes form a bipartite graph, whose leaves are taken off until none is left. The rest
// is followed from branch to branch; dead ends are laid out as heavy paths.
#include "hierarchy/fold_build.hpp"

#include <algorithm>

namespace thalweg {
namespace {

using PositionKind = FoldPosition::Kind;

// Cliques and nodes as the vertices of one bipartite graph, and what is taken off it: cliques first,
// then nodes.
class Peeling {
 public:
  explicit Peeling(const FoldCliques& cliques)
      : cliques_(cliques),
        clique_count_(static_cast<std::uint32_t>(cliques.members.row_count())),
        node_count_(static_cast<std::uint32_t>(cliques.of_node.row_count())),
        left_(std::size_t{clique_count_} + node_count_),
        is_off_(left_.size(), 0),
        parent_(left_.size(), kNoFold) {
    for (std::uint32_t i = 0; i < left_.size(); ++i) left_[i] = degree(i);
    peel();
  }

  // Nodes that were taken off, in that order: children before their parents.
  const std::vector<NodeId>& order() const { return order_; }
  bool is_off(NodeId node) const { return is_off_[of(node)] != 0; }
  bool is_off(CliqueId clique) const { return is_off_[clique.value] != 0; }
  CliqueId parent(NodeId node) const { return CliqueId(parent_[of(node)]); }
  NodeId parent(CliqueId clique) const { return NodeId(parent_[clique.value] - clique_count_); }
  // Neighbours that are left.
  std::uint32_t left(NodeId node) const { return left_[of(node)]; }
  std::uint32_t left(CliqueId clique) const { return left_[clique.value]; }

 private:
  std::uint32_t of(NodeId node) const { return clique_count_ + node.value; }
  std::uint32_t degree(std::uint32_t i) const {
    return i < clique_count_ ? cliques_.members.size(CliqueId(i))
                             : cliques_.of_node.size(NodeId(i - clique_count_));
  }
  std::uint32_t only_neighbour(std::uint32_t i) const {
    if (i < clique_count_) {
      for (const NodeId node : cliques_.members[CliqueId(i)]) {
        if (!is_off(node)) return of(node);
      }
    } else {
      for (const CliqueId clique : cliques_.of_node[NodeId(i - clique_count_)]) {
        if (!is_off(clique)) return clique.value;
      }
    }
    return kNoFold;
  }

  void peel() {
    std::vector<std::uint32_t> queue;
    queue.reserve(left_.size());
    for (std::uint32_t i = 0; i < left_.size(); ++i) {
      if (left_[i] == 1) queue.push_back(i);
    }
    for (std::size_t at = 0; at < queue.size(); ++at) {
      const std::uint32_t i = queue[at];
      if (left_[i] == 0) continue;  // the last of its island: it stays
      const std::uint32_t next = only_neighbour(i);
      // Of the last two of an island the clique stays: nodes of one dead clique thus meet below it.
      if (i < clique_count_ && left_[next] == 1) continue;
      is_off_[i] = 1;
      parent_[i] = next;
      if (i >= clique_count_) order_.push_back(NodeId(i - clique_count_));
      if (--left_[next] == 1) queue.push_back(next);
    }
  }

  const FoldCliques& cliques_;
  std::uint32_t clique_count_;
  std::uint32_t node_count_;
  std::vector<std::uint32_t> left_;
  std::vector<std::uint8_t> is_off_;
  std::vector<std::uint32_t> parent_;
  std::vector<NodeId> order_;
};

class ShapeBuilder {
 public:
  explicit ShapeBuilder(const FoldCliques& cliques) : cliques_(cliques), peeling_(cliques) {
    shape_.nodes.resize(cliques.of_node.row_count());
    shape_.cliques.resize(cliques.members.row_count());
  }

  FoldShape build() && {
    list_lone_nodes();
    lay_core();
    list_branches();
    list_exit_nodes();
    lay_dead_ends();
    return std::move(shape_);
  }

 private:
  IdRange<NodeId> nodes() const { return IdRange<NodeId>(shape_.nodes.size()); }
  IdRange<CliqueId> all_cliques() const { return IdRange<CliqueId>(shape_.cliques.size()); }

  bool is_core(NodeId node) const { return !peeling_.is_off(node) && peeling_.left(node) >= 2; }
  bool is_core(CliqueId clique) const {
    return !peeling_.is_off(clique) && peeling_.left(clique) >= 2;
  }
  FoldPosition& position(NodeId node) { return shape_.nodes[node.value]; }
  FoldPosition& position(CliqueId clique) { return shape_.cliques[clique.value]; }

  void list_lone_nodes() {
    for (const NodeId node : nodes()) {
      if (!peeling_.is_off(node) && !is_core(node))
        position(node) = {PositionKind::lone, node.value};
    }
  }

  bool branches(NodeId node) const {
    if (peeling_.left(node) > 2) return true;
    return std::ranges::any_of(cliques_.of_node[node], [&](CliqueId clique) {
      return is_core(clique) && peeling_.left(clique) > 2;
    });
  }

  JunctionId junction(NodeId node) {
    if (position(node).kind != PositionKind::junction) {
      position(node) = {PositionKind::junction,
                        static_cast<std::uint32_t>(shape_.junctions.size())};
      shape_.junctions.push_back(node);
    }
    return JunctionId(position(node).at);
  }

  // Junctions get their numbers in order of discovery, so that those of one chain lie close.
  void lay_core() {
    for (const NodeId node : nodes()) {
      if (is_core(node) && branches(node)) spread_from(node);
    }
    for (const NodeId node : nodes()) {  // rings
      if (is_core(node) && position(node).kind == PositionKind::none) spread_from(node);
    }
  }

  void spread_from(NodeId node) {
    junction(node);
    for (; laid_ < shape_.junctions.size(); ++laid_) {
      const NodeId from = shape_.junctions[laid_];
      for (const CliqueId clique : cliques_.of_node[from]) {
        if (!is_core(clique) || position(clique).kind != PositionKind::none) continue;
        if (peeling_.left(clique) == 2) {
          lay_chain(from, clique);
        } else {
          add_branch(clique);
        }
      }
    }
  }

  NodeId other_in(CliqueId clique, NodeId not_this) const {
    for (const NodeId node : cliques_.members[clique]) {
      if (node != not_this && is_core(node)) return node;
    }
    return {};
  }
  CliqueId other_of(NodeId node, CliqueId not_this) const {
    for (const CliqueId clique : cliques_.of_node[node]) {
      if (clique != not_this && is_core(clique)) return clique;
    }
    return {};
  }

  std::uint32_t add_slot(NodeId node, CliqueId clique) {
    const auto slot = static_cast<std::uint32_t>(shape_.slot_nodes.size());
    shape_.slot_nodes.push_back(node);
    shape_.slot_cliques.push_back(clique);
    if (!clique.is_none()) position(clique) = {PositionKind::chain, slot};
    return slot;
  }

  void lay_chain(NodeId from, CliqueId clique) {
    FoldChain chain{};
    chain.from = junction(from);
    chain.first = add_slot(from, clique);
    NodeId at = other_in(clique, from);
    while (position(at).kind != PositionKind::junction && !branches(at)) {
      clique = other_of(at, clique);
      position(at) = {PositionKind::slot, add_slot(at, clique)};
      at = other_in(clique, at);
    }
    chain.last = add_slot(at, {});
    chain.to = junction(at);
    shape_.chains.push_back(chain);
  }

  void add_branch(CliqueId clique) {
    position(clique) = {PositionKind::branch,
                        static_cast<std::uint32_t>(shape_.branch_cliques.size())};
    shape_.branch_cliques.push_back(clique);
    for (const NodeId node : cliques_.members[clique]) {
      if (is_core(node)) junction(node);
    }
  }

  // Lone cliques are branches without junctions.
  void list_branches() {
    for (const CliqueId clique : all_cliques()) {
      const bool is_lone = !peeling_.is_off(clique) && peeling_.left(clique) == 0;
      if (is_lone && !cliques_.members[clique].empty()) add_branch(clique);
    }
    shape_.branch_offsets.push_back(0);
    for (const CliqueId clique : shape_.branch_cliques) {
      for (const NodeId node : cliques_.members[clique]) {
        if (is_core(node)) shape_.branch_items.push_back(JunctionId(position(node).at));
      }
      shape_.branch_offsets.push_back(static_cast<std::uint32_t>(shape_.branch_items.size()));
    }
  }

  void list_exit_nodes() {
    for (const CliqueId clique : all_cliques()) {
      if (peeling_.is_off(clique)) {
        position(clique) = {PositionKind::exit_node, peeling_.parent(clique).value};
      }
    }
  }

  // The next node towards the core; none where the node hangs in a clique of the core.
  NodeId next_up(NodeId node) const {
    const CliqueId clique = peeling_.parent(node);
    return peeling_.is_off(clique) ? peeling_.parent(clique) : NodeId();
  }
  bool is_top(NodeId node) const {
    const NodeId next = next_up(node);
    return next.is_none() || !peeling_.is_off(next);
  }

  // Sizes of subtrees decide which child goes on with its parent's run.
  void choose_heavy() {
    size_.assign(shape_.nodes.size(), 1);
    heavy_.assign(shape_.nodes.size(), NodeId());
    for (const NodeId node : peeling_.order()) {
      if (is_top(node)) continue;
      const NodeId next = next_up(node);
      size_[next.value] += size_[node.value];
      NodeId& heavy = heavy_[next.value];
      if (heavy.is_none() || size_[node.value] > size_[heavy.value]) heavy = node;
    }
  }

  void group_children() {
    const auto& order = peeling_.order();
    std::vector<NodeId> inner;
    for (const NodeId node : order) {
      if (!is_top(node)) inner.push_back(node);
    }
    children_ = group_by_row<NodeId, NodeId>(
        shape_.nodes.size(), inner.size(), [&](std::size_t i) { return next_up(inner[i]).value; },
        [&](std::size_t i) { return inner[i]; });
  }

  void lay_dead_ends() {
    choose_heavy();
    group_children();
    shape_.leaves.reserve(peeling_.order().size());
    for (const NodeId node : nodes()) {
      if (!peeling_.is_off(node) || !is_top(node)) continue;
      const NodeId next = next_up(node);
      const auto top = static_cast<std::uint32_t>(shape_.leaves.size());
      shape_.roots.push_back(
          {next.is_none() ? position(peeling_.parent(node)) : position(next), top, 0});
      lay_tree(node);
    }
  }

  void lay_tree(NodeId top) {
    stack_.assign(1, top);
    while (!stack_.empty()) {
      const NodeId head = stack_.back();
      stack_.pop_back();
      const auto first = static_cast<std::uint32_t>(shape_.leaves.size());
      shape_.runs.push_back({first, head == top ? kNoFold : position(next_up(head)).at});
      for (NodeId at = head; !at.is_none(); at = heavy_[at.value]) add_leaf(at);
      for (std::size_t i = first; i < shape_.leaves.size(); ++i) {
        const NodeId node = shape_.leaves[i].node;
        for (const NodeId child : children_[node]) {
          if (child != heavy_[node.value]) stack_.push_back(child);
        }
      }
    }
  }

  void add_leaf(NodeId node) {
    position(node) = {PositionKind::tree, static_cast<std::uint32_t>(shape_.leaves.size())};
    shape_.leaves.push_back({.node = node,
                             .parent = next_up(node),
                             .clique = peeling_.parent(node),
                             .run = static_cast<std::uint32_t>(shape_.runs.size() - 1),
                             .root = static_cast<std::uint32_t>(shape_.roots.size() - 1)});
  }

  const FoldCliques& cliques_;
  Peeling peeling_;
  FoldShape shape_;
  std::size_t laid_ = 0;             // junctions whose chains are laid
  std::vector<std::uint32_t> size_;  // [node]  of its subtree
  std::vector<NodeId> heavy_;        // [node]  its child with the largest subtree
  Csr<NodeId, NodeId> children_;     // of nodes of dead ends
  std::vector<NodeId> stack_;
};

}  // namespace

FoldShape shape_of(const FoldCliques& cliques) { return ShapeBuilder(cliques).build(); }

}  // namespace thalweg
