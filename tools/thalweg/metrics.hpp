// Graphs, profiles and metrics as the command line names them.
#pragma once

#include <string>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/graph/profile.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg::tool {

// What --graph takes.
std::vector<std::string> graph_names();
// The graph of that name, as the world's grid needs it.
GraphSpec parse_graph(const World& world, const std::string& name);
// The graph that suits the world where none was named: portals of a mesh, else the grid.
std::string default_graph(const World& world);

// "a,b" as two names; nothing as none.
std::vector<std::string> split_names(const std::string& text);

// A profile by its name, or from a .toml file.
Result<Profile> find_profile(const std::string& name);

// `store` with the profile priced on the graph, named "profile.graph".
Store add_metric(Store store, const std::string& graph, const Profile& profile);

struct ReadyGraph {
  PricedGraph priced;
  bool was_stored = false;  // taken from the file, not priced now
};

// The store's own metric of that graph and profile, or else one priced now.
ReadyGraph ready_graph(const Store& store, const std::string& graph, const Profile& profile);

}  // namespace thalweg::tool
