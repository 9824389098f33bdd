// Mesh: convex faces joined by portals, in half-edge form. Knows geometry, no costs.
//
// Face f owns the half-edges first_edge(f) .. first_edge(f + 1), counter-clockwise seen from above;
// edge e runs from origin(e) to the origin of the next edge of its face.
//
//        d <------- c         edges of f:  a->b  b->c  c->d  d->a
//        |    f     ^  twin   b->c has a twin c->b in g: together they are a portal,
//        v          |   g     unless the edge's area is blocked.
//        a -------> b         Edges without a twin are walls.
//
// Faces are convex in projection (collinear corners allowed) and may overlap each other on several
// floors: bridges, storeys. A mesh of triangles alone stores no face offsets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "thalweg/core/array.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/geometry/box.hpp"
#include "thalweg/world/areas.hpp"

namespace thalweg {

// The stored arrays of a mesh. Optional arrays are empty where every item has the default.
struct MeshArrays {
  IdArray<VertexId, Vec3f> vertices;    // [vertex]    relative to the world's origin
  IdArray<EdgeId, VertexId> origin;     // [edge]      where the edge starts
  IdArray<EdgeId, EdgeId> twin;         // [edge]      the same edge seen from the other face; none
  Array<std::uint32_t> first_edge;      // [face + 1]  empty: all faces are triangles
  IdArray<EdgeId, FaceId> edge_face;    // [edge]      empty exactly when first_edge is
  IdArray<FaceId, AreaId> face_area;    // [face]      optional, default kGround
  IdArray<FaceId, float> difficulty;    // [face]      optional, default 0; not negative
  IdArray<FaceId, std::uint32_t> tags;  // [face]      optional, default 0; the user's
  IdArray<EdgeId, AreaId> edge_area;    // [edge]      optional, default kGround
  IdArray<EdgeId, float> edge_difficulty;    // [edge]      optional, default 0; not negative
  IdArray<EdgeId, std::uint32_t> edge_tags;  // [edge]   optional, default 0; the user's
};

class Mesh {
 public:
  Mesh() = default;

  // Checks what memory safety needs (sizes agree, ids in range, twins mutual) and takes the arrays
  // over. Linear in the mesh. The laws of geometry are checked by broken_law.
  static Result<Mesh> from(MeshArrays arrays);

  std::uint32_t vertex_count() const { return count(arrays_.vertices); }
  std::uint32_t edge_count() const { return count(arrays_.origin); }
  std::uint32_t face_count() const { return face_count_; }
  bool empty() const { return face_count_ == 0; }
  bool is_triangles() const { return arrays_.first_edge.empty(); }

  IdRange<VertexId> vertices() const { return IdRange<VertexId>(vertex_count()); }
  IdRange<EdgeId> edges() const { return IdRange<EdgeId>(edge_count()); }
  IdRange<FaceId> faces() const { return IdRange<FaceId>(face_count_); }

  // The half-edges of `face`, counter-clockwise.
  IdRange<EdgeId> edges(FaceId face) const {
    if (is_triangles()) return {face.value * 3, face.value * 3 + 3};
    return {arrays_.first_edge[face.value], arrays_.first_edge[face.value + 1]};
  }
  std::uint32_t corner_count(FaceId face) const { return edges(face).size(); }

  FaceId face(EdgeId edge) const {
    return is_triangles() ? FaceId(edge.value / 3) : arrays_.edge_face[edge];
  }
  // The edge after `edge` around its face.
  EdgeId next(EdgeId edge) const {
    if (is_triangles()) return EdgeId(edge.value % 3 == 2 ? edge.value - 2 : edge.value + 1);
    const std::uint32_t f = arrays_.edge_face[edge].value;
    const std::uint32_t after = edge.value + 1;
    return EdgeId(after == arrays_.first_edge[f + 1] ? arrays_.first_edge[f] : after);
  }
  VertexId origin(EdgeId edge) const { return arrays_.origin[edge]; }
  VertexId target(EdgeId edge) const { return origin(next(edge)); }
  EdgeId twin(EdgeId edge) const { return arrays_.twin[edge]; }

