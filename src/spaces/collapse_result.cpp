// What is left after a collapse: the mesh, and how far it lies from the old one.
#include <algorithm>

#include "spaces/collapse.hpp"

namespace thalweg {

double Collapse::error() const {
  double worst = 0;
  for (const FaceId f : mesh_.faces()) {
    if (is_removed(f) || first_removed_[f.value].is_none()) continue;
    const EdgeId e(f.value * 3);
    const HeightPlane plane(point(origin(e)), point(origin(next(e))), point(origin(previous(e))));
    for (VertexId v = first_removed_[f.value]; !v.is_none(); v = next_removed_[v.value]) {
      worst = std::max(worst, plane.above(point(v)));
    }
  }
  return worst;
}

// Vertices and faces keep their order.
MeshArrays Collapse::arrays() const {
  constexpr std::uint32_t kNone = VertexId::kNone;
  std::vector<std::uint32_t> vertex(mesh_.vertex_count(), kNone);
  std::vector<std::uint32_t> number(mesh_.face_count(), kNone);
  std::uint32_t faces = 0;
  for (const FaceId f : mesh_.faces()) {
    if (is_removed(f)) continue;
    number[f.value] = faces++;
    for (const EdgeId e : mesh_.edges(f)) vertex[origin(e).value] = 0;
  }
  std::vector<Vec3f> points;
  for (const VertexId v : mesh_.vertices()) {
    if (vertex[v.value] == kNone) continue;
    vertex[v.value] = static_cast<std::uint32_t>(points.size());
    points.push_back(mesh_.arrays().vertices[v]);
  }
  std::vector<VertexId> origins;
  std::vector<EdgeId> twins;
  std::vector<AreaId> areas;
  std::vector<AreaId> edge_areas;
  std::vector<float> edge_difficulties;
  for (const FaceId f : mesh_.faces()) {
    if (is_removed(f)) continue;
    if (!mesh_.arrays().face_area.empty()) areas.push_back(mesh_.area(f));
    for (const EdgeId e : mesh_.edges(f)) {
      const EdgeId other = twin(e);
      origins.push_back(VertexId(vertex[origin(e).value]));
      twins.push_back(other.is_none() ? other
                                      : EdgeId(number[face(other).value] * 3 + other.value % 3));
      if (!edge_area_.empty()) edge_areas.push_back(edge_area(e));
      if (!edge_difficulty_.empty()) edge_difficulties.push_back(edge_difficulty(e));
    }
  }
  MeshArrays arrays;
  arrays.vertices = std::move(points);
  arrays.origin = std::move(origins);
  arrays.twin = std::move(twins);
  arrays.face_area = std::move(areas);
  arrays.edge_area = std::move(edge_areas);
  arrays.edge_difficulty = std::move(edge_difficulties);
  return arrays;
}

}  // namespace thalweg
