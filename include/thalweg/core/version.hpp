// Version: of the library, as CHANGELOG.md counts it. docs/reference/stability.md says what it promises.
#pragma once

#include "thalweg/core/cpp20.hpp"

#include <compare>
#include <cstdint>
#include <string>

namespace thalweg {

struct Version {
  std::uint32_t major = 0;  // others break programs, once it is 1 or more
  std::uint32_t minor = 0;  // others add; before 1.0 they may break programs
  std::uint32_t patch = 0;  // others mend

  auto operator<=>(const Version&) const = default;
};

// Of these headers. CMake, the tool and the packages read it from this line.
inline constexpr Version kVersion{0, 9, 0};

// Of the library that the program runs with: another one where a shared library was replaced.
Version library_version();

std::string to_string(const Version& version);  // "0.9.0"

}  // namespace thalweg
