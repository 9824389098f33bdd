// Graphs, profiles and metrics by their names on the command line.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/partitioner.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/price/profile.hpp"
#include "thalweg/spaces/space.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg::tool {

// The names that --graph takes: those of space_graphs().
std::vector<std::string> graph_names();
// Failure: a graph that the library does not name.
std::string graph_name(const GraphSpec& spec);
// The graph that the planner searches if none is given.
std::string graph_for(const PlannerSpec& spec, const World& world);

// Splits "a,b" into two names, and an empty text into none. Another separator is possible.
std::vector<std::string> split_names(const std::string& text, char separator = ',');

// A profile by its name, or from a .toml file.
Result<Profile> find_profile(const std::string& name);
// The same; a Failure if there is none.
Profile asked_profile(const std::string& name);

// The name of a stored metric: "profile.graph".
std::string metric_name(const Profile& profile, const std::string& graph);

// `store` with the profile priced on the graph, under that name.
Store add_metric(Store store, const std::string& graph, const Profile& profile);

// The input of planners: the ground over the file's own world or one made from it, and the
// structures that its planners share.
struct ReadyGraph {
  std::string name;
  Ground ground;
  bool was_stored = false;      // taken from the file, not priced now
  double seconds = 0;           // to make all of it
  std::size_t space_bytes = 0;  // of a world made for it
  std::shared_ptr<StructureCache> cache =
      std::make_shared<StructureCache>();  // what its planners share

  const World& world() const { return ground.world(); }
  const Graph& graph() const { return ground.graph(); }
  const Metric& metric() const { return ground.metric(); }
  std::size_t bytes() const { return space_bytes + graph().bytes() + metric().bytes(); }
  PlannerInput input() const { return {ground, cache.get(), build_tools()}; }
};

// The store's metric of that graph and profile, or one computed now, with progress on the terminal,
// or as given.
ReadyGraph ready_graph(const Store& store, const std::string& graph, const Profile& profile);
ReadyGraph ready_graph(const Store& store, const std::string& graph, const Profile& profile,
                       const Progress& progress);

// Says on stderr how to keep a graph that was built now and is slow to build.
void note_if_slow(const ReadyGraph& ready);

}  // namespace thalweg::tool
