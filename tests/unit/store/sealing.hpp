// Stores to bytes and back without a file, and changed sections with correct checksums.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include "thalweg/core/random.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg {

// The bytes of a file in 64-bit words, so that the arrays inside are aligned.
class FileBytes {
 public:
  explicit FileBytes(std::span<const std::byte> bytes)
      : words_(std::make_shared<std::vector<std::uint64_t>>((bytes.size() + 7) / 8)),
        size_(bytes.size()) {
    if (size_ > 0) std::memcpy(words_->data(), bytes.data(), size_);
  }
  explicit FileBytes(const SealedThal& sealed) : FileBytes(std::span<const std::byte>{}) {
    std::vector<std::byte> all;
    for (const auto part : sealed.parts) all.insert(all.end(), part.begin(), part.end());
    *this = FileBytes(all);
  }

  std::span<std::byte> bytes() { return std::as_writable_bytes(std::span(*words_)).first(size_); }
  std::span<const std::byte> bytes() const {
    return std::as_bytes(std::span(*words_)).first(size_);
  }
  Result<Store> read() const { return read_store(bytes(), words_); }

 private:
  std::shared_ptr<std::vector<std::uint64_t>> words_;
  std::size_t size_;
};

inline FileBytes bytes_of(const Store& store) {
  return FileBytes(seal_thal(sections_of(store).value()).value());
}

inline FileBytes bytes_of(const World& world) {
  Store store;
  store.world = world;
  return bytes_of(store);
}

// The sections of a store that are not empty.
inline std::vector<ThalSection> filled_sections(const Store& store) {
  auto sections = sections_of(store).value();
  std::erase_if(sections, [](const ThalSection& s) { return s.bytes.empty(); });
  return sections;
}

// Cuts the bytes (kind 0), doubles them (1), or puts a new byte at a random position.
template <class NewByte>
void damage(std::vector<std::byte>& bytes, std::uint64_t kind, Random& random, NewByte new_byte) {
  const std::size_t at = random.below(static_cast<std::uint32_t>(bytes.size()));
  if (kind == 0) bytes.resize(at + 1);
  if (kind == 1) bytes.insert(bytes.end(), bytes.begin(), bytes.end());
  if (kind > 1) bytes[at] = new_byte();
}

// The file of `sections` with the bytes of section `index` changed by `edit` and correct checksums.
inline FileBytes with_edit(std::vector<ThalSection> sections, std::size_t index,
                           const std::function<void(std::vector<std::byte>&)>& edit) {
  std::vector<std::byte> bytes = sections[index].bytes.to_vector();
  edit(bytes);
  bytes.resize(bytes.size() / sections[index].element_size * sections[index].element_size);
  sections[index].bytes = Array<std::byte>(std::move(bytes));
  return FileBytes(seal_thal(std::move(sections)).value());
}

}  // namespace thalweg
