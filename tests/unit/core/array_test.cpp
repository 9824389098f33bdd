// Array: owned, shared and mapped items, and what moving and releasing leave.
// Csr: rows, and offsets that rise.
#include "thalweg/core/array.hpp"

#include <gtest/gtest.h>

#include "thalweg/core/csr.hpp"

namespace thalweg {
namespace {

TEST(Array, owns_what_it_is_handed) {
  const Array<int> array(std::vector<int>{3, 1, 4});
  EXPECT_EQ(array.size(), 3u);
  EXPECT_EQ(array[1], 1);
  EXPECT_EQ(array.back(), 4);
  EXPECT_EQ(array.bytes(), 3 * sizeof(int));
  EXPECT_EQ(array.to_vector(), (std::vector<int>{3, 1, 4}));
  EXPECT_TRUE(Array<int>().empty());
}

TEST(Array, shares_its_items_with_copies) {
  Array<int> copy;
  {
    const Array<int> array(std::vector<int>{3, 1, 4});
    copy = array;
    EXPECT_EQ(copy.data(), array.data());
  }
  EXPECT_EQ(copy.to_vector(), (std::vector<int>{3, 1, 4}));
}

TEST(Array, keeps_a_mapping_while_any_copy_lives) {
  auto owner = std::make_shared<const std::vector<int>>(std::vector<int>{5, 6});
  const std::weak_ptr<const std::vector<int>> watch = owner;
  {
    Array<int> outer;
    {
      const auto mapped = Array<int>::mapped(*owner, owner);
      EXPECT_EQ(mapped.data(), owner->data());
      outer = mapped;
    }
    owner.reset();
    EXPECT_FALSE(watch.expired());
    EXPECT_EQ(outer[1], 6);
  }
  EXPECT_TRUE(watch.expired());
}

TEST(Array, alone_it_gives_its_items_away_without_a_copy) {
  Array<int> array(std::vector<int>{3, 1, 4});
  const int* items = array.data();
  const std::vector<int> released = std::move(array).release();
  EXPECT_EQ(released.data(), items);
  EXPECT_EQ(released, (std::vector<int>{3, 1, 4}));
  EXPECT_TRUE(array.empty());  // NOLINT(bugprone-use-after-move): release() leaves nothing
}

TEST(Array, shared_or_mapped_it_gives_a_copy_and_others_keep_theirs) {
  Array<int> array(std::vector<int>{3, 1, 4});
  const Array<int> other = array;
  std::vector<int> released = std::move(array).release();
  EXPECT_NE(released.data(), other.data());
  released[0] = 9;
  EXPECT_EQ(other.to_vector(), (std::vector<int>{3, 1, 4}));

  const auto owner = std::make_shared<const std::vector<int>>(std::vector<int>{5, 6});
  auto mapped = Array<int>::mapped(*owner, owner);
  EXPECT_EQ(std::move(mapped).release(), *owner);
  EXPECT_EQ(owner.use_count(), 1);
  EXPECT_TRUE(Array<int>().release().empty());
}

TEST(IdArray, takes_its_own_kind_of_id) {
  const IdArray<FaceId, float> heights(std::vector<float>{1, 2});
  EXPECT_EQ(heights[FaceId(1)], 2);
  std::uint32_t count = 0;
  for (const FaceId f : heights.ids()) count += f.value + 1;
  EXPECT_EQ(count, 3u);
}

TEST(Array, is_empty_once_it_was_moved_from) {
  Array<int> one(std::vector<int>{1, 2, 3});
  Array<int> two = std::move(one);
  EXPECT_TRUE(one.empty());  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(two.to_vector(), (std::vector<int>{1, 2, 3}));
  IdArray<FaceId, int> three(std::vector<int>{4});
  IdArray<FaceId, int> four;
  four = std::move(three);
  EXPECT_EQ(three.size(), 0u);  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(four[FaceId(0)], 4);
  four = *&four;
  EXPECT_EQ(four.size(), 1u);
  EXPECT_EQ(std::move(four).release(), std::vector<int>{4});
}

TEST(Csr, gives_a_span_per_row) {
  const Csr<FaceId, int> rows(std::vector<std::uint32_t>{0, 2, 2, 3}, std::vector<int>{7, 8, 9});
  EXPECT_EQ(rows.row_count(), 3u);
  EXPECT_EQ(rows[FaceId(0)].size(), 2u);
  EXPECT_TRUE(rows[FaceId(1)].empty());
  EXPECT_EQ(rows[FaceId(2)][0], 9);
  EXPECT_EQ((Csr<FaceId, int>().row_count()), 0u);
}

TEST(Csr, groups_items_by_row_in_their_order) {
  const std::vector<std::uint32_t> row = {2, 0, 2, 1, 0};
  const auto rows = group_by_row<FaceId, std::size_t>(
      3, row.size(), [&](std::size_t i) { return row[i]; }, [](std::size_t i) { return i; });
  EXPECT_EQ(rows.items().to_vector(), (std::vector<std::size_t>{1, 4, 3, 0, 2}));
  EXPECT_EQ(rows.offsets().to_vector(), (std::vector<std::uint32_t>{0, 2, 3, 5}));
}

TEST(Csr, knows_offsets_that_rise) {
  using Offsets = std::vector<std::uint32_t>;
  EXPECT_TRUE(are_offsets(Offsets{0, 2, 2, 3}, 3, 3));
  EXPECT_TRUE(are_offsets(Offsets{0}, 0, 0));
  EXPECT_FALSE(are_offsets(Offsets{}, 0, 0));
  EXPECT_FALSE(are_offsets(Offsets{1, 2, 2, 3}, 3, 3));
  EXPECT_FALSE(are_offsets(Offsets{0, 3, 2, 3}, 3, 3));
  EXPECT_FALSE(are_offsets(Offsets{0, 2, 2, 4}, 3, 3));
  EXPECT_FALSE(are_offsets(Offsets{0, 3}, 3, 3));
}

}  // namespace
}  // namespace thalweg
