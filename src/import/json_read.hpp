// Reads values from untrusted JSON: each value is checked, nothing throws.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace thalweg {

using Json = nlohmann::json;

inline constexpr std::uint64_t kMostNatural = std::uint64_t{1} << 53;

// The member of an object; null when there is none or `json` is not an object.
inline const Json* member(const Json& json, const char* name) {
  if (!json.is_object()) return nullptr;
  const auto found = json.find(name);
  return found == json.end() ? nullptr : &*found;
}

// Item `number` of the array called `name`; null when there is none.
inline const Json* item(const Json& root, const char* name, std::uint64_t number) {
  const Json* array = member(root, name);
  if (array == nullptr || !array->is_array() || number >= array->size()) return nullptr;
  return &(*array)[number];
}

inline std::size_t item_count(const Json& root, const char* name) {
  const Json* array = member(root, name);
  return array != nullptr && array->is_array() ? array->size() : 0;
}

// A whole number from 0 to 2^53, also when written as 12.0.
inline std::optional<std::uint64_t> natural(const Json& json) {
  if (json.is_number_unsigned()) {
    const auto value = json.get<std::uint64_t>();
    return value <= kMostNatural ? std::optional(value) : std::nullopt;
  }
  if (!json.is_number_float()) return std::nullopt;
  const auto value = json.get<double>();
  if (!(value >= 0 && value <= static_cast<double>(kMostNatural))) return std::nullopt;
  const auto whole = static_cast<std::uint64_t>(value);
  return static_cast<double>(whole) == value ? std::optional(whole) : std::nullopt;
}

// The member as a whole number; `otherwise` when it is missing; nothing when it is not one.
inline std::optional<std::uint64_t> natural(const Json& json, const char* name,
                                            std::optional<std::uint64_t> otherwise) {
  const Json* found = member(json, name);
  return found == nullptr ? otherwise : natural(*found);
}

inline std::string text(const Json& json, const char* name) {
  const Json* found = member(json, name);
  return found != nullptr && found->is_string() ? found->get<std::string>() : std::string();
}

// Whole numbers below `limit`; nothing when the member is missing, not an array, or holds other
// values.
inline std::optional<std::vector<std::uint32_t>> numbers(const Json& json, const char* name,
                                                         std::size_t limit) {
  std::vector<std::uint32_t> out;
  const Json* array = member(json, name);
  if (array == nullptr || !array->is_array()) return std::nullopt;
  for (const Json& entry : *array) {
    const auto number = natural(entry);
    if (!number || *number >= limit) return std::nullopt;
    out.push_back(static_cast<std::uint32_t>(*number));
  }
  return out;
}

// The member as `Count` doubles; `otherwise` when it is missing.
template <std::size_t Count>
std::optional<std::array<double, Count>> doubles(const Json& json, const char* name,
                                                 const std::array<double, Count>& otherwise) {
  const Json* array = member(json, name);
  if (array == nullptr) return otherwise;
  if (!array->is_array() || array->size() != Count) return std::nullopt;
  std::array<double, Count> out{};
  for (std::size_t i = 0; i < Count; ++i) {
    if (!(*array)[i].is_number()) return std::nullopt;
    out[i] = (*array)[i].get<double>();
  }
  return out;
}

}  // namespace thalweg
