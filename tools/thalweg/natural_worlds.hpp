// The worlds of the natural-hierarchy thesis, chapters 5, 8 and 9, each tightly in its box.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/graph/metric.hpp"
#include "thalweg/import/terrain.hpp"

namespace thalweg::tool {

// The box is 2 by 2 metres: in the thesis's tables every distance in plan is a multiple of 1/64,
// which is half a square of such a box over 64 squares, and a step of the centre triangulation.
inline constexpr double kHalfSide = 1;
// A cone of radius 1 and height 1: the price is then some 1.3 times its base, as in its tables.
inline constexpr double kConeHeight = 1;
// High enough that the base is some six times its plan part, as in its tables.
inline constexpr double kRealisticHeight = 1;
inline constexpr double kMazeHeight = 0.2;  // of its walls

struct NaturalTerrain {
  std::uint32_t squares = 64;  // a side
  TerrainMethod method = TerrainMethod::centre;
};

// A hill with straight slopes (8.2, 9.1).
Result<World> cone_world(const NaturalTerrain& terrain);
// A fractal map with valleys (8.4, 9.2).
Result<World> realistic_world(const NaturalTerrain& terrain);
// A piece of a real elevation tile below `data`; nothing where the data holds none.
Result<std::optional<World>> tile_world(const std::filesystem::path& data,
                                        const NaturalTerrain& terrain);

// A floor, walls with tops to walk on, and steep sides (8.1), with what each face is.
enum class MazePart : std::uint8_t { floor, side, top };
struct MazeWorld {
  World world;
  std::vector<MazePart> parts;  // [face]
};
Result<MazeWorld> maze_world(std::uint32_t squares);

}  // namespace thalweg::tool
