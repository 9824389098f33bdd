// Metrics: quanta, rounding, refusals, and the same bytes everywhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "grounds.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/graph/metric.hpp"
#include "thalweg/price/pricer.hpp"

namespace thalweg {
namespace {

TEST(Metric, a_median_arc_is_about_4096_quanta) {
  for (const double spacing : {0.001, 1.0, 30.0, 5000.0}) {
    const World world = hills(2, {.spacing = spacing, .relief = spacing, .has_areas = false});
    for (const Graph& graph :
         {graph_of(world, GraphSpec::faces()), graph_of(world, GraphSpec::portals())}) {
      const Metric metric = price(world, graph, Profile::hiker()).value();
      std::vector<Cost> costs = metric.parts().costs.to_vector();
      std::ranges::nth_element(costs, costs.begin() + costs.size() / 2);
      EXPECT_GE(costs[costs.size() / 2], 2896u);
      EXPECT_LE(costs[costs.size() / 2], 5794u);
      int exponent = 0;
      EXPECT_EQ(std::frexp(metric.quantum(), &exponent), 0.5);
    }
  }
}

TEST(Metric, a_larger_quantum_makes_room_for_the_largest_arc) {
  MeshSoup soup;
  soup.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  for (const std::uint32_t c : {0u, 1u, 2u, 0u, 2u, 3u}) soup.corners.push_back(VertexId(c));
  soup.difficulty = {0, 3e38f};
  WorldParts parts;
  parts.mesh = build_mesh(std::move(soup)).value().mesh;
  const World world = make_world(std::move(parts)).value();
  const Graph graph = graph_of(world, GraphSpec::faces());
  Profile p = Profile::euclid();
  p.respects.target_difficulty = 1000;
  const Metric metric = price(world, graph, p).value();
  for (const ArcId arc : graph.arcs()) EXPECT_NE(metric.cost(arc), kForbidden);
}

TEST(Metric, costs_round_up_and_are_at_least_one) {
  EXPECT_EQ(quanta(0), 1u);
  EXPECT_EQ(quanta(1), 1u);
  EXPECT_EQ(quanta(1.0000001), 2u);
  EXPECT_EQ(quanta(1e300), kForbidden - 1);
  EXPECT_EQ(quanta(kNoLimit), kForbidden);
  EXPECT_EQ(quanta(std::numeric_limits<double>::quiet_NaN()), kForbidden);
}

TEST(Metric, says_why_there_is_none) {
  const World world = mesh_scene(". .");
  const World other = mesh_scene(". . .");
  const Graph graph = graph_of(world, GraphSpec::faces());
  EXPECT_EQ(price(other, graph, Profile::euclid()).error(), "the graph is of another world");
  Profile p;
  p.axes.up = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(price(world, graph, p).error(),
            "the profile is unsound: axes.up must be between 0 and 1000");
  EXPECT_EQ(price(world, graph, Profile::euclid(), {.quantum = -1}).error(),
            "the quantum must not be negative");
}

TEST(Metric, keeps_a_quantum_that_is_given) {
  const World world = hills(4);
  const Graph graph = graph_of(world, GraphSpec::faces());
  const Metric metric = price(world, graph, Profile::thesis()).value();
  const Metric same = price(world, graph, Profile::thesis(), {.quantum = metric.quantum()}).value();
  EXPECT_EQ(same.fingerprint(), metric.fingerprint());
  const Metric coarse =
      price(world, graph, Profile::thesis(), {.quantum = metric.quantum() * 4}).value();
  EXPECT_EQ(coarse.cost(ArcId(5)), (metric.cost(ArcId(5)) + 3) / 4);
}

TEST(Metric, refuses_a_quantum_too_small_for_the_dearest_arc) {
  for (const World& world : {mesh_scene(". . ."), scene(". . .")}) {
    const Graph graph = world.mesh.empty() ? graph_of(world, GraphSpec::grid())
                                           : graph_of(world, GraphSpec::faces());
    const Metric fits = price(world, graph, Profile::euclid(), {.quantum = 0x1p-31}).value();
    EXPECT_EQ(fits.cost(ArcId(0)), 1u << 31);
    for (const double small : {0x1p-33, 1e-300, 5e-324}) {
      EXPECT_EQ(price(world, graph, Profile::euclid(), {.quantum = small}).error(),
                "the quantum is too small for the dearest arc");
    }
  }
}

TEST(Metric, is_the_same_on_any_number_of_threads) {
  const World world = hills(3, {.corners = 150});
  for (const Graph& graph :
       {graph_of(world, GraphSpec::faces()), graph_of(world, GraphSpec::portals())}) {
    for (const NamedProfile& named : named_profiles()) {
      set_thread_count(1);
      const auto one = price(world, graph, named.make()).value().fingerprint();
      set_thread_count(2);
      const auto two = price(world, graph, named.make()).value().fingerprint();
      set_thread_count(0);
      EXPECT_EQ(one, two);
    }
  }
}

// The same bytes from every compiler: g++ and clang++ gave these numbers.
TEST(Metric, has_the_same_bytes_from_every_compiler) {
  const World world = hills(11, {.corners = 40});
  const Graph graph = graph_of(world, GraphSpec::portals(2, 1));
  std::uint64_t hash = graph.fingerprint();
  for (const NamedProfile& named : named_profiles()) {
    hash = mix64(hash ^ price(world, graph, named.make()).value().fingerprint());
    hash = mix64(
        hash ^
        price(world, graph_of(world, GraphSpec::faces()), named.make()).value().fingerprint());
  }
  EXPECT_EQ(hash, 15553007138840737324u);
}

}  // namespace
}  // namespace thalweg
