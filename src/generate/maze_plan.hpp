// MazePlan: chambers in rows, and which neighbours are connected. Mazes and rooms are drawn from
// it.
#pragma once

#include <cstdint>
#include <vector>

namespace thalweg {

struct MazePlan {
  std::uint32_t columns = 0;
  std::uint32_t rows = 0;
  std::vector<std::uint8_t> open_east;   // [row * columns + column]  1: joined to the next column
  std::vector<std::uint8_t> open_south;  // [row * columns + column]  1: joined to the next row
};

struct MazeOptions {
  std::uint32_t columns = 1;
  std::uint32_t rows = 1;
  std::uint64_t seed = 0;
  double loops = 0;  // the share of the remaining walls that are opened as well
};

// A random spanning tree over the chambers (by depth-first search), plus loops: all connected.
MazePlan plan_maze(const MazeOptions& options);

// Chambers of one size with walls between and around them, centred on a map.
struct MazeLayout {
  std::uint32_t corridor = 1;  // a chamber's side
  std::uint32_t wall = 1;
  std::uint32_t columns = 0;  // 0: not even one fits
  std::uint32_t rows = 0;
  std::uint32_t left = 0;  // where the outer wall starts
  std::uint32_t top = 0;
};
struct MapSize {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};
MazeLayout lay_out_maze(MapSize size, std::uint32_t corridor, std::uint32_t wall);

// A position on the map, relative to the layout.
struct MazePlace {
  enum class Kind { chamber, east_wall, south_wall, solid };
  Kind kind = Kind::solid;
  std::uint32_t chamber = 0;  // the chamber, or the one west or north of the wall
  std::uint32_t along = 0;    // position along the wall, from the chamber's corner
};
MazePlace place_in_maze(const MazeLayout& layout, std::uint32_t x, std::uint32_t y);

}  // namespace thalweg
