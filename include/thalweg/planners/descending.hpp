// DescendingSearch: climb to the smallest cell that holds both ends, then expand it downward, cell
// by cell, each by a search among its children (natural-hierarchy thesis, chapter 4).
//
//   const auto tree = thalweg::natural_tree(ground, {.grow = GrowRule::thesis}).value();
//   thalweg::Planner planner(ground, thalweg::DescendingSearch::make(ground, tree).value());
//   const auto path = planner.find({.start = {10, 42}, .goal = {910, 377}});
//
// Finds a route whenever there is one; it is rarely the cheapest.
#pragma once

#include <memory>

#include "thalweg/partition/natural_tree.hpp"
#include "thalweg/planners/descent.hpp"
#include "thalweg/planners/planner.hpp"

namespace thalweg {

struct DescendingOptions {
  Descent::Options descent = {};
  // A* expands this many nodes first, so that a goal near by is found by the cheapest route; the
  // tree may lead far around if a border of large cells lies between. DEFAULT: 64.
  // None where an occupancy is given: A* would not see the crowd.
  std::uint32_t near_nodes = 64;
};

// A Descent as a search for a route.
class DescendingSearch final : public RouteSearch {
 public:
  // This search behind a short A*. Refused with a sentence: a tree of another ground.
  static MadeSearch make(const Ground& ground, const NaturalTree& tree,
                         const DescendingOptions& options = {});
  // Requires: a tree of this ground.
  DescendingSearch(const Ground& ground, const NaturalTree& tree, const Descent::Options& options);

  // Requires: at least one source and one goal, no filter.
  void begin(const SearchRequest& query) override;
  SearchEnd advance(Budget& budget) override;
  void take(FoundRoute& found) override;
  SearchStats stats() const override { return descent_.stats(); }
  std::size_t bytes() const override { return descent_.tree().bytes(); }
  std::size_t scratch_bytes() const override { return descent_.scratch_bytes(); }

 private:
  Ground ground_;
  Descent descent_;
  SearchRequest query_;
};

}  // namespace thalweg
