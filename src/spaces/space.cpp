// Two tables: the spaces, and every graph by name, over the world as it is or over a space.
#include "thalweg/spaces/space.hpp"

#include <array>
#include <vector>

#include "core/names.hpp"
#include "core/thrown.hpp"
#include "core/try.hpp"
#include "thalweg/spaces/max_area.hpp"
#include "thalweg/spaces/quadtree.hpp"
#include "thalweg/spaces/raster.hpp"

namespace thalweg {

std::span<const NamedSpace> named_spaces() {
  static constexpr std::array<NamedSpace, 4> kSpaces = {{
      {"as_is", "the world itself", false, [](const World& w) { return Result<World>(w); }},
      {"raster", "a grid of equal squares, each of the ground that covers most of it", false,
       [](const World& w) { return rasterise(w); }},
      {"quadtree", "squares of different sizes, each of one kind of ground", true,
       [](const World& w) { return quadtree(w); }},
      {"max_area", "large convex faces by maximum-area decomposition", true,
       [](const World& w) { return max_area(w); }},
  }};
  return kSpaces;
}

Result<World> make_space(const World& world, std::string_view name) try {
  for (const NamedSpace& space : named_spaces()) {
    if (space.name == name) return space.make(world);
  }
  return unknown_name("space", name, names_of(named_spaces(), &NamedSpace::name));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

std::span<const SpaceGraph> space_graphs() {
  static const std::vector<SpaceGraph> kGraphs = [] {
    std::vector<SpaceGraph> all;
    for (const NamedGraph& graph : named_graphs()) {
      all.push_back({graph.name, graph.summary, graph.spec});
    }
    const GraphSpec grid4 = GraphSpec::grid(GridNeighbours::four);
    const GraphSpec portals = GraphSpec::portals();
    const SpaceGraph over_spaces[] = {
        {"raster", "the world as equal squares, with 8 neighbours", GraphSpec::grid(), "raster"},
        {"raster4", "the world as equal squares, with 4 neighbours", grid4, "raster"},
        {"quadtree", "the world as a quadtree: midpoints of portals", portals, "quadtree"},
        {"quadtree_faces", "the world as a quadtree: its squares", GraphSpec::faces(), "quadtree"},
        {"max_area", "the world as large convex faces: midpoints of portals", portals, "max_area"},
    };
    all.insert(all.end(), std::begin(over_spaces), std::end(over_spaces));
    return all;
  }();
  return kGraphs;
}

Result<SpaceGraph> space_graph(std::string_view name) try {
  for (const SpaceGraph& graph : space_graphs()) {
    if (graph.name == name) return graph;
  }
  return unknown_name("graph", name, names_of(space_graphs(), &SpaceGraph::name));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<Ground> ground(const World& world, const Profile& profile, std::string_view graph) try {
  TRY(const SpaceGraph named, space_graph(graph));
  TRY(const World made, make_space(world, named.space));
  return ground(made, profile, named.spec);
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
