// Graphs, profiles and metrics as the command line names them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/graph/profile.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg::tool {

// A graph that --graph takes.
struct GraphName {
  std::string_view name;
  std::string_view summary;  // one line
  GraphSpec spec;
  std::string_view space = "as_is";  // the world that the graph is built over, made of the file's
};

// Those that the library names, then those over spaces.
std::span<const GraphName> graphs();
std::vector<std::string> graph_names();
// Failure: a graph that the library does not name.
std::string graph_name(const GraphSpec& spec);
// The graph that the planner searches where none was named.
std::string graph_for(const PlannerSpec& spec, const World& world);

// "a,b" as two names; nothing as none. Likewise with another separator.
std::vector<std::string> split_names(const std::string& text, char separator = ',');

// A profile by its name, or from a .toml file.
Result<Profile> find_profile(const std::string& name);

// What a stored metric is called: "profile.graph".
std::string metric_name(const Profile& profile, const std::string& graph);

// `store` with the profile priced on the graph, under that name.
Store add_metric(Store store, const std::string& graph, const Profile& profile);

// What planners are made from: the ground over the file's own world or one made from it, and what
// its planners share.
struct ReadyGraph {
  std::string name;
  Ground ground;
  bool was_stored = false;                                   // taken from the file, not priced now
  double seconds = 0;                                        // to make all of it
  std::size_t space_bytes = 0;                               // of a world made for it
  std::shared_ptr<Stock> stock = std::make_shared<Stock>();  // what its planners share

  const World& world() const { return ground.world(); }
  const Graph& graph() const { return ground.graph(); }
  const Metric& metric() const { return ground.metric(); }
  std::size_t bytes() const { return space_bytes + graph().bytes() + metric().bytes(); }
  PlannerInput input() const { return {ground, stock.get(), {}}; }
};

// The store's own metric of that graph and profile, or else one priced now.
ReadyGraph ready_graph(const Store& store, const std::string& graph, const Profile& profile);

}  // namespace thalweg::tool
