// The builders behind build_graph, one per kind. Each requires what build_graph has checked.
#pragma once

#include "thalweg/graph/graph.hpp"

namespace thalweg {

Result<GraphArrays> build_face_graph(const World& world);
Result<GraphArrays> build_portal_graph(const World& world, const GraphSpec& spec);
Result<GraphArrays> build_grid_graph(const World& world, const GraphSpec& spec);
Result<GraphArrays> build_corner_graph(const World& world, const GraphSpec& spec);
Result<GraphArrays> build_visibility_graph(const World& world);
Result<GraphArrays> build_axis_graph(const World& world, const GraphSpec& spec);

}  // namespace thalweg
