// Random points on a mesh, uniform by area in the plane.
#pragma once

#include <cstdint>
#include <vector>

#include "thalweg/core/function_ref.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/path/around.hpp"
#include "thalweg/world/surface_point.hpp"

namespace thalweg {

// Which faces may hold a point: those whose area somebody enters, as far as `accepts` allows.
struct FaceRule {
  FunctionRef<bool(FaceId)> accepts = {};

  bool allows(const Mesh& mesh, FaceId face) const {
    return is_walkable(mesh.area(face)) && (!accepts || accepts(face));
  }
};

// Draws points from a set of faces: built once, then cheap. It holds a copy of the mesh, which shares its
// arrays. Draws may run
// on several threads, each with a Random of its own.
class PointSampler {
 public:
  PointSampler() = default;
  // All faces that the rule allows. O(faces), 12 bytes for each.
  explicit PointSampler(const Mesh& mesh, const FaceRule& rule = {});
  // The faces that can be reached from `surface_point` through portals, the surface point's own
  // included; with a radius only the parts of them that lie in the circle. O(those faces).
  PointSampler(const Mesh& mesh, const SurfacePoint& surface_point, const AroundOptions& options,
               FloodScratch& scratch);

  // Square metres in the plane; with a radius of the square around the circle. 0: no points.
  double area() const { return up_to_.empty() ? 0 : up_to_.back(); }

  // A point; nowhere when the area is 0. O(log faces). With a radius: the surface point itself,
  // should a thousand tries miss the circle.
  SurfacePoint draw(Random& random) const;

 private:
  void add(FaceId face, double area);
  void add_clipped(FaceId face);
  Vec2 any_point(std::size_t item, Random& random) const;
  Vec2 corner(std::size_t item, std::uint32_t at) const;

  Mesh mesh_;
  std::vector<FaceId> faces_;                // [item]
  std::vector<double> up_to_;                // [item]      area of the items up to here
  SurfacePoint centre_;                      // nowhere: no circle
  double radius_ = 0;                        // of the circle, metres
  std::vector<std::uint32_t> first_corner_;  // [item + 1]  with a circle only
  std::vector<Vec2> corners_;                // [corner]    the faces cut to the circle's square
};

// One point on the faces that the rule allows. O(faces): for many points keep a PointSampler.
SurfacePoint random_point(const Mesh& mesh, Random& random, const FaceRule& rule = {});

// One point of what can be reached from `surface_point`. O(reachable faces): for many points keep a
// PointSampler.
SurfacePoint random_reachable_point(const Mesh& mesh, const SurfacePoint& surface_point,
                                    Random& random, const AroundOptions& options = {});

}  // namespace thalweg
