// Fuzzes the reader of grid maps.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "thalweg/import/movingai.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace thalweg;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto grid = read_map(text, {.water = (size & 1) != 0});
  if (grid.ok() && broken_law(*grid, kBuiltInAreas.size())) __builtin_trap();
  return 0;
}
