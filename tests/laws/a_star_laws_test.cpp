// Laws of A* over scenes x graphs x profiles x seeds.
#include <gtest/gtest.h>

#include "oracle.hpp"
#include "scene.hpp"
#include "thalweg/graph/span.hpp"
#include "thalweg/planners/a_star.hpp"

namespace thalweg {
namespace {

Link link_between(Vec3f from, Vec3f to, LinkKind kind, bool is_two_way, float length) {
  Link link;
  link.from = from;
  link.to = to;
  link.kind = kind;
  link.is_two_way = is_two_way ? 1 : 0;
  link.length = length;
  return link;
}

struct Case {
  std::string name;
  World world;
  Graph graph;
};

// Links between free places of a world, found by trial.
std::vector<Link> some_links(const World& world, Random& random) {
  const Vec3 size = world.box().size();
  std::vector<Link> links;
  for (int i = 0; i < 40 && links.size() < 6; ++i) {
    const auto place = [&] {
      const double x = random.between(0, size.x);
      return to_float({x, random.between(0, size.y), 0});
    };
    const Vec3f from = place();
    const Vec3f to = place();
    const LinkKind kind = static_cast<LinkKind>(random.below(3));
    const auto link = link_between(from, to, kind, random.below(2) == 0,
                                   static_cast<float>(random.between(1, 20)));
    if (with_links(world, {link}, 0)) links.push_back(link);
  }
  return links;
}

std::vector<Case> cases(std::uint64_t seed) {
  std::vector<Case> all;
  Random random(seed);
  const auto add = [&](const std::string& name, World world) {
    for (const bool has_links : {false, true}) {
      World w = has_links ? with_links(world, some_links(world, random)).value() : world;
      const std::string full = name + (has_links ? " with links" : "");
      if (w.mesh.empty()) {
        const bool is_hex = w.grid.shape() == GridShape::hex;
        if (is_hex) {
          all.push_back({full + " hex", w, grid_graph(w)});
        } else {
          all.push_back({full + " 8", w, grid_graph(w)});
          all.push_back({full + " 4", w, grid_graph(w, {.neighbours = GridNeighbours::four})});
        }
      } else {
        all.push_back({full + " faces", w, face_graph(w)});
        all.push_back({full + " portals", w, portal_graph(w)});
        all.push_back({full + " points", w, portal_graph(w, {.max_points = 3, .one_per = 0.5f})});
        all.push_back({full + " visibility", w, visibility_graph(w)});
        all.push_back({full + " axes", w, axis_graph(w)});
      }
    }
  };
  add("terrain", hills(seed, {.corners = 12}));
  add("rough terrain", hills(seed, {.corners = 9, .spacing = 30, .relief = 400}));
  add("squares", mesh_scene(R"(
      . . . # . . .
      # # . # . w .
      . R . . . # W
      . # # # W W .
      . . . . . . . )"));
  add("grid", random_grid(seed, "......#wRW"));
  add("heights", random_grid(seed, "001122#"));
  add("hexagons", random_grid(seed, ".....#w1", {.shape = GridShape::hex}));
  return all;
}

std::vector<Profile> profiles() {
  std::vector<Profile> all;
  for (const NamedProfile& named : named_profiles()) all.push_back(named.make());
  Profile lame = Profile::thesis();
  lame.name = "lame";
  lame.base = PriceBase::box;
  lame.axes.east = 2;
  lame.axes.north = 0.5;
  lame.greatest_step_up = 1;
  lame.radius = 0.1;
  all.push_back(lame);
  return all;
}

Point random_point(const World& world, Random& random) {
  const Vec3 size = world.box().size();
  const double x = random.between(0, size.x);
  return {x, random.between(0, size.y)};
}

// What the oracle says for the same ends.
Distance oracle_cost(const Case& c, const Metric& metric, const Query& query) {
  const EndFinder finder(c.world, c.graph, metric);
  const Ends ends = finder.join(finder.find(c.world.to_local(query.start), query.reach),
                                finder.find(c.world.to_local(query.goal), query.reach));
  return std::min(ends.direct, dijkstra(c.graph, metric, ends.sources, ends.goals));
}

void check_route(const Case& c, const Metric& metric, const Answer& answer) {
  ASSERT_EQ(answer.route.nodes.size(),
            answer.route.nodes.empty() ? 0 : answer.route.arcs.size() + 1);
  for (std::size_t i = 0; i < answer.route.arcs.size(); ++i) {
    const auto arcs = c.graph.arcs(answer.route.nodes[i]);
    const ArcId arc = answer.route.arcs[i];
    ASSERT_TRUE(arc >= arcs.front() && arc.value < arcs.front().value + arcs.size());
    ASSERT_EQ(c.graph.target(arc), answer.route.nodes[i + 1]);
    ASSERT_TRUE(metric.is_passable(arc));
  }
  ASSERT_LE(route_cost(c.graph, metric, answer.route), answer.cost);
}

// What the queries came to: else the scenes test nothing.
struct Tally {
  int found = 0;
  int links_between_faces = 0;  // routes of face graphs through links
  int round_about = 0;          // routes that left the one face of both ends
};

void count(const Case& c, const Answer& answer, Tally& tally) {
  const Route& route = answer.route;
  tally.found += route.arcs.empty() ? 0 : 1;
  const auto is_link = [&](ArcId arc) { return c.graph.label(arc).is_link(); };
  const bool has_link = std::ranges::any_of(route.arcs, is_link);
  tally.links_between_faces += c.graph.kind() == GraphKind::face && has_link ? 1 : 0;
  const bool is_one_face = answer.points.front().face == answer.points.back().face;
  const bool is_portal = c.graph.kind() == GraphKind::portal;
  tally.round_about += is_portal && is_one_face && !route.nodes.empty() ? 1 : 0;
}

void check_queries(const Case& c, const Metric& metric, std::uint64_t seed, Tally& tally) {
  AStarPlanner planner(c.world, c.graph, metric);
  Random random(seed);
  for (int i = 0; i < 25; ++i) {
    Query query{.start = random_point(c.world, random),
                .goal = random_point(c.world, random),
                .try_straight = false};
    if (i % 5 == 0) {  // often on the same face
      query.goal = {query.start.x + (query.goal.x - query.start.x) / 10,
                    query.start.y + (query.goal.y - query.start.y) / 10};
    }
    const Answer answer = planner.find(query);
    if (answer.outcome == Outcome::outside) continue;
    const Distance wanted = oracle_cost(c, metric, query);
    ASSERT_EQ(answer.found(), wanted != kUnreached) << answer.why();
    if (!answer.found()) {
      ASSERT_EQ(answer.outcome, Outcome::unreachable);
      continue;
    }
    ASSERT_EQ(answer.cost, wanted) << "query " << i;
    ASSERT_EQ(answer.stats.reopened, 0u);
    ASSERT_GE(answer.points.size(), 2u);
    count(c, answer, tally);
    check_route(c, metric, answer);
    Query plain = query;
    plain.weight = 0;
    ASSERT_EQ(planner.find(plain).cost, wanted);
    Query greedy = query;
    greedy.weight = 3;
    ASSERT_GE(planner.find(greedy).cost, wanted);
  }
}

void check_heuristic(const Case& c, const Metric& metric, std::uint64_t seed) {
  const Span span(c.world, c.graph, metric.profile());
  Random random(seed);
  for (int i = 0; i < 400 && c.graph.arc_count() > 0; ++i) {
    const NodeId node(random.below(c.graph.node_count()));
    const NodeId goal(random.below(c.graph.node_count()));
    const auto h = [&](NodeId n) {
      return std::floor(metric.least_per_metre() * span.between(span.extent(n), span.extent(goal)));
    };
    for (const ArcId arc : c.graph.arcs(node)) {
      if (!metric.is_passable(arc)) continue;
      ASSERT_LE(h(node), metric.cost(arc) + h(c.graph.target(arc)));
    }
  }
}

void check_islands(const Case& c, const Metric& metric) {
  const Islands& islands = metric.islands();
  std::vector<std::uint32_t> sizes(islands.count(), 0);
  for (const NodeId node : c.graph.nodes()) {
    if (!islands.of[node].is_none()) ++sizes[islands.of[node].value];
    for (const ArcId arc : c.graph.arcs(node)) {
      if (!metric.is_passable(arc)) continue;
      ASSERT_EQ(islands.of[node], islands.of[c.graph.target(arc)]);
      ASSERT_FALSE(islands.of[node].is_none());
    }
  }
  ASSERT_TRUE(std::ranges::equal(sizes, islands.sizes));
}

TEST(AStarLaws, cost_equals_dijkstra_and_the_route_holds) {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    for (const Case& c : cases(seed)) {
      ASSERT_EQ(c.graph.why_empty(), "");
      ASSERT_EQ(broken_law(c.graph, c.world), std::nullopt);
      for (const Profile& profile : profiles()) {
        SCOPED_TRACE(c.name + ", " + profile.name + ", seed " + std::to_string(seed));
        const Metric metric = price(c.world, c.graph, profile);
        ASSERT_EQ(metric.problem(), "");
        ASSERT_EQ(broken_law(metric, c.graph, c.world), std::nullopt);
        check_queries(c, metric, seed, tally);
        check_heuristic(c, metric, seed);
        check_islands(c, metric);
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GT(tally.found, 3000);
  EXPECT_GT(tally.links_between_faces, 100);
  EXPECT_GT(tally.round_about, 3);
}

TEST(AStarLaws, partial_answers_lead_to_the_reachable_node_nearest_the_goal) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    for (const Case& c : cases(seed)) {
      SCOPED_TRACE(c.name + ", seed " + std::to_string(seed));
      const Metric metric = price(c.world, c.graph, Profile::vehicle());
      AStarPlanner planner(c.world, c.graph, metric);
      Random random(seed);
      for (int i = 0; i < 20; ++i) {
        const Query query{.start = random_point(c.world, random),
                          .goal = random_point(c.world, random),
                          .allow_partial = true};
        const Answer answer = planner.find(query);
        if (answer.outcome != Outcome::partial) continue;
        const EndFinder finder(c.world, c.graph, metric);
        const Ends ends = finder.join(finder.find(c.world.to_local(query.start), query.reach),
                                      finder.find(c.world.to_local(query.goal), query.reach));
        const auto least = dijkstra(c.graph, metric, ends.sources);
        double nearest = length(ends.start.point - ends.goal.point);
        for (const NodeId node : c.graph.nodes()) {
          if (least[node.value] == kUnreached) continue;
          nearest = std::min(nearest, length(c.graph.position(node) - ends.goal.point));
        }
        const Vec3 end = answer.points.back().vec();
        ASSERT_EQ(length(end - ends.goal.point), nearest);
        ASSERT_FALSE(answer.found());
        if (!answer.route.nodes.empty()) {
          ASSERT_EQ(answer.cost, least[answer.route.nodes.back().value]);
        }
      }
    }
  }
}

}  // namespace
}  // namespace thalweg
