// Fuzzes the reader of profiles: whatever is read keeps its laws and reads back equal.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "thalweg/price/profile_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto profile = thalweg::read_profile(text);
  if (!profile) return 0;
  if (thalweg::broken_law(*profile)) __builtin_trap();
  const auto again = thalweg::read_profile(thalweg::write_profile(*profile));
  if (!again || !(*again == *profile)) __builtin_trap();
  return 0;
}
