// Unions: disjoint sets that can be joined (union-find).
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace thalweg {

class Unions {
 public:
  // Items 0 to count - 1, each a set of its own.
  explicit Unions(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), std::uint32_t{0});
  }

  // The representative of the set that holds `item`: its lowest item. Nearly O(1).
  std::uint32_t root(std::uint32_t item) {
    while (parent_[item] != item) item = parent_[item] = parent_[parent_[item]];
    return item;
  }
  // Joins the sets of `a` and `b`; returns the root of the union.
  std::uint32_t join(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    return parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace thalweg
