// Turning about a corner of the mesh. A corner is named by the half-edge of a face that starts
// there.
#pragma once

#include "thalweg/world/surface_point.hpp"

namespace thalweg {

// The edge before `edge` around its face: it ends where `edge` starts.
template <class AnyMesh>
EdgeId previous(const AnyMesh& mesh, EdgeId edge) {
  const auto edges = mesh.edges(mesh.face(edge));
  return edge == edges.front() ? EdgeId(edge.value + edges.size() - 1) : EdgeId(edge.value - 1);
}

// The corner of the next face clockwise about the same vertex; none at a wall.
template <class AnyMesh>
EdgeId turned_right(const AnyMesh& mesh, EdgeId corner, const CrossRule& rule) {
  return rule.allows(mesh, corner) ? mesh.next(mesh.twin(corner)) : EdgeId();
}

// The same counter-clockwise.
template <class AnyMesh>
EdgeId turned_left(const AnyMesh& mesh, EdgeId corner, const CrossRule& rule) {
  const EdgeId before = previous(mesh, corner);
  return rule.allows(mesh, before) ? mesh.twin(before) : EdgeId();
}

// The corner of the fan farthest clockwise; none if the fan is a full circle without a wall.
template <class AnyMesh>
EdgeId rightmost(const AnyMesh& mesh, EdgeId corner, const CrossRule& rule) {
  EdgeId at = corner;
  for (;;) {
    const EdgeId next = turned_right(mesh, at, rule);
    if (next.is_none()) return at;
    if (next == corner) return {};
    at = next;
  }
}

// Calls visit(corner) for each face of the fan about `corner`, counter-clockwise.
template <class AnyMesh, class Visit>
void for_each_in_fan(const AnyMesh& mesh, EdgeId corner, const CrossRule& rule, Visit visit) {
  const EdgeId wall = rightmost(mesh, corner, rule);
  const EdgeId first = wall.is_none() ? corner : wall;
  EdgeId at = first;
  do {
    visit(at);
    at = turned_left(mesh, at, rule);
  } while (!at.is_none() && at != first);
}

}  // namespace thalweg
