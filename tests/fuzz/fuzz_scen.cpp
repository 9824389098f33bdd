// Fuzzes the reader of scenario files.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "thalweg/import/movingai.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace thalweg;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto list = read_scen(text);
  if (list.ok() && list->size() > size) __builtin_trap();
  return 0;
}
