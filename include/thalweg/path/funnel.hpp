// Funnel: the shortest path through a sequence of portals, as a taut path. Exact.
//
// Knows portals and two ends; links and heights are the shaper's. Portals are half-edges of a mesh, or
// records that a search hands on (path/portals.hpp). RoundFunnel keeps a distance from walls; both pull
// the same string (src/path/string_funnel.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "thalweg/path/portals.hpp"
#include "thalweg/world/surface_point.hpp"

namespace thalweg {

// A walk without links: from the start's face through each portal in turn to the goal's face.
struct Stretch {
  SurfacePoint start;
  SurfacePoint goal;
  std::span<const EdgeId> portals;  // half-edges of the faces left, in order

  // The face after `crossed` portals.
  template <class AnyMesh>
  FaceId face(const AnyMesh& mesh, std::size_t crossed) const {
    return crossed == 0 ? start.face : mesh.across(portals[crossed - 1]);
  }
};

// A point where the string bends, or an end of it.
struct Bend {
  Vec2 point;
  VertexId corner;            // none: an end, or not known
  std::uint32_t crossed = 0;  // portals of the stretch crossed when one walks on from here
};

// A taut path, and the portals that it was pulled through. Borrows them.
struct TautPath {
  Stretch stretch;
  std::span<const Bend> bends;  // from the start to the goal
};

// The two corners of `portal`, as seen when leaving its face.
template <class AnyMesh>
VertexId left_corner(const AnyMesh& mesh, EdgeId portal) {
  return mesh.target(portal);
}
inline VertexId left_corner(const Mesh& mesh, EdgeId portal) {
  return mesh.origin(mesh.twin(portal));  // the same vertex, found with fewer reads
}
template <class AnyMesh>
VertexId right_corner(const AnyMesh& mesh, EdgeId portal) {
  return mesh.origin(portal);
}

// Adds a portal that is crossed; a step straight back is left out with it.
template <class AnyMesh>
void cross_portal(const AnyMesh& mesh, EdgeId portal, std::vector<EdgeId>& portals) {
  if (!portals.empty() && mesh.twin(portal) == portals.back()) {
    portals.pop_back();
  } else {
    portals.push_back(portal);
  }
}

// The taut path where both ends see each other through these portals. One who starts on a corner has crossed
// the portals that end there.
template <class AnyMesh>
std::array<Bend, 2> straight_string(const AnyMesh& mesh, const Stretch& stretch) {
  const Vec2 start = stretch.start.point.xy();
  const auto ends_at_start = [&](EdgeId edge) {
    return mesh.flat(left_corner(mesh, edge)) == start ||
           mesh.flat(right_corner(mesh, edge)) == start;
  };
  const auto count = static_cast<std::uint32_t>(stretch.portals.size());
  std::uint32_t crossed = 0;
  while (crossed < count && ends_at_start(stretch.portals[crossed])) ++crossed;
  return {Bend{start, {}, crossed}, Bend{stretch.goal.point.xy(), {}, count}};
}

// Memory of a funnel, used again by the next: the corners of both sides, and the bends.
template <class Corner>
struct FunnelMemory {
  std::vector<Corner> corners;
};

class Funnel {
 public:
  // The bends of the shortest path, from the start to the goal, none of them collinear; only one
  // where start and goal are the same point. Valid until the next call.
  // Requires: each end lies on its face. O(portals), no allocation after warm-up.
  template <class AnyMesh>
  std::span<const Bend> pull(const AnyMesh& mesh, const Stretch& stretch);

  // The same from point to point through all portals of the runs that are crossed. The corners of the
  // bends are not known. The path may start on a corner of its first portal, and end on one of its last.
  std::span<Bend> pull(const PortalTable& table, std::span<const PortalRun> runs, Vec2 from,
                       Vec2 to);

 private:
  FunnelMemory<Bend> memory_;
};

// The corner that a string through runs bends at: an end of the portal that is crossed last before it.
inline VertexId bend_corner(const Mesh& mesh, EdgeId portal, Vec2 bend) {
  const VertexId right = right_corner(mesh, portal);
  return mesh.flat(right) == bend ? right : left_corner(mesh, portal);
}

// A corner with the circle that is kept around it, and on which side of the path it lies.
struct RoundCorner {
  Vec2 centre;
  double radius = 0;        // metres
  int side = 0;             // +1: to the left of the path; -1: to the right; 0: an end
  std::uint32_t order = 0;  // among the corners of the stretch
  bool is_walled = false;   // a wall leads here from the corner before it on the same side
};

struct RoundOptions {
  double radius = 0;        // metres kept from the corners that touch a wall
  double arc_degrees = 30;  // the most that the path turns at one point; held to 1 .. 90
  CrossRule rule = {};      // what it refuses is a wall
};

// The funnel over circles (docs/reference/papers.md [DB06]).
class RoundFunnel {
 public:
  // The points of the shortest path that stays `radius` away from every wall corner along the sides
  // of the stretch: tangents, and arcs as the sides of a polygon outside the circle. A circle that
  // holds an end shrinks until the end lies on it. Where a portal is narrower than two radii its
  // circles shrink until they touch: the path leads through its middle; likewise between a corner
  // and a wall across the face. Corners of the two end faces that no portal touches are left out.
  // Valid until the next call. Requires: each end lies on its face, radius >= 0. O(portals and
  // corners about them).
  template <class AnyMesh>
  std::span<const Vec2> pull(const AnyMesh& mesh, const Stretch& stretch,
                             const RoundOptions& options);

 private:
  template <class AnyMesh>
  void collect(const AnyMesh& mesh, const Stretch& stretch, const RoundOptions& options);
  template <class AnyMesh>
  void add_corner(const AnyMesh& mesh, EdgeId at, RoundCorner corner, const RoundOptions& options);
  void shrink(const Stretch& stretch);
  template <class AnyMesh>
  void shrink_at_ends(const AnyMesh& mesh, const Stretch& stretch, const CrossRule& rule);
  void add_missed(double radius);
  void lay_points(double arc_degrees);

  std::vector<RoundCorner> corners_;  // in the order in which the path passes them
  FunnelMemory<RoundCorner> memory_;
  std::vector<RoundCorner> bends_;
  std::vector<Vec2> points_;
};

}  // namespace thalweg
