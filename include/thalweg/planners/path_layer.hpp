// PathLayer: from a route to the points an agent walks. Route -> corridor -> shape.
#pragma once

#include "thalweg/graph/graph.hpp"
#include "thalweg/graph/pricer.hpp"
#include "thalweg/planners/ends.hpp"
#include "thalweg/planners/query.hpp"

namespace thalweg {

// The faces that a route of a face or portal graph leads through; `old`'s memory is used again.
// Requires: the route's ends lie on `start` and `goal`.
Corridor corridor_of(const World& world, const Graph& graph, const Route& route, const Spot& start,
                     const Spot& goal, Corridor old = {});

// Borrows all.
class PathLayer {
 public:
  // `radius` in metres: how far shaped paths keep from walls.
  PathLayer(const World& world, const Graph& graph, const Pricer& pricer, double radius)
      : world_(world), graph_(graph), pricer_(pricer), radius_(radius) {}

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

  const World& world_;
  const Graph& graph_;
  const Pricer& pricer_;
  double radius_;
  Shaper shaper_;
};

}  // namespace thalweg
