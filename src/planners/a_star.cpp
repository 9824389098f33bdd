// The one best-first loop with views by direction, costs and filter. Plain forward searches are
// compiled for each form of the heuristic, the others for the general one.
#include "thalweg/planners/a_star.hpp"

#include <algorithm>

namespace thalweg {

AStarSearch::AStarSearch(const Ground& ground, const AStarOptions& options)
    : ground_(ground), options_(options), estimator_(ground, options.heuristic) {
  if (options.is_backward) rows_ = reverse_rows(ground.graph());
}

void AStarSearch::aim(const SearchRequest& query) {
  const bool is_backward = options_.is_backward;
  query_ = query;
  task_ = query.task;
  targets_.clear();
  if (is_backward) {
    for (const End& start : query.ends.starts) targets_.push_back(estimator_.target(start));
    sources_.assign(query.task.sources.begin(), query.task.sources.end());
    sort_seeds(sources_);
    task_.sources = query.task.goals;
    task_.goals = sources_;
  } else {
    for (const End& goal : query.ends.goals) targets_.push_back(estimator_.target(goal));
  }
  estimator_.aim(
      {.targets = targets_,
       .last_steps = task_.goals,
       .start = is_backward ? query.ends.goals.front().point : query.ends.starts.front().point,
       .weight = query.weight,
       .is_backward = is_backward});
}

void AStarSearch::begin(const SearchRequest& query) {
  aim(query);
  if (query.ends.filter == nullptr && !options_.is_backward) {
    const Ground& ground = query.ends.wider == nullptr ? ground_ : *query.ends.wider;
    return estimator_.visit([&](const auto& heuristic) {
      running_.hold(BestFirst(ForwardView(ground.graph(), PlainCosts(ground.metric())), heuristic,
                              task_, scratch_));
    });
  }
  with_costs(ground_, query.ends, [&](const auto& costs) {
    if (options_.is_backward) {
      running_.hold(BestFirst(BackwardView(rows_, costs), estimator_.general(), task_, scratch_));
    } else {
      running_.hold(
          BestFirst(ForwardView(ground_.graph(), costs), estimator_.general(), task_, scratch_));
    }
  });
}

SearchEnd AStarSearch::advance(Budget& budget) { return running_.advance(budget); }

void AStarSearch::take(FoundRoute& found) {
  found.clear();
  found.bound = estimator_.bound();
  const NodeId last(ground_.graph().node_count());  // all goals lead to it (best_first.hpp)
  const NodeBank& bank = scratch_.bank;
  found.is_found = bank.is_reached(last);
  if (!found.is_found) return;
  found.cost = bank[last].g;
  if (!bank[last].parent.is_none()) {
    found.route = route_to(bank, bank[last].parent, std::move(found.route));
  }
  if (options_.is_backward) {
    std::ranges::reverse(found.route.nodes);
    std::ranges::reverse(found.route.arcs);
  }
  if (stats().reopened > 0) found.cost = cost_of(ground_, query_, found.route);
}

const NodeBank* AStarSearch::seen() const {
  return options_.is_backward ? nullptr : &scratch_.bank;
}

std::vector<NodeId> AStarSearch::settled_nodes() const {
  if (stats().expanded == 0) return {};
  return nodes_where(ground_.graph(), [&](NodeId node) { return scratch_.bank.is_settled(node); });
}

std::vector<NodeId> AStarSearch::open_nodes() const {
  if (stats().expanded == 0) return {};
  return nodes_where(ground_.graph(), [&](NodeId node) { return is_open(scratch_.bank, node); });
}

}  // namespace thalweg
