// PNG files and heights survive conversion to bytes and back.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "thalweg/core/file.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/image/height_field.hpp"

namespace thalweg {
namespace {

Image noise(std::uint32_t width, std::uint32_t height, std::uint32_t channels, std::uint32_t bits) {
  Image image{.width = width, .height = height, .channels = channels, .bits = bits};
  Random random(width * 31 + channels * 7 + bits);
  for (std::uint32_t i = 0; i < width * height * channels; ++i) {
    image.samples.push_back(static_cast<std::uint16_t>(random.below(1u << bits)));
  }
  return image;
}

TEST(Png, every_kind_of_image_comes_back_the_same) {
  for (const std::uint32_t bits : {8u, 16u}) {
    for (const std::uint32_t channels : {1u, 2u, 3u, 4u}) {
      for (const std::uint32_t width : {1u, 2u, 37u}) {
        const Image image = noise(width, 23, channels, bits);
        const auto bytes = write_png(image);
        ASSERT_TRUE(bytes) << bytes.error();
        const auto back = read_png(*bytes);
        ASSERT_TRUE(back) << back.error();
        EXPECT_EQ(back->width, image.width);
        EXPECT_EQ(back->height, image.height);
        EXPECT_EQ(back->channels, channels);
        EXPECT_EQ(back->bits, bits);
        EXPECT_EQ(back->samples, image.samples);
      }
    }
  }
}

TEST(Png, a_file_cut_short_anywhere_is_refused) {
  const std::string bytes = write_png(noise(9, 9, 3, 8)).value();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(read_png(std::string_view(bytes).substr(0, size))) << size;
  }
}

TEST(Png, a_flipped_byte_is_refused_or_harmless) {
  const std::string bytes = write_png(noise(9, 9, 1, 16)).value();
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 0x55);
    const auto image = read_png(changed);
    if (image) {
      EXPECT_EQ(image->samples.size(), image->width * image->height * image->channels);
    }
  }
}

// Each file of tests/bad_input/png is refused with the sentence beside it.
TEST(Png, malformed_files_are_refused_in_a_sentence) {
  const std::filesystem::path folder = std::string(THALWEG_SOURCE_DIR) + "/tests/bad_input/png";
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".png") continue;
    const auto image = read_png(read_file(entry.path()).value());
    ASSERT_FALSE(image) << entry.path();
    EXPECT_EQ(image.error() + "\n", read_file(entry.path().string() + ".expect").value())
        << entry.path();
    ++count;
  }
  EXPECT_GE(count, 10);
}

TEST(Png, small_samples_and_palettes_are_widened) {
  const std::string folder = std::string(THALWEG_SOURCE_DIR) + "/tests/fuzz/seeds/png/";
  const auto read = [&](const char* name) {
    return read_png(read_file(folder + name).value()).value();
  };
  const Image grey = read("grey1_interlaced.png");
  EXPECT_EQ(grey.bits, 8u);
  EXPECT_EQ(grey.samples, (std::vector<std::uint16_t>{255}));
  const Image palette = read("palette.png");
  EXPECT_EQ(palette.channels, 4u);
  EXPECT_EQ(palette.samples,
            (std::vector<std::uint16_t>{0, 1, 2, 0, 3, 4, 5, 255, 6, 7, 8, 255, 9, 10, 11, 255}));
  const Image key = read("grey4_key.png");
  EXPECT_EQ(key.channels, 2u);
  EXPECT_EQ(key.samples, (std::vector<std::uint16_t>{17, 255, 255, 0, 34, 255, 0, 255}));
}

TEST(Png, wrong_images_are_not_written) {
  EXPECT_EQ(write_png({}).error(), "an image without pixels cannot be written");
  Image image = noise(2, 2, 1, 8);
  image.samples[3] = 256;
  EXPECT_EQ(write_png(image).error(), "an 8 bit image has a sample over 255");
  image.samples.pop_back();
  EXPECT_EQ(write_png(image).error(), "the samples do not fill the image");
  image.bits = 4;
  EXPECT_EQ(write_png(image).error(), "an image has 8 or 16 bits per sample");
  image.channels = 5;
  EXPECT_EQ(write_png(image).error(), "an image has 1 to 4 channels");
}

