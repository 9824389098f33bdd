// The records of a run lie one after another, so that a route is laid run by run.
#include "planners/portal_route.hpp"

namespace thalweg {

void PortalRoute::begin(FaceId at) {
  at_ = at;
  runs_.clear();
  portal_count_ = 0;
}

namespace {

// Short pieces are there whole when they are read; of long ones the rest follows.
template <class T>
void fetch(const T* items, std::size_t count) {
  __builtin_prefetch(items);
  __builtin_prefetch(items + (count > 0 ? count - 1 : 0));
}

}  // namespace

// Its portals are read soon: they are fetched while the rest is laid.
void PortalRoute::add(const PortalRun& run) {
  runs_.push_back(run);
  portal_count_ += run.count;
  const std::uint32_t low = run.step > 0 ? run.first : run.first + 1 - run.count;
  fetch(portals_.ids.data() + low, run.count);
  fetch(portals_.ends.data() + low, run.count);
}

// The pieces of runs from a leaf up to the top of its dead end.
void PortalRoute::list_segments(std::uint32_t leaf) {
  segments_.clear();
  for (;;) {
    const FoldRun& run = fold_.runs[fold_.tree[leaf].run];
    segments_.push_back({leaf, run.head});
    if (run.parent == kNoFold) return;
    leaf = run.parent;
  }
}

void PortalRoute::climb_dead_end(const CoreEnd& start) {
  const FoldFace& face = *start.face;
  if (face.kind != FoldFace::Kind::tree) return;
  list_segments(face.at);
  for (const Segment& segment : segments_) {
    const ArcId next_arc = portals_.ids[segment.head].out_arc;
    add({segment.leaf, segment.leaf - segment.head + 1, -1, true, true, next_arc});
  }
  at_ = portals_.ids[segments_.back().head].to;
}

void PortalRoute::climb(const CoreEnd& start, std::uint32_t exit) {
  const FoldFace& face = *start.face;
  climb_dead_end(start);
  if (face.kind == FoldFace::Kind::tree) runs_.back().next_arc = join(face, exit).out_arc.arc();
  if (face.core != FoldFace::Kind::chain) return;
  const FoldChain& chain = chain_at(face.core_at);
  const std::uint32_t slot = portals_.first_slot + face.core_at;
  const std::uint32_t first = portals_.first_slot + chain.first;
  const std::uint32_t last = portals_.first_slot + chain.last;
  if (exit == 0 && slot > first) {
    add({slot, slot - first, -1, false, true, portals_.ids[first].back_arc});
    at_ = portals_.ids[first].to;
  } else if (exit == 1 && slot + 1 < last) {
    add({slot + 1, last - slot - 1, 1, true, true, portals_.ids[last - 1].out_arc});
    at_ = portals_.ids[last - 1].to;
  }
}

// Leaves a junction by `next_arc` for the face `next`. The corners of core arcs are for strings
// that cross the junctions at both ends.
void PortalRoute::cross_junction(JunctionId junction, FaceId next, ArcId next_arc, bool is_out) {
  const std::uint32_t portal = portals_.first_junction + junction.value;
  const bool is_crossed = next != at_;
  if (!is_crossed && !runs_.empty()) runs_.back().corner_count = PortalRun::kEveryPortal;
  __builtin_prefetch(portals_.ids.data() + portal);
  __builtin_prefetch(portals_.ends.data() + portal);
  PortalRun& run = runs_.emplace_back();
  run.first = portal;
  run.count = 1;
  ++portal_count_;
  run.is_out = is_out;
  run.is_crossed = is_crossed;
  run.next_arc = next_arc;
  at_ = next;
}
void PortalRoute::cross_junction(JunctionId junction, FaceId next, ArcId next_arc) {
  const PortalIds& portal = portals_.ids[portals_.first_junction + junction.value];
  cross_junction(junction, next, next_arc, portal.from == at_);
}

void PortalRoute::follow(JunctionId from, const CoreArcPortals& core_arc) {
  const bool is_crossed = core_arc.first_face != at_;
  cross_junction(from, core_arc.first_face, core_arc.first_arc, core_arc.leaves_out != 0);
  at_ = core_arc.last_face;
  if (core_arc.count == 0) return;
  PortalRun& run = runs_.emplace_back();
  run.first = core_arc.first_portal;
  run.count = core_arc.count;
  portal_count_ += core_arc.count;
  run.step = core_arc.is_back != 0 ? -1 : 1;
  run.is_out = core_arc.is_back == 0;
  run.next_arc = core_arc.last_arc;
  run.first_corner = core_arc.first_corner;
  run.corner_count = is_crossed ? core_arc.corner_count : PortalRun::kEveryPortal;
  fetch(portals_.ids.data() + (core_arc.is_back != 0 ? run.first + 1 - run.count : run.first),
        run.count);
  fetch(portals_.corners.data() + run.first_corner, core_arc.corner_count);
}

// At each junction the first core arc of those that the table allows, as table_arc. What may come
// next is fetched before it is known which of them does.
void PortalRoute::follow_table(JunctionId from, JunctionId to) {
  if (from == to) return;
  const Cost* row = fold_.distances.data() + to.value * fold_.junctions.size();
  const CoreArcPortals* at = portals_.core_arcs.data() + fold_.core_arcs.first(from);
  std::uint32_t count = fold_.core_arcs.size(from);
  for (;;) {
    const Distance here = row[from.value];
    for (const CoreArcPortals* other = at; other != at + count; ++other) {
      fetch(portals_.core_arcs.data() + other->next, other->next_count);
    }
    for (const CoreArcPortals* last = at + count - 1; at != last; ++at) {
      const Cost there = row[at->target.value];
      if (there != kForbidden && Distance{there} + at->cost == here) break;
    }
    if (at->target == to) return follow(from, *at);
    const CoreArcPortals* next = portals_.core_arcs.data() + at->next;
    count = at->next_count;
    follow(from, *at);
    from = at->target;
    at = next;
  }
}

// As follow, by the arc that crosses the first junction and leads to the second. False: there is none.
bool PortalRoute::follow_to(JunctionId from, JunctionId to) {
  const PortalIds& portal = portals_.ids[portals_.first_junction + from.value];
  const FaceId beyond = portal.from == at_ ? portal.to : portal.from;
  for (std::uint32_t i = fold_.core_arcs.first(from); i < fold_.core_arcs.last(from); ++i) {
    const CoreArcPortals& core_arc = portals_.core_arcs[i];
    if (core_arc.target != to || core_arc.first_face != beyond) continue;
    follow(from, core_arc);
    return true;
  }
  return false;
}

// Over a junction and along its chain to the face of an end there.
void PortalRoute::enter_chain(const FoldFace& face, std::uint32_t exit, JunctionId junction,
                              FaceId core_face, ArcId next_arc) {
  const FoldChain& chain = chain_at(face.core_at);
  const std::uint32_t slot = portals_.first_slot + face.core_at;
  const std::uint32_t first = portals_.first_slot + chain.first;
  const std::uint32_t last = portals_.first_slot + chain.last;
  if (exit == 0 && slot > first) {
    cross_junction(junction, portals_.ids[first].to, portals_.ids[first].out_arc);
    add({first + 1, slot - first, 1, true, true, next_arc});
  } else if (exit == 1 && slot + 1 < last) {
    cross_junction(junction, portals_.ids[last - 1].to, portals_.ids[last - 1].back_arc);
    add({last - 1, last - slot - 1, -1, false, true, next_arc});
  } else {
    cross_junction(junction, core_face, next_arc);
  }
  at_ = core_face;
}

void PortalRoute::descend(const CoreEnd& goal, std::uint32_t exit) {
  const FoldFace& face = *goal.face;
  const JunctionId junction = goal.exits[exit].junction;
  const bool is_tree = face.kind == FoldFace::Kind::tree;
  if (is_tree) list_segments(face.at);
  const ArcId next_arc = is_tree ? join(face, exit).in_arc.arc() : ArcId();
  const FaceId core_face =
      is_tree ? portals_.ids[segments_.back().head].to : goal.surface_point.face;
  if (face.core == FoldFace::Kind::chain) {
    enter_chain(face, exit, junction, core_face, next_arc);
  } else {
    cross_junction(junction, core_face, next_arc);
  }
  if (is_tree) descend_dead_end(goal);
}

// Into the dead end whose segments are listed.
void PortalRoute::descend_dead_end(const CoreEnd& goal) {
  for (std::size_t i = segments_.size(); i-- > 0;) {
    const Segment& segment = segments_[i];
    const ArcId next = i > 0 ? portals_.ids[segments_[i - 1].head].back_arc : ArcId();
    add({segment.head, segment.leaf - segment.head + 1, 1, false, true, next});
  }
  at_ = goal.surface_point.face;
}

bool PortalRoute::lay_over(const CoreEnd& start, std::uint32_t exit,
                           std::span<const JunctionId> between, const CoreEnd& goal,
                           std::uint32_t goal_exit) {
  begin(start.surface_point.face);
  climb(start, exit);
  JunctionId at = start.exits[exit].junction;
  for (const JunctionId next : between) {
    if (at != next && !follow_to(at, next)) return false;
    at = next;
  }
  descend(goal, goal_exit);
  return true;
}

void PortalRoute::along_chain(const CoreEnd& start, const CoreEnd& goal) {
  begin(start.surface_point.face);
  climb_dead_end(start);
  const std::uint32_t from = start.face->core_at;
  const std::uint32_t to = goal.face->core_at;
  const std::uint32_t base = portals_.first_slot;
  if (from < to) {
    add({base + from + 1, to - from, 1, true, true, {}});
  } else {
    add({base + from, from - to, -1, false, true, {}});
  }
  if (goal.face->kind != FoldFace::Kind::tree) return;
  list_segments(goal.face->at);
  descend_dead_end(goal);
}

Route PortalRoute::copy_route(Route old) const {
  const std::size_t count = portal_count_;
  old.nodes.resize(count);
  old.arcs.resize(count - 1);
  NodeId* node = old.nodes.data();
  ArcId* arc = old.arcs.data();
  for (const PortalRun& run : runs_) {
    const PortalIds* portal = portals_.ids.data() + run.first;
    for (std::uint32_t left = run.count;;) {
      *node++ = portal->node;
      if (--left == 0) break;
      const ArcId out = portal->out_arc;
      portal += run.step;
      *arc++ = run.is_out ? out : portal->back_arc;
    }
    if (!run.next_arc.is_none()) *arc++ = run.next_arc;
  }
  return old;
}

void PortalRoute::add_nodes(const Ground& ground, std::span<const NodeId> nodes,
                            std::span<const ArcId> arcs, FaceId goal) {
  using Kind = FoldPosition::Kind;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const FoldPosition position = fold_.nodes[nodes[i]];
    const bool is_junction = position.kind != Kind::tree && position.kind != Kind::slot;
    const std::uint32_t first = is_junction                   ? portals_.first_junction
                                : position.kind == Kind::slot ? portals_.first_slot
                                                              : 0;
    const bool is_last = i == arcs.size();
    const ArcId next_arc = is_last ? ArcId() : arcs[i];
    const FaceId next = is_last ? goal : ground.graph().label(next_arc).face();
    const std::uint32_t portal = first + position.at;
    const bool is_out = portals_.ids[portal].from == at_;
    add({portal, 1, 1, is_out, next != at_, next_arc});
    at_ = next;
  }
}

}  // namespace thalweg
