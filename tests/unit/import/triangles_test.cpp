// Triangle soups as worlds: welding, orientation, and what is left out, kept as walls or refused.
#include "thalweg/import/triangles.hpp"

#include <gtest/gtest.h>

namespace thalweg {
namespace {

// Two triangles that make a unit square, with the points written twice.
TriangleSoup square() {
  return {
      .vertices = {{10, 20, 5}, {11, 20, 5}, {11, 21, 5}, {10, 20, 5}, {11, 21, 5}, {10, 21, 5}},
      .triangles = {{0, 1, 2}, {3, 4, 5}},
      .group = {},
      .group_names = {}};
}

World triangle_world(const ImportedWorld& imported) {
  auto world = make_world(imported.parts);
  EXPECT_TRUE(world) << world.error();
  EXPECT_EQ(broken_law(*world), std::nullopt);
  return std::move(world).value();
}

World triangle_world(const TriangleSoup& soup, const TriangleWorldOptions& options = {}) {
  const auto imported = triangles_world(soup, options);
  EXPECT_TRUE(imported) << imported.error();
  return triangle_world(*imported);
}

std::string refusal(const TriangleSoup& soup, const TriangleWorldOptions& options = {}) {
  const auto imported = triangles_world(soup, options);
  EXPECT_FALSE(imported);
  return imported ? "" : imported.error();
}

TEST(TrianglesWorld, welds_equal_points) {
  const World world = triangle_world(square());
  EXPECT_EQ(world.origin, (Vec3{10, 20, 5}));
  EXPECT_EQ(world.mesh.vertex_count(), 4u);
  EXPECT_EQ(world.mesh.across(EdgeId(2)), FaceId(1));
}

TEST(TrianglesWorld, welds_within_the_distance) {
  TriangleSoup soup = square();
  soup.vertices[3].x -= 0.01;
  soup.vertices[4].y += 0.01;
  EXPECT_EQ(triangle_world(soup).mesh.vertex_count(), 6u);
  EXPECT_EQ(triangle_world(soup, {.weld = 0.02}).mesh.vertex_count(), 4u);
  EXPECT_EQ(triangle_world(soup, {.weld = 0.005}).mesh.vertex_count(), 6u);
}

TEST(TrianglesWorld, turns_triangles_that_face_down) {
  TriangleSoup soup = square();
  std::swap(soup.triangles[0][0], soup.triangles[0][1]);
  const World world = triangle_world(soup);
  EXPECT_EQ(world.mesh.doubled_area(FaceId(0)), 1);
  EXPECT_FALSE(world.mesh.across(EdgeId(0)).is_none() && world.mesh.across(EdgeId(1)).is_none() &&
               world.mesh.across(EdgeId(2)).is_none());
}

TEST(TrianglesWorld, refuses_upright_triangles_and_says_which) {
  TriangleSoup soup = square();
  soup.vertices.push_back({10, 20, 9});
  soup.triangles.push_back({0, 1, 6});
  EXPECT_EQ(refusal(soup),
            "1 of 3 triangles stand upright and cannot be walked on (the first is triangle 2): "
            "import through Recast (--recast), or leave them out (--drop-vertical)");
  soup.group = {0, 0, 1};
  soup.group_names = {"floor", "wall"};
  EXPECT_EQ(refusal(soup),
            "1 of 3 triangles stand upright and cannot be walked on (the first is triangle 2 in "
            "group 'wall'): import through Recast (--recast), or leave them out (--drop-vertical)");
  const auto dropped = triangles_world(soup, {.drop_vertical = true});
  ASSERT_TRUE(dropped) << dropped.error();
  EXPECT_EQ(dropped->notes, std::vector<std::string>{"1 upright triangles left out"});
  EXPECT_EQ(triangle_world(*dropped).mesh.vertex_count(), 4u);
}

TEST(TrianglesWorld, leaves_out_repeats_and_triangles_of_no_area) {
  TriangleSoup soup = square();
  soup.vertices.push_back({12, 22, 6});
  soup.vertices.push_back({13, 23, 7});
  soup.triangles.push_back({2, 2, 1});
  soup.triangles.push_back({2, 6, 7});
  soup.triangles.push_back({2, 1, 0});
  const auto imported = triangles_world(soup);
  ASSERT_TRUE(imported) << imported.error();
  EXPECT_EQ(imported->notes,
            (std::vector<std::string>{"2 triangles of no area left out",
                                      "1 triangles that repeat another left out"}));
  EXPECT_EQ(triangle_world(*imported).mesh.face_count(), 2u);
}

TEST(TrianglesWorld, keeps_edges_of_many_triangles_as_walls) {
  TriangleSoup soup = square();
  soup.vertices.push_back({10, 21, 9});
  soup.triangles.push_back({0, 2, 6});
  const auto imported = triangles_world(soup);
  ASSERT_TRUE(imported) << imported.error();
  EXPECT_EQ(imported->notes,
            std::vector<std::string>{"1 edges that over two triangles share are walls"});
  const World world = triangle_world(*imported);
  for (const EdgeId e : world.mesh.edges()) EXPECT_TRUE(world.mesh.twin(e).is_none());
}

TEST(TrianglesWorld, makes_tags_or_areas_of_groups) {
  TriangleSoup soup = square();
  soup.group = {1, 0};
  soup.group_names = {"road", "side walk"};
  const World tagged = triangle_world(soup);
  EXPECT_EQ(tagged.mesh.tags(FaceId(0)), 1u);
  EXPECT_EQ(tagged.mesh.area(FaceId(0)), kGround);
  const World named = triangle_world(soup, {.groups_as_areas = true});
  EXPECT_EQ(named.areas[named.mesh.area(FaceId(0))], "side_walk");
  EXPECT_EQ(named.mesh.area(FaceId(1)), kRoad);
}

TEST(TrianglesWorld, refuses_what_is_no_soup) {
  TriangleSoup soup = square();
  soup.triangles.clear();
  EXPECT_EQ(refusal(soup), "there are no triangles");
  soup.triangles = {{0, 1, 9}};
  EXPECT_EQ(refusal(soup), "triangle 0 names a point that is not there");
  soup.triangles = {{0, 0, 1}};
  EXPECT_EQ(refusal(soup), "no triangle has area seen from above");
  EXPECT_EQ(refusal(square(), {.weld = -1}), "the welding distance must be zero or more");
  soup = square();
  soup.vertices[1].x = 1e300;
  EXPECT_EQ(refusal(soup), "the triangles reach over more than 1,000,000,000 metres");
  soup.vertices[1].x = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refusal(soup), "triangle 0 has a corner that is not finite");
  soup = square();
  soup.group = {0};
  EXPECT_EQ(refusal(soup), "the groups are not one per triangle");
  soup.group = {0, 1};
  soup.group_names = {"a"};
  EXPECT_EQ(refusal(soup), "a triangle has a group without a name");
}

}  // namespace
}  // namespace thalweg
