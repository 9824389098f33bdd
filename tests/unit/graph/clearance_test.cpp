// Widths of passages: known ones, and free space on a raster as the oracle.
#include "thalweg/graph/clearance.hpp"

#include <gtest/gtest.h>

#include <map>

#include "scene.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/graph/metric.hpp"
#include "thalweg/graph/portal_nodes.hpp"
#include "thalweg/graph/pricer.hpp"
#include "unit/graph/free_space.hpp"
#ifdef THALWEG_HAS_CGAL
#include "thalweg/import/merge.hpp"
#include "thalweg/import/trace.hpp"
#include "thalweg/triangulate/triangulate.hpp"
#endif

namespace thalweg {
namespace {

World world_of(Mesh mesh) {
  WorldParts parts;
  parts.mesh = std::move(mesh);
  return make_world(std::move(parts)).value();
}

// A world of convex faces, corner by corner.
World polygons(std::vector<Vec3f> vertices, const std::vector<std::vector<std::uint32_t>>& faces) {
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

// n x n squares of two triangles each, corners moved about, some faces blocked.
World crooked_field(std::uint64_t seed, std::uint32_t n, std::uint32_t one_in) {
  Random random(seed);
  MeshSoup soup;
  for (std::uint32_t y = 0; y <= n; ++y) {
    for (std::uint32_t x = 0; x <= n; ++x) {
      const double px = x + random.between(-0.3, 0.3);
      soup.vertices.push_back(to_float({px, y + random.between(-0.3, 0.3), 0}));
    }
  }
  const auto at = [&](std::uint32_t x, std::uint32_t y) { return VertexId(y * (n + 1) + x); };
  for (std::uint32_t y = 0; y < n; ++y) {
    for (std::uint32_t x = 0; x < n; ++x) {
      for (const VertexId v :
           {at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y), at(x + 1, y + 1), at(x, y + 1)}) {
        soup.corners.push_back(v);
      }
      for (int i = 0; i < 2; ++i) {
        soup.face_area.push_back(random.below(one_in) == 0 ? kBlocked : kGround);
      }
    }
  }
  return world_of(build_mesh(std::move(soup)).value().mesh);
}

#ifdef THALWEG_HAS_CGAL
World traced(std::uint64_t seed, bool convex) {
  Random random(seed);
  std::vector<AreaId> areas;
  for (int i = 0; i < 19 * 17; ++i) areas.push_back(random.below(9) == 0 ? kBlocked : kGround);
  const Grid grid = Grid::from({.width = 19, .height = 17, .area = std::move(areas)}).value();
  return world_of(
      grid_to_mesh(grid, {.triangulate = constrained_delaunay, .convex = convex}).value());
}

// A square room with slanted square pillars, `spare` more corners that touch no wall, triangulated.
World pillars(std::uint64_t seed, int spare, bool merged) {
  Random random(seed);
  PlanarInput input;
  struct Pillar {
    Vec2 centre;
    Vec2 axis;  // to a corner
  };
  std::vector<Pillar> all;
  const auto add_square = [&](const Pillar& p) {
    const auto first = static_cast<std::uint32_t>(input.points.size());
    const Vec2 side{-p.axis.y, p.axis.x};
    for (const Vec2 corner : {p.axis, side, p.axis * -1, side * -1}) {
      const Vec3f rounded = to_float({p.centre.x + corner.x, p.centre.y + corner.y, 0});
      input.points.push_back({rounded.x, rounded.y});
    }
    for (std::uint32_t i = 0; i < 4; ++i)
      input.segments.push_back({first + i, first + (i + 1) % 4});
  };
  add_square({{10, 10}, {10, 10}});
  for (int tries = 0; tries < 40; ++tries) {
    const double x = random.between(2, 18);
    const Vec2 centre{x, random.between(2, 18)};
    const double ax = random.between(-1.5, 1.5);
    const Pillar p{centre, {ax, random.between(-1.5, 1.5)}};
    const bool is_apart = std::ranges::none_of(all, [&](const Pillar& o) {
      return length(o.centre - p.centre) < length(o.axis) + length(p.axis) + 0.1;
    });
    if (!is_apart || length(p.axis) > 1.8) continue;
    all.push_back(p);
    add_square(p);
  }
  const auto is_in = [](const Pillar& p, Vec2 point) {
    return length(point - p.centre) < length(p.axis);
  };
  for (int i = 0; i < spare; ++i) {
    const double x = random.between(0.1, 19.9);
    const Vec3f point = to_float({x, random.between(0.1, 19.9), 0});
    const Vec2 q{point.x, point.y};
    if (std::ranges::none_of(all, [&](const Pillar& p) { return is_in(p, q); })) {
      input.points.push_back(q);
    }
  }
  const PlanarTriangles found = constrained_delaunay(input).value();
  MeshSoup soup;
  for (const Vec2 p : found.points) soup.vertices.push_back(to_float({p.x, p.y, 0}));
  for (const auto& t : found.triangles) {
    // The corners of one pillar are four in a row.
    const bool is_pillar =
        t[0] / 4 == t[1] / 4 && t[1] / 4 == t[2] / 4 && t[0] >= 4 && t[0] < 4 * (all.size() + 1);
    if (is_pillar) continue;
    for (const std::uint32_t c : t) soup.corners.push_back(VertexId(c));
  }
  const Mesh mesh = build_mesh(std::move(soup)).value().mesh;
  return world_of(merged ? merge_convex(mesh).value() : mesh);
}
#endif

TEST(Width, of_a_door_is_the_door) {
  for (const float w : {0.25f, 1.0f, 2.5f}) {
    const World world = polygons({{0, 0, 0},
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

TEST(Width, of_a_funnel_is_its_neck) {
  const World world = polygons({{0, 0, 0},
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

// The way from face 1 to face 2 turns about the corner C; the corner V of the wall opposite lies
// beyond the third edge of face 0, in face 3.
//
//      A----------V----------B
//       \       (3)         /        C and V are 1.5 apart, A and B far away.
//    (1) `------.0.------'  (2)
//               C
TEST(Width, counts_walls_beyond_the_third_edge) {
  const World world =
      polygons({{0, 0, 0}, {-10, 1, 0}, {10, 1, 0}, {0, 1.5f, 0}, {-10, -5, 0}, {10, -5, 0}},
               {{0, 2, 1}, {1, 4, 0}, {0, 5, 2}, {1, 2, 3}});
  const double to_wall = 15 / std::sqrt(100.25);  // C to the line AV; V itself is 1.5 away
  EXPECT_NEAR(width_over(world, 1, 0, 2), to_wall, 1e-6);
}

// Two pillars stand diagonally to each other; the squares between them are portals all round.
TEST(Width, between_pillars_that_touch_no_common_face) {
  const World world = mesh_scene(R"(
      . . . . . .
      . # . . . .
      . . . . . .
      . . . # . .
      . . . . . .
      . . . . . . )");
  Profile profile = Profile::euclid();
  const Graph graph = portal_graph(world);
  const double gap = std::sqrt(2.0);        // from the corner (2, 2) to the corner (3, 3)
  const auto is_above = [&](NodeId node) {  // on the diagonal's upper right side
    return graph.position(node).x > graph.position(node).y;
  };
  const auto joins = [&](double radius) {  // over the square between the two corners
    profile.radius = radius;
    const Metric metric = price(world, graph, profile);
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
  const World world = polygons({{0, 0, 0},
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

// The corner V pokes at the long portal AB and leaves two gaps, AV and VB. An agent too large to
// pass between V and the portal's line may go through either.
TEST(Width, of_two_gaps_behind_one_portal) {
  const World world = polygons({{0, -15, 0},
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

// A corridor 3 wide of small triangles: most of their corners touch no wall.
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
    const Graph graph = portal_graph(world);
    Profile profile = Profile::euclid();
    profile.radius = 1.49;
    const Metric metric = price(world, graph, profile);
    IslandId left;
    IslandId right;
    for (const NodeId node : graph.nodes()) {
      if (metric.islands().of[node].is_none()) continue;
      (graph.position(node).x < 6 ? left : right) = metric.islands().of[node];
    }
    EXPECT_FALSE(left.is_none());
    EXPECT_EQ(left, right) << rows;
    profile.radius = 1.51;
    EXPECT_EQ(price(world, graph, profile).islands().count(), 0u) << rows;
  }
}

TEST(Width, counts_ground_that_the_rule_bans_as_walls) {
  const World world = mesh_scene(R"(
      W W W
      . . .
      . . . )");
  Profile profile = Profile::euclid();
  const auto width_of = [&](const Profile& p) {
    const Pricer pricer(world, p);
    return width_over(world, 3, 4, 5, 9, pricer.rule());
  };
  EXPECT_NEAR(width_of(profile), 2, 1e-6);  // at its widest: the corners that the row above has too
  profile.areas = {{.area = "water", .is_banned = true}};
  EXPECT_NEAR(width_of(profile), 2, 1e-6);
  EXPECT_EQ(width_over(world, 0, 1, 2, 9, Pricer(world, profile).rule()), 0);
}

TEST(Width, on_a_bridge_ignores_the_walls_below) {
  MeshSoup soup;
  const auto add = [&](float x, float y, float w, float h, float z) {
    const auto first = static_cast<std::uint32_t>(soup.vertices.size());
    for (const Vec3f v :
         {Vec3f{x, y, z}, Vec3f{x + w, y, z}, Vec3f{x + w, y + h, z}, Vec3f{x, y + h, z}}) {
      soup.vertices.push_back(v);
    }
    for (std::uint32_t i = 0; i < 4; ++i) soup.corners.push_back(VertexId(first + i));
    if (soup.first_corner.empty()) soup.first_corner.push_back(0);
    soup.first_corner.push_back(static_cast<std::uint32_t>(soup.corners.size()));
  };
  add(0, 0, 9, 1, 0);  // below, across the bridge
  add(3, -4, 3, 9, 5);
  const World below = world_of(build_mesh(std::move(soup)).value().mesh);
  EXPECT_EQ(below.mesh.face_count(), 2u);
  const World bridge = polygons({{0, 0, 5},
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
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const World world = crooked_field(seed, 6, 8);
    const Graph graph = portal_graph(world, {.max_points = 2, .one_per = 1});
    for (const double limit : {0.0, 0.7, kNoLimit}) {
      const Clearances all = clearances(world, graph, {.limit = limit}).value();
      for (const NodeId node : graph.nodes()) {
        for (const ArcId arc : graph.arcs(node)) {
          const FaceId face = graph.label(arc).face();
          const double alone =
              width(world.mesh, half_in(world.mesh, graph.place(node), face),
                    half_in(world.mesh, graph.place(graph.target(arc)), face), {.limit = limit});
          ASSERT_NEAR(all.of_arc[arc], alone, 1e-6) << seed << " " << limit;
          ASSERT_LE(all.of_arc[arc], all.of_node[node]);
        }
      }
    }
  }
}

TEST(Clearances, under_a_limit_are_those_without_one_cut_off) {
  const World world = crooked_field(5, 12, 8);
  const Graph graph = portal_graph(world);
  const Clearances free = clearances(world, graph, {.limit = kNoLimit}).value();
  for (const double limit : {0.3, 1.0, 1.7}) {
    const Clearances cut = clearances(world, graph, {.limit = limit}).value();
    for (const ArcId arc : graph.arcs()) {
      // The widest point may be another where the limit makes two as wide.
      ASSERT_GE(double{cut.of_arc[arc]} + 1e-6, std::min(double{free.of_arc[arc]}, limit));
      ASSERT_LE(cut.of_arc[arc], limit + 1e-6);
    }
  }
}

TEST(Clearances, are_the_same_on_any_number_of_threads) {
  const World world = crooked_field(6, 40, 9);
  const Graph graph = portal_graph(world);
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
  EXPECT_EQ(refusal(face_graph(world), 1), "widths are those of a portal graph");
  EXPECT_EQ(refusal(portal_graph(mesh_scene(". .")), 1), "the graph is of another world");
  EXPECT_EQ(refusal(portal_graph(world), -1), "the limit of widths must not be negative");
  EXPECT_EQ(refusal(portal_graph(world), std::nan("")), "the limit of widths must not be negative");
  EXPECT_NE(refusal(portal_graph(World{}), 1), "");
}

TEST(PortalPrice, larger_agents_pass_nowhere_that_smaller_ones_do_not) {
  const World world = crooked_field(7, 15, 10);
  const Graph graph = portal_graph(world);
  Profile profile = Profile::euclid();
  Metric smaller = price(world, graph, profile);
  for (const double radius : {0.1, 0.2, 0.35, 0.5, 0.8, 1.3, 50.0}) {
    profile.radius = radius;
    const Metric larger = price(world, graph, profile);
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

struct Tally {
  int faces = 0;
  int denied = 0;
};

constexpr double kPixel = 0.05;

// Every island's portals share one part of a free space a little larger than the true one: no way
// is promised that is none.
void check_promises(const FreeSpace& space, const Graph& graph, const Metric& metric) {
  const auto& island = metric.islands().of;
  const std::vector<int> parts = space.parts(metric.profile().radius - 0.72 * kPixel, true);
  std::map<std::uint32_t, std::set<int>> shared;
  for (const NodeId node : graph.nodes()) {
    if (island[node].is_none()) continue;
    const EdgeId edge = graph.place(node).edge();
    const std::set<int> here = space.parts_on(edge, parts);
    const auto [place, is_new] = shared.try_emplace(island[node].value, here);
    if (!is_new) std::erase_if(place->second, [&](int part) { return !here.contains(part); });
    ASSERT_FALSE(place->second.empty()) << "a way is promised over " << to_string(edge);
  }
}

// The faces that a part of a free space a little smaller than the true one joins, and those among
// them that the part's main island does not reach.
Tally count_denied(const FreeSpace& space, const World& world, const Graph& graph,
                   const Metric& metric) {
  Tally tally;
  const auto& island = metric.islands().of;
  const std::vector<int> parts = space.parts(metric.profile().radius + 0.5 * kPixel, false);
  std::map<int, std::set<std::uint32_t>> faces_of;
  for (std::size_t p = 0; p < space.pixel_count(); ++p) {
    if (parts[p] != 0) faces_of[parts[p]].insert(space.face(p).value);
  }
  for (const auto& [part, faces] : faces_of) {
    if (faces.size() < 2) continue;
    std::map<std::uint32_t, int> reached;
    for (const std::uint32_t face : faces) {
      std::set<std::uint32_t> here;
      for_each_portal_node(world, graph, FaceId(face), [&](NodeId node, EdgeId) {
        if (!island[node].is_none()) here.insert(island[node].value);
      });
      for (const std::uint32_t i : here) ++reached[i];
    }
    int most = 0;
    for (const auto& [i, count] : reached) most = std::max(most, count);
    tally.faces += static_cast<int>(faces.size());
    tally.denied += static_cast<int>(faces.size()) - most;
  }
  return tally;
}

// Both, for some radii.
Tally compare(const World& world, std::initializer_list<double> radii) {
  Tally tally;
  const FreeSpace space(world, kPixel, std::max(radii) + 2 * kPixel);
  const Graph graph = portal_graph(world);
  Profile profile = Profile::euclid();
  for (const double radius : radii) {
    SCOPED_TRACE(radius);
    profile.radius = radius;
    const Metric metric = price(world, graph, profile);
    EXPECT_EQ(metric.problem(), "");
    check_promises(space, graph, metric);
    const Tally more = count_denied(space, world, graph, metric);
    tally.faces += more.faces;
    tally.denied += more.denied;
  }
  return tally;
}

// Over many worlds. Denied is at most a face in a thousand: pockets that only the lesser end of a
// pinched portal leads to (docs/decisions/clearance.md).
template <class Make>
void compare_all(std::uint64_t seeds, std::initializer_list<double> radii, const Make& make) {
  Tally tally;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    SCOPED_TRACE(seed);
    const Tally more = compare(make(seed), radii);
    tally.faces += more.faces;
    tally.denied += more.denied;
  }
  EXPECT_GT(tally.faces, 1000);
  EXPECT_LE(tally.denied * 1000, tally.faces) << tally.denied << " of " << tally.faces;
}

TEST(ClearanceOracle, crooked_fields) {
  compare_all(12, {0.3, 0.5, 0.8, 1.2},
              [](std::uint64_t seed) { return crooked_field(seed, 14, 12); });
}

#ifdef THALWEG_HAS_CGAL
TEST(ClearanceOracle, traced_maps) {
  for (const bool convex : {false, true}) {
    SCOPED_TRACE(convex);
    compare_all(12, {0.45, 0.7, 0.9, 1.2},
                [&](std::uint64_t seed) { return traced(seed, convex); });
  }
}

TEST(ClearanceOracle, slanted_pillars) {
  for (const int spare : {0, 10, 200}) {
    for (const bool merged : {false, true}) {
      SCOPED_TRACE(testing::Message() << spare << (merged ? " merged" : ""));
      compare_all(12, {0.3, 0.6, 1.0, 1.6},
                  [&](std::uint64_t seed) { return pillars(seed, spare, merged); });
    }
  }
}
#endif

}  // namespace
}  // namespace thalweg
