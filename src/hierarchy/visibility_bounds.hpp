// VisibilityBounds: what can be seen past a portal, from anywhere on its other side.
#pragma once

#include <cstdint>
#include <vector>

#include "thalweg/hierarchy/fold_portals.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg {

class VisibilityBounds {
 public:
  // Borrows. O(vertices).
  explicit VisibilityBounds(const Mesh& mesh);

  // Holds every point that a straight line which crosses `portal`, out of its face, can reach through
  // portals. Where there is too much to see, it holds everything.
  VisibilityBound past(EdgeId portal);

 private:
  // The straight lines that cross the first portal and all portals up to this one. Beyond this portal they lie
  // between two rays:
  //
  //        left .      . right         The left ray leads from a right end of a portal through a left end.
  //              \    /                It is chosen so that no right end lies to its left. A line has all
  //               \  /                 left ends on its left and all right ends on its right, so it
  //                \/                  crosses the left ray at or before this portal, and is to the right
  //                /\                  of it from there on. The right ray is the mirror image.
  //   right_from  /  \  left_from
  struct View {
    EdgeId portal;
    Vec2 left;             // an end of a portal that the left ray leads through
    Vec2 right;            // the same for the right ray
    Vec2 left_from;        // the end of a portal where the left ray begins
    Vec2 right_from;       // and the right ray
    std::uint32_t parent;  // the view through the portal before; kNoFold: this is the first
  };

  Vec2 left_end(EdgeId portal) const { return mesh_.flat(mesh_.target(portal)); }
  Vec2 right_end(EdgeId portal) const { return mesh_.flat(mesh_.origin(portal)); }
  void turn_left_ray(View& view) const;
  void turn_right_ray(View& view) const;
  bool look_through(EdgeId portal, std::uint32_t parent);
  bool is_inside(Vec2 p) const;
  void add_seen(FaceId face, const View& view);
  void clip(Vec2 from, Vec2 to, double side);

  const Mesh& mesh_;
  double slack_;   // doubled areas up to this may have the wrong sign
  double margin_;  // metres around what is seen
  Vec2 first_left_;
  Vec2 first_right_;
  std::vector<View> views_;  // to be followed
  std::vector<Vec2> polygon_;
  std::vector<Vec2> clipped_;
  double low_[VisibilityBound::kDirections];
  double high_[VisibilityBound::kDirections];
};

}  // namespace thalweg
