// Straight lines are denied by octagons of what can be seen past portals, and by portals that they do not cross.
#include "planners/fold_visibility.hpp"

namespace thalweg {

// False where the line passes a portal by.
bool FoldVisibility::may_cross(std::uint32_t portal, const Line& line) const {
  const PortalEnds& at = portals_.ends[portal];
  return orientation(line.from, line.to, at.left.xy()) *
             orientation(line.from, line.to, at.right.xy()) <=
         0;
}

// False where the straight line from the face behind a slot does not cross all slots on that side.
bool FoldVisibility::may_see_along(std::uint32_t slot, bool to_first, const Line& line) const {
  const FoldChain& chain = fold_.chains[fold_.slots[slot].chain];
  const std::uint32_t base = portals_.first_slot;
  const std::uint32_t begin = to_first ? chain.first : slot + 1;
  const std::uint32_t end = to_first ? slot + 1 : chain.last + 1;
  for (std::uint32_t at = begin; at < end; ++at) {
    if (!may_cross(base + at, line)) return false;
  }
  return true;
}

// False where the straight line does not get out of the end's dead end.
bool FoldVisibility::may_see_up(std::uint32_t portal, const Line& line) const {
  while (portal != kNoFold) {
    if (!may_cross(portal, line)) return false;
    const FoldRun& run = fold_.runs[fold_.tree[portal].run];
    portal = portal == run.head ? run.parent : portal - 1;
  }
  return true;
}

// False where the end of the line is out of sight past a portal. Where it starts at an end of the portal, it may
// also turn about that corner first.
bool FoldVisibility::may_see_past(std::uint32_t portal, const VisibilityBound& sight,
                                  const Line& out) const {
  if (sight.holds(out.to)) return true;
  const Vec2 from = out.from;
  const Vec2 rounded{static_cast<float>(from.x), static_cast<float>(from.y)};
  if (rounded != from) return false;  // not a corner
  return portals_.ends[portal].left.xy() == from || portals_.ends[portal].right.xy() == from;
}

// False where the line does not get out of the dead end, chain or branch that it starts in: it must cross
// each portal up to a junction past which its end can be seen.
bool FoldVisibility::may_see_out(const FoldFace& face, const Line& out) const {
  const auto is_out = [&] { return face.kind != FoldFace::Kind::tree || may_see_up(face.at, out); };
  if (face.core == FoldFace::Kind::chain) {
    const std::uint32_t number = fold_.slots[face.core_at].chain;
    const FoldChain& chain = fold_.chains[number];
    const FoldChainVisibility& sights = portals_.sights[number];
    const std::uint32_t base = portals_.first_slot;
    const auto may_see = [&](std::uint32_t slot, const VisibilityBound& sight) {
      return may_see_past(base + slot, sight, out) &&
             may_see_along(face.core_at, slot == chain.first, out);
    };
    return (may_see(chain.first, sights.first) || may_see(chain.last, sights.last)) && is_out();
  }
  const BranchExit* exit = portals_.exits.data() + portals_.exit_first[face.core_at];
  const BranchExit* last = portals_.exits.data() + portals_.exit_first[face.core_at + 1];
  for (; exit != last; ++exit) {
    const std::uint32_t portal = portals_.first_junction + exit->junction.value;
    if (!may_see_past(portal, exit->sight, out)) continue;
    if (may_cross(portal, out)) return is_out();
  }
  return false;
}

bool FoldVisibility::may_see(const End& start, const End& goal) const {
  const FoldFace& from = portals_.faces[start.face];
  const FoldFace& to = portals_.faces[goal.face];
  const bool is_known = from.kind != FoldFace::Kind::none && to.kind != FoldFace::Kind::none;
  if (!is_known || start.face == goal.face || may_meet(from, to)) return true;
  const Line line{start.point.xy(), goal.point.xy()};
  return may_see_out(from, line) && may_see_out(to, {line.to, line.from});
}

}  // namespace thalweg
