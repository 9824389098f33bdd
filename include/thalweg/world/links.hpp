// Links: connections that are not walked: jumps, ladders, teleports. A profile prices them.
#pragma once

#include <cstdint>
#include <string_view>

#include "thalweg/core/ids.hpp"
#include "thalweg/geometry/vec.hpp"

namespace thalweg {

enum class LinkKind : std::uint32_t { jump, ladder, teleport };

std::string_view to_string(LinkKind kind);

// In a link given to make_world or with_links, the height of an end may be NaN (meaning the topmost
// ground there), and so may the length (meaning the straight distance): they are filled in.
struct Link {
  Vec3f from;  // local coordinates
  Vec3f to;
  FaceId from_face;  // where the ends lie on the mesh; none without a mesh
  FaceId to_face;
  SquareId from_square;  // where they lie on the grid; none without a grid
  SquareId to_square;
  LinkKind kind = LinkKind::jump;
  std::uint32_t is_two_way = 0;  // 1: may be taken backwards too
  float length = 0;              // metres that count for the price
  std::uint32_t tags = 0;        // the user's
};

}  // namespace thalweg
