// Fuzzes read_gltf, text or binary: the bytes are refused, or their triangles make a lawful world.
#include "soup_laws.hpp"
#include "thalweg/import/gltf.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  thalweg::GltfOptions options;
  options.max_triangles = 10000;
  options.load = [&](const std::string&) { return std::string(bytes); };
  if (const auto soup = thalweg::read_gltf(bytes, options)) thalweg::expect_lawful(*soup);
  return 0;
}
