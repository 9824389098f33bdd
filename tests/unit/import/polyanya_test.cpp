// Versions 1 to 3 of the Polyanya format; neighbours in the file decide which edges are portals.
#include "thalweg/import/polyanya.hpp"

#include <gtest/gtest.h>

namespace thalweg {
namespace {

// Two triangles of a square, as in the format's own description.
constexpr std::string_view kVersion2 =
    "mesh\n2\n4 2\n"
    "0.0 0.0 2 0 -1\n1.5 0.0 3 0 1 -1\n1.5 1.5 2 1 -1\n0.0 1.5 3 -1 1 0\n"
    "3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n";

TEST(Polyanya, version_2) {
  const auto parts = read_polyanya(kVersion2);
  ASSERT_TRUE(parts.ok()) << parts.error();
  const Mesh& mesh = parts->mesh;
  EXPECT_EQ(parts->y_axis, YAxis::down);
  EXPECT_EQ(mesh.vertex_count(), 4u);
  EXPECT_EQ(mesh.face_count(), 2u);
  EXPECT_TRUE(mesh.is_triangles());
  std::uint32_t portals = 0;
  for (const EdgeId e : mesh.edges()) {
    if (!mesh.is_portal(e)) continue;
    ++portals;
    EXPECT_NE(mesh.origin(e), VertexId(0));
    EXPECT_NE(mesh.origin(e), VertexId(2));
  }
  EXPECT_EQ(portals, 2u);
}

TEST(Polyanya, version_1_lists_neighbours_shifted_by_one) {
  const auto parts = read_polyanya(
      "mesh\n1\n4 2\n"
      "0.0 0.0 2 0 -1\n1.5 0.0 3 0 1 -1\n1.5 1.5 2 1 -1\n0.0 1.5 3 -1 1 0\n"
      "3 0 1 3 -1 1 -1\n3 1 2 3 -1 -1 0\n");
  ASSERT_TRUE(parts.ok()) << parts.error();
  EXPECT_EQ(parts->mesh.fingerprint(), read_polyanya(kVersion2)->mesh.fingerprint());
}

TEST(Polyanya, version_3_keeps_what_cannot_be_walked) {
  // The square cut in four around its middle; clockwise; face 0 blocked and disconnected.
  const auto parts = read_polyanya(
      "mesh\n3\n5 4\n0 0\n0 10\n10 10\n10 0\n5 5\n"
      "0 3 4 1 5 -4 0 -2\n1 3 1 2 5 -1 0 3\n1 3 2 3 5 2 0 4\n1 3 3 4 5 3 0 -1\n");
  ASSERT_TRUE(parts.ok()) << parts.error();
  const Mesh& mesh = parts->mesh;
  EXPECT_EQ(parts->y_axis, YAxis::up);
  EXPECT_EQ(mesh.vertex_count(), 5u);
  ASSERT_EQ(mesh.face_count(), 4u);
  EXPECT_EQ(mesh.area(FaceId(0)), kBlocked);
  EXPECT_EQ(mesh.area(FaceId(1)), kGround);
  std::uint32_t twins = 0;
  std::uint32_t portals = 0;
  for (const EdgeId e : mesh.edges()) {
    twins += !mesh.twin(e).is_none();
    portals += mesh.is_portal(e);
    if (mesh.face(e) == FaceId(0)) {
      EXPECT_FALSE(mesh.is_portal(e));
    }
  }
  EXPECT_EQ(twins, 8u);
  EXPECT_EQ(portals, 4u);
}

TEST(Polyanya, the_file_rules_which_edges_are_portals) {
  std::string walled(kVersion2);
  walled.replace(walled.find("-1 -1 1\n"), 8, "-1 -1 -1\n");
  walled.replace(walled.find("0 -1 -1\n", walled.size() - 9), 8, "-1 -1 -1\n");
  const auto parts = read_polyanya(walled);
  ASSERT_TRUE(parts.ok()) << parts.error();
  for (const EdgeId e : parts->mesh.edges()) EXPECT_TRUE(parts->mesh.twin(e).is_none());
}

TEST(Polyanya, unused_vertices_stay_and_far_ones_move_the_origin) {
  const auto parts = read_polyanya(
      "mesh 3 4 1 4000000.25 1000000 4000001.25 1000000 4000000.25 1000001 4000009 1000009 "
      "1 3 1 2 3 0 0 0");
  ASSERT_TRUE(parts.ok()) << parts.error();
  EXPECT_EQ(parts->mesh.vertex_count(), 4u);
  EXPECT_EQ(parts->origin, (Vec3{4000000, 1000000, 0}));
  EXPECT_EQ(parts->mesh.point(VertexId(0)), (Vec3{0.25, 0, 0}));
  EXPECT_EQ(parts->mesh.doubled_area(FaceId(0)), 1);
}

TEST(Polyanya, an_empty_mesh_is_a_mesh) {
  const auto parts = read_polyanya("mesh\n2\n0 0\n");
  ASSERT_TRUE(parts.ok()) << parts.error();
  EXPECT_TRUE(parts->mesh.empty());
}

}  // namespace
}  // namespace thalweg
