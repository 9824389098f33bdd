// EndFinder: finds the start and the goal of a query on the ground and joins them to the graph.
#pragma once

#include <memory>
#include <span>

#include "thalweg/graph/end.hpp"
#include "thalweg/graph/form.hpp"
#include "thalweg/graph/ground.hpp"

namespace thalweg {

class EndFinder {
 public:
  explicit EndFinder(const Ground& ground)
      : ground_(ground), joiner_(ground.graph().form().joiner(ground)) {}

  // The end at a point given in local coordinates: on the ground that the profile may enter, or
  // the nearest such ground within reach (metres). A filter leaves out more.
  End find(Vec3 local, double reach, const GroundFilter* filter = nullptr) const;

  // Joins found starts and goals to the graph; `old`'s memory is used again. A filter leaves out or
  // avoids areas. The result's start and goal are the first ones. O(starts x goals) for the walks past the
  // graph.
  JoinedEnds join(std::span<const End> starts, std::span<const End> goals,
                  const GroundFilter* filter, JoinedEnds old) const;
  JoinedEnds join(const End& start, const End& goal, const GroundFilter* filter = nullptr,
                  JoinedEnds old = {}) const {
    return join(std::span(&start, 1), std::span(&goal, 1), filter, std::move(old));
  }

  // The filter of a query that begins at these ends: agents that stand too near to an obstacle may
  // go on from there.
  GroundFilter forgiven(GroundFilter filter, std::span<const End> starts) const;

  // True when there is no direct walk and the islands prove that no source reaches any goal.
  bool are_apart(const JoinedEnds& ends) const;

  const Pricer& pricer() const { return ground_.pricer(); }

 private:
  Ground ground_;
  std::shared_ptr<const EndJoiner> joiner_;
};

}  // namespace thalweg
