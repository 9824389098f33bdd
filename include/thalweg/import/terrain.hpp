// Terrain: a mesh from a height field, by one of five methods.
//
// Row 0 of the field is the largest y; the mesh's local coordinates start at 0, 0 at the lower left
// sample. A square of four samples with a void among them is a hole. Vertices that no face uses are
// left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "thalweg/core/progress.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/geometry/box.hpp"
#include "thalweg/image/height_field.hpp"
#include "thalweg/image/image.hpp"
#include "thalweg/import/triangulator.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

enum class TerrainMethod {
  uniform,   // two triangles a square, cut from its top left to its bottom right
  centre,    // four triangles a square around a fifth vertex, the mean of the corners
  contour,   // two triangles a square, cut along the diagonal whose ends differ less in height
  isolines,  // all samples and contour lines at an interval; the lines are edges of the mesh
  adaptive   // as few samples as a bound on the error allows
};

// The method of that name; nothing for any other word.
std::optional<TerrainMethod> terrain_method(std::string_view name);

struct TerrainOptions {
  TerrainMethod method = TerrainMethod::uniform;

  // Metres per unit of height, above 0. DEFAULT: the field's own
  std::optional<double> vertical_scale = {};
  // Metres between columns and between rows. DEFAULT: the field's own
  std::optional<Vec2> spacing = {};
  // World coordinates that the map fills exactly, by one linear map per axis. Replaces the vertical
  // scale, the spacing and the field's origin. DEFAULT: none
  std::optional<Box3> box = {};

  // adaptive: how far the mesh may lie above or below any sample, in metres.
  double error = 1;
  // isolines: the height between two contour lines, in metres; they lie at its multiples.
  double interval = 10;
  // isolines: the most points where lines meet edges. More are refused before any is made: the
  // interval or the scale of heights is then usually wrong. DEFAULT: 1,000,000, or 16 per sample
  std::optional<std::uint64_t> most_points = {};
  // isolines: constrained Delaunay triangulation.
  Triangulator triangulator = {};

  // An image of the field's size, or nothing: a face's difficulty is the mean of its samples' first
  // channel, from 0 (black) to 1 (the most that the image's bits can say).
  const Image* difficulty = nullptr;

  Progress progress = {};
};

// The mesh of `field`, and its origin. Refused with a sentence: under two rows or columns, no
// square without a void, heights or sizes beyond 1e9 metres, options out of range. uniform, centre,
// contour: O(samples). adaptive: about O(samples log samples).
Result<WorldParts> triangulate_heights(const HeightField& field, const TerrainOptions& options);

// How well a mesh made from `field` with `options` fits it.
struct TerrainError {
  double worst = 0;  // metres; how far a sample lies from the mesh, at most; over a void: infinite
  std::size_t samples = 0;  // samples that the mesh covers
  std::size_t missed = 0;   // samples of squares without voids that it does not cover: none
};

// Measures every sample against the faces above or below it. Uses only the mesh, not how it was
// made. O(samples + faces).
Result<TerrainError> measure_terrain(const HeightField& field, const Mesh& mesh,
                                     const TerrainOptions& options);

}  // namespace thalweg
