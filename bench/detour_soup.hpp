// DetourSoup: the faces of a mesh in the arrays that Detour's builder takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg {

inline constexpr std::size_t kMostDetourCorners = 6;  // of a polygon

// The arrays that dtCreateNavMeshData takes. Detour's axes are x, height, y.
struct DetourSoup {
  std::vector<std::uint16_t> vertices;  // [vertex * 3]
  std::vector<std::uint16_t> polygons;  // [polygon * 12]  six corners, then six neighbours
  std::vector<std::uint16_t> flags;     // [polygon]
  std::vector<std::uint8_t> areas;      // [polygon]
  Box3 box;
  double step = 1;    // metres of a coordinate, in the plane
  double height = 1;  // the same of heights

  std::size_t count() const { return flags.size(); }
};

// Refused: meshes with too many vertices or polygons for a tile.
Result<DetourSoup> detour_soup(const Mesh& mesh);

}  // namespace thalweg
