// Where nodes stand: on their own faces, or on others about the same corner.
#include "graph/sight_nodes.hpp"

#include "thalweg/geometry/segment.hpp"
#include "thalweg/world/ray.hpp"
#include "world/corner.hpp"

namespace thalweg {

SurfacePoint standing_surface_point(const ProfileRule& by, const Graph& graph, NodeId node) {
  const Mesh& mesh = by.world.mesh;
  SurfacePoint surface_point{graph.face(node), graph.position(node)};
  if (by.may_enter(surface_point.face)) return pulled_inside(mesh, surface_point);
  const FaceId own = surface_point.face;
  surface_point.face = {};
  for (const EdgeId e : mesh.edges(own)) {
    if (mesh.start(e).xy() != surface_point.point.xy()) continue;
    for_each_in_fan(mesh, e, {}, [&](EdgeId corner) {
      const FaceId face = mesh.face(corner);
      if (surface_point.face.is_none() && by.may_enter(face)) surface_point.face = face;
    });
  }
  return surface_point;
}

FaceId first_face(const ProfileRule& by, const SurfacePoint& from, const SurfacePoint& to) {
  const Mesh& mesh = by.world.mesh;
  const Vec2 start = from.point.xy();
  FaceId face = from.face;
  bool is_there = true;  // nothing but turns about the start so far
  const auto note = [&](EdgeId edge) {
    const Segment2 crossed{mesh.start(edge).xy(), mesh.end(edge).xy()};
    is_there = is_there && meet(crossed, {start, start});
    if (is_there) face = mesh.across(edge);
  };
  if (!line_of_sight(mesh, from, to, by.rule(), note)) return from.face;
  return face;
}

}  // namespace thalweg
