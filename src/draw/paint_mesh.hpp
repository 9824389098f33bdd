// How meshes and grids are painted: one file each, behind paint_world.
#pragma once

#include "thalweg/draw/draw.hpp"

namespace thalweg {

// The colouring that `automatic` selects for this world.
ColourBy chosen_colouring(const World& world, const DrawOptions& options, bool is_mesh);

// Maps a height to its colour, over the heights of a box.
struct HeightScale {
  double low = 0;
  double range = 1;
  double exaggeration = 1;  // of heights, for the shadows
};
HeightScale height_scale(const Box3& box, double mean_slope);

// The colour of ground at a height, with an area and an upward normal.
struct GroundLook {
  double height = 0;
  Vec3 normal{0, 0, 1};
  AreaId area = kGround;
  std::uint32_t island = 0;
};
Colour ground_colour(const GroundLook& ground, ColourBy by, const HeightScale& scale);

void paint_mesh(Painter& painter, const World& world, const DrawOptions& options);
void paint_grid(Painter& painter, const World& world, const DrawOptions& options);

}  // namespace thalweg
