// Fuzzes the PNG reader, then decodes heights by either code. Checksums are corrected first, since
// otherwise nearly every mutation would be refused because of them.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "thalweg/image/height_field.hpp"

namespace {

std::uint32_t crc(std::string_view bytes) {
  std::uint32_t sum = 0xFFFFFFFFu;
  for (const char c : bytes) {
    sum ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1) ^ ((sum & 1) != 0 ? 0xEDB88320u : 0u);
  }
  return ~sum;
}

void mend_checksums(std::string& png) {
  std::size_t at = 8;
  while (at + 12 <= png.size()) {
    std::size_t size = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      size = size << 8 | static_cast<unsigned char>(png[at + i]);
    }
    if (size > png.size() - at - 12) return;
    const std::uint32_t sum = crc(std::string_view(png).substr(at + 4, size + 4));
    for (std::size_t i = 0; i < 4; ++i) {
      png[at + 8 + size + i] = static_cast<char>(sum >> (24 - 8 * i) & 0xFF);
    }
    at += size + 12;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace thalweg;
  std::string bytes(reinterpret_cast<const char*>(data), size);
  mend_checksums(bytes);
  const auto image = read_png(bytes);
  if (!image) return 0;
  if (image->samples.size() != std::size_t{image->width} * image->height * image->channels) {
    __builtin_trap();
  }
  for (const HeightCode code : {HeightCode::grey, HeightCode::magnitudes}) {
    const auto field = decode_heights(*image, code);
    if (field && field->z.size() != std::size_t{field->width} * field->height) __builtin_trap();
    if (field && !encode_heights(*field, code)) __builtin_trap();
  }
  return 0;
}
