// Colours, and all colour maps of the pictures: heights, areas, islands.
#pragma once

#include "thalweg/core/cpp20.hpp"

#include <cstdint>

#include "thalweg/geometry/vec.hpp"
#include "thalweg/world/areas.hpp"

namespace thalweg {

struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  std::uint8_t alpha = 255;  // 0: invisible

  bool operator==(const Colour&) const = default;
};

inline constexpr Colour kPaper{236, 238, 240};  // behind everything
inline constexpr Colour kWhite{255, 255, 255};
inline constexpr Colour kPathColour{214, 40, 57};
inline constexpr Colour kStartColour{32, 148, 80};
inline constexpr Colour kGoalColour{214, 40, 57};
inline constexpr Colour kPointColour{33, 103, 214};
inline constexpr Colour kLinkColour{138, 63, 184};
inline constexpr Colour kPortalColour{30, 34, 40, 60};
inline constexpr Colour kWallColour{44, 48, 56};

// A colour for t from 0 to 1: green lowland, straw, brown, white peaks.
Colour height_colour(double t);

// A colour for each kind of ground; the user's own areas get colours of their own.
Colour area_colour(AreaId area);

// Clearly different colours for neighbouring ids; grey for none (0xFFFFFFFF).
Colour island_colour(std::uint32_t id);

// Linear interpolation: `a` for t = 0, `b` for t = 1.
Colour mixed(Colour a, Colour b, double t);

// `colour` darker (light below 1) or lighter (above 1).
Colour lit(Colour colour, double light);

// The light that a surface with that upward normal gets from the north-west: 1 on level ground.
double hillshade(Vec3 normal);

}  // namespace thalweg
