// RouteSearch: a running search for a route between the ends of a query. Each planner is the frame
// that all share (planner.hpp) and one RouteSearch.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/planners/ends.hpp"
#include "thalweg/planners/query.hpp"
#include "thalweg/planners/views.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {

// What the frame asks of the search. All that it points at stays until the query is over.
struct RouteQuery {
  SearchTask task;                       // the ends at the graph's nodes
  std::span<const End> starts;           // on the ground, at least one
  std::span<const End> goals;            // on the ground, at least one
  double weight = 1;                     // of the heuristic
  const GroundFilter* filter = nullptr;  // null: none
  const Ground* wider = nullptr;  // the ground as an agent finds it that is wider than the one the
                                  // search was made for; null: no wider
  bool allow_partial = false;

  // False where structures that were built beforehand do not count as the query does.
  bool is_plain() const { return filter == nullptr && wider == nullptr; }
};

struct FoundRoute {
  bool is_found = false;
  Route route;  // from one of the task's sources to one of its goals; empty: past the graph
  Distance cost = kUnreached;  // of the route and of both ends, as the query counts; or task.direct
  double bound = 1;            // its cost is at most this times the cheapest; 0: no bound
  Distance penalty = 0;        // what the search counted besides the route's cost

  // Nothing found yet, with the same memory.
  static FoundRoute cleared(FoundRoute old) {
    old.route.clear();
    return {false, std::move(old.route), kUnreached, 0, 0};
  }
};

class RouteSearch : public Search {
 public:
  // True when it has answered a query whole, as the frame would; false: nothing has happened. `answer`'s
  // memory is used again. For searches that find routes faster than the frame finds their ends.
  virtual bool answer_at_once(const Query& /*query*/, Answer& /*answer*/) { return false; }

  // Begins a search; replaces the current one.
  virtual void begin(const RouteQuery& query) = 0;

  // The route that was found, or the best one seen so far. `old`'s memory is used again.
  // Requires: advance() returned `found` or `over_budget`.
  virtual FoundRoute take(FoundRoute old) = 0;
  virtual SearchStats stats() const = 0;

  // The nodes that were reached from the start, for partial answers; null where the search does not
  // keep them, or ended without a route before it had reached all that can be.
  // Requires: allow_partial, and advance() returned `exhausted` or `over_budget`.
  virtual const NodeBank* seen() const { return nullptr; }
  // The route to a node that was seen, without a cost.
  virtual FoundRoute take_seen(NodeId node, FoundRoute old) {
    old.route = route_to(*seen(), node, std::move(old.route));
    return old;
  }
  // True where only this search knows what can be reached, as with limited turns: partial
  // answers then come from seen(), even where the islands prove that there is no route.
  virtual bool is_confined() const { return false; }

  // What a user should know of it on this ground, in one line, as that another search does the work;
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
auto with_costs(const Ground& own, const RouteQuery& query, const Use& use) {
  const Ground& ground = query.wider == nullptr ? own : *query.wider;
  if (query.filter == nullptr) return use(PlainCosts(ground.metric()));
  return use(FilteredCosts(ground, *query.filter));
}

// What a route costs, arc by arc, as the query counts: from its source, to its last node or to its goal.
// For routes that were not searched for as a whole, and for searches that reopened nodes, where what the
// last one counts may be out of date.
Distance cost_from_source(const Ground& own, const RouteQuery& query, const Route& route);
Distance cost_of(const Ground& own, const RouteQuery& query, const Route& route);

}  // namespace thalweg
