// Prices of arcs between faces and between portals compared with cases computed by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "grounds.hpp"
#include "thalweg/graph/metric.hpp"
#include "thalweg/price/pricer.hpp"

namespace thalweg {
namespace {

const double kPi = std::acos(-1.0);

// Two right triangles over a unit square that share the diagonal from (0, 0) to (1, 1): face 0
// holds (1, 0), face 1 holds (0, 1) at the given height.
World folded(float height_of_1, float height_of_0 = 0) {
  return triangles({{0, 0, 0}, {1, 0, height_of_0}, {1, 1, 0}, {0, 1, height_of_1}},
                   {0, 1, 2, 0, 2, 3});
}

EdgeId portal_of(const World& world, FaceId face) {
  for (const EdgeId edge : world.mesh.edges(face)) {
    if (world.mesh.is_portal(edge)) return edge;
  }
  return {};
}

// The price of crossing from face `from` over its first portal.
double crossing(const World& world, const Profile& profile, std::uint32_t from = 0) {
  return Pricer(world, profile).face_arc(portal_of(world, FaceId(from)));
}

Profile bare(PriceBase base) {
  Profile p = Profile::thesis();
  p.base = base;
  p.respects = {};
  return p;
}

TEST(FacePrice, flat_by_centres) {
  EXPECT_NEAR(crossing(folded(0), bare(PriceBase::centre)), std::sqrt(2) / 3, 1e-7);
}

// The diagonal's box is the whole square and contains the target, so nothing grows.
TEST(FacePrice, flat_growth_inside_the_edge_box_is_zero_and_costs_one_quantum) {
  const World world = folded(0);
  EXPECT_EQ(crossing(world, Profile::thesis()), 0);
  EXPECT_EQ(crossing(world, bare(PriceBase::box)), 0);
  const Graph graph = graph_of(world, GraphSpec::faces());
  const Metric metric = price(world, graph, Profile::thesis()).value();
  for (const ArcId arc : graph.arcs()) EXPECT_EQ(metric.cost(arc), 1u);
}

TEST(FacePrice, up_counts_ten_and_down_five) {
  EXPECT_EQ(crossing(folded(2), bare(PriceBase::edge_box)), 20);
  EXPECT_EQ(crossing(folded(-2), bare(PriceBase::edge_box)), 10);
  EXPECT_EQ(crossing(folded(2), bare(PriceBase::box)), 20);
  const double third = 2.0 / 3;
  EXPECT_NEAR(crossing(folded(2), bare(PriceBase::centre)),
              std::sqrt(2 / 9.0 + 100 * third * third), 1e-6);
}

TEST(FacePrice, each_signed_axis_has_its_multiplier) {
  // Two unit-high triangles side by side: the edge x = 0, the targets reach one metre east or west.
  const World world = triangles({{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {-1, 0, 0}}, {0, 2, 1, 0, 1, 3});
  Profile p = bare(PriceBase::edge_box);
  p.axes = {.east = 2, .west = 3, .north = 5, .south = 7, .up = 11, .down = 13};
  EXPECT_EQ(crossing(world, p, 1), 2);  // from the western face to the eastern
  EXPECT_EQ(crossing(world, p, 0), 3);
  const World turned = triangles({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}}, {0, 1, 2, 0, 3, 1});
  EXPECT_EQ(crossing(turned, p, 1), 5);
  EXPECT_EQ(crossing(turned, p, 0), 7);
}

TEST(FacePrice, the_final_multiplier_adds_respect_times_term) {
  MeshSoup soup;
  soup.vertices = {{0, 0, 0}, {0, 1, 0}, {3, 0, 4}, {-1, 0, 0}};
  for (const std::uint32_t c : {0u, 2u, 1u, 0u, 1u, 3u}) soup.corners.push_back(VertexId(c));
  soup.difficulty = {0.5f, 0.125f};  // face 0 rises by 4 in 3: its normal's height is 0.6
  WorldParts parts;
  parts.mesh = build_mesh(std::move(soup)).value().mesh;
  const World world = make_world(std::move(parts)).value();
  const double base = std::sqrt(9 + 1600.0);
  const auto with = [&](auto set) {
    Profile p = bare(PriceBase::edge_box);
    set(p.respects);
    return crossing(world, p, 1) / base;
  };
  EXPECT_NEAR(with([](Respects&) {}), 1, 1e-12);
  EXPECT_NEAR(with([](Respects& r) { r.target_difficulty = 2; }), 2, 1e-12);
  EXPECT_NEAR(with([](Respects& r) { r.target_steepness = 2; }), 1.8, 1e-7);
  EXPECT_NEAR(with([](Respects& r) { r.difficulty_difference = 2; }), 1.75, 1e-12);
  EXPECT_NEAR(with([](Respects& r) { r.steepness_difference = 2; }), 1.8, 1e-7);
  const double bend = std::acos(0.6) / kPi;
  EXPECT_NEAR(with([](Respects& r) { r.edge_angle = 2; }), 1 + 2 * bend, 1e-7);
  // The path bends upwards: convex in the thesis's words.
  const auto angled = [](Respects& r) { r.edge_angle = 1, r.convex = 0.95, r.concave = 1.05; };
  EXPECT_NEAR(with(angled), 1 + 0.95 * bend, 1e-7);
  const double all = 1 + 0.5 + 0.4 + 0.375 + 0.95 * bend + 0.4;
  EXPECT_NEAR(crossing(world, Profile::thesis(), 1) / base, all, 1e-6);
}

// Over a ridge, from uphill to downhill, the path is concave; in a valley convex (picture 5.5).
TEST(FacePrice, a_ridge_is_concave_and_a_valley_convex) {
  Profile p = bare(PriceBase::centre);
  p.respects.edge_angle = 1;
  p.respects.concave = 100;
  p.respects.convex = 1;
  const double ridge = crossing(folded(-1, -1), p);
  const double valley = crossing(folded(1, 1), p);
  EXPECT_GT(ridge, 10 * valley);
}

// Picture 5.2: a strip of triangles along a contour line, its corners alternating between two
// heights. By centres the route along the contour rises and falls at each step; by growth of the
// edge's box it is level.
TEST(FacePrice, along_a_contour_line_growth_is_level_and_centres_are_not) {
  std::vector<Vec3f> vertices;
  std::vector<std::uint32_t> corners;
  for (std::uint32_t i = 0; i < 12; ++i) {
    const float side = i % 2 == 0 ? 0.0f : 1.0f;
    vertices.push_back({0.5f * static_cast<float>(i), side, side});
    if (i < 2) continue;
    for (const std::uint32_t c : {i - 2, i - 1, i}) corners.push_back(c);
  }
  const World world = triangles(vertices, corners);
  const auto along = [&](const Profile& p) {
    const Pricer pricer(world, p);
    double sum = 0;
    for (std::uint32_t f = 2; f < 8; ++f) {
      for (const EdgeId e : world.mesh.edges(FaceId(f))) {
        if (world.mesh.is_portal(e) && world.mesh.across(e).value == f + 1) {
          sum += pricer.face_arc(e);
        }
      }
    }
    return sum;
  };
  EXPECT_NEAR(along(bare(PriceBase::box)), 3, 1e-6);  // six steps of half a metre
  EXPECT_NEAR(along(bare(PriceBase::edge_box)), 3, 1e-6);
  EXPECT_GT(along(bare(PriceBase::centre)), 10);  // each step climbs or falls by a third
}

// Picture 5.4: two zigzag routes up and down. In the first every triangle reaches from the lowest
// to the highest ground, in the second the narrow triangles at the peaks do not. By whole boxes the
// first, which zigzags more, is cheaper; by the shared edge it is not.
TEST(FacePrice, a_narrow_zigzag_is_not_cheaper_by_the_edge_box) {
  // A strip over x with rows y = 0 and y = 1; heights by column. Quadruple columns cut in two.
  const auto strip = [](const std::vector<float>& low, const std::vector<float>& high) {
    std::vector<Vec3f> vertices;
    std::vector<std::uint32_t> corners;
    for (std::uint32_t i = 0; i < low.size(); ++i) {
      vertices.push_back({static_cast<float>(i), 0, low[i]});
      vertices.push_back({static_cast<float>(i), 1, high[i]});
      if (i == 0) continue;
      const std::uint32_t a = 2 * i - 2;
      for (const std::uint32_t c : {a, a + 2, a + 1, a + 1, a + 2, a + 3}) corners.push_back(c);
    }
    return triangles(vertices, corners);
  };
  const auto along = [](const World& world, PriceBase base) {
    const Pricer pricer(world, bare(base));
    double sum = 0;
    for (std::uint32_t f = 0; f + 1 < world.mesh.face_count(); ++f) {
      for (const EdgeId e : world.mesh.edges(FaceId(f))) {
        if (world.mesh.is_portal(e) && world.mesh.across(e).value == f + 1) {
          sum += pricer.face_arc(e);
        }
      }
    }
    return sum;
  };
  // The zigzag alternates 0 and 3 at every column; the other stays on each height for several
  // columns.
  const World zigzag = strip({0, 3, 0, 3, 0, 3, 0, 3, 0}, {0, 3, 0, 3, 0, 3, 0, 3, 0});
  const World calm = strip({0, 3, 3, 0, 0, 3, 3, 0, 0}, {0, 3, 3, 0, 0, 3, 3, 0, 0});
  EXPECT_LT(along(zigzag, PriceBase::box), along(calm, PriceBase::box));
  EXPECT_GT(along(zigzag, PriceBase::edge_box), along(calm, PriceBase::edge_box));
}

TEST(FacePrice, areas_multiply_or_ban) {
  const World world = mesh_scene(". w R W #");
  Profile p = Profile::euclid();
  p.areas = {{.area = "swamp", .multiplier = 3}, {.area = "water", .is_banned = true}};
  const Graph graph = graph_of(world, GraphSpec::faces());
  const Metric metric = price(world, graph, p).value();
  const Pricer pricer(world, p);
  EXPECT_EQ(pricer.face_arc(portal_of(world, FaceId(0))), 3);
  EXPECT_FALSE(pricer.may_enter(FaceId(3)));
  EXPECT_FALSE(pricer.may_enter(FaceId(4)));
  EXPECT_EQ(metric.islands().count(), 1u);
  EXPECT_EQ(metric.islands().sizes[IslandId(0)], 3u);
  EXPECT_TRUE(metric.islands().of[NodeId(3)].is_none());
  EXPECT_EQ(price(world, graph, Profile::euclid()).value().islands().sizes[IslandId(0)], 4u);
}

TEST(FacePrice, steep_ground_is_impassable_for_wheels) {
  Profile p = Profile::euclid();
  p.greatest_slope = 1.5;
  const World gentle = folded(1);  // rises by the root of two over the fold
  const World steep = folded(1.2f);
  EXPECT_LT(crossing(gentle, p), kNoLimit);
  EXPECT_EQ(crossing(steep, p), kNoLimit);
}

TEST(FacePrice, a_gap_between_walls_narrower_than_the_agent_is_closed) {
  const World world = mesh_scene(R"(
      . . # . .
      . . . . .
      . . # . . )");
  Profile p = Profile::euclid();
  const Graph graph = graph_of(world, GraphSpec::faces());
  EXPECT_EQ(price(world, graph, p).value().islands().count(), 1u);
  p.radius = 0.5;
  EXPECT_EQ(price(world, graph, p).value().islands().count(), 1u);
  p.radius = 0.51;
  EXPECT_EQ(price(world, graph, p).value().islands().count(), 3u);
}

// A row of three squares in the middle of nine: trees grow along the edges above and below the
// middle one.
TEST(FacePrice, edges_that_nobody_enters_are_walls_too) {
  const World plain = mesh_scene(R"(
      . . .
      . . .
      . . . )");
  const auto with_edges = [&](AreaId area) {
    MeshArrays arrays = plain.mesh.arrays();
    std::vector<AreaId> areas(plain.mesh.edge_count(), kGround);
    for (const EdgeId edge : plain.mesh.edges(FaceId(4))) {
      if (!plain.mesh.is_portal(edge)) continue;
      const std::uint32_t across = plain.mesh.across(edge).value;
      if (across != 1 && across != 7) continue;
      areas[edge.value] = area;
      areas[plain.mesh.twin(edge).value] = area;
    }
    arrays.edge_area = std::move(areas);
    WorldParts parts;
    parts.mesh = Mesh::from(std::move(arrays)).value();
    return make_world(std::move(parts)).value();
  };
  Profile wide = Profile::euclid();
  wide.radius = 0.51;
  const auto sideways = [&](const World& world) {
    const Pricer pricer(world, wide);
    for (const EdgeId edge : world.mesh.edges(FaceId(4))) {
      if (world.mesh.across(edge) == FaceId(5)) return pricer.may_cross(edge);
    }
    return false;
  };
  EXPECT_TRUE(sideways(with_edges(kSwamp)));
  EXPECT_FALSE(sideways(with_edges(kTrees)));
  EXPECT_FALSE(sideways(with_edges(kBlocked)));
}

TEST(PortalPrice, is_the_displacement_with_terms_of_the_face_crossed) {
  const World world = mesh_scene(". w .");
  Profile p = Profile::euclid();
  p.areas = {{.area = "swamp", .multiplier = 3}};
  const Graph graph = graph_of(world, GraphSpec::portals());
  ASSERT_EQ(graph.arc_count(), 2u);
  const Metric metric = price(world, graph, p).value();
  EXPECT_NEAR(metric.in_units(metric.cost(ArcId(0))), 3, 1e-3);
}

TEST(PortalPrice, pair_terms_belong_to_the_face_on_the_other_side) {
  const World world = folded(1, 1);
  Profile p = Profile::euclid();
  p.respects.edge_angle = 1;
  const Pricer pricer(world, p);
  const EdgeId edge = portal_of(world, FaceId(1));
  const Vec3 from = world.mesh.midpoint(edge);
  const Vec3 to = world.mesh.centre(FaceId(1));
  const double bend =
      std::acos(dot(world.mesh.normal(FaceId(0)), world.mesh.normal(FaceId(1)))) / kPi;
  const PortalStep inside{from, to, FaceId(1), {}, {}};
  const PortalStep entering{from, to, FaceId(1), edge, {}};
  EXPECT_NEAR(pricer.portal_arc(inside), length(to - from), 1e-12);
  EXPECT_NEAR(pricer.portal_arc(entering), length(to - from) * (1 + bend), 1e-9);
}

}  // namespace
}  // namespace thalweg
