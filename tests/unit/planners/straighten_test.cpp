// Straightened routes: valid, between the same ends, never more expensive; the cheapest on open
// ground; stable whatever came before.
#include "thalweg/planners/straighten.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "laws/cases.hpp"
#include "new_operators.hpp"
#include "oracle.hpp"
#include "scene.hpp"
#include "scope.hpp"
#include "thalweg/planners/views.hpp"

namespace thalweg {
namespace {

// A ground, and routes on it.
struct RouteMaker {
  RouteMaker(const World& world, const GraphSpec& spec, const Profile& profile = Profile::euclid())
      : ground(thalweg::ground(world, profile, spec).value()) {}

  const Graph& graph() const { return ground.graph(); }
  const Metric& metric() const { return ground.metric(); }

  Distance cost(const Route& route) const {
    Distance sum = 0;
    for (const ArcId arc : route.arcs) sum += metric().cost(arc);
    return sum;
  }
  // Why it is not a route over passable arcs, or nothing.
  std::string flaw(const Route& route) const {
    if (route.nodes.size() != route.arcs.size() + 1) return "sizes";
    for (std::size_t i = 0; i < route.arcs.size(); ++i) {
      const ArcId arc = route.arcs[i];
      const auto leaving = graph().arcs(route.nodes[i]);
      if (arc < *leaving.begin() || !(arc < *leaving.end())) return "an arc leaves elsewhere";
      if (graph().target(arc) != route.nodes[i + 1]) return "an arc leads elsewhere";
      if (!metric().is_passable(arc)) return "an arc is impassable";
    }
    return {};
  }
  // `route` extended by the cheapest route from its last node to `goal`; unchanged if there is
  // none.
  Route extended(Route route, NodeId goal) const {
    SearchScratch scratch;
    const Seed source{route.nodes.back()};
    const Seed target{goal};
    const ForwardView view(graph(), PlainCosts(metric()));
    const auto outcome = best_first(
        view, NoHeuristic{}, SearchTask{.sources = {&source, 1}, .goals = {&target, 1}}, scratch);
    if (outcome.end != SearchEnd::found) return route;
    const Route leg = route_to(scratch.bank, goal);
    route.nodes.insert(route.nodes.end(), leg.nodes.begin() + 1, leg.nodes.end());
    route.arcs.insert(route.arcs.end(), leg.arcs.begin(), leg.arcs.end());
    return route;
  }
  Route cheapest(NodeId start, NodeId goal) const {
    return extended({.nodes = {start}, .arcs = {}}, goal);
  }
  // From one random node to others, each leg the cheapest.
  Route winding_route(Random& random, int legs) const {
    Route route{.nodes = {NodeId(random.below(graph().node_count()))}, .arcs = {}};
    for (int i = 0; i < legs; ++i) {
      route = extended(std::move(route), NodeId(random.below(graph().node_count())));
    }
    return route;
  }
  // A sequence of arbitrary arcs.
  Route stray_route(Random& random, int steps) const {
    Route route{.nodes = {NodeId(random.below(graph().node_count()))}, .arcs = {}};
    for (int i = 0; i < steps; ++i) {
      const auto arcs = graph().arcs(route.nodes.back());
      if (arcs.size() == 0) break;
      const ArcId arc((*arcs.begin()).value +
                      random.below(static_cast<std::uint32_t>(arcs.size())));
      if (!metric().is_passable(arc)) continue;
      route.arcs.push_back(arc);
      route.nodes.push_back(graph().target(arc));
    }
    return route;
  }
  Route route_along(const std::vector<std::uint32_t>& squares) const {
    Route route{.nodes = {NodeId(squares.front())}, .arcs = {}};
    for (std::size_t i = 1; i < squares.size(); ++i) {
      route = extended(std::move(route), NodeId(squares[i]));
    }
    return route;
  }

