// Meshes from loose polygons: orientation, pairing of edges, what becomes a wall, refusals.
#include "thalweg/world/mesh_builder.hpp"

#include <gtest/gtest.h>

#include "scope.hpp"
#include "unit/world/sample_worlds.hpp"

namespace thalweg {
namespace {

MeshSoup soup_of(std::vector<Vec3f> vertices, std::initializer_list<std::uint32_t> corners) {
  MeshSoup soup;
  soup.vertices = std::move(vertices);
  for (const std::uint32_t c : corners) soup.corners.push_back(VertexId(c));
  return soup;
}

const std::vector<Vec3f> kSquare = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};

TEST(MeshBuilder, turns_every_face_counter_clockwise) {
  MeshSoup soup = samples::polygons(4);
  const Mesh straight = samples::mesh_of(soup);
  Random random(seed_of(2));
  for (std::size_t f = 0; f + 1 < soup.first_corner.size(); ++f) {
    if (random.below(2) == 0) continue;
    std::reverse(soup.corners.begin() + soup.first_corner[f],
                 soup.corners.begin() + soup.first_corner[f + 1]);
  }
  const auto built = build_mesh(soup);
  ASSERT_TRUE(built.ok()) << built.error();
  EXPECT_EQ(broken_law(built->mesh), std::nullopt);
  EXPECT_EQ(built->folds, 0u);
  EXPECT_EQ(built->shared_by_many, 0u);
  for (const FaceId f : straight.faces()) {
    EXPECT_EQ(built->mesh.doubled_area(f), straight.doubled_area(f));
  }
}

TEST(MeshBuilder, pairs_the_edges_that_two_faces_share) {
  const auto built = build_mesh(soup_of(kSquare, {0, 1, 2, 0, 2, 3}));
  ASSERT_TRUE(built.ok()) << built.error();
  const Mesh& mesh = built->mesh;
  EXPECT_EQ(mesh.twin(EdgeId(2)), EdgeId(3));
  EXPECT_EQ(mesh.across(EdgeId(3)), FaceId(0));
  EXPECT_TRUE(mesh.is_triangles());
  EXPECT_EQ(broken_law(mesh), std::nullopt);
}

TEST(MeshBuilder, an_edge_of_three_faces_stays_a_wall) {
  std::vector<Vec3f> vertices = kSquare;
  vertices.push_back({2, 0, 5});
  const auto built = build_mesh(soup_of(vertices, {0, 1, 2, 0, 2, 3, 0, 2, 4}));
  ASSERT_TRUE(built.ok()) << built.error();
  EXPECT_EQ(built->shared_by_many, 1u);
  for (const EdgeId e : built->mesh.edges()) EXPECT_TRUE(built->mesh.twin(e).is_none());
  EXPECT_EQ(broken_law(built->mesh), std::nullopt);
}

TEST(MeshBuilder, a_fold_stays_a_wall) {
  // Both faces lie to the right of the shared edge 0-2, seen from above.
  std::vector<Vec3f> vertices = kSquare;
  vertices.push_back({2, 0, 5});
  const auto built = build_mesh(soup_of(vertices, {0, 1, 2, 0, 4, 2}));
  ASSERT_TRUE(built.ok()) << built.error();
  EXPECT_EQ(built->folds, 1u);
  EXPECT_EQ(built->shared_by_many, 0u);
  EXPECT_EQ(broken_law(built->mesh), std::nullopt);
}

TEST(MeshBuilder, faces_without_area_are_refused) {
  const auto flat = build_mesh(soup_of({{0, 0, 0}, {1, 0, 0}, {2, 0, 1}}, {0, 1, 2}));
  ASSERT_FALSE(flat.ok());
  EXPECT_EQ(flat.error(), "face 0 has no area seen from above");
  const auto twice = build_mesh(soup_of(kSquare, {0, 1, 2, 0, 0, 3}));
  ASSERT_FALSE(twice.ok());
  EXPECT_EQ(twice.error(), "face 1 has no area seen from above");
}

TEST(MeshBuilder, corners_that_are_not_there_are_refused) {
  for (const std::uint32_t bad : {4u, 0xFFFFFFFFu}) {
    const auto built = build_mesh(soup_of(kSquare, {0, 1, bad}));
    ASSERT_FALSE(built.ok());
    EXPECT_EQ(built.error(), "a face names a corner that is not there");
  }
}

TEST(MeshBuilder, faces_that_do_not_add_up_are_refused) {
  EXPECT_EQ(build_mesh(soup_of(kSquare, {0, 1})).error(), "triangles need three corners each");
  MeshSoup soup = soup_of(kSquare, {0, 1, 2, 3});
  soup.first_corner = {0, 2, 4};
  EXPECT_EQ(build_mesh(soup).error(), "face 0 has under three corners");
  soup.first_corner = {0, 5};
  EXPECT_EQ(build_mesh(soup).error(), "the faces' corners do not add up");
  soup.first_corner = {0, 4};
  EXPECT_TRUE(build_mesh(soup).ok());
  soup.face_area = {kGround, kGround};
  EXPECT_EQ(build_mesh(soup).error(), "an array over faces has the wrong size");
}

TEST(MeshBuilder, nothing_gives_an_empty_mesh) {
  const auto built = build_mesh({});
  ASSERT_TRUE(built.ok()) << built.error();
  EXPECT_TRUE(built->mesh.empty());
}

TEST(MeshBuilder, triangles_and_polygons_agree) {
  MeshSoup soup = samples::triangles(3);
  const Mesh plain = samples::mesh_of(soup);
  soup.first_corner = {0};
  for (std::uint32_t f = 1; f <= plain.face_count(); ++f) soup.first_corner.push_back(f * 3);
  const Mesh general = samples::mesh_of(soup);
  EXPECT_FALSE(general.is_triangles());
  ASSERT_EQ(general.face_count(), plain.face_count());
  for (const EdgeId e : plain.edges()) {
    EXPECT_EQ(general.twin(e), plain.twin(e));
    EXPECT_EQ(general.next(e), plain.next(e));
    EXPECT_EQ(general.face(e), plain.face(e));
  }
}

}  // namespace
}  // namespace thalweg
