// Fuzzes the reader of link files and adds what it reads to a world.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "thalweg/import/links_file.hpp"
#include "thalweg/world/world.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace thalweg;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  auto links = read_links(text, {1, 2, 3});
  if (!links.ok()) return 0;
  GridArrays arrays;
  arrays.width = arrays.height = 4;
  arrays.area = std::vector<AreaId>(16, kGround);
  WorldParts parts;
  parts.grid = Grid::from(std::move(arrays)).value();
  parts.links = std::move(links).value();
  const auto world = make_world(std::move(parts));
  if (world.ok() && broken_law(*world)) __builtin_trap();
  return 0;
}
