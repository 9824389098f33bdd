// Changes of single words in the sections of a file.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "thalweg/core/random.hpp"
#include "thalweg/store/thal_file.hpp"

namespace thalweg::words {

inline constexpr std::size_t kWord = sizeof(std::uint32_t);

// The words of a section; a rest of under four bytes is left alone.
class SectionWords {
 public:
  explicit SectionWords(const ThalSection& section)
      : bytes_(section.bytes.to_vector()),
        stride_(std::max<std::size_t>(section.element_size / kWord, 1)) {}

  std::size_t count() const { return bytes_.size() / kWord; }
  // From a word to the same one of the next item.
  std::size_t stride() const { return stride_; }
  std::uint32_t operator[](std::size_t at) const {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes_.data() + at * kWord, kWord);
    return value;
  }
  void set(std::size_t at, std::uint32_t value) {
    std::memcpy(bytes_.data() + at * kWord, &value, kWord);
  }
  std::vector<std::byte> take() && { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
  std::size_t stride_;
};

// Another value for a word: none, small, one more or less, that of a neighbour or of any other item, huge,
// one bit, or any.
inline std::uint32_t other_value(const SectionWords& words, std::size_t at, Random& random) {
  const std::uint32_t value = words[at];
  const auto at_item = [&](std::size_t item) {
    const std::size_t word = item * words.stride() + at % words.stride();
    return words[std::min(word, words.count() - 1)];
  };
  const std::size_t item = at / words.stride();
  switch (random.below(12)) {
    case 0: return 0xFFFFFFFFu;
    case 1: return 0;
    case 2: return value + 1;
    case 3: return value - 1;
    case 4: return at_item(item + 1);
    case 5: return item == 0 ? 1 : at_item(item - 1);
    case 6:
      return at_item(random.below(static_cast<std::uint32_t>(words.count())) / words.stride());
    case 7: return 0x7FFFFFFFu;
    case 8: return 0x80000000u >> random.below(24);
    case 9: return value ^ (1u << random.below(32));
    case 10: return random.below(static_cast<std::uint32_t>(words.count()) + 2);
    default: return static_cast<std::uint32_t>(random.next());
  }
}

// Changes a word of a section, in one of eight files up to four. What was changed, in words.
inline std::string change_words(ThalSection& section, Random& random) {
  SectionWords words(section);
  std::string said = section.name;
  if (words.count() == 0) return said;
  const std::uint32_t changes = random.below(8) == 0 ? 2 + random.below(3) : 1;
  for (std::uint32_t left = changes; left > 0; --left) {
    const std::size_t at = random.below(static_cast<std::uint32_t>(words.count()));
    const std::uint32_t before = words[at];
    const std::uint32_t value = other_value(words, at, random);
    words.set(at, value);
    said += ", word " + std::to_string(at) + ": " + std::to_string(before) + " -> " +
            std::to_string(value);
  }
  section.bytes = Array<std::byte>(std::move(words).take());
  return said;
}

}  // namespace thalweg::words
