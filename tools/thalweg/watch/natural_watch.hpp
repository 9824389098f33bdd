// The set-up of the verbs that watch a natural planner (descend, reveal): the file, the graph that the
// planner wants, the ends on it, and the answer of A* to compare with.
#pragma once

#include <string>

#include "common/ask.hpp"
#include "common/built.hpp"
#include "common/checks.hpp"
#include "common/common.hpp"
#include "common/metrics.hpp"
#include "common/positions.hpp"
#include "thalweg/planners/ends.hpp"
#include "thalweg/planners/planner.hpp"

namespace thalweg::tool {

struct NaturalWatchQuery {
  std::string input;
  std::string from;
  std::string to;
  Axes axes = Axes::z_up;
  std::string profile = "thesis";
};

struct NaturalWatch {
  PlannerSpec spec;
  Store store;
  ReadyGraph ready;
  Answer by_a_star;
  JoinedEnds ends;

  // What the planner searches: a GrownTree or a Pyramid.
  template <class Cells>
  Cells cells() const {
    return *ready_built(store, ready, spec).template as<Cells>();
  }
};

// Failure: A* finds no path.
inline NaturalWatch watch_natural(const NaturalWatchQuery& options, const std::string& planner) {
  const PlannerSpec spec = need_option(parse_planner(planner));
  Store store = need(load_store(options.input));
  const Query query{.start = parse_position(store.world, options.axes, options.from, "--from"),
                    .goal = parse_position(store.world, options.axes, options.to, "--to"),
                    .axes = options.axes,
                    .try_straight = false};
  ReadyGraph ready =
      ready_graph(store, graph_for(spec, store.world), asked_profile(options.profile));
  Answer by_a_star = need(make_planner("a_star", ready.input()))->find(query);
  need_found(by_a_star);
  const EndFinder finder(ready.ground);
  const Frame frame = ready.world().frame(query.axes);
  JoinedEnds ends = finder.join(finder.find(frame.to_local(query.start), query.reach),
                                finder.find(frame.to_local(query.goal), query.reach));
  return {spec, std::move(store), std::move(ready), std::move(by_a_star), std::move(ends)};
}

inline void add_natural_watch_options(Verb& verb, NaturalWatchQuery& options) {
  verb.add_option("FILE", options.input, "A .thal file")->required();
  verb.add_option("--from", options.from, kPositionHelp)->required();
  verb.add_option("--to", options.to, kPositionHelp)->required();
  add_axes_option(verb, options.axes);
  verb.add_option("--profile", options.profile, "Whose costs (default thesis)");
}

}  // namespace thalweg::tool
