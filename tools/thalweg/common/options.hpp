// Options of planners as the verbs print them.
#pragma once

#include <fmt/format.h>

#include <string>

#include "thalweg/papers/descriptor.hpp"

namespace thalweg::tool {

// "1 to 4096 squares".
inline std::string range_of(const OptionInfo& option) {
  return option.unit.empty() ? option.range : fmt::format("{} {}", option.range, option.unit);
}

// ":size=10  the side of a section (1 to 4096 squares)".
inline std::string option_line(const OptionInfo& option) {
  return fmt::format(":{}={}  {} ({})", option.name, option.fallback, option.help,
                     range_of(option));
}

}  // namespace thalweg::tool
