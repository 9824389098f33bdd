// Bends: the corners of the mesh where a taut path may bend. Viewer: which of them are visible.
//
//   The string may bend at a corner with a wall on both sides of the ground around it
//   and more than half a turn of ground between the walls:
//
//         free                   A corner may have several such fans of faces, as where two
//       +------ wall             obstacles touch; each is a bend of its own.
//       |/////
//       |///// obstacle
//
// Exact: decided by the signs of `orientation` alone. Heights do not matter: all is in the plane,
// but what is seen is reached through portals, so floors are kept apart.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "thalweg/core/array.hpp"
#include "thalweg/world/surface_point.hpp"

namespace thalweg {

using BendId = Id<struct BendTag, 'd'>;  // a corner where a taut path may bend

struct BendCorner {
  VertexId vertex;
  VertexId right;             // where the walls lead: the ground lies between them,
  VertexId left;              // counter-clockwise from right to left
  FaceId face;                // the first one of its fan, at the wall to the right
  bool is_full_turn = false;  // the fan is a full turn, or more on a winding ramp
};

class Bends {
 public:
  std::uint32_t count() const { return static_cast<std::uint32_t>(bends_.size()); }
  IdRange<BendId> ids() const { return bends_.ids(); }
  const BendCorner& operator[](BendId bend) const { return bends_[bend]; }
  // The bend at the origin of `corner`, as seen from its face; none where no string bends.
  BendId at(EdgeId corner) const { return at_[corner]; }
  std::size_t bytes() const { return bends_.bytes() + at_.bytes(); }

 private:
  friend Bends find_bends(const Mesh& mesh, const CrossRule& rule);

  IdArray<BendId, BendCorner> bends_;  // [bend]  in order of the lowest edge of their fans
  IdArray<EdgeId, BendId> at_;         // [edge]
};

// All bends of the mesh. Ground that nobody may enter counts as wall. O(edges). Requires: a rule
// that treats both sides of a portal alike.
Bends find_bends(const Mesh& mesh, const CrossRule& rule = {});

inline SurfacePoint surface_point_of(const Mesh& mesh, const BendCorner& bend) {
  return {bend.face, mesh.point(bend.vertex)};
}

// True when a straight line between `bend` and `other` may be part of a taut path that bends
// there: it passes the obstacle with both walls on the same side.
bool is_taut(const Mesh& mesh, const BendCorner& bend, Vec2 other);

// What is visible from one surface point, and memory to be used again by the next look.
class Sight {
 public:
  // Each bend once, in an order that depends on the mesh and the surface point alone.
  std::span<const BendId> bends() const { return seen_; }
  // False: the look took most_cones and ended; the mesh breaks its laws, and bends may be missing.
  bool is_whole() const { return is_whole_; }
  std::size_t bytes() const;

 private:
  friend class Looking;

  struct Cone {
    EdgeId entered;  // of the face that is looked into
    Vec2 right;      // the corners that bound the view; right is right of left
    Vec2 left;
  };

  std::vector<BendId> seen_;
  std::vector<Cone> cones_;
  std::vector<EdgeId> corners_;           // on one line of sight, still to be passed
  std::vector<std::uint32_t> seen_at_;    // [bend]  the look it was last seen in
  std::vector<std::uint32_t> passed_at_;  // [bend]  the look its line was last followed in
  std::uint32_t look_ = 0;
  bool is_whole_ = true;
};

// A look takes at most so many cones, and passes at most so many corners on single lines. On a mesh
// that keeps its laws it needs no more: a ray crosses each edge once, so the cones through an edge lie
// side by side, and the right sides of no two of them lead to the same corner.
inline std::uint64_t most_cones(const Mesh& mesh) {
  return std::uint64_t{mesh.edge_count()} * mesh.vertex_count();
}

// Borrows the mesh and its bends. Safe to share between threads.
class Viewer {
 public:
  // Requires: `bends` are those of the mesh and the rule.
  Viewer(const Mesh& mesh, const Bends& bends, const CrossRule& rule = {})
      : mesh_(mesh), bends_(bends), rule_(rule) {}
  Viewer(const Mesh&&, const Bends&, const CrossRule& = {}) = delete;
  Viewer(const Mesh&, const Bends&&, const CrossRule& = {}) = delete;
  Viewer(const Mesh&&, const Bends&&, const CrossRule& = {}) = delete;

  // The bends in line of sight from `from` (world/ray.hpp: touching walls is allowed, passing
  // between two corners that touch is not), except a bend at `from` itself. Nothing from a surface
  // point without a face or on ground that nobody may enter. `old`'s memory is used again. O(edges
  // in view), counted once for each gap between obstacles through which they are seen; never more
  // than most_cones, where a mesh that breaks its laws is left (Sight::is_whole).
  Sight look(const SurfacePoint& from, Sight old = {}) const;

 private:
  const Mesh& mesh_;
  const Bends& bends_;
  CrossRule rule_;
};

}  // namespace thalweg
