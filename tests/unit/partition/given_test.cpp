// Given cells: labels from areas, tags and text, on every kind of graph.
#include "thalweg/partition/given.hpp"

#include <gtest/gtest.h>

#include "laws/cases.hpp"
#include "scope.hpp"
#include "unit/partition/reach.hpp"

namespace thalweg {
namespace {

using Labels = std::vector<CellLabel>;

TEST(GivenCells, are_what_reaches_each_other_under_one_label) {
  const std::vector<Profile> profiles = case_profiles();
  for (const std::uint64_t seed : seeds(2)) {
    std::size_t turn = seed;
    Random random(seed);
    for (const Case& c : cases(seed)) {
      const Profile& profile = profiles[turn++ % profiles.size()];
      SCOPED_TRACE(c.name + ", " + profile.name + ", seed " + std::to_string(seed));
      const Ground ground = c.priced(profile);
      Labels labels = labels_by_area(c.world, ground.graph());
      for (CellLabel& label : labels) label = random.below(12) == 0 ? ~label : label;
      const Cells cells = given_cells(ground, labels).value();
      ASSERT_EQ(broken_law(cells, ground), std::nullopt);
      EXPECT_TRUE(cells.sections.empty());
      std::map<CellLabel, std::set<NodeId>> members;
      for (const NodeId node : ground.graph().nodes()) {
        if (!ground.metric().islands().of[node].is_none()) members[labels[node.value]].insert(node);
      }
      for (const auto& [label, nodes] : members) {
        const Reach reach(ground, nodes);
        for (const NodeId a : nodes) {
          for (const NodeId b : nodes) {
            ASSERT_EQ(cells.partition.home(a) == cells.partition.home(b), reach.is_mutual(a, b));
          }
        }
      }
    }
  }
}

TEST(GivenCells, by_area_follow_the_ground) {
  const Ground land = on_grid(R"(
      . . w w
      . # w .
      R R R . )");
  const Labels labels = labels_by_area(land.world(), land.graph());
  EXPECT_EQ(labels, (Labels{0, 0, 3, 3, 0, 1, 3, 0, 5, 5, 5, 0}));
  EXPECT_EQ(drawn_cells(given_cells(land, labels).value(), land.world()), "aabb a#bc dddc");
}

TEST(GivenCells, points_between_faces_or_squares_are_of_the_first_walkable_one) {
  const std::string_view text = R"(
      # . w )";
  const World mesh = mesh_scene(text);
  const Graph portals = graph_of(mesh, GraphSpec::portals());
  ASSERT_EQ(portals.node_count(), 1u);  // between ground and swamp
  EXPECT_EQ(labels_by_area(mesh, portals), (Labels{kGround}));
  const World grid = scene(text);
  EXPECT_EQ(labels_by_area(grid, graph_of(grid, GraphSpec::corners())),
            (Labels{kBlocked, kGround, kGround, kSwamp, kBlocked, kGround, kGround, kSwamp}));
}

TEST(GivenCells, by_tags_follow_the_groups_of_faces) {
  MeshSoup soup;
  for (int i = 0; i < 5; ++i) soup.vertices.push_back({float(i / 2), float(i % 2), 0});
  for (const std::uint32_t v : {0u, 2u, 1u, 1u, 2u, 3u, 2u, 4u, 3u})
    soup.corners.push_back(VertexId(v));
  soup.tags = {7, 4000000000u, 7};
  WorldParts parts;
  parts.mesh = build_mesh(std::move(soup)).value().mesh;
  const Ground land = on_faces(make_world(std::move(parts)).value());
  const Labels labels = labels_by_tags(land.world(), land.graph());
  EXPECT_EQ(labels, (Labels{7, 4000000000u, 7}));
  EXPECT_EQ(given_cells(land, labels).value().partition.cell_count(), 3u);
  const Ground grid = on_grid(". #");
  EXPECT_EQ(labels_by_tags(grid.world(), grid.graph()), (Labels{0, 0}));
}

TEST(GivenCells, by_text_take_a_word_for_each_square) {
  const Ground land = on_grid(R"(
      . . .
      . . . )");
  const auto labels = labels_by_text("# rooms\nhall hall\tcellar\r\n  # more\n hall 7 cellar",
                                     land.world(), land.graph());
  ASSERT_TRUE(labels) << labels.error();
  EXPECT_EQ(*labels, (Labels{0, 0, 1, 0, 2, 1}));
  EXPECT_EQ(drawn_cells(given_cells(land, *labels).value(), land.world()), "aab acb");
}

TEST(GivenCells, by_text_refuse_too_few_and_too_many_words) {
  const Ground grid = on_grid(". . .");
  EXPECT_EQ(labels_by_text("a b", grid.world(), grid.graph()).error(),
            "there are 2 labels for 3 squares");
  EXPECT_EQ(labels_by_text("", grid.world(), grid.graph()).error(),
            "there are 0 labels for 3 squares");
  const Ground faces = on_faces(mesh_scene(". ."));
  EXPECT_EQ(labels_by_text("a b c # d", faces.world(), faces.graph()).error(),
            "there are 5 labels for 2 faces");
}

TEST(GivenCells, refuse_labels_of_other_nodes) {
  const Ground land = on_grid(". .");
  EXPECT_EQ(given_cells(land, Labels{1}).error(), "there are 1 labels for 2 nodes");
}

}  // namespace
}  // namespace thalweg
