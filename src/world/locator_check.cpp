// Checks the lists of a Locator that anybody may have written.
#include <algorithm>
#include <bit>
#include <cmath>

#include "core/thrown.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/world/locate.hpp"
#include "world/bucket_list.hpp"

namespace thalweg {
namespace {

bool are_whole_lists(const IdArray<BucketId, std::uint32_t>& lists,
                     std::span<const std::uint32_t> words, std::uint32_t face_count) {
  const auto starts = lists.span();
  const auto next_list = [&](std::size_t from) {
    const auto found = std::ranges::find_if(
        starts.subspan(from), [](std::uint32_t start) { return start != Locator::kNoList; });
    return static_cast<std::size_t>(found - starts.begin());
  };
  const auto start_of = [&](std::size_t bucket) {
    return bucket == starts.size() ? words.size() : starts[bucket];
  };
  if (start_of(next_list(0)) != 0) return false;
  // Each list starts where the one before ends, so every word is read once.
  return parallel_all_of(starts.size(), std::size_t{1} << 16, [&](std::size_t b, std::size_t last) {
    for (b = next_list(b); b < last;) {
      if (starts[b] >= words.size()) return false;
      const std::size_t size = bucket_list::checked_size(words.subspan(starts[b]), face_count);
      const std::size_t next = next_list(b + 1);
      if (size == 0 || starts[b] + size != start_of(next)) return false;
      b = next;
    }
    return true;
  });
}

}  // namespace

std::size_t bucket_list::checked_size(std::span<const std::uint32_t> words,
                                      std::uint32_t face_count) {
  std::size_t at = 0;
  std::uint32_t bad = 0;
  const auto is_coordinate = [](std::uint32_t word) {
    return std::abs(std::bit_cast<float>(word)) <= 1e9f;  // false for NaN
  };
  for (std::uint32_t left = words[at++] & ~kFlag; left > 0; --left) {
    if (at >= words.size()) return 0;
    const std::uint32_t face = words[at++];
    bad |= (face & ~kFlag) < face_count ? 0u : 1u;
    if ((face & kInMesh) != 0) continue;
    if (at >= words.size()) return 0;
    const std::uint32_t runs = words[at++];
    const std::size_t values = corner_words(runs & ~kFlag) + ((runs & kIsLevel) != 0 ? 1 : 0);
    if (values > words.size() - at) return 0;
    for (const std::uint32_t word : words.subspan(at, values)) bad |= is_coordinate(word) ? 0u : 1u;
    at += values;
  }
  return bad == 0 ? at : 0;
}

Result<Locator> Locator::from(Layout layout, IdArray<BucketId, std::uint32_t> lists,
                              Array<std::uint32_t> words, std::uint32_t face_count) try {
  const std::uint64_t buckets = std::uint64_t{layout.columns} * layout.rows;
  if (!is_finite(layout.low) || !(layout.bucket > 0) || !std::isfinite(layout.bucket)) {
    return Error{"the locator's layout is not finite"};
  }
  if (buckets > 0xFFFFFFFEu || ((layout.columns == 0) != (layout.rows == 0)) ||
      buckets != lists.size()) {
    return Error{"the locator's buckets do not add up"};
  }
  if (!are_whole_lists(lists, words.span(), face_count)) {
    return Error{"a list of the locator is damaged, or names a face that is not there"};
  }
  Locator locator;
  locator.layout_ = layout;
  locator.lists_ = std::move(lists);
  locator.words_ = std::move(words);
  return locator;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
