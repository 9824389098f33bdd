// CoarseSearch: a search on a coarse mesh of the ground, then one on the ground's own graph near
// the route that it found.
//
//   1  the ends on the coarse mesh, A* on its terrain graph
//   2  the band: the coarse faces about that route, and some rings of faces around them
//   3  A* on the fine graph, confined to nodes on the band
//
// Where 1 or 3 finds no route, as where only the fine mesh shows the path around, A* searches the
// whole fine graph: a route is found whenever there is one. SearchStats::fell_back counts that. The
// route is an ordinary route on the fine graph, rarely far from the cheapest; its cost is the sum of
// its arcs.
//
//   const auto coarse = thalweg::coarse_ground(ground).value();        // papers/coarse.hpp
//   thalweg::Planner planner(ground, thalweg::CoarseSearch::make(ground, coarse).value());
//   const auto path = planner.find({.start = {10, 42}, .goal = {910, 377}});
#pragma once

#include <memory>
#include <vector>

#include "thalweg/hierarchy/coarse_ground.hpp"
#include "thalweg/planners/a_star.hpp"

namespace thalweg {

struct CoarsePlannerOptions {
  std::uint32_t rings = 3;  // of coarse faces about the route, 1 or more
  // A* expands this many nodes first, so that a goal near by is found by the cheapest route.
  std::uint32_t near_nodes = 1000;
};

class CoarseSearch final : public RouteSearch {
 public:
  // This search behind a short A*. Refused with a sentence: a coarse ground of another one.
  static MadeSearch make(const Ground& ground, const CoarseGround& coarse,
                         const CoarsePlannerOptions& options = {});
  // `fine` searches the fine graph; this search uses its memory and its heuristic. Requires: it
  // outlives this, and both are of the same ground; rings > 0; CoarseGround::metric fits.
  CoarseSearch(const Ground& ground, CoarseGround coarse, AStarSearch& fine, std::uint32_t rings);

  // Requires: plain; at least one source and one goal; `fine` is aimed at the query's goals.
  void begin(const SearchRequest& query) override;
  SearchEnd advance(Budget& budget) override;
  void take(FoundRoute& found) override;
  SearchStats stats() const override;
  const NodeBank* seen() const override { return stage_ == Stage::coarse ? nullptr : fine_.seen(); }

  std::size_t bytes() const override { return coarse_.bytes(); }
  std::size_t scratch_bytes() const override;
  std::vector<NodeId> settled_nodes() const override;

 private:
  enum class Stage : std::uint8_t { coarse, band, whole };

  bool begin_coarse();
  bool add_seeds(const End& end, bool is_start);
  bool mark(FaceId face);
  void mark_band();
  void begin_band();
  SearchEnd begin_whole(Budget& budget);

  Ground ground_;
  CoarseGround coarse_;
  AStarSearch& fine_;
  AStarSearch rough_;  // on the coarse ground
  std::uint32_t rings_;
  std::uint32_t corner_count_;  // nodes of the coarse graph that are no ends of links

  Stage stage_ = Stage::coarse;
  SearchRequest query_;
  std::vector<End> starts_;                   // on the coarse mesh
  std::vector<End> goals_;                    // on the coarse mesh
  std::vector<Seed> sources_;                 // on the coarse graph
  std::vector<Seed> targets_;                 // on the coarse graph
  FoundRoute route_;                          // on the coarse graph
  SearchSlot running_;                        // in the band
  SearchStats before_;                        // of the stages that are over
  std::vector<FaceId> faces_;                 // of the band
  std::vector<std::uint32_t> face_stamps_;    // [coarse face]    now_: on the band
  std::vector<std::uint32_t> vertex_stamps_;  // [coarse vertex]  now_: all faces about it are
  std::uint32_t now_ = 0;
};

}  // namespace thalweg
