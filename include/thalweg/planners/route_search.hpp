// RouteSearch: a running search for a route between the ends of a query. Each planner is a Planner
// (planner.hpp) with one RouteSearch.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/graph/end.hpp"
#include "thalweg/path/portals.hpp"
#include "thalweg/planners/query.hpp"
#include "thalweg/planners/views.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {

// Where the starts and goals of a query lie. No graph in here. All that it points at stays until the
// query is over.
struct Ends {
  std::span<const End> starts;           // on the ground, at least one
  std::span<const End> goals;            // on the ground, at least one
  const GroundFilter* filter = nullptr;  // null: nothing is left out
  const Ground* wider = nullptr;  // the ground as an agent finds it that is wider than the one the
                                  // search was made for; null: no wider

  // False where structures that were built beforehand do not count as the query does.
  bool is_plain() const { return filter == nullptr && wider == nullptr; }
  bool are_two() const { return starts.size() == 1 && goals.size() == 1; }
};

// What a search is asked.
struct SearchRequest {
  Ends ends;
  SearchTask task;       // the ends, joined to the graph; its seeds stay until the query is over
  bool has_task = true;  // false: there is no task, as the search needs none
  double weight = 1;     // of the heuristic
  bool wants_shortest = false;  // of all paths, where lengths decide; else the route's taut path
  bool allow_partial = false;
};

struct FoundRoute {
  bool is_found = false;
  Route route;  // from one of the task's sources to one of its goals; empty: past the graph
  // Of the path that is wanted, which need not be the route's; empty where the search does not know them.
  PortalRuns portals;
  Distance cost = kUnreached;  // of the route and of both ends, as the query counts; or task.direct
  double bound = 1;            // its cost is at most this times the cheapest; 0: no bound
  Distance penalty = 0;        // what the search counted besides the route's cost

  // Nothing found yet, with the same memory.
  void clear() {
    route.clear();
    portals.runs.clear();
    is_found = false;
    cost = kUnreached;
    bound = 0;
    penalty = 0;
  }
};

class RouteSearch : public Search {
 public:
  // An end was found: the search will soon read what it knows of that face.
  virtual void prefetch(const End& /*end*/) const {}
  // False: surely no straight walk leads from one to the other.
  virtual bool may_see(const End& /*start*/, const End& /*goal*/) const { return true; }
  // False where it needs no task: it finds its routes from the ends alone, and knows what cannot be
  // reached.
  virtual bool needs_task(const Ends& /*ends*/) const { return true; }

  // Begins a search; replaces the current one. A walk past the graph (task.direct) competes with the
  // routes: exact searches take it only where no route is cheaper.
  virtual void begin(const SearchRequest& query) = 0;

  // Writes the route that was found, or the best one seen so far; memory is used again.
  // Requires: advance() returned `found` or `over_budget`.
  virtual void take(FoundRoute& found) = 0;
  virtual SearchStats stats() const = 0;

  // The nodes that were reached from the start, for partial answers; null where the search does not
  // keep them, or ended without a route before it had reached all that can be.
  // Requires: allow_partial, and advance() returned `exhausted` or `over_budget`.
  virtual const NodeBank* seen() const { return nullptr; }
  // The route to a node that was seen, without a cost.
  virtual void take_seen(NodeId node, FoundRoute& found) {
    found.route = route_to(*seen(), node, std::move(found.route));
  }
  // True where only this search knows what can be reached, as with limited turns: partial
  // answers then come from seen(), even where the islands prove that there is no route.
  virtual bool is_confined() const { return false; }

  // What a user should know of it on this ground, in one line, such as that another search does the work;
  // empty: nothing.
  virtual const char* note() const { return ""; }

  // What was built besides graph and metric; memory held between queries.
  virtual std::size_t bytes() const { return 0; }
  virtual std::size_t scratch_bytes() const = 0;
  // The nodes that the last search settled, in order of id: for pictures. O(nodes).
  virtual std::vector<NodeId> settled_nodes() const { return {}; }
  // The nodes in the open list, in order of id: for pictures. O(nodes).
  virtual std::vector<NodeId> open_nodes() const { return {}; }
};

// A search that was made, or the sentence why it cannot be.
using MadeSearch = Result<std::unique_ptr<RouteSearch>>;

// Calls use(costs) with the costs of the graph's arcs as the query counts them. The costs borrow
// the ground.
template <class Use>
auto with_costs(const Ground& own, const Ends& ends, const Use& use) {
  const Ground& ground = ends.wider == nullptr ? own : *ends.wider;
  if (ends.filter == nullptr) return use(PlainCosts(ground.metric()));
  return use(FilteredCosts(ground, *ends.filter));
}

// The nodes of a graph, in order, for which is_in(node). O(nodes).
template <class IsIn>
std::vector<NodeId> nodes_where(const Graph& graph, const IsIn& is_in) {
  std::vector<NodeId> nodes;
  for (const NodeId node : graph.nodes()) {
    if (is_in(node)) nodes.push_back(node);
  }
  return nodes;
}
// True for nodes in the open list.
inline bool is_open(const NodeBank& bank, NodeId node) {
  return bank.is_reached(node) && !bank.is_settled(node);
}

// What a route costs, arc by arc, as the query counts: from its source, to its last node or to its goal.
// For routes that were not searched for as a whole, and for searches that reopened nodes, where what the
// last one counts may be out of date.
Distance cost_from_source(const Ground& own, const Ends& ends, std::span<const Seed> sources,
                          const Route& route);
Distance cost_of(const Ground& own, const SearchRequest& request, const Route& route);

// The cost of a route between two ends, arc by arc; kUnreached where an arc is impassable or leads
// elsewhere.
Distance route_cost(const Ground& ground, const Route& route);

}  // namespace thalweg
