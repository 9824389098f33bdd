// The stages from triangles to polygons that follow the ground. Private to recast_world.
//
//   plan_tiles    which triangles each tile needs        recast_tiles.cpp
//   recast_tile   the polygons of one tile               recast.cpp, the only file that calls Recast
//   join_borders  corners that neighbouring tiles share  recast_borders.cpp
//   join_tiles    one set of polygons                    recast_join.cpp
//   drop_islands  without what is too small              recast_islands.cpp
//   ground_faces  level faces                            recast_faces.cpp
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "thalweg/core/csr.hpp"
#include "thalweg/core/progress.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/import/recast.hpp"
#include "thalweg/world/mesh_builder.hpp"

namespace thalweg {

// Recast's area for plain ground; 0 is no ground.
inline constexpr std::uint8_t kRecastGround = 63;

// Sizes in cells.
struct RecastCells {
  int width = 0;    // of the level along x
  int depth = 0;    // of the level along y
  int tile = 0;     // side of a tile
  int border = 0;   // cells around a tile that its own ground depends on
  int columns = 0;  // of tiles
  int rows = 0;
  int agent_height = 0;
  int agent_radius = 0;
  int max_climb = 0;
  int max_edge = 0;
};

using RecastTileId = Id<struct RecastTileTag, 't'>;

// What every tile is made from.
struct RecastPlan {
  const TriangleSoup& soup;
  const RecastOptions& options;
  RecastCells cells;
  Vec3 origin;                                 // the lower corner of the level
  std::vector<std::uint8_t> areas;             // [triangle]  0 if it is not ground
  Csr<RecastTileId, std::uint32_t> triangles;  // [tile]  those over the tile and its border, by row
};

// The sizes in cells; the error says which option does not fit.
Result<RecastCells> recast_cells(const RecastOptions& options, Vec3 size);

// Requires: check(soup). Holds `soup` and `options` by reference.
Result<RecastPlan> plan_tiles(const TriangleSoup& soup, const RecastOptions& options);

// Part of the height of a tile. Ground of different slabs is never connected.
struct RecastSlab {
  std::int64_t base = 0;  // cells above the level's origin
  int levels = 0;         // its height in cells
};

// The slabs of a tile, from low to high: one where Recast's limit of levels allows, none if the
// tile has no ground.
Result<std::vector<RecastSlab>> slabs_of(const RecastPlan& plan, RecastTileId tile);

// One slab of one tile. Recast's coordinates start at its lower corner, border not counted.
struct RecastJob {
  const RecastPlan& plan;
  std::span<const std::uint32_t> triangles;
  std::int32_t x = 0;  // the lower corner in cells
  std::int32_t y = 0;
  std::int64_t base = 0;
  int width = 0;  // without the border
  int depth = 0;
  int levels = 0;

