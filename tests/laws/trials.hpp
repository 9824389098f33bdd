// Which worlds, graphs, profiles and variants of what is tested (such as planners) a law is tried
// with: all of them in scope `check`; in scope `test` so few that any two values still meet.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "answers.hpp"
#include "pairwise.hpp"

namespace thalweg {

// One ground, and the variants to be tried on it.
struct Trial {
  std::size_t at;                     // [case]
  std::size_t profile;                // [profile]
  std::vector<std::size_t> variants;  // [variant]  rising
};

// Names as numbers, in the order of their first use.
class Numbers {
 public:
  std::uint32_t of(const std::string& name) {
    const auto at = std::ranges::find(names_, name);
    const auto number = static_cast<std::uint32_t>(at - names_.begin());
    if (at == names_.end()) names_.push_back(name);
    return number;
  }

 private:
  std::vector<std::string> names_;
};

// `can_try(c, v)` says whether variant `v` serves case `c`, by index. The names of cases are
// "<world>, <graph>".
template <class CanTry>
std::vector<Trial> trials(const std::vector<Case>& cases, std::size_t profiles,
                          std::size_t variants, const CanTry& can_try) {
  Numbers worlds;
  Numbers graphs;
  std::vector<Combination> possible;
  std::vector<Trial> single;  // [combination]
  for (std::size_t c = 0; c < cases.size(); ++c) {
    const std::string& name = cases[c].name;
    const std::size_t comma = name.find(", ");
    const std::uint32_t world = worlds.of(name.substr(0, comma));
    const std::uint32_t graph = graphs.of(name.substr(comma + 2));
    for (std::size_t v = 0; v < variants; ++v) {
      if (!can_try(c, v)) continue;
      for (std::size_t p = 0; p < profiles; ++p) {
        possible.push_back(
            {world, graph, static_cast<std::uint32_t>(p), static_cast<std::uint32_t>(v)});
        single.push_back({c, p, {v}});
      }
    }
  }
  std::vector<Trial> all;
  for (const std::size_t i : combinations_to_try(possible)) all.push_back(std::move(single[i]));
  const auto ground = [](const Trial& trial) { return std::pair(trial.at, trial.profile); };
  std::ranges::stable_sort(all, {}, ground);
  std::vector<Trial> joined;
  for (Trial& trial : all) {
    if (joined.empty() || ground(joined.back()) != ground(trial)) {
      joined.push_back(std::move(trial));
    } else {
      joined.back().variants.push_back(trial.variants.front());
    }
  }
  return joined;
}

// For planners by their texts: each on the grounds that it serves, which depends on the world and
// the graph alone.
inline std::vector<Trial> planner_trials(const std::vector<Case>& cases,
                                         std::span<const Profile> profiles,
                                         std::span<const std::string> planners) {
  std::vector<Ground> grounds;
  for (const Case& c : cases) grounds.push_back(c.priced(profiles.front()));
  return trials(cases, profiles.size(), planners.size(),
                [&](std::size_t c, std::size_t v) { return serves(planners[v], grounds[c]); });
}

}  // namespace thalweg
