// The one best-first loop with views by direction, costs and filter. Plain forward searches are
// compiled for each form of the heuristic, the others for the general one.
#include "thalweg/planners/a_star.hpp"

#include <algorithm>

#include "planners/aim.hpp"

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
    for (const End& start : query.ends.starts)
      targets_.push_back(target_at(ground_.graph(), start));
    sources_.assign(query.task.sources.begin(), query.task.sources.end());
    sort_seeds(sources_);
    task_.sources = query.task.goals;
    task_.goals = sources_;
  } else {
    for (const End& goal : query.ends.goals) targets_.push_back(target_at(ground_.graph(), goal));
  }
  estimator_.aim(
      {.targets = targets_,
       .last_steps = task_.goals,
       .start = is_backward ? query.ends.goals.front().point : query.ends.starts.front().point,
       .weight = query.weight,
       .is_backward = is_backward});
}

template <class View, class Heuristic>
void AStarSearch::start(const View& view, const Heuristic& heuristic) {
  if (options_.is_hashed) {
    running_.hold(BestFirst(view, heuristic, task_, hashed_));
  } else {
    running_.hold(BestFirst(view, heuristic, task_, direct_));
  }
}

void AStarSearch::begin(const SearchRequest& query) {
  aim(query);
  if (query.ends.filter == nullptr && !options_.is_backward) {
    const Ground& ground = query.ends.wider == nullptr ? ground_ : *query.ends.wider;
    return estimator_.visit([&](const auto& heuristic) {
      start(ForwardView(ground.graph(), PlainCosts(ground.metric())), heuristic);
    });
  }
  with_costs(ground_, query.ends, [&](const auto& costs) {
    if (options_.is_backward) {
      start(BackwardView(rows_, costs), estimator_.general());
    } else {
      start(ForwardView(ground_.graph(), costs), estimator_.general());
    }
  });
}

SearchEnd AStarSearch::advance(Budget& budget) {
  const SearchEnd end = running_.advance(budget);
  const bool is_short = end == SearchEnd::exhausted || end == SearchEnd::over_budget;
  if (is_short && query_.allow_partial && options_.is_hashed && !options_.is_backward)
    gather_hashed();
  return end;
}

void AStarSearch::gather_hashed() {
  NodeBank& bank = direct_.bank;
  bank.reset(ground_.graph().node_count());
  for (const NodeId node : ground_.graph().nodes()) {
    if (!hashed_.bank.is_reached(node)) continue;
    const SearchNode known = hashed_.bank[node];
    const std::uint32_t slot = bank.reach(node);
    bank.at(slot).g = known.g;
    bank.trace(slot) = {known.h, known.parent, known.arc};
  }
}

void AStarSearch::take(FoundRoute& found) {
  found.clear();
  found.bound = estimator_.bound();
  const NodeId last(ground_.graph().node_count());  // all goals lead to it (best_first.hpp)
  const auto take_from = [&](const auto& bank) {
    found.is_found = bank.is_reached(last);
    if (!found.is_found) return;
    found.cost = bank[last].g;
    if (bank[last].parent.is_none()) return;
    found.route = route_to(bank, bank[last].parent, std::move(found.route));
  };
  if (options_.is_hashed) {
    take_from(hashed_.bank);
  } else {
    take_from(direct_.bank);
  }
  if (options_.is_backward) {
    std::ranges::reverse(found.route.nodes);
    std::ranges::reverse(found.route.arcs);
  }
  if (found.is_found && stats().reopened > 0) found.cost = cost_of(ground_, query_, found.route);
}

const NodeBank* AStarSearch::seen() const { return options_.is_backward ? nullptr : &direct_.bank; }

namespace {

// The nodes in the bank that are settled, or those that are not yet.
template <class Bank>
std::vector<NodeId> nodes_in(const Graph& graph, const Bank& bank, bool settled) {
  std::vector<NodeId> nodes;
  for (const NodeId node : graph.nodes()) {
    if (bank.is_reached(node) && bank.is_settled(node) == settled) nodes.push_back(node);
  }
  return nodes;
}

}  // namespace

std::vector<NodeId> AStarSearch::settled_nodes() const {
  if (stats().expanded == 0) return {};
  const Graph& graph = ground_.graph();
  return options_.is_hashed ? nodes_in(graph, hashed_.bank, true)
                            : nodes_in(graph, direct_.bank, true);
}

std::vector<NodeId> AStarSearch::open_nodes() const {
  if (stats().expanded == 0) return {};
  const Graph& graph = ground_.graph();
  return options_.is_hashed ? nodes_in(graph, hashed_.bank, false)
                            : nodes_in(graph, direct_.bank, false);
}

}  // namespace thalweg
