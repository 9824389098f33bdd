// Laws of the graphs whose arcs are straight walks: visibility and axes.
#include <gtest/gtest.h>

#include <cmath>

#include "laws/cases.hpp"
#include "obstacle_worlds.hpp"
#include "oracle.hpp"
#include "planners.hpp"
#include "scope.hpp"
#include "thalweg/graph/metric_bound.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/planners/any_angle_oracle.hpp"
#include "thalweg/planners/ends.hpp"

namespace thalweg {
namespace {

// Links between random surface points of ground.
std::vector<Link> surface_point_links(const World& world, Random& random) {
  std::vector<Link> links;
  for (int i = 0; i < 4; ++i) {
    const SurfacePoint from = random_surface_point(world.mesh, random);
    const SurfacePoint to = random_surface_point(world.mesh, random);
    if (!from.is_found() || !to.is_found()) continue;
    Link link;
    link.from = to_float(from.point);
    link.to = to_float(to.point);
    link.is_two_way = random.below(2);
    link.length = static_cast<float>(random.between(0.5, 8));
    if (with_links(world, {link})) links.push_back(link);
  }
  return links;
}

void add_kinds(const std::string& name, const World& world, std::vector<Case>& all) {
  all.push_back({name + " visibility", world, graph_of(world, GraphSpec::visibility())});
  all.push_back({name + " axes", world, graph_of(world, GraphSpec::axes(0.2f))});
}

std::vector<Case> sight_cases(std::uint64_t seed) {
  std::vector<Case> all;
  Random random(seed);
  const auto add = [&](const std::string& name, const World& world) {
    add_kinds(name, world, all);
    add_kinds(name + " with links", with_links(world, surface_point_links(world, random)).value(),
              all);
  };
  add("field", obstacle_field(seed, {.side = 7, .jitter = 0.24}));
  add("lattice", obstacle_field(seed, {.side = 6, .jitter = 0}));
  add("terrain", hills(seed, {.corners = 10}));
  add("squares", random_squares(seed, "......#wRW"));
  return all;
}

struct PassableView {
  const Graph& graph;
  const Metric& metric;

