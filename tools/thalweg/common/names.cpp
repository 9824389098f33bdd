// A name lists the settings that differ from their defaults, as VALUE-OPTION; the end of one that
// is too long is replaced by its hash.
#include "common/names.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "thalweg/core/hash.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg::tool {
namespace {

constexpr std::size_t kHashLetters = 16;

// "natural.euclid.faces.worst_unit.52-tie_bits".
std::string merging_name(const std::string& metric, const NaturalOptions& options) {
  const NaturalOptions usual;
  std::string name = "natural." + metric;
  if (options.grow == GrowRule::capped) name += ".capped";
  if (options.order != usual.order) name += ".unit-order";
  if (options.rule != usual.rule) name += "." + std::string(to_string(options.rule));
  const auto add = [&](std::uint32_t value, std::uint32_t fallback, const char* option) {
    if (value != fallback) name += "." + std::to_string(value) + "-" + option;
  };
  if (options.grow == GrowRule::capped) {
    add(options.base, usual.base, "cap_base");
    return name;
  }
  add(options.tie_bits, usual.tie_bits, "tie_bits");
  add(options.most_children, usual.most_children, "most_children");
  return name;
}

}  // namespace

std::string fitting_name(std::string name) {
  if (name.size() <= kMostNameLetters) return name;
  std::array<char, kHashLetters + 1> hash;
  std::snprintf(hash.data(), hash.size(), "%016llx",
                static_cast<unsigned long long>(Hasher().add(name).digest()));
  name.resize(kMostNameLetters - kHashLetters - 1);
  return name + "." + hash.data();
}

std::string hierarchy_name(const PlannerDescriptor& planner, const std::string& metric,
                           const std::string& key) {
  std::string name = std::string(planner.name) + "." + metric;
  for (std::size_t at = key.find(':'); at < key.size();) {
    const std::size_t end = std::min(key.find(':', at + 1), key.size());
    const std::size_t equals = key.find('=', at);
    const std::string option = key.substr(at + 1, equals - at - 1);
    const std::string value = key.substr(equals + 1, end - equals - 1);
    if (value != planner.find_option(option)->fallback) name += "." + value + "-" + option;
    at = end;
  }
  return fitting_name(std::move(name));
}

std::string full_tree_name(const std::string& metric, const NaturalOptions& options) {
  return fitting_name(merging_name(metric, options));
}

std::string tree_name(const std::string& metric, const NaturalOptions& options,
                      std::uint32_t steps) {
  std::string name = merging_name(metric, options);
  if (options.grow == GrowRule::thesis && options.layers != 0)
    name += "." + std::to_string(options.layers) + "-layers";
  if (options.grow == GrowRule::thesis && options.compress != NaturalOptions{}.compress)
    name += ".size-compress";
  if (steps != 0) name += "." + std::to_string(steps) + "-steps";
  return fitting_name(std::move(name));
}

}  // namespace thalweg::tool
