// Grid, face and portal graphs by hand-counted arcs; kinds, names and fingerprints;
// arrays that do not fit are refused.
#include "thalweg/graph/graph.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "graph/portal_nodes.hpp"
#include "grounds.hpp"
#include "thalweg/core/parallel.hpp"

namespace thalweg {
namespace {

std::vector<std::uint32_t> targets(const Graph& graph, std::uint32_t node) {
  std::vector<std::uint32_t> all;
  for (const ArcId arc : graph.arcs(NodeId(node))) all.push_back(graph.target(arc).value);
  std::ranges::sort(all);
  return all;
}

using Ids = std::vector<std::uint32_t>;

TEST(GridGraph, has_four_or_eight_neighbours) {
  const World world = scene(R"(
      . . .
      . . .
      . . . )");
  const Graph eight = graph_of(world, GraphSpec::grid());
  const Graph four = graph_of(world, GraphSpec::grid(GridNeighbours::four));
  EXPECT_EQ(targets(eight, 4), (Ids{0, 1, 2, 3, 5, 6, 7, 8}));
  EXPECT_EQ(targets(four, 4), (Ids{1, 3, 5, 7}));
  EXPECT_EQ(targets(eight, 0), (Ids{1, 3, 4}));
  EXPECT_TRUE(eight.arrays().labels.empty());
}

TEST(GridGraph, never_cuts_a_corner_that_nobody_enters) {
  const World world = scene(R"(
      . #
      . . )");
  EXPECT_EQ(targets(graph_of(world, GraphSpec::grid()), 0), (Ids{2}));
  EXPECT_EQ(targets(graph_of(world, GraphSpec::grid()), 1), Ids{});
}

TEST(GridGraph, hexagons_have_six_neighbours) {
  const World world = scene(R"(
      . . .
      . . .
      . . . )",
                            {.shape = GridShape::hex});
  const Graph graph = graph_of(world, GraphSpec::grid());
  EXPECT_EQ(targets(graph, 4), (Ids{1, 2, 3, 5, 7, 8}));  // an odd row: shifted to the right
  EXPECT_EQ(targets(graph, 0), (Ids{1, 3}));
  for (const NodeId node : graph.nodes()) {
    for (const ArcId arc : graph.arcs(node)) {
      EXPECT_NEAR(length(graph.position(graph.target(arc)) - graph.position(node)), 1, 1e-6);
    }
  }
}

TEST(FaceGraph, arcs_cross_portals_between_walkable_faces) {
  const World world = mesh_scene(R"(
      . . #
      . W . )");
  const Graph graph = graph_of(world, GraphSpec::faces());
  EXPECT_EQ(targets(graph, 0), (Ids{1, 3}));
  EXPECT_EQ(targets(graph, 2), Ids{});
  EXPECT_EQ(targets(graph, 5), (Ids{4}));
  for (const NodeId node : graph.nodes()) {
    for (const ArcId arc : graph.arcs(node)) {
      const EdgeId edge = graph.label(arc).edge();
      EXPECT_EQ(world.mesh.face(edge).value, node.value);
      EXPECT_EQ(world.mesh.across(edge).value, graph.target(arc).value);
    }
  }
}

TEST(FaceGraph, links_are_arcs) {
  const World world =
      mesh_scene(". # .", {link_between({0.5f, 0.5f, 0}, {2.5f, 0.5f, 0}, {.length = 5})});
  const Graph graph = graph_of(world, GraphSpec::faces());
  ASSERT_EQ(targets(graph, 0), (Ids{2}));
  EXPECT_EQ(targets(graph, 2), Ids{});
  EXPECT_TRUE(graph.label(ArcId(0)).is_link());
  EXPECT_EQ(graph.label(ArcId(0)).link(), LinkId(0));
}

TEST(PortalGraph, a_node_per_portal_and_arcs_across_faces) {
  const World world = mesh_scene(R"(
      . .
      . . )");
  const Graph graph = graph_of(world, GraphSpec::portals());
  EXPECT_EQ(graph.node_count(), 4u);
  EXPECT_EQ(graph.arc_count(), 8u);
  for (const NodeId node : graph.nodes()) {
    const EdgeId edge = graph.portal_node(node).edge();
    EXPECT_LT(edge, world.mesh.twin(edge));
    EXPECT_EQ(graph.position(node), world.mesh.midpoint(edge));
    for (const ArcId arc : graph.arcs(node)) {
      const FaceId across = graph.label(arc).face();
      const auto is_on_it = [&](NodeId n) {
        const EdgeId e = graph.portal_node(n).edge();
        return world.mesh.face(e) == across || world.mesh.across(e) == across;
      };
      EXPECT_TRUE(is_on_it(node) && is_on_it(graph.target(arc)));
      EXPECT_NE(graph.target(arc), node);
    }
  }
}

TEST(PortalGraph, long_portals_take_several_points) {
  const World world = triangles({{0, 0, 0}, {10, 0, 0}, {10, 10, 0}, {0, 10, 0}},
                                {0, 1, 2, 0, 2, 3});  // a diagonal of 14.1 m
  EXPECT_EQ(graph_of(world, GraphSpec::portals()).node_count(), 1u);
  EXPECT_EQ(graph_of(world, GraphSpec::portals(9, 4)).node_count(), 4u);
  const Graph three = graph_of(world, GraphSpec::portals(3, 4));
  ASSERT_EQ(three.node_count(), 3u);
  EXPECT_EQ(three.portal_node(NodeId(1)).along, 0.5f);
  EXPECT_NEAR(three.portal_node(NodeId(0)).along, 1 / 6.0, 1e-6);
  EXPECT_EQ(three.arc_count(), 0u);  // no arcs along the portal itself
}

TEST(PortalGraph, link_ends_are_nodes) {
  const World world = mesh_scene(R"(
      . . # . )",
                                 {link_between({1.5f, 0.5f, 0}, {3.5f, 0.25f, 0}, {.length = 5})});
  const Graph graph = graph_of(world, GraphSpec::portals());
  ASSERT_EQ(graph.node_count(), 3u);  // one portal, two ends
  EXPECT_EQ(targets(graph, 0), (Ids{1}));
  EXPECT_EQ(targets(graph, 1), (Ids{2}));
  EXPECT_EQ(targets(graph, 2), Ids{});
  EXPECT_TRUE(graph.portal_node(NodeId(1)).is_link_end());
  EXPECT_EQ(link_end_face(world, graph.portal_node(NodeId(2))), FaceId(3));
}

// Counting these arcs one by one would take minutes.
TEST(PortalGraph, too_many_nodes_in_one_face_are_refused_at_once) {
  const std::vector<Link> links(
      200'000, link_between({0.25f, 0.5f, 0}, {0.75f, 0.5f, 0}, {.length = 5, .is_two_way = true}));
  const World crowded = mesh_scene(". .", links);
  EXPECT_EQ(build_graph(crowded, GraphSpec::portals()).error(),
            "the graph would have over four billion arcs, which is too many");
  const std::vector<Link> fewer(5'000, links.front());
  EXPECT_EQ(build_graph(mesh_scene(".", fewer), GraphSpec::portals()).error(),
            "the graph would have 99990000 arcs, which is too many");
}

TEST(PortalGraph, finds_the_nodes_of_a_face) {
  const World plain = hills(5);
  const World world =
      with_links(plain, {link_between({3, 3, 0}, {9, 9, 0}, {.length = 5, .is_two_way = true})}, 5)
          .value();
  const Graph graph = graph_of(world, GraphSpec::portals(3, 0.4f));
  for (const FaceId face : world.mesh.faces()) {
    Ids fast;
    for_each_portal_node(world, graph, face, [&](NodeId node, EdgeId edge) {
      fast.push_back(node.value);
      EXPECT_TRUE(edge.is_none() || world.mesh.face(edge) == face);
    });
    Ids slow;
    for (const NodeId node : graph.nodes()) {
      const PortalNode at = graph.portal_node(node);
      const bool is_here = at.is_link_end() ? link_end_face(world, at) == face
                                            : world.mesh.face(at.edge()) == face ||
                                                  world.mesh.across(at.edge()) == face;
      if (is_here) slow.push_back(node.value);
    }
    std::ranges::sort(fast);
    ASSERT_EQ(fast, slow);
  }
}

const GraphSpec kUnknown{.kind = GraphKind{9}};

TEST(Graph, a_world_without_what_it_needs_gives_a_reason) {
  const World grid = scene(". .");
  const World mesh = mesh_scene(". .");
  EXPECT_EQ(build_graph(grid, GraphSpec::faces()).error(),
            "the world has no mesh: build a grid graph");
  EXPECT_EQ(build_graph(grid, GraphSpec::portals()).error(),
            "the world has no mesh: build a grid graph");
  EXPECT_EQ(build_graph(mesh, GraphSpec::grid()).error(),
            "the world has no grid: build a face or a portal graph");
  EXPECT_FALSE(build_graph(grid, GraphSpec::grid(GridNeighbours::hex)));
  EXPECT_FALSE(build_graph(mesh, GraphSpec::portals(0)));
  EXPECT_FALSE(build_graph(mesh, GraphSpec::portals(2, 0)));
  EXPECT_FALSE(build_graph(mesh, kUnknown));
  EXPECT_FALSE(build_graph(World{}, {}));
}

TEST(Graph, what_a_kind_does_not_ask_for_changes_no_fingerprint) {
  const World mesh = mesh_scene(". .");
  const World grid = scene(". .");
  const auto same = [](const World& world, const GraphSpec& a, const GraphSpec& b) {
    const Graph graph = build_graph(world, b).value();
    EXPECT_EQ(broken_law(graph, world), std::nullopt);
    return build_graph(world, a).value().fingerprint() == graph.fingerprint();
  };
  EXPECT_TRUE(same(mesh, {}, {.max_points = 3, .one_per = -1, .neighbours = GridNeighbours::hex}));
  GraphSpec portals = GraphSpec::portals(1, 2);
  portals.neighbours = GridNeighbours::four;
  EXPECT_TRUE(same(mesh, GraphSpec::portals(), portals));
  EXPECT_FALSE(same(mesh, GraphSpec::portals(), GraphSpec::portals(2)));
  GraphSpec squares = GraphSpec::grid();
  squares.max_points = 5;
  squares.one_per = 2;
  EXPECT_TRUE(same(grid, GraphSpec::grid(), squares));
  EXPECT_FALSE(same(grid, GraphSpec::grid(), GraphSpec::grid(GridNeighbours::four)));
}

TEST(Graph, all_neighbours_of_a_hexagon_are_six) {
  const World world = scene(". .", {.shape = GridShape::hex});
  const Graph graph = build_graph(world, GraphSpec::grid()).value();
  EXPECT_EQ(graph.spec(), GraphSpec::grid(GridNeighbours::hex));
  EXPECT_EQ(build_graph(world, graph.spec()).value().fingerprint(), graph.fingerprint());
  EXPECT_FALSE(build_graph(world, GraphSpec::grid(GridNeighbours::four)));
}

TEST(Graph, names_are_unique_and_found) {
  const std::vector<NamedGraph> all = named_graphs();
  EXPECT_EQ(all.front().name, "portals");
  for (const NamedGraph& graph : all) {
    EXPECT_EQ(named_graph(graph.name).value(), graph.spec) << graph.name;
    EXPECT_FALSE(graph.summary.empty()) << graph.name;
  }
  EXPECT_EQ(named_graph("squares").error(),
            "there is no graph called 'squares': use one of portals, portals3, portals5, faces, "
            "visibility, axes, terrain, terrain1, terrain3, grid, grid4, corners, corners4");
}

TEST(Graph, numbers_of_kinds_are_those_that_files_store) {
  const std::vector<GraphSpec> specs = {
      GraphSpec::faces(),      GraphSpec::portals(), GraphSpec::grid(),   GraphSpec::corners(),
      GraphSpec::visibility(), GraphSpec::axes(),    GraphSpec::terrain()};
  for (std::uint32_t i = 0; i < specs.size(); ++i) {
    EXPECT_EQ(static_cast<std::uint32_t>(specs[i].kind), i);
  }
}

TEST(Graph, refuses_arrays_that_do_not_fit) {
  GraphArrays arrays;
  arrays.positions = std::vector<Vec3f>(2);
  arrays.targets = {std::vector<std::uint32_t>{0, 1, 1}, std::vector<NodeId>{NodeId(2)}};
  EXPECT_EQ(Graph::from(arrays).error(), "an arc leads to no node");
  arrays.targets = {std::vector<std::uint32_t>{0, 2, 1}, std::vector<NodeId>{NodeId(1)}};
  EXPECT_FALSE(Graph::from(arrays));
  arrays.targets = {std::vector<std::uint32_t>{0, 1, 1}, std::vector<NodeId>{NodeId(1)}};
  arrays.labels = std::vector<ArcLabel>{ArcLabel::of(EdgeId(3))};
  EXPECT_TRUE(Graph::from(arrays));
  arrays.labels = std::vector<ArcLabel>(2);
  EXPECT_FALSE(Graph::from(arrays));
  arrays.spec = kUnknown;
  EXPECT_EQ(Graph::from(arrays).error(), "the graph is of an unknown kind");
}

TEST(Graph, refuses_labels_and_portal_nodes_of_another_kind) {
  GraphArrays arrays;
  arrays.positions = std::vector<Vec3f>(2);
  arrays.targets = {std::vector<std::uint32_t>{0, 1, 1}, std::vector<NodeId>{NodeId(1)}};
  EXPECT_FALSE(Graph::from(arrays));  // an arc between faces that crosses nothing
  arrays.labels = std::vector<ArcLabel>(1);
  EXPECT_FALSE(Graph::from(arrays));
  arrays.spec = GraphSpec::grid();
  EXPECT_TRUE(Graph::from(arrays));
  arrays.labels = {};
  EXPECT_TRUE(Graph::from(arrays));
  arrays.labels = std::vector<ArcLabel>{ArcLabel::of(FaceId(0))};
  EXPECT_FALSE(Graph::from(arrays));
  arrays.spec = GraphSpec::portals();
  EXPECT_FALSE(Graph::from(arrays));  // no portal nodes
  const auto with = [&](PortalNode first, PortalNode second) {
    arrays.portal_nodes = std::vector<PortalNode>{first, second};
    return Graph::from(arrays).ok();
  };
  const PortalNode link_end{ArcLabel::of(LinkId(0)).value, 1};
  EXPECT_TRUE(with({4, 0.5f}, link_end));
  EXPECT_FALSE(with(link_end, {4, 0.5f}));
  EXPECT_FALSE(with({4, 0.5f}, {3, 0.5f}));
  EXPECT_FALSE(with({4, 0.5f}, {ArcLabel::of(LinkId(0)).value, 0.5f}));
  EXPECT_FALSE(with({4, 1.5f}, link_end));
  EXPECT_FALSE(with({4, std::numeric_limits<float>::quiet_NaN()}, link_end));
}

TEST(Graph, is_the_same_on_any_number_of_threads) {
  const World world = hills(3, {.corners = 130});
  for (const GraphSpec& spec : {GraphSpec::faces(), GraphSpec::portals(3)}) {
    set_thread_count(1);
    const auto one = build_graph(world, spec).value().fingerprint();
    set_thread_count(2);
    const auto two = build_graph(world, spec).value().fingerprint();
    set_thread_count(0);
    EXPECT_EQ(one, two);
  }
}

}  // namespace
}  // namespace thalweg
