// PlannerCache: the planners of one thread, the last used ones kept.
#pragma once

#include <algorithm>
#include <functional>
#include <list>
#include <memory>
#include <string>

#include "thalweg/planners/planner.hpp"

namespace thalweg::tool::serve {

// A planner, and the name of the one that does the work: `auto` stands for another.
struct MadePlanner {
  std::unique_ptr<Planner> planner;
  std::string used;
};

class PlannerCache {
 public:
  // The planner of that key; `make` makes it where there is none. Planners that were not used for
  // longest are dropped where there are more than kMost, or their memory exceeds kMostBytes.
  MadePlanner& planner(const std::string& key, const std::function<MadePlanner()>& make) {
    for (auto at = kept_.begin(); at != kept_.end(); ++at) {
      if (at->key != key) continue;
      kept_.splice(kept_.begin(), kept_, at);
      return kept_.front().made;
    }
    kept_.push_front({key, make()});
    while (kept_.size() > 1 && (kept_.size() > kMost || bytes() > kMostBytes)) kept_.pop_back();
    return kept_.front().made;
  }

  bool has(const std::string& key) const {
    return std::ranges::any_of(kept_, [&](const Kept& kept) { return kept.key == key; });
  }

 private:
  static constexpr std::size_t kMost = 48;
  static constexpr std::size_t kMostBytes = std::size_t{1} << 30;

  struct Kept {
    std::string key;
    MadePlanner made;
  };

  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const Kept& kept : kept_) sum += kept.made.planner->scratch_bytes();
    return sum;
  }

  std::list<Kept> kept_;  // the last used first
};

}  // namespace thalweg::tool::serve
