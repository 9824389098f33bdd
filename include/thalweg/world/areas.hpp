// Areas: the kinds of ground. A face or square has one; a profile prices or bans each.
#pragma once

#include "thalweg/core/cpp20.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thalweg {

// A kind of ground: its index in the world's AreaNames.
using AreaId = std::uint8_t;

// The areas that every world has, in this order. Nobody enters blocked ground or trees.
inline constexpr AreaId kGround = 0;
inline constexpr AreaId kBlocked = 1;
inline constexpr AreaId kWater = 2;
inline constexpr AreaId kSwamp = 3;
inline constexpr AreaId kTrees = 4;
inline constexpr AreaId kRoad = 5;

inline constexpr std::array<std::string_view, 6> kBuiltInAreas = {"ground", "blocked", "water",
                                                                  "swamp",  "trees",   "road"};

// False for ground that no profile may enter.
constexpr bool is_walkable(AreaId area) { return area != kBlocked && area != kTrees; }

// The names of a world's areas: the built-in ones, then its own. At most 256.
class AreaNames {
 public:
  AreaNames() : names_(kBuiltInAreas.begin(), kBuiltInAreas.end()) {}

  std::size_t size() const { return names_.size(); }
  const std::string& operator[](AreaId area) const { return names_[area]; }
  std::optional<AreaId> find(std::string_view name) const;

  // The area of that name, added if it is new; nothing when 256 exist already or the name is not 1
  // to 64 letters, digits, '_', '-' and '.'.
  std::optional<AreaId> find_or_add(std::string_view name);

  bool operator==(const AreaNames&) const = default;

 private:
  std::vector<std::string> names_;
};

}  // namespace thalweg
