// GraphForm: everything about a graph that depends on its kind.
//
// Each kind of graph is one file in src/graph/kinds with one form, which the table in
// src/graph/kinds/table.cpp names. All other code asks a graph's form, never its kind.
// Forms have no state. Calls are virtual and made per query, per node or per batch of arcs, never
// per arc.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "thalweg/core/cost.hpp"
#include "thalweg/core/progress.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/graph/end.hpp"
#include "thalweg/graph/graph.hpp"
#include "thalweg/graph/heuristic_kind.hpp"
#include "thalweg/graph/reverse.hpp"
#include "thalweg/path/corridor.hpp"
#include "thalweg/path/path.hpp"
#include "thalweg/price/ground_filter.hpp"
#include "thalweg/price/pricer.hpp"
#include "thalweg/price/profile.hpp"
#include "thalweg/search/route.hpp"

namespace thalweg {

class Ground;

// What all arcs of a graph cost one profile, before they become quanta.
struct ArcPrices {
  std::vector<double> of_arc;         // [arc]   in `unit`; kNoLimit: impassable
  std::vector<std::uint8_t> is_open;  // [node]  1: the profile can be there
  double unit = 1;                    // one price, in the profile's unit
  bool is_unit_a_quantum = false;     // else the quantum is chosen from the median price
};

// The costs of a batch of arcs: one virtual call for this many at a time.
inline constexpr std::size_t kCostBatch = 32;
using CostBatch = std::array<Cost, kCostBatch>;

// How ends join the graph of one ground. Threads may share it.
class EndJoiner {
 public:
  EndJoiner() = default;
  EndJoiner(const EndJoiner&) = delete;
  EndJoiner& operator=(const EndJoiner&) = delete;
  virtual ~EndJoiner() = default;

  // Joins a start: adds to ends.sources the walks to the nodes near it. Or a goal: adds to ends.goals
  // the walks from them. As ends.filter counts; uses the scratch of `ends`.
  virtual void join(const End& end, bool is_start, JoinedEnds& ends) const = 0;
  // The cost of the walk past the graph, as straight across one face or square; kUnreached where
  // there is none.
  virtual Distance direct(const End& start, const End& goal, const GroundFilter* filter) const = 0;
};

// What a search has reached, and where it wanted to go.
struct ReachedNodes {
  std::span<const NodeId> nodes;  // in order
  End start;
  Vec3 goal;  // local coordinates
  const GroundFilter* filter = nullptr;
};

// Scratch: which faces were met, and in what order.
struct FaceMarks {
  std::vector<std::uint8_t> is_marked;  // [face]
  std::vector<FaceId> queue;
};

// What a route becomes on the ground, in local coordinates.
struct Laid {
  Corridor corridor;              // of graphs that have corridors; its points are yet to be shaped
  std::vector<PathPoint> points;  // of all others: each sees the next; on grids faces are squares
};

class GraphForm {
 public:
  explicit GraphForm(const GraphFacts& facts) : facts_(facts) {}
  GraphForm(const GraphForm&) = delete;
  GraphForm& operator=(const GraphForm&) = delete;
  virtual ~GraphForm() = default;

  const GraphFacts& facts() const { return facts_; }

  // The graphs of this kind that have a name.
  virtual std::span<const NamedGraph> named() const = 0;

  // Building. ---------------------------------------------------------------------------------

  // Refused with a sentence: a spec that makes no sense, a world that cannot give the graph.
  virtual Result<void> check(const World& world, const GraphSpec& spec) const = 0;
  // The spec with defaults for what the kind does not ask for, so that equal graphs have equal
  // fingerprints. Requires: checked.
  virtual GraphSpec normal(const World& /*world*/, const GraphSpec& spec) const {
    return {.kind = spec.kind};
  }
  // A fingerprint of what the graph takes from a profile: graphs around walls the ground that
  // somebody may enter but the profile may not, terrain graphs what a metre costs by direction. 0:
  // nothing, as without a profile. Requires: no broken law in the profile. O(edges).
  virtual std::uint64_t profile_key(const World& /*world*/, const Profile& /*profile*/) const {
    return 0;
  }
  // The arrays of nodes and arcs; build_graph adds spec, world and profile_key. Requires: a normal
  // spec. `agent`: whose walls or prices the graph is built for; null: somebody who may enter all
  // ground that anybody may, and pays for length. Null wherever profile_key is 0.
  virtual Result<GraphArrays> build(const World& world, const GraphSpec& spec, const Pricer* agent,
                                    const Progress& progress) const = 0;
  // The graph of arcs that a file holds. Refused with a sentence: arcs that are not walks in this
  // world. Requires: facts().is_slow_to_build, a normal spec; anything may be in the arcs. O(arcs).
  virtual Result<GraphArrays> restore(const World& /*world*/, const GraphSpec& /*spec*/,
                                      GraphRows /*rows*/) const {
    return Error{"a " + std::string(facts_.name) + " graph is not stored"};
  }

  // Prices. -----------------------------------------------------------------------------------

  // Requires: no broken law in the profile. O(arcs).
  virtual ArcPrices prices(const World& world, const Graph& graph, const Profile& profile,
                           const Progress& progress) const = 0;
  // What arcs cost where a query leaves areas out or avoids them: never less than in the metric,
  // and exactly that where the filter changes nothing. Requires: at most kCostBatch.
  virtual CostBatch filtered(const Ground& ground, const GroundFilter& filter,
                             std::span<const ReverseArc> arcs) const = 0;
  // The price of a metre at a point, in the profile's unit: a short step along a direction of
  // length 1. kNoLimit where it is impassable.
  virtual double metre_price(const Ground& ground, Vec3 at, Vec2 direction) const = 0;
  // The norm whose steps a graph of this spec has.
  virtual HeuristicKind fitting_norm(const GraphSpec& /*spec*/) const {
    return HeuristicKind::straight_line;
  }

  // Ends of queries. --------------------------------------------------------------------------

  // The joiner keeps a copy of the ground.
  virtual std::unique_ptr<const EndJoiner> joiner(const Ground& ground) const = 0;
  // The node that stands for the whole ground of an end: its face or square where these are nodes.
  // None in all other graphs, where ends are joined by priced walks.
  virtual NodeId node_of(const End& /*end*/) const { return {}; }
  // A node as an end: the face or the square it stands on, and its position.
  virtual End end_at(const World& world, const Graph& graph, NodeId node) const = 0;
  // The point nearest the goal, in the plane, on ground that the nodes reached, or the start's own
  // ground, give access to; of hexagons only the centres, and the start itself. O(nodes).
  virtual End nearest(const Ground& ground, const ReachedNodes& reached,
                      FaceMarks& scratch) const = 0;

  // Paths. ------------------------------------------------------------------------------------

  // Lays a route from end to end; `old`'s memory is used again. Requires: old.points is empty.
  virtual Laid lay(const Ground& ground, const Route& route, const JoinedEnds& ends,
                   Laid old) const = 0;
  // The walks that the route's arcs and its ends are priced and checked by, unshaped: from node to
  // node, and where nodes are faces over the middles of portals. `old`'s memory is used again.
  // Kinds with corridors must override it, as `lay` gives them no points.
  virtual std::vector<PathPoint> walked(const Ground& ground, const Route& route,
                                        const JoinedEnds& ends, std::vector<PathPoint> old) const {
    old.clear();
    return lay(ground, route, ends, {{}, std::move(old)}).points;
  }

 private:
  GraphFacts facts_;
};

}  // namespace thalweg
