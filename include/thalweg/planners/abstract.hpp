// AbstractRouteSearch: connect, search from gate to gate, refine. HPA*, THPA* and HNA* are three
// configurations of it (papers/).
//
//   const auto hierarchy = thalweg::hpa_star(ground, {.size = 10}).value();
//   thalweg::Planner planner(ground, thalweg::AbstractRouteSearch::make(ground, hierarchy).value());
//   const auto path = planner.find({.start = {10, 42}, .goal = {910, 377}});
//
// Finds a route whenever there is one; the cheapest only where the hierarchy keeps all gates.
#pragma once

#include <memory>
#include <optional>

#include "thalweg/hierarchy/hierarchy.hpp"
#include "thalweg/planners/abstract_search.hpp"
#include "thalweg/planners/near_then.hpp"
#include "thalweg/planners/straighten.hpp"

namespace thalweg {

struct AbstractOptions {
  AbstractSearch::Options search = {};
  std::uint32_t near_nodes = 64;  // nodes that A* expands first. 0: none
  // Routes over squares are straightened (HPA*'s smoothing); on meshes the shape does that.
  bool is_smooth = false;
};

// An AbstractSearch as a search for a route.
class AbstractRouteSearch final : public RouteSearch {
 public:
  // This search behind a short A*. Refused with a sentence: a hierarchy of another ground.
  static MadeSearch make(const Ground& ground, const Hierarchy& hierarchy,
                         const AbstractOptions& options = {});
  // Borrows the memory of `near` and its estimator, which must be aimed when a query begins.
  // Requires: a hierarchy of this ground.
  AbstractRouteSearch(const Ground& ground, const Hierarchy& hierarchy,
                      const AbstractOptions& options, AStarSearch& near);

  // Requires: no filter.
  void begin(const SearchRequest& query) override;
  SearchEnd advance(Budget& budget) override {
    return is_plain_ ? near_.advance(budget) : search_.advance(budget);
  }
  void take(FoundRoute& found) override;
  SearchStats stats() const override { return is_plain_ ? near_.stats() : search_.stats(); }
  const NodeBank* seen() const override { return is_plain_ ? near_.seen() : nullptr; }

  // The last query's search over the gates. Requires: !is_plain().
  const AbstractSearch& over_gates() const { return search_; }
  // True when the last query was answered by plain A*: no level was of use.
  bool is_plain() const { return is_plain_; }
  std::size_t bytes() const override { return search_.hierarchy().bytes() + search_.bytes(); }
  std::size_t scratch_bytes() const override;

 private:
  Ground ground_;
  AStarSearch& near_;
  LevelUse use_;
  AbstractSearch search_;
  bool is_plain_ = false;
  std::optional<Straightener> straightener_;
  SearchRequest query_;
};

}  // namespace thalweg