  Vec3 low() const {
    return {plan.origin.x + x * plan.options.cell_size, plan.origin.y + y * plan.options.cell_size,
            plan.origin.z + static_cast<double>(base) * plan.options.cell_height};
  }
};
RecastJob recast_job(const RecastPlan& plan, RecastTileId tile, const RecastSlab& slab);

// A corner of a polygon: cells from the origin, and metres above it.
struct RecastCorner {
  std::int32_t x = 0;
  std::int32_t y = 0;
  double z = 0;
};

// A point of the detail mesh on a side of a polygon.
struct RecastSidePoint {
  std::uint32_t side = 0;  // index into `corner` of the corner that the side starts at
  double along = 0;        // 0 to 1
  double z = 0;            // metres
};

// A side on the border of its tile, and the ground beside it, cell by cell.
struct RecastBorderSide {
  std::uint32_t side = 0;
  std::uint32_t first_height = 0;  // into `heights`: one per cell, from the lower end to the higher
};

inline constexpr std::int32_t kNoRecastHeight = INT32_MIN;

struct RecastTile {
  std::vector<RecastCorner> corners;
  std::vector<std::uint32_t> corner;    // into `corners`, polygon by polygon, counter-clockwise
  std::vector<std::uint32_t> first{0};  // [polygon + 1] into `corner`
  std::vector<std::uint8_t> area;       // [polygon]  as given per triangle
  std::vector<RecastSidePoint> side_points;   // sorted by side, then along
  std::vector<Vec3> inner;                    // points of the detail mesh inside polygons, metres
  std::vector<std::uint32_t> first_inner{0};  // [polygon + 1] into `inner`
  std::vector<RecastBorderSide> borders;      // sorted by side
  std::vector<std::int32_t> heights;          // cells above the origin; kNoRecastHeight: no ground
  std::size_t dropped = 0;                    // polygons of no area
  std::vector<std::string> warnings;          // Recast's own messages
};

// Adds the polygons of one slab of a tile to `out`.
Result<RecastTile> recast_tile(const RecastPlan& plan, RecastTileId tile, const RecastSlab& slab,
                               RecastTile out);

// Recast's own polygons of one slab of a tile, in the arrays that Detour's builder takes: for
// comparisons with it (bench/detour.cpp). Recast's axes are x, up, y.
struct RecastPolygons {
  std::vector<std::uint16_t> vertices;      // [vertex * 3]  cells from the box's lower corner
  std::vector<std::uint16_t> polygons;      // [polygon * 2 * max_sides]  corners, then neighbours
  std::vector<std::uint32_t> detail_parts;  // [polygon * 4]  empty: no detail mesh
  std::vector<float> detail_vertices;       // [vertex * 3]  metres from the level's origin
  std::vector<std::uint8_t> detail_triangles;  // [triangle * 4]
  Box3 box;                                    // of the slab, metres from the level's origin
};
Result<RecastPolygons> recast_polygons(const RecastPlan& plan, RecastTileId tile,
                                       const RecastSlab& slab);

// The corners of all tiles, numbered through. Sides are numbered through in the same order.
struct RecastNodes {
  std::vector<std::uint32_t> first_node;  // [tile]  of its corners
  std::vector<std::uint32_t> first_side;  // [tile]
  std::vector<Vec3> points;               // [node]  metres from the origin; corners, then cuts

  // A node on a side, between the side's ends.
  struct Cut {
    std::uint32_t side;
    double along;  // 0 to 1
    std::uint32_t node;
  };
  std::vector<Cut> cuts;            // sorted by side, then along
  std::vector<std::uint32_t> root;  // [node]  the same for all nodes that are one corner
};
RecastNodes join_borders(const std::vector<RecastTile>& tiles, const RecastPlan& plan);

// Polygons that share corners wherever they touch.
struct RecastGround {
  std::vector<Vec3f> vertices;
  std::vector<std::uint32_t> corner;          // into `vertices`, counter-clockwise
  std::vector<std::uint32_t> first{0};        // [polygon + 1] into `corner`
  std::vector<Vec3f> inner;                   // points inside the polygons
  std::vector<std::uint32_t> first_inner{0};  // [polygon + 1] into `inner`
  std::vector<std::uint8_t> area;             // [polygon]
  std::vector<bool> is_on_border;             // [polygon]  a side lies on the border of its tile
};
RecastGround join_tiles(const std::vector<RecastTile>& tiles, const RecastPlan& plan);

// `ground` without connected parts under the square of region_min_size. Recast has left out those
// inside a tile; parts that touch a border may go on beyond it, so it keeps them all.
RecastGround drop_islands(const RecastGround& ground, const RecastOptions& options);

// Faces that lie within half the detail error of the ground's points.
struct RecastFaces {
  MeshSoup soup;
  std::vector<std::uint8_t> area;  // [face]
  std::size_t dropped = 0;         // polygons that touch themselves
};
RecastFaces ground_faces(const RecastGround& ground, const RecastOptions& options);

// Metres that a face may lie off the points that it replaces.
inline double level_tolerance(const RecastOptions& options) {
  return options.detail_error * options.cell_height / 2;
}

}  // namespace thalweg
