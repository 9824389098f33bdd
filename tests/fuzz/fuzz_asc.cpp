// Fuzzes read_asc, in metres and in degrees.
#include "terrain_laws.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const bool is_geographic : {false, true}) {
    const auto field = thalweg::read_asc(bytes, {.is_geographic = is_geographic});
    if (field) thalweg::check_terrain(*field);
  }
  return 0;
}