  // The face across `edge`, whether or not it may be crossed; none at a wall.
  FaceId across(EdgeId edge) const {
    const EdgeId other = twin(edge);
    return other.is_none() ? FaceId() : face(other);
  }
  // True when `edge` can be crossed: it has a twin, and neither side is blocked.
  bool is_portal(EdgeId edge) const { return !twin(edge).is_none() && edge_area(edge) != kBlocked; }

  Vec3 point(VertexId vertex) const { return arrays_.vertices[vertex]; }
  // The same in projection.
  Vec2 flat(VertexId vertex) const { return point(vertex).xy(); }
  Vec3 start(EdgeId edge) const { return point(origin(edge)); }
  Vec3 end(EdgeId edge) const { return point(target(edge)); }
  Vec3 midpoint(EdgeId edge) const { return (start(edge) + end(edge)) * 0.5; }

  // The mean of the corners.
  Vec3 centre(FaceId face) const;
  // The face's plane normal, of length one and upwards (Newell's method for more than three
  // corners).
  Vec3 normal(FaceId face) const;
  // Twice the area in projection, positive.
  double doubled_area(FaceId face) const;
  Box3 box(FaceId face) const;
  Box3 box() const;
  // The height of `face` at `p`: on a triangle exactly its plane, else the plane through the centre
  // with the face's normal.
  double height_at(FaceId face, Vec2 p) const;

  AreaId area(FaceId f) const { return arrays_.face_area.empty() ? kGround : arrays_.face_area[f]; }
  float difficulty(FaceId f) const {
    return arrays_.difficulty.empty() ? 0.0f : arrays_.difficulty[f];
  }
  std::uint32_t tags(FaceId f) const { return arrays_.tags.empty() ? 0 : arrays_.tags[f]; }
  AreaId edge_area(EdgeId e) const {
    return arrays_.edge_area.empty() ? kGround : arrays_.edge_area[e];
  }
  float edge_difficulty(EdgeId e) const {
    return arrays_.edge_difficulty.empty() ? 0.0f : arrays_.edge_difficulty[e];
  }
  std::uint32_t edge_tags(EdgeId e) const {
    return arrays_.edge_tags.empty() ? 0 : arrays_.edge_tags[e];
  }

  const MeshArrays& arrays() const { return arrays_; }
  std::size_t bytes() const;
  std::uint64_t fingerprint() const;

 private:
  template <class A>
  static std::uint32_t count(const A& array) {
    return static_cast<std::uint32_t>(array.size());
  }

  MeshArrays arrays_;
  std::uint32_t face_count_ = 0;
};

// The first law `mesh` breaks, or nothing. The laws: what Mesh::from checks; coordinates finite and
// within 1e9; every face counter-clockwise, of some area, and convex up to float rounding; twins
// run between the same two corners; areas below `area_count`; difficulties finite and not negative.
std::optional<std::string> broken_law(const Mesh& mesh, std::size_t area_count = 256);

// The first law of geometry that one face breaks, or nothing.
std::optional<std::string> broken_law(const Mesh& mesh, FaceId face);

// The first law of geometry that any face breaks, or nothing. O(edges), in parallel.
std::optional<std::string> broken_face_law(const Mesh& mesh);

// The subset of these laws that concerns single values: coordinates, areas, difficulties. Fast.
std::optional<std::string> broken_value_law(const Mesh& mesh, std::size_t area_count = 256);

// Of a Mesh, or of a GridMesh (world/grid_mesh.hpp), as everywhere where it says AnyMesh.

// True when `p` lies in `face` in projection, edges included. Exact for convex faces.
template <class AnyMesh>
bool contains(const AnyMesh& mesh, FaceId face, Vec2 p);

// The point of `face` nearest to `p` in projection (`p` itself if it lies inside).
template <class AnyMesh>
Vec2 nearest_point(const AnyMesh& mesh, FaceId face, Vec2 p);

}  // namespace thalweg
