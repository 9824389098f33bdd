// Grids: numbering, borders and nearest hexagons, refusals, fingerprints.
#include "thalweg/world/grid.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "scope.hpp"
#include "unit/world/sample_worlds.hpp"

namespace thalweg {
namespace {

TEST(Grid, squares_are_numbered_row_by_row) {
  const Grid grid = samples::grid(5, 3, GridShape::square, true);
  EXPECT_EQ(grid.size(), 15u);
  for (const SquareId s : grid.squares()) {
    EXPECT_EQ(grid.at(grid.x(s), grid.y(s)), s);
    EXPECT_EQ(grid.square_at(grid.centre(s).xy()), s);
    EXPECT_EQ(grid.centre(s).z, grid.ground(s));
  }
  EXPECT_EQ(grid.centre(grid.at(2, 1)).xy(), (Vec2{2.5 * 1.5, 1.5 * 1.5}));
}

TEST(Grid, a_border_belongs_to_the_larger_coordinates) {
  const Grid grid = samples::grid(4, 3, GridShape::square, false);  // 6 x 4.5 metres
  EXPECT_EQ(grid.square_at({0, 0}), grid.at(0, 0));
  EXPECT_EQ(grid.square_at({1.5, 0.1}), grid.at(1, 0));
  EXPECT_EQ(grid.square_at({0.1, 3}), grid.at(0, 2));
  EXPECT_EQ(grid.square_at({3, 3}), grid.at(2, 2));
  // Except at the outer border.
  EXPECT_EQ(grid.square_at({6, 0}), grid.at(3, 0));
  EXPECT_EQ(grid.square_at({6, 4.5}), grid.at(3, 2));
}

TEST(Grid, outside_there_is_no_square) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  for (const GridShape shape : {GridShape::square, GridShape::hex}) {
    const Grid grid = samples::grid(4, 3, shape, true);
    for (const Vec2 p : {Vec2{-1e-9, 1}, Vec2{1, -1e-9}, Vec2{7, 1}, Vec2{1, 5}, Vec2{nan, 1},
                         Vec2{1, nan}, Vec2{inf, 1}, Vec2{1, -inf}, Vec2{1e300, 1}}) {
      EXPECT_TRUE(grid.square_at(p).is_none()) << p.x << " " << p.y;
    }
  }
  EXPECT_TRUE(Grid().square_at({0, 0}).is_none());
  EXPECT_TRUE(Grid().box().is_empty());
}

TEST(Grid, a_point_belongs_to_the_nearest_hexagon) {
  const Grid grid = samples::grid(7, 6, GridShape::hex, false);
  const Box2 box = grid.box().xy();
  Random random(seed_of(4));
  int found = 0;
  for (int i = 0; i < 20000; ++i) {
    const Vec2 p{random.between(box.low.x, box.high.x), random.between(box.low.y, box.high.y)};
    SquareId nearest;
    double least = 1e9;
    for (const SquareId s : grid.squares()) {
      const double d = length(grid.centre(s).xy() - p);
      if (d < least) {
        least = d;
        nearest = s;
      }
    }
    const SquareId got = grid.square_at(p);
    // A point inside the inner circle must be found; one outside the outer circle must not.
    const bool must_be_found = least < 0.5 * grid.spacing();
    const bool may_be_found = least < 0.581 * grid.spacing();
    EXPECT_TRUE(got == nearest ? may_be_found : got.is_none() && !must_be_found)
        << p.x << " " << p.y;
    found += !got.is_none();
  }
  EXPECT_GT(found, 17000);
}

TEST(Grid, box_holds_every_centre) {
  for (const GridShape shape : {GridShape::square, GridShape::hex}) {
    const Grid grid = samples::grid(5, 6, shape, true);
    const Box3 box = grid.box();
    for (const SquareId s : grid.squares()) {
      const Vec3 c = grid.centre(s);
      EXPECT_TRUE(box.xy().contains(c.xy()));
      EXPECT_GE(c.z, box.low.z);
      EXPECT_LE(c.z, box.high.z);
    }
  }
  EXPECT_EQ(samples::grid(4, 3, GridShape::square, false).box().xy(), (Box2{{0, 0}, {6, 4.5}}));
}

TEST(Grid, sizes_that_disagree_are_refused) {
  const std::vector<AreaId> six(6);
  EXPECT_TRUE(Grid::from({3, 2, 1, GridShape::square, six, {}}).ok());
  EXPECT_EQ(Grid::from({3, 3, 1, GridShape::square, six, {}}).error(),
            "the areas are not one per square");
  EXPECT_EQ(Grid::from({3, 2, 1, GridShape::square, six, std::vector<float>(5)}).error(),
            "the heights are not one per square");
  EXPECT_EQ(Grid::from({1u << 16, 1u << 16, 1, GridShape::square, {}, {}}).error(),
            "the grid has more than 4,294,967,294 squares");
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const float spacing : {0.0f, -1.0f, nan, 1e9f}) {
    EXPECT_EQ(Grid::from({3, 2, spacing, GridShape::square, six, {}}).error(),
              "the spacing of a grid must be positive");
  }
  EXPECT_EQ(Grid::from({3, 2, 1, static_cast<GridShape>(2), six, {}}).error(),
            "the grid has an unknown shape");
}

TEST(GridLaws, areas_are_named_and_heights_finite) {
  EXPECT_EQ(broken_law(samples::grid(3, 2, GridShape::hex, true), 6), std::nullopt);
  const auto unnamed = Grid::from({1, 1, 1, GridShape::square, std::vector<AreaId>{6}, {}});
  EXPECT_EQ(broken_law(unnamed.value(), 6), "a square has an area without a name");
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), 2e9f}) {
    const auto grid =
        Grid::from({1, 1, 1, GridShape::square, std::vector<AreaId>{0}, std::vector<float>{bad}});
    EXPECT_EQ(broken_law(grid.value(), 6),
              "a square's height is not within 1,000,000,000 of the origin");
  }
}

TEST(Grid, any_changed_value_changes_the_fingerprint) {
  const auto make = [](GridArrays arrays) { return Grid::from(std::move(arrays)).value(); };
  const GridArrays base{3, 2, 1, GridShape::square, std::vector<AreaId>(6), std::vector<float>(6)};
  const std::uint64_t before = make(base).fingerprint();
  GridArrays other = base;
  other.spacing = 2;
  EXPECT_NE(make(other).fingerprint(), before);
  other = base;
  other.shape = GridShape::hex;
  EXPECT_NE(make(other).fingerprint(), before);
  other = base;
  std::swap(other.width, other.height);
  EXPECT_NE(make(other).fingerprint(), before);
  other = base;
  other.ground = std::vector<float>{};
  EXPECT_NE(make(other).fingerprint(), before);
  other = base;
  other.area = std::vector<AreaId>{0, 0, 0, 0, 0, kRoad};
  EXPECT_NE(make(other).fingerprint(), before);
}

}  // namespace
}  // namespace thalweg
