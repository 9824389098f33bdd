// Reading the settings of a PlannerSpec.
#pragma once

#include "thalweg/core/text.hpp"
#include "thalweg/papers/registry.hpp"

namespace thalweg {

// "0" or "1".
inline Result<bool> flag(const PlannerSpec& spec, std::string_view option,
                         std::string_view fallback = "0") {
  const std::string_view value = spec.value(option, fallback);
  if (value == "0") return false;
  if (value == "1") return true;
  return Error{"the option '" + std::string(option) + "' is 0 or 1"};
}

// The value of an option as a number; the fallback where it is not named.
template <class Number>
Result<Number> number(const PlannerSpec& spec, std::string_view option, Number fallback) {
  const std::string_view value = spec.value(option, "");
  if (value.empty()) return fallback;
  if (const auto read = TextReader::parse_number<Number>(value)) return *read;
  return Error{"the option '" + std::string(option) + "' is a number, not " + quoted(value)};
}

}  // namespace thalweg
