// A small scene on every kind of graph, asked by A*.
#pragma once

#include <string_view>
#include <vector>

#include "grounds.hpp"
#include "planners.hpp"
#include "thalweg/planners/a_star.hpp"

namespace thalweg {

inline Answer find(const Ground& ground, const Query& query) {
  return a_star_on(ground).find(query);
}

inline std::vector<Ground> on_every_graph(std::string_view text) {
  return {on_grid(text), on_faces(mesh_scene(text)), on_portals(mesh_scene(text))};
}

}  // namespace thalweg
