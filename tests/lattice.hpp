// The triangles of a lattice, for tests that make their own terrain.
#pragma once

#include <cstdint>
#include <vector>

#include "thalweg/core/ids.hpp"

namespace thalweg {

// The corners of the faces over columns x rows squares, each cut in two triangles, row by row.
// Vertex (x, y) has the number y * (columns + 1) + x.
inline std::vector<VertexId> lattice_triangles(std::uint32_t columns, std::uint32_t rows) {
  std::vector<VertexId> corners;
  corners.reserve(std::size_t{columns} * rows * 6);
  const auto at = [&](std::uint32_t x, std::uint32_t y) { return VertexId(y * (columns + 1) + x); };
  for (std::uint32_t y = 0; y < rows; ++y) {
    for (std::uint32_t x = 0; x < columns; ++x) {
      corners.insert(corners.end(), {at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y),
                                     at(x + 1, y + 1), at(x, y + 1)});
    }
  }
  return corners;
}

}  // namespace thalweg
