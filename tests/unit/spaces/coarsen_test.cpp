// Coarse meshes: share of faces, bound on the error, the same outline and areas, borders and links
// unmoved, the same bytes on any number of threads.
#include "thalweg/spaces/coarsen.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "areas.hpp"
#include "scene.hpp"
#include "scope.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/world/edits.hpp"

namespace thalweg {
namespace {

World bare_hills(std::uint64_t seed, std::uint32_t corners = 25) {
  return hills(seed, {.corners = corners, .spacing = 10, .relief = 60, .has_areas = false});
}

// The same with a lake, a road and a hole.
World hills_with_borders(std::uint64_t seed) {
  const World bare = bare_hills(seed);
  MeshArrays arrays = bare.mesh.arrays();
  std::vector<AreaId> areas;
  for (const FaceId face : bare.mesh.faces()) {
    const Vec3 at = bare.mesh.centre(face);
    const bool is_lake = std::hypot(at.x - 80, at.y - 90) < 40;
    const bool is_hole = std::abs(at.x - 180) < 30 && std::abs(at.y - 60) < 20;
    const bool is_road = std::abs(at.x + at.y - 280) < 12;
    areas.push_back(is_hole ? kBlocked : is_lake ? kWater : is_road ? kRoad : kGround);
  }
  arrays.face_area = std::move(areas);
  WorldParts parts;
  parts.mesh = Mesh::from(std::move(arrays)).value();
  return make_world(std::move(parts)).value();
}

// The greatest vertical distance of the corners of one mesh from another.
double worst_error(const World& fine, const World& coarse) {
  double worst = 0;
  for (const VertexId v : fine.mesh.vertices()) {
    const Vec3 p = fine.mesh.point(v);
    const Location at =
        locate(coarse.mesh, coarse.locator, p, {.reach = 1e-3, .skip_blocked = false});
    EXPECT_TRUE(at.found());
    if (at.found()) worst = std::max(worst, std::abs(at.point.z - p.z));
  }
  return worst;
}

TEST(Coarsen, leaves_the_share_of_faces_that_is_asked_for) {
  const World world = bare_hills(3);
  for (const double share : {1.0, 0.5, 0.15, 0.05}) {
    const CoarseWorld coarse = coarsen(world, {.share = share}).value();
    EXPECT_EQ(broken_law(coarse.world), std::nullopt);
    const double faces = world.mesh.face_count();
    EXPECT_LE(coarse.world.mesh.face_count(), share * faces);
    EXPECT_GE(coarse.world.mesh.face_count(), share * faces - 3);
    EXPECT_NEAR(worst_error(world, coarse.world), coarse.error, 1e-4);
  }
  EXPECT_EQ(coarsen(world, {.share = 1}).value().world.mesh.fingerprint(),
            world.mesh.fingerprint());
}

TEST(Coarsen, keeps_the_bound_on_the_error) {
  for (const std::uint64_t seed : seeds(5)) {
    const World world = bare_hills(seed);
    double last = 1;
    for (const double error : {0.5, 2.0, 8.0}) {
      const CoarseWorld coarse = coarsen(world, {.share = 1e-9, .error = error}).value();
      EXPECT_EQ(broken_law(coarse.world), std::nullopt);
      EXPECT_LE(coarse.error, error);
      EXPECT_LE(worst_error(world, coarse.world), error + 1e-4);
      const double share = 1.0 * coarse.world.mesh.face_count() / world.mesh.face_count();
      EXPECT_LT(share, last);
      last = share;
    }
    EXPECT_LT(last, 0.2);
  }
}

TEST(Coarsen, ground_and_areas_seen_from_above_are_the_same) {
  for (const std::uint64_t seed : seeds(5)) {
    for (const World& world : {hills_with_borders(seed), hills(seed, {.corners = 15})}) {
      const CoarseWorld coarse = coarsen(world, {.share = 0.01}).value();
      EXPECT_EQ(broken_law(coarse.world), std::nullopt);
      EXPECT_LT(coarse.world.mesh.face_count(), world.mesh.face_count());
      const auto before = mesh_areas(world.mesh);
      const auto after = mesh_areas(coarse.world.mesh);
      for (std::size_t area = 0; area < before.size(); ++area) {
        EXPECT_NEAR(after[area], before[area], 1e-6 * (1 + before[area])) << area;
      }
      expect_same_ground(world, coarse.world, seed);
    }
  }
}

// Metres of edges by their area and the areas on both sides.
std::map<std::array<int, 3>, double> edge_lengths(const Mesh& mesh) {
  std::map<std::array<int, 3>, double> all;
  for (const EdgeId e : mesh.edges()) {
    const int beyond = mesh.twin(e).is_none() ? -1 : mesh.area(mesh.across(e));
    const int here = mesh.area(mesh.face(e));
    const bool is_plain = mesh.edge_area(e) == kGround && mesh.edge_difficulty(e) == 0;
    if (beyond == here && is_plain) continue;
    const double times = 1 + mesh.edge_difficulty(e);
    all[{mesh.edge_area(e), here, beyond}] += times * length((mesh.end(e) - mesh.start(e)).xy());
  }
  return all;
}

TEST(Coarsen, walls_and_edges_with_areas_stay_where_they_are) {
  for (const std::uint64_t seed : seeds(5)) {
    Random random(seed);
    World world = hills_with_borders(seed);
    MeshArrays arrays = world.mesh.arrays();
    std::vector<AreaId> areas(world.mesh.edge_count(), kGround);
    std::vector<float> difficulties(world.mesh.edge_count());
    for (const EdgeId e : world.mesh.edges()) {
      if (random.below(40) != 0 || world.mesh.twin(e).is_none()) continue;
      for (const EdgeId half : {e, world.mesh.twin(e)}) {
        areas[half.value] = e.value % 2 == 0 ? kBlocked : kSwamp;
        difficulties[half.value] = e.value % 3 == 0 ? 0.5f : 0.0f;
      }
    }
    arrays.edge_area = std::move(areas);
    arrays.edge_difficulty = std::move(difficulties);
    WorldParts parts;
    parts.mesh = Mesh::from(std::move(arrays)).value();
    world = make_world(std::move(parts)).value();
    const CoarseWorld coarse = coarsen(world, {.share = 0.01}).value();
    ASSERT_EQ(broken_law(coarse.world), std::nullopt);
    EXPECT_LT(coarse.world.mesh.face_count(), world.mesh.face_count() / 2);
    const auto before = edge_lengths(world.mesh);
    const auto after = edge_lengths(coarse.world.mesh);
    ASSERT_EQ(before.size(), after.size());
    for (const auto& [kind, metres] : before) {
      EXPECT_NEAR(after.at(kind), metres, 1e-6 * metres);
    }
  }
}

TEST(Coarsen, difficulty_is_the_mean_of_what_a_face_replaces) {
  const World bare = bare_hills(2);
  MeshArrays arrays = bare.mesh.arrays();
  std::vector<float> difficulty;
  for (const FaceId face : bare.mesh.faces()) {
    difficulty.push_back(static_cast<float>(bare.mesh.centre(face).x / 1000));
  }
  arrays.difficulty = std::move(difficulty);
  WorldParts parts;
  parts.mesh = Mesh::from(std::move(arrays)).value();
  const World world = make_world(std::move(parts)).value();
  const Mesh coarse = coarsen(world, {.share = 0.2}).value().world.mesh;
  for (const FaceId face : coarse.faces()) {
    EXPECT_NEAR(coarse.difficulty(face), coarse.centre(face).x / 1000, 0.02);
  }
}

TEST(Coarsen, links_keep_their_ends) {
  Link link;
  link.from = {33, 44, 0};
  link.to = {200, 120, 0};
  const World world = with_links(bare_hills(4), {link}, 1000).value();
  const World coarse = coarsen(world, {.share = 0.1}).value().world;
  ASSERT_EQ(coarse.links.size(), 1u);
  EXPECT_EQ(coarse.links[LinkId(0)].from.x, 33);
  EXPECT_EQ(coarse.links[LinkId(0)].to.y, 120);
  EXPECT_EQ(coarse.links[LinkId(0)].length, world.links[LinkId(0)].length);
}

TEST(Coarsen, links_from_blocked_ground_are_left_out) {
  Link link;
  link.from = {33, 44, 0};
  link.to = {200, 120, 0};
  const World world = with_links(bare_hills(4), {link}, 1000).value();
  const Patch end{.faces = {world.links[LinkId(0)].to_face}, .squares = {}};
  const World blocked = edited(world, {.paints = {{end, kBlocked}}}).value();
  EXPECT_TRUE(coarsen(blocked)->world.links.empty());
}

TEST(Coarsen, gives_the_same_bytes_on_any_number_of_threads) {
  const World world = hills_with_borders(7);
  std::uint64_t first = 0;
  for (const int threads : {1, 2, 0}) {
    set_thread_count(threads);
    const std::uint64_t made = coarsen(world, {.share = 0.1}).value().world.fingerprint();
    if (first == 0) first = made;
    EXPECT_EQ(made, first);
  }
  EXPECT_EQ(coarsen(world, {.share = 0.1}).value().world.fingerprint(), first);
}

TEST(Coarsen, refuses_what_it_cannot_do_with_a_sentence) {
  EXPECT_EQ(coarsen(scene("..")).error(), "only a world with a mesh can be coarsened");
  EXPECT_EQ(coarsen(mesh_scene("..")).error(),
            "only a mesh of triangles can be coarsened: this one has larger faces");
  const World world = bare_hills(1, 5);
  EXPECT_FALSE(coarsen(world, {.share = 0}));
  EXPECT_FALSE(coarsen(world, {.share = std::nan("")}));
  EXPECT_FALSE(coarsen(world, {.share = 0.5, .error = -1}));
}

// Two floors, one above the other.
TEST(Coarsen, floors_above_each_other_stay_apart) {
  MeshSoup soup;
  constexpr std::uint32_t kSide = 9;
  for (std::uint32_t floor = 0; floor < 2; ++floor) {
    for (std::uint32_t i = 0; i < kSide * kSide; ++i) {
      soup.vertices.push_back(to_float({1.0 * (i % kSide), 1.0 * (i / kSide), 10.0 * floor}));
    }
    for (const VertexId corner : lattice_triangles(kSide - 1, kSide - 1)) {
      soup.corners.push_back(VertexId(corner.value + floor * kSide * kSide));
    }
  }
  WorldParts parts;
  parts.mesh = build_mesh(std::move(soup)).value().mesh;
  const World world = make_world(std::move(parts)).value();
  const CoarseWorld coarse = coarsen(world, {.share = 0.1}).value();
  EXPECT_EQ(broken_law(coarse.world), std::nullopt);
  EXPECT_EQ(coarse.error, 0);
  EXPECT_NEAR(mesh_areas(coarse.world.mesh)[kGround], 128, 1e-9);
  EXPECT_EQ(worst_error(world, coarse.world), 0);
}

}  // namespace
}  // namespace thalweg
