// PathShaper: the points that an agent walks, from a corridor, or from points that see each other.
//
// By length where all ground costs the same, else by price: a shape that costs more than the route's own
// points is replaced by one over these points, or by the points themselves. It knows no queries, and of
// graphs only ShapedGround. Shaped paths keep the pricer's radius from walls. All points are in local coordinates.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "thalweg/core/cost.hpp"
#include "thalweg/core/function_ref.hpp"
#include "thalweg/path/shape.hpp"
#include "thalweg/price/ground_filter.hpp"
#include "thalweg/price/pricer.hpp"

namespace thalweg {

class CheapestShaper;
class Walks;

// What the shaper knows of a ground. Borrows its world and pricer.
struct ShapedGround {
  const World& world;
  const Pricer& pricer;
  bool is_on_grid = false;
  bool has_corridors = false;      // routes are laid as corridors, else as points
  bool nodes_are_faces = false;    // the route's own points are the middles of portals
  bool nodes_are_squares = false;  // the shape `centres` gives the route's own points
  bool has_portal_nodes = false;   // arcs cost what their walks do, rounded up to quanta
  double quantum = 0;              // the price of one
  double least_per_metre = 0;      // quanta
};

// A route to be shaped. Borrows all for one call.
struct ShapeRequest {
  // The walks that the route's arcs and its ends are priced by, in the memory that is given.
  using Walked = FunctionRef<std::vector<PathPoint>(std::vector<PathPoint>)>;

  ShapeOptions options = {};             // the radius does not count
  const GroundFilter* filter = nullptr;  // what the route leaves out; null: nothing
  const Corridor& corridor;              // where routes are laid as corridors
  std::span<const PathPoint> laid;       // else: each point sees the next
  KnownString known = {};                // of the corridor
  Distance cost = kUnreached;            // of the route
  std::size_t arcs = 0;                  // of the route, and its ends
  Walked walked = {};
};

// One per thread; keeps its scratch memory, so that nothing is allocated after warm-up.
class PathShaper {
 public:
  explicit PathShaper(const ShapedGround& ground);
  ~PathShaper();
  PathShaper(PathShaper&&) noexcept;

  // The points of the path; `old`'s memory is used again.
  std::vector<PathPoint> shape(const ShapeRequest& request, std::vector<PathPoint> old);

  // The price of the straight walk from start to goal, in the profile's unit; kNoLimit where there is
  // none, or it comes too near to a wall or an obstacle that the filter leaves out.
  double straight_price(const GroundFilter* filter, const SurfacePoint& start,
                        const SurfacePoint& goal);
  // The edges that it crosses on a mesh. Valid until the next call.
  std::span<const EdgeId> crossed() const { return crossed_; }
  // Its points. Start and goal: on grids only. Requires: it was priced last, and its price is finite; on a mesh
  // `request` has its corridor.
  std::vector<PathPoint> shape_straight(const ShapeRequest& request, const SurfacePoint& start,
                                        const SurfacePoint& goal, std::vector<PathPoint> old);

  // What a path costs, in the profile's unit.
  double price(const GroundFilter* filter, std::span<const PathPoint> points) const;

 private:
  using Points = std::vector<PathPoint>;

  Walks walks_under(const GroundFilter* filter) const;
  ShapeOptions options(const ShapeRequest& request) const;
  void shape_corridor(const ShapeRequest& request, const Walks& walks, Points& points);
  void shape_points(const Walks& walks, std::span<const PathPoint> laid,
                    const ShapeOptions& options, Points& points);
  void shape_by_length(const ShapeRequest& request, const Walks& walks, Points& points);
  void shape_by_price(const ShapeRequest& request, const Walks& walks, Points& points);
  void take_cheapest(const ShapeRequest& request, const Walks& walks, double own, Points& points);
  void keep_clear(const ShapeRequest& request, Points& points);
  // Prices. walked_ is filled by find_walked(): first thing in shape() without corridors, else in
  // shape_by_price().
  void find_walked(const ShapeRequest& request);
  bool is_uneven(const ShapeRequest& request, const Walks& walks);
  double taut_price(const Walks& walks, std::span<const PathPoint> points, double most);
  bool is_nearly_cheapest(const Walks& walks) const;
  bool is_surely_cheap(const ShapeRequest& request, const Walks& walks) const;
  std::span<const PathPoint> first_path(const ShapeRequest& request, const Walks& walks,
                                        double own);
  void draw_switchbacks(const ShapeRequest& request, const Walks& walks, Points& points);
  void hold_price(const ShapeRequest& request, const Walks& walks, double own, double price,
                  Points& points);

  ShapedGround ground_;
  Shaper shaper_;
  std::unique_ptr<CheapestShaper> cheapest_;
  std::vector<EdgeId> crossed_;    // by the straight walk
  std::vector<PathPoint> walked_;  // the route's own points
  std::vector<PathPoint> taut_;    // the shortest path in the corridor
  std::vector<PathPoint> cheap_;   // scratch
};

}  // namespace thalweg
