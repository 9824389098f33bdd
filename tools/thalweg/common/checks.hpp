// Checks of the values of options. A refused value is a sentence:
// "--threads wants a whole number from 1 to 1024, not '0'".
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace thalweg::tool {

inline constexpr std::uint64_t kMost32 = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::uint64_t kMost64 = std::numeric_limits<std::uint64_t>::max();

// A whole number from `least` to `most`. Options of 32 bits pass kMost32.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);

// A finite number from `least` to `most`.
CLI::Validator number(double least, double most = std::numeric_limits<double>::infinity());
// A finite number above `least`, up to `most`.
CLI::Validator number_above(double least, double most = std::numeric_limits<double>::infinity());

// One of the names. `what`: what they name, as "graph".
CLI::Validator one_of(const std::string& what, std::vector<std::string> names);

// Gives every option that takes a number and has no check one for its type. Flags take no value.
void complete_checks(CLI::App& app);

// The sentence for arguments that CLI11 refused. `arguments`: as typed, without the program's name.
std::string usage_sentence(const CLI::App& app, const CLI::ParseError& error,
                           const std::vector<std::string>& arguments);

}  // namespace thalweg::tool
