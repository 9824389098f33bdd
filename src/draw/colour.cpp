// Heights interpolate between fixed stops. Ids take steps of the golden ratio around the colour
// circle, so that neighbouring ids differ.
#include "thalweg/draw/colour.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "thalweg/core/hash.hpp"

namespace thalweg {
namespace {

std::uint8_t to_byte(double value) {
  return static_cast<std::uint8_t>(std::clamp(value, 0.0, 255.0) + 0.5);
}

struct Stop {
  double t;
  Colour colour;
};
constexpr std::array<Stop, 8> kHeightStops = {{{0.00, {104, 150, 104}},
                                               {0.12, {134, 172, 112}},
                                               {0.28, {186, 198, 136}},
                                               {0.45, {218, 205, 152}},
                                               {0.62, {198, 166, 122}},
                                               {0.78, {164, 136, 116}},
                                               {0.90, {190, 182, 178}},
                                               {1.00, {250, 250, 252}}}};

// A colour of the given hue, from 0 to 1 around the circle.
Colour hue_colour(double hue, double strength, double lightness) {
  const auto part = [&](double shift) {
    const double t = (hue + shift) - std::floor(hue + shift);
    const double ramp = std::clamp(std::abs(t * 6 - 3) - 1, 0.0, 1.0);
    return to_byte(255 * lightness * (1 - strength + strength * ramp));
  };
  return {part(0), part(2.0 / 3), part(1.0 / 3), 255};
}

}  // namespace

Colour mixed(Colour a, Colour b, double t) {
  const auto mix = [t](double x, double y) { return to_byte(x + (y - x) * t); };
  return {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue), mix(a.alpha, b.alpha)};
}

Colour lit(Colour colour, double light) {
  if (light > 1) {
    return mixed(colour, {255, 255, 255, colour.alpha}, std::min(light - 1, 1.0));
  }
  return mixed({16, 20, 40, colour.alpha}, colour, std::max(light, 0.0));  // shadows are bluish
}

Colour height_colour(double t) {
  std::size_t i = 1;
  while (i + 1 < kHeightStops.size() && t > kHeightStops[i].t) ++i;
  const Stop& low = kHeightStops[i - 1];
  const Stop& high = kHeightStops[i];
  return mixed(low.colour, high.colour, std::clamp((t - low.t) / (high.t - low.t), 0.0, 1.0));
}

Colour area_colour(AreaId area) {
  switch (area) {
    case kGround: return {232, 224, 204};
    case kBlocked: return {62, 68, 80};
    case kWater: return {104, 158, 206};
    case kSwamp: return {150, 160, 112};
    case kTrees: return {84, 128, 84};
    case kRoad: return {206, 176, 132};
    default: return hue_colour(0.13 + 0.381966 * (area - kRoad), 0.35, 0.9);
  }
}

Colour island_colour(std::uint32_t id) {
  if (id == 0xFFFFFFFFu) return {150, 152, 156};
  const std::uint64_t hash = mix64(id);
  const double hue = 0.618033988749895 * static_cast<double>(id % 1000003) + 0.58;
  const double strength = 0.40 + 0.03 * static_cast<double>(hash % 8);
  const double lightness = 0.78 + 0.03 * static_cast<double>((hash >> 8) % 6);
  return hue_colour(hue, strength, lightness);
}

double hillshade(Vec3 normal) {
  constexpr Vec3 kLight{-0.5, 0.5, 0.7071067811865476};
  return std::max(dot(normal, kLight), 0.0) / kLight.z;
}

}  // namespace thalweg
