// Reads settings written in TOML: tables (also dotted and inline), texts, numbers, booleans and
// comments. Errors name their line.
//
// Arrays, dates, texts over several lines and letters beyond ASCII outside comments are refused with
// a sentence, because no setting has such a value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "thalweg/core/result.hpp"

namespace thalweg {

struct TomlEntry;

class TomlTable {
 public:
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }
  const TomlEntry* find(std::string_view key) const;
  TomlEntry* find(std::string_view key);
  // Requires: no entry has this key. The address is valid until the next entry is added.
  TomlEntry* add(TomlEntry entry);

 private:
  std::vector<TomlEntry> entries_;  // in the order of the text
};

struct TomlEntry {
  std::string key;
  std::size_t line = 1;
  std::variant<bool, std::int64_t, double, std::string, TomlTable> value;

  const TomlTable* as_table() const { return std::get_if<TomlTable>(&value); }
  const std::string* as_text() const { return std::get_if<std::string>(&value); }
  const std::int64_t* as_integer() const { return std::get_if<std::int64_t>(&value); }
  const bool* as_boolean() const { return std::get_if<bool>(&value); }
  // A whole or a floating-point number.
  std::optional<double> as_number() const;
};

// "line 12".
std::string line_of(const TomlEntry& entry);
// "line 12: <what>".
Error error_at(const TomlEntry& entry, std::string what);

Result<TomlTable> parse_toml(std::string_view text);

}  // namespace thalweg
