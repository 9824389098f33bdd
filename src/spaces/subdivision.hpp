// Subdivision: a mesh's walkable faces as half-edges that can be cut along straight lines.
//
// Borders are walls, the edges between unlike faces, and cuts. All other edges are only there to
// find the way: at the end, what lies between borders is one face. Faces that are not level, or
// convex only up to rounding, have borders all round and so stay as they are.
//
// Which face a line crosses is decided by exact predicates. Points where it crosses an edge that is
// no border are rounded to doubles and vanish at the end; points where it ends are rounded to
// floats.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "thalweg/geometry/predicates.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg {

// A directed line through two points.
struct Line {
  Vec2 from;
  Vec2 to;

  // +1 left of it, -1 right, 0 on it. Exact.
  int side(Vec2 p) const { return orientation(from, to, p); }
  // True when going from `a` to `b` goes the line's way.
  bool is_forward(Vec2 a, Vec2 b) const { return dot(to - from, b - a) > 0; }
};

// How far off a straight line the laws let a corner lie: a few float roundings.
inline double rounding_at(Vec2 p) { return std::max(std::abs(p.x), std::abs(p.y)) * 0x1p-22; }

// A straight way from a vertex through faces to the first border.
struct Reach {
  struct Step {
    EdgeId out;  // leaves the vertex where the step starts, in the face it crosses; none: the
                 // vertex comes to be by the step before
    EdgeId hit;  // of the same face: crossed, or the vertex it starts at is reached
    bool splits = false;  // crossed
    Vec2 point;           // where
  };
  std::vector<Step> steps;
  Vec2 start;
  Vec2 end;

  double length() const { return thalweg::length(end - start); }
};

class Subdivision {
 public:
  // `stays[face]` is not 0 for faces that must stay as they are, too.
  Subdivision(const Mesh& mesh, const std::vector<char>& stays);

  const Mesh& mesh() const { return mesh_; }
  std::uint32_t vertex_count() const { return static_cast<std::uint32_t>(at_.size()); }
  std::uint32_t edge_count() const { return static_cast<std::uint32_t>(edges_.size()); }

  Vec2 at(VertexId v) const { return at_[v.value]; }
  float z(VertexId v) const { return z_[v.value]; }
  VertexId origin(EdgeId e) const { return edges_[e.value].origin; }
  VertexId target(EdgeId e) const { return origin(next(e)); }
  EdgeId next(EdgeId e) const { return edges_[e.value].next; }
  EdgeId prev(EdgeId e) const { return edges_[e.value].prev; }
  EdgeId twin(EdgeId e) const { return edges_[e.value].twin; }
  bool is_border(EdgeId e) const { return edges_[e.value].is_border; }
  // The straight line that a border lies on: a wall from corner to corner, a cut from end to end.
  const Line& carrier(EdgeId e) const { return edges_[e.value].carrier; }
  // What it came from in the mesh: the face, and the edge (none: a cut).
  FaceId source_face(EdgeId e) const { return edges_[e.value].face; }
  EdgeId source_edge(EdgeId e) const { return edges_[e.value].source; }

  // True for the ends of borders; false where a cut merely passes.
  bool is_corner(VertexId v) const { return touches_border(v) && is_passed_[v.value] == 0; }

  // The borders that leave `v`, each the first of a sector: the faces to its left up to the next
  // border.
  std::vector<EdgeId> sectors(VertexId v) const;
  // The border that ends the sector of `first`: it leads to the same vertex.
  EdgeId last_of_sector(EdgeId first) const;
  // The border after `border` around what lies to its left.
  EdgeId next_border(EdgeId border) const;

  // The way along `line` from its vertex, within the sector of `first`; nothing where the line does
  // not lead into it. Requires: the vertex lies on the line.
  std::optional<Reach> reach(EdgeId first, const Line& line) const;

  // Makes a border of the way.
  void cut(const Reach& reach);

 private:
  struct Edge {
    VertexId origin;
    EdgeId next;
    EdgeId prev;
    EdgeId twin;
    FaceId face;
    EdgeId source;
    EdgeId next_out;  // the next border that leaves the same vertex
    bool is_border = false;
    Line carrier;
  };

  bool touches_border(VertexId v) const { return !first_out_[v.value].is_none(); }
  void add_border(EdgeId e);
  void mark(EdgeId e);
  EdgeId wedge(EdgeId first, const Line& line) const;
  EdgeId first_at_or_left(EdgeId edge, const Line& line) const;
  Vec2 crossing(EdgeId e, const Line& line) const;
  VertexId vertex_passed(EdgeId e, const Line& line, Vec2 here) const;
  VertexId add_vertex(Vec2 p, float z);
  EdgeId split(EdgeId e, Vec2 p);
  EdgeId join(EdgeId from, EdgeId to);
  void end_at(VertexId v);

  const Mesh& mesh_;
  std::vector<Edge> edges_;
  std::vector<Vec2> at_;           // [vertex]
  std::vector<float> z_;           // [vertex]
  std::vector<EdgeId> first_out_;  // [vertex]  none: no border touches it
  std::vector<char> is_passed_;    // [vertex]  only cuts pass
};

}  // namespace thalweg
