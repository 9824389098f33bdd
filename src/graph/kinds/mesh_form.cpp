#include "graph/kinds/mesh_form.hpp"

namespace thalweg {

FaceMarker::FaceMarker(const Ground& ground, const GroundFilter* filter, FaceMarks& marks)
    : world_(ground.world()), pricer_(ground.pricer()), filter_(filter), marks_(marks) {
  marks_.is_marked.assign(world_.mesh.face_count(), 0);
  marks_.queue.clear();
}

void FaceMarker::mark(FaceId face) {
  if (marks_.is_marked[face.value] != 0 || !pricer_.may_enter(face)) return;
  if (filter_ != nullptr && !filter_->allows(face)) return;
  marks_.is_marked[face.value] = 1;
  marks_.queue.push_back(face);
}

void FaceMarker::spread() {
  for (std::size_t i = 0; i < marks_.queue.size(); ++i) {
    for (const EdgeId edge : world_.mesh.edges(marks_.queue[i])) {
      if (world_.mesh.is_portal(edge) && pricer_.may_cross(edge)) mark(world_.mesh.across(edge));
    }
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

GraphSpec MeshForm::normal(const World& /*world*/, const GraphSpec& spec) const {
  return {.kind = spec.kind};
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

Norm MeshForm::fitting_norm(const GraphSpec& /*spec*/) const { return Norm::straight; }

End MeshForm::find_end(const Ground& ground, const EndSearch& search) const {
  const World& world = ground.world();
  const auto may_stand = [&](FaceId face) {
    return ground.pricer().may_enter(face) &&
           (search.filter == nullptr || search.filter->allows(face));
  };
  const Location location = locate(world.mesh, world.locator, search.local,
                                   {.reach = search.reach, .accepts = may_stand});
  if (!location.found()) return {};
  return {.face = location.face, .square = {}, .point = location.point};
}

NodeId MeshForm::node_of(const End& /*end*/) const { return {}; }

End MeshForm::nearest(const Ground& ground, const NearestSearch& reached,
                      FaceMarks& scratch) const {
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
