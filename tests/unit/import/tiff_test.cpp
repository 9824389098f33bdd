// TIFF and GeoTIFF height maps.
#include <gtest/gtest.h>

#include <cmath>

#include "thalweg/import/heights.hpp"
#include "tiff_bytes.hpp"

namespace thalweg {
namespace {

template <class Number>
std::string tiff_of(const std::vector<Number>& values, std::uint16_t format, bool is_big_endian) {
  TiffBytes tiff(is_big_endian);
  tiff.image(3, 2, 8 * sizeof(Number), format);
  const std::vector<Number> first(values.begin(), values.begin() + 3);
  const std::vector<Number> second(values.begin() + 3, values.end());
  return tiff.strips(1, {tiff.encoded(first), tiff.encoded(second)}).bytes();
}

template <class Number>
void expect_read(const std::vector<Number>& values, std::uint16_t format) {
  for (const bool is_big_endian : {false, true}) {
    const auto field = read_tiff(tiff_of(values, format, is_big_endian));
    ASSERT_TRUE(field) << field.error();
    ASSERT_EQ(field->z.size(), values.size());
    EXPECT_EQ(field->width, 3u);
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_EQ(field->z[i], static_cast<float>(values[i])) << i;
    }
    EXPECT_EQ(broken_law(*field), std::nullopt);
  }
}

TEST(Tiff, every_kind_of_number_is_read) {
  expect_read<std::uint8_t>({0, 1, 2, 254, 255, 7}, 1);
  expect_read<std::int8_t>({0, 1, -2, -128, 127, 7}, 2);
  expect_read<std::uint16_t>({0, 1, 32768, 65535, 4, 5}, 1);
  expect_read<std::int16_t>({0, -1, -32766, 32767, 4, 5}, 2);
  expect_read<std::uint32_t>({0, 1, 1u << 31, 3, 4, 5}, 1);
  expect_read<std::int32_t>({0, -1, -70000, 3, 4, 5}, 2);
  expect_read<float>({0, -1.5f, 1e-3f, 4096.25f, 4, 5}, 3);
  expect_read<double>({0, -1.5, 1e-3, 4096.25, 4, 5}, 3);
}

TEST(Tiff, voids_are_the_usual_ones_and_those_that_gdal_names) {
  TiffBytes tiff;
  tiff.image(3, 1, 16, 2).text(42113, " 7 ");
  tiff.strips(1, {tiff.encoded(std::vector<std::int16_t>{-32767, 7, 8})});
  const auto field = read_tiff(tiff.bytes(), {.voids = {9}}).value();
  EXPECT_TRUE(std::isnan(field.z[0]));
  EXPECT_TRUE(std::isnan(field.z[1]));
  EXPECT_EQ(field.z[2], 8);

  TiffBytes real;
  real.image(3, 1, 32, 3).text(42113, "-3.4028234663852886e+38");
  real.strips(1, {real.encoded(std::vector<float>{-3.4028234663852886e+38f, INFINITY, 1})});
  const auto floats = read_tiff(real.bytes()).value();
  EXPECT_TRUE(std::isnan(floats.z[0]));
  EXPECT_TRUE(std::isnan(floats.z[1]));
  EXPECT_EQ(floats.z[2], 1);
}

TEST(Tiff, tiles_are_put_together) {
  TiffBytes tiff;
  tiff.image(20, 18, 8, 1);
  std::vector<std::string> tiles;
  for (std::uint32_t tile = 0; tile < 4; ++tile) {
    std::string bytes;
    for (std::uint32_t i = 0; i < 256; ++i) {
      const std::uint32_t column = tile % 2 * 16 + i % 16;
      const std::uint32_t row = tile / 2 * 16 + i / 16;
      bytes += static_cast<char>(column + 7 * row);
    }
    tiles.push_back(bytes);
  }
  const auto field = read_tiff(tiff.tiles(16, 16, tiles).bytes()).value();
  for (std::uint32_t i = 0; i < 20 * 18; ++i) {
    ASSERT_EQ(field.z[i], static_cast<float>(i % 20 + 7 * (i / 20)));
  }
}

TEST(Tiff, packed_samples_are_unpacked) {
  TiffBytes tiff;
  // PackBits: 4 times 9 (257 - 4 = 253), then two literal bytes.
  tiff.image(3, 2, 8, 1).tag(259, TiffBytes::word, {32773}).strips(2, {"\xfd\x09\x01\x05\x06"});
  const auto field = read_tiff(tiff.bytes());
  ASSERT_TRUE(field) << field.error();
  EXPECT_EQ(field->z, (std::vector<float>{9, 9, 9, 9, 5, 6}));
}

TiffBytes placed_tiff(double model, double raster, const std::vector<double>& tie) {
  TiffBytes tiff;
  tiff.image(3, 2, 8, 1).strips(2, {std::string(6, '\1')});
  tiff.tag(33550, TiffBytes::real, {2, 4, 0}).tag(33922, TiffBytes::real, tie);
  tiff.tag(34735, TiffBytes::word, {1, 1, 0, 2, 1024, 0, 1, model, 1025, 0, 1, raster});
  return tiff;
}

TEST(Tiff, projected_maps_are_placed_as_they_are) {
  const std::vector<double> tie = {0, 0, 0, 1000, 2000, 0};
  const auto area = read_tiff(placed_tiff(1, 1, tie).bytes()).value();
  EXPECT_EQ(area.spacing_x, 2);
  EXPECT_EQ(area.spacing_y, 4);
  EXPECT_EQ(area.origin, (Vec3{1001, 1994, 0}));  // the centre of the lower left pixel
  const auto point = read_tiff(placed_tiff(1, 2, tie).bytes()).value();
  EXPECT_EQ(point.origin, (Vec3{1000, 1996, 0}));
  const auto inner_tie = read_tiff(placed_tiff(1, 2, {1, 1, 0, 1002, 1996, 0}).bytes()).value();
  EXPECT_EQ(inner_tie.origin, point.origin);
}

TiffBytes transformed_tiff(const std::vector<double>& matrix) {
  TiffBytes tiff;
  tiff.image(3, 2, 8, 1).strips(2, {std::string(6, '\1')});
  return tiff.tag(34264, TiffBytes::real, matrix);
}

TEST(Tiff, a_model_transformation_positions_the_map) {
  const auto field =
      read_tiff(transformed_tiff({2, 0, 0, 1000, 0, -4, 0, 2000, 0, 0, 0, 0, 0, 0, 0, 1}).bytes())
          .value();
  EXPECT_EQ(field.spacing_x, 2);
  EXPECT_EQ(field.spacing_y, 4);
  EXPECT_EQ(field.origin, (Vec3{1001, 1994, 0}));  // as with a pixel scale and a tie point
}

TEST(Tiff, a_model_transformation_that_turns_or_mirrors_is_refused) {
  const auto why = [](const std::vector<double>& matrix) {
    return read_tiff(transformed_tiff(matrix).bytes()).error();
  };
  EXPECT_EQ(why({2, 1, 0, 0, 1, -4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}),
            "the TIFF file's model transformation turns the map: only scales are supported");
  EXPECT_EQ(why({2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}),
            "the TIFF file's model transformation mirrors the map, or is not a number");
  EXPECT_EQ(why({std::nan(""), 0, 0, 0, 0, -4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}),
            "the TIFF file's model transformation mirrors the map, or is not a number");
  EXPECT_EQ(why({2, 0, 0, 0}), "the TIFF file's model transformation has under 16 numbers");
}

TEST(Tiff, the_coordinate_system_says_where_on_earth) {
  const std::vector<double> tie = {0, 0, 0, 500'000, 5'000'000, 0};
  const auto earth_of = [&](const std::vector<double>& keys, bool has_tie = true) {
    TiffBytes tiff = placed_tiff(1, 1, has_tie ? tie : std::vector<double>{0});
    std::vector<double> words = {1, 1, 0, static_cast<double>(keys.size() / 4)};
    words.insert(words.end(), keys.begin(), keys.end());
    return read_tiff(tiff.tag(34735, TiffBytes::word, words).bytes()).value().earth;
  };
  EXPECT_EQ(earth_of({1024, 0, 1, 1, 3072, 0, 1, 32632}), earth_of_epsg(32632));
  EXPECT_EQ(earth_of({1024, 0, 1, 1, 2048, 0, 1, 4326, 3072, 0, 1, 2056}).epsg, 2056u);
  EXPECT_EQ(earth_of({1024, 0, 1, 1, 2048, 0, 1, 4326, 3072, 0, 1, 32767}).grid, EarthGrid::none);
  EXPECT_EQ(earth_of({1024, 0, 1, 1, 3072, 0, 1, 32632}, false).grid, EarthGrid::none);
}

TEST(Tiff, degrees_become_metres) {
  const auto field = read_tiff(placed_tiff(2, 2, {0, 0, 0, 8, 62, 0}).bytes()).value();
  // Rows at 62 and 58 degrees: the middle is 60, where the cosine is one half.
  EXPECT_NEAR(field.spacing_x, 111320, 1e-6);
  EXPECT_EQ(field.spacing_y, 4 * 111320.0);
  EXPECT_EQ(field.origin.y, 58 * 111320.0);
  const LatLon corner = lat_lon_of(field.earth, field.origin.xy()).value();
  EXPECT_NEAR(corner.latitude, 58, 1e-12);
  EXPECT_NEAR(corner.longitude, 8, 1e-12);
}

TEST(Tiff, tags_of_another_type_are_left_alone) {
  TiffBytes tiff;
  tiff.image(3, 2, 8, 1).strips(2, {std::string(6, '\1')});
  tiff.text(33550, "1 1 1").tag(42113, TiffBytes::real, {1}).text(34735, "abc");
  const auto field = read_tiff(tiff.bytes());
  ASSERT_TRUE(field) << field.error();
  EXPECT_EQ(field->spacing_x, 1);
  EXPECT_EQ(field->z[0], 1);
}

TEST(Tiff, every_truncation_is_refused_or_reads) {
  const std::string whole = placed_tiff(2, 2, {0, 0, 0, 8, 62, 0}).bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto field = read_tiff(std::string_view(whole).substr(0, size));
    if (field) {
      EXPECT_EQ(broken_law(*field), std::nullopt);
    }
  }
}

}  // namespace
}  // namespace thalweg
