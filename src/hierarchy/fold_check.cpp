// Checks array by array that indices are in range, and that every sum is the cost of arcs that exist.
#include "hierarchy/fold_check.hpp"

#include <algorithm>

#include "core/thrown.hpp"
#include "graph/portal_nodes.hpp"

namespace thalweg {
namespace {

constexpr Distance kMostStored = kMostFoldSum;

}  // namespace

bool FoldChecker::is_position_in_core(const FoldPosition& position) const {
  switch (position.kind) {
    case Kind::chain:
      return position.at + std::size_t{1} < fold_.slots.size() &&
             fold_.slots[position.at].chain == fold_.slots[position.at + 1].chain;
    case Kind::branch: return position.at < fold_.branches.row_count();
    case Kind::slot: return position.at < fold_.slots.size();
    case Kind::junction: return position.at < fold_.junctions.size();
    case Kind::lone: return position.at < fold_.nodes.size();
    default: return false;
  }
}

bool FoldChecker::is_position_of(NodeId node, const FoldPosition& position) const {
  switch (position.kind) {
    case Kind::tree:
      return position.at < fold_.tree.size() && fold_.tree_steps[position.at].node == node;
    case Kind::slot:
      return position.at < fold_.slots.size() && fold_.slots[position.at].node == node;
    case Kind::junction:
      return position.at < fold_.junctions.size() &&
             fold_.junctions[JunctionId(position.at)] == node;
    case Kind::lone: return position.at == node.value;
    default: return false;
  }
}

// The faces that a node of a portal graph lies on; the second is none for the end of a link.
std::array<FaceId, 2> FoldChecker::faces_at(NodeId node) const {
  const PortalNode at = graph_.portal_node(node);
  if (at.is_link_end()) return {link_end_face(world_, at), FaceId()};
  return {world_.mesh.face(at.edge()), world_.mesh.across(at.edge())};
}

bool FoldChecker::is_position_of(FaceId face, const FoldPosition& position) const {
  const auto is_on = [&](NodeId node) {
    return node.value < fold_.nodes.size() && std::ranges::count(faces_at(node), face) > 0;
  };
  switch (position.kind) {
    case Kind::none: return true;
    case Kind::exit_node: return is_on(NodeId(position.at));
    case Kind::chain:
      return is_position_in_core(position) && is_on(fold_.slots[position.at].node) &&
             is_on(fold_.slots[position.at + 1].node);
    case Kind::branch: return is_position_in_core(position);
    default: return false;
  }
}

bool FoldChecker::is_arc(ArcId arc, NodeId from) const {
  return arc.value < graph_.arc_count() && arc.value >= graph_.arrays().targets.first(from) &&
         arc.value < graph_.arrays().targets.last(from) && metric_.is_passable(arc);
}

bool FoldChecker::is_step(FoldArc arc, NodeId from, NodeId to, Distance cost) const {
  if (arc.is_none()) return cost == kShut;
  if (!arc.is_detour()) {
    return is_arc(arc.arc(), from) && graph_.target(arc.arc()) == to &&
           metric_.cost(arc.arc()) == cost;
  }
  if (arc.detour().value >= fold_.detours.row_count()) return false;
  Distance sum = 0;
  for (const ArcId one : fold_.detours[arc.detour()]) {
    if (!is_arc(one, from)) return false;
    sum += metric_.cost(one);
    from = graph_.target(one);
  }
  return from == to && sum == cost && sum < kShut;
}

Result<void> FoldChecker::check_sizes() const {
  const bool has_faces = graph_.facts().has_portal_nodes;
  const std::size_t faces = has_faces ? world_.mesh.face_count() : 0;
  const std::size_t junctions = fold_.junctions.size();
  const std::size_t pairs = fold_.core == FoldCore::table ? junctions * junctions : 0;
  const auto are_labels = [&](const Csr<JunctionId, FoldLabel>& labels) {
    if (fold_.core != FoldCore::labels) return labels.item_count() == 0;
    return are_offsets(labels.offsets().span(), junctions, labels.item_count());
  };
  const bool are_right =
      fold_.nodes.size() == graph_.node_count() && fold_.faces.size() == faces &&
      fold_.tree_steps.size() == fold_.tree.size() && fold_.distances.size() == pairs &&
      (fold_.core == FoldCore::table || fold_.passage_pairs.empty()) &&
      are_offsets(fold_.branches.offsets().span(), fold_.branches.row_count(),
                  fold_.branches.item_count()) &&
      are_offsets(fold_.core_arcs.offsets().span(), junctions, fold_.core_arcs.item_count()) &&
      are_labels(fold_.labels_out) && are_labels(fold_.labels_in) &&
      (!fold_.closed.empty() || fold_.detours.row_count() == 0) &&
      are_offsets(fold_.detours.offsets().span(), fold_.detours.row_count(),
                  fold_.detours.item_count());
  if (!are_right) return Error{"its arrays do not fit each other"};
  return {};
}

Result<void> FoldChecker::check_positions() const {
  const auto nodes = static_cast<std::uint32_t>(fold_.nodes.size());
  const auto is_node = [&](NodeId node) { return node.value < nodes; };
  const bool are_nodes = std::ranges::all_of(fold_.tree_steps, is_node, &FoldTreeStep::node) &&
                         std::ranges::all_of(fold_.slots, is_node, &FoldSlot::node) &&
                         std::ranges::all_of(fold_.junctions, is_node) &&
                         std::ranges::all_of(fold_.branches.items(), [&](JunctionId j) {
                           return j.value < fold_.junctions.size();
                         });
  if (!are_nodes) return Error{"it names a node that does not exist"};
  for (const NodeId node : graph_.nodes()) {
    if (!is_position_of(node, fold_.nodes[node])) return Error{"a node has no position in it"};
  }
  for (const FaceId face : fold_.faces.ids()) {
    if (!is_position_of(face, fold_.faces[face])) return Error{"a face has no position in it"};
  }
  return {};
}

// Each branch of a face has the junctions on that face, in order of node. Lone cliques have none.
Result<void> FoldChecker::check_branches() const {
  if (fold_.faces.empty()) {
    if (fold_.branches.item_count() > 0) return Error{"a branch is no face"};
    return {};
  }
  std::vector<FaceId> face_of(fold_.branches.row_count());  // [branch]
  for (const FaceId face : fold_.faces.ids()) {
    if (fold_.faces[face].kind != Kind::branch) continue;
    FaceId& known = face_of[fold_.faces[face].at];
    if (!known.is_none()) return Error{"a branch is two faces"};
    known = face;
  }
  std::vector<std::pair<std::uint32_t, NodeId>> found;  // branches and their nodes
  for (const NodeId node : fold_.junctions) {
    for (const FaceId face : faces_at(node)) {
      if (face.is_none() || fold_.faces[face].kind != Kind::branch) continue;
      found.push_back({fold_.faces[face].at, node});
    }
  }
  std::ranges::sort(found);
  std::size_t next = 0;
  for (std::uint32_t b = 0; b < fold_.branches.row_count(); ++b) {
    for (const JunctionId junction : fold_.branches[BranchId(b)]) {
      const bool is_next =
          next < found.size() && found[next] == std::pair(b, fold_.junctions[junction]);
      if (!is_next) return Error{"a branch has other junctions than its face"};
      ++next;
    }
  }
  if (next != found.size()) return Error{"a branch has other junctions than its face"};
  return {};
}

std::uint32_t FoldChecker::above(std::uint32_t position) const {
  const FoldRun& run = fold_.runs[fold_.tree[position].run];
  return run.head == position ? run.parent : position - 1;
}

// Runs lie one after another, each below a node of an earlier one of the same dead end.
Result<void> FoldChecker::check_runs() const {
  const auto& tree = fold_.tree;
  for (std::uint32_t p = 0; p < tree.size(); ++p) {
    if (tree[p].run >= fold_.runs.size() || tree[p].root >= fold_.roots.size()) {
      return Error{"a dead end has no run or no root"};
    }
    const FoldRun& run = fold_.runs[tree[p].run];
    const bool is_head = run.head == p;
    if (!is_head && (p == 0 || tree[p - 1].run != tree[p].run || run.head > p)) {
      return Error{"a run of a dead end is torn"};
    }
    const bool is_top = is_head && run.parent == kNoFold;
    if (is_top != (fold_.roots[tree[p].root].top == p)) return Error{"a dead end has no top"};
    if (is_top) continue;
    const std::uint32_t parent = above(p);
    const bool is_below = parent < p && tree[parent].root == tree[p].root &&
                          (!is_head || tree[parent].run < tree[p].run);
    if (!is_below) return Error{"a dead end hangs from nothing"};
  }
  return {};
}

Result<void> FoldChecker::check_trees() const {
  for (std::uint32_t p = 0; p < fold_.tree.size(); ++p) {
    const FoldTreeNode& node = fold_.tree[p];
    if (node.up > kMostStored || node.down > kMostStored) return Error{"a sum is too large"};
    if (fold_.roots[node.root].top == p) {
      if (node.up != 0 || node.down != 0) return Error{"a top has a cost"};
      continue;
    }
    const std::uint32_t q = above(p);
    const NodeId here = fold_.tree_steps[p].node;
    const NodeId there = fold_.tree_steps[q].node;
    const bool is_good =
        is_step(fold_.tree_steps[p].up, here, there, node.up - fold_.tree[q].up) &&
        is_step(fold_.tree_steps[p].down, there, here, node.down - fold_.tree[q].down);
    if (!is_good) return Error{"a step in a dead end is no arc of that cost"};
  }
  return {};
}

std::size_t FoldChecker::join_count(const FoldRoot& root) const {
  if (root.position.kind == Kind::chain) return 2;
  if (root.position.kind == Kind::branch) return fold_.branches.size(BranchId(root.position.at));
  return 1;
}

NodeId FoldChecker::join_node(const FoldRoot& root, std::uint32_t number) const {
  const std::uint32_t at = root.position.at;
  switch (root.position.kind) {
    case Kind::chain: return fold_.slots[at + number].node;
    case Kind::branch: return fold_.junctions[fold_.branches[BranchId(at)][number]];
    case Kind::slot: return fold_.slots[at].node;
    case Kind::junction: return fold_.junctions[JunctionId(at)];
    default: return NodeId(at);
  }
}

Result<void> FoldChecker::check_roots() const {
  for (std::uint32_t i = 0; i < fold_.roots.size(); ++i) {
    const FoldRoot& root = fold_.roots[i];
    const bool is_position = is_position_in_core(root.position) && root.top < fold_.tree.size() &&
                             fold_.tree[root.top].root == i;
    if (!is_position || root.first_join + join_count(root) > fold_.joins.size()) {
      return Error{"a dead end hangs from nothing"};
    }
    const NodeId top = fold_.tree_steps[root.top].node;
    for (std::uint32_t k = 0; k < join_count(root); ++k) {
      const FoldJoin& join = fold_.joins[root.first_join + k];
      const NodeId node = join_node(root, k);
      if (!is_step(join.out_arc, top, node, join.out) ||
          !is_step(join.in_arc, node, top, join.in)) {
        return Error{"a step out of a dead end is no arc of that cost"};
      }
    }
  }
  return {};
}

Result<void> FoldChecker::check_chains() const {
  std::uint32_t next = 0;
  for (std::uint32_t x = 0; x < fold_.chains.size(); ++x) {
    const FoldChain& chain = fold_.chains[x];
    const bool is_good =
        chain.first == next && chain.first < chain.last && chain.last < fold_.slots.size() &&
        chain.from.value < fold_.junctions.size() && chain.to.value < fold_.junctions.size() &&
        fold_.slots[chain.first].node == fold_.junctions[chain.from] &&
        fold_.slots[chain.last].node == fold_.junctions[chain.to];
    if (!is_good) return Error{"a chain does not lead from junction to junction"};
    next = chain.last + 1;
    for (std::uint32_t s = chain.first; s <= chain.last; ++s) {
      const FoldSlot& slot = fold_.slots[s];
      if (slot.chain != x || slot.forth > kMostStored || slot.back > kMostStored) {
        return Error{"a chain is torn"};
      }
      if (s == chain.first) {
        if (slot.forth != 0 || slot.back != 0) return Error{"a chain begins with a cost"};
        continue;
      }
      const FoldSlot& before = fold_.slots[s - 1];
      if (!is_step(before.forth_arc, before.node, slot.node, slot.forth - before.forth) ||
          !is_step(before.back_arc, slot.node, before.node, slot.back - before.back)) {
        return Error{"a step in a chain is no arc of that cost"};
      }
    }
  }
  if (next != fold_.slots.size()) return Error{"a slot belongs to no chain"};
  return {};
}

Result<void> FoldChecker::check_closed() const {
  for (const FoldClosed& closed : fold_.closed) {
    const std::uint64_t count = closed.node_count;
    if (closed.first_node + count > fold_.closed_nodes.size() ||
        closed.first_step + count * count > fold_.closed_steps.size()) {
      return Error{"a clique with detours is cut off"};
    }
    const auto nodes = fold_.closed_nodes.span().subspan(closed.first_node, closed.node_count);
    for (std::size_t i = 0; i < count * count; ++i) {
      const FoldClosedStep& step = fold_.closed_steps[closed.first_step + i];
      const NodeId from = nodes[i / count];
      const NodeId to = nodes[i % count];
      const bool are_nodes = from.value < fold_.nodes.size() && to.value < fold_.nodes.size();
      if (!are_nodes || !is_step(step.arc, from, to, step.cost == kForbidden ? kShut : step.cost)) {
        return Error{"a detour leads elsewhere"};
      }
    }
  }
  return {};
}

Result<void> FoldChecker::check() const {
  if (fold_.core == FoldCore::whole) return {};
  TRY_DO(check_sizes());
  TRY_DO(check_positions());
  TRY_DO(check_branches());
  TRY_DO(check_roots());
  TRY_DO(check_runs());
  TRY_DO(check_trees());
  TRY_DO(check_chains());
  TRY_DO(check_core());
  TRY_DO(check_table());
  TRY_DO(check_labels());
  return check_closed();
}

Result<void> check_fold(const Fold& fold, const Ground& ground) try {
  if (fold.metric != ground.fingerprint()) return Error{"it was made for another metric"};
  if (fold.core > FoldCore::labels) return Error{"its core is of an unknown kind"};
  if (fold.core != FoldCore::whole && !can_fold(ground)) {
    return Error{"it is of a graph that cannot be folded"};
  }
  return FoldChecker(fold, ground).check();
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
