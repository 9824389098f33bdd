// Fold: the graph of a mesh without its dead ends and chains.
//
// The meshes of levels are nearly trees. A *clique* is a set of nodes that share ground: the nodes
// of a face (portal graphs), the two ends of a link, or two neighbours (face graphs). Cliques and
// nodes alternate along a route, and what is left after taking off all that has one neighbour only,
// again and again, is the *core*:
//
//   dead end   a tree of nodes that hangs from a clique or a node of the core, laid out along heavy
//              paths (*runs*), with the cost from each node to the top of the tree and back
//   chain      a part of the core between two junctions that never branches, with prefix sums in
//              both directions. Its nodes are *slots*, the junctions at both ends included
//   junction   a node of the core where it branches. The cheapest routes between junctions are in a
//              table, or are searched over the core's own arcs
//
// A cheapest route never enters a dead end that holds neither of its ends, as long as no detour
// through a third node of a clique is cheaper than the arc. Cliques where one is cheaper (closed
// arcs, uneven prices) are closed under such detours when the fold is built; routes still consist of
// arcs of the graph.
//
// Knows the graph and its costs, not points: hierarchy/fold_routes.hpp joins the ends of queries.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "thalweg/core/csr.hpp"
#include "thalweg/core/progress.hpp"
#include "thalweg/graph/ground.hpp"
#include "thalweg/hierarchy/fold_portals.hpp"

namespace thalweg {

using CoreArcId = Id<struct CoreArcTag, 'x'>;
// A clique of the core with three nodes of the core or more, or one that is all that is left of its island.
using BranchId = Id<struct BranchTag, 'b'>;
using DetourId = Id<struct DetourTag, 'd'>;

// Sums count each impassable arc as this much: from here on nothing can be reached.
inline constexpr Distance kShut = Distance{1} << 48;
// The largest sum that a fold holds: far from the end of 64 bits.
inline constexpr Distance kMostFoldSum = kShut << 14;

// How the routes between junctions are known.
enum class FoldCore : std::uint32_t {
  table,   // all are stored
  search,  // A* over the core
  whole,   // the graph does not fold: nothing is stored, and the whole graph is searched
  labels,  // each junction knows the routes to and from some hubs, so that every cheapest route leads
           // over a hub that both its ends know (hub labels)      docs/reference/papers.md [AIY13]
};

// Where a node or a clique lies in a fold.
struct FoldPosition {
  enum class Kind : std::uint32_t {
    none,       // a clique without nodes
    tree,       // a node of a dead end; `at`: its position
    slot,       // a node inside a chain; `at`: its slot
    junction,   // `at`: a junction
    lone,       // a node that is all that is left of its island; `at`: the node
    exit_node,  // a clique in a dead end; `at`: the node by which routes leave it for the core
    chain,      // a clique between the slots `at` and `at` + 1
    branch,     // `at`: a branch
  };
  Kind kind = Kind::none;
  std::uint32_t at = 0;

  bool operator==(const FoldPosition&) const = default;
};

// An arc of the graph, or a detour that replaces one; none: impassable.
struct FoldArc {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  static constexpr std::uint32_t kDetourBit = 0x80000000u;

  std::uint32_t value = kNone;

  static FoldArc of(ArcId arc) { return {arc.value}; }
  static FoldArc of(DetourId detour) { return {detour.value | kDetourBit}; }
  bool is_none() const { return value == kNone; }
  bool is_detour() const { return !is_none() && (value & kDetourBit) != 0; }
  ArcId arc() const { return ArcId(value); }
  DetourId detour() const { return DetourId(value & ~kDetourBit); }

