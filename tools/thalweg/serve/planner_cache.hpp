// PlannerCache: the planners that no request is using, the last used first. Safe to share between
// threads: a planner that was taken is nobody else's until it comes back.
#pragma once

#include <algorithm>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "serve/spare.hpp"
#include "thalweg/planners/planner.hpp"

namespace thalweg::tool::serve {

// A planner, and the name of the one that does the work: `auto` stands for another.
struct MadePlanner {
  std::unique_ptr<Planner> planner;
  std::string used;
  std::uint64_t state = 0;          // the snapshot that it searches
  std::weak_ptr<Used> made_from{};  // its ground or structure: once that is given up, so is this
  std::uint64_t shared_bytes = 0;   // of planner->bytes(): of what it was made from

  std::uint64_t bytes() const {
    return planner->scratch_bytes() + planner->bytes() -
           std::min<std::uint64_t>(shared_bytes, planner->bytes());
  }
};

class PlannerCache {
  struct Kept {
    std::string key;
    MadePlanner made;
    std::uint64_t used = 0;
    std::uint64_t bytes = 0;
  };
  using List = std::list<Kept>;

 public:
  // A planner in use; it goes back to the cache with this value.
  class Lease {
   public:
    Lease(PlannerCache& cache, List one) : cache_(&cache), one_(std::move(one)) {}
    Lease(Lease&&) = default;
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      if (!one_.empty()) cache_->put(std::move(one_));
    }
    MadePlanner& operator*() { return one_.front().made; }
    MadePlanner* operator->() { return &one_.front().made; }

   private:
    PlannerCache* cache_;
    List one_;
  };

  // A planner of that key that nobody uses; `make` makes it where there is none.
  Lease take(const std::string& key, const std::function<MadePlanner()>& make) {
    List one = taken(key);
    if (one.empty()) one.push_back({key, make()});
    return {*this, std::move(one)};
  }
  bool has(const std::string& key) const {
    const std::lock_guard lock(mutex_);
    return std::ranges::any_of(kept_, [&](const Kept& kept) { return kept.key == key; });
  }
  std::uint64_t bytes() const {
    const std::lock_guard lock(mutex_);
    return bytes_of(kept_);
  }

  // Adds the planners of a state to what can be given up.
  void add_spares(std::uint64_t state, Spares& spares) {
    const std::lock_guard lock(mutex_);
    for (const Kept& kept : kept_) {
      if (kept.made.state != state) continue;
      const Planner* planner = kept.made.planner.get();
      spares.push_back({planner, kept.used, kept.bytes, [this, planner] { drop(planner); }});
    }
  }
  // Drops the planners whose structures, grounds or worlds were given up.
  void drop_expired() {
    List gone;
    const std::lock_guard lock(mutex_);
    for (auto at = kept_.begin(); at != kept_.end();) {
      const auto one = at++;
      if (one->made.made_from.expired()) gone.splice(gone.end(), kept_, one);
    }
  }

 private:
  static constexpr std::size_t kMost = 96;

  static std::uint64_t bytes_of(const List& list) {
    std::uint64_t sum = 0;
    for (const Kept& kept : list) sum += kept.bytes;
    return sum;
  }
  List taken(const std::string& key) {
    List one;
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(kept_, key, &Kept::key);
    if (found != kept_.end()) one.splice(one.begin(), kept_, found);
    return one;
  }
  // Allocates nothing. What is dropped is freed after the lock.
  void put(List one) noexcept {
    Kept& back = one.front();
    const auto from = back.made.made_from.lock();
    if (!from) return;
    from->touch();
    back.used = next_use();
    back.bytes = back.made.bytes();
    List gone;
    const std::lock_guard lock(mutex_);
    kept_.splice(kept_.begin(), one);
    if (kept_.size() > kMost) gone.splice(gone.begin(), kept_, std::prev(kept_.end()));
  }
  void drop(const Planner* planner) {
    List gone;
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find_if(
        kept_, [&](const Kept& kept) { return kept.made.planner.get() == planner; });
    if (found != kept_.end()) gone.splice(gone.begin(), kept_, found);
  }

  mutable std::mutex mutex_;
  List kept_;
};

}  // namespace thalweg::tool::serve
