// Navigation meshes in the format of Polyanya's tools: .mesh files, versions 1 to 3.
#pragma once

#include <string_view>

#include "thalweg/core/result.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

// The mesh of a .mesh file, with the file's numbering of faces and vertices. The file's lists of
// neighbours say which edges are portals; they must fit the corners that faces share. Version 3:
// faces that cannot be walked on become blocked ground, and edges that may not be crossed are kept,
// blocked. Faces are turned counter-clockwise. Versions 1 and 2 have y down, like the grid maps
// that they are made from; version 3 has y up. Coordinates beyond 65,536 move the world's origin.
Result<WorldParts> read_polyanya(std::string_view text);

}  // namespace thalweg
