// Names that people type: the nearest known name, and sentences about unknown names.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "thalweg/core/result.hpp"

namespace thalweg {

// The names of the items of a range: `names_of(planners(), &PlannerDescriptor::name)`.
template <class Range, class Member>
std::vector<std::string_view> names_of(const Range& range, Member member) {
  std::vector<std::string_view> names;
  for (const auto& item : range) names.emplace_back(item.*member);
  return names;
}

// "a, b, c".
std::string joined(std::span<const std::string_view> names);

// The known name that is nearest to `name` by edit distance (insertions, deletions, replacements
// and swaps of neighbours), without regard to case. Empty if none is near enough to be meant.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known);

// " (did you mean 'size'?)", or nothing if no known name is near.
std::string suggestion(std::string_view name, std::span<const std::string_view> known);

// "there is no planner called 'a_sta' (did you mean 'a_star'?): use one of a_star, dijkstra".
Error unknown_name(std::string_view what, std::string_view name,
                   std::span<const std::string_view> known);

// A number as people write it: "52", "0.25", "1,000,000,000", never with an exponent.
std::string plain_number(double value);

}  // namespace thalweg
