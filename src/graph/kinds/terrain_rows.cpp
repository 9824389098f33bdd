// Rows from a file are not trusted: each arc must be a link, or a walk over crossable edges from a
// face at its node to a face at its target.
#include "graph/kinds/terrain_rows.hpp"

#include <bit>

#include "graph/kinds/builders.hpp"
#include "graph/kinds/terrain_arcs.hpp"
#include "graph/rows.hpp"
#include "world/corner.hpp"

namespace thalweg {
namespace {

struct TerrainArc {
  NodeId from;
  NodeId to;
  ArcLabel label;
};

// True when a node stands on a face: at one of its corners, or as the end of a link inside it.
bool stands_on(const World& world, const TerrainNodes& nodes, NodeId node, FaceId face) {
  if (nodes.is_link_end(node)) return nodes.face(node) == face;
  const Mesh& mesh = world.mesh;
  const VertexId vertex = mesh.origin(nodes.corner(node));
  for (const EdgeId e : mesh.edges(face)) {
    if (mesh.origin(e) == vertex && nodes.at(mesh, e) == node) return true;
  }
  return false;
}

bool is_link_arc(const World& world, const TerrainNodes& nodes, const TerrainArc& arc) {
  if (!nodes.is_link_end(arc.from) || nodes.other_end(arc.from) != arc.to) return false;
  const PortalNode end = nodes.link_end(arc.from);
  if (!arc.label.is_link() || arc.label.link() != end.link()) return false;
  return end.along == 0 || world.links[end.link()].is_two_way != 0;
}

bool may_start(const World& world, const TerrainNodes& nodes, NodeId node) {
  return !nodes.is_link_end(node) || can_leave(world, nodes.link_end(node));
}
bool may_end(const World& world, const TerrainNodes& nodes, NodeId node) {
  return !nodes.is_link_end(node) || can_arrive(world, nodes.link_end(node));
}

// The face that a walk over edges leads to; none where it leads nowhere. Requires: an edge of the
// mesh, at least one turn.
FaceId face_behind(const Mesh& mesh, EdgeId edge, std::uint32_t turns) {
  if (mesh.corner_count(mesh.face(edge)) > kMostSides) return {};
  for (int left = std::bit_width(turns) - 1; left >= 0; --left) {
    if (!CrossRule{}.allows(mesh, edge)) return {};
    const EdgeId entered = mesh.twin(edge);
    const FaceId face = mesh.face(entered);
    if (mesh.corner_count(face) > (left == 0 ? kMostSides : 3)) return {};
    if (left == 0) return face;
    const bool is_left = (turns >> (left - 1) & 1) != 0;
    edge = is_left ? previous(mesh, entered) : mesh.next(entered);
  }
  return {};
}

// True when a label describes a walk from a node to another: over portals that somebody may cross,
// in a graph of this depth. Anything may be in the label. Requires: nodes in range.
bool is_walk(const World& world, const TerrainNodes& nodes, std::uint32_t depth,
             const TerrainArc& arc) {
  const Mesh& mesh = world.mesh;
  if (arc.from == arc.to || arc.label.is_nothing()) return false;
  if (arc.label.is_link()) return is_link_arc(world, nodes, arc);
  const EdgeId edge = labelled_edge(arc.label, depth);
  if (edge.value >= mesh.edge_count()) return false;
  const FaceId face = mesh.face(edge);
  if (!is_walkable(mesh.area(face)) || !stands_on(world, nodes, arc.from, face)) return false;
  if (!may_start(world, nodes, arc.from) || !may_end(world, nodes, arc.to)) return false;
  const std::uint32_t turns = labelled_turns(arc.label, depth);
  if (turns == kNoTurns) return stands_on(world, nodes, arc.to, face);
  const FaceId last = face_behind(mesh, edge, turns);
  return !last.is_none() && stands_on(world, nodes, arc.to, last);
}

}  // namespace

GraphArrays terrain_arrays(const World& world, const TerrainNodes& nodes, GraphRows rows) {
  const std::size_t count = nodes.count();
  GraphArrays arrays;
  arrays.targets = std::move(rows.targets);
  arrays.labels = std::move(rows.labels);
  arrays.shares_positions = nodes.are_vertices();
  if (nodes.are_vertices()) {
    arrays.positions = Array<Vec3f>(world.mesh.arrays().vertices);
  } else {
    arrays.positions = positions_of(count, [&](std::uint32_t n) { return nodes.point(NodeId(n)); });
  }
  std::vector<FaceId> faces(count);
  for (std::uint32_t n = 0; n < count; ++n) faces[n] = nodes.face(NodeId(n));
  arrays.faces = std::move(faces);
  return arrays;
}

Result<GraphArrays> restore_terrain_graph(const World& world, const GraphSpec& spec,
                                          GraphRows rows) {
  const TerrainNodes nodes(world);
  const auto& targets = rows.targets;
  if (!are_offsets(targets.offsets().span(), nodes.count(), targets.item_count()) ||
      rows.labels.size() != targets.item_count()) {
    return Error{"the arcs of a graph are not grouped by its nodes"};
  }
  const auto are_walks = [&](std::size_t first, std::size_t last) {
    for (std::size_t n = first; n < last; ++n) {
      const NodeId node(static_cast<std::uint32_t>(n));
      for (std::uint32_t i = targets.first(node); i < targets.last(node); ++i) {
        const TerrainArc arc{node, targets.items()[i], rows.labels[ArcId(i)]};
        if (arc.to.value >= nodes.count()) return false;
        if (!is_walk(world, nodes, spec.max_points, arc)) return false;
      }
    }
    return true;
  };
  if (!parallel_all_of(nodes.count(), kNodeGrain, are_walks)) {
    return Error{"an arc of a terrain graph is no walk from its node to another"};
  }
  return terrain_arrays(world, nodes, std::move(rows));
}

}  // namespace thalweg
