// Face graph: a node per face, an arc per portal and direction, then the links that start there.
#include "graph/builders.hpp"
#include "graph/rows.hpp"

namespace thalweg {

Result<GraphArrays> build_face_graph(const World& world) {
  const Mesh& mesh = world.mesh;
  const std::size_t count = mesh.face_count();
  const auto links = link_arcs(world, count, [&](LinkId id, bool is_end) {
    const Link& link = world.links[id];
    return NodeId((is_end ? link.to_face : link.from_face).value);
  });
  const auto arcs_of = [&](NodeId node, const auto& emit) {
    const FaceId face(node.value);
    if (!is_walkable(mesh.area(face))) return;
    for (const EdgeId edge : mesh.edges(face)) {
      if (!mesh.is_portal(edge)) continue;
      const FaceId other = mesh.across(edge);
      if (is_walkable(mesh.area(other))) emit(NodeId(other.value), ArcLabel::of(edge));
    }
    emit_links(links, node, emit);
  };
  auto rows = build_rows(count, true, arcs_of);
  if (!rows) return Error{rows.error()};
  GraphArrays arrays;
  arrays.targets = rows->targets;
  arrays.labels = rows->labels;
  arrays.positions = positions_of(count, [&](std::uint32_t f) { return mesh.centre(FaceId(f)); });
  return arrays;
}

}  // namespace thalweg
