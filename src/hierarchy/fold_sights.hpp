// FoldSights: what can be seen past a gate, from anywhere on its other side.
#pragma once

#include <cstdint>
#include <vector>

#include "thalweg/hierarchy/fold_gates.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg {

class FoldSights {
 public:
  // Borrows. O(vertices).
  explicit FoldSights(const Mesh& mesh);

  // Holds every point that a straight line which crosses `gate`, out of its face, can reach through
  // portals. Where there is too much to see, it holds everything.
  FoldSight past(EdgeId gate);

 private:
  // The lines that cross all gates so far. Behind the last of them they lie between two rays: one from a
  // right end through a left end, such that all right ends lie on its right, and one from a left end through
  // a right end:
  //
  //      left .      . right       A line passes `left` on its right, and all right ends on their left:
  //            \    /              so it crosses the ray from the right end to `left` at or before the last
  //             \  /               gate, and stays to its right behind it.
  //              \/
  //              /\                .
  //   left_to   /  \  right_to
  struct View {
    EdgeId gate;
    Vec2 left;
    Vec2 right;
    Vec2 right_to;         // where the ray through `left` begins
    Vec2 left_to;          // and that through `right`
    std::uint32_t parent;  // the view through the gate before
  };

  Vec2 left_end(EdgeId gate) const { return mesh_.flat(mesh_.target(gate)); }
  Vec2 right_end(EdgeId gate) const { return mesh_.flat(mesh_.origin(gate)); }
  void turn_left_ray(View& view) const;
  void turn_right_ray(View& view) const;
  bool look_through(EdgeId gate, std::uint32_t parent);
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
  double low_[FoldSight::kDirections];
  double high_[FoldSight::kDirections];
};

}  // namespace thalweg
