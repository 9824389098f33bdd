// Planner: what all planners have in common. A planner of its own only finds routes.
//
//   begin      finds the ends, asks the islands, tries the straight walk
//   advance    searches, a slice at a time; where there is no way: the nearest reachable point
//   take       route -> corridor -> points
//
// One planner per thread. After the first few queries nothing is allocated, as long as answers are
// handed back.
#pragma once

#include <string_view>

#include "thalweg/graph/ground.hpp"
#include "thalweg/graph/span.hpp"
#include "thalweg/planners/ends.hpp"
#include "thalweg/planners/nearest.hpp"
#include "thalweg/planners/path_layer.hpp"
#include "thalweg/planners/query.hpp"
#include "thalweg/planners/views.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {

class Planner {
 public:
  explicit Planner(Ground ground);
  virtual ~Planner() = default;
  Planner(const Planner&) = delete;
  Planner& operator=(const Planner&) = delete;

  // The answer; `old`'s memory is used again.
  Answer find(const Query& query, Answer old = {});

  // The same in slices: begin, advance until it says true, take. A query begun anew replaces the
  // one at hand.
  void begin(const Query& query, Answer old = {});
  bool advance(const Slice& slice);
  Answer take();

  const Ground& ground() const { return ground_; }
  const World& world() const { return ground_.world(); }
  const Graph& graph() const { return ground_.graph(); }
  const Metric& metric() const { return ground_.metric(); }

  // What was built for this planner beyond graph and metric.
  virtual std::size_t bytes() const { return 0; }
  // Memory held between queries.
  virtual std::size_t scratch_bytes() const = 0;

  // The nodes that the last search settled, in order of id: for pictures. O(nodes).
  virtual std::vector<NodeId> settled_nodes() const { return {}; }

 protected:
  // A route that was found: from one of the ends' sources to one of their goals; empty: direct.
  struct Found {
    Route route;
    double bound = 1;      // how many times dearer than the cheapest it may be; 0: no proof
    Distance penalty = 0;  // what the search counted besides the route's cost
  };

  // Starts the search for the query's ends; goes on with it; gives what it has come to.
  virtual void start_route(const Query& query, const Ends& ends) = 0;
  virtual SearchEnd continue_route(const Slice& slice) = 0;
  // Requires: found. Or over budget: the best way seen, and false where there is none.
  virtual bool take_route(Found& found) = 0;
  virtual SearchStats route_stats() const = 0;
  // The nodes that the search reached from the start; null where they are not all kept.
  virtual const NodeBank* seen() const { return nullptr; }
  // The way to a node that was reached; `found`'s memory is used again.
  virtual void take_seen(NodeId node, Found& found) const {
    found.route = route_to(*seen(), node, std::move(found.route));
  }
  // True where only the planner's own search knows what can be reached, as where turns are limited:
  // partial answers then come from seen(), even where the islands prove that there is no way.
  virtual bool is_confined() const { return false; }

  // Calls use(end) for each goal of the query that lies on the ground.
  template <class Use>
  void for_each_goal(const Use& use) const {
    for (const Goal& goal : goals_) use(goal.end);
  }

  // Calls use(view) with the graph's costs as the query counts them.
  template <class Use>
  auto with_view(const Query& query, const Use& use) const {
    if (query.filter == nullptr) return use(ForwardView(graph(), PlainCosts(metric())));
    return use(ForwardView(graph(), filtered_costs(*query.filter)));
  }
  FilteredCosts filtered_costs(const AreaFilter& filter) const { return {ground_, filter}; }

 private:
  enum class Stage : std::uint8_t { idle, route, flood, done };

  // A goal on the ground, and its place in the query.
  struct Goal {
    End end;
    std::uint32_t index = 0;
  };

  bool find_ends();
  Ends joined(const End& start, const End& goal, Ends old) const;
  void join_ends();
  bool walk_straight();
  void end_route(SearchEnd end);
  void lay_found(Found& found);
  Distance cost_along(const Route& route) const;
  std::size_t goal_at(NodeId node, Distance cost);
  void start_flood(Outcome outcome);
  void lead_near(const NodeBank& bank);
  void say(Outcome outcome, const char* reason);

  Ground ground_;
  EndFinder finder_;
  PathLayer layer_;
  NearestReached nearest_;
  Span span_;

  Stage stage_ = Stage::idle;
  Query query_;
  Ends ends_;                // of all goals together
  std::vector<Goal> goals_;  // those that lie on the ground
  std::size_t direct_goal_ = 0;
  Ends one_;  // of one goal
  Found found_;
  Answer answer_;
  SearchScratch flood_;  // for partial answers, where the search's own nodes do not serve
  Outcome flood_outcome_ = Outcome::partial;
};

// The cost of a route between two ends, arc by arc; kUnreached where an arc is impassable or leads
// elsewhere.
Distance route_cost(const Ground& ground, const Route& route);

}  // namespace thalweg
