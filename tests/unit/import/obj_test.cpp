// OBJ: notations of corners, polygons as fans, continued lines, groups, and axes.
#include "thalweg/import/obj.hpp"

#include <gtest/gtest.h>

namespace thalweg {
namespace {

constexpr std::string_view kSquare = "v 0 0 0\nv 1 0 0\nv 1 0 -1\nv 0 0 -1\n";

TriangleSoup read_faces(const std::string& faces, const ObjOptions& options = {}) {
  auto soup = read_obj(std::string(kSquare) + faces, options);
  EXPECT_TRUE(soup) << soup.error();
  return soup ? std::move(soup).value() : TriangleSoup();
}

using ObjTriangles = std::vector<std::array<std::uint32_t, 3>>;

TEST(Obj, turns_y_up_into_z_up) {
  const TriangleSoup soup = read_faces("v 3 2 5\nf 1 2 3\n");
  EXPECT_EQ(soup.vertices[2], (Vec3{1, 1, 0}));
  EXPECT_EQ(soup.vertices[4], (Vec3{3, -5, 2}));
  EXPECT_EQ(read_faces("f 1 2 3\n", {.axes = Axes::z_up}).vertices[2], (Vec3{1, 0, -1}));
}

TEST(Obj, reads_every_notation_of_a_corner) {
  EXPECT_EQ(
      read_faces("f 1 2 3\nf 1/9 2/9 3/9\nf 1//7 2//7 3//7\nf 1/9/7 2/9/7 3/9/7\nf -4 -3 -2\n")
          .triangles,
      ObjTriangles(5, {0, 1, 2}));
}

TEST(Obj, cuts_polygons_into_fans) {
  EXPECT_EQ(read_faces("f 1 2 3 4\n").triangles, (ObjTriangles{{0, 1, 2}, {0, 2, 3}}));
}

TEST(Obj, joins_lines_that_end_in_a_backslash) {
  EXPECT_EQ(read_faces("f 1 2 \\\n  3 4\n").triangles.size(), 2u);
  EXPECT_EQ(read_faces("f 1 2\\\r\n3\n").triangles.size(), 1u);
}

TEST(Obj, names_groups_by_the_last_object_or_group_line) {
  const TriangleSoup soup = read_faces(
      "f 1 2 3\no hall\ng floor one\nf 1 2 3\ng stairs\nf 1 2 3 4\ng floor one\nf 1 2 3\n");
  EXPECT_EQ(soup.group_names, (std::vector<std::string>{"", "floor one", "stairs"}));
  EXPECT_EQ(soup.group, (std::vector<std::uint32_t>{0, 1, 2, 2, 1}));
}

TEST(Obj, has_no_groups_where_the_file_names_none) {
  const TriangleSoup soup = read_faces("f 1 2 3\n");
  EXPECT_TRUE(soup.group.empty());
  EXPECT_TRUE(soup.group_names.empty());
}

TEST(Obj, passes_over_everything_else) {
  const TriangleSoup soup = read_faces(
      "# note\nmtllib a.mtl\nusemtl b\ns off\nvt 0 0\nvn 0 1 0\nl 1 2\np 1\nvp 1\ncurv 1 "
      "2\n\r\n\nf 1 2 3\n");
  EXPECT_EQ(soup.triangles.size(), 1u);
}

}  // namespace
}  // namespace thalweg
