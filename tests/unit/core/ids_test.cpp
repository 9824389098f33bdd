// Strong ids: 4 bytes, no conversions between kinds, printed with their letter, none until set.
#include "thalweg/core/ids.hpp"

#include <type_traits>

#include <gtest/gtest.h>

namespace thalweg {
namespace {

static_assert(sizeof(FaceId) == 4);
static_assert(!std::is_convertible_v<FaceId, NodeId>);
static_assert(!std::is_constructible_v<FaceId, NodeId>);
static_assert(!std::is_convertible_v<std::uint32_t, FaceId>);

TEST(Ids, print_with_their_letter) {
  EXPECT_EQ(to_string(FaceId(12)), "f12");
  EXPECT_EQ(to_string(NodeId(0)), "n0");
  EXPECT_EQ(to_string(EdgeId()), "e-");
}

TEST(Ids, are_none_until_set) {
  EXPECT_TRUE(VertexId().is_none());
  EXPECT_FALSE(VertexId(0).is_none());
  EXPECT_LT(VertexId(3), VertexId(4));
  EXPECT_LT(VertexId(4), VertexId());
}

TEST(Ids, range_over_a_count_or_an_interval) {
  std::uint32_t sum = 0;
  for (const FaceId f : IdRange<FaceId>(std::size_t{4})) sum += f.value;
  EXPECT_EQ(sum, 6u);
  const IdRange<EdgeId> some(7, 10);
  EXPECT_EQ(some.size(), 3u);
  EXPECT_EQ(some.front(), EdgeId(7));
  for (const FaceId f : IdRange<FaceId>(std::size_t{0})) FAIL() << to_string(f);
}

}  // namespace
}  // namespace thalweg
