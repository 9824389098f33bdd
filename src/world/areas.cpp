// At most 256 names, as an area is one byte. A name is a word that needs
// no quotes in any text format.
#include "thalweg/world/areas.hpp"

#include <algorithm>

namespace thalweg {
namespace {

bool is_word(std::string_view name) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  };
  return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), fits);
}

}  // namespace

std::optional<AreaId> AreaNames::find(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) return std::nullopt;
  return static_cast<AreaId>(found - names_.begin());
}

std::optional<AreaId> AreaNames::find_or_add(std::string_view name) {
  if (const auto found = find(name)) return found;
  if (names_.size() == 256 || !is_word(name)) return std::nullopt;
  names_.emplace_back(name);
  return static_cast<AreaId>(names_.size() - 1);
}

}  // namespace thalweg
