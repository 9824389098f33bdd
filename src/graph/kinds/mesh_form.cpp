// For partial answers the reached faces are marked, and the goal is located among these alone.
#include "graph/kinds/mesh_form.hpp"

namespace thalweg {

FaceMarker::FaceMarker(const Ground& ground, const GroundFilter* filter, FaceMarks& marks)
    : by_{ground.world(), ground.pricer(), filter}, marks_(marks) {
  marks_.is_marked.assign(ground.world().mesh.face_count(), 0);
  marks_.queue.clear();
}

void FaceMarker::mark(FaceId face) {
  if (marks_.is_marked[face.value] != 0 || !by_.may_enter(face)) return;
  marks_.is_marked[face.value] = 1;
  marks_.queue.push_back(face);
}

void FaceMarker::mark_both(EdgeId edge) {
  const Mesh& mesh = by_.world.mesh;
  if (!mesh.is_portal(edge) || !by_.may_pass(edge)) return;
  mark(mesh.face(edge));
  mark(mesh.across(edge));
}

void FaceMarker::spread() {
  for (std::size_t i = 0; i < marks_.queue.size(); ++i) {
    for (const EdgeId edge : by_.world.mesh.edges(marks_.queue[i])) mark_both(edge);
  }
}

Result<void> MeshForm::check(const World& world, const GraphSpec& /*spec*/) const {
  if (world.mesh.empty()) return Error{"the world has no mesh: build a grid graph"};
  // Edges share 32 bits with the mark of a link.
  if (world.mesh.edge_count() >= ArcLabel::kLinkBit) {
    return Error{"the mesh has too many edges for a graph"};
  }
  return {};
}

double MeshForm::metre_price(const Ground& ground, Vec3 at, Vec2 direction) const {
  const Mesh& mesh = ground.world().mesh;
  const Location here = locate(mesh, ground.world().locator, at);
  if (!here.found() || !ground.pricer().may_enter(here.face)) return kNoLimit;
  const Vec2 ahead = here.point.xy() + direction;
  const Vec3 to{ahead.x, ahead.y, mesh.height_at(here.face, ahead)};
  return ground.pricer().portal_arc(
      {.from = here.point, .to = to, .across = here.face, .entered = {}, .left = {}});
}

End MeshForm::end_at(const World& /*world*/, const Graph& graph, NodeId node) const {
  const FaceId face = facts().has_faces ? graph.face(node) : FaceId(node.value);
  return {.face = face, .square = {}, .point = graph.position(node)};
}

void MeshForm::mark_faces(const Ground& ground, const ReachedNodes& reached,
                          FaceMarker& marker) const {
  for (const NodeId node : reached.nodes) {
    marker.mark(end_at(ground.world(), ground.graph(), node).face);
  }
}

End MeshForm::nearest(const Ground& ground, const ReachedNodes& reached, FaceMarks& scratch) const {
  FaceMarker marker(ground, reached.filter, scratch);
  marker.mark(reached.start.face);
  mark_faces(ground, reached, marker);
  const auto is_marked = [&](FaceId face) { return scratch.is_marked[face.value] != 0; };
  const Location found = locate(ground.world().mesh, ground.world().locator, reached.goal,
                                {.reach = kNoLimit, .accepts = is_marked});
  if (!found.found()) return reached.start;
  return {.face = found.face, .square = {}, .point = found.point};
}

}  // namespace thalweg
