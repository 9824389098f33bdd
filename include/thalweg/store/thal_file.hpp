// The .thal container: named arrays in one file, with checksums, aligned so that they can be used
// directly from a mapped file. Knows nothing of what the arrays mean. The layout:
// docs/reference/thal-file.md
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "thalweg/core/array.hpp"
#include "thalweg/core/result.hpp"

namespace thalweg {

inline constexpr std::uint32_t kThalVersion = 1;
// Sections start at multiples of this many bytes, and names are shorter than kThalNameSize.
inline constexpr std::size_t kThalAlignment = 64;
inline constexpr std::size_t kThalNameSize = 96;

// One named array. Empty arrays are not stored: a section that is missing is an empty array.
struct ThalSection {
  std::string name;                // "mesh/vertices": letters, digits and _ - . /
  std::uint32_t element_size = 1;  // bytes of one item
  Array<std::byte> bytes;          // [item * element_size]
};

// `items` as a section, shared and not copied.
template <class T>
ThalSection section_of(std::string name, const Array<T>& items) {
  const auto owner = std::make_shared<const Array<T>>(items);
  return {std::move(name), sizeof(T),
          Array<std::byte>::mapped(std::as_bytes(owner->span()), owner)};
}

// The items of `section`, shared and not copied. Refused with a sentence: items of another size, or
// bytes that are not aligned for such items.
template <class T>
Result<Array<T>> items_of(const ThalSection& section) {
  if (section.element_size != sizeof(T)) {
    return Error{"section " + section.name + " has items of " +
                 std::to_string(section.element_size) + " bytes where " +
                 std::to_string(sizeof(T)) + " are due"};
  }
  const std::byte* start = section.bytes.data();
  if (reinterpret_cast<std::uintptr_t>(start) % alignof(T) != 0) {
    return Error{"section " + section.name + " is not aligned in memory"};
  }
  const auto owner = std::make_shared<const Array<std::byte>>(section.bytes);
  return Array<T>::mapped({reinterpret_cast<const T*>(start), section.bytes.size() / sizeof(T)},
                          owner);
}

// The section of that name, or null. Requires: in order of name, as read_thal gives them.
const ThalSection* find_section(std::span<const ThalSection> sections, std::string_view name);

// The sections of a file's bytes, in order of name, looking into `bytes`, which live as long as
// `owner` does. Every byte of the file is checked: the sections by their checksums, the rest by
// being the only valid encoding of those sections.
Result<std::vector<ThalSection>> read_thal(std::span<const std::byte> bytes,
                                           std::shared_ptr<const void> owner);

// The bytes of a file, in parts; the parts refer to `front` and the sections.
struct SealedThal {
  std::vector<ThalSection> sections;  // in order of name, none empty
  Array<std::byte> front;             // header and table
  std::vector<std::span<const std::byte>> parts;
};
// The same sections in any order give the same bytes. Refused with a sentence: names that are not
// valid or occur twice, sections that do not hold whole items.
Result<SealedThal> seal_thal(std::vector<ThalSection> sections);

}  // namespace thalweg
