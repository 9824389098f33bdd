// How well groups follow contour lines: known shapes on a slope, and tops of a partition.
#include "thalweg/partition/contours.hpp"

#include <gtest/gtest.h>

#include "scene.hpp"

namespace thalweg {
namespace {

// 16 by 16 squares of a plane that rises along x, two triangles each, in order of square.
World slope(float rise) {
  constexpr std::uint32_t kSide = 16;
  std::vector<Vec3f> vertices;
  for (std::uint32_t i = 0; i < (kSide + 1) * (kSide + 1); ++i) {
    const auto x = static_cast<float>(i % (kSide + 1));
    vertices.push_back({x, static_cast<float>(i / (kSide + 1)), rise * x});
  }
  std::vector<std::uint32_t> corners;
  for (std::uint32_t i = 0; i < kSide * kSide; ++i) {
    const std::uint32_t a = i / kSide * (kSide + 1) + i % kSide;
    const std::uint32_t b = a + kSide + 1;
    corners.insert(corners.end(), {a, a + 1, b + 1, a, b + 1, b});
  }
  return triangles(std::move(vertices), std::move(corners));
}

// Groups of blocks of the given width and height in squares.
std::vector<PieceId> blocks(std::uint32_t width, std::uint32_t height) {
  std::vector<PieceId> groups;
  for (std::uint32_t f = 0; f < 512; ++f) {
    const std::uint32_t x = f / 2 % 16;
    const std::uint32_t y = f / 32;
    groups.push_back(PieceId(y / height * 16 + x / width));
  }
  return groups;
}

TEST(ContourSpread, squares_are_one_and_stripes_the_root_of_their_sides) {
  const World world = slope(0.7f);
  EXPECT_NEAR(contour_spread(world.mesh, blocks(1, 1)), 1, 1e-5);
  EXPECT_NEAR(contour_spread(world.mesh, blocks(4, 4)), 1, 1e-5);
  EXPECT_NEAR(contour_spread(world.mesh, blocks(1, 16)), 0.25, 1e-5) << "along the contours";
  EXPECT_NEAR(contour_spread(world.mesh, blocks(16, 1)), 4, 1e-5) << "up the slope";
  EXPECT_NEAR(contour_spread(world.mesh, blocks(2, 8)), 0.5, 1e-5);
}

TEST(ContourSpread, neither_steepness_nor_height_matters) {
  const World low = slope(0.1f);
  const World steep = slope(3);
  EXPECT_NEAR(contour_spread(low.mesh, blocks(2, 8)), contour_spread(steep.mesh, blocks(2, 8)),
              1e-4);
}

TEST(ContourSpread, level_ground_says_nothing) {
  EXPECT_EQ(contour_spread(slope(0).mesh, blocks(4, 4)), 1);
}

TEST(TopsOf, the_highest_piece_of_each_node) {
  const auto cell = [](std::uint32_t n) { return CellId(n); };
  // n0 and n1 in c0, c0 and n2 in c1; n3 in none.
  IdArray<NodeId, CellId> home(std::vector<CellId>{cell(0), cell(0), cell(1), CellId()});
  IdArray<CellId, CellId> parent(std::vector<CellId>{cell(1), CellId()});
  const auto partition = Partition::from(0, std::move(home), std::move(parent));
  ASSERT_TRUE(partition) << partition.error();
  const PieceId top = partition->piece(cell(1));
  EXPECT_EQ(tops_of(*partition), (std::vector<PieceId>{top, top, top, PieceId(3)}));
}

}  // namespace
}  // namespace thalweg
