// Small grids drawn as maps, for tests: '.' ground, '#' blocked, 'S' swamp, 'W' water, 'T' trees.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "core/text.hpp"
#include "thalweg/import/movingai.hpp"

namespace thalweg {

// Rows are lines; blanks between squares and empty lines are ignored.
inline Grid map_scene(std::string_view picture) {
  std::string rows;
  std::size_t width = 0;
  std::size_t height = 0;
  TextReader reader(picture);
  while (!reader.at_end()) {
    std::string row(reader.rest_of_line());
    std::erase(row, ' ');
    std::ranges::replace(row, '#', '@');
    if (row.empty()) continue;
    width = row.size();
    ++height;
    rows += row + "\n";
  }
  return read_map("type octile\nheight " + std::to_string(height) + "\nwidth " +
                      std::to_string(width) + "\nmap\n" + rows,
                  {.water = true})
      .value();
}

}  // namespace thalweg
