// PathBuilder: from a route to the points an agent walks. Route -> corridor -> shape.
#pragma once

#include "thalweg/graph/end.hpp"
#include "thalweg/graph/ground.hpp"
#include "thalweg/planners/query.hpp"

namespace thalweg {

// Shaped paths keep the profile's radius from walls.
class PathBuilder {
 public:
  explicit PathBuilder(const Ground& ground) : ground_(ground) {}

  // Lays the points of `answer.route` from end to end, in the query's axes, and the corridor.
  // `filter` is what the query leaves out; null: nothing.
  Answer lay(const Query& query, const GroundFilter* filter, const Ends& ends, Answer answer);

  // The same for the straight walk from start to goal. Requires: straight_price of it is finite.
  Answer lay_straight(const Query& query, const GroundFilter* filter, const Ends& ends,
                      Answer answer);

 private:
  Answer shape(const Query& query, const GroundFilter* filter, Answer answer);
  Answer keep_clear(const GroundFilter& filter, const Ends& ends, Answer answer);
  Answer finish(const Query& query, const GroundFilter* filter, Answer answer);
  double ground_price(std::span<const PathPoint> points, const GroundFilter* filter) const;

  Ground ground_;
  Shaper shaper_;
  std::vector<PathPoint> walked_;  // scratch
};

}  // namespace thalweg
