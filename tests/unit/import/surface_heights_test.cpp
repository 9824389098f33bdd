// Heights of stacked floors at a point: the nearest one and all.
#include "import/surface_heights.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace thalweg {
namespace {

// Squares of side 10 at these heights, one above the other.
TriangleSoup floors(std::initializer_list<double> heights) {
  TriangleSoup soup;
  for (const double z : heights) {
    const auto first = static_cast<std::uint32_t>(soup.vertices.size());
    for (const Vec2 p : {Vec2{0, 0}, {10, 0}, {10, 10}, {0, 10}}) {
      soup.vertices.push_back({p.x, p.y, z});
    }
    soup.triangles.push_back({first, first + 1, first + 2});
    soup.triangles.push_back({first, first + 2, first + 3});
  }
  return soup;
}

TEST(SurfaceHeights, tell_the_nearest_floor_and_all) {
  const TriangleSoup soup = floors({4, 0, 9});
  const std::array<std::uint32_t, 6> every = {0, 1, 2, 3, 4, 5};
  const SurfaceHeights heights(soup, every, {box_of(soup).xy(), false});
  EXPECT_EQ(heights.nearest({3, 1}, 5), 4);
  EXPECT_EQ(heights.nearest({3, 1}, 100), 9);
  std::vector<double> all = heights.all({3, 1});
  std::ranges::sort(all);
  EXPECT_EQ(all, (std::vector<double>{0, 4, 9}));
  EXPECT_EQ(heights.nearest({11, 1}, 5), std::nullopt);
  EXPECT_TRUE(heights.all({11, 1}).empty());
}

}  // namespace
}  // namespace thalweg
