// Fuzzes read_hgt and read_raw. The first byte chooses between them and the options.
#include "terrain_laws.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const unsigned choice = data[0];
  const std::string_view bytes(reinterpret_cast<const char*>(data + 1), size - 1);
  thalweg::HeightReadOptions options;
  options.raw_is_big_endian = (choice & 2) != 0;
  options.raw_is_signed = (choice & 4) != 0;
  options.raw_width = choice >> 3;
  options.latitude = static_cast<double>(choice) - 128;
  const auto field =
      (choice & 1) != 0 ? thalweg::read_hgt(bytes, options) : thalweg::read_raw(bytes, options);
  if (field) thalweg::check_terrain(*field);
  return 0;
}
