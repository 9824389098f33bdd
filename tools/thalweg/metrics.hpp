// Graphs, profiles and metrics as the command line names them.
#pragma once

#include <string>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/graph/graph.hpp"
#include "thalweg/graph/metric.hpp"
#include "thalweg/graph/profile.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg::tool {

// What --graph takes.
std::vector<std::string> graph_names();
GraphSpec parse_graph(const std::string& name);
// The graph that suits the world where none was named: portals of a mesh, else the grid.
std::string default_graph(const World& world);

// "a,b" as two names; nothing as none.
std::vector<std::string> split_names(const std::string& text);

// A profile by its name, or from a .toml file.
Result<Profile> find_profile(const std::string& name);

// Prices the profile on the graph and adds the metric to the store, named "profile/graph".
void add_metric(Store& store, const GraphSpec& spec, const Profile& profile);

struct PricedGraph {
  Graph graph;
  Metric metric;
  bool was_stored = false;  // taken from the file, not priced now
};

// The store's own metric of that graph and profile, or else one priced now.
PricedGraph priced_graph(const Store& store, const GraphSpec& spec, const Profile& profile);

}  // namespace thalweg::tool
