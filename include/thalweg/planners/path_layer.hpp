// PathLayer: from a route to the points an agent walks. Route -> corridor -> shape.
#pragma once

#include "thalweg/graph/ground.hpp"
#include "thalweg/planners/ends.hpp"
#include "thalweg/planners/query.hpp"

namespace thalweg {

// The faces that a route of a face or portal graph leads through; `old`'s memory is used again.
// Requires: the route's ends lie on `start` and `goal`.
Corridor corridor_of(const World& world, const Graph& graph, const Route& route, const Spot& start,
                     const Spot& goal, Corridor old = {});

// Shaped paths keep the profile's radius from walls.
class PathLayer {
 public:
  explicit PathLayer(const Ground& ground) : ground_(ground) {}

  // Lays the points of `answer.route` from end to end, in the query's axes, and the corridor.
  Answer lay(const Query& query, const Ends& ends, Answer answer);

  // The same for the straight walk from start to goal. Requires: straight_price of it is finite.
  Answer lay_straight(const Query& query, const Ends& ends, Answer answer);

 private:
  void lay_squares(const Ends& ends, Answer& answer) const;
  void lay_corners(const Ends& ends, Answer& answer) const;
  void lay_nodes(const Ends& ends, Answer& answer) const;
  Answer finish(const Query& query, Answer answer);
  double ground_price(std::span<const PathPoint> points, const AreaFilter* filter) const;

  Ground ground_;
  Shaper shaper_;
};

}  // namespace thalweg
