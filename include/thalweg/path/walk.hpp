// Walking: moves a control point over the mesh and slides it along walls
// (docs/reference/papers.md [Gems]).
//
// The motion is a vector in the plane; the height is the face's. Floors never mix, because portals
// are the only connections between faces.
#pragma once

#include <cstdint>
#include <vector>

#include "thalweg/path/around.hpp"
#include "thalweg/world/surface_point.hpp"

namespace thalweg {

// Something that happened during a walk, with the user's tags: a trigger.
struct WalkEvent {
  enum class Kind : std::uint8_t {
    entered,  // `face` was entered through `edge`, which belongs to the face left
    hit,      // `edge` of `face` is a wall, and was touched or scraped
  };
  Kind kind = Kind::entered;
  FaceId face;
  EdgeId edge;
  std::uint32_t face_tags = 0;  // mesh.tags(face)
  std::uint32_t edge_tags = 0;  // mesh.edge_tags(edge)

  bool operator==(const WalkEvent&) const = default;
};

struct WalkOptions {
  // The share of the motion that each wall scraped takes. Walls that go on in nearly the same
  // direction count as one. DEFAULT: 0.1, as in the article. 0 to 1.
  double friction = 0.1;
  // Metres to keep between the point and walls. One who starts nearer comes no nearer. DEFAULT: 0.
  double radius = 0;
  CrossRule rule;  // which portals may be crossed
};

struct Walk {
  SurfacePoint end;
  double walked = 0;              // metres, in the plane
  bool has_hit = false;           // a wall was touched
  std::vector<WalkEvent> events;  // in order; faces touched only in passing round a corner count
};

// Moves `from` by `motion` (metres, in the plane): straight where possible, else along walls, until
// the motion is used up or a corner stops it. The end lies on its face exactly. A
// motion that is not finite or beyond 1e70, or a surface point that is nowhere, stays where it is.
// `old` gives its memory. Requires: `from.face` contains `from.point`. O(faces crossed); with a
// radius
// O(faces in a circle of motion + radius) for each wall hit. At most 1,024 stretches of wall.
Walk walk(const Mesh& mesh, const SurfacePoint& from, Vec2 motion, const WalkOptions& options = {},
          Walk old = {});

// The same with memory for the search of near walls, which a radius needs.
Walk walk(const Mesh& mesh, const SurfacePoint& from, Vec2 motion, const WalkOptions& options,
          FloodScratch& scratch, Walk old = {});

}  // namespace thalweg
