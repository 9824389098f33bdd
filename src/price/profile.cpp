// The named profiles, the ranges of all their numbers, and multipliers by area for one world.
#include "thalweg/price/profile.hpp"

#include "core/names.hpp"

namespace thalweg {
namespace {

constexpr std::array<NamedProfile, 5> kProfiles = {{
    {"euclid", "the length of the path and nothing else; goes wherever anybody goes",
     &Profile::euclid},
    {"thesis", "the natural-hierarchy thesis: up 10, down 5, bends and steepness count",
     &Profile::thesis},
    {"hiker", "seconds on foot by Tobler's function; does not swim", &Profile::hiker},
    {"langmuir", "seconds on foot by Langmuir's rule, as r.walk of GRASS GIS counts them",
     &Profile::langmuir},
    {"vehicle", "wheels: roads help, ground steeper than 0.35 and water are impassable",
     &Profile::vehicle},
}};

// Multipliers beyond this would leave no quanta for the rest of the map.
constexpr double kMostMultiplier = 1000;

struct Range {
  double low;
  double high;
};

// "name must be between 0 and 1000" where it is not.
std::optional<std::string> outside(std::string_view name, double value, Range range) {
  if (value >= range.low && value <= range.high) return std::nullopt;
  const auto number = [](double x) {
    return x == kNoLimit ? std::string("inf") : std::to_string(static_cast<long long>(x));
  };
  return std::string(name) + " must be between " + number(range.low) + " and " + number(range.high);
}

struct Checked {
  std::string_view name;
  double value;
  Range range;
};

std::optional<std::string> broken_number_law(const Profile& p) {
  constexpr Range kMultiplier{0, kMostMultiplier};
  constexpr Range kLimit{0, kNoLimit};
  const Checked all[] = {
      {"axes.east", p.axes.east, kMultiplier},
      {"axes.west", p.axes.west, kMultiplier},
      {"axes.north", p.axes.north, kMultiplier},
      {"axes.south", p.axes.south, kMultiplier},
      {"axes.up", p.axes.up, kMultiplier},
      {"axes.down", p.axes.down, kMultiplier},
      {"respects.target_difficulty", p.respects.target_difficulty, kMultiplier},
      {"respects.target_steepness", p.respects.target_steepness, kMultiplier},
      {"respects.difficulty_difference", p.respects.difficulty_difference, kMultiplier},
      {"respects.edge_angle", p.respects.edge_angle, kMultiplier},
      {"respects.steepness_difference", p.respects.steepness_difference, kMultiplier},
      {"respects.concave", p.respects.concave, kMultiplier},
      {"respects.convex", p.respects.convex, kMultiplier},
      {"greatest_slope", p.greatest_slope, kLimit},
      {"greatest_step_up", p.greatest_step_up, kLimit},
      {"greatest_step_down", p.greatest_step_down, kLimit},
      {"radius", p.radius, kMultiplier},
  };
  for (const Checked& c : all) {
    if (auto wrong = outside(c.name, c.value, c.range)) return wrong;
  }
  return std::nullopt;
}

bool is_word(std::string_view text) {
  if (text.empty() || text.size() > 64) return false;
  for (const char c : text) {
    const bool good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '_' || c == '-' || c == '.';
    if (!good) return false;
  }
  return true;
}

std::optional<std::string> broken_area_law(const Profile& p) {
  for (std::size_t i = 0; i < p.areas.size(); ++i) {
    const AreaPrice& price = p.areas[i];
    if (!is_word(price.area)) return "the name of an area must be a word of 1 to 64 characters";
    if (auto wrong = outside("areas." + price.area, price.multiplier, {0, kMostMultiplier})) {
      return wrong;
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (p.areas[j].area == price.area) return "area " + price.area + " is priced twice";
    }
  }
  return std::nullopt;
}

std::optional<std::string> broken_link_price_law(const Profile& p) {
  for (const LinkKind kind : {LinkKind::jump, LinkKind::ladder, LinkKind::teleport}) {
    const std::string name = "links." + std::string(to_string(kind));
    const LinkPrice& price = p.link(kind);
    if (auto wrong = outside(name + ".per_metre", price.per_metre, {0, kMostMultiplier})) {
      return wrong;
    }
    if (auto wrong = outside(name + ".fixed", price.fixed, {0, 1e9})) return wrong;
  }
  return std::nullopt;
}

}  // namespace

Profile Profile::euclid() {
  Profile p;
  p.name = "euclid";
  return p;
}

Profile Profile::thesis() {
  Profile p;
  p.name = "thesis";
  p.base = PriceBase::edge_box;
  p.axes.up = 10;
  p.axes.down = 5;
  p.respects = {.target_difficulty = 1,
                .target_steepness = 1,
                .difficulty_difference = 1,
                .edge_angle = 1,
                .steepness_difference = 1,
                .concave = 1.05,
                .convex = 0.95};
  return p;
}

Profile Profile::hiker() {
  Profile p;
  p.name = "hiker";
  p.speed_model = SpeedModel::tobler;
  p.respects.target_difficulty = 1;
  p.areas = {{.area = "swamp", .multiplier = 2}, {.area = "water", .is_banned = true}};
  p.links = {{{.per_metre = 1, .fixed = 1}, {.per_metre = 3, .fixed = 2}, {.per_metre = 0.7}}};
  return p;
}

Profile Profile::langmuir() {
  Profile p;
  p.name = "langmuir";
  p.speed_model = SpeedModel::langmuir;
  return p;
}

Profile Profile::vehicle() {
  Profile p;
  p.name = "vehicle";
  p.axes.up = 3;
  p.respects.target_difficulty = 1;
  p.areas = {{.area = "road", .multiplier = 0.5},
             {.area = "swamp", .multiplier = 4},
             {.area = "water", .is_banned = true}};
  p.links = {{{.is_banned = true}, {.is_banned = true}, {}}};
  p.greatest_slope = 0.35;
  return p;
}

std::span<const NamedProfile> named_profiles() { return kProfiles; }

Result<Profile> named_profile(std::string_view name) {
  for (const NamedProfile& profile : kProfiles) {
    if (profile.name == name) return profile.make();
  }
  return unknown_name("profile", name, names_of(kProfiles, &NamedProfile::name));
}

std::optional<std::string> broken_law(const Profile& profile) {
  if (!is_word(profile.name)) return "the name of a profile must be a word of 1 to 64 characters";
  if (profile.base > PriceBase::middle) return "the base is of no known kind";
  if (profile.speed_model > SpeedModel::langmuir) return "the speed model is of no known kind";
  if (auto wrong = broken_number_law(profile)) return wrong;
  if (auto wrong = broken_area_law(profile)) return wrong;
  return broken_link_price_law(profile);
}

AreaMultipliers area_multipliers(const Profile& profile, const AreaNames& names) {
  AreaMultipliers multipliers;
  multipliers.fill(1);
  for (const AreaPrice& price : profile.areas) {
    if (const auto area = names.find(price.area)) {
      multipliers[*area] = price.is_banned ? kNoLimit : price.multiplier;
    }
  }
  for (std::size_t a = 0; a < multipliers.size(); ++a) {
    if (!is_walkable(static_cast<AreaId>(a))) multipliers[a] = kNoLimit;
  }
  return multipliers;
}

}  // namespace thalweg