  Ground ground;
};

const GraphSpec kEight = GraphSpec::grid();
const GraphSpec kFour = GraphSpec::grid(GridNeighbours::four);

// Areas, heights, one-way steps, links; with and without diagonals.
std::vector<RouteMaker> route_makers(std::uint64_t seed) {
  Profile climber = Profile::hiker();
  climber.greatest_step_up = 1.5;
  Random random(seed);
  std::vector<RouteMaker> all;
  for (const GraphSpec& spec : {kEight, kFour}) {
    all.emplace_back(random_grid(seed, "........#"), spec);
    all.emplace_back(random_grid(seed, "......#wRW"), spec, Profile::vehicle());
    const World hilly = random_grid(seed, "0001123");
    all.emplace_back(hilly, spec, climber);
    all.emplace_back(with_links(hilly, some_links(hilly, random)).value(), spec, climber);
  }
  return all;
}

TEST(Straighten, gives_a_valid_route_between_the_same_ends_that_costs_no_more) {
  for (const std::uint64_t seed : seeds(40)) {
    SCOPED_TRACE(seed);
    Random random(seed);
    for (const RouteMaker& routes : route_makers(seed)) {
      Straightener straightener(routes.ground);
      for (int i = 0; i < 6; ++i) {
        const Route before =
            i % 2 == 0 ? routes.winding_route(random, 1 + i) : routes.stray_route(random, 10 * i);
        const Route after = straightener.straighten(before);
        ASSERT_EQ(routes.flaw(after), "");
        ASSERT_EQ(after.nodes.front(), before.nodes.front());
        ASSERT_EQ(after.nodes.back(), before.nodes.back());
        ASSERT_LE(routes.cost(after), routes.cost(before));
        const Seed source{before.nodes.front()};
        const Seed goal{before.nodes.back()};
        ASSERT_GE(routes.cost(after),
                  dijkstra(routes.graph(), routes.metric(), {&source, 1}, {&goal, 1}));
      }
    }
  }
}

TEST(Straighten, gives_the_cheapest_route_on_open_ground) {
  for (const GraphSpec& spec : {kEight, kFour}) {
    const RouteMaker routes(random_grid(1, "."), spec);
    Straightener straightener(routes.ground);
    Random random(seed_of(7));
    for (int i = 0; i < 40; ++i) {
      const Route before =
          i % 2 == 0 ? routes.winding_route(random, 3) : routes.stray_route(random, 60);
      const Route best = routes.cheapest(before.nodes.front(), before.nodes.back());
      ASSERT_EQ(routes.cost(straightener.straighten(before)), routes.cost(best));
    }
  }
}

TEST(Straighten, leaves_the_cheapest_routes_as_they_are) {
  for (const std::uint64_t seed : seeds(20)) {
    Random random(seed);
    for (const RouteMaker& routes : route_makers(seed)) {
      Straightener straightener(routes.ground);
      const Route before = routes.winding_route(random, 1);
      const Route after = straightener.straighten(before);
      ASSERT_EQ(after.nodes, before.nodes) << seed;
      ASSERT_EQ(after.arcs, before.arcs) << seed;
    }
  }
}

constexpr std::uint32_t kSide = 120;

// Blocks on open ground.
World blocks(std::uint64_t seed) {
  Random random(seed);
  std::string letters(kSide * (kSide + 1), '.');
  for (std::uint32_t y = 0; y < kSide; ++y) letters[y * (kSide + 1) + kSide] = '\n';
  for (int block = 0; block < 60; ++block) {
    const std::uint32_t x = 2 + random.below(kSide - 10);
    const std::uint32_t y = 2 + random.below(kSide - 10);
    for (std::uint32_t i = 0; i < 6 * 3; ++i) letters[(y + i / 6) * (kSide + 1) + x + i % 6] = '#';
  }
  return scene(letters);
}

// A route near `best` through the middles of sections ten squares wide.
Route through_sections(const RouteMaker& routes, const Route& best) {
  const Grid& grid = routes.ground.world().grid;
  const auto middle = [](std::uint32_t v) { return v / 10 * 10 + 5; };
  Route route{.nodes = {best.nodes.front()}, .arcs = {}};
  for (std::size_t i = 10; i < best.nodes.size(); i += 10) {
    const SquareId at(best.nodes[i].value);
    const SquareId via = grid.at(middle(grid.x(at)), middle(grid.y(at)));
    if (grid.is_free(via)) route = routes.extended(std::move(route), NodeId(via.value));
  }
  return routes.extended(std::move(route), best.nodes.back());
}

TEST(Straighten, takes_away_nearly_all_of_a_detour_through_sections) {
  double before_sum = 0;
  double after_sum = 0;
  double again_sum = 0;
  const auto count = static_cast<double>(seeds_to_try(8));
  for (const std::uint64_t seed : seeds(8)) {
    const RouteMaker routes(blocks(seed), kEight);
    Straightener straightener(routes.ground);
    const Route best = routes.cheapest(NodeId(kSide / 2), NodeId(kSide * kSide - 1));
    ASSERT_GT(best.arcs.size(), kSide - 2);
    const Route before = through_sections(routes, best);
    const Route after = straightener.straighten(before);
    const auto ratio = [&](const Route& route) {
      return static_cast<double>(routes.cost(route)) / static_cast<double>(routes.cost(best));
    };
    before_sum += ratio(before);
    after_sum += ratio(after);
    again_sum += ratio(straightener.straighten(after));
  }
  EXPECT_GT(before_sum, count * 1.03);
  EXPECT_LT(after_sum, count * 1.012);
  EXPECT_GT(again_sum, after_sum - count * 0.005) << "a second time gains next to nothing";
}

TEST(Straighten, cuts_corners_only_where_the_ground_lets_it) {
  const RouteMaker open(scene(R"(
      . . . .
      . . . .
      . . . . )"),
                        kEight);
  const RouteMaker walled(scene(R"(
      . # # .
      . # # .
      . . . . )"),
                          kEight);
  for (const RouteMaker* routes : {&open, &walled}) {
    const Route before = routes->route_along({0, 4, 8, 9, 10, 11});
    ASSERT_EQ(before.nodes.size(), 6u);
    const Route after = Straightener(routes->ground).straighten(before);
    EXPECT_EQ(after.nodes.size(), routes == &open ? 4u : 6u);
  }
}

TEST(Straighten, drops_loops) {
  const RouteMaker routes(scene(". . . .\n. . . .\n. . . ."), kEight);
  Straightener straightener(routes.ground);
  const Route there = straightener.straighten(routes.route_along({0, 11, 0, 5}));
  EXPECT_EQ(there.nodes, (std::vector<NodeId>{NodeId(0), NodeId(5)}));
  const Route back = straightener.straighten(routes.route_along({0, 11, 0}));
  EXPECT_EQ(back.nodes, (std::vector<NodeId>{NodeId(0)}));
  EXPECT_TRUE(back.arcs.empty());
}

TEST(Straighten, leaves_routes_of_no_part_alone) {
  const RouteMaker routes(scene(". ."), kEight);
  Straightener straightener(routes.ground);
  EXPECT_TRUE(straightener.straighten({}).nodes.empty());
  EXPECT_EQ(straightener.straighten(routes.route_along({0})).nodes.size(), 1u);
  EXPECT_EQ(straightener.straighten(routes.route_along({0, 1})).nodes.size(), 2u);
}

TEST(Straighten, keeps_a_link_but_where_walking_is_cheaper) {
  for (const float length : {1.0f, 40.0f}) {
    const Link link =
        link_between({0.5f, 0.5f, 0}, {9.5f, 2.5f, 0}, {.length = length, .kind = LinkKind::jump});
    const RouteMaker routes(scene(R"(
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . . )",
                                  {.links = {link}}),
                            kEight);
    ArcId jump;
    for (const ArcId arc : routes.graph().arcs(NodeId(0))) {
      if (routes.graph().label(arc).is_link()) jump = arc;
    }
    ASSERT_FALSE(jump.is_none());
    Route before = routes.route_along({20, 10, 0});
    before.arcs.push_back(jump);
    before.nodes.push_back(NodeId(29));
    Straightener straightener(routes.ground);
    const Route after = straightener.straighten(before);
    const bool has_link = std::find(after.arcs.begin(), after.arcs.end(), jump) != after.arcs.end();
    EXPECT_EQ(has_link, length < 5) << length;
    EXPECT_EQ(routes.flaw(after), "");
  }
}

TEST(Straighten, returns_routes_of_other_graphs_unchanged) {
  for (const Case& c : cases(3)) {
    if (is_of_squares(c.graph)) {
      continue;
    }
    const RouteMaker routes(c.world, c.graph.spec());
    Random random(seed_of(5));
    const Route before = routes.stray_route(random, 20);
    const Route after = Straightener(routes.ground).straighten(before);
    EXPECT_EQ(after.nodes, before.nodes) << c.name;
    EXPECT_EQ(after.arcs, before.arcs) << c.name;
  }
}

TEST(Straighten, gives_the_same_whatever_came_before_and_allocates_nothing_once_warm) {
  const RouteMaker routes(random_grid(4, "......#"), kEight);
  Random random(seed_of(4));
  Straightener used(routes.ground);
  for (int i = 0; i < 20; ++i) used.straighten(routes.winding_route(random, 6));
  const Route before = routes.winding_route(random, 4);
  const Route fresh = Straightener(routes.ground).straighten(before);
  used.straighten(before);
  used.straighten(before);
  Route route = before;
  const std::uint64_t allocations = allocation_count();
  route = used.straighten(std::move(route));
  EXPECT_EQ(allocation_count(), allocations);
  EXPECT_EQ(route.nodes, fresh.nodes);
  EXPECT_EQ(route.arcs, fresh.arcs);
  EXPECT_GT(used.scratch_bytes(), 0u);
}

}  // namespace
}  // namespace thalweg
