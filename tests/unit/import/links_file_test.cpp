// Links as text: every kind and option; heights and lengths filled in;
// links off the ground refused.
#include "thalweg/import/links_file.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "thalweg/world/mesh_builder.hpp"
#include "thalweg/world/world.hpp"
#include "unit/import/map_scene.hpp"

namespace thalweg {
namespace {

TEST(ReadLinks, reads_every_kind_and_option) {
  const auto links = read_links(
      "# a comment\n"
      "\n"
      "jump 10,42 -> 14.5,42\r\n"
      "ladder\t3,7,0 ->  3,7,12  both length=11.5 # to the roof\n"
      "teleport -1,0 -> 9e2,900 tag=5",
      {1, 2, 3});
  ASSERT_TRUE(links.ok()) << links.error();
  ASSERT_EQ(links->size(), 3u);
  const Link& jump = links.value()[0];
  EXPECT_EQ(jump.kind, LinkKind::jump);
  EXPECT_EQ(jump.from.xy(), (Vec2{9, 40}));
  EXPECT_EQ(jump.to.xy(), (Vec2{13.5, 40}));
  EXPECT_TRUE(std::isnan(jump.from.z));
  EXPECT_TRUE(std::isnan(jump.length));
  EXPECT_EQ(jump.is_two_way, 0u);
  const Link& ladder = links.value()[1];
  EXPECT_EQ(ladder.kind, LinkKind::ladder);
  EXPECT_EQ(ladder.to, (Vec3f{2, 5, 9}));
  EXPECT_EQ(ladder.is_two_way, 1u);
  EXPECT_EQ(ladder.length, 11.5f);
  const Link& teleport = links.value()[2];
  EXPECT_EQ(teleport.kind, LinkKind::teleport);
  EXPECT_EQ(teleport.length, 0);
  EXPECT_EQ(teleport.tags, 5u);
}

// Two squares 10 wide, one at height 0, one at 4 and 20 to the right.
Mesh two_steps() {
  MeshSoup soup;
  soup.vertices = {{0, 0, 0},  {10, 0, 0}, {10, 10, 0}, {0, 10, 0},
                   {20, 0, 4}, {30, 0, 4}, {30, 10, 4}, {20, 10, 4}};
  for (const std::uint32_t v : {0u, 1u, 2u, 0u, 2u, 3u, 4u, 5u, 6u, 4u, 6u, 7u}) {
    soup.corners.push_back(VertexId(v));
  }
  return build_mesh(std::move(soup)).value().mesh;
}

TEST(ReadLinks, a_world_fills_in_heights_and_lengths) {
  WorldParts parts;
  parts.mesh = two_steps();
  parts.links = read_links("jump 7,5 -> 20,5\njump 20,5 -> 7,5 length=2", {}).value();
  parts.links[1].from.z = 3;
  const auto world = make_world(std::move(parts));
  ASSERT_TRUE(world.ok()) << world.error();
  EXPECT_EQ(broken_law(*world), std::nullopt);
  const Link& link = world->links[LinkId(0)];
  EXPECT_EQ(link.from.z, 0);
  EXPECT_EQ(link.to.z, 4);
  EXPECT_EQ(link.length, static_cast<float>(std::sqrt(13.0 * 13 + 4 * 4)));
  EXPECT_EQ(world->links[LinkId(1)].from.z, 4);  // moved onto the ground
  EXPECT_EQ(world->links[LinkId(1)].length, 2);
}

TEST(ReadLinks, a_grid_fills_in_heights_too) {
  WorldParts parts;
  parts.grid = map_scene(". # .");
  parts.links = read_links("jump 0.5,0.5 -> 2.5,0.5 both", {}).value();
  const auto world = make_world(std::move(parts));
  ASSERT_TRUE(world.ok()) << world.error();
  EXPECT_EQ(broken_law(*world), std::nullopt);
  EXPECT_EQ(world->links[LinkId(0)].from.z, 0);
  EXPECT_EQ(world->links[LinkId(0)].length, 2);
}

TEST(ReadLinks, a_link_off_the_ground_is_refused) {
  WorldParts parts;
  parts.grid = map_scene(". # .");
  parts.links = read_links("jump 0.5,0.5 -> 1.5,0.5", {}).value();
  const auto world = make_world(std::move(parts));
  ASSERT_FALSE(world.ok());
  EXPECT_EQ(world.error(), "link 1 ends where there is no ground to stand on");
}

}  // namespace
}  // namespace thalweg
