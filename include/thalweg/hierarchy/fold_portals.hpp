// FoldPortals: the portals of a fold as geometry, in the order in which routes cross them, so that
// a path is copied and pulled taut without a look at the mesh.
//
// Portals of dead ends come first, in the order of the fold's positions, then those of its slots,
// then those of its junctions. Each is stored as it is crossed *outwards*: up towards the core, or
// forth along a chain.
//
// Derived from a fold and its ground, never stored. A fold has them only if its core is a table, its graph a portal
// graph with one point for each portal, its ground of one price and without links, and no clique is closed.
#pragma once

#include <cstdint>
#include <limits>

#include "thalweg/core/array.hpp"
#include "thalweg/core/cost.hpp"
#include "thalweg/core/csr.hpp"
#include "thalweg/core/ids.hpp"
#include "thalweg/geometry/vec.hpp"
#include "thalweg/path/portals.hpp"

namespace thalweg {

struct Fold;
class Ground;
using JunctionId = Id<struct JunctionTag, 'j'>;

// How an end on a face reaches the core: one cache line.
struct alignas(64) FoldFace {
  enum class Kind : std::uint16_t { none, tree, chain, branch };

  Kind kind = Kind::none;     // none: see the fold itself
  Kind core = Kind::none;     // chain or branch: where the face lies, or its dead end hangs
  std::uint32_t at = 0;       // tree: the position of its exit node
  std::uint32_t root = 0;     // tree: the fold's root
  std::uint32_t core_at = 0;  // chain: the slot before; branch: the branch
  JunctionId first;           // chain: its junctions
  JunctionId last;
  // Costs from the exit node (tree), or the portal on that side (chain), to the junctions (out) and
  // back (in). At a branch out_first and in_first are those to and from the top of the dead end.
  Cost out_first = 0;
  Cost out_last = 0;
  Cost in_first = 0;
  Cost in_last = 0;
  Vec3f low;   // the exit node's point (tree), or that of the portal towards the first junction
  Vec3f high;  // chain: of the other one
};
static_assert(sizeof(FoldFace) == 64);

// An octagon around all that can be seen past a portal. By default it holds every point.
struct VisibilityBound {
  static constexpr std::size_t kDirections = 4;  // x, y, x + y, x - y
  static constexpr float kFar = std::numeric_limits<float>::infinity();

  float low[kDirections] = {-kFar, -kFar, -kFar, -kFar};
  float high[kDirections] = {kFar, kFar, kFar, kFar};

  static double along(Vec2 p, std::size_t direction) {
    switch (direction) {
      case 0: return p.x;
      case 1: return p.y;
      case 2: return p.x + p.y;
      default: return p.x - p.y;
    }
  }
  bool holds(Vec2 p) const {
    bool is_inside = true;
    for (std::size_t k = 0; k < kDirections; ++k) {
      is_inside &= along(p, k) >= low[k] && along(p, k) <= high[k];
    }
    return is_inside;
  }
};

// A junction of a branch.
struct BranchExit {
  Vec3f middle;
  JunctionId junction;
  VisibilityBound sight;  // past its portal, out of the branch
};

// Past the junctions at the ends of a chain, out of it: one cache line.
struct alignas(64) FoldChainVisibility {
  VisibilityBound first;
  VisibilityBound last;
};

// An arc between junctions, as portals.
struct CoreArcPortals {
  JunctionId target;
  FaceId first_face;           // entered when leaving the junction
  FaceId last_face;            // left when crossing the target
  std::uint32_t first_portal;  // of those between both junctions
  std::uint32_t count;         // of these
  std::uint32_t first_corner;  // of those that paths can bend at, in the order in which they come
  std::uint32_t corner_count;
  ArcId first_arc;  // from the junction to the first portal, or to the target
  ArcId last_arc;   // from the last portal to the target; none without portals
  Cost cost;
  std::uint32_t next;        // the first core arc of the target
  std::uint16_t next_count;  // of these
  std::uint8_t is_back;      // 1: the portals are crossed inwards
  std::uint8_t leaves_out;   // 1: the junction's portal is crossed outwards into first_face
};

// A passage in one of its directions: twice its number, plus 1 for forth.
using DirectedPassageId = Id<struct DirectedPassageTag, 'w'>;
using PassageEndId = Id<struct PassageEndTag, 'h'>;

// A *passage* leads from branch to branch: a chain with the junctions at its ends, or a lone junction
// between two branches. Each path through it crosses the narrowest of its portals, its *narrowest
// portal*. Its ends lie at *passage ends*: branches, or where a ring is closed. A directed passage
// is walked in one direction.
struct DirectedPassage {
  JunctionId from;             // crossed first
  JunctionId to;               // crossed last
  PassageEndId passage_end;    // that it leads to
  std::uint32_t first_corner;  // of those that strings over its portals can bend at
  std::uint32_t in_count;      // of these up to the narrowest portal, its own included
  std::uint32_t out_count;     // behind it
};

// From the narrowest portal of a directed passage over a passage end to that of another.
struct FoldTransition {
  DirectedPassageId to;
  // Those that strings can bend at, the second narrowest portal's included.
  std::uint32_t first_corner;
  std::uint32_t corner_count;
  // Metres at least from each end of the first narrowest portal to each of the second: from left to
  // left, from left to right, from right to left, from right to right, as the portals are stored.
  float metres[4];
  // By how much they grow for each metre that one moves from there along the first narrowest
  // portal, from left to right.
  float slopes[4];
};

struct FoldPortals {
  Array<PortalEnds> ends;  // [position], [slot], [junction]
  Array<PortalIds> ids;    // the same
  IdArray<FaceId, FoldFace> faces;
  Array<CoreArcPortals> core_arcs;    // [core arc]
  Array<HourglassCorner> corners;     // of core arcs, directed passages and transitions
  Array<std::uint32_t> exit_first;    // [branch + 1]
  Array<BranchExit> exits;            // [branch][]
  Array<FoldChainVisibility> sights;  // [chain]
  // [passage]  An index into ends and ids. Chains come first, then lone junctions.
  Array<std::uint32_t> narrowest_portals;
  // [directed passage]  Empty on ground with heights, or where some cannot be walked.
  Array<DirectedPassage> directed_passages;
  Csr<PassageEndId, DirectedPassageId> passages_from;  // that leave it; branches come first
  Csr<DirectedPassageId, FoldTransition> transitions;  // to those of other passages
  std::uint32_t first_slot = 0;                        // the portal of slot 0
  std::uint32_t first_junction = 0;
  // No arc costs less than the profile's price of its straight line, so that a step from an end straight
  // to a node is never more expensive than one over another node of the face.
  bool is_direct = false;
  bool is_walled = false;  // every corner touches a wall, so that taut paths cannot be pulled on

  bool empty() const { return faces.empty(); }
  std::size_t bytes() const {
    return ends.bytes() + ids.bytes() + faces.bytes() + core_arcs.bytes() + corners.bytes() +
           exit_first.bytes() + exits.bytes() + sights.bytes() + narrowest_portals.bytes() +
           directed_passages.bytes() + passages_from.bytes() + transitions.bytes();
  }
};

// The portals of a fold; empty where it can have none. Requires: the fold fits the ground (check_fold).
// O(fold).
FoldPortals fold_portals(const Fold& fold, const Ground& ground);

}  // namespace thalweg