  std::uint32_t node_count() const { return graph.node_count(); }
  template <class Visit>
  void for_each_arc(NodeId node, const Visit& visit) const {
    for (const ArcId arc : graph.arcs(node)) {
      if (metric.is_passable(arc)) visit(arc, graph.target(arc), metric.cost(arc));
    }
  }
};

struct SightTally {
  int found = 0;
  int direct = 0;
};

void check_sight_queries(const Ground& ground, std::uint64_t seed, SightTally& tally) {
  const Mesh& mesh = ground.world().mesh;
  const Graph& graph = ground.graph();
  const Metric& metric = ground.metric();
  const EndFinder finder(ground);
  const MetricBound span(ground);
  Random random(seed);
  SearchScratch scratch;
  JoinedEnds ends;
  for (int i = 0; i < 20; ++i) {
    const SurfacePoint a = random_surface_point(mesh, random);
    const SurfacePoint b = random_surface_point(mesh, random);
    const End start = finder.find(a.point, 0);
    const End goal = finder.find(b.point, 0);
    if (!a.is_found() || !b.is_found() || !start.is_found() || !goal.is_found()) continue;
    ends = finder.join(start, goal, nullptr, std::move(ends));
    ASSERT_TRUE(std::ranges::is_sorted(ends.goals, {}, &Seed::node));
    double least = metric.least_per_metre();
    const Box3 at{goal.point, goal.point};
    for (const Seed& seed_at : ends.goals) {
      const double metres = span.between(span.extent(seed_at.node), at);
      if (metres > 0) least = std::min(least, static_cast<double>(seed_at.cost) / metres);
    }
    const auto estimate = [&](NodeId node) {
      return static_cast<Distance>(least * (1 - 0x1p-20) * span.between(span.extent(node), at));
    };
    const Distance wanted = least_cost(ground, ends);
    const SearchTask task{.sources = ends.sources, .goals = ends.goals, .direct = ends.direct};
    const auto outcome = best_first(PassableView{graph, metric}, estimate, task, scratch);
    ASSERT_EQ(outcome.cost, wanted) << i;
    ASSERT_EQ(finder.are_apart(ends) && wanted != kUnreached, false);
    tally.found += wanted != kUnreached ? 1 : 0;
    tally.direct += ends.direct != kUnreached ? 1 : 0;
  }
}

void check_islands(const Ground& ground) {
  const Graph& graph = ground.graph();
  const Islands& islands = ground.metric().islands();
  for (const NodeId node : graph.nodes()) {
    for (const ArcId arc : graph.arcs(node)) {
      if (!ground.metric().is_passable(arc)) continue;
      ASSERT_EQ(islands.of[node], islands.of[graph.target(arc)]);
      ASSERT_FALSE(islands.of[node].is_none());
    }
  }
}

TEST(SightLaws, a_star_equals_dijkstra) {
  SightTally tally;
  for (const std::uint64_t seed : seeds({.test = 3, .check = 6})) {
    for (const Case& c : sight_cases(seed)) {
      ASSERT_EQ(broken_law(c.graph, c.world), std::nullopt) << c.name;
      for (const NamedProfile& named : named_profiles()) {
        SCOPED_TRACE(c.name + ", " + std::string(named.name) + ", seed " + std::to_string(seed));
        const Ground ground = c.priced(named.make());
        ASSERT_EQ(broken_law(ground.graph(), c.world, ground.profile()), std::nullopt);
        ASSERT_EQ(broken_law(ground.metric(), ground.graph(), c.world), std::nullopt);
        check_sight_queries(ground, seed, tally);
        check_islands(ground);
        if (HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GT(tally.found, 200);
  EXPECT_GT(tally.direct, 300);
}

// Metres of the best route over the graph, including rounding; kNoLimit if there is none.
double best_length(const Ground& ground, const SurfacePoint& a, const SurfacePoint& b) {
  const Metric& metric = ground.metric();
  const EndFinder finder(ground);
  const JoinedEnds ends = finder.join({a.face, {}, a.point}, {b.face, {}, b.point});
  const Distance cost = least_cost(ground, ends);
  return cost == kUnreached ? kNoLimit : metric.in_units(cost);
}

Ground finely_priced(const World& world, const GraphSpec& spec) {
  return ground_of(world, spec, Profile::euclid(), {.quantum = 0x1p-22});
}

TEST(SightLaws, on_flat_ground_visibility_is_as_short_as_the_oracle_and_no_graph_is_shorter) {
  int found = 0;
  for (const std::uint64_t seed : seeds(20)) {
    for (const World& world : {obstacle_field(seed, {.jitter = 0.24, .relief = 0}),
                               obstacle_field(seed, {.jitter = 0, .slits_in_16 = 3, .relief = 0}),
                               random_squares(seed, "...#")}) {
      const Ground sight = finely_priced(world, GraphSpec::visibility());
      const Ground axes = finely_priced(world, GraphSpec::axes(0.1f));
      const Ground portals = finely_priced(world, GraphSpec::portals(4, 0.25f));
      AnyAngleOracle oracle(world);
      Random random(seed);
      for (int i = 0; i < 15; ++i) {
        const SurfacePoint a = random_surface_point(world.mesh, random);
        const SurfacePoint b = random_surface_point(world.mesh, random);
        if (!a.is_found() || !b.is_found()) continue;
        if (a.point == b.point) continue;  // a corner, from both sides of a wall
        const auto path = oracle.find(a, b);
        const double seen = best_length(sight, a, b);
        const double crossed = best_length(portals, a, b);
        ASSERT_EQ(path.found, seen < kNoLimit) << "seed " << seed << " query " << i;
        ASSERT_EQ(path.found, crossed < kNoLimit);
        const double between_walls = best_length(axes, a, b);
        ASSERT_EQ(path.found, between_walls < kNoLimit) << "seed " << seed << " query " << i;
        if (!path.found) continue;
        ++found;
        ASSERT_NEAR(seen, path.length, 1e-5);
        ASSERT_LE(path.length, crossed + 1e-9);
        ASSERT_LE(path.length, between_walls + 1e-9);
      }
    }
  }
  EXPECT_GT(found, 50);
}

// Two walls of swamp, which some profiles do not enter.
TEST(SightLaws, ground_that_the_profile_bans_is_walked_round) {
  Profile banning = Profile::euclid();
  banning.areas.push_back({.area = "swamp", .is_banned = true});
  const World small = mesh_scene(R"(
      . . . . .
      . . w . .
      . . w . .
      . . . . . )");
  for (const GraphSpec& spec : {GraphSpec::visibility(), GraphSpec::axes()}) {
    Planner planner = a_star_on(ground(small, banning, spec).value());
    const Answer answer = planner.find({.start = {0.5, 1.9}, .goal = {4.5, 1.9}});
    ASSERT_TRUE(answer.found()) << answer.why();
    const double shortest = 2 * std::hypot(1.5, 0.9) + 1;
    if (spec == GraphSpec::visibility()) {
      EXPECT_NEAR(answer.length(), shortest, 1e-3);
    }
    for (const PathPoint& point : answer.points) EXPECT_EQ(point.area, kGround);
    Planner open = a_star_on(ground_of(small, spec));
    auto filter = std::make_shared<AreaFilter>();
    filter->exclude(kSwamp);
    const Query filtered{.start = {0.5, 1.9}, .goal = {4.5, 1.9}, .filter = filter};
    EXPECT_EQ(open.find(filtered).outcome, Outcome::invalid);
    EXPECT_STREQ(open.find(filtered).why(),
                 "this graph bends around the profile's walls only: ban the area in the profile");
    EXPECT_TRUE(planner.find(filtered).found());  // it is a wall already
    EXPECT_FALSE(price(small, build_graph(small, spec).value(), banning).ok());
  }
}

TEST(SightLaws, around_banned_ground_visibility_is_as_short_as_around_walls) {
  Profile banning = Profile::euclid();
  banning.areas.push_back({.area = "swamp", .is_banned = true});
  const PriceOptions fine{.quantum = 0x1p-22};
  int found = 0;
  for (const std::uint64_t seed : seeds(20)) {
    const World soft = random_squares(seed, "...w");
    const World hard = random_squares(seed, "...#");
    const Ground sight = ground_of(soft, GraphSpec::visibility(), banning, fine);
    const Ground axes = ground_of(soft, GraphSpec::axes(0.1f), banning, fine);
    AnyAngleOracle oracle(hard);
    Random random(seed);
    for (int i = 0; i < 15; ++i) {
      const SurfacePoint a = random_surface_point(hard.mesh, random);
      const SurfacePoint b = random_surface_point(hard.mesh, random);
      if (!a.is_found() || !b.is_found() || a.point == b.point) continue;
      const auto path = oracle.find(a, b);
      const double seen = best_length(sight, a, b);
      ASSERT_EQ(path.found, seen < kNoLimit) << "seed " << seed << " query " << i;
      ASSERT_EQ(path.found, best_length(axes, a, b) < kNoLimit) << "seed " << seed << " " << i;
      if (!path.found) continue;
      ++found;
      ASSERT_NEAR(seen, path.length, 1e-5);
    }
  }
  EXPECT_GT(found, 20);
}

}  // namespace
}  // namespace thalweg
