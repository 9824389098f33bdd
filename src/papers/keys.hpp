// Numbers in the keys of structures: the shortest text that reads back as the same.
#pragma once

#include <array>
#include <charconv>
#include <string>

namespace thalweg {

inline std::string number_text(double value) {
  std::array<char, 32> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end.ptr};
}

}  // namespace thalweg
