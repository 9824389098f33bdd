// Planner: what all planners have in common, around the RouteSearch that makes each what it is.
//
//   begin      finds the ends, asks the islands, tries the straight walk
//   advance    searches, a slice at a time; where there is no route: the nearest reachable point
//   take       route -> corridor -> points
//
// One planner per thread. After the first few queries nothing is allocated, as long as answers are
// handed back.
#pragma once

#include <exception>
#include <memory>
#include <optional>

#include "thalweg/graph/ground.hpp"
#include "thalweg/graph/span.hpp"
#include "thalweg/planners/ends.hpp"
#include "thalweg/planners/nearest.hpp"
#include "thalweg/planners/path_builder.hpp"
#include "thalweg/planners/query.hpp"
#include "thalweg/planners/route_search.hpp"

namespace thalweg {

class Planner final {
 public:
  // Requires: a search over this ground.
  Planner(Ground ground, std::unique_ptr<RouteSearch> search);
  Planner(const Planner&) = delete;
  Planner& operator=(const Planner&) = delete;

  // The answer; `old`'s memory is used again.
  Answer find(const Query& query, Answer old = {});

  // The same in slices: begin, advance until it returns true, take. A new query replaces the
  // current one.
  void begin(const Query& query, Answer old = {});
  bool advance(const Slice& slice);
  Answer take();

  const Ground& ground() const { return ground_; }
  const World& world() const { return ground_.world(); }
  const Graph& graph() const { return ground_.graph(); }
  const Metric& metric() const { return ground_.metric(); }

  // What a user should know of the planner on this ground, in one line; empty: nothing.
  const char* note() const { return search_->note(); }
  // What was built for this planner beyond graph and metric.
  std::size_t bytes() const { return search_->bytes(); }
  // Memory held between queries.
  std::size_t scratch_bytes() const { return search_->scratch_bytes(); }

  // The nodes that the last search settled, in order of id: for pictures. O(nodes). Empty for
  // planners that do not keep them.
  std::vector<NodeId> settled_nodes() const { return search_->settled_nodes(); }
  // The same for the nodes that are reached and not settled yet: the open set between two slices.
  std::vector<NodeId> open_nodes() const { return search_->open_nodes(); }

 private:
  enum class Stage : std::uint8_t { idle, route, flood, done };
  // For agents wider than the profile's, as the last query that asked for one.
  struct Wider {
    double radius;
    Ground ground;
    EndFinder finder;
    PathBuilder path_builder;
  };
  // Where a route ends, and what it costs; node none: past the graph, from a start straight.
  struct Ending {
    NodeId node;
    Distance cost = kUnreached;
  };

  bool answer_at_once(const Query& query, Answer& answer);
  bool choose_ground();
  void note_areas();
  bool closes_ground(const AreaFilter& filter) const;
  bool find_ends();
  bool find_starts();
  bool find_goals();
  End found_end(Vec3 local) const;
  const GroundFilter* filter() const { return filter_.is_empty() ? nullptr : &filter_; }
  // The ground as the query's agent finds it.
  const Ground& counted() const { return wider_ ? wider_->ground : ground_; }
  const EndFinder& finder() const { return wider_ ? wider_->finder : finder_; }
  PathBuilder& path_builder() { return wider_ ? wider_->path_builder : path_builder_; }
  bool walk_straight();
  RouteQuery route_query() const;
  void end_route(SearchEnd end);
  void lay_found();
  End nearest_end(const NodeBank& bank, Vec3 wanted);
  Ending cheapest_ending(const NodeBank& bank, const End& end);
  void start_flood(Outcome outcome);
  void lead_near(const NodeBank& bank);
  void measure_moves();
  void say(Outcome outcome, const char* reason);
  void give_up(const std::exception& thrown);

  Ground ground_;
  EndFinder finder_;
  PathBuilder path_builder_;
  NearestReached nearest_;
  Span span_;
  std::unique_ptr<RouteSearch> search_;
  std::vector<AreaId> areas_;  // of graphs around walls: those of the ground and its edges

  Stage stage_ = Stage::idle;
  Query query_;
  Budget budget_;
  std::optional<Wider> kept_;  // for the next query of the same radius
  Wider* wider_ = nullptr;     // kept_ where this query asks for it
  GroundFilter filter_;
  Ends ends_;                // of all starts and goals together
  std::vector<End> starts_;  // those that lie on the ground
  std::vector<End> goals_;   // those that lie on the ground
  Ends near_;                // of all starts and the nearest reachable point
  FoundRoute found_;
  Answer answer_;
  SearchScratch flood_;  // for partial answers, where the search's own nodes do not serve
  SearchSlot flooding_;
  Outcome flood_outcome_ = Outcome::partial;
};

// The cost of a route between two ends, arc by arc; kUnreached where an arc is impassable or leads
// elsewhere.
Distance route_cost(const Ground& ground, const Route& route);

}  // namespace thalweg
