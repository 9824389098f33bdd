// Profile: one kind of agent, as far as prices go: what a metre costs it, by direction and ground.
//
// The price of an arc is   base x (1 + sum of respect x term) x area multiplier,
// the base measured by the profile's rule, each axis and direction with its own multiplier
// (docs/reference/prices.md).
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/price/speed_model.hpp"
#include "thalweg/world/areas.hpp"
#include "thalweg/world/links.hpp"

namespace thalweg {

inline constexpr double kNoLimit = std::numeric_limits<double>::infinity();

// How the base of a face arc is measured (natural-hierarchy thesis, 5.1.1). Portal and grid arcs
// are measured from point to point, whatever this says.
enum class PriceBase : std::uint32_t {
  centre,    // from centre to centre
  box,       // how far the start's box must grow to hold the target's
  edge_box,  // how far the shared edge's box must grow to hold the target's
  middle,    // from centre to centre over the middle of the shared edge ([VT])
};

// True where a step is measured between points, not boxes.
constexpr bool is_of_points(PriceBase base) {
  return base == PriceBase::centre || base == PriceBase::middle;
}

// What a metre counts in each direction. DEFAULT: 1.
struct AxisMultipliers {
  double east = 1;   // +x
  double west = 1;   // -x
  double north = 1;  // +y
  double south = 1;  // -y
  double up = 1;
  double down = 1;

  bool operator==(const AxisMultipliers&) const = default;
};

// How much each term counts (thesis 5.1.2). DEFAULT: nothing.
struct Respects {
  double target_difficulty = 0;      // x the difficulty of the ground entered
  double target_steepness = 0;       // x 1 - the height of its normal
  double difficulty_difference = 0;  // x the difference of the two difficulties
  double edge_angle = 0;             // x the bend between the two faces: 0 straight, 1 folded back
  double steepness_difference = 0;   // x the difference of the heights of the two normals
  double concave = 1;                // x the bend where the ground bends down, as over a ridge
  double convex = 1;                 // x the bend where it bends up, as in a valley

  bool operator==(const Respects&) const = default;
};

struct AreaPrice {
  std::string area;       // a name; a world without it is not affected
  double multiplier = 1;  // what a metre on it counts
  bool is_banned = false;

  bool operator==(const AreaPrice&) const = default;
};

struct LinkPrice {
  double per_metre = 1;  // the profile's unit for each metre of the link's length
  double fixed = 0;      // and for using it at all
  bool is_banned = false;

  bool operator==(const LinkPrice&) const = default;
};

struct Profile {
  std::string name = "custom";
  PriceBase base = PriceBase::centre;
  SpeedModel speed_model = SpeedModel::steady;
  AxisMultipliers axes;  // of a steady speed model; the others price by slope alone
  Respects respects;
  std::vector<AreaPrice> areas;          // each area at most once. DEFAULT: all 1
  std::array<LinkPrice, 3> links;        // [LinkKind]
  double greatest_slope = kNoLimit;      // rise over run; steeper ground is impassable
  double greatest_step_up = kNoLimit;    // metres, from square to square of a grid
  double greatest_step_down = kNoLimit;  // metres
  double radius = 0;                     // metres; gaps need twice this (docs/reference/prices.md)

  bool operator==(const Profile&) const = default;

  // "m" or "s": what prices are in.
  const char* unit() const { return is_timed() ? "s" : "m"; }
  // True where the slope walked on changes the speed.
  bool is_timed() const { return speed_model != SpeedModel::steady; }
  const LinkPrice& link(LinkKind kind) const { return links[static_cast<std::size_t>(kind)]; }

  static Profile euclid();    // the length of the path and nothing else
  static Profile thesis();    // the natural-hierarchy thesis: up 10, down 5, the rest 1
  static Profile hiker();     // seconds on foot by Tobler's function; does not swim
  static Profile langmuir();  // seconds on foot as GRASS GIS counts them (r.walk)
  static Profile vehicle();   // wheels: roads help, steep ground and water are impassable
};

struct NamedProfile {
  std::string_view name;
  std::string_view summary;  // one line
  Profile (*make)();
};

// The profiles that have a name, in order.
std::span<const NamedProfile> named_profiles();
Result<Profile> named_profile(std::string_view name);

// The first law `profile` breaks, or nothing: numbers finite and within their ranges, names sound.
std::optional<std::string> broken_law(const Profile& profile);

// What a metre counts on each area of a world; kNoLimit where the profile may not go.
using AreaMultipliers = std::array<double, 256>;
AreaMultipliers area_multipliers(const Profile& profile, const AreaNames& names);

}  // namespace thalweg
