// Outline: the regions between the borders of a subdivision, as the faces of a mesh.
#pragma once

#include <cstdint>
#include <vector>

#include "spaces/subdivision.hpp"
#include "thalweg/core/result.hpp"

namespace thalweg {

// The borders, numbered as the edges of a mesh.
class Outline {
 public:
  explicit Outline(const Subdivision& sub) : sub_(sub), place_(sub.edge_count()) { number(); }

  std::uint32_t face_count() const { return static_cast<std::uint32_t>(first_.size() - 1); }
  bool has_corners(FaceId f) const { return first_[f.value + 1] - first_[f.value] >= 3; }
  // One of the borders around face `f`.
  EdgeId border(FaceId f) const { return start_[f.value]; }
  // Requires: every face has three corners.
  Result<Mesh> mesh() const;

 private:
  bool is_kept(VertexId v) const;
  bool goes_straight_on(EdgeId before, EdgeId after) const;
  bool are_marked_alike(EdgeId a, EdgeId b) const;
  void number();
  // The last of the consecutive borders that become one edge with `e`.
  EdgeId last_in_row(EdgeId e) const {
    for (EdgeId after = sub_.next_border(e); is_kept_[sub_.origin(after).value] == 0;) {
      e = after;
      after = sub_.next_border(e);
    }
    return e;
  }

  const Subdivision& sub_;
  std::vector<char> is_kept_;         // [vertex]
  std::vector<EdgeId> place_;         // [border]    the edge that starts with it; none
  std::vector<EdgeId> kept_;          // [new edge]  the border it starts with
  std::vector<std::uint32_t> first_;  // [face + 1]
  std::vector<EdgeId> start_;         // [face]
};

}  // namespace thalweg
