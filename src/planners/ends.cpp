// Ends are found and joined by the form of the graph. Starts that stand too near to something
// blocked are forgiven: the distance to keep shrinks to theirs.
#include "thalweg/planners/ends.hpp"

namespace thalweg {

JoinedEnds EndFinder::join(std::span<const End> starts, std::span<const End> goals,
                           const GroundFilter* filter, JoinedEnds old) const {
  JoinedEnds ends = std::move(old);
  ends.start = starts.front();
  ends.goal = goals.front();
  ends.filter = filter;
  ends.vias.clear();
  const auto join_all = [&](std::span<const End> all, bool is_start, std::vector<Seed>& seeds) {
    seeds.clear();
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      const std::size_t first = seeds.size();
      joiner_->join(all[i], is_start, ends);
      for (Seed& seed : std::span(seeds).subspan(first)) seed.end = i;
    }
  };
  join_all(starts, true, ends.sources);
  join_all(goals, false, ends.goals);
  sort_seeds(ends.goals);
  ends.direct = kUnreached;
  ends.direct_start = ends.direct_goal = 0;
  for (std::uint32_t s = 0; s < starts.size(); ++s) {
    for (std::uint32_t g = 0; g < goals.size(); ++g) {
      const Distance direct = joiner_->direct(starts[s], goals[g], filter);
      if (direct >= ends.direct) continue;
      ends.direct = direct;
      ends.direct_start = s;
      ends.direct_goal = g;
    }
  }
  return ends;
}

// On the walk to the node of its ground, too.
GroundFilter EndFinder::forgiven(GroundFilter filter, std::span<const End> starts) const {
  if (!filter.has_obstacles()) return filter;
  const Graph& graph = ground_.graph();
  for (const End& start : starts) {
    const NodeId node = graph.form().node_of(start);
    filter.forgive(start.point, node.is_none() ? start.point : graph.position(node));
  }
  filter.finish();
  return filter;
}

bool EndFinder::are_apart(const JoinedEnds& ends) const {
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
