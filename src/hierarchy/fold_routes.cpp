// An end climbs its dead end by differences of prefix sums. Two ends meet below the core at their
// lowest common ancestor (heavy paths), in a clique, along a chain, or else by the core.
#include "thalweg/hierarchy/fold_routes.hpp"

#include <algorithm>

namespace thalweg {
namespace {

using PositionKind = FoldPosition::Kind;

bool is_on_chain(const FoldPosition& position) {
  return position.kind == PositionKind::chain || position.kind == PositionKind::slot;
}

}  // namespace

FoldRoutes::Through FoldRoutes::through(const FoldEnd& end, NodeId node) const {
  if (end.clique == kNoFold) return {node == end.node ? end.entry : kShut, node};
  Through best{std::min(seed_cost(end.seeds, node), kShut), node};
  for (const Seed& seed : end.seeds) {
    if (seed.cost >= best.cost || seed.node == node) continue;
    const FoldStep step = end.is_start ? clique_step(fold_, ground_, end.clique, seed.node, node)
                                       : clique_step(fold_, ground_, end.clique, node, seed.node);
    if (seed.cost + step.cost < best.cost) best = {seed.cost + step.cost, seed.node};
  }
  return best;
}

FoldEnd FoldRoutes::enter(FaceId face, std::span<const Seed> seeds, bool is_start,
                          FoldEnd old) const {
  old.exits.clear();
  FoldEnd end{.is_start = is_start, .seeds = seeds, .root = {}, .exits = std::move(old.exits)};
  if (fold_.faces.empty()) {
    end.node = NodeId(face.value);
    end.entry = std::min(seed_cost(seeds, end.node), kShut);
    enter_from_node(end);
    return end;
  }
  end.clique = face.value;
  return enter_from_face(std::move(end));
}

FoldEnd FoldRoutes::enter_from_face(FoldEnd end) const {
  const FoldPosition position = fold_.faces[FaceId(end.clique)];
  if (position.kind == PositionKind::exit_node) {
    end.node = NodeId(position.at);
    end.entry = through(end, end.node).cost;
    enter_from_node(end);
  } else {
    const auto cost = [&](std::uint32_t, NodeId node) { return through(end, node).cost; };
    enter_core(end, position, cost);
  }
  return end;
}

// From the node that the end is, or leaves its dead end by.
void FoldRoutes::enter_from_node(FoldEnd& end) const {
  const FoldPosition position = fold_.nodes[end.node];
  if (position.kind != PositionKind::tree) {
    return enter_core(end, position, [&](std::uint32_t, NodeId) { return end.entry; });
  }
  end.leaf = position.at;
  const FoldTreeNode& leaf = fold_.tree[position.at];
  const FoldRoot& root = fold_.roots[leaf.root];
  const Distance top = end.entry + (end.is_start ? leaf.up : leaf.down);
  enter_core(end, root.position, [&](std::uint32_t i, NodeId) {
    const FoldJoin& join = fold_.joins[root.first_join + i];
    return top + (end.is_start ? join.out : join.in);
  });
}

// At a position of the core, to whose nodes it costs cost(their number there, node).
template <class CostTo>
void FoldRoutes::enter_core(FoldEnd& end, const FoldPosition& position, const CostTo& cost) const {
  const std::uint32_t at = position.at;
  end.root = position;
  switch (position.kind) {
    case PositionKind::chain:
      end.low_slot = at;
      end.high_slot = at + 1;
      end.low = cost(0, fold_.slots[at].node);
      end.high = cost(1, fold_.slots[at + 1].node);
      return add_exits(end);
    case PositionKind::slot:
      end.low_slot = end.high_slot = at;
      end.low = end.high = cost(0, fold_.slots[at].node);
      return add_exits(end);
    case PositionKind::branch: {
      std::uint32_t i = 0;
      for (const JunctionId junction : fold_.branches[BranchId(at)]) {
        end.exits.push_back({junction, cost(i++, fold_.junctions[junction])});
      }
      return;
    }
    case PositionKind::junction:
      end.exits.push_back({JunctionId(at), cost(0, fold_.junctions[JunctionId(at)])});
      return;
    case PositionKind::lone: end.low = end.high = cost(0, {}); return;
    default: return;
  }
}

// Of an end at a chain.
void FoldRoutes::add_exits(FoldEnd& end) const {
  const FoldSlot& low = fold_.slots[end.low_slot];
  const FoldSlot& high = fold_.slots[end.high_slot];
  const FoldChain& chain = fold_.chains[low.chain];
  const FoldSlot& last = fold_.slots[chain.last];
  const Distance to_first = end.is_start ? low.back : low.forth;
  const Distance to_last = end.is_start ? last.forth - high.forth : last.back - high.back;
  end.exits.push_back({chain.from, end.low + to_first});
  end.exits.push_back({chain.to, end.high + to_last});
}

// Between an end and a position above its leaf.
Distance FoldRoutes::between(const FoldEnd& end, std::uint32_t position) const {
  const FoldTreeNode& leaf = fold_.tree[end.leaf];
  const FoldTreeNode& above = fold_.tree[position];
  return end.entry + (end.is_start ? leaf.up - above.up : leaf.down - above.down);
}

FoldRoutes::TreeMeeting FoldRoutes::lowest_common(std::uint32_t from, std::uint32_t to) const {
  TreeMeeting meeting;
  while (fold_.tree[from].run != fold_.tree[to].run) {
    if (fold_.tree[from].run > fold_.tree[to].run) {
      const FoldRun& run = fold_.runs[fold_.tree[from].run];
      meeting.from = run.head;
      from = run.parent;
    } else {
      const FoldRun& run = fold_.runs[fold_.tree[to].run];
      meeting.to = run.head;
      to = run.parent;
    }
  }
  if (from > to) {
    meeting.from = to + 1;
  } else if (to > from) {
    meeting.to = from + 1;
  }
  meeting.at = std::min(from, to);
  return meeting;
}

FoldRoutes::TreeMeeting FoldRoutes::meet_in_tree(const FoldEnd& start, const FoldEnd& goal) const {
  TreeMeeting meeting = lowest_common(start.leaf, goal.leaf);
  const auto clique_below = [&](const FoldEnd& end, std::uint32_t below) {
    return below == kNoFold ? end.clique : fold_.tree[below].clique;
  };
  const std::uint32_t clique = clique_below(start, meeting.from);
  const bool is_shared = clique != kNoFold && clique == clique_below(goal, meeting.to);
  if (!is_shared) {
    meeting.cost = between(start, meeting.at) + between(goal, meeting.at);
    return meeting;
  }
  meeting.clique = clique;
  if (meeting.from == kNoFold) {
    meeting.cost =
        through(start, fold_.tree_steps[meeting.to].node).cost + between(goal, meeting.to);
  } else if (meeting.to == kNoFold) {
    meeting.cost =
        between(start, meeting.from) + through(goal, fold_.tree_steps[meeting.from].node).cost;
  } else {
    const FoldStep step = clique_step(fold_, ground_, clique, fold_.tree_steps[meeting.from].node,
                                      fold_.tree_steps[meeting.to].node);
    meeting.cost = between(start, meeting.from) + step.cost + between(goal, meeting.to);
  }
  return meeting;
}

// Both lie in the same clique: over one of its nodes, or two.
FoldMeeting FoldRoutes::meet_in_clique(const FoldEnd& start, const FoldEnd& goal) const {
  FoldMeeting best{.kind = FoldMeeting::Kind::clique, .node = {}};
  for (const Seed& seed : goal.seeds) {
    const Distance cost = through(start, seed.node).cost + seed.cost;
    if (cost >= best.cost) continue;
    best.cost = cost;
    best.node = seed.node;
  }
  return best;
}

// Both hang from, or lie in, the same clique of the core, or the same lone node.
Distance FoldRoutes::cost_at_root(const FoldEnd& start, const FoldEnd& goal) const {
  if (start.root != goal.root) return kShut;
  if (start.root.kind == PositionKind::lone) return start.low + goal.low;
  if (start.root.kind != PositionKind::chain && start.root.kind != PositionKind::branch)
    return kShut;
  const auto top = [&](const FoldEnd& end) { return fold_.roots[fold_.tree[end.leaf].root].top; };
  const auto node = [&](const FoldEnd& end) { return fold_.tree_steps[top(end)].node; };
  if (start.leaf == kNoFold && goal.leaf == kNoFold) return kShut;  // the same clique
  if (start.leaf == kNoFold) return through(start, node(goal)).cost + between(goal, top(goal));
  if (goal.leaf == kNoFold) return between(start, top(start)) + through(goal, node(start)).cost;
  const FoldStep step =
      clique_step(fold_, ground_, fold_.tree[top(start)].clique, node(start), node(goal));
  return between(start, top(start)) + step.cost + between(goal, top(goal));
}

Distance FoldRoutes::cost_along_chain(const FoldEnd& start, const FoldEnd& goal) const {
  if (!is_on_chain(start.root) || !is_on_chain(goal.root)) return kShut;
  const auto& slots = fold_.slots;
  if (slots[start.low_slot].chain != slots[goal.low_slot].chain) return kShut;
  if (start.high_slot <= goal.low_slot) {
    return start.high + slots[goal.low_slot].forth - slots[start.high_slot].forth + goal.low;
  }
  if (goal.high_slot <= start.low_slot) {
    return start.low + slots[start.low_slot].back - slots[goal.high_slot].back + goal.high;
  }
  return kShut;
}

FoldMeeting FoldRoutes::meet_locally(const FoldEnd& start, const FoldEnd& goal) const {
  using Kind = FoldMeeting::Kind;
  FoldMeeting best;
  const auto offer = [&](Kind kind, Distance cost) {
    if (cost < best.cost) best = {.kind = kind, .cost = cost, .node = {}};
  };
  const bool is_one_clique = start.clique != kNoFold && start.clique == goal.clique;
  if (is_one_clique) best = meet_in_clique(start, goal);
  if (start.leaf != kNoFold && goal.leaf != kNoFold &&
      fold_.tree[start.leaf].root == fold_.tree[goal.leaf].root) {
    if (!is_one_clique) offer(Kind::tree, meet_in_tree(start, goal).cost);
    return best;
  }
  offer(Kind::root, cost_at_root(start, goal));
  offer(Kind::chain, cost_along_chain(start, goal));
  return best;
}

Cost FoldRoutes::core_cost(JunctionId from, JunctionId to) const {
  if (fold_.core == FoldCore::labels) return best_hub(fold_, from, to).cost;
  return fold_.distances[to.value * fold_.junctions.size() + from.value];
}

FoldMeeting FoldRoutes::meet(const FoldEnd& start, const FoldEnd& goal) const {
  FoldMeeting best = meet_locally(start, goal);
  for (std::uint32_t k = 0; k < goal.exits.size(); ++k) {
    for (std::uint32_t i = 0; i < start.exits.size(); ++i) {
      if (start.exits[i].cost + goal.exits[k].cost >= best.cost) continue;
      const Cost cost = core_cost(start.exits[i].junction, goal.exits[k].junction);
      const Distance sum = start.exits[i].cost + cost + goal.exits[k].cost;
      if (sum >= best.cost || cost == kForbidden) continue;
      best = {.kind = FoldMeeting::Kind::core, .cost = sum, .from = i, .to = k, .node = {}};
    }
  }
  return best;
}

}  // namespace thalweg
