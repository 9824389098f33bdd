// Height map readers: hgt, asc, raw, png, and the files of bad_input.
#include "thalweg/import/heights.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "thalweg/core/file.hpp"

namespace thalweg {
namespace {

using namespace std::string_literals;

const float kNoHeight = std::numeric_limits<float>::quiet_NaN();

void expect_heights(const HeightField& field, const std::vector<float>& expected) {
  ASSERT_EQ(field.z.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (std::isnan(expected[i])) {
      EXPECT_TRUE(std::isnan(field.z[i])) << i;
    } else {
      EXPECT_EQ(field.z[i], expected[i]) << i;
    }
  }
}

TEST(Heights, hgt_is_big_endian_and_has_voids) {
  const auto field = read_hgt("\0\1\1\0\xff\xff\x80\1\x80\0\0\2\0\0\0\3\0\4"s).value();
  EXPECT_EQ(field.width, 3u);
  EXPECT_EQ(field.height, 3u);
  expect_heights(field, {1, 256, -1, kNoHeight, kNoHeight, 2, 0, 3, 4});
  EXPECT_EQ(broken_law(field), std::nullopt);
}

TEST(Heights, hgt_knows_its_position_on_earth) {
  const std::string zeros(8, '\0');
  const auto field = read_heights(zeros, "N46E008.hgt").value();
  const Vec2 far{field.origin.x + field.spacing_x, field.origin.y + field.spacing_y};
  const LatLon corner = lat_lon_of(field.earth, far).value();
  EXPECT_NEAR(corner.latitude, 47, 1e-12);
  EXPECT_NEAR(corner.longitude, 9, 1e-12);
  EXPECT_EQ(read_heights(zeros, "somewhere.hgt").value().earth, Earth{});
}

TEST(Heights, hgt_is_spaced_by_its_latitude) {
  const std::string zeros(18, '\0');
  const auto equator = read_hgt(zeros, {.latitude = -0.5}).value();
  EXPECT_EQ(equator.spacing_x, 55660);
  EXPECT_EQ(equator.spacing_y, 55660);
  const auto north = read_heights(zeros, "some/where/N59E010.HGT").value();
  EXPECT_NEAR(north.spacing_x, 55660 * std::cos(59.5 * std::acos(-1) / 180), 1e-9);
  EXPECT_EQ(north.spacing_y, 55660);
  EXPECT_EQ(north.origin.y, 59 * 111320.0);
  EXPECT_NEAR(north.origin.x, 20 * north.spacing_x, 1e-6);
}

TEST(Heights, tile_names_are_understood) {
  const auto corner = corner_of_tile("S33W071.hgt").value();
  EXPECT_EQ(corner.latitude, -33);
  EXPECT_EQ(corner.longitude, -71);
  for (const char* name : {"", "N46", "valley.hgt", "N4xE008.hgt", "N-6E008.hgt", "N99E008.hgt",
                           "N46E999.hgt", "X46E008.hgt"}) {
    EXPECT_FALSE(corner_of_tile(name)) << name;
  }
}

TEST(Heights, further_voids_can_be_named) {
  const auto field = read_hgt("\0\1\0\2\0\3\0\2"s, {.voids = {2, 77}}).value();
  expect_heights(field, {1, kNoHeight, 3, kNoHeight});
}

TEST(Heights, raw_takes_either_order_of_bytes) {
  const std::string bytes = "\1\2\x80\0\0\x80\xff\xff"s;
  expect_heights(read_raw(bytes).value(), {513, 128, 32768, 65535});
  expect_heights(read_raw(bytes, {.raw_is_big_endian = true}).value(), {258, 32768, 128, 65535});
  expect_heights(read_raw(bytes, {.raw_is_signed = true}).value(), {513, 128, kNoHeight, -1});
  EXPECT_EQ(read_raw(bytes, {.raw_width = 4}).value().height, 1u);
  EXPECT_EQ(read_raw(bytes, {.raw_width = 3}).error(),
            "8 bytes do not make rows of 3 of 16-bit samples");
}

TEST(Heights, asc_keys_come_in_any_order_and_case) {
  const auto field = read_asc(
                         "NROWS 2\nncols 3\nXLLcenter 10\nyllcorner 20\nCellSize 4\n"
                         "nodata_VALUE -1\n1 2 -1\r\n4 nan 6.5\n")
                         .value();
  EXPECT_EQ(field.width, 3u);
  EXPECT_EQ(field.height, 2u);
  expect_heights(field, {1, 2, kNoHeight, 4, kNoHeight, 6.5});
  EXPECT_EQ(field.origin, (Vec3{10, 22, 0}));
  EXPECT_EQ(field.spacing_x, 4);
}

TEST(Heights, asc_takes_two_spacings_and_degrees) {
  const std::string text = "ncols 2 nrows 2 xllcenter 1 yllcenter 59.5 dx 0.5 dy 0.25\n1 2 3 -9999";
  const auto plain = read_asc(text).value();
  EXPECT_EQ(plain.spacing_x, 0.5);
  EXPECT_EQ(plain.spacing_y, 0.25);
  expect_heights(plain, {1, 2, 3, kNoHeight});
  const auto metres = read_asc(text, {.is_geographic = true}).value();
  EXPECT_EQ(metres.spacing_y, 0.25 * 111320);
  EXPECT_NEAR(metres.spacing_x, 55660 * std::cos(59.625 * std::acos(-1) / 180), 1e-9);
}

TEST(Heights, png_is_grey_or_by_magnitudes) {
  const Image image{
      .width = 2, .height = 1, .channels = 3, .bits = 8, .samples = {0, 1, 2, 9, 9, 9}};
  const std::string bytes = write_png(image).value();
  expect_heights(read_heights(bytes, "a.png", {.png_code = HeightCode::magnitudes}).value(),
                 {258, 9 * 65536 + 9 * 256 + 9});
  expect_heights(read_heights(bytes, "a.png", {.png_code = HeightCode::grey}).value(), {0, 9});
}

TEST(Heights, png_with_colour_is_by_magnitudes_unless_told) {
  const auto read = [](std::vector<std::uint16_t> samples) {
    const Image image{.width = 2, .height = 1, .channels = 3, .bits = 8, .samples = samples};
    return read_heights(write_png(image).value(), "a.png").value();
  };
  expect_heights(read({0, 1, 2, 0, 0, 9}), {258, 9});
  expect_heights(read({7, 7, 7, 9, 9, 9}), {7, 9});
}

TEST(Heights, other_endings_are_refused) {
  EXPECT_EQ(read_heights("", "map").error(),
            "'map' does not end in .hgt .asc .raw .r16 .tif .tiff or .png");
}

// Every file of bad_input/{hgt,asc,raw,tiff} is refused with the sentence beside it.
TEST(Heights, bad_input_is_refused_with_its_sentence) {
  std::size_t count = 0;
  for (const char* format : {"hgt", "asc", "raw", "tiff"}) {
    const auto folder = std::filesystem::path(THALWEG_SOURCE_DIR) / "tests/bad_input" / format;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() == ".expect") continue;
      const std::string bytes = read_file(entry.path()).value();
      const auto field = read_heights(bytes, entry.path().filename().string());
      ASSERT_FALSE(field) << entry.path();
      EXPECT_EQ(field.error() + "\n", read_file(entry.path().string() + ".expect").value())
          << entry.path();
      ++count;
    }
  }
  EXPECT_GE(count, 30u);
}

}  // namespace
}  // namespace thalweg