  bool operator==(const FoldArc&) const = default;
};

// What an arc of a clique costs, detours included.
struct FoldStep {
  Distance cost = kShut;
  FoldArc arc;
};

struct FoldTreeNode {
  Distance up;           // to the top of its dead end
  Distance down;         // from there
  std::uint32_t run;     // runs are numbered so that each has a higher number than its parent
  std::uint32_t root;    // of its dead end
  std::uint32_t clique;  // by which routes leave it upwards
  std::uint32_t unused;  // 0
};
// What routes copy.
struct FoldTreeStep {
  NodeId node;
  FoldArc up;    // to its parent: the node before it in its run, or the parent of the run
  FoldArc down;  // from there
};
struct FoldRun {
  std::uint32_t head;    // its first position, nearest the core
  std::uint32_t parent;  // the position that the head hangs from; kNoFold: it is a top
};
inline constexpr std::uint32_t kNoFold = 0xFFFFFFFFu;

// Where a dead end hangs: a chain, branch, slot, junction or lone node.
struct FoldRoot {
  FoldPosition position;
  std::uint32_t top;         // its index in Fold::tree
  std::uint32_t first_join;  // of its joins: two at a chain, one for each junction of a branch,
                             // none at the branch of a lone clique, else one
};
// Between a top and a node of the core.
struct FoldJoin {
  Distance out;
  Distance in;
  FoldArc out_arc;
  FoldArc in_arc;
};

struct FoldSlot {
  Distance forth;  // from the chain's first slot
  Distance back;   // to the chain's first slot
  NodeId node;
  FoldArc forth_arc;  // to the next slot; none at the last
  FoldArc back_arc;   // from the next slot
  std::uint32_t chain;
};
struct FoldChain {
  std::uint32_t first;  // slots
  std::uint32_t last;
  JunctionId from;  // at the first slot
  JunctionId to;    // at the last
};

// An arc between junctions.
struct FoldCoreArc {
  enum class Kind : std::uint32_t { step, forth, back };  // in a clique; along a chain

  JunctionId target;
  Cost cost;
  std::uint32_t via;  // a FoldArc's value; or a chain
  Kind kind;
};

// A cheapest route between a junction and a hub.
struct FoldLabel {
  std::uint32_t hub;  // its rank
  Cost cost;
  // The first of a route to the hub, the last of one from it; none: the junction is the hub.
  CoreArcId arc;
};

// A clique that was closed under detours: a square table of steps over its nodes.
struct FoldClosed {
  std::uint32_t clique;
  std::uint32_t first_node;  // its nodes, in order
  std::uint32_t node_count;
  std::uint32_t first_step;  // [from x to]
};
struct FoldClosedStep {
  Cost cost;  // kForbidden: impassable
  FoldArc arc;
};

inline constexpr std::uint16_t kNoLength = 0xFFFF;
inline constexpr double kPassageSlopeUnits = 127;

// Lower bounds of the shortest paths between the narrowest portals of two passages
// (DirectedPassage), `a` and `b`.
struct FoldPassagePair {
  // Between their ends, in units of Fold::passage_unit: from left to left, from left to right, from
  // right to left, from right to right. kNoLength: there is no path.
  std::uint16_t lengths[4] = {kNoLength, kNoLength, kNoLength, kNoLength};
  // Two lines bound the length of a path from either end of one narrowest portal to any point of
  // the other from below. They start at the other narrowest portal's left and right ends, with the
  // lengths there. These are their slopes, in metres of length per metre along the narrowest portal
  // from left to right, in units of 1 / kPassageSlopeUnits.
  std::int8_t slopes_at_a[2] = {-127, 127};
  std::int8_t slopes_at_b[2] = {-127, 127};
};
static_assert(sizeof(FoldPassagePair) == 12);

// Where the pair of two passages lies, and how many pairs there are.
inline std::size_t passage_pair(std::uint32_t one, std::uint32_t other) {
  const std::size_t a = one > other ? one : other;
  return a * (a + 1) / 2 + (one > other ? other : one);
}
inline std::size_t passage_pair_count(std::size_t passages) {
  return passages * (passages + 1) / 2;
}

struct Fold {
  std::uint64_t metric = 0;  // fingerprint of the ground's metric
  FoldCore core = FoldCore::whole;

  IdArray<NodeId, FoldPosition> nodes;  // [node]
  IdArray<FaceId, FoldPosition> faces;  // [face]  as a clique; empty but for portal graphs
  Array<FoldTreeNode> tree;             // [position]
  Array<FoldTreeStep> tree_steps;       // [position]
  Array<FoldRun> runs;
  Array<FoldRoot> roots;
  Array<FoldJoin> joins;
  Array<FoldSlot> slots;  // chain by chain
  Array<FoldChain> chains;
  Csr<BranchId, JunctionId> branches;
  IdArray<JunctionId, NodeId> junctions;
  Csr<JunctionId, FoldCoreArc> core_arcs;
  Array<Cost> distances;  // [goal x from]  between junctions; kForbidden: no route
  // [passage a x passage b up to it]  lower bounds of lengths, in units of so many metres. Empty without portals
  Array<FoldPassagePair> passage_pairs;
  float passage_unit = 0;
  Csr<JunctionId, FoldLabel> labels_out;  // to hubs, in order of hub. Empty without labels
  Csr<JunctionId, FoldLabel> labels_in;   // from hubs
  Array<FoldClosed> closed;               // in order of clique
  Array<NodeId> closed_nodes;
  Array<FoldClosedStep> closed_steps;
  Csr<DetourId, ArcId> detours;

