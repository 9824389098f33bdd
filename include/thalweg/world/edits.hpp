// Edits: changes of a world as values. `edited` makes a new world; the old one stays as it is, so
// undoing an edit means going back to the old value.
//
//   const auto swamp = thalweg::brushed(world, {.centre = {400, 300}, .radius = 25});
//   const auto wetter = thalweg::edited(world, {.paints = {{swamp, thalweg::kSwamp}}}).value();
//
// Geometry is shared by both worlds; only the arrays that an edit touches are copied.
#pragma once

#include <optional>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

// Part of a world's ground. Ids may repeat.
struct Patch {
  std::vector<FaceId> faces;
  std::vector<SquareId> squares;

  bool empty() const { return faces.empty() && squares.empty(); }
  bool operator==(const Patch&) const = default;
};

// A disc, seen from above.
struct Brush {
  Point centre;       // world coordinates; without a height: the topmost floor
  double radius = 0;  // metres. 0: only the face and the square at the centre
  // Metres that the centre of a face may lie above or below the brush, where it has a height.
  double floor = 10;
};

// The ground under a brush: the face and the square at its centre, and those whose centres lie
// within the radius. Empty where there is none. O(faces + squares); with radius 0 O(1).
Patch brushed(const World& world, const Brush& brush);

// New values for a patch. What is not set stays as it is.
struct Paint {
  Patch patch;
  std::optional<AreaId> area = {};       // kBlocked: nobody may enter it any more
  std::optional<float> difficulty = {};  // 0 or more; of faces: squares have none
};

// Applied in this order: paints one after the other, then links.
struct WorldEdits {
  std::vector<Paint> paints;
  std::vector<Link> links = {};  // added; heights and lengths may be NaN, as for with_links
  double link_reach = 1;         // metres that a link may start or end off the ground
};

// `world` after the edits. Refused with a sentence: ids that the world does not have, an area
// without a name, a difficulty that is negative or not finite, a link that starts or ends where
// nobody can stand. O(faces + squares) of copying and checking.
Result<World> edited(const World& world, const WorldEdits& edits);

}  // namespace thalweg
