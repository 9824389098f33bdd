// LookAhead: a route over a hierarchy for a walker who needs only its next nodes now.
//
//   thalweg::LookAhead look{ground, hierarchy};                          // one per walker
//   if (look.begin({.start = {5, 20}, .goal = {110, 20}}) != thalweg::Outcome::found) return;
//   look.reveal(0, 5);                                                   // the first five nodes
//
// begin() searches from gate to gate; the legs between gates become nodes as they are asked for.
#pragma once

#include "thalweg/planners/abstract_search.hpp"
#include "thalweg/planners/ends.hpp"
#include "thalweg/planners/query.hpp"

namespace thalweg {

// Requires: a hierarchy of this ground.
class LookAhead {
 public:
  LookAhead(const Ground& ground, const Hierarchy& hierarchy,
            const AbstractSearch::Options& options = {});

  // Finds the route from gate to gate. Uses the query's start, goal, axes, reach and weight.
  // Returns `found`, `unreachable`, `outside` where an end lies on no ground that the profile
  // enters, or `invalid` where the query leaves something out, asks for a wider agent or has
  // several starts or goals: the hierarchy knows nothing of that.
  Outcome begin(const Query& query);

  // The following require: begin() returned found.
  // Makes at least `count` nodes after route().nodes[from] known, or all of them. False where the
  // hierarchy does not match its ground.
  bool reveal(std::size_t from, std::size_t count) {
    return search_.refine().reveal(from, count) != SearchEnd::exhausted;
  }
  // The nodes known so far, from the start, and the arcs between them. Empty where the route leads
  // past the graph, as straight across one face.
  const Route& route() const { return search_.refine().route(); }
  std::size_t legs_ahead() const { return search_.refine().legs().size(); }
  // True when all nodes are known.
  bool is_done() const { return search_.refine().is_done(); }
  // What the route costs up to its last known node; to the goal when is_done().
  Distance cost_so_far() const;

  // Where the query joins the graph, and the search itself: for watching its work.
  const JoinedEnds& ends() const { return ends_; }
  AbstractSearch& search() { return search_; }
  const AbstractSearch& search() const { return search_; }

 private:
  Ground ground_;
  EndFinder finder_;
  Estimator estimator_;
  AbstractSearch search_;
  JoinedEnds ends_;
  SearchScratch scratch_;
};

}  // namespace thalweg
