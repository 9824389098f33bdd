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
  PathLayer(const World& world, const Graph& graph, const Pricer& pricer)
      : world_(world), graph_(graph), pricer_(pricer) {}

  // Which portals the profile and the query may cross. Valid as long as this and `filter`.
  CrossRule rule(const AreaFilter* filter);

  // Lays the points of `answer.route` from end to end, in the query's axes, and the corridor.
  Answer lay(const Query& query, const Ends& ends, Answer answer);

  // The same for the straight walk from start to goal. Requires: straight_price was just asked.
  Answer lay_straight(const Query& query, const Ends& ends, Answer answer);

  // The price of walking straight from spot to spot, in the profile's unit; kNoLimit where that
  // does not lead there.
  double straight_price(const Spot& from, const Spot& to, const AreaFilter* filter);

 private:
  void lay_squares(const Ends& ends, Answer& answer) const;
  void lay_corners(const Ends& ends, Answer& answer) const;
  void lay_nodes(const Ends& ends, Answer& answer) const;
  Answer finish(const Query& query, Answer answer);
  double ground_price(std::span<const PathPoint> points, const AreaFilter* filter);

  const World& world_;
  const Graph& graph_;
  const Pricer& pricer_;
  const AreaFilter* filter_ = nullptr;
  std::vector<EdgeId> crossed_;  // by the straight walk
  Shaper shaper_;
};

}  // namespace thalweg
