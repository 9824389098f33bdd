// Checks of the values of options. A refused value is a sentence:
// "--threads wants a whole number from 1 to 1024, not '0'".
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/command_line.hpp"

namespace thalweg::tool {

inline constexpr std::uint64_t kMost32 = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::uint64_t kMost64 = std::numeric_limits<std::uint64_t>::max();

// A whole number from `least` to `most`. Options of 32 bits pass kMost32.
Check whole_number(std::uint64_t least, std::uint64_t most);

// A finite number from `least` to `most`.
Check number(double least, double most = std::numeric_limits<double>::infinity());
// A finite number above `least`, up to `most`.
Check number_above(double least, double most = std::numeric_limits<double>::infinity());

// One of the names. `what`: what they name, as "graph".
Check one_of(const std::string& what, std::vector<std::string> names);

// What every option of that type is checked by if it has no check of its own: numbers have to be in
// the range of their type. `type`: "UINT", "FLOAT"... Nothing for others.
std::optional<Check> check_of_type(std::string_view type);

// Why a command line was refused, in the parser's words.
struct Refusal {
  std::string kind;                    // "RequiredError"
  std::string text;                    // "--size: wants a number"
  std::vector<std::string> left_over;  // arguments that nothing took
};
// The sentence for it. `verb`: the one that was named, if any. `arguments`: as typed, without the
// program's name.
std::string usage_sentence(const Verb& tool, const Verb* verb, const Refusal& refusal,
                           const std::vector<std::string>& arguments);

}  // namespace thalweg::tool
