// The nodes of terrain graphs: the vertices of the mesh, then the ends of links.
#pragma once

#include <span>
#include <vector>

#include "graph/portal_nodes.hpp"
#include "thalweg/price/profile.hpp"

namespace thalweg {

// What a terrain graph takes from a profile: the price of a metre by direction, and by the shape
// and the difficulty of the ground. No areas, no bans, no radius.
inline Profile taken_from(const Profile& profile) {
  Profile taken;
  taken.speed_model = profile.speed_model;
  if (!profile.is_timed()) taken.axes = profile.axes;
  taken.respects = profile.respects;
  return taken;
}

// A vertex is a node for each fan of faces about it that somebody may enter: fans that meet at the
// vertex only are apart. Borrows the world.
class TerrainNodes {
 public:
  explicit TerrainNodes(const World& world);

  std::size_t count() const { return corners_.size() + ends_.size(); }
  // True when node i is vertex i of the mesh, and there is no other.
  bool are_vertices() const { return are_vertices_; }

  // Of a corner of a face that somebody may enter; none where the mesh breaks its laws.
  NodeId at(const Mesh& mesh, EdgeId corner) const;
  // The lowest corner of a node's fan. Requires: no end of a link.
  EdgeId corner(NodeId node) const { return corners_[node.value]; }

  bool is_link_end(NodeId node) const { return node.value >= corners_.size(); }
  PortalNode link_end(NodeId node) const { return ends_[node.value - corners_.size()]; }
  // The node at the other end of the link. Requires: the end of a link.
  NodeId other_end(NodeId node) const {
    return NodeId(link_end(node).along == 0 ? node.value + 1 : node.value - 1);
  }
  // Those on a face.
  std::span<const NodeId> link_ends(FaceId face) const;

  FaceId face(NodeId node) const {
    return is_link_end(node) ? link_end_face(world_, link_end(node))
                             : world_.mesh.face(corner(node));
  }
  Vec3 point(NodeId node) const {
    return is_link_end(node) ? link_end_point(world_, link_end(node))
                             : world_.mesh.start(corner(node));
  }

 private:
  const World& world_;
  std::vector<std::uint32_t> first_;  // [vertex + 1]  its first node
  std::vector<EdgeId> corners_;       // [node]  in order of vertex
  std::vector<PortalNode> ends_;      // [node after those]
  std::vector<NodeId> by_face_;       // the ends of links, in order of face
  bool are_vertices_ = false;
};

}  // namespace thalweg
