// Targets, headers and cookies are parsed by hand with limits. Incomplete escapes
// and zero bytes refuse a target.
#include "serve/http.hpp"

#include "core/text.hpp"

namespace thalweg::tool::serve {
namespace {

constexpr std::size_t kMostParameters = 32;

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Nothing for incomplete or invalid escapes, and for zero bytes.
std::optional<std::string> percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i] == '+' ? ' ' : text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = hex_digit(text[i + 1]);
    const int low = hex_digit(text[i + 2]);
    if (high < 0 || low < 0 || high + low == 0) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

// The part of `text` before the first `separator`, without blanks; `text` becomes what follows it.
std::string_view take_part(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = trimmed(text.substr(0, end));
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

// "q=0", "q=0.000".
bool is_zero_quality(std::string_view parameter) {
  return parameter.starts_with("q=0") &&
         parameter.substr(3).find_first_not_of(".0") == std::string_view::npos;
}

}  // namespace

std::optional<Target> parse_target(std::string_view target) {
  Target parsed;
  const std::size_t question = std::min(target.find('?'), target.size());
  const auto path = percent_decoded(target.substr(0, question));
  if (!path || path->empty() || path->front() != '/') return std::nullopt;
  parsed.path = *path;
  std::string_view rest = target.substr(std::min(question + 1, target.size()));
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('&'), rest.size());
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t equals = std::min(part.find('='), part.size());
    const auto name = percent_decoded(part.substr(0, equals));
    const auto value = percent_decoded(part.substr(std::min(equals + 1, part.size())));
    if (!name || !value || parsed.parameters.size() >= kMostParameters) return std::nullopt;
    parsed.parameters[*name] = *value;
  }
  return parsed;
}

bool has_word(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    if (take_part(words, ' ') == word) return true;
  }
  return false;
}

bool is_type(std::string_view header, std::string_view type) {
  return lower_case(take_part(header, ';')) == type;
}

bool accepts_gzip(std::string_view header) {
  while (!header.empty()) {
    std::string_view coding = take_part(header, ',');
    const std::string name = lower_case(take_part(coding, ';'));
    if ((name == "gzip" || name == "*") && !is_zero_quality(trimmed(coding))) return true;
  }
  return false;
}

std::string cookie_value(std::string_view header, std::string_view name) {
  while (!header.empty()) {
    const std::string_view part = take_part(header, ';');
    if (part.size() > name.size() && part.starts_with(name) && part[name.size()] == '=') {
      return std::string(part.substr(name.size() + 1));
    }
  }
  return {};
}

}  // namespace thalweg::tool::serve
