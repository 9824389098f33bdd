// Damage to files, as bits rot, transfers break and attackers edit.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "thalweg/core/random.hpp"

namespace thalweg::mutate {

inline std::size_t offset_in(const std::string& bytes, Random& random) {
  return random.below(static_cast<std::uint32_t>(bytes.size()));
}

// Replaces one number of a text by one that readers may stumble over.
inline void edit_number(std::string& text, Random& random) {
  constexpr std::array<std::string_view, 22> kNumbers = {"0",
                                                         "-1",
                                                         "1",
                                                         "2147483647",
                                                         "2147483648",
                                                         "4294967295",
                                                         "4294967296",
                                                         "65536",
                                                         "100",
                                                         "1e9",
                                                         "1e308",
                                                         "-1e308",
                                                         "1e-320",
                                                         "nan",
                                                         "-inf",
                                                         "3.5",
                                                         "999999999999999999999999",
                                                         "00000000001",
                                                         "0x10",
                                                         "",
                                                         "1e400",
                                                         "16384"};
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto start = std::find_if(
      text.begin() + static_cast<std::ptrdiff_t>(offset_in(text, random)), text.end(), is_digit);
  const auto end = std::find_if_not(start, text.end(), is_digit);
  text.replace(start, end, kNumbers[random.below(kNumbers.size())]);
}

// Overwrites a size field: two, four or eight bytes, in either byte order.
inline void edit_size(std::string& bytes, Random& random) {
  constexpr std::array<std::uint64_t, 12> kSizes = {
      0,          1,          0x7F,       0xFFFF,         0x10000,           0x7FFFFFFF,
      0x80000000, 0xFFFFFFFF, 0xFFFFFFFE, 0x100000000ull, ~std::uint64_t{0}, 0x4000};
  const std::uint64_t value = kSizes[random.below(kSizes.size())];
  const std::size_t width = std::size_t{2} << random.below(3);
  const bool is_big = random.below(2) == 0;
  const std::size_t at = offset_in(bytes, random);
  for (std::size_t i = 0; i < width && at + i < bytes.size(); ++i) {
    const std::size_t shift = 8 * (is_big ? width - 1 - i : i);
    bytes[at + i] = static_cast<char>(value >> shift & 0xFF);
  }
}

// Removes, doubles or takes from `other` a random piece.
inline void splice(std::string& bytes, const std::string& other, Random& random) {
  const std::size_t at = offset_in(bytes, random);
  const std::size_t length = 1 + random.below(64);
  switch (random.below(3)) {
    case 0: bytes.erase(at, length); break;
    case 1: bytes.insert(at, bytes.substr(at, length)); break;
    default:
      if (other.empty()) break;
      bytes.insert(at, other.substr(offset_in(other, random), length * 4));
  }
}

// One to four changes of any kind, mostly one, so that some files still load.
inline std::string mutated(std::string bytes, const std::string& other, Random& random) {
  const std::uint32_t changes = random.below(2) == 0 ? 1 : 1 + random.below(4);
  for (std::uint32_t left = changes; left > 0 && !bytes.empty(); --left) {
    const std::size_t at = offset_in(bytes, random);
    switch (random.below(8)) {
      case 0: bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8))); break;
      case 1: bytes[at] = static_cast<char>(random.below(256)); break;
      case 2: bytes.resize(random.below(4) == 0 ? at : bytes.size()); break;
      case 3:
      case 4: edit_number(bytes, random); break;
      case 5:
      case 6: edit_size(bytes, random); break;
      default: splice(bytes, other, random);
    }
  }
  return bytes;
}

}  // namespace thalweg::mutate
