// Collapse: the corners of a mesh of triangles moved onto their neighbours, the least change first.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "thalweg/core/progress.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg {

// The plane through three points, as z = a x + b y + c.
struct HeightPlane {
  double a, b, c;

  HeightPlane(Vec3 p, Vec3 q, Vec3 r) {
    const Vec3 normal = cross(q - p, r - p);
    a = -normal.x / normal.z;
    b = -normal.y / normal.z;
    c = p.z - a * p.x - b * p.y;
  }
  double above(Vec3 p) const { return std::abs(a * p.x + b * p.y + c - p.z); }
};

// The sum of the squared vertical distances of a point from planes, each times a weight.
class HeightQuadric {
 public:
  HeightQuadric() = default;
  // Of the plane z = a x + b y + c.
  HeightQuadric(double a, double b, double c, double weight)
      : xx_(weight * a * a),
        xy_(weight * a * b),
        x_c_(weight * a * c),
        x_(weight * a),
        yy_(weight * b * b),
        y_c_(weight * b * c),
        y_(weight * b),
        c_c_(weight * c * c),
        c_(weight * c),
        weight_(weight) {}

  HeightQuadric& operator+=(const HeightQuadric& o);
  double at(Vec3 p) const;
  double weight() const { return weight_; }

 private:
  double xx_ = 0, xy_ = 0, x_c_ = 0, x_ = 0, yy_ = 0, y_c_ = 0, y_ = 0, c_c_ = 0, c_ = 0;
  double weight_ = 0;
};

struct CollapseOptions {
  std::uint32_t faces = 0;  // to be left
  double error = 0;         // metres; 0: any
  Progress progress;
};

// Works on copies of the mesh's arrays. Requires: triangles alone.
class Collapse {
 public:
  Collapse(const Mesh& mesh, const CollapseOptions& options);

  // Removes corners until enough are gone or none may go.
  void run();
  // What is left, without the difficulty of faces and without tags.
  MeshArrays arrays() const;
  // Metres: how far a corner lies above or below what is left, at most.
  double error() const;

 private:
  static constexpr std::size_t kMostFan = 40;  // corners with more faces about them stay

  // The faces about a vertex, counter-clockwise. Face i lies between ring[i] and ring[i + 1].
  struct Fan {
    std::array<EdgeId, kMostFan> corners;     // [face]  the half-edge that starts at the vertex
    std::array<VertexId, kMostFan + 1> ring;  // open: one more than faces; closed: the first again
    std::size_t count = 0;                    // faces; 0: the vertex stays
    bool is_closed = false;
  };
  // Where a vertex is to go.
  struct Move {
    double cost = kNoMove;
    VertexId to;
  };
  struct Entry {
    double cost;
    VertexId vertex;
  };
  // A removed vertex and the face that it lies on now.
  struct Placed {
    VertexId vertex;
    FaceId face;
  };
  static constexpr double kNoMove = 1e300;

  static EdgeId next(EdgeId e) { return EdgeId(e.value % 3 == 2 ? e.value - 2 : e.value + 1); }
  static EdgeId previous(EdgeId e) { return EdgeId(e.value % 3 == 0 ? e.value + 2 : e.value - 1); }
  static FaceId face(EdgeId e) { return FaceId(e.value / 3); }
  EdgeId& twin(EdgeId e) { return twin_[e.value]; }
  EdgeId twin(EdgeId e) const { return twin_[e.value]; }
  VertexId origin(EdgeId e) const { return origin_[e.value]; }
  Vec3 point(VertexId v) const { return mesh_.point(v); }
  bool is_removed(FaceId f) const { return origin_[f.value * 3].is_none(); }
  AreaId edge_area(EdgeId e) const { return edge_area_.empty() ? kGround : edge_area_[e.value]; }
  float edge_difficulty(EdgeId e) const {
    return edge_difficulty_.empty() ? 0 : edge_difficulty_[e.value];
  }

  void note_corners();
  void note_quadrics();
  bool is_border(EdgeId e) const;
  bool is_same_border(EdgeId a, EdgeId b) const;
  Fan fan_at(VertexId v) const;
  // Which of the ring a vertex may move to.
  struct Targets {
    bool is_any = false;
    std::array<VertexId, 2> only = {};  // none: nothing
  };
  Targets targets_of(VertexId v, const Fan& fan) const;
  bool may_move(VertexId v, const Fan& fan, VertexId to) const;
  Move best_move(VertexId v) const;
  void queue_all();
  void queue(VertexId v, const Move& move);
  void touch(VertexId v);
  bool try_move(VertexId v, VertexId to);
  bool put_removed(VertexId v, const Fan& fan, VertexId to);
  FaceId new_face_at(Vec2 p, const Fan& fan, VertexId to) const;
  void apply(VertexId v, const Fan& fan, VertexId to);
  void remove_face(const Fan& fan, std::size_t i, VertexId to);

  const Mesh& mesh_;
  CollapseOptions options_;
  std::vector<VertexId> origin_;         // [half-edge]  none: of a removed face
  std::vector<EdgeId> twin_;             // [half-edge]
  std::vector<AreaId> edge_area_;        // [half-edge]  empty: all ground
  std::vector<float> edge_difficulty_;   // [half-edge]  empty: all 0
  std::vector<EdgeId> corner_;           // [vertex]     one that starts there; none: it stays
  std::vector<HeightQuadric> quadrics_;  // [vertex]
  std::vector<VertexId> first_removed_;  // [face]       the removed corners that lie on it
  std::vector<VertexId> next_removed_;   // [vertex]     the next on the same face
  std::vector<Entry> heap_;              // one entry a vertex at most
  std::vector<VertexId> target_;         // [vertex]     of its entry
  std::vector<std::uint8_t> is_queued_;  // [vertex]     it has an entry
  std::vector<std::uint8_t> is_dirty_;   // [vertex]     the faces about it changed since
  std::vector<Placed> placed_;           // scratch
  std::uint32_t face_count_ = 0;
};

}  // namespace thalweg
