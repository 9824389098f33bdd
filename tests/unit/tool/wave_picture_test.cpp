// Pictures of waves.
#include "compare/wave_picture.hpp"

#include <gtest/gtest.h>

#include "thalweg/generate/heights.hpp"
#include "thalweg/import/terrain.hpp"

namespace thalweg::tool {
namespace {

// Pixels of the lower half that are not paper and lie more than 20 pixels from the start.
std::size_t coloured_pixels(const Image& image, Vec2 start) {
  std::size_t count = 0;
  for (std::uint32_t row = image.height / 2; row < image.height; ++row) {
    for (std::uint32_t column = 0; column < image.width; ++column) {
      const auto* s = &image.samples[(std::size_t{row} * image.width + column) * image.channels];
      const bool is_paper = s[0] == kPaper.red && s[1] == kPaper.green && s[2] == kPaper.blue;
      const Vec2 away = Vec2{double(column), double(row - image.height / 2)} - start;
      count += !is_paper && length(away) > 20;
    }
  }
  return count;
}

TEST(WavePicture, a_few_targets_can_be_seen) {
  const auto heights = generate_heights({.kind = "cone", .width = 129, .height = 129}).value();
  const World world = make_world(triangulate_heights(heights, {}).value()).value();
  const Ground priced = ground(world, Profile::thesis(), GraphSpec::faces()).value();
  const PlannerInput input{priced, nullptr, {}};
  WaveOptions options{.start = {640, 640}};
  options.targets = 6;
  const auto targets = wave_targets(input, options).value();
  const std::vector<std::string> names = {"dijkstra"};
  const auto planners = wave_planners(names, input).value();
  const auto lines = run_wave(planners, targets, options).value();
  const Image image = draw_wave(world, targets, lines, 200).value();
  // Faces are about a pixel large; six dots of radius 4 cover some 300.
  EXPECT_GT(coloured_pixels(image, {100, 100}), 150u);
}

}  // namespace
}  // namespace thalweg::tool
