// Axis graphs: nodes as far from two walls or more, arcs that are clear, a node visible from all
// open ground; overlapping floors refused.
#include <gtest/gtest.h>

#include <algorithm>

#include "graph/sight_nodes.hpp"
#include "grounds.hpp"
#include "obstacle_worlds.hpp"
#include "scope.hpp"
#include "thalweg/geometry/segment.hpp"
#include "thalweg/graph/metric.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

std::vector<Vec2> points_of(const Graph& graph) {
  std::vector<Vec2> points;
  for (const NodeId n : graph.nodes()) points.push_back(graph.position(n).xy());
  return points;
}

TEST(AxisGraph, a_room_has_one_line_down_its_middle) {
  const World world = mesh_scene(R"(
      . . . . . .
      . . . . . . )");
  const Graph graph = graph_of(world, GraphSpec::axes());
  EXPECT_EQ(points_of(graph), (std::vector<Vec2>{{1, 1}, {5, 1}}));
  EXPECT_EQ(graph.arc_count(), 2u);
  const Graph square = graph_of(mesh_scene(". .\n. ."), GraphSpec::axes());
  EXPECT_EQ(points_of(square), (std::vector<Vec2>{{1, 1}}));
  EXPECT_EQ(square.arc_count(), 0u);
}

TEST(AxisGraph, a_blind_alley_keeps_its_axis) {
  const World world = mesh_scene(R"(
      . . . .
      . . . .
      # # . #
      # # . #
      # # . # )");
  const Graph graph = graph_of(world, GraphSpec::axes());
  const auto points = points_of(graph);
  EXPECT_NE(std::ranges::find(points, Vec2{2.5, 4.5}), points.end());
}

// The distance from a point to the nearest wall, by checking all walls.
double room_at(const Mesh& mesh, Vec2 p) {
  double least = kNoLimit;
  for (const EdgeId e : mesh.edges()) {
    if (!is_walkable(mesh.area(mesh.face(e))) || CrossRule{}.allows(mesh, e)) continue;
    least = std::min(least, distance(Segment2{mesh.start(e).xy(), mesh.end(e).xy()}, p));
  }
  return least;
}

// How many walls are as near as the nearest one, up to rounding, at different points.
int nearest_walls(const Mesh& mesh, Vec2 p) {
  const double room = room_at(mesh, p);
  std::vector<Vec2> feet;
  for (const EdgeId e : mesh.edges()) {
    if (!is_walkable(mesh.area(mesh.face(e))) || CrossRule{}.allows(mesh, e)) continue;
    const Vec2 foot = nearest_point(Segment2{mesh.start(e).xy(), mesh.end(e).xy()}, p);
    if (length(foot - p) > room + 1e-5) continue;
    const auto is_same = [&](Vec2 q) { return length(q - foot) < 1e-6; };
    if (std::ranges::none_of(feet, is_same)) feet.push_back(foot);
  }
  return static_cast<int>(feet.size());
}

TEST(AxisGraph, nodes_are_as_far_from_two_walls_and_arcs_are_clear) {
  int nodes = 0;
  for (const std::uint64_t seed : seeds(10)) {
    for (const World& world :
         {obstacle_field(seed, {.side = 5, .jitter = 0.24}),
          obstacle_field(seed, {.side = 5, .jitter = 0}), random_squares(seed, "...#", 7)}) {
      const Graph graph = graph_of(world, GraphSpec::axes(0.2f));
      ASSERT_EQ(broken_law(graph, world), std::nullopt);
      for (const NodeId n : graph.nodes()) {
        const SurfacePoint at{graph.face(n), graph.position(n)};
        ASSERT_TRUE(contains(world.mesh, at.face, at.point.xy()));
        ASSERT_GE(nearest_walls(world.mesh, at.point.xy()), 2)
            << seed << " " << at.point.x << " " << at.point.y;
        for (const ArcId arc : graph.arcs(n)) {
          const NodeId to = graph.target(arc);
          ASSERT_TRUE(line_of_sight(world.mesh, at, {graph.face(to), graph.position(to)}));
        }
        ++nodes;
      }
    }
  }
  EXPECT_GT(nodes, 200);
}

// Every surface point of open ground sees a node.
TEST(AxisGraph, every_surface_point_sees_a_node) {
  for (const std::uint64_t seed : seeds(20)) {
    for (const World& world : {obstacle_field(seed, {.jitter = 0.24}),
                               obstacle_field(seed, {.jitter = 0}), random_squares(seed, "...#")}) {
      const Graph graph = graph_of(world, GraphSpec::axes(0.2f));
      Random random(seed);
      for (int i = 0; i < 30; ++i) {
        const SurfacePoint from = random_surface_point(world.mesh, random);
        if (!from.is_found()) continue;
        bool is_joined = false;
        join_near(
            graph.node_count(), from.point.xy(), [&](NodeId n) { return graph.position(n).xy(); },
            [&](NodeId n) {
              const bool sees = line_of_sight(world.mesh, from, {graph.face(n), graph.position(n)});
              is_joined = is_joined || sees;
              return sees;
            });
        ASSERT_TRUE(is_joined) << seed << " " << from.point.x << " " << from.point.y;
      }
    }
  }
}

TEST(AxisGraph, curves_are_cut_as_asked) {
  const World world = mesh_scene(R"(
      . . . . . . .
      . . . . . . .
      . . . # . . .
      . . . . . . .
      . . . . . . . )");
  const Graph coarse = graph_of(world, GraphSpec::axes(100));
  const Graph fine = graph_of(world, GraphSpec::axes(0.1f));
  EXPECT_GT(fine.node_count(), coarse.node_count() + 10);
  EXPECT_NE(fine.fingerprint(), coarse.fingerprint());
  EXPECT_FALSE(build_graph(world, GraphSpec::axes(0)));
}

TEST(AxisGraph, refuses_floors_above_each_other) {
  const World above = triangles({{0, 0, 0}, {9, 0, 0}, {0, 9, 0}, {1, 1, 5}, {3, 1, 5}, {1, 3, 5}},
                                {0, 1, 2, 3, 4, 5});
  EXPECT_FALSE(build_graph(above, GraphSpec::axes()));
  const World crossed =
      triangles({{0, 0, 0}, {9, 0.5f, 0}, {0, 1, 0}, {1, -5, 5}, {1.5f, 5, 5}, {0.5f, 5, 5}},
                {0, 1, 2, 3, 4, 5});
  EXPECT_FALSE(build_graph(crossed, GraphSpec::axes()));
  EXPECT_FALSE(build_graph(World{}, GraphSpec::axes()));
}

TEST(AxisGraph, walls_that_touch_between_their_ends_are_cut_there) {
  // Two pieces of ground side by side that share no corner.
  const World world = triangles({{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {4, 1, 0}, {8, 1, 0}, {4, 3, 0}},
                                {0, 1, 2, 3, 4, 5});
  const Graph graph = graph_of(world, GraphSpec::axes());
  EXPECT_GE(graph.node_count(), 2u);
}

TEST(AxisGraph, ends_of_links_join_the_axes) {
  const Link link = link_between({0.5f, 0.5f, 0}, {5.5f, 0.5f, 0});
  const World world = mesh_scene(R"(
      . . # . . .
      . . # . . . )",
                                 {link});
  const Graph graph = graph_of(world, GraphSpec::axes());
  const NodeId start(graph.node_count() - 2);
  const NodeId end(graph.node_count() - 1);
  EXPECT_EQ(graph.arcs(start).size(), 1u);  // only the one-way link
  EXPECT_EQ(graph.label(graph.arcs(start).front()), ArcLabel::of(LinkId(0)));
  EXPECT_GE(graph.arcs(end).size(), 1u);
}

}  // namespace
}  // namespace thalweg
