// Fuzzes the readers of ROS maps: the YAML file, a zero byte, the PGM file.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "thalweg/import/ros_map.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace thalweg;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t zero = text.find('\0');
  const auto header = read_ros_yaml(text.substr(0, zero));
  const auto image = read_pgm(zero == std::string_view::npos ? text : text.substr(zero + 1));
  if (image.ok() && image->samples.size() != std::size_t{image->width} * image->height) {
    __builtin_trap();
  }
  if (!header.ok() || !image.ok()) return 0;
  const auto parts = ros_world(*header, *image, {.unknown_is_free = (size & 1) != 0});
  if (parts.ok() && broken_law(parts->grid, kBuiltInAreas.size())) __builtin_trap();
  return 0;
}
