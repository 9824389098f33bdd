// Moving AI maps and scenarios: letters as areas, row 0 at y 0, line ends, and names with blanks.
#include "thalweg/import/movingai.hpp"

#include <gtest/gtest.h>

#include "unit/import/map_scene.hpp"

namespace thalweg {
namespace {

constexpr std::string_view kMap = "type octile\nheight 2\nwidth 4\nmap\n.GSW\nT@O.\n";

TEST(ReadMap, letters_become_areas) {
  const auto grid = read_map(kMap);
  ASSERT_TRUE(grid.ok()) << grid.error();
  EXPECT_EQ(grid->width(), 4u);
  EXPECT_EQ(grid->height(), 2u);
  const std::vector<AreaId> areas = grid->arrays().area.to_vector();
  EXPECT_EQ(areas, (std::vector<AreaId>{kGround, kGround, kSwamp, kBlocked, kTrees, kBlocked,
                                        kBlocked, kGround}));
  EXPECT_EQ(broken_law(*grid), std::nullopt);
}

TEST(ReadMap, water_is_kept_when_asked_for) {
  EXPECT_EQ(read_map(kMap, {.water = true})->area(SquareId(3)), kWater);
}

TEST(ReadMap, options_set_shape_and_spacing) {
  const auto grid = read_map(kMap, {.shape = GridShape::hex, .cell = 2.5});
  EXPECT_EQ(grid->shape(), GridShape::hex);
  EXPECT_EQ(grid->spacing(), 2.5);
  EXPECT_FALSE(read_map(kMap, {.cell = 0}).ok());
  EXPECT_FALSE(read_map(kMap, {.cell = kNoHeight}).ok());
}

TEST(ReadMap, line_breaks_and_blank_ends_do_not_matter) {
  std::string crlf;
  for (const char c : kMap) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  const auto plain = read_map(kMap)->fingerprint();
  EXPECT_EQ(read_map(crlf)->fingerprint(), plain);
  EXPECT_EQ(read_map(crlf + "\r\n \r\n")->fingerprint(), plain);
  EXPECT_EQ(read_map(kMap.substr(0, kMap.size() - 1))->fingerprint(), plain);
}

TEST(ReadMap, row_0_is_y_0) {
  const Grid grid = map_scene(R"(
      . # #
      # # S )");
  EXPECT_EQ(grid.area(grid.at(0, 0)), kGround);
  EXPECT_EQ(grid.area(grid.at(2, 1)), kSwamp);
  EXPECT_EQ(grid.square_at({2.5, 1.5}), grid.at(2, 1));
}

TEST(ReadScen, takes_blanks_tabs_and_names_with_blanks) {
  const auto list = read_scen(
      "version 1.0\r\n"
      "3\ta.map\t8\t9\t1\t2\t3\t4\t5.5\r\n"
      "\n"
      "4 maps/b.map 8 9 -1.5 2.25 3 4 1e2\n"
      "0\tmy map.map\t8\t9\t1\t2\t3\t4\t0");
  ASSERT_TRUE(list.ok()) << list.error();
  ASSERT_EQ(list->size(), 3u);
  const Scenario& first = list.value()[0];
  EXPECT_EQ(first.bucket, 3u);
  EXPECT_EQ(first.map, "a.map");
  EXPECT_EQ(first.width, 8u);
  EXPECT_EQ(first.height, 9u);
  EXPECT_EQ(first.goal, (Vec2{3, 4}));
  EXPECT_EQ(first.length, 5.5);
  EXPECT_EQ(list.value()[1].start, (Vec2{-1.5, 2.25}));
  EXPECT_EQ(list.value()[2].map, "my map.map");
}

TEST(ReadScen, a_square_has_its_centre) {
  const Point p = centre_of_square({3, 4}, 2);
  EXPECT_EQ(p.x, 7);
  EXPECT_EQ(p.y, 9);
  EXPECT_TRUE(std::isnan(p.z));
}

}  // namespace
}  // namespace thalweg
