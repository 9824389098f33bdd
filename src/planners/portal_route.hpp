// PortalRoute: a route through a fold as runs of portals that lie one after another
// (hierarchy/fold_portals.hpp), from the start to a junction, from junction to junction, and from a
// junction to the goal.
#pragma once

#include <vector>

#include "thalweg/hierarchy/fold_routes.hpp"
#include "thalweg/path/portals.hpp"
#include "thalweg/world/surface_point.hpp"

namespace thalweg {

// A start or a goal, and the junctions by which it is left or reached.
struct CoreEnd {
  SurfacePoint surface_point;
  const FoldFace* face = nullptr;
  std::vector<FoldExit> exits;
};

class PortalRoute {
 public:
  // Borrows. Requires: the fold has portals.
  explicit PortalRoute(const Fold& fold) : fold_(fold), portals_(fold.portals) {}

  // Nothing yet; the next run leaves this face.
  void begin(FaceId at);
  // From the start to the core, out of its dead end.
  void climb_dead_end(const CoreEnd& start);
  // From the start to an exit, without the junction itself.
  void climb(const CoreEnd& start, std::uint32_t exit);
  // Over a junction and along a core arc, up to the next junction.
  void follow(JunctionId from, const CoreArcPortals& core_arc);
  // The core arcs that the table says, up to the last junction.
  void follow_table(JunctionId from, JunctionId to);
  // Over the junction of an exit, and to the goal.
  void descend(const CoreEnd& goal, std::uint32_t exit);
  // A whole route, from exit to exit over the junctions between them. False: two of the junctions have no
  // arc between them.
  bool lay_over(const CoreEnd& start, std::uint32_t exit, std::span<const JunctionId> between,
                const CoreEnd& goal, std::uint32_t goal_exit);
  // A whole route along the chain that both ends lie at. Requires: there is one, and they lie at different
  // faces of it.
  void along_chain(const CoreEnd& start, const CoreEnd& goal);
  // Any route of the graph, node by node.
  void add_nodes(const Ground& ground, std::span<const NodeId> nodes, std::span<const ArcId> arcs,
                 FaceId goal);

  const std::vector<PortalRun>& runs() const { return runs_; }
  // Hands the runs over; the memory of `old` is used for the next ones.
  std::vector<PortalRun> take_runs(std::vector<PortalRun> old) {
    std::swap(runs_, old);
    return old;
  }
  // Its nodes and arcs. Requires: a portal or more.
  Route copy_route(Route old) const;

 private:
  struct Segment {
    std::uint32_t leaf;
    std::uint32_t head;
  };

  void add(const PortalRun& run);
  bool follow_to(JunctionId from, JunctionId to);
  void cross_junction(JunctionId junction, FaceId next, ArcId next_arc, bool is_out);
  void cross_junction(JunctionId junction, FaceId next, ArcId next_arc);
  void descend_dead_end(const CoreEnd& goal);
  void list_segments(std::uint32_t leaf);
  void enter_chain(const FoldFace& face, std::uint32_t exit, JunctionId junction, FaceId core_face,
                   ArcId next_arc);
  const FoldJoin& join(const FoldFace& face, std::uint32_t exit) const {
    return fold_.joins[fold_.roots[face.root].first_join + exit];
  }
  const FoldChain& chain_at(std::uint32_t slot) const {
    return fold_.chains[fold_.slots[slot].chain];
  }

  const Fold& fold_;
  const FoldPortals& portals_;
  FaceId at_;  // where the runs so far lead to
  std::vector<PortalRun> runs_;
  std::size_t portal_count_ = 0;
  std::vector<Segment> segments_;  // of a dead end, towards the core
};

}  // namespace thalweg
