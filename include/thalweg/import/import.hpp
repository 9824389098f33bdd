// import_world: reads any supported file as a World.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "thalweg/core/progress.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/import/heights.hpp"
#include "thalweg/import/movingai.hpp"
#include "thalweg/import/recast.hpp"
#include "thalweg/import/ros_map.hpp"
#include "thalweg/import/terrain.hpp"
#include "thalweg/import/trace.hpp"
#include "thalweg/import/triangles.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

// Options for each kind of file. Only the part that concerns the file is used.
struct ImportOptions {
  // Grid maps (.map, .yaml): the grid is always kept; a mesh of it is made unless switched off.
  MapOptions map;
  RosOptions ros;
  bool grid_mesh = true;
  GridMeshOptions mesh;

  // Height maps (.png .tif .hgt .asc .raw): a mesh, or a grid with heights.
  HeightReadOptions heights;
  TerrainOptions terrain;
  bool heights_as_grid = false;
  std::filesystem::path difficulty;  // a PNG of the same size. DEFAULT: none

  // Geometry (.obj .gltf .glb): used directly as triangles, or processed by Recast.
  Axes axes = Axes::y_up;
  bool use_recast = false;
  RecastOptions recast;
  TriangleWorldOptions triangles;

  // All files.
  std::filesystem::path links;  // a file of links (docs/guide/maps.md). DEFAULT: none
  double link_reach = 1;        // metres that a link may start or end off the ground
  Triangulator triangulator;    // constrained_delaunay of thalweg_triangulate, where it is linked
  Progress progress;
};

struct Imported {
  World world;
  std::vector<std::string> notes;           // notes for the user, one sentence each
  std::optional<TerrainError> terrain_fit;  // of adaptive height maps: measured
};

// The world in a file, by its file name extension, which may be followed by `.gz`.
Result<Imported> import_world(const std::filesystem::path& path, const ImportOptions& options = {});

// The extensions that import_world knows, for messages.
std::string known_formats();

}  // namespace thalweg
