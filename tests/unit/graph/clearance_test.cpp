// Widths of passages: known ones, and the laws of widths.
#include "thalweg/graph/clearance.hpp"

#include <gtest/gtest.h>

#include "graph/portal_nodes.hpp"
#include "grounds.hpp"
#include "scope.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/graph/metric.hpp"
#include "thalweg/price/pricer.hpp"
#include "unit/graph/clearance_worlds.hpp"

namespace thalweg {
namespace {

// A world of convex faces, given by their corners.
World world_of_polygons(std::vector<Vec3f> vertices,
                        const std::vector<std::vector<std::uint32_t>>& faces) {
  MeshSoup soup;
  soup.vertices = std::move(vertices);
  soup.first_corner.push_back(0);
  for (const auto& face : faces) {
    for (const std::uint32_t c : face) soup.corners.push_back(VertexId(c));
    soup.first_corner.push_back(static_cast<std::uint32_t>(soup.corners.size()));
  }
  return world_of(build_mesh(std::move(soup)).value().mesh);
}

EdgeId portal_between(const Mesh& mesh, std::uint32_t from, std::uint32_t to) {
  for (const EdgeId edge : mesh.edges(FaceId(from))) {
    if (mesh.across(edge) == FaceId(to)) return edge;
  }
  return {};
}

// From face a over face b to face c.
double width_over(const World& world, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                  double limit = 100, const CrossRule& rule = {}) {
  return width(world.mesh, portal_between(world.mesh, b, a), portal_between(world.mesh, b, c),
               {.limit = limit, .rule = rule});
}

TEST(Width, of_a_door_is_the_door) {
  for (const float w : {0.25f, 1.0f, 2.5f}) {
    const World world = world_of_polygons({{0, 0, 0},
                                           {10, 0, 0},
                                           {10, 4, 0},
                                           {10, 4 + w, 0},
                                           {10, 10, 0},
                                           {0, 10, 0},
                                           {11, 4, 0},
                                           {11, 4 + w, 0},
                                           {11, 0, 0},
                                           {20, 0, 0},
                                           {20, 10, 0},
                                           {11, 10, 0}},
                                          {{0, 1, 2, 3, 4, 5}, {2, 6, 7, 3}, {8, 9, 10, 11, 7, 6}});
    EXPECT_NEAR(width_over(world, 0, 1, 2), w, 1e-6);
    EXPECT_NEAR(width_over(world, 2, 1, 0), w, 1e-6);
    EXPECT_EQ(width_over(world, 0, 1, 2, 0.125), 0.125);  // no more than the limit
  }
}

TEST(Width, round_a_corner_is_that_of_the_corridor) {
  const World world = mesh_scene(R"(
      . #
      . . )");
  EXPECT_NEAR(width_over(world, 0, 2, 3), 1, 1e-6);
}

TEST(Width, of_a_funnel_is_its_narrowest_portal) {
  const World world = world_of_polygons({{0, 0, 0},
                                         {4, 1.5f, 0},
                                         {4, 2.5f, 0},
                                         {0, 4, 0},
                                         {-2, 0, 0},
                                         {-2, 4, 0},
                                         {9, 0, 0},
                                         {9, 4, 0}},
                                        {{0, 1, 2, 3}, {4, 0, 3, 5}, {1, 6, 7, 2}});
  EXPECT_NEAR(width_over(world, 1, 0, 2), 1, 1e-6);
}

// The path from face 1 to face 2 turns about the corner C; the corner V of the wall opposite lies
// beyond the third edge of face 0, in face 3.
//
//      A----------V----------B
//       \       (3)         /        C and V are 1.5 apart, A and B far away.
//    (1) `------.0.------'  (2)
//               C
TEST(Width, counts_walls_beyond_the_third_edge) {
  const World world = world_of_polygons(
      {{0, 0, 0}, {-10, 1, 0}, {10, 1, 0}, {0, 1.5f, 0}, {-10, -5, 0}, {10, -5, 0}},
      {{0, 2, 1}, {1, 4, 0}, {0, 5, 2}, {1, 2, 3}});
  const double to_wall = 15 / std::sqrt(100.25);  // C to the line AV; V itself is 1.5 away
  EXPECT_NEAR(width_over(world, 1, 0, 2), to_wall, 1e-6);
}

// Two pillars stand diagonally to each other; the squares between them have portals on all sides.
TEST(Width, between_pillars_that_touch_no_common_face) {
  const World world = mesh_scene(R"(
      . . . . . .
      . # . . . .
      . . . . . .
      . . . # . .
      . . . . . .
      . . . . . . )");
  Profile profile = Profile::euclid();
  const Graph graph = graph_of(world, GraphSpec::portals());
  const double gap = std::sqrt(2.0);        // from the corner (2, 2) to the corner (3, 3)
  const auto is_above = [&](NodeId node) {  // on the diagonal's upper right side
    return graph.position(node).x > graph.position(node).y;
  };
  const auto joins = [&](double radius) {  // over the square between the two corners
    profile.radius = radius;
    const Metric metric = price(world, graph, profile).value();
    for (const NodeId node : graph.nodes()) {
      for (const ArcId arc : graph.arcs(node)) {
        if (graph.label(arc).face() != FaceId(2 * 6 + 2) || !metric.is_passable(arc)) continue;
        if (is_above(node) != is_above(graph.target(arc))) return true;
      }
    }
    return false;
  };
  EXPECT_TRUE(joins(0.49 * gap));
  EXPECT_FALSE(joins(0.51 * gap));
}

TEST(Width, of_a_merged_face_is_that_between_its_sides) {
  const World world = world_of_polygons({{0, 0, 0},
                                         {3, -0.5f, 0},
                                         {6, 0, 0},
                                         {6, 2, 0},
                                         {2, 2.25f, 0},
                                         {0, 2, 0},
                                         {-3, 0, 0},
                                         {-3, 2, 0},
                                         {9, 0, 0},
                                         {9, 2, 0}},
                                        {{0, 1, 2, 3, 4, 5}, {6, 0, 5, 7}, {2, 8, 9, 3}});
  EXPECT_NEAR(width_over(world, 1, 0, 2), 2, 1e-6);
}

// The corner V reaches close to the long portal AB and leaves two gaps, AV and VB. An agent too
// large to pass between V and the portal's line may go through either gap.
TEST(Width, of_two_gaps_behind_one_portal) {
  const World world = world_of_polygons({{0, -15, 0},
                                         {20, -15, 0},
                                         {20, 0, 0},
                                         {0, 0, 0},
                                         {10, 1, 0},
                                         {9.9f, 30, 0},
                                         {-5, 30, 0},
                                         {25, 30, 0},
                                         {10.1f, 30, 0}},
                                        {{0, 1, 2, 3}, {3, 2, 4}, {3, 4, 5, 6}, {4, 2, 7, 8}});
  EXPECT_NEAR(width_over(world, 0, 1, 2), std::sqrt(101.0), 1e-5);
  EXPECT_NEAR(width_over(world, 0, 1, 3), std::sqrt(101.0), 1e-5);
  EXPECT_LE(width_over(world, 2, 1, 3), std::sqrt(101.0));
}

// A corridor 3 wide made of small triangles: most of their corners touch no wall.
TEST(Width, of_a_corridor_does_not_depend_on_its_triangles) {
  for (const std::uint32_t rows : {2u, 3u, 6u, 10u}) {
    MeshSoup soup;
    const std::uint32_t columns = rows * 4;
    const auto size = 3.0f / static_cast<float>(rows);
    for (std::uint32_t y = 0; y <= rows; ++y) {
      for (std::uint32_t x = 0; x <= columns; ++x) {
        soup.vertices.push_back({static_cast<float>(x) * size, static_cast<float>(y) * size, 0});
      }
    }
    const auto at = [&](std::uint32_t x, std::uint32_t y) {
      return VertexId(y * (columns + 1) + x);
    };
    for (std::uint32_t y = 0; y < rows; ++y) {
      for (std::uint32_t x = 0; x < columns; ++x) {
        for (const VertexId v :
             {at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y), at(x + 1, y + 1), at(x, y + 1)}) {
          soup.corners.push_back(v);
        }
      }
    }
    const World world = world_of(build_mesh(std::move(soup)).value().mesh);
    const Graph graph = graph_of(world, GraphSpec::portals());
    Profile profile = Profile::euclid();
    profile.radius = 1.49;
    const Metric metric = price(world, graph, profile).value();
    IslandId left;
    IslandId right;
    for (const NodeId node : graph.nodes()) {
      if (metric.islands().of[node].is_none()) continue;
      (graph.position(node).x < 6 ? left : right) = metric.islands().of[node];
    }
    EXPECT_FALSE(left.is_none());
    EXPECT_EQ(left, right) << rows;
    profile.radius = 1.51;
    EXPECT_EQ(price(world, graph, profile).value().islands().count(), 0u) << rows;
  }
}

TEST(Width, counts_ground_that_the_rule_bans_as_walls) {
  const World world = mesh_scene(R"(
      W W W W W
      W W W W W
      . . . . . )");
  Profile profile = Profile::euclid();
  const auto width_of = [&](std::uint32_t first) {
    const Pricer pricer(world, profile);
    return width_over(world, first, first + 1, first + 2, 9, pricer.rule());
  };
  EXPECT_NEAR(width_of(11), 2, 1e-6);  // along the shore, half in the water
  profile.areas = {{.area = "water", .is_banned = true}};
  EXPECT_NEAR(width_of(11), 1, 1e-6);
  EXPECT_EQ(width_of(6), 0);
}

TEST(Width, on_a_bridge_ignores_the_walls_below) {
  const World bridge =
      world_of_polygons({{0, 0, 5},
                         {4, 0, 5},
                         {4, 3, 5},
                         {0, 3, 5},
                         {8, 0, 5},
                         {8, 3, 5},
                         {12, 0, 5},
                         {12, 3, 5},
                         {4, 1, 0},
                         {8, 1, 0},
                         {8, 2, 0},
                         {4, 2, 0}},
                        {{0, 1, 2, 3}, {1, 4, 5, 2}, {4, 6, 7, 5}, {8, 9, 10, 11}});
  EXPECT_NEAR(width_over(bridge, 0, 1, 2), 3, 1e-6);
}

TEST(Clearances, are_the_widths_of_the_passages) {
  for (const std::uint64_t seed : seeds(4)) {
    const World world = crooked_field(seed, 6, 8);
    const Graph graph = graph_of(world, GraphSpec::portals(2, 1));
    for (const double limit : {0.0, 0.7, kNoLimit}) {
      const Clearances all = clearances(world, graph, {.limit = limit}).value();
      for (const NodeId node : graph.nodes()) {
        for (const ArcId arc : graph.arcs(node)) {
          const FaceId face = graph.label(arc).face();
          const double alone = width(
              world.mesh, half_in(world.mesh, graph.portal_node(node), face),
              half_in(world.mesh, graph.portal_node(graph.target(arc)), face), {.limit = limit});
          ASSERT_NEAR(all.of_arc[arc], alone, 1e-6) << seed << " " << limit;
          ASSERT_LE(all.of_arc[arc], all.of_node[node]);
        }
      }
    }
  }
}

TEST(Clearances, under_a_limit_are_those_without_one_cut_off) {
  const World world = crooked_field(5, 12, 8);
  const Graph graph = graph_of(world, GraphSpec::portals());
  const Clearances free = clearances(world, graph, {.limit = kNoLimit}).value();
  for (const double limit : {0.3, 1.0, 1.7}) {
    const Clearances cut = clearances(world, graph, {.limit = limit}).value();
    for (const ArcId arc : graph.arcs()) {
      // With a limit, another point may be the widest, because several are cut to the limit.
      ASSERT_GE(double{cut.of_arc[arc]} + 1e-6, std::min(double{free.of_arc[arc]}, limit));
      ASSERT_LE(cut.of_arc[arc], limit + 1e-6);
    }
  }
}

// A corridor 1 wide, and a link from its first square to its last.
TEST(Clearances, at_the_ends_of_links_are_those_of_the_portal) {
  const World world = mesh_scene(". . .", {{.from = {0.5f, 0.5f, 0}, .to = {2.5f, 0.5f, 0}}});
  const Graph graph = graph_of(world, GraphSpec::portals());
  const Clearances all = clearances(world, graph, {.limit = 7}).value();
  int links = 0;
  for (const NodeId node : graph.nodes()) {
    EXPECT_EQ(all.of_node[node], graph.portal_node(node).is_link_end() ? 7 : 1);
    for (const ArcId arc : graph.arcs(node)) {
      const bool is_link = graph.label(arc).is_link();
      EXPECT_EQ(all.of_arc[arc], is_link ? 7 : 1);
      links += is_link ? 1 : 0;
    }
  }
  EXPECT_EQ(links, 1);
  EXPECT_TRUE(all.fits(0.5, NodeId(0)));
  EXPECT_FALSE(all.fits(0.51, ArcId(0)));
}

TEST(Clearances, are_the_same_on_any_number_of_threads) {
  const World world = crooked_field(6, 40, 9);
  const Graph graph = graph_of(world, GraphSpec::portals());
  set_thread_count(1);
  const Clearances one = clearances(world, graph, {.limit = 1.5}).value();
  set_thread_count(0);
  const Clearances many = clearances(world, graph, {.limit = 1.5}).value();
  EXPECT_TRUE(std::ranges::equal(one.of_arc, many.of_arc));
  EXPECT_TRUE(std::ranges::equal(one.of_node, many.of_node));
  EXPECT_EQ(one.bytes(), 4u * (graph.arc_count() + graph.node_count()));
}

TEST(Clearances, of_other_graphs_are_refused) {
  const World world = mesh_scene(". . .");
  const auto refusal = [&](const Graph& graph, double limit) {
    const auto result = clearances(world, graph, {.limit = limit});
    return result ? std::string() : result.error();
  };
  EXPECT_EQ(refusal(graph_of(world, GraphSpec::faces()), 1), "widths are those of a portal graph");
  EXPECT_EQ(refusal(graph_of(mesh_scene(". ."), GraphSpec::portals()), 1),
            "the graph is of another world");
  EXPECT_EQ(refusal(graph_of(world, GraphSpec::portals()), -1),
            "the limit of widths must not be negative");
  EXPECT_EQ(refusal(graph_of(world, GraphSpec::portals()), std::nan("")),
            "the limit of widths must not be negative");
}

// Except for pockets behind pinched portals, which this world does not have.
TEST(PortalPrice, larger_agents_pass_nowhere_that_smaller_ones_do_not) {
  const World world = crooked_field(7, 15, 10);
  const Graph graph = graph_of(world, GraphSpec::portals());
  Profile profile = Profile::euclid();
  Metric smaller = price(world, graph, profile).value();
  for (const double radius : {0.1, 0.2, 0.35, 0.5, 0.8, 1.3, 50.0}) {
    profile.radius = radius;
    const Metric larger = price(world, graph, profile).value();
    int passable = 0;
    for (const ArcId arc : graph.arcs()) {
      if (!larger.is_passable(arc)) continue;
      ++passable;
      ASSERT_TRUE(smaller.is_passable(arc)) << radius;
    }
    EXPECT_EQ(passable == 0, radius == 50.0);
    smaller = larger;
  }
}

}  // namespace
}  // namespace thalweg
