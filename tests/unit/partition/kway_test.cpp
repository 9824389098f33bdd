// k-way cells: laws over worlds x graphs, and the smallest cases. With METIS where it is linked.
#include "thalweg/partition/kway.hpp"

#include <gtest/gtest.h>

#include "laws/cases.hpp"
#include "partitioner.hpp"
#include "scene.hpp"
#include "scope.hpp"
#include "unit/hierarchy/edits.hpp"

namespace thalweg {
#ifdef THALWEG_HAS_METIS
Result<std::vector<std::uint32_t>> metis_kway(const KwayTask& task);  // thalweg/metis/metis.hpp
#endif
namespace {

std::vector<Partitioner> partitioners() {
  std::vector<Partitioner> all = {cut_into_pieces};
#ifdef THALWEG_HAS_METIS
  all.emplace_back(metis_kway);
#endif
  return all;
}

[[maybe_unused]] std::vector<std::uint32_t> cells_by_level(const Partition& partition) {
  std::vector<std::uint32_t> counts(partition.top_level() + std::size_t{1});
  for (const CellId cell : partition.cells()) ++counts[partition.height(cell)];
  return counts;
}

TEST(KwayCells, keep_their_laws_on_every_graph) {
  for (const Partitioner& partitioner : partitioners()) {
    for (const Case& c : cases(2)) {
      for (const Profile& profile : {Profile::euclid(), case_profiles().back()}) {
        const Ground ground = c.priced(profile);
        for (const std::uint32_t merged : {2u, 5u, 40u, 1'000'000u}) {
          SCOPED_TRACE(c.name + ", " + profile.name + ", " + std::to_string(merged));
          const auto cells =
              kway_cells(ground, {.partitioner = partitioner, .merged = merged, .levels = 4});
          ASSERT_TRUE(cells) << cells.error();
          ASSERT_EQ(broken_law(*cells, ground), std::nullopt);
        }
      }
    }
  }
}

TEST(KwayCells, hold_about_as_many_faces_as_asked_for) {
#ifndef THALWEG_HAS_METIS
  GTEST_SKIP() << "built without METIS: install libmetis-dev and configure with -DTHALWEG_METIS=ON";
#else
  std::string picture;
  for (int row = 0; row < 40; ++row) {
    for (int column = 0; column < 40; ++column) picture += ". ";
    picture += "\n";
  }
  const Ground ground = on_portals(mesh_scene(picture));
  const double faces = ground.world().mesh.face_count();
  for (const std::uint32_t merged : {4u, 10u, 20u}) {
    const auto cells =
        kway_cells(ground, {.partitioner = metis_kway, .merged = merged, .levels = 3}).value();
    const auto counts = cells_by_level(cells.partition);
    ASSERT_GE(counts.size(), 3u);
    EXPECT_NEAR(counts[1], faces / merged, 0.25 * faces / merged) << merged;
    EXPECT_NEAR(counts[2], counts[1] / merged, 1 + 0.25 * counts[1] / merged) << merged;
  }
#endif
}

TEST(KwayCells, are_the_same_for_the_same_seed) {
  const Ground ground = on_portals(hills(3, {.corners = 21}));
  for (const Partitioner& partitioner : partitioners()) {
    for (const KwayWeights weights : {KwayWeights::even, KwayWeights::random}) {
      const KwayOptions options{.partitioner = partitioner, .merged = 5, .weights = weights};
      const auto a = kway_cells(ground, options).value();
      const auto b = kway_cells(ground, options).value();
      EXPECT_TRUE(std::ranges::equal(a.partition.arrays().home, b.partition.arrays().home));
      EXPECT_TRUE(std::ranges::equal(a.partition.arrays().parent, b.partition.arrays().parent));
    }
  }
}

// A face cut off from all others has no node on a portal graph, and a cell of its own on a face
// graph; a larger island is divided by itself.
TEST(KwayCells, islands_are_divided_by_themselves) {
  const World world = mesh_scene(R"(
      . . . . # .
      . . . . # #
      . . . . # .
      # # # # # . )");
  for (const Partitioner& partitioner : partitioners()) {
    const Ground faces = on_faces(world);
    const auto cells =
        kway_cells(faces, {.partitioner = partitioner, .merged = 6, .levels = 3}).value();
    EXPECT_EQ(broken_law(cells, faces), std::nullopt);
    const auto& islands = faces.metric().islands().of;
    for (const NodeId a : faces.graph().nodes()) {
      for (const NodeId b : faces.graph().nodes()) {
        if (islands[a].is_none() || islands[a] == islands[b] || islands[b].is_none()) continue;
        EXPECT_NE(cells.partition.home(a), cells.partition.home(b));
      }
    }
  }
}

TEST(KwayCells, smallest_worlds) {
  for (const char* picture : {".", "..", ". # .", "#", ". . . . . . ."}) {
    for (const bool has_faces : {false, true}) {
      const World world = mesh_scene(picture);
      const Ground ground = has_faces ? on_faces(world) : on_portals(world);
      for (const Partitioner& partitioner : partitioners()) {
        for (const std::uint32_t merged : {2u, 3u, 100u}) {
          const auto cells =
              kway_cells(ground, {.partitioner = partitioner, .merged = merged, .levels = 16});
          ASSERT_TRUE(cells) << cells.error();
          ASSERT_EQ(broken_law(*cells, ground), std::nullopt);
        }
      }
    }
  }
}

// One face in the middle, with a face at each of its sides.
TEST(KwayCells, a_star_of_faces) {
  constexpr std::uint32_t kArms = 12;
  std::vector<Vec3f> vertices;
  std::vector<std::uint32_t> corners;
  const auto put = [&](double x, double y) {
    vertices.push_back(to_float({x, y, 0}));
    return static_cast<std::uint32_t>(vertices.size() - 1);
  };
  const std::uint32_t centre = put(0, 0);
  const double circle[] = {1,  0, 0.866,  0.5,  0.5,  0.866,  0, 1,  -0.5, 0.866,  -0.866, 0.5,
                           -1, 0, -0.866, -0.5, -0.5, -0.866, 0, -1, 0.5,  -0.866, 0.866,  -0.5};
  for (std::uint32_t i = 0; i < kArms; ++i) put(circle[2 * i], circle[2 * i + 1]);
  for (std::uint32_t i = 0; i < kArms; ++i) {
    const std::uint32_t a = 1 + i;
    const std::uint32_t b = 1 + (i + 1) % kArms;
    for (const std::uint32_t v : {centre, a, b}) corners.push_back(v);
    const std::uint32_t tip =
        put(2 * (vertices[a].x + vertices[b].x) / 2, 2 * (vertices[a].y + vertices[b].y) / 2);
    for (const std::uint32_t v : {a, tip, b}) corners.push_back(v);
  }
  const Ground ground = on_portals(triangles(std::move(vertices), std::move(corners)));
  for (const Partitioner& partitioner : partitioners()) {
    for (const std::uint32_t merged : {2u, 5u, 24u, 25u}) {
      const auto cells = kway_cells(ground, {.partitioner = partitioner, .merged = merged}).value();
      EXPECT_EQ(broken_law(cells, ground), std::nullopt);
    }
  }
}

TEST(KwayCells, refusals_are_sentences) {
  const Ground ground = on_portals(hills(1, {.corners = 9}));
  EXPECT_EQ(kway_cells(ground, {}).error(), no_partitioner().message);
  EXPECT_TRUE(kway_cells(ground, {.merged = 1'000'000})) << "one cell needs no partitioner";
  EXPECT_FALSE(kway_cells(ground, {.partitioner = cut_into_pieces, .merged = 1}));
  EXPECT_FALSE(kway_cells(ground, {.partitioner = cut_into_pieces, .levels = 17}));
  EXPECT_FALSE(kway_cells(ground, {.partitioner = cut_into_pieces, .unit_weights = {1, 2}}));
  EXPECT_FALSE(kway_cells(ground, {.partitioner = cut_into_pieces, .edge_weights = {1, 2}}));
}

TEST(KwayCells, weights_can_be_given) {
  const Ground ground = on_portals(hills(1, {.corners = 15}));
  const WeightedGraph units = units_of(ground);
  for (const Partitioner& partitioner : partitioners()) {
    const auto cells = kway_cells(
        ground, {.partitioner = partitioner,
                 .unit_weights = std::vector<std::uint32_t>(units.size(), 3),
                 .edge_weights = std::vector<std::uint32_t>(units.neighbours.size(), 7)});
    ASSERT_TRUE(cells) << cells.error();
    EXPECT_EQ(broken_law(*cells, ground), std::nullopt);
  }
}

TEST(KeptCells, keep_their_laws_through_changes) {
  for (const std::uint64_t seed : seeds(6)) {
    Random random(seed);
    World world = hills(seed, {.corners = 10});
    Ground ground = on_faces(world);
    Cells cells =
        kway_cells(ground, {.partitioner = cut_into_pieces, .merged = 6, .levels = 3}).value();
    for (int turn = 0; turn < 6; ++turn) {
      world = edited(world, random);
      ground = on_faces(world);
      cells = kept_cells(ground, cells).value();
      ASSERT_EQ(broken_law(cells, ground), std::nullopt) << seed;
    }
  }
}

}  // namespace
}  // namespace thalweg
