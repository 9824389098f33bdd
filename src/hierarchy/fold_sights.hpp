// FoldSights: what can be seen past a gate, from anywhere on its other side.
#pragma once

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
  // The lines that cross all gates so far lie between two rays, from the first gate's right end through
  // a left end, and from its left end through a right end:
  //
  //      left .      . right       Every line from the first gate that passes `left` on its right
  //            \    /              stays to the right of the ray from the gate's right end.
  //             \  /
  //              \/
  //              /\                .
  //   first gate ----
  struct View {
    EdgeId gate;
    Vec2 left;
    Vec2 right;
  };

  bool look_through(EdgeId gate, const View& from);
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
