// Subdivision: a mesh's walkable faces as half-edges that can be cut along straight lines.
//
// Borders are walls, the edges between unlike faces, and cuts. All other edges only serve to trace
// lines through the mesh: at the end, each region between borders is one face. Faces that are not
// level or are convex only up to rounding have borders all round and so stay unchanged.
//
// Exact predicates decide which face a line crosses. Points where it crosses an edge that is not a
// border are rounded to doubles and vanish at the end; points where it ends are rounded to floats.
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
  // True when `a` -> `b` points in the direction of the line.
  bool is_forward(Vec2 a, Vec2 b) const { return dot(to - from, b - a) > 0; }
};

// How far a corner may lie off a straight line by the laws of a mesh: a few float roundings.
inline double rounding_at(Vec2 p) { return std::max(std::abs(p.x), std::abs(p.y)) * 0x1p-22; }

// A straight line from a vertex through faces to the first border, as steps.
struct Reach {
  struct Step {
    EdgeId out;  // leaves the vertex where the step starts, in the face it crosses; none: the step
                 // before creates that vertex
    EdgeId hit;  // of the same face: the line crosses it or reaches its origin
    bool splits = false;  // true: crossed
    Vec2 point;           // where it is crossed
  };
  std::vector<Step> steps;
  Vec2 start;
  Vec2 end;

  double length() const { return thalweg::length(end - start); }
};

class Subdivision {
 public:
  // `stays[face]` is not 0 for further faces that must stay unchanged.
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
  // The source in the mesh: the face, and the edge (none: a cut).
  FaceId source_face(EdgeId e) const { return edges_[e.value].face; }
  EdgeId source_edge(EdgeId e) const { return edges_[e.value].source; }

  // True for the ends of borders; false where cuts only pass through.
  bool is_corner(VertexId v) const { return touches_border(v) && is_passed_[v.value] == 0; }

  // The borders that leave `v`. Each is the first of a sector: the faces to its left up to the next
  // border.
  std::vector<EdgeId> sectors(VertexId v) const;
  // The border that ends the sector of `first`: it leads to the same vertex.
  EdgeId last_of_sector(EdgeId first) const;
  // The border after `border` around the region to its left.
  EdgeId next_border(EdgeId border) const;

  // The steps along `line` from its vertex, within the sector of `first`; nothing if the line does
  // not lead into the sector. Requires: the vertex lies on the line.
  std::optional<Reach> reach(EdgeId first, const Line& line) const;

  // Makes the line a border.
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
  std::vector<char> is_passed_;    // [vertex]  true: only cuts pass through it
};

}  // namespace thalweg
