// PathBuilder: from a route to the points an agent walks. Route -> corridor or points -> shape.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "thalweg/graph/end.hpp"
#include "thalweg/graph/ground.hpp"
#include "thalweg/planners/query.hpp"

namespace thalweg {

class CheapestShaper;
class Walks;

// Shaped paths keep the profile's radius from walls.
class PathBuilder {
 public:
  explicit PathBuilder(const Ground& ground);
  ~PathBuilder();
  PathBuilder(PathBuilder&&) noexcept;
  PathBuilder& operator=(PathBuilder&&) noexcept;

  // Why a query of this shape is invalid on the ground; null where it is valid.
  const char* why_invalid(const Query& query) const;

  // All of these write their part of an answer.
  // Lays `answer.route` from end to end: its corridor, or points that are yet to be shaped. `portals` are
  // the corridor's where the search knows them; else empty.
  void lay(const JoinedEnds& ends, const PortalRuns& portals, Answer& answer);
  // Shapes what was laid to the points of the path, in the query's axes. Requires: the same ends and
  // portals.
  void shape(const Query& query, const JoinedEnds& ends, const PortalRuns& portals, Answer& answer);

  // The price of the straight walk from start to goal, in the profile's unit; kNoLimit where there
  // is none, or it comes too near to a wall or an obstacle that the filter leaves out.
  double walk_straight(const GroundFilter* filter, const End& start, const End& goal);
  // Lays that walk. Requires: it was tried last, and its price is finite.
  void lay_straight(const Query& query, const GroundFilter* filter, const End& start,
                    const End& goal, Answer& answer);

 private:
  ShapeOptions options(const Query& query) const;
  void shape_corridor(const Query& query, const Walks& walks, Answer& answer);
  void shape_route(const Query& query, const Walks& walks, const JoinedEnds& ends, Answer& answer);
  // Shapes laid_, over the mesh or the grid.
  void shape_points(const Query& query, const Walks& walks, Answer& answer);
  void shaped(const Query& query, const Walks& walks, Answer& answer);
  void keep_clear(const GroundFilter& filter, const JoinedEnds& ends, Answer& answer);
  // Prices. walked_ holds the route's own points, where the graph has no corridors or after that.
  void find_walked(const JoinedEnds& ends, const Answer& answer);
  bool is_uneven(const Walks& walks, const Corridor& corridor);
  double taut_price(const Walks& walks, std::span<const PathPoint> points, double most);
  bool is_nearly_cheapest(const Walks& walks) const;
  bool is_surely_cheap(const Walks& walks, const Answer& answer) const;
  void shape_by_price(const Query& query, const Walks& walks, const JoinedEnds& ends,
                      Answer& answer);
  std::span<const PathPoint> first_path(const Query& query, const Walks& walks,
                                        const Corridor& corridor, double own);
  void draw_switchbacks(const Query& query, const Walks& walks, Answer& answer);
  void hold_price(const Query& query, const Walks& walks, double own, double price, Answer& answer);
  void finish(const Query& query, const Walks& walks, Answer& answer) const;

  Ground ground_;
  Shaper shaper_;
  std::unique_ptr<CheapestShaper> cheapest_;
  KnownString known_;              // of the corridor that is shaped
  std::vector<EdgeId> crossed_;    // by the straight walk
  std::vector<PathPoint> laid_;    // what is shaped
  std::vector<PathPoint> walked_;  // the route's own points
  std::vector<PathPoint> taut_;    // the shortest path in the corridor
  std::vector<PathPoint> cheap_;   // scratch
};

}  // namespace thalweg
