// TextReader: reads words and numbers from untrusted text and knows the line for error messages.
#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "thalweg/core/result.hpp"

namespace thalweg {

class TextReader {
 public:
  explicit TextReader(std::string_view text) : text_(text) {}

  // 1 for the first line.
  std::size_t line() const { return line_; }
  bool at_end() const { return at_ == text_.size(); }
  std::size_t bytes_left() const { return text_.size() - at_; }

  // The next run of non-blank characters, across lines; empty at the end.
  std::string_view word();

  // The rest of the current line without its line break (\n, \r\n), moving to the next line.
  std::string_view rest_of_line();

  // The next word as a number; nothing when it is not a number, is out of range or (for floating
  // point) is not finite.
  template <class Number>
  std::optional<Number> number() {
    return parse_number<Number>(word());
  }

  // "line 12: <what>".
  Error error(std::string_view what) const;

  template <class Number>
  static std::optional<Number> parse_number(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    Number value{};
    const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (failure != std::errc{} || end != word.data() + word.size()) return std::nullopt;
    if constexpr (std::is_floating_point_v<Number>) {
      if (!std::isfinite(value)) return std::nullopt;
    }
    return value;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

// `text` without leading and trailing blanks.
std::string_view trimmed(std::string_view text);

// `text` with A to Z replaced by a to z.
std::string lower_case(std::string_view text);

// `text` in quotes, shortened and with unprintable bytes replaced, for an error message.
std::string quoted(std::string_view text);

}  // namespace thalweg
