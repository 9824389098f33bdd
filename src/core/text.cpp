// Words are divided by ASCII blanks, whatever the locale. Quoted input is cut to 40 characters and
// made printable, as it ends up in messages.
#include "core/text.hpp"

#include <algorithm>

namespace thalweg {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

}  // namespace

std::string_view TextReader::word() {
  while (at_ < text_.size() && is_blank(text_[at_])) line_ += text_[at_++] == '\n';
  const std::size_t first = at_;
  while (at_ < text_.size() && !is_blank(text_[at_])) ++at_;
  return text_.substr(first, at_ - first);
}

std::string_view TextReader::rest_of_line() {
  const std::size_t first = at_;
  const std::size_t end = std::min(text_.find('\n', at_), text_.size());
  at_ = std::min(end + 1, text_.size());
  line_ += end < text_.size();
  std::string_view rest = text_.substr(first, end - first);
  if (rest.ends_with('\r')) rest.remove_suffix(1);
  return rest;
}

Error TextReader::error(std::string_view what) const {
  return Error{"line " + std::to_string(line_) + ": " + std::string(what)};
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string shown = "'";
  for (const char c : text.substr(0, kLongest)) shown += (c >= ' ' && c <= '~') ? c : '?';
  return shown + (text.size() > kLongest ? "...'" : "'");
}

}  // namespace thalweg