  FoldPortals portals;  // derived from all of the above (fold_portals); may be empty

  std::size_t bytes() const;
  std::uint32_t junction_count() const { return static_cast<std::uint32_t>(junctions.size()); }
  // The clique's row of `closed`; null: its arcs are the graph's own.
  const FoldClosed* find_closed(std::uint32_t clique) const;
};

struct FoldOptions {
  // Megabytes that the table may take: about 6 bytes for each pair of junctions (4 on uneven ground).
  // DEFAULT: 32
  double table_limit = 32;
  // Megabytes that hub labels may take where the table would take too much; where these would, too, the
  // core is searched. DEFAULT: 64
  double label_limit = 64;
  // Of the nodes, 0 to 1: with more junctions than this a search of the core does not pay, and where
  // there is neither a table nor labels the graph does not fold. DEFAULT: 0.5
  double most_junctions = 0.5;
  // Whether it also finds the lengths of the shortest paths between passages, where lengths decide: level
  // ground of one price. The planner finds shortest paths by them. Takes longer than the rest.
  // DEFAULT: yes
  bool short_paths = true;
  Progress progress = {};
};

// The options by which a ground gets a core of that kind, if it can have it.
FoldOptions options_for(FoldCore core, bool short_paths = true);

// True for grounds that can be folded: graphs of faces and of portals.
bool can_fold(const Ground& ground);

// True where a ground can be folded and few enough nodes are junctions. O(arcs).
bool is_worth_folding(const Ground& ground, const FoldOptions& options = {});

// Folds a ground's graph. The same bytes on any number of threads. Refused with a sentence: other
// graphs. O(arcs + the cubes of the cliques' sizes + junctions x core arcs for the table).
Result<Fold> fold_ground(const Ground& ground, const FoldOptions& options = {});

// The fold of the same graph under other prices: the same bytes as a fresh fold of `now` with the same
// options. Sums are computed again, and those rows of the table that a change can reach. Nothing where
// the ground must be folded again: the graph is another one, arcs open or close, a detour inside a
// clique becomes the cheapest, labels would change, or lengths decide now that did not before
// (`passage_pairs`). Refused with a sentence: a fold that is not of `before`.
// O(arcs + fold + rows x core arcs).
Result<std::optional<Fold>> update_fold(Fold old, const Ground& before, const Ground& now);

// The first arc of the cheapest route from one junction to another. Requires: a table in which there
// is a route, and from != to. O(arcs of `from`).
inline CoreArcId table_arc(const Fold& fold, JunctionId from, JunctionId to) {
  const Cost* row = fold.distances.data() + to.value * fold.junctions.size();
  const FoldCoreArc* arcs = fold.core_arcs.items().data();
  std::uint32_t at = fold.core_arcs.first(from);
  const std::uint32_t last = fold.core_arcs.last(from) - 1;
  while (at < last && (row[arcs[at].target.value] == kForbidden ||
                       Distance{row[arcs[at].target.value]} + arcs[at].cost != row[from.value])) {
    ++at;
  }
  return CoreArcId(at);
}

// The cheapest route from one junction to another by labels: over which hub; kForbidden: there is none.
// O(both labels).
struct FoldHub {
  std::uint32_t hub = 0;
  Cost cost = kForbidden;
};
FoldHub best_hub(const Fold& fold, JunctionId from, JunctionId to);

// The junction that an arc of the core leaves. O(log of the junctions).
JunctionId arc_source(const Fold& fold, CoreArcId arc);

// A junction's label of a hub. Requires: it has one. O(log of the labels).
const FoldLabel& label_of(std::span<const FoldLabel> labels, std::uint32_t hub);

// The arc between two nodes of a clique of the ground's graph, detours included. O(arcs of `from`).
FoldStep clique_step(const Fold& fold, const Ground& ground, std::uint32_t clique, NodeId from,
                     NodeId to);

// Refuses with a sentence a fold that anybody may have written and that does not fit the ground: a
// position or an arc that does not exist, a cost that the metric does not have. What passes is safe
// to use and gives routes of the ground; whether they are the cheapest, broken_law tells. O(fold).
Result<void> check_fold(const Fold& fold, const Ground& ground);

// The first law that `fold` breaks, or nothing: it is the fold of this ground.
std::optional<std::string> broken_law(const Fold& fold, const Ground& ground);

}  // namespace thalweg
