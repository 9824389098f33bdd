// FoldSearch: the cheapest route by a fold of the graph (hierarchy/fold.hpp).
//
//   const auto fold = thalweg::fold_ground(ground).value();
//   thalweg::Planner planner(ground, thalweg::FoldSearch::make(ground, fold).value());
//   const auto path = planner.find({.start = {10, 42}, .goal = {910, 377}});
//
// Both ends are lifted to the core, where the rest of the route is looked up or searched; then the
// route is copied together. Two ends on ground of one price need no graph for that (src/planners/
// fold_paths.hpp), and the search hands on the portals of the path as records. A* on the whole graph
// answers where the fold does not count as the query does: filters, obstacles, wider agents, many
// starts times many goals, graphs that do not fold.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "thalweg/hierarchy/fold_routes.hpp"
#include "thalweg/planners/a_star.hpp"

namespace thalweg {

class FoldPaths;

struct FoldSearchOptions {
  // Paths of the shape `cheapest` on level ground of one price are the shortest there are between the ends
  // of the cheapest route, where the fold knows lengths; false: the taut paths of the cheapest routes. Routes
  // and costs are the same. DEFAULT: yes
  bool is_shortest = true;
};

class FoldSearch final : public RouteSearch {
 public:
  // Refused with a sentence: a fold of another ground.
  static MadeSearch make(const Ground& ground, const Fold& fold,
                         const FoldSearchOptions& options = {});
  // Requires: the fold is of this ground.
  FoldSearch(const Ground& ground, Fold fold, const FoldSearchOptions& options = {});
  ~FoldSearch() override;

  void prefetch(const End& end) const override;
  bool may_see(const End& start, const End& goal) const override;
  bool needs_task(const Ends& ends) const override;
  void begin(const SearchRequest& query) override;
  SearchEnd advance(Budget& budget) override;
  void take(FoundRoute& found) override;
  SearchStats stats() const override;
  const NodeBank* seen() const override { return mode_ == Mode::whole ? whole_.seen() : nullptr; }
  const char* note() const override { return note_.c_str(); }

  std::size_t bytes() const override { return fold_.bytes(); }
  std::size_t scratch_bytes() const override;
  std::vector<NodeId> settled_nodes() const override;

 private:
  enum class Mode : std::uint8_t { table, core, whole };  // table: or labels
  // The ends of the best route so far, by their numbers, and how they meet.
  struct Best {
    std::size_t start = 0;
    std::size_t goal = 0;
    FoldMeeting meeting;
  };
  using CoreSeed = SeedOf<JunctionId>;

  bool is_for_fold(const SearchRequest& query) const;
  void begin_two();
  void enter(const SearchRequest& query);
  template <class Meet>
  void meet_all(const Meet& meet);
  void join_winners();
  void seek_shortest();
  bool is_found() const;
  void begin_core(const SearchRequest& query);
  void end_core();
  void unfold();
  void add_portals(FoundRoute& found);
  bool is_direct() const { return direct_ <= best_.meeting.cost; }

  Ground ground_;
  Fold fold_;
  AStarSearch whole_;  // and the heuristic of searches over the core
  FoldRoutes routes_;
  FoldUnfolder unfolder_;
  std::string note_;
  std::unique_ptr<FoldPaths> paths_;  // null: it knows no portals

  Mode mode_ = Mode::whole;
  SearchRequest query_;
  Distance direct_ = kUnreached;
  std::vector<FoldEnd> starts_;  // those in use come first
  std::vector<FoldEnd> goals_;
  std::size_t start_count_ = 0;
  std::size_t goal_count_ = 0;
  Best best_;
  Route route_;  // the best, where is_unfolded_
  bool is_unfolded_ = false;
  // What paths_ knows of the best route.
  enum class Shortest : std::uint8_t { none, sought, found };
  bool is_joined_ = false;        // its ends
  bool is_through_core_ = false;  // it leads through the core and is laid
  Shortest shortest_ = Shortest::none;
  // Of a search over the core.
  std::vector<CoreSeed> sources_;
  std::vector<CoreSeed> targets_;
  std::vector<CoreArcId> core_arcs_;  // of the route found
  SearchScratchOf<JunctionId, CoreArcId> scratch_;
  SearchSlot running_;
};

}  // namespace thalweg
