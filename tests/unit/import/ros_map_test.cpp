// ROS maps: YAML headers, PGM in both forms and depths, thresholds, and the direction of y.
#include "thalweg/import/ros_map.hpp"

#include <gtest/gtest.h>

namespace thalweg {
namespace {

TEST(RosYaml, reads_the_usual_file) {
  const auto header = read_ros_yaml(
      "# made by map_saver\n"
      "image: \"my # map.pgm\"   # beside this file\r\n"
      "mode: trinary\n"
      "resolution: 0.05\n"
      "origin: [-12.5, 3e1, 0.0]\n"
      "negate: 1\n"
      "occupied_thresh: 0.7\n"
      "free_thresh: 0.25\n"
      "extra: {anything: goes}\n");
  ASSERT_TRUE(header.ok()) << header.error();
  EXPECT_EQ(header->image, "my # map.pgm");
  EXPECT_EQ(header->resolution, 0.05);
  EXPECT_EQ(header->origin, (Vec3{-12.5, 30, 0}));
  EXPECT_TRUE(header->negate);
  EXPECT_EQ(header->occupied_thresh, 0.7);
  EXPECT_EQ(header->free_thresh, 0.25);
}

TEST(RosYaml, takes_an_origin_as_a_list_of_lines) {
  const auto header = read_ros_yaml("image: a.pgm\norigin:\n- 1\n  - 2\n- 0.5\nresolution: 1\n");
  ASSERT_TRUE(header.ok()) << header.error();
  EXPECT_EQ(header->origin, (Vec3{1, 2, 0.5}));
  EXPECT_EQ(header->occupied_thresh, 0.65);
  EXPECT_EQ(read_ros_yaml("image: a\nresolution: 1\norigin: [1,\n 2, 0]")->origin, (Vec3{1, 2, 0}));
}

TEST(Pgm, plain_and_raw_are_the_same) {
  const auto plain = read_pgm("P2 # plain\n# size\n3 2\n255\n0 10 20\n30 40#note\n255\n");
  const auto raw = read_pgm(std::string("P5 3 2 255\n") + '\0' + "\n\x14\x1e(\xff");
  ASSERT_TRUE(plain.ok()) << plain.error();
  ASSERT_TRUE(raw.ok()) << raw.error();
  EXPECT_EQ(plain->samples, (std::vector<std::uint16_t>{0, 10, 20, 30, 40, 255}));
  EXPECT_EQ(raw->samples, plain->samples);
  EXPECT_EQ(raw->width, 3u);
  EXPECT_EQ(raw->height, 2u);
  EXPECT_EQ(raw->bits, 8u);
}

TEST(Pgm, sixteen_bits_and_other_scales) {
  const auto deep = read_pgm(std::string("P5\n2 1\n65535\n\x01\x02\xff\xff"));
  ASSERT_TRUE(deep.ok()) << deep.error();
  EXPECT_EQ(deep->bits, 16u);
  EXPECT_EQ(deep->samples, (std::vector<std::uint16_t>{258, 65535}));
  EXPECT_EQ(read_pgm("P2 3 1 2 0 1 2")->samples, (std::vector<std::uint16_t>{0, 128, 255}));
}

// 254 is free, 205 unknown, 0 occupied, as map_saver writes them.
Image small_map() {
  Image image;
  image.width = 2;
  image.height = 2;
  image.samples = {254, 0, 205, 254};
  return image;
}

RosMapHeader small_header() { return {.image = "a.pgm", .resolution = 0.5, .origin = {7, 8, 0}}; }

TEST(RosWorld, the_top_row_has_the_largest_y) {
  const auto parts = ros_world(small_header(), small_map());
  ASSERT_TRUE(parts.ok()) << parts.error();
  EXPECT_EQ(parts->origin, (Vec3{7, 8, 0}));
  EXPECT_EQ(parts->y_axis, YAxis::up);
  const Grid& grid = parts->grid;
  EXPECT_EQ(grid.spacing(), 0.5);
  EXPECT_EQ(grid.area(grid.at(0, 1)), kGround);   // 254, top left
  EXPECT_EQ(grid.area(grid.at(1, 1)), kBlocked);  // 0
  EXPECT_EQ(grid.area(grid.at(0, 0)), kBlocked);  // unknown
  EXPECT_EQ(grid.area(grid.at(1, 0)), kGround);
  EXPECT_EQ(broken_law(make_world(*parts).value()), std::nullopt);
}

TEST(RosWorld, unknown_and_negate) {
  const auto open = ros_world(small_header(), small_map(), {.unknown_is_free = true});
  EXPECT_EQ(open->grid.area(SquareId(0)), kGround);
  EXPECT_EQ(open->grid.area(SquareId(3)), kBlocked);
  RosMapHeader header = small_header();
  header.negate = true;
  const auto turned = ros_world(header, small_map());
  EXPECT_EQ(turned->grid.area(SquareId(2)), kBlocked);
  EXPECT_EQ(turned->grid.area(SquareId(3)), kGround);
}

TEST(RosWorld, refuses_what_it_cannot_hold) {
  RosMapHeader header = small_header();
  header.origin.z = 0.1;
  EXPECT_EQ(ros_world(header, small_map()).error(),
            "the map is turned: its origin's yaw must be 0");
  Image colour = small_map();
  colour.channels = 3;
  EXPECT_FALSE(ros_world(small_header(), colour).ok());
  Image short_one = small_map();
  short_one.samples.pop_back();
  EXPECT_FALSE(ros_world(small_header(), short_one).ok());
}

}  // namespace
}  // namespace thalweg
