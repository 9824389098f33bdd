// Search spaces by name. Each is a function from a world to a world, so every graph, planner and
// query works on it unchanged. docs/guide/spaces.md says which one suits what.
#pragma once

#include <span>
#include <string_view>

#include "thalweg/core/result.hpp"
#include "thalweg/graph/ground.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

struct NamedSpace {
  std::string_view name;
  std::string_view summary;  // one line
  bool has_mesh;             // false: the result has a grid; "as_is" has what the world has
  Result<World> (*make)(const World& world);  // with the default options
};

// The spaces that have a name, in order.
std::span<const NamedSpace> named_spaces();

// `world` converted to that space. Refused with a sentence: an unknown name, and what the space
// refuses.
Result<World> make_space(const World& world, std::string_view name);

// A graph that has a name, over the world itself or over a space made from it.
struct SpaceGraph {
  std::string_view name;
  std::string_view summary;  // one line
  GraphSpec spec;
  std::string_view space = "as_is";

  bool is_of_the_world_itself() const { return space == "as_is"; }
};

// Those of named_graphs(), over the world itself, then those over other spaces.
std::span<const SpaceGraph> space_graphs();
Result<SpaceGraph> space_graph(std::string_view name);

// The world, in the space of the graph of that name, with that graph and the profile's prices.
// Refused with a sentence: an unknown name, and what the space or the graph refuses.
Result<Ground> ground(const World& world, const Profile& profile, std::string_view graph);

}  // namespace thalweg
