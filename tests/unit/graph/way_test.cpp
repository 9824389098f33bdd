// Descent over crossings of edges: paths stay whole, never cost more, and
// become straight on even ground.
#include "graph/way.hpp"

#include <gtest/gtest.h>

#include "grounds.hpp"
#include "planners.hpp"
#include "scope.hpp"
#include "thalweg/planners/a_star.hpp"

namespace thalweg {
namespace {

// The corridor of a route through the midpoints of portals; no crossings where there is none.
Way way_of(const Mesh& mesh, const Answer& answer) {
  Way way{answer.corridor.start, answer.corridor.goal, {}};
  for (const auto& step : answer.corridor.steps) {
    if (step.portal.is_none() || !step.link.is_none()) return {};
    way.crossings.push_back({step.portal, 0.5});
  }
  drop_returns(mesh, way.crossings);
  return way;
}

bool leads_on(const Mesh& mesh, const Way& way) {
  FaceId at = way.start.face;
  for (const EdgePoint& c : way.crossings) {
    if (mesh.face(c.edge) != at || c.share < 0 || c.share > 1) return false;
    at = mesh.across(c.edge);
  }
  return at == way.goal.face;
}

TEST(WayDescent, never_makes_a_path_more_expensive_and_keeps_it_whole) {
  double before = 0;
  double settled = 0;
  double improved = 0;
  for (const std::uint64_t seed : seeds(20)) {
    const World world = hills(seed);
    for (const NamedProfile& named : named_profiles()) {
      const Ground ground = on_portals(world, named.make());
      Planner planner = a_star_on(ground);
      const WayPricer pricer({world, ground.pricer(), nullptr});
      WayDescent descent(pricer);
      Random random(seed);
      for (int i = 0; i < 5; ++i) {
        const Answer answer = planner.find({.start = random_point(world, random),
                                            .goal = random_point(world, random),
                                            .try_straight = false});
        Way way = way_of(world.mesh, answer);
        if (!answer.found() || way.crossings.empty()) continue;
        const double first = pricer.price(way);
        // Prices with terms between faces differ by the edge that a route touches without crossing.
        const bool has_terms = named.name == "thesis";
        ASSERT_TRUE(has_terms || first <= answer.price * (1 + 1e-9));
        Way other = way;
        const double second = descent.settle(way);
        ASSERT_LE(second, first);
        ASSERT_NEAR(second, pricer.price(way), 1e-9 * first);
        ASSERT_TRUE(leads_on(world.mesh, way));
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
  std::printf("%.0f ways: settled %.4f, improved %.4f of their price\n", before, settled / before,
              improved / before);
  EXPECT_GT(before, 40);
}

TEST(WayDescent, finds_the_straight_line_on_even_ground) {
  const World world = mesh_scene(". . . . . .\n. . . . . .\n. . . . . .");
  const Ground ground = on_portals(world);
  Planner planner = a_star_on(ground);
  const WayPricer pricer({world, ground.pricer(), nullptr});
  WayDescent descent(pricer);
  Random random(seed_of(3));
  for (int i = 0; i < 50; ++i) {
    const Point a = random_point(world, random);
    const Point b = random_point(world, random);
    Way way = way_of(world.mesh, planner.find({.start = a, .goal = b, .try_straight = false}));
    const double straight = length(way.goal.point - way.start.point);
    const double price = descent.improve(way, {.last_step = 1e-5, .least_gain = 1e-9});
    EXPECT_NEAR(price, straight, 1e-3 * (1 + straight));
  }
}

}  // namespace
}  // namespace thalweg
