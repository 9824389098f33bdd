// The side of sections, for pictures of hierarchies.
#include <gtest/gtest.h>

#include "common/section_size.hpp"
#include "scene.hpp"

namespace thalweg::tool {
namespace {

TEST(SectionSize, is_that_of_the_recipe) {
  const World squares = random_grid(1, ".");
  const double spacing = squares.grid.spacing();
  EXPECT_EQ(section_size("hpa_star:size=7:levels=1:wide=6:routes=1", squares), 7 * spacing);
  EXPECT_EQ(section_size("thpa_star:size=7.5:levels=1:routes=1", squares), 7.5);
  EXPECT_EQ(section_size("rooms:cells=areas:gates=openings:routes=1", squares), 0);
  EXPECT_EQ(section_size("rooms:cells=labels:labels=12:gates=all:routes=1", squares), 0);
  EXPECT_EQ(section_size("hpa_star", squares), 10 * spacing) << "by default";
  EXPECT_EQ(section_size("rooms:cells=sections:size=3:levels=1:gates=all:routes=1", squares), 3);
  EXPECT_EQ(section_size("natural:layers=full", squares), 0);
  EXPECT_EQ(section_size("something:else", squares), 0);
}

}  // namespace
}  // namespace thalweg::tool
