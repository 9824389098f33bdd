// Terrain graphs: their arcs are walks that lead where they say and cost what is said; how they are
// built, stored and refused.
#include <gtest/gtest.h>

#include <cstdio>
#include <map>

#include "graph/kinds/terrain_arcs.hpp"
#include "planners.hpp"
#include "scope.hpp"
#include "terrain_worlds.hpp"
#include "thalweg/graph/form.hpp"
#include "thalweg/import/terrain.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg {
namespace {

void check_arcs(const Ground& ground) {
  const Graph& graph = ground.graph();
  const Mesh& mesh = ground.world().mesh;
  const ProfileRule by{ground.world(), ground.pricer()};
  const Footing footing(by);
  TerrainPricer walks(by, graph, footing);
  for (const NodeId node : graph.nodes()) {
    for (const ArcId id : graph.arcs(node)) {
      const double price = walks.price(arc_of(graph, node, id));
      ASSERT_EQ(ground.metric().cost(id), arc_cost(ground, price));
      if (!(price < kNoLimit)) continue;
      const EdgePath& edge_path = walks.edge_path();
      FaceId at = edge_path.start.face;
      ASSERT_FALSE(corner_on(mesh, at, graph.position(node)).is_none());
      for (const EdgePoint& crossing : edge_path.crossings) {
        ASSERT_EQ(mesh.face(crossing.edge), at);
        at = mesh.across(crossing.edge);
      }
      ASSERT_EQ(at, edge_path.goal.face);
      ASSERT_FALSE(corner_on(mesh, at, graph.position(graph.target(id))).is_none());
      ASSERT_NEAR(EdgePathPricer(by).price(edge_path), price, 1e-9 * price);
    }
  }
}

TEST(TerrainGraph, arcs_lead_where_they_say_and_cost_their_walks) {
  for (const std::uint64_t seed : seeds(5)) {
    for (const World& world : some_worlds(seed)) {
      for (const NamedProfile& named : named_profiles()) {
        SCOPED_TRACE(named.name);
        check_arcs(on_terrain(world, named.make()));
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(TerrainGraph, a_node_stands_at_each_vertex_of_open_ground) {
  const World world = hills(3, {.corners = 12, .has_areas = false});
  const Graph graph = graph_of(world, GraphSpec::terrain());
  ASSERT_EQ(graph.node_count(), world.mesh.vertex_count());
  for (const NodeId node : graph.nodes()) {
    ASSERT_EQ(graph.position(node), world.mesh.point(VertexId(node.value)));
  }
  for (const EdgeId e : world.mesh.edges()) {
    bool is_joined = false;
    for (const ArcId arc : graph.arcs(NodeId(world.mesh.origin(e).value))) {
      is_joined = is_joined || graph.target(arc).value == world.mesh.target(e).value;
    }
    ASSERT_TRUE(is_joined);
  }
}

TEST(TerrainGraph, a_wide_agent_stands_on_no_vertex_near_a_wall) {
  const World world = hills(4, {.corners = 10, .has_areas = false});
  Profile wide = Profile::euclid();
  wide.radius = 1.5;
  const Ground ground = on_terrain(world, wide);
  for (const NodeId node : ground.graph().nodes()) {
    const Vec2 p = ground.graph().position(node).xy();
    const double to_wall = std::min(std::min(p.x, 9 - p.x), std::min(p.y, 9 - p.y));
    ASSERT_EQ(ground.metric().islands().of[node].is_none(), to_wall < 1.5);
  }
  EXPECT_EQ(ground.graph().fingerprint(), graph_of(world, GraphSpec::terrain()).fingerprint());
}

TEST(TerrainGraph, is_built_for_a_norm_and_serves_every_profile) {
  const World world = hills(7);
  const Graph plain = graph_of(world, GraphSpec::terrain());
  const Graph walked = build_graph(world, GraphSpec::terrain(), Profile::hiker()).value();
  EXPECT_NE(plain.fingerprint(), walked.fingerprint());
  EXPECT_TRUE(price(world, walked, Profile::euclid()).ok());
  EXPECT_TRUE(price(world, plain, Profile::thesis()).ok());
  EXPECT_EQ(broken_law(plain, world), std::nullopt);
  EXPECT_EQ(broken_law(walked, world, Profile::hiker()), std::nullopt);
  EXPECT_NE(broken_law(walked, world), std::nullopt);
  Profile banning = Profile::hiker();
  banning.areas.push_back({.area = "trees", .is_banned = true});
  banning.radius = 0.2;
  EXPECT_EQ(build_graph(world, GraphSpec::terrain(), banning).value().fingerprint(),
            walked.fingerprint());
}

TEST(TerrainGraph, is_the_same_on_any_number_of_threads) {
  const World world = hills(9, {.corners = 40});
  std::vector<std::uint64_t> prints;
  for (const int threads : {1, 2, 3}) {
    set_thread_count(threads);
    prints.push_back(on_terrain(world, Profile::hiker()).fingerprint());
  }
  set_thread_count(0);
  EXPECT_EQ(prints[0], prints[1]);
  EXPECT_EQ(prints[0], prints[2]);
}

TEST(TerrainGraph, comes_back_from_a_store) {
  Store store;
  store.world = hills(11);
  const Ground ground = on_terrain(store.world, Profile::hiker());
  store = with_metric(std::move(store), "walked", ground).value();
  const auto path = std::filesystem::path(::testing::TempDir()) / "terrain_graph.thal";
  ASSERT_TRUE(save_store(store, path).ok());
  const Store loaded = load_store(path).value();
  EXPECT_EQ(stored_ground(loaded, "walked").value().fingerprint(), ground.fingerprint());
  EXPECT_EQ(verify(loaded), std::vector<std::string>{});
  std::filesystem::remove(path);
}

TEST(TerrainGraph, refuses_depths_that_it_cannot_have_and_worlds_without_a_mesh) {
  const World world = mesh_scene(". .");
  for (const std::uint32_t depth : {0u, 6u}) {
    EXPECT_EQ(build_graph(world, GraphSpec::terrain(depth)).error(),
              "an arc of a terrain graph crosses 1 to 5 edges");
  }
  for (const std::uint32_t depth : {1u, 5u}) {
    EXPECT_TRUE(build_graph(world, GraphSpec::terrain(depth)).ok());
  }
  EXPECT_FALSE(build_graph(scene(". ."), GraphSpec::terrain()));
}

TEST(TerrainGraph, takes_few_bytes_a_vertex) {
  const World world = hills(1, {.corners = 60, .spacing = 10, .relief = 400, .has_areas = false});
  const Ground ground = on_terrain(world, Profile::hiker());
  const double nodes = ground.graph().node_count();
  const double arcs = ground.graph().arc_count() / nodes;
  const double bytes =
      static_cast<double>(ground.graph().bytes() + ground.metric().bytes()) / nodes;
  std::printf("%.1f arcs, %.1f bytes a vertex\n", arcs, bytes);
  EXPECT_LT(arcs, 12);
  EXPECT_LT(bytes, 160);
}

// Loading checks what memory safety requires, not that twins lie between the same corners.
TEST(TerrainGraph, is_safe_on_meshes_that_break_their_laws) {
  for (const std::uint64_t seed : seeds(30)) {
    World world = hills(seed, {.corners = 9});
    Random random(seed);
    MeshArrays arrays = world.mesh.arrays();
    auto twin = arrays.twin.to_vector();
    for (int i = 0; i < 20; ++i) {
      const EdgeId a(random.below(world.mesh.edge_count()));
      const EdgeId b(random.below(world.mesh.edge_count()));
      const EdgeId other_a = twin[a.value];
      const EdgeId other_b = twin[b.value];
      if (other_a.is_none() || other_b.is_none() || a == b || other_a == b) continue;
      twin[a.value] = other_b;
      twin[other_b.value] = a;
      twin[b.value] = other_a;
      twin[other_a.value] = b;
    }
    arrays.twin = twin;
    auto mesh = Mesh::from(std::move(arrays));
    if (!mesh) continue;
    world.mesh = std::move(mesh).value();
    const auto broken = ground(world, Profile::hiker(), GraphSpec::terrain());
    if (!broken) continue;
    const GraphArrays& built = broken->graph().arrays();
    // May be refused: walks about a vertex are then not all about one.
    static_cast<void>(restore_graph(world, GraphSpec::terrain(), Profile::hiker(),
                                    {built.targets, built.labels}));
    Planner planner = a_star_on(*broken);
    for (int i = 0; i < 5; ++i) static_cast<void>(planner.find(random_walk(world, random)));
  }
}

TEST(TerrainGraph, reports_how_far_building_and_pricing_have_come) {
  const World world = hills(2, {.corners = 40});
  std::map<std::string, double, std::less<>> done;
  const auto report = [&](std::string_view stage, double part) {
    auto& most = done.try_emplace(std::string(stage), 0).first->second;
    EXPECT_LE(most, part);
    most = part;
  };
  ASSERT_TRUE(ground(world, Profile::hiker(), GraphSpec::terrain(), report).ok());
  EXPECT_EQ(done, (std::map<std::string, double, std::less<>>{{"building the graph", 1},
                                                              {"pricing the graph", 1}}));
}

TEST(TerrainGraph, is_what_height_maps_have_where_none_is_named) {
  EXPECT_EQ(default_graph(mesh_scene(". .")), GraphSpec::portals());
  EXPECT_EQ(default_graph(scene(". .")), GraphSpec::grid());
  HeightField field{.width = 5, .height = 4, .z = std::vector<float>(20, 0)};
  for (std::size_t i = 0; i < field.z.size(); ++i) field.z[i] = static_cast<float>(i % 3);
  for (const TerrainMethod method : {TerrainMethod::uniform, TerrainMethod::contour,
                                     TerrainMethod::centre, TerrainMethod::adaptive}) {
    World world =
        make_world(triangulate_heights(field, {.method = method, .error = 0.1}).value()).value();
    EXPECT_TRUE(is_height_map(world));
    EXPECT_EQ(default_graph(world), GraphSpec::terrain());
    EXPECT_EQ(ground(world, Profile::hiker())->graph().spec(), GraphSpec::terrain());
    // Of older files, which do not say it, those that use all samples are known.
    world.is_height_map = false;
    const bool is_plain = method == TerrainMethod::uniform || method == TerrainMethod::contour;
    EXPECT_EQ(is_height_map(world), is_plain);
  }
}

}  // namespace
}  // namespace thalweg
