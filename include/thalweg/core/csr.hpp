// Csr: compressed sparse rows. The project stores every "some items for each row" in this form.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "thalweg/core/array.hpp"
#include "thalweg/core/parallel.hpp"

namespace thalweg {

template <class RowId, class Item>
class Csr {
 public:
  Csr() = default;

  // Requires: row_count + 1 offsets that rise from 0 to items.size().
  Csr(Array<std::uint32_t> offsets, Array<Item> items)
      : offsets_(std::move(offsets)), items_(std::move(items)) {}

  std::size_t row_count() const { return offsets_.empty() ? 0 : offsets_.size() - 1; }
  std::size_t item_count() const { return items_.size(); }
  std::size_t bytes() const { return offsets_.bytes() + items_.bytes(); }

  // The items of `row`.
  std::span<const Item> operator[](RowId row) const {
    return items_.span().subspan(offsets_[row.value], size(row));
  }
  std::uint32_t first(RowId row) const { return offsets_[row.value]; }
  std::uint32_t last(RowId row) const { return offsets_[row.value + 1]; }
  std::uint32_t size(RowId row) const { return last(row) - first(row); }

  const Array<std::uint32_t>& offsets() const { return offsets_; }  // [row + 1]
  const Array<Item>& items() const { return items_; }               // [item], grouped by row

 private:
  Array<std::uint32_t> offsets_;
  Array<Item> items_;
};

// True when there are row_count + 1 `offsets` that rise from 0 to `item_count`: what a Csr
// requires.
inline bool are_offsets(std::span<const std::uint32_t> offsets, std::size_t row_count,
                        std::size_t item_count) {
  if (offsets.size() != row_count + 1 || offsets.front() != 0 || offsets.back() != item_count) {
    return false;
  }
  return parallel_all_of(row_count, std::size_t{1} << 18, [&](std::size_t first, std::size_t last) {
    std::uint32_t falls = 0;
    for (std::size_t i = first; i < last; ++i) falls |= offsets[i] > offsets[i + 1] ? 1u : 0u;
    return falls == 0;
  });
}

// Groups `count` items by row, keeping their order within a row (a counting sort).
// `row_of(i)` is a number below `row_count`; `item_of(i)` the item. Requires: count < 2^32.
template <class RowId, class Item, class RowOf, class ItemOf>
Csr<RowId, Item> group_by_row(std::size_t row_count, std::size_t count, RowOf row_of,
                              ItemOf item_of) {
  std::vector<std::uint32_t> offsets(row_count + 1, 0);
  for (std::size_t i = 0; i < count; ++i) ++offsets[row_of(i) + 1];
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  std::vector<std::uint32_t> next(offsets.begin(), offsets.end() - 1);
  std::vector<Item> items(count);
  for (std::size_t i = 0; i < count; ++i) items[next[row_of(i)]++] = item_of(i);
  return {std::move(offsets), std::move(items)};
}

}  // namespace thalweg
