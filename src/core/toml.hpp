// Parses TOML text to tables; errors name their line. The only file that includes toml++. Include
// it from .cpp files only, since it is slow to compile.
#pragma once

#include <string>
#include <string_view>

#include "thalweg/core/result.hpp"

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
// Bad text must give an error sentence in every build, never an abort, so toml++'s asserts are off.
#define TOML_ASSERT(...) static_cast<void>(0)
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wcast-qual"
#endif
#include <toml++/toml.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace thalweg {

// "line 12".
inline std::string line_of(const toml::source_region& where) {
  return "line " + std::to_string(where.begin.line);
}
// "line 12: <what>".
inline Error error_at(const toml::source_region& where, std::string what) {
  return error_in(line_of(where), Error{std::move(what)});
}
inline Error error_at(const toml::node& node, std::string what) {
  return error_at(node.source(), std::move(what));
}

// Requires: ASCII. The parser has undefined behaviour on some other letters.
inline Result<toml::table> parse_toml(std::string_view ascii) {
  toml::parse_result parsed = toml::parse(ascii);
  if (parsed) return std::move(parsed).table();
  const toml::parse_error& wrong = parsed.error();
  return error_at(wrong.source(), "not TOML: " + std::string(wrong.description()));
}

}  // namespace thalweg
