// Fuzzes read_tiff, and libtiff behind it.
#include "terrain_laws.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto field = thalweg::read_tiff({reinterpret_cast<const char*>(data), size});
  if (field) thalweg::check_terrain(*field);
  return 0;
}
