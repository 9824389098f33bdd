// Fuzzes the reader of .mesh files and merges what it reads.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "thalweg/import/merge.hpp"
#include "thalweg/import/polyanya.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace thalweg;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto parts = read_polyanya(text);
  if (!parts.ok()) return 0;
  if (broken_law(parts->mesh, kBuiltInAreas.size())) __builtin_trap();
  const auto merged = merge_convex(parts->mesh);
  if (!merged.ok() || broken_law(*merged, kBuiltInAreas.size())) __builtin_trap();
  return 0;
}
