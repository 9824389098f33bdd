// DrawMesh: a world's ground as triangles in tiles, for drawing. Large worlds have an overview of
// fewer triangles besides, so that the first picture does not wait for all of them.
//
// An item is a face of the mesh or, in worlds without a mesh, a square of the grid. Every triangle
// names its item, so that pages can colour items by any field.
#pragma once

#include <cstdint>
#include <vector>

#include "thalweg/geometry/box.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg::tool::serve {

// Triangles over shared corners, local coordinates.
struct DrawPart {
  std::vector<float> positions;        // [corner x 3]
  std::vector<std::uint32_t> corners;  // [triangle x 3]
  std::vector<std::uint32_t> items;    // [triangle]
};

struct DrawTile {
  Box3 box;
  std::uint32_t triangles = 0;       // in full
  std::uint32_t first_overview = 0;  // of the overview's triangles, which are in order of tile
  std::uint32_t overview = 0;
};

struct DrawMesh {
  std::uint32_t item_count = 0;
  std::uint64_t triangles = 0;            // in full
  std::vector<std::uint32_t> items;       // grouped by tile
  std::vector<std::uint32_t> first_item;  // [tile + 1]  in `items`
  std::vector<DrawTile> tiles;            // [tile]
  DrawPart overview;                      // empty where the world is small
};

// Worlds of at most so many triangles are one part without an overview.
inline constexpr std::uint64_t kMostWhole = 300'000;

// O(corners of all faces, or squares).
DrawMesh draw_mesh(const World& world);
// All triangles of a tile. Requires: a tile of that world's drawing.
DrawPart draw_tile(const World& world, const DrawMesh& drawing, std::size_t tile);

// The edges of all faces as pairs of points, walls first: for worlds with few of them.
struct DrawEdges3 {
  std::vector<float> walls;    // [edge x 6]
  std::vector<float> portals;  // [edge x 6]
};
DrawEdges3 draw_edges(const World& world);

}  // namespace thalweg::tool::serve
