// Recast's result in whole cells, before it becomes a mesh. Private to recast_world.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "thalweg/core/progress.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/import/recast.hpp"
#include "thalweg/world/mesh_builder.hpp"

namespace thalweg {

// Sizes in cells.
struct RecastCells {
  int width = 0;   // along x
  int depth = 0;   // along y
  int levels = 0;  // along z
  int agent_height = 0;
  int agent_radius = 0;
  int max_climb = 0;
  int max_edge = 0;
};

struct RecastPolygons {
  std::vector<std::array<std::uint16_t, 3>> corners;  // x, y, z in cells
  std::vector<std::uint32_t> corner;                  // indices into `corners`, polygon by polygon
  std::vector<std::uint32_t> first{0};                // [polygon + 1] into `corner`
  std::vector<std::uint8_t> area;                     // [polygon]  as given per triangle
  std::size_t joined_sides = 0;                       // sides with another polygon across
  std::vector<std::string> warnings;                  // Recast's own messages
};

// Recast's area for plain ground; 0 is no ground.
inline constexpr std::uint8_t kRecastGround = 63;

// The sizes in cells; the error says which option does not fit.
Result<RecastCells> recast_cells(const RecastOptions& options, Vec3 size);

// The area of each triangle of the soup: 0 if it is too steep, 1 + its group if groups are areas,
// otherwise kRecastGround.
std::vector<std::uint8_t> recast_areas(const TriangleSoup& soup, const RecastOptions& options);

// Runs Recast (only recast.cpp knows the library). `areas` has one entry per triangle.
Result<RecastPolygons> run_recast(const TriangleSoup& soup, const std::vector<std::uint8_t>& areas,
                                  const RecastOptions& options, const Progress& progress);

// Convex polygons with an area, converted to metres. Others are cut into triangles or left out.
struct RecastMesh {
  MeshSoup soup;
  std::vector<std::uint8_t> area;  // [face]
  std::size_t cut = 0;             // polygons that were not convex
  std::size_t dropped = 0;         // pieces of no area
};
RecastMesh recast_mesh(const RecastPolygons& polygons, const RecastOptions& options);

}  // namespace thalweg
