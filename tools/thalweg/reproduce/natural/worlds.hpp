// The worlds of the natural-hierarchy thesis, chapters 5, 8 and 9, each tightly in its box.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/graph/metric.hpp"
#include "thalweg/import/terrain.hpp"

namespace thalweg::tool {

// The box is 2 by 2 by 1.5 metres. In the thesis's tables every distance in plan is a multiple of
// 1/64, half a square of 64 over 2 metres, and so a step of the centre triangulation; and on the
// cone every path costs 1.32 times its base, which is what a slope of 1.06 makes of it: a cone that
// fills such a box to its corners.
inline constexpr double kHalfSide = 1;
inline constexpr double kHeight = 1.5;
// The height of the rough map, which is steeper: paths on it cost about 1.6 times their base, as in
// the thesis.
inline constexpr double kRoughHeight = 0.8;
inline constexpr double kMazeHeight = 0.2;  // of its walls

struct NaturalTerrain {
  std::uint32_t squares = 64;  // a side
  TerrainMethod method = TerrainMethod::centre;
};

// True if this build can triangulate along isolines.
bool has_isolines();

// A hill with straight slopes (8.2, 9.1).
Result<World> cone_world(const NaturalTerrain& terrain);
// A river's valley between two hilly surfaces (8.4, 9.2).
Result<World> realistic_world(const NaturalTerrain& terrain);
// Hills of every size without a main valley: harder than the thesis's map.
Result<World> rough_world(const NaturalTerrain& terrain);
// A piece of a real elevation tile below `data`; nothing if the data has none.
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
