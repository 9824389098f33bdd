// Merged faces: convex, within the limits of corners and height, the same area; areas, marks,
// folds and slits keep faces apart.
#include "thalweg/import/merge.hpp"

#include <gtest/gtest.h>

#include "lattice.hpp"
#include "scope.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/world/mesh_builder.hpp"

namespace thalweg {
namespace {

// An n x m field of unit squares, two triangles each, at the heights that `height` gives.
template <class Height>
MeshSoup field(std::uint32_t n, std::uint32_t m, Height height) {
  MeshSoup soup;
  for (std::uint32_t y = 0; y <= m; ++y) {
    for (std::uint32_t x = 0; x <= n; ++x) {
      const auto px = static_cast<float>(x);
      const auto py = static_cast<float>(y);
      soup.vertices.push_back({px, py, static_cast<float>(height(px, py))});
    }
  }
  soup.corners = lattice_triangles(n, m);
  return soup;
}

MeshSoup flat_field(std::uint32_t n, std::uint32_t m) {
  return field(n, m, [](float, float) { return 0; });
}

Mesh built_mesh(MeshSoup soup) { return build_mesh(std::move(soup)).value().mesh; }

double total_area(const Mesh& mesh) {
  double sum = 0;
  for (const FaceId f : mesh.faces()) sum += mesh.doubled_area(f);
  return sum;
}

TEST(Merge, a_flat_field_becomes_one_face) {
  const Mesh merged = merge_convex(built_mesh(flat_field(7, 5))).value();
  EXPECT_EQ(broken_law(merged), std::nullopt);
  EXPECT_EQ(merged.face_count(), 1u);
  EXPECT_EQ(merged.vertex_count(), 24u);  // the rim; inner vertices are dropped
  EXPECT_EQ(total_area(merged), 70);
}

TEST(Merge, the_limit_of_corners_holds) {
  for (const std::uint32_t limit : {3u, 4u, 5u, 6u, 9u}) {
    const Mesh merged = merge_convex(built_mesh(flat_field(9, 9)), {.max_corners = limit}).value();
    EXPECT_EQ(broken_law(merged), std::nullopt);
    EXPECT_EQ(total_area(merged), 162);
    for (const FaceId f : merged.faces()) EXPECT_LE(merged.corner_count(f), limit);
    EXPECT_EQ(merged.is_triangles(), limit == 3);
  }
}

TEST(Merge, other_ground_stays_apart) {
  MeshSoup soup = flat_field(4, 1);
  soup.face_area = {kGround, kGround, kGround, kGround, kRoad, kRoad, kGround, kGround};
  soup.difficulty = {0, 0, 0, 0, 0, 0, 2, 2};
  soup.tags = {9, 9, 0, 0, 0, 0, 0, 0};
  const Mesh merged = merge_convex(built_mesh(soup)).value();
  EXPECT_EQ(broken_law(merged), std::nullopt);
  ASSERT_EQ(merged.face_count(), 4u);
  EXPECT_EQ(merged.tags(FaceId(0)), 9u);
  EXPECT_EQ(merged.area(FaceId(2)), kRoad);
  EXPECT_EQ(merged.difficulty(FaceId(3)), 2);
}

TEST(Merge, marked_edges_stay) {
  const Mesh plain = built_mesh(flat_field(1, 1));
  MeshArrays arrays = plain.arrays();
  std::vector<AreaId> edge_area(plain.edge_count(), kGround);
  for (const EdgeId e : plain.edges()) {
    if (!plain.twin(e).is_none()) edge_area[e.value] = kBlocked;
  }
  arrays.edge_area = std::move(edge_area);
  const Mesh merged = merge_convex(Mesh::from(std::move(arrays)).value()).value();
  EXPECT_EQ(merged.face_count(), 2u);
  EXPECT_EQ(merged.fingerprint(), merge_convex(merged)->fingerprint());
  for (const EdgeId e : merged.edges()) EXPECT_FALSE(merged.is_portal(e));
}

TEST(Merge, slopes_merge_and_folds_do_not) {
  const auto slope = [](float x, float y) { return 2 * x - y; };
  const auto flat_count = [](std::uint32_t n, std::uint32_t m) {
    return merge_convex(built_mesh(flat_field(n, m)))->face_count();
  };
  EXPECT_EQ(merge_convex(built_mesh(field(4, 4, slope)))->face_count(), flat_count(4, 4));
  const auto roof = [](float x, float) { return x < 2 ? x : 4 - x; };
  const Mesh merged = merge_convex(built_mesh(field(4, 4, roof))).value();
  EXPECT_EQ(merged.face_count(), 2 * flat_count(2, 4));
  EXPECT_EQ(broken_law(merged), std::nullopt);
  EXPECT_EQ(merge_convex(built_mesh(field(4, 4, roof)), {.height_tolerance = 3})->face_count(),
            flat_count(4, 4));
}

TEST(Merge, the_tolerance_bounds_every_corner) {
  Random random(seed_of(3));
  const auto rough = [&](float, float) { return random.unit(); };
  for (const double tolerance : {0.05, 0.1, 0.2}) {
    const Mesh mesh = built_mesh(field(12, 12, rough));
    const Mesh merged = merge_convex(mesh, {.height_tolerance = tolerance}).value();
    EXPECT_EQ(broken_law(merged), std::nullopt);
    EXPECT_LT(merged.face_count(), mesh.face_count());
    for (const FaceId f : merged.faces()) {
      for (const EdgeId e : merged.edges(f)) {
        const Vec3 p = merged.start(e);
        EXPECT_NEAR(merged.height_at(f, p.xy()), p.z, tolerance * 1.001);
      }
    }
  }
  EXPECT_FALSE(merge_convex(Mesh(), {.height_tolerance = -1}).ok());
}

// The halves left and right of a line share three consecutive edges.
MeshSoup two_halves() {
  MeshSoup soup;
  soup.vertices = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {2, 2, 0},
                   {2, 3, 0}, {0, 3, 0}, {4, 0, 0}, {4, 3, 0}};
  for (const std::uint32_t v : {0u, 1u, 2u, 3u, 4u, 5u, 1u, 6u, 7u, 4u, 3u, 2u}) {
    soup.corners.push_back(VertexId(v));
  }
  soup.first_corner = {0, 6, 12};
  return soup;
}

TEST(Merge, several_edges_in_a_row_go_together) {
  const Mesh merged = merge_convex(built_mesh(two_halves())).value();
  EXPECT_EQ(broken_law(merged), std::nullopt);
  EXPECT_EQ(merged.face_count(), 1u);
  EXPECT_EQ(merged.vertex_count(), 6u);
  EXPECT_EQ(merged.corner_count(FaceId(0)), 6u);
}

// A slit between two faces is a wall: they share the edges beside it, and are not merged.
TEST(Merge, a_slit_keeps_two_faces_apart) {
  const Mesh whole = built_mesh(two_halves());
  MeshArrays arrays = whole.arrays();
  std::vector<EdgeId> twin = arrays.twin.to_vector();
  for (const EdgeId e : whole.edges()) {
    if (std::min(whole.start(e).y, whole.end(e).y) == 1 &&
        std::max(whole.start(e).y, whole.end(e).y) == 2) {
      twin[e.value] = EdgeId();
    }
  }
  arrays.twin = std::move(twin);
  const Mesh slit = Mesh::from(std::move(arrays)).value();
  ASSERT_EQ(broken_law(slit), std::nullopt);
  EXPECT_EQ(merge_convex(slit)->face_count(), 2u);
}

// With a corner at 2e7, the laws allow a metre as rounding; a union must not add to it.
TEST(Merge, faces_convex_only_by_rounding_stay) {
  MeshSoup soup;
  soup.vertices = {{5, 0, 0}, {1, 1, 0}, {2, 0, 0}, {0, 1, 0}, {1, 20000000, 0}, {1, 3, 0}};
  for (const std::uint32_t v : {0u, 1u, 4u, 3u, 1u, 2u, 5u, 4u})
    soup.corners.push_back(VertexId(v));
  soup.first_corner = {0, 4, 8};
  const Mesh mesh = built_mesh(soup);
  const Mesh merged = merge_convex(mesh).value();
  EXPECT_EQ(merged.face_count(), 2u);
  EXPECT_EQ(broken_law(mesh), broken_law(merged));
}

TEST(Merge, nothing_gives_nothing) { EXPECT_TRUE(merge_convex(Mesh())->empty()); }

}  // namespace
}  // namespace thalweg
