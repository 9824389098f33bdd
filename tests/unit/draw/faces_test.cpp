// Faces in colours that the caller chooses, and pictures side by side.
#include "thalweg/draw/faces.hpp"

#include <gtest/gtest.h>

#include "scene.hpp"
#include "thalweg/draw/draw.hpp"
#include "unit/draw/pixel.hpp"

namespace thalweg {
namespace {

Image filled(std::uint32_t width, std::uint32_t height, std::uint16_t grey) {
  Image image{.width = width, .height = height, .channels = 3, .bits = 8};
  image.samples.assign(std::size_t{width} * height * 3, grey);
  return image;
}

TEST(PaintFaces, each_face_has_its_colour_and_those_without_alpha_stay) {
  const World world = mesh_scene("...\n");
  const View view = view_of(world, {.width = 60, .margin = 0}).value();
  RasterPainter painter(view, kPaper);
  const std::vector<Colour> colours = {{255, 0, 0}, {0, 0, 0, 0}, {0, 0, 255}};
  paint_faces(painter, world.mesh, colours);
  const Image image = painter.image();
  EXPECT_EQ(pixel(image, 10, 10), (Colour{255, 0, 0}));
  EXPECT_EQ(pixel(image, 30, 10), kPaper);
  EXPECT_EQ(pixel(image, 50, 10), (Colour{0, 0, 255}));
}

TEST(WaveColour, far_is_more_saturated_than_near) {
  int last = -1;
  for (const double t : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    const Colour c = wave_colour(t);
    const int saturation = c.red - std::min(c.green, c.blue);
    EXPECT_GT(saturation, last);
    last = saturation;
  }
  EXPECT_EQ(wave_colour(-3), wave_colour(0));
  EXPECT_EQ(wave_colour(9), wave_colour(1));
}

TEST(SideBySide, pictures_lie_in_rows_and_none_is_lost) {
  const std::vector<Image> three = {filled(10, 6, 10), filled(8, 6, 20), filled(10, 4, 30)};
  const auto whole = side_by_side(three, 2);
  ASSERT_TRUE(whole) << whole.error();
  EXPECT_EQ(whole->width, 10u + 8 + 10);
  EXPECT_EQ(whole->height, 6u + 8 + 6);
  EXPECT_EQ(pixel(*whole, 9, 5), (Colour{10, 10, 10}));
  EXPECT_EQ(pixel(*whole, 10, 5), kPaper) << "between them is paper";
  EXPECT_EQ(pixel(*whole, 18, 0), (Colour{20, 20, 20}));
  EXPECT_EQ(pixel(*whole, 26, 0), kPaper) << "the second is narrower";
  EXPECT_EQ(pixel(*whole, 0, 14), (Colour{30, 30, 30}));
  EXPECT_EQ(pixel(*whole, 20, 16), kPaper) << "there is no fourth";
  EXPECT_EQ(side_by_side(three, 9)->height, 6u) << "no more columns than pictures";
}

TEST(SideBySide, refuses_what_it_cannot_show) {
  EXPECT_FALSE(side_by_side({}, 2));
  const std::vector<Image> one = {filled(4, 4, 0)};
  EXPECT_FALSE(side_by_side(one, 0));
  const std::vector<Image> grey = {Image{.width = 1, .height = 1, .samples = {0}}};
  EXPECT_FALSE(side_by_side(grey, 1));
  const std::vector<Image> wide(3, filled(8000, 1, 0));
  EXPECT_FALSE(side_by_side(wide, 3));
}

}  // namespace
}  // namespace thalweg
