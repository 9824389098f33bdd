// XXH3. A Hasher chains it: each hash is seeded with the digest so far and the number of bytes.
#include "thalweg/core/hash.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace thalweg {

std::uint64_t hash_bytes(std::span<const std::byte> bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

Hasher& Hasher::add_bytes(std::span<const std::byte> bytes) {
  state_ = hash_bytes(bytes, mix64(state_ ^ bytes.size()));
  return *this;
}

}  // namespace thalweg
