// From the strings of the shortest path to its runs of gates.
#include <algorithm>

#include "planners/fold_shortest.hpp"

namespace thalweg {

std::uint32_t FoldShortest::exit_of(const CoreEnd& end, JunctionId junction) const {
  for (std::uint32_t i = 0; i < end.exits.size(); ++i) {
    if (end.exits[i].junction == junction) return i;
  }
  return 0;
}

// The exit by which a path leaves the start.
std::uint32_t FoldShortest::start_exit(const Landing& landing, const CoreEnd& start) const {
  if (start_.passage == Position::kNone) {
    const DirectedPassageId first =
        path_.empty() ? landing.directed : strings_[path_.front()].directed;
    return exit_of(start, gates_.directed_passages[first.value].from);
  }
  return path_.empty() ? landing.start_exit : roots_[path_.front().value].exit;
}

// Junction by junction.
bool FoldShortest::lay_landing(const Landing& landing, const CoreEnd& start, const CoreEnd& goal,
                               PortalRoute& runs) {
  using Kind = Landing::Kind;
  runs.begin(start.surface_point.face);
  if (landing.kind == Kind::direct) {
    runs.along_chain(start, goal);
    return true;
  }
  path_.clear();
  for (FunnelStateId at = landing.last; !at.is_none(); at = strings_[at].parent)
    path_.push_back(at);
  std::ranges::reverse(path_);
  const std::uint32_t exit = start_exit(landing, start);
  runs.climb(start, exit);
  JunctionId at = start.exits[exit].junction;
  const auto go_to = [&](JunctionId next) {
    const bool is_there = at == next || runs.take_to(at, next);
    at = next;
    return is_there;
  };
  for (const FunnelStateId id : path_) {
    const DirectedPassage& directed = gates_.directed_passages[strings_[id].directed.value];
    if (is_own_passage(id)) continue;  // the start has left it
    if (!go_to(directed.from)) return false;
    const bool is_last = landing.kind == Kind::behind && id == landing.last;
    if (!is_last && !go_to(directed.to)) return false;
  }
  if (landing.kind == Kind::passage_end) {
    runs.descend(goal, exit_of(goal, at));
    return true;
  }
  const DirectedPassageId last =
      landing.kind == Kind::before ? landing.directed : strings_[landing.last].directed;
  if (landing.kind == Kind::before && !go_to(gates_.directed_passages[last.value].from))
    return false;
  runs.descend(goal, is_forth(last) ? 0 : 1);
  return true;
}

}  // namespace thalweg
