// Ends are found and joined by the form of the graph. Starts that stand too near to something
// blocked are forgiven: the distance to keep shrinks to theirs.
#include "thalweg/planners/ends.hpp"

namespace thalweg {

End EndFinder::find(Vec3 local, double reach, const GroundFilter* filter) const {
  return ground_.graph().form().find_end(ground_, {local, reach, filter});
}

Ends EndFinder::join(const End& start, const End& goal, const GroundFilter* filter,
                     Ends old) const {
  Ends ends = std::move(old);
  ends.start = start;
  ends.goal = goal;
  ends.filter = filter;
  ends.sources.clear();
  ends.goals.clear();
  ends.vias.clear();
  ends.direct = kUnreached;
  return join_({start, goal, filter}, std::move(ends));
}

// On the walk to the node of its ground, too.
GroundFilter EndFinder::forgiven(GroundFilter filter, std::span<const End> starts) const {
  if (!filter.has_places()) return filter;
  const Graph& graph = ground_.graph();
  for (const End& start : starts) {
    const NodeId node = graph.form().node_of(start);
    filter.forgive(start.point, node.is_none() ? start.point : graph.position(node));
  }
  filter.finish();
  return filter;
}

bool EndFinder::are_apart(const Ends& ends) const {
  if (ends.direct != kUnreached) return false;
  const auto& island = ground_.metric().islands().of;
  for (const Seed& source : ends.sources) {
    for (const Seed& goal : ends.goals) {
      if (island[source.node] == island[goal.node] && !island[source.node].is_none()) return false;
    }
  }
  return true;
}

}  // namespace thalweg
