// Fuzzes read_obj: the bytes are refused, or their triangles make a lawful world.
#include "soup_laws.hpp"
#include "thalweg/import/obj.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (const auto soup = thalweg::read_obj(bytes)) thalweg::expect_lawful(*soup);
  return 0;
}
