// What the arcs of terrain graphs are: walks from corner to corner of the mesh over a few edges.
//
//          w            An arc from v to w that crosses two edges names the first one, c->b, as
//         / \           the half-edge of the face that is left, and then the turn to the left,
//        a---b          over which w is reached. Where it crosses the edges is not stored: that
//       / \ /           depends on the profile, and is found again each time (path/edge_path.hpp).
//      v---c            Turns are known in triangles only; the first and the last face of an arc
//                       may have more corners, since the nodes tell where it starts and ends.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/few_crossings.hpp"
#include "graph/kinds/arcs.hpp"
#include "path/edge_path.hpp"
#include "path/wide_walk.hpp"

namespace thalweg {

// Where edges are crossed is found alike when arcs are priced and laid.
inline constexpr float kArcStep = 1.0f / 64;

// Turns: 0 inside the face of the half-edge, or along it where it joins the nodes; else a one, and
// for each further edge that is crossed a bit: 1 the left, 0 the right edge of the face entered.
inline constexpr std::uint32_t kNoTurns = 0;
inline constexpr std::uint32_t kOneEdge = 1;
inline ArcLabel terrain_label(EdgeId edge, std::uint32_t turns, std::uint32_t depth) {
  return {edge.value << depth | turns};
}
inline EdgeId labelled_edge(ArcLabel label, std::uint32_t depth) {
  return EdgeId(label.value >> depth);
}
inline std::uint32_t labelled_turns(ArcLabel label, std::uint32_t depth) {
  return label.value & ((1u << depth) - 1);
}

// The faces and the edges of an arc; its ends stay as they are, crossings are put to the middles.
// Requires: the label of a walk in a graph of this mesh and depth.
void lay_crossings(const Mesh& mesh, ArcLabel label, std::uint32_t depth, EdgePath& edge_path);

// The node of a corner, among the first `count` ones, which are no ends of links. Requires: of a
// face that somebody may enter. O(log nodes).
NodeId corner_node(const Mesh& mesh, const Graph& graph, std::uint32_t count, EdgeId corner);

// The corner of a face at a point; none: it is elsewhere. O(corners).
EdgeId corner_on(const Mesh& mesh, FaceId face, Vec3 point);

// Which corners an agent may walk past. What it may not enter or cross can part the faces about a
// vertex, and nobody slips through from part to part. A node is one of them: the part of the most
// faces, the first among equals. What leads over the others is closed at this vertex.
class Footing {
 public:
  explicit Footing(const ProfileRule& by) : by_(by) {}

  // Notes once for all vertices whether they are parted, for many calls. O(edges).
  void note_parted();
  bool holds(EdgeId corner) const;

 private:
  std::uint32_t part_size(EdgeId first, const CrossRule& rule) const;

  ProfileRule by_;
  std::vector<std::uint8_t> may_be_parted_;  // [vertex]  empty: all
};

// Walks over a few edges, settled and priced as a profile and a filter count. Keeps its scratch
// memory: one for each thread. Borrows all.
class TerrainPricer {
 public:
  TerrainPricer(const ProfileRule& by, const Graph& graph, const Footing& footing)
      : graph_(graph), footing_(footing), pricer_(by), walk_(by.pricer.profile()) {}
  TerrainPricer(const TerrainPricer&) = delete;
  TerrainPricer& operator=(const TerrainPricer&) = delete;

  // kNoLimit where it is closed. Requires: no arc of a link.
  double price(const GraphArc& arc);
  // The same from surface point to surface point, over a half-edge of the first face or, with none,
  // inside one face.
  double price(const SurfacePoint& from, EdgeId over, const SurfacePoint& to, WalkEnds ends);
  // True when the agent may be at a node. Requires: no end of a link.
  bool may_stand(NodeId node) const;

  // What was priced last, settled.
  const EdgePath& edge_path() const { return edge_path_; }

 private:
  const Mesh& mesh() const { return pricer_.mesh(); }
  double along(EdgeId edge);
  double settle(WalkEnds ends);
  bool is_open(WalkEnds ends) const;
  bool is_held(const SurfacePoint& surface_point) const;
  bool keeps_clear(WalkEnds ends) const;

  const Graph& graph_;
  const Footing& footing_;
  EdgePathPricer pricer_;
  FewCrossings walk_;
  EdgePath edge_path_;
};

}  // namespace thalweg
