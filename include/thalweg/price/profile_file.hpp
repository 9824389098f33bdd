// Profiles as TOML text: docs/reference/prices.md shows one.
#pragma once

#include <string>
#include <string_view>

#include "thalweg/core/result.hpp"
#include "thalweg/price/profile.hpp"

namespace thalweg {

// A profile from TOML. `from = "hiker"` starts from a named profile, else from one where every
// multiplier is 1 and nothing is banned. Refused with a sentence: unknown keys, numbers out of
// range, text over 64 KiB.
Result<Profile> read_profile(std::string_view toml);

// The text that read_profile reads back as a profile of the same prices: its areas in order of
// name, without the numbers that a ban hides. Requires: no broken law.
std::string write_profile(const Profile& profile);

}  // namespace thalweg
