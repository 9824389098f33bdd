// Prices of links compared with cases computed by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "grounds.hpp"
#include "thalweg/graph/metric.hpp"
#include "thalweg/price/pricer.hpp"

namespace thalweg {
namespace {

TEST(Links, are_priced_by_kind) {
  const Link link =
      link_between({0.5f, 0.5f, 0}, {2.5f, 0.5f, 0}, {.length = 4, .kind = LinkKind::ladder});
  const World world = mesh_scene(". # .", {link});
  Profile p = Profile::euclid();
  p.links[1] = {.per_metre = 2.5, .fixed = 3};
  EXPECT_EQ(Pricer(world, p).portal_link(LinkId(0)), 13);
  p.links[1].is_banned = true;
  EXPECT_EQ(Pricer(world, p).portal_link(LinkId(0)), kNoLimit);
  EXPECT_EQ(price(world, graph_of(world, GraphSpec::faces()), p).value().islands().count(), 2u);
}

// Two squares of 1000 m, a metre apart, with a jump of a metre from the first to the second, at
// three quarters of their height.
World far_squares() {
  MeshSoup soup;
  for (const float x : {0.0f, 1001.0f}) {
    for (const Vec3f p : {Vec3f{x, 0, 0}, {x + 1000, 0, 0}, {x + 1000, 1000, 0}, {x, 1000, 0}}) {
      soup.vertices.push_back(p);
    }
  }
  for (std::uint32_t c = 0; c < 8; ++c) soup.corners.push_back(VertexId(c));
  soup.first_corner = {0, 4, 8};
  soup.face_area = {kSwamp, kGround};
  const Link link = link_between({1000, 750, 0}, {1001, 750, 0}, {.length = 1, .is_two_way = true});
  WorldParts parts;
  parts.mesh = build_mesh(std::move(soup)).value().mesh;
  parts.links = {link};
  return make_world(std::move(parts)).value();
}

TEST(Links, in_a_face_graph_pay_for_the_walk_to_them_and_from_them) {
  const World world = far_squares();
  Profile p = Profile::euclid();
  p.areas = {{.area = "swamp", .multiplier = 3}};
  p.axes = {.east = 2, .west = 5, .north = 1, .south = 1, .up = 1, .down = 1};
  const double east = std::sqrt(1000.0 * 1000 + 250 * 250);  // half a square and 250 m of y
  const double west = std::sqrt(2500.0 * 2500 + 250 * 250);
  p.base = PriceBase::centre;
  EXPECT_NEAR(Pricer(world, p).face_link(LinkId(0), false).total(), 3 * east + 1 + east, 1e-9);
  EXPECT_NEAR(Pricer(world, p).face_link(LinkId(0), true).total(), west + 1 + 3 * west, 1e-9);
  p.base = PriceBase::box;
  EXPECT_EQ(Pricer(world, p).face_link(LinkId(0), false).total(), 1 + 2 * 1001);
  EXPECT_EQ(Pricer(world, p).face_link(LinkId(0), true).total(), 1 + 3 * 5 * 1001);
  p.base = PriceBase::edge_box;
  const double grown = std::sqrt(2000.0 * 2000 + 1000 * 1000);  // 250 m north, 750 m south
  EXPECT_NEAR(Pricer(world, p).face_link(LinkId(0), false).total(), 1 + grown, 1e-9);
  EXPECT_EQ(Pricer(world, p).portal_link(LinkId(0)), 1);
}

TEST(Links, in_a_face_graph_keep_the_heuristic_of_use) {
  const World world = far_squares();
  const Graph graph = graph_of(world, GraphSpec::faces());
  ASSERT_EQ(graph.arc_count(), 2u);
  const Metric metric = price(world, graph, Profile::euclid()).value();
  EXPECT_GT(metric.in_units(metric.cost(ArcId(0))), 1001);
  EXPECT_GT(metric.least_per_metre() * metric.quantum(), 0.99);
  EXPECT_GE(metric.cost(ArcId(0)), 1001 * metric.least_per_metre());
}

TEST(Links, on_a_grid_do_not_ask_the_mesh) {
  const Link link = link_between({0.5f, 0.5f, 0}, {2.5f, 0.5f, 0}, {.length = 2});
  WorldParts parts;
  parts.mesh = mesh_scene("W # W").mesh;
  parts.grid = scene(". # .").grid;
  parts.links = {link};
  const World world = make_world(std::move(parts)).value();
  Profile p = Profile::euclid();
  p.areas = {{.area = "water", .is_banned = true}};
  EXPECT_EQ(Pricer(world, p).grid_link(LinkId(0)), 2);
  EXPECT_EQ(Pricer(world, p).portal_link(LinkId(0)), kNoLimit);
  EXPECT_EQ(price(world, graph_of(world, GraphSpec::grid()), p).value().islands().count(), 1u);
}

}  // namespace
}  // namespace thalweg
