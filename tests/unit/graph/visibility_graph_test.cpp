// Visibility graphs: arcs exactly where corners see each other by taut lines;
// links; prices by the ground crossed.
#include <gtest/gtest.h>

#include "graph/sight_nodes.hpp"
#include "grounds.hpp"
#include "obstacle_worlds.hpp"
#include "scope.hpp"
#include "thalweg/graph/metric.hpp"
#include "thalweg/world/ray.hpp"
#include "thalweg/world/visible.hpp"

namespace thalweg {
namespace {

bool has_arc(const Graph& graph, NodeId from, NodeId to) {
  bool has = false;
  for (const ArcId arc : graph.arcs(from)) has = has || graph.target(arc) == to;
  return has;
}

TEST(VisibilityGraph, joins_the_corners_that_see_each_other_by_taut_lines) {
  for (const std::uint64_t seed : seeds(10)) {
    for (const World& world :
         {obstacle_field(seed, {.side = 5}), random_squares(seed, "...#", 7)}) {
      const Graph graph = graph_of(world, GraphSpec::visibility());
      ASSERT_EQ(broken_law(graph, world), std::nullopt);
      const Mesh& mesh = world.mesh;
      const Bends bends = find_bends(mesh);
      ASSERT_EQ(graph.node_count(), bends.count());
      for (const BendId a : bends.ids()) {
        const SurfacePoint from = surface_point_of(mesh, bends[a]);
        ASSERT_EQ(graph.position(NodeId(a.value)), from.point);
        ASSERT_TRUE(contains(mesh, graph.face(NodeId(a.value)), from.point.xy()));
        for (const BendId b : bends.ids()) {
          const SurfacePoint to = surface_point_of(mesh, bends[b]);
          const bool wanted = from.point.xy() != to.point.xy() && line_of_sight(mesh, from, to) &&
                              is_taut(mesh, bends[a], to.point.xy()) &&
                              is_taut(mesh, bends[b], from.point.xy());
          ASSERT_EQ(has_arc(graph, NodeId(a.value), NodeId(b.value)), wanted);
        }
      }
    }
  }
}

TEST(VisibilityGraph, ends_of_links_are_nodes_and_one_way_links_stay_one_way) {
  const Link link = link_between({0.5f, 0.5f, 0}, {4.5f, 0.5f, 0});
  const World world = mesh_scene(R"(
      . . # . .
      . . # . .
      . . # . . )",
                                 {link});
  const Graph graph = graph_of(world, GraphSpec::visibility());
  ASSERT_EQ(graph.node_count(), 2u);
  ASSERT_EQ(graph.arc_count(), 1u);
  EXPECT_EQ(graph.target(ArcId(0)), NodeId(1));
  EXPECT_EQ(graph.label(ArcId(0)), ArcLabel::of(LinkId(0)));
  EXPECT_EQ(graph.face(NodeId(0)), FaceId(0));
}

TEST(VisibilityGraph, prices_the_pieces_of_an_arc_by_the_ground_they_cross) {
  const World world = mesh_scene(R"(
      # . W . #
      . . W . . )");
  const Graph graph = graph_of(world, GraphSpec::visibility());
  ASSERT_EQ(graph.node_count(), 2u);
  ASSERT_EQ(graph.arc_count(), 2u);
  const Metric plain = price(world, graph, Profile::euclid()).value();
  EXPECT_NEAR(plain.in_units(plain.cost(ArcId(0))), 3, 1e-3);
  Profile wader = Profile::euclid();
  wader.areas.push_back({.area = "water", .multiplier = 3});
  const Metric wading = price(world, graph, wader).value();
  EXPECT_NEAR(wading.in_units(wading.cost(ArcId(0))), 5, 2e-3);
  wader.areas.back().is_banned = true;
  EXPECT_EQ(
      price(world, graph, wader).error(),
      "the visibility graph was built around other walls than those of this profile: build it "
      "for the profile");
  const Graph around = build_graph(world, GraphSpec::visibility(), wader).value();
  const Metric dry = price(world, around, wader).value();
  EXPECT_EQ(dry.islands().count(), 2u);
  EXPECT_EQ(broken_law(around, world, wader), std::nullopt);
  EXPECT_NE(broken_law(around, world), std::nullopt);
  EXPECT_FALSE(price(world, around, Profile::euclid()).ok());
}

TEST(VisibilityGraph, walks_over_hills_are_as_long_as_the_ground) {
  const World world = triangles({{0, 0, 0}, {4, 0, 0}, {4, 4, 3}, {0, 4, 3}, {0, 8, 0}, {4, 8, 0}},
                                {0, 1, 2, 0, 2, 3, 3, 2, 5, 3, 5, 4});
  const Pricer pricer(world, Profile::euclid());
  const SurfacePoint from{FaceId(0), {2, 0, 0}};
  const SurfacePoint to{FaceId(3), {2, 8, 0}};
  EXPECT_NEAR(straight_price(world, pricer, from, to), 10, 1e-12);
  EXPECT_NEAR(straight_price(world, pricer, to, from), 10, 1e-12);
  EXPECT_EQ(straight_price(world, pricer, from, from), 0);
  EXPECT_EQ(straight_price(world, pricer, {}, to), kNoLimit);
}

TEST(VisibilityGraph, a_room_without_corners_has_no_nodes) {
  const Graph graph = graph_of(mesh_scene(". . ."), GraphSpec::visibility());
  EXPECT_EQ(graph.node_count(), 0u);
  EXPECT_FALSE(build_graph(World{}, GraphSpec::visibility()));
}

TEST(VisibilityGraph, faces_come_one_per_node) {
  const World world = mesh_scene(R"(
      . . .
      . # .
      . . . )");
  GraphArrays arrays = graph_of(world, GraphSpec::visibility()).arrays();
  EXPECT_TRUE(Graph::from(arrays).ok());
  arrays.faces = {};
  EXPECT_FALSE(Graph::from(arrays).ok());
}

}  // namespace
}  // namespace thalweg
