// Around a surface point: the nearest wall, the faces in a circle, the faces that can be reached.
//
// All of them walk outwards from the surface point through portals, so that a floor above or a room
// behind a wall counts only where it is joined to the surface point inside the circle.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "thalweg/world/surface_point.hpp"

namespace thalweg {

// An edge by which a walk outwards enters its next face.
struct FloodEntry {
  double distance = 0;  // metres from the surface point: the farthest entry that led here
  EdgeId edge;          // to be crossed next
};

// Memory for walking outwards, reused from call to call. One per thread; any mesh.
class FloodScratch {
 public:
  // Forgets the faces marked before; `count` is how many the mesh has. O(1), but for a larger one.
  void begin(std::uint32_t count);
  // Marks `face`; true the first time since begin.
  bool mark(FaceId face);

  // Working memory of the functions below.
  std::vector<FloodEntry> entries;
  std::vector<FaceId> faces;

 private:
  std::vector<std::uint32_t> stamp_;  // [face]
  std::uint32_t now_ = 0;
};

struct AroundOptions {
  // Metres, in the plane. DEFAULT: without end.
  double radius = std::numeric_limits<double>::infinity();
  CrossRule rule;  // edges that it refuses are walls
};

struct NearWall {
  double distance = std::numeric_limits<double>::infinity();  // metres, in the plane
  Vec3 point;                                                 // on the wall
  EdgeId edge;                                                // none: no wall within the radius
  bool found() const { return !edge.is_none(); }
};

// The wall nearest to `surface_point`, no farther than the radius; the lowest edge of several. O(n
// log n) in the faces nearer than the wall.
NearWall distance_to_wall(const Mesh& mesh, const SurfacePoint& surface_point,
                          const AroundOptions& options, FloodScratch& scratch);

// The faces that the circle around `surface_point` touches and that are joined to the surface
// point's inside it, the surface point's first. Without a radius: all that can be reached through
// portals. `old`'s memory is used again. O(those faces).
template <class AnyMesh>
std::vector<FaceId> faces_in_circle(const AnyMesh& mesh, const SurfacePoint& surface_point,
                                    const AroundOptions& options, FloodScratch& scratch,
                                    std::vector<FaceId> old = {});

}  // namespace thalweg
