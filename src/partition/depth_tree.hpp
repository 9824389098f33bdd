// DepthTree: an array of numbers that are raised and lowered by ranges, and the indices of the
// greatest.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace thalweg {

class DepthTree {
 public:
  explicit DepthTree(std::span<const std::int32_t> values)
      : base_(std::bit_ceil(std::max<std::size_t>(values.size(), 1))), parts_(2 * base_, kGone) {
    std::copy(values.begin(), values.end(), parts_.begin() + static_cast<std::ptrdiff_t>(base_));
    for (std::size_t i = base_; i-- > 1;) {
      parts_[i] = 0;
      settle(i);
    }
  }

  // Adds to the values at indices first to last - 1. O(log n).
  void add(std::size_t first, std::size_t last, std::int32_t amount) {
    for_each_block(first, last, [&](std::size_t block) { parts_[block] += amount; });
    settle_above(first);
    settle_above(last - 1);
  }

  // Lowers a value below all others, permanently. O(log n).
  void remove(std::size_t index) { add(index, index + 1, kGone); }

  // The greatest value at indices first to last - 1. O(log^2 n).
  std::int32_t greatest(std::size_t first, std::size_t last) const {
    std::int32_t result = 2 * kGone;
    for_each_block(first, last,
                   [&](std::size_t block) { result = std::max(result, greatest_in(block)); });
    return result;
  }

  // Calls `visit(index)` for the indices of value `value` from first to last - 1. Requires: none of
  // these has more. O((log n + visits) log n).
  template <class Visit>
  void for_each_of(std::int32_t value, std::size_t first, std::size_t last,
                   const Visit& visit) const {
    for_each_block(first, last, [&](std::size_t block) {
      if (greatest_in(block) == value) for_each_greatest(block, visit);
    });
  }

 private:
  static constexpr std::int32_t kGone = -(1 << 29);

  // The blocks that make up indices first to last - 1.
  template <class Visit>
  void for_each_block(std::size_t first, std::size_t last, const Visit& visit) const {
    for (first += base_, last += base_; first < last; first /= 2, last /= 2) {
      if (first % 2 == 1) visit(first++);
      if (last % 2 == 1) visit(--last);
    }
  }

  // Moves what both halves of a block share up into it.
  void settle(std::size_t block) {
    const std::int32_t shared = std::max(parts_[2 * block], parts_[2 * block + 1]);
    parts_[2 * block] -= shared;
    parts_[2 * block + 1] -= shared;
    parts_[block] += shared;
  }
  void settle_above(std::size_t index) {
    for (std::size_t block = (index + base_) / 2; block > 0; block /= 2) settle(block);
  }

  std::int32_t greatest_in(std::size_t block) const {
    std::int32_t sum = 0;
    for (; block > 0; block /= 2) sum += parts_[block];
    return sum;
  }

  // The next block in a walk of the tree that does not go into `block`, inside `root`; 0 at the
  // end.
  static std::size_t after(std::size_t block, std::size_t root) {
    while (block != root && block % 2 == 1) block /= 2;
    return block == root ? 0 : block + 1;
  }

  template <class Visit>
  void for_each_greatest(std::size_t root, const Visit& visit) const {
    for (std::size_t block = root; block != 0;) {
      const bool is_wanted = block == root || parts_[block] == 0;
      if (is_wanted && block >= base_) visit(block - base_);
      block = is_wanted && block < base_ ? 2 * block : after(block, root);
    }
  }

  // The value at an index is the sum over its block and all blocks that hold it. Of the two halves
  // of a block the greater has 0, so a block's sum is the greatest value in it.
  std::size_t base_;
  std::vector<std::int32_t> parts_;  // [block]  1 is all; 2 i and 2 i + 1 are the halves of i
};

}  // namespace thalweg
