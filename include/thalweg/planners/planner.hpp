// Planner: what all planners have in common, around the RouteSearch that makes each what it is.
//
//   begin      finds the ends, tries the straight walk, asks the islands
//   advance    searches, a slice at a time; where there is no route: the nearest reachable point.
//              Then route -> corridor -> points
//   take       the answer
//
// find does the same at once.
//
// One planner per thread. After the first few queries nothing is allocated, as long as answers are
// handed back.
#pragma once

#include <exception>
#include <memory>
#include <optional>

#include "thalweg/graph/ground.hpp"
#include "thalweg/graph/metric_bound.hpp"
#include "thalweg/path/path_shaper.hpp"
#include "thalweg/planners/ends.hpp"
#include "thalweg/planners/query.hpp"
#include "thalweg/planners/route_search.hpp"

namespace thalweg {

class Planner final {
 public:
  // Requires: a search over this ground.
  Planner(Ground ground, std::unique_ptr<RouteSearch> search);
  Planner(const Planner&) = delete;
  Planner& operator=(const Planner&) = delete;

  // The answer; `old`'s memory is used again. Nothing of the query is copied.
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
  enum class Stage : std::uint8_t { idle, search, flood, done };
  // For agents wider than the profile's, as the last query that asked for one.
  struct Wider {
    double radius;
    Ground ground;
    EndFinder finder;
    PathShaper shaper;
  };

  // The steps of a query, in order. Where the answer is ready, open, find_ends and begin_search say
  // false, and walk_straight says true.
  bool open();
  bool find_ends();
  bool walk_straight();
  bool begin_search();
  bool advance_search(const Slice& slice);  // false: paused
  void lay();
  void shape();

  bool is_refused();
  bool choose_ground();
  bool closes_ground(const AreaFilter& filter) const;
  bool find_starts();
  bool find_goals();
  bool find_end(Vec3 local, std::uint32_t index, End& end) const;
  const GroundFilter* filter() const { return filter_.is_empty() ? nullptr : &filter_; }
  // The ground as the query's agent finds it.
  const Ground& counted() const { return wider_ ? wider_->ground : ground_; }
  const EndFinder& finder() const { return wider_ ? wider_->finder : finder_; }
  PathShaper& shaper() { return wider_ ? wider_->shaper : shaper_; }
  const JoinedEnds& joined();
  void end_search(SearchEnd end);
  void take_found();
  End nearest_end(const NodeBank& bank, Vec3 wanted);
  Seed cheapest_ending(const NodeBank& bank, const End& end);
  void start_flood(Outcome outcome);
  void lead_near(const NodeBank& bank);
  void copy_corridor();
  void answer_straight(const SurfacePoint& start, const SurfacePoint& goal);
  ShapeRequest shape_request(KnownString known) const;
  void finish();
  void measure_moves();
  void say(Outcome outcome, const char* reason);
  void give_up(const std::exception& thrown);

  Ground ground_;
  EndFinder finder_;
  PathShaper shaper_;
  MetricBound metric_bound_;
  std::unique_ptr<RouteSearch> search_;
  std::vector<AreaId> areas_;  // of graphs around walls: those of the ground and its edges

  Stage stage_ = Stage::idle;
  Query kept_query_;              // of a query in slices
  const Query* query_ = nullptr;  // borrowed until the answer is taken
  Budget budget_;
  std::optional<Wider> kept_;  // for the next query of the same radius
  Wider* wider_ = nullptr;     // kept_ where this query asks for it
  GroundFilter filter_;
  std::vector<End> starts_;  // those that lie on the ground
  std::vector<End> goals_;   // those that lie on the ground
  Ends ends_;                // these, and what is left out
  JoinedEnds joined_;        // all starts and goals together, where is_joined_
  bool is_joined_ = false;
  JoinedEnds near_;  // all starts and the nearest reachable point
  FoundRoute found_;
  Laid laid_;                                 // its points where it has no corridor
  const JoinedEnds* laid_between_ = nullptr;  // the ends of the path; null: there is none
  Answer answer_;
  SearchScratch flood_;  // for partial answers, where the search's own nodes do not serve
  SearchSlot flooding_;
  Outcome flood_outcome_ = Outcome::partial;
  std::vector<NodeId> reached_;
  FaceMarks marks_;
};

}  // namespace thalweg
