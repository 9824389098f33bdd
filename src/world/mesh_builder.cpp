// Half-edges are grouped by their lower corner and paired by the other one. Where over two faces
// share an edge, or two lie on the same side, it becomes a wall and is counted.
#include "thalweg/world/mesh_builder.hpp"

#include <algorithm>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "thalweg/core/csr.hpp"
#include "thalweg/geometry/predicates.hpp"
#include "world/limits.hpp"

namespace thalweg {
namespace {

std::size_t face_count(const MeshSoup& soup) {
  return soup.first_corner.empty() ? soup.corners.size() / 3 : soup.first_corner.size() - 1;
}

std::span<VertexId> corners_of(MeshSoup& soup, std::size_t face) {
  if (soup.first_corner.empty()) return std::span(soup.corners).subspan(face * 3, 3);
  const std::uint32_t first = soup.first_corner[face];
  return std::span(soup.corners).subspan(first, soup.first_corner[face + 1] - first);
}

Result<void> check(const MeshSoup& soup) {
  const std::size_t faces = face_count(soup);
  if (soup.vertices.size() > kMaxItems || soup.corners.size() > kMaxItems) {
    return Error{"the mesh has more than 4,294,967,294 corners"};
  }
  if (soup.first_corner.empty() && soup.corners.size() % 3 != 0) {
    return Error{"triangles need three corners each"};
  }
  if (!soup.first_corner.empty() && !are_offsets(soup.first_corner, faces, soup.corners.size())) {
    return Error{"the faces' corners do not add up"};
  }
  for (const VertexId v : soup.corners) {
    if (v.value >= soup.vertices.size()) return Error{"a face names a corner that is not there"};
  }
  return {};
}

// The sign of the area in projection. Exact for triangles.
int turning(const MeshSoup& soup, std::span<const VertexId> corners) {
  const auto at = [&](std::size_t i) { return soup.vertices[corners[i].value].xy(); };
  if (corners.size() == 3) return orientation(at(0), at(1), at(2));
  double doubled = 0;
  for (std::size_t i = 2; i < corners.size(); ++i) {
    doubled += cross(at(i - 1) - at(0), at(i) - at(0));
  }
  return (doubled > 0) - (doubled < 0);
}

Result<void> orient(MeshSoup& soup) {
  for (std::size_t f = 0; f < face_count(soup); ++f) {
    const auto corners = corners_of(soup, f);
    if (corners.size() < 3) return Error{"face " + std::to_string(f) + " has under three corners"};
    const int turn = turning(soup, corners);
    if (turn == 0) return Error{"face " + std::to_string(f) + " has no area seen from above"};
    if (turn < 0) std::reverse(corners.begin() + 1, corners.end());
  }
  return {};
}

// A half-edge, listed at the lower of its two corners.
struct Side {
  std::uint32_t other;  // the higher corner
  std::uint32_t edge;   // the half-edge
  bool rises;           // runs from the lower corner to the higher
};

// Pairs the sides that share the same other corner. Sorting puts them next to each other.
void pair_sides(std::vector<Side>& sides, std::vector<EdgeId>& twin, BuiltMesh& report) {
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return std::pair(a.other, a.edge) < std::pair(b.other, b.edge);
  });
  for (std::size_t first = 0; first < sides.size();) {
    std::size_t last = first + 1;
    while (last < sides.size() && sides[last].other == sides[first].other) ++last;
    if (last - first > 2) ++report.shared_by_many;
    if (last - first == 2) {
      const Side& a = sides[first];
      const Side& b = sides[first + 1];
      if (a.rises != b.rises) {
        twin[a.edge] = EdgeId(b.edge);
        twin[b.edge] = EdgeId(a.edge);
      } else {
        ++report.folds;
      }
    }
    first = last;
  }
}

// The face of each edge, and the corner that the edge leads to.
struct Edges {
  std::vector<FaceId> face;      // [edge]; empty for triangles
  std::vector<VertexId> target;  // [edge]
};

Edges edges_of(MeshSoup& soup) {
  Edges out;
  out.target.resize(soup.corners.size());
  if (!soup.first_corner.empty()) out.face.resize(soup.corners.size());
  std::size_t edge = 0;
  for (std::size_t f = 0; f < face_count(soup); ++f) {
    const auto corners = corners_of(soup, f);
    for (std::size_t i = 0; i < corners.size(); ++i, ++edge) {
      out.target[edge] = corners[(i + 1) % corners.size()];
      if (!out.face.empty()) out.face[edge] = FaceId(static_cast<std::uint32_t>(f));
    }
  }
  return out;
}

std::vector<EdgeId> pair_edges(const MeshSoup& soup, const std::vector<VertexId>& target,
                               BuiltMesh& report) {
  const auto low = [&](std::size_t e) { return std::min(soup.corners[e], target[e]).value; };
  const auto by_low = group_by_row<VertexId, std::uint32_t>(
      soup.vertices.size(), soup.corners.size(), low,
      [](std::size_t e) { return static_cast<std::uint32_t>(e); });
  std::vector<EdgeId> twin(soup.corners.size());
  std::vector<Side> sides;
  for (const VertexId v : IdRange<VertexId>(soup.vertices.size())) {
    sides.clear();
    for (const std::uint32_t e : by_low[v]) {
      sides.push_back({std::max(soup.corners[e], target[e]).value, e, soup.corners[e] == v});
    }
    pair_sides(sides, twin, report);
  }
  return twin;
}

}  // namespace

Result<BuiltMesh> build_mesh(MeshSoup soup) try {
  TRY_DO(check(soup));
  TRY_DO(orient(soup));
  Edges edges = edges_of(soup);
  BuiltMesh built;
  MeshArrays arrays;
  arrays.twin = pair_edges(soup, edges.target, built);
  arrays.vertices = std::move(soup.vertices);
  arrays.origin = std::move(soup.corners);
  arrays.first_edge = std::move(soup.first_corner);
  arrays.edge_face = std::move(edges.face);
  arrays.face_area = std::move(soup.face_area);
  arrays.difficulty = std::move(soup.difficulty);
  arrays.tags = std::move(soup.tags);
  TRY(built.mesh, Mesh::from(std::move(arrays)));
  return built;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
