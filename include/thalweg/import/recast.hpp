// Recast: computes the ground that an agent of a given size can walk on from any triangles.
//
// The triangles are voxelised into solid cells, tile by tile. Cells with too little headroom, too
// steep or too near to walls are removed, and the rest is divided into convex polygons. The tiles
// are joined into one mesh. Polygons that are not level enough are cut where Recast's detail mesh
// has points, so that the faces follow the ground. Floors may overlap.
#pragma once

#include "thalweg/core/progress.hpp"
#include "thalweg/import/soup.hpp"

namespace thalweg {

// Lengths in the units of the soup: metres, unless the 3D level uses another unit.
struct RecastOptions {
  double cell_size = 0.3;        // side of a cell seen from above
  double cell_height = 0.2;      // height of a cell
  double agent_height = 2;       // headroom that the agent needs
  double agent_radius = 0.6;     // distance that its centre keeps from walls
  double max_climb = 0.9;        // greatest step up or down
  double max_slope = 45;         // degrees, 0 to under 90
  int region_min_size = 8;       // cells; islands under the square of this are left out
  int region_merge_size = 20;    // cells; regions under the square of this join a neighbour
  double edge_max_length = 12;   // longest border edge; 0: no limit
  double edge_max_error = 1.3;   // cells that a border may stray from the outline of its cells
  int max_sides = 6;             // of a polygon, 3 to 6; points shared with neighbours not counted
  int tile_size = 128;           // cells along a side of a tile, 16 to 4,096; 0: one piece
  double detail_spacing = 6;     // cells between samples of heights; 0: heights of corners alone
  double detail_error = 1;       // cell heights that the faces may lie off the cells
  bool both_sides = false;       // triangles that face down are ground too
  bool groups_as_areas = false;  // ground takes the area of its group, by name; at most 62 groups

  // Quake III and similar games: player 56 high and 15 in radius, steps of 18, ground of normal
  // 0.7.
  static RecastOptions quake();
};

// The ground of `soup` for one size of agent. The world's origin is the lower corner of the soup;
// corners of polygons lie at whole numbers of cells from it, seen from above. Their heights are
// those of the triangles there. Memory is bounded by the largest tile per thread, plus the result;
// the same bytes for every number of threads. Refused with a sentence: what check(soup) refuses,
// options out of range, more cells or corners in a tile than Recast supports (the sentence says
// which size to change), no ground at all.
Result<ImportedWorld> recast_world(const TriangleSoup& soup, const RecastOptions& options = {},
                                   const Progress& progress = {});

}  // namespace thalweg
