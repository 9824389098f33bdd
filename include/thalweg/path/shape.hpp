// Shaping: from a corridor of faces, or from points that see each other, to the points an agent
// walks. Pictures: docs/guide/shaping.md
//
// A route is walked in stretches, from link to link; each is shaped by itself. All points are in
// local coordinates. Works over meshes and grids (world/grid_mesh.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/path/around.hpp"
#include "thalweg/path/corridor.hpp"
#include "thalweg/path/funnel.hpp"
#include "thalweg/path/path.hpp"
#include "thalweg/path/pull.hpp"

namespace thalweg {

enum class Shape : std::uint8_t {
  centres,      // through the centres of the faces; may cut corners off the ground
  midpoints,    // through the route's own points: the middles of portals, or the points given
  pruned,       // the same without those that lie on the line between others
  sight,        // the same, skipping points as long as the one after is in plain sight (Snook)
  funnel,       // a taut path: the shortest path inside the corridor, pulled on in the open
  spline,       // a Catmull-Rom curve through the bends of another shape (Rabin)
  cheapest,     // by price, as far as the effort goes; where ground costs the same: the funnel
  switchbacks,  // the cheapest, with its zigzags on steep ground drawn (price/speed_model.hpp)
};

std::string_view to_string(Shape shape);
// The shape of that name.
Result<Shape> named_shape(std::string_view name);

// What the caller wants. Plain values, safe to keep.
struct ShapeOptions {
  Shape shape = Shape::funnel;
  // Metres that funnel and sight keep from walls. DEFAULT: none. Where a portal is narrower than
  // two radii the funnel leads through its middle; where no such path is clear, the stretch is
  // shaped without radius.
  double radius = 0;
  double arc_degrees = 30;  // the most that a round path turns at one point; held to 1 .. 90
  // Funnels leave the corridor where a bend touches no wall. DEFAULT: yes. Else they are the
  // shortest path inside the corridor.
  bool pull_again = true;
  // A point for each edge crossed, so that heights follow the ground and every face walked on
  // appears. DEFAULT: bends only.
  bool every_crossing = false;
  // Metres: pruned paths and splines drop points no farther off the line. DEFAULT: exactly on it.
  double prune = 0;

  Shape spline_of = Shape::funnel;  // what a spline runs through; of a spline: funnel
  std::uint32_t spline_pieces = 8;  // straight pieces from bend to bend; held to 1 .. 1000
  double spline_spacing = 0;  // metres: if positive, each piece's length, in place of their number
  bool spline_by_quarters = false;  // four pieces, by weights worked out beforehand (Rabin)

  // What planners spend on the cheapest path: 0 to 3 (docs/guide/ground.md). A Shaper knows no
  // prices, to it `cheapest` is the funnel.
  std::uint32_t effort = 2;
  double leg = 0;  // metres: of switchbacks, the longest. DEFAULT: as the faces have room
};

// What is known of the taut path in a corridor without links before it is pulled.
struct KnownString {
  const PortalRuns* portals = nullptr;  // the corridor's, as records; null: not known
  bool is_straight = false;  // its ends see each other: the corridor is what the line crosses
  std::span<const CorridorStep> steps = {};  // the corridor's: set by Shaper::shape

  bool is_known() const { return is_straight || portals != nullptr; }
  // It is as short as it gets: it need not leave the corridor.
  bool is_final() const { return is_straight || (portals != nullptr && portals->is_final); }
};

// Shapes routes; keeps its scratch memory, so that nothing is allocated after warm-up. One per
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
                               const ShapeRules& rules = {}, KnownString known = {});

  // The same for a path that is laid, over a mesh or a grid: its points are the route's own, and
  // its corridor is what the walks between them cross. Where two points do not see each other the
  // walk between them stays as it is. Requires: one point or more, each with its face.
  template <class AnyMesh>
  std::vector<PathPoint> reshape(const AnyMesh& mesh, std::span<const PathPoint> points,
                                 const ShapeOptions& options = {}, std::vector<PathPoint> old = {},
                                 const ShapeRules& rules = {});

  // The string of the last path, pulled through the portals of its stretch; without bends where the
  // path took a link, kept a radius or was not pulled. Valid until the next call.
  const TautPath& string() const { return string_; }

 private:
  template <class AnyMesh>
  friend class StretchShaper;

  std::vector<EdgeId> portals_;      // of the current stretch
  std::vector<EdgeId> pulled_;       // the same, pulled on
  std::vector<SurfacePoint> stops_;  // the route's own points between the ends of the stretch
  std::vector<PathPoint> points_;    // of the current stretch
  std::vector<PathPoint> other_;     // memory for the next step
  std::vector<EdgeId> crossed_;      // edges that a ray crossed
  Funnel funnel_;
  RoundFunnel round_funnel_;
  Puller puller_;
  std::array<Bend, 2> straight_;
  FloodScratch flood_;
  TautPath string_;
};

// Shapes one corridor: for callers who shape few.
std::vector<PathPoint> shape_corridor(const World& world, const Corridor& corridor,
                                      const ShapeOptions& options = {},
                                      std::vector<PathPoint> old = {},
                                      const ShapeRules& rules = {});

}  // namespace thalweg
