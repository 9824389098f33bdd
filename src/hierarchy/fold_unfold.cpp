// From a meeting in a fold to the route.
#include "thalweg/hierarchy/fold_routes.hpp"

namespace thalweg {
namespace {

using PositionKind = FoldPosition::Kind;

}  // namespace

void FoldUnfolder::step(FoldArc arc, NodeId to) {
  if (!arc.is_detour()) {
    route_.arcs.push_back(arc.arc());
    route_.nodes.push_back(to);
    return;
  }
  for (const ArcId one : fold_.detours[arc.detour()]) {
    route_.arcs.push_back(one);
    route_.nodes.push_back(ground_.graph().target(one));
  }
}

void FoldUnfolder::step_in(std::uint32_t clique, NodeId from, NodeId to) {
  if (from != to) step(clique_step(fold_, ground_, clique, from, to).arc, to);
}

// Begins the route: from the start to a node that it has a step to.
void FoldUnfolder::enter(const FoldEnd& start, NodeId node) {
  const NodeId seed = routes_.through(start, node).seed;
  route_.nodes.push_back(seed);
  if (seed != node) step_in(start.clique, seed, node);
}

// Ends it: from a node that has a step to the goal.
void FoldUnfolder::leave(const FoldEnd& goal, NodeId node) {
  const NodeId seed = routes_.through(goal, node).seed;
  if (seed != node) step_in(goal.clique, node, seed);
}

// Adds `count` steps: arc_of(i), node_of(i). A plain copy where the fold has no detours.
template <class ArcOf, class NodeOf>
void FoldUnfolder::add_steps(std::uint32_t count, const ArcOf& arc_of, const NodeOf& node_of) {
  if (fold_.detours.item_count() > 0) {
    for (std::uint32_t i = 0; i < count; ++i) step(arc_of(i), node_of(i));
    return;
  }
  route_.arcs.resize(route_.arcs.size() + count);
  route_.nodes.resize(route_.nodes.size() + count);
  ArcId* arcs = route_.arcs.data() + route_.arcs.size() - count;
  NodeId* nodes = route_.nodes.data() + route_.nodes.size() - count;
  for (std::uint32_t i = 0; i < count; ++i) {
    arcs[i] = arc_of(i).arc();
    nodes[i] = node_of(i);
  }
}

void FoldUnfolder::climb(std::uint32_t from, std::uint32_t to) {
  const FoldTreeStep* steps = fold_.tree_steps.data();
  for (;;) {
    const std::uint32_t run = fold_.tree[from].run;
    const std::uint32_t stop = fold_.tree[to].run == run ? to : fold_.runs[run].head;
    const FoldTreeStep* at = steps + from;
    add_steps(
        from - stop, [&](std::uint32_t i) { return (at - i)->up; },
        [&](std::uint32_t i) { return (at - i - 1)->node; });
    from = stop;
    if (from == to) return;
    const std::uint32_t parent = fold_.runs[run].parent;
    step(steps[from].up, steps[parent].node);
    from = parent;
  }
}

void FoldUnfolder::descend(std::uint32_t from, std::uint32_t to) {
  segments_.clear();
  for (;;) {
    const std::uint32_t run = fold_.tree[to].run;
    const bool is_last = fold_.tree[from].run == run;
    segments_.push_back({is_last ? from : fold_.runs[run].head, to});
    if (is_last) break;
    to = fold_.runs[run].parent;
  }
  for (std::size_t i = segments_.size(); i-- > 0;) {
    const Segment& segment = segments_[i];
    const std::uint32_t first = segment.first + (i + 1 == segments_.size() ? 1 : 0);
    const FoldTreeStep* at = fold_.tree_steps.data() + first;
    add_steps(
        segment.last + 1 - first, [&](std::uint32_t k) { return at[k].down; },
        [&](std::uint32_t k) { return at[k].node; });
  }
}

void FoldUnfolder::along(std::uint32_t from, std::uint32_t to) {
  const FoldSlot* at = fold_.slots.data() + from;
  if (from < to) {
    add_steps(
        to - from, [&](std::uint32_t i) { return at[i].forth_arc; },
        [&](std::uint32_t i) { return at[i + 1].node; });
  } else {
    add_steps(
        from - to, [&](std::uint32_t i) { return (at - i - 1)->back_arc; },
        [&](std::uint32_t i) { return (at - i - 1)->node; });
  }
}

void FoldUnfolder::cross(const FoldCoreArc& arc) {
  if (arc.kind == FoldCoreArc::Kind::step) return step({arc.via}, fold_.junctions[arc.target]);
  const FoldChain& chain = fold_.chains[arc.via];
  if (arc.kind == FoldCoreArc::Kind::forth) return along(chain.first, chain.last);
  along(chain.last, chain.first);
}

// From the start to a node of the core; `join`: the number of the join where a dead end lies between.
void FoldUnfolder::rise(const FoldEnd& start, NodeId node, std::uint32_t join) {
  if (start.leaf == kNoFold) return enter(start, start.node.is_none() ? node : start.node);
  enter(start, start.node);
  const FoldRoot& root = fold_.roots[fold_.tree[start.leaf].root];
  climb(start.leaf, root.top);
  step(fold_.joins[root.first_join + join].out_arc, node);
}

void FoldUnfolder::sink(const FoldEnd& goal, NodeId node, std::uint32_t join) {
  if (goal.leaf == kNoFold) return leave(goal, goal.node.is_none() ? node : goal.node);
  const FoldRoot& root = fold_.roots[fold_.tree[goal.leaf].root];
  step(fold_.joins[root.first_join + join].in_arc, fold_.tree_steps[root.top].node);
  descend(root.top, goal.leaf);
  leave(goal, goal.node);
}

void FoldUnfolder::unfold_tree(const FoldEnd& start, const FoldEnd& goal) {
  const FoldRoutes::TreeMeeting at = routes_.meet_in_tree(start, goal);
  const auto node = [&](std::uint32_t position) { return fold_.tree_steps[position].node; };
  if (at.clique == kNoFold) {
    enter(start, start.node);
    climb(start.leaf, at.at);
    descend(at.at, goal.leaf);
    return leave(goal, goal.node);
  }
  if (at.from == kNoFold) {
    enter(start, node(at.to));
  } else {
    enter(start, start.node);
    climb(start.leaf, at.from);
    if (at.to == kNoFold) return leave(goal, node(at.from));
    step_in(at.clique, node(at.from), node(at.to));
  }
  descend(at.to, goal.leaf);
  leave(goal, goal.node);
}

void FoldUnfolder::unfold_root(const FoldEnd& start, const FoldEnd& goal) {
  if (start.root.kind == PositionKind::lone) {
    const NodeId node(start.root.at);
    rise(start, node, 0);
    return sink(goal, node, 0);
  }
  const auto top = [&](const FoldEnd& end) { return fold_.roots[fold_.tree[end.leaf].root].top; };
  const auto node = [&](const FoldEnd& end) { return fold_.tree_steps[top(end)].node; };
  if (start.leaf == kNoFold) {
    enter(start, node(goal));
  } else {
    enter(start, start.node);
    climb(start.leaf, top(start));
    if (goal.leaf == kNoFold) return leave(goal, node(start));
    step_in(fold_.tree[top(start)].clique, node(start), node(goal));
  }
  descend(top(goal), goal.leaf);
  leave(goal, goal.node);
}

void FoldUnfolder::unfold_chain(const FoldEnd& start, const FoldEnd& goal) {
  const bool is_forth = start.high_slot <= goal.low_slot;
  const std::uint32_t from = is_forth ? start.high_slot : start.low_slot;
  const std::uint32_t to = is_forth ? goal.low_slot : goal.high_slot;
  const auto join = [](const FoldEnd& end, bool is_high) -> std::uint32_t {
    return end.root.kind == PositionKind::chain && is_high ? 1 : 0;
  };
  rise(start, fold_.slots[from].node, join(start, is_forth));
  along(from, to);
  sink(goal, fold_.slots[to].node, join(goal, !is_forth));
}

void FoldUnfolder::rise_to_exit(const FoldEnd& start, std::uint32_t exit) {
  if (start.root.kind != PositionKind::chain && start.root.kind != PositionKind::slot) {
    return rise(start, fold_.junctions[start.exits[exit].junction], exit);
  }
  const std::uint32_t slot = exit == 0 ? start.low_slot : start.high_slot;
  const FoldChain& chain = fold_.chains[fold_.slots[slot].chain];
  rise(start, fold_.slots[slot].node, start.root.kind == PositionKind::chain ? exit : 0);
  along(slot, exit == 0 ? chain.first : chain.last);
}

void FoldUnfolder::sink_from_exit(const FoldEnd& goal, std::uint32_t exit) {
  if (goal.root.kind != PositionKind::chain && goal.root.kind != PositionKind::slot) {
    return sink(goal, fold_.junctions[goal.exits[exit].junction], exit);
  }
  const std::uint32_t slot = exit == 0 ? goal.low_slot : goal.high_slot;
  const FoldChain& chain = fold_.chains[fold_.slots[slot].chain];
  along(exit == 0 ? chain.first : chain.last, slot);
  sink(goal, fold_.slots[slot].node, goal.root.kind == PositionKind::chain ? exit : 0);
}

// By labels.
void FoldUnfolder::cross_by_hub(JunctionId from, JunctionId to) {
  const std::uint32_t hub = best_hub(fold_, from, to).hub;
  const auto arcs = fold_.core_arcs.items().span();
  for (;;) {
    const CoreArcId arc = label_of(fold_.labels_out[from], hub).arc;
    if (arc.is_none()) break;
    cross(arcs[arc.value]);
    from = arcs[arc.value].target;
  }
  behind_.clear();
  for (;;) {
    const CoreArcId arc = label_of(fold_.labels_in[to], hub).arc;
    if (arc.is_none()) break;
    behind_.push_back(arc);
    to = arc_source(fold_, arc);
  }
  for (std::size_t i = behind_.size(); i-- > 0;) cross(arcs[behind_[i].value]);
}

// By the table, or by labels.
void FoldUnfolder::cross_core(JunctionId from, JunctionId to) {
  if (fold_.core == FoldCore::labels) return cross_by_hub(from, to);
  while (from != to) {
    const FoldCoreArc& arc = fold_.core_arcs.items()[table_arc(fold_, from, to).value];
    cross(arc);
    from = arc.target;
  }
}

Route FoldUnfolder::unfold(const FoldEnd& start, const FoldEnd& goal, const FoldMeeting& meeting,
                           std::span<const CoreArcId> core_arcs, Route old) {
  using Kind = FoldMeeting::Kind;
  route_ = std::move(old);
  route_.clear();
  switch (meeting.kind) {
    case Kind::none: break;
    case Kind::clique: enter(start, meeting.node); break;
    case Kind::tree: unfold_tree(start, goal); break;
    case Kind::root: unfold_root(start, goal); break;
    case Kind::chain: unfold_chain(start, goal); break;
    case Kind::core:
      rise_to_exit(start, meeting.from);
      if (fold_.core != FoldCore::search) {
        cross_core(start.exits[meeting.from].junction, goal.exits[meeting.to].junction);
      }
      for (const CoreArcId arc : core_arcs) cross(fold_.core_arcs.items()[arc.value]);
      sink_from_exit(goal, meeting.to);
      break;
  }
  return std::move(route_);
}

}  // namespace thalweg
