// Descent over crossings of edges: paths stay whole, never cost more, and
// become straight on even ground.
#include "path/edge_path.hpp"

#include <gtest/gtest.h>

#include "grounds.hpp"
#include "planners.hpp"
#include "scope.hpp"
#include "thalweg/planners/a_star.hpp"

namespace thalweg {
namespace {

// The corridor of a route through the midpoints of portals; no crossings where there is none.
EdgePath edge_path_of(const Mesh& mesh, const Answer& answer) {
  EdgePath edge_path{answer.corridor.start, answer.corridor.goal, {}};
  for (const auto& step : answer.corridor.steps) {
    if (step.portal.is_none() || !step.link.is_none()) return {};
    edge_path.crossings.push_back({step.portal, 0.5});
  }
  drop_returns(mesh, edge_path.crossings);
  return edge_path;
}

bool leads_on(const Mesh& mesh, const EdgePath& edge_path) {
  FaceId at = edge_path.start.face;
  for (const EdgePoint& c : edge_path.crossings) {
    if (mesh.face(c.edge) != at || c.share < 0 || c.share > 1) return false;
    at = mesh.across(c.edge);
  }
  return at == edge_path.goal.face;
}

TEST(EdgePathDescent, never_makes_a_path_more_expensive_and_keeps_it_whole) {
  double before = 0;
  double settled = 0;
  double improved = 0;
  for (const std::uint64_t seed : seeds(20)) {
    const World world = hills(seed);
    for (const NamedProfile& named : named_profiles()) {
      const Ground ground = on_portals(world, named.make());
      Planner planner = a_star_on(ground);
      const EdgePathPricer pricer({world, ground.pricer(), nullptr});
      EdgePathDescent descent(pricer);
      Random random(seed);
      for (int i = 0; i < 5; ++i) {
        const Answer answer = planner.find({.start = random_point(world, random),
                                            .goal = random_point(world, random),
                                            .try_straight = false});
        EdgePath edge_path = edge_path_of(world.mesh, answer);
        if (!answer.found() || edge_path.crossings.empty()) continue;
        const double first = pricer.price(edge_path);
        // Prices with terms between faces differ by the edge that a route touches without crossing.
        const bool has_terms = named.name == "thesis";
        ASSERT_TRUE(has_terms || first <= answer.price * (1 + 1e-9));
        EdgePath other = edge_path;
        const double second = descent.settle(edge_path);
        ASSERT_LE(second, first);
        ASSERT_NEAR(second, pricer.price(edge_path), 1e-9 * first);
        ASSERT_TRUE(leads_on(world.mesh, edge_path));
        const double third = descent.improve(other);
        ASSERT_LE(third, second * (1 + 2e-3));
        ASSERT_NEAR(third, pricer.price(other), 1e-9 * first);
        ASSERT_TRUE(leads_on(world.mesh, other));
        before += 1;
        settled += second / first;
        improved += third / first;
      }
    }
  }
  std::printf("%.0f paths: settled %.4f, improved %.4f of their price\n", before, settled / before,
              improved / before);
  EXPECT_GT(before, 40);
}

TEST(EdgePathDescent, finds_the_straight_line_on_even_ground) {
  const World world = mesh_scene(". . . . . .\n. . . . . .\n. . . . . .");
  const Ground ground = on_portals(world);
  Planner planner = a_star_on(ground);
  const EdgePathPricer pricer({world, ground.pricer(), nullptr});
  EdgePathDescent descent(pricer);
  Random random(seed_of(3));
  for (int i = 0; i < 50; ++i) {
    const Point a = random_point(world, random);
    const Point b = random_point(world, random);
    EdgePath edge_path =
        edge_path_of(world.mesh, planner.find({.start = a, .goal = b, .try_straight = false}));
    const double straight = length(edge_path.goal.point - edge_path.start.point);
    const double price = descent.improve(edge_path, {.last_step = 1e-5, .least_gain = 1e-9});
    EXPECT_NEAR(price, straight, 1e-3 * (1 + straight));
  }
}

}  // namespace
}  // namespace thalweg
