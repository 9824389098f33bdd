// Shaping: from a corridor of faces to the points an agent walks. Pictures: docs/guide/shaping.md
//
// A corridor is walked in stretches, from link to link; each is shaped by itself. All points are in
// local coordinates.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/path/corridor.hpp"
#include "thalweg/path/funnel.hpp"
#include "thalweg/path/path.hpp"

namespace thalweg {

enum class Shape : std::uint8_t {
  centres,    // through the centres of the faces; may cut corners off the ground
  midpoints,  // through the middles of the portals
  sight,      // the same, skipping points as long as the one after is in plain sight (Snook)
  funnel,     // the shortest path inside the corridor, exact
  spline,     // a Catmull-Rom curve through the bends of another shape (Rabin)
};

std::string_view to_string(Shape shape);
// The shape of that name.
Result<Shape> named_shape(std::string_view name);

// What the caller wants. Plain values, safe to keep.
struct ShapeOptions {
  Shape shape = Shape::funnel;
  // Metres that the funnel keeps from wall corners along the corridor. DEFAULT: none. Where a
  // portal is narrower than two radii the path leads through its middle; where no such path is
  // clear, the stretch is shaped without radius.
  double radius = 0;
  double arc_degrees = 30;  // the most that a round path turns at one point; held to 1 .. 90
  // A point for each edge crossed, so that heights follow the ground and every face walked on
  // appears. DEFAULT: bends only.
  bool every_crossing = false;

  Shape spline_of = Shape::funnel;  // what a spline runs through; of a spline: funnel
  std::uint32_t spline_pieces = 8;  // straight pieces from bend to bend; held to 1 .. 1000
  double spline_spacing = 0;  // metres: if positive, each piece's length, in place of their number
  bool spline_by_quarters = false;  // four pieces, by weights worked out beforehand (Rabin)
  double spline_prune = 0;  // metres; drops points no farther off the line. DEFAULT: exactly on it
};

// What the agent may do. Borrowed for one call.
struct ShapeRules {
  CrossRule cross = {};  // which edges may be crossed: sight, round paths and curves ask
};

// Shapes corridors; keeps its scratch memory, so that nothing is allocated after warm-up. One per
// thread.
class Shaper {
 public:
  // The points of the path, from the corridor's start to its goal: always two or more. Each has the
  // face walked on from there, that face's area and the link taken from there; a link contributes
  // its two ends. A step straight back through the portal just crossed is left out with it.
  // Everything but centres obeys broken_law of check.hpp: bends exactly, crossings within
  // kWalkSlack. `old` is memory to reuse. Requires: broken_law(corridor, world) is nothing.
  // O(faces crossed), for sight times the mean skip.
  std::vector<PathPoint> shape(const World& world, const Corridor& corridor,
                               const ShapeOptions& options = {}, std::vector<PathPoint> old = {},
                               const ShapeRules& rules = {});

 private:
  // Shape the current stretch into points_.
  void shape_stretch(const World& world, const ShapeOptions& options, Spot start, Spot goal);
  void lay(const Mesh& mesh, const Stretch& stretch, const ShapeOptions& options, Shape shape);
  void lay_centres(const Mesh& mesh, const Stretch& stretch);
  void lay_midpoints(const Mesh& mesh, const Stretch& stretch);
  void lay_sight(const Mesh& mesh, const Stretch& stretch);
  void lay_funnel(const Mesh& mesh, const Stretch& stretch);
  bool lay_round(const Mesh& mesh, const Stretch& stretch, const ShapeOptions& options);
  void add(const Mesh& mesh, const Spot& spot);
  void add_goal(const Mesh& mesh, const Spot& spot);

  CrossRule rule_;                 // of the current call
  std::vector<EdgeId> portals_;    // of the current stretch
  std::vector<PathPoint> points_;  // of the current stretch
  std::vector<PathPoint> other_;   // memory for the next step
  std::vector<EdgeId> crossed_;    // edges that a ray crossed
  Funnel funnel_;
  RoundFunnel round_funnel_;
};

// Shapes one corridor: for callers who shape few.
std::vector<PathPoint> shape_corridor(const World& world, const Corridor& corridor,
                                      const ShapeOptions& options = {},
                                      std::vector<PathPoint> old = {},
                                      const ShapeRules& rules = {});

}  // namespace thalweg
