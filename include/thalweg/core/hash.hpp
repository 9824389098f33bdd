// Hashes of bytes: fingerprints that say which values belong together, and the checksums of files.
#pragma once

#include "thalweg/core/cpp20.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "thalweg/core/array.hpp"

namespace thalweg {

// A 64-bit hash of `bytes` (XXH3). The same on every platform of the same byte order.
std::uint64_t hash_bytes(std::span<const std::byte> bytes, std::uint64_t seed = 0);

// Hashes several values in sequence. The length of each part is hashed too, so that moving a byte
// from one part to the next changes the hash.
class Hasher {
 public:
  template <class T>
  Hasher& add(std::span<const T> items) {
    return add_bytes(std::as_bytes(items));
  }
  template <class T>
  Hasher& add(const Array<T>& items) {
    return add(items.span());
  }
  Hasher& add(std::string_view text) { return add(std::span(text.data(), text.size())); }

  // Requires: T has no padding bytes.
  template <class T>
  requires std::has_unique_object_representations_v<T> || std::is_floating_point_v<T> Hasher& add(
      const T& value) {
    return add_bytes(std::as_bytes(std::span(&value, 1)));
  }

  std::uint64_t digest() const { return state_; }

 private:
  Hasher& add_bytes(std::span<const std::byte> bytes);

  std::uint64_t state_ = 0x7468616c77656721ull;
};

// A small bijection of 64-bit numbers (splitmix64): the source of all seeded randomness.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

}  // namespace thalweg