TEST(Heights, come_back_the_same_by_either_code) {
  for (const HeightCode code : {HeightCode::grey, HeightCode::magnitudes}) {
    for (const bool has_void : {false, true}) {
      HeightField field{.width = 3, .height = 2, .z = {0, 1, 255, 256, 65534, 65535}};
      if (code == HeightCode::magnitudes) field.z[4] = 16777215;
      if (has_void) field.z[2] = std::numeric_limits<float>::quiet_NaN();
      const auto png = write_png(encode_heights(field, code).value());
      const auto back = decode_heights(read_png(*png).value(), code);
      ASSERT_TRUE(back) << back.error();
      for (std::size_t i = 0; i < 6; ++i) {
        if (std::isnan(field.z[i])) {
          EXPECT_TRUE(std::isnan(back->z[i]));
        } else {
          EXPECT_EQ(back->z[i], field.z[i]);
        }
      }
    }
  }
}

TEST(Heights, that_cannot_be_written_are_refused) {
  for (const float z : {-1.0f, 0.5f, 65536.0f, std::numeric_limits<float>::infinity()}) {
    const auto image = encode_heights({.width = 1, .height = 1, .z = {z}}, HeightCode::grey);
    ASSERT_FALSE(image);
    EXPECT_EQ(image.error(), "a height is not a whole number from 0 to 65535");
  }
  EXPECT_EQ(decode_heights(noise(2, 2, 3, 16), HeightCode::magnitudes).error(),
            "heights by magnitudes need an 8 bit image with red, green and blue");
  EXPECT_EQ(decode_heights({}, HeightCode::grey).error(), "the image has no pixels");
}

TEST(Png, texts_travel_in_the_file) {
  Image image{.width = 1, .height = 1, .samples = {7}};
  image.texts = {{"Title", "a valley"}, {"empty", ""}};
  const auto back = read_png(write_png(image).value()).value();
  EXPECT_EQ(back.texts, image.texts);
  EXPECT_EQ(*back.find_text("Title"), "a valley");
  EXPECT_EQ(back.find_text("Author"), nullptr);
}

TEST(HeightField, spacing_and_scale_travel_in_the_image) {
  HeightField field{.width = 2, .height = 1, .z = {0, 640}};
  field.spacing_x = 10;
  field.spacing_y = 12.5;
  field.metres_per_unit = 0.1;
  const auto image = encode_heights(field, HeightCode::grey).value();
  const auto bytes = write_png(image).value();
  const auto back = decode_heights(read_png(bytes).value(), HeightCode::grey).value();
  EXPECT_EQ(back.spacing_x, 10);
  EXPECT_EQ(back.spacing_y, 12.5);
  EXPECT_EQ(back.metres_per_unit, 0.1);
  EXPECT_EQ(back.z, field.z);
}

TEST(HeightField, refuses_senseless_sizes_in_the_image) {
  Image image{.width = 1, .height = 1, .samples = {7}};
  for (const char* text : {"", "10", "0 1", "-1 1", "nan 1", "1 x"}) {
    image.texts = {{std::string(kSpacingText), text}};
    EXPECT_EQ(decode_heights(image, HeightCode::grey).error(),
              "the text 'thalweg spacing' of the image must be two numbers above 0, not '" +
                  std::string(text) + "'");
  }
  image.texts = {{std::string(kHeightScaleText), "inf"}};
  EXPECT_EQ(decode_heights(image, HeightCode::grey).error(),
            "the text 'thalweg height scale' of the image must be a number above 0, not 'inf'");
}

}  // namespace
}  // namespace thalweg
