// Ends in a fold: routes cost what those of A* cost, whatever joins an end to the core. Most ends reach it by a few
// exits, known beforehand for their face; ends on faces with over a dozen exits, beside links and in closed cliques
// need the general joining.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "grounds.hpp"
#include "laws/query_kinds.hpp"
#include "obstacle_worlds.hpp"
#include "room_worlds.hpp"
#include "scope.hpp"
#include "thalweg/hierarchy/fold.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/planners/check_answer.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kFewExits = 12;
// A table, hub labels, a search over the core, and the taut paths of the cheapest routes.
constexpr std::array kFoldSpecs = {"fold:share=1:table=1000", "fold:share=1:table=0",
                                   "fold:share=1:table=0:labels=0", "fold:share=1:shortest=0"};

std::unique_ptr<Planner> planner_of(const char* spec, const Ground& ground) {
  return make_planner(spec, ground).value();
}

World with_free_links(const World& world, std::uint64_t seed) {
  Random random(seed);
  std::vector<Link> links;
  for (int i = 0; i < 100 && links.size() < 5; ++i) {
    const Point from = random_point(world, random);
    const Point to = random_point(world, random);
    const Link link = link_between(to_float({from.x, from.y, 0}), to_float({to.x, to.y, 0}),
                                   {.length = 2, .is_two_way = random.below(2) == 0});
    if (with_links(world, {link}, 0)) links.push_back(link);
  }
  return with_links(world, links, 0).value();
}

std::vector<NamedGround> grounds_of_ends(std::uint64_t seed) {
  const World level = obstacle_field(seed, {.side = 7, .relief = 0});
  const World rooms = rooms_among_squares(seed);
  return {
      {"triangles", on_portals(level)},
      {"triangles with links", on_portals(with_free_links(level, seed))},
      {"heights", on_portals(obstacle_field(seed, {.side = 7, .relief = 1}))},
      {"heights by time", on_portals(hills(seed, {.corners = 9}), Profile::hiker())},
      {"squares", on_portals(random_squares(seed, "..#"))},
      {"areas", on_portals(random_squares(seed, "...#wRT"), Profile::hiker())},
      {"rooms", on_portals(rooms)},
      {"rooms with links", on_portals(with_free_links(rooms, seed))},
      {"a wheel", on_portals(wheel(seed))},
      {"faces", on_faces(level)},
      {"faces of heights", on_faces(hills(seed, {.corners = 9}), Profile::thesis())},
  };
}

// A random query, some with several ends.
Query query_of_ends(QuerySource& source, int number) {
  Query query = source.query();
  query.try_straight = number % 4 == 0;
  if (number % 3 == 1) query.more_goals = source.points(2);
  if (number % 5 == 1) query.more_starts = source.points(2);
  return query;
}

TEST(FoldEnds, routes_cost_what_those_of_a_star_do) {
  std::uint64_t found = 0;
  for (const std::uint64_t seed : seeds({.test = 3, .check = 100})) {
    for (const auto& [name, ground] : grounds_of_ends(seed)) {
      const auto a_star = planner_of("a_star", ground);
      for (const char* spec : kFoldSpecs) {
        SCOPED_TRACE(name + ", " + spec);
        const auto fold = planner_of(spec, ground);
        QuerySource source(ground, seed);
        for (int i = 0; i < 30; ++i) {
          const Query query = query_of_ends(source, i);
          const Answer answer = fold->find(query);
          const Answer wanted = a_star->find(query);
          ASSERT_EQ(answer.outcome, wanted.outcome) << i;
          ASSERT_EQ(answer.cost, wanted.cost) << i;
          ASSERT_EQ(answer.is_straight, wanted.is_straight) << i;
          ASSERT_EQ(broken_law(answer, query, ground), std::nullopt) << i;
          found += answer.found() ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(found, 600 * seeds_to_try({.test = 3, .check = 100}));
}

// The most junctions that one face of the core leads to.
std::size_t most_exits(const Ground& ground) {
  const Fold fold = fold_ground(ground, {.most_junctions = 1, .short_paths = false}).value();
  std::size_t most = 0;
  for (std::uint32_t i = 0; i < fold.branches.row_count(); ++i) {
    most = std::max(most, fold.branches[BranchId(i)].size());
  }
  return most;
}

std::vector<Point> with_more(std::vector<Point> ends, const std::vector<Point>& more) {
  ends.insert(ends.end(), more.begin(), more.end());
  return ends;
}

// Costs between all ends are those of A*, and queries of several ends have the least of them. `is_even`: both ways
// cost the same.
void expect_ends_agree(const Ground& ground, const std::vector<Point>& ends, bool is_even = false) {
  const auto fold = planner_of("fold:share=1:table=1000", ground);
  const auto a_star = planner_of("a_star", ground);
  const auto cost = [&](const Query& query) {
    const Answer answer = fold->find(query);
    EXPECT_EQ(answer.cost, a_star->find(query).cost);
    EXPECT_EQ(broken_law(answer, query, ground), std::nullopt);
    return answer.found() ? answer.cost : kUnreached;
  };
  for (const Point& start : ends) {
    Distance least = kUnreached;
    for (const Point& goal : ends) {
      const Distance there = cost({.start = start, .goal = goal, .try_straight = false});
      least = std::min(least, there);
      if (!is_even) continue;
      EXPECT_EQ(cost({.start = goal, .goal = start, .try_straight = false}), there);
    }
    Query several{.start = start, .goal = ends.front(), .try_straight = false};
    several.more_goals.assign(ends.begin() + 1, ends.end());
    EXPECT_EQ(cost(several), least);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(FoldEnds, ends_of_few_exits_and_of_many_agree) {
  std::size_t with_many = 0;
  std::size_t worlds = 0;
  for (const std::uint64_t seed : seeds({.test = 8, .check = 200})) {
    const World world = seed % 2 == 0 ? rooms_among_squares(seed) : wheel(seed);
    const Ground ground = on_portals(world);
    ++worlds;
    with_many += most_exits(ground) > kFewExits ? 1 : 0;
    Random random(seed);
    std::vector<Point> ends;
    for (const FaceId room : rooms_of(world.mesh)) {
      for (int i = 0; i < 3; ++i) ends.push_back(point_inside(world.mesh, room, random));
    }
    QuerySource source(ground, seed);
    expect_ends_agree(ground, with_more(ends, source.points(4)), true);
    if (HasFailure()) return;
  }
  EXPECT_GT(with_many, worlds / 2);
}

TEST(FoldEnds, ends_beside_links_agree_with_those_farther_off) {
  for (const std::uint64_t seed : seeds({.test = 8, .check = 200})) {
    const World world = with_free_links(random_squares(seed, "...#"), seed);
    const Ground ground = on_portals(world);
    std::vector<Point> ends;
    for (const Link& link : world.links) {
      ends.push_back({link.from.x, link.from.y});
      ends.push_back({link.to.x, link.to.y});
    }
    QuerySource source(ground, seed);
    expect_ends_agree(ground, with_more(ends, source.points(4)));
    if (HasFailure()) return;
  }
}

// Arcs at random prices, some of them closed: detours inside a face may be the cheapest.
Ground with_odd_prices(const Ground& ground, std::uint64_t seed) {
  Random random(seed);
  MetricParts parts = ground.metric().parts();
  std::vector<Cost> costs = parts.costs.to_vector();
  for (Cost& cost : costs) {
    if (cost != kForbidden) cost = random.below(8) == 0 ? kForbidden : 1 + random.below(5000);
  }
  parts.costs = std::move(costs);
  parts.least_per_metre = 0;
  Metric metric = Metric::from(std::move(parts), ground.graph()).value();
  return Ground::of(ground.world(), ground.graph(), std::move(metric)).value();
}

TEST(FoldEnds, ends_in_closed_cliques_agree_with_those_in_others) {
  std::size_t closed = 0;
  for (const std::uint64_t seed : seeds({.test = 8, .check = 200})) {
    const Ground ground = with_odd_prices(on_portals(obstacle_field(seed, {.side = 7})), seed);
    const Fold fold = fold_ground(ground, {.most_junctions = 1}).value();
    const Mesh& mesh = ground.world().mesh;
    Random random(seed);
    std::vector<Point> ends;
    for (const FaceId face : mesh.faces()) {
      if (!is_walkable(mesh.area(face)) || fold.find_closed(face.value) == nullptr) continue;
      if (ends.size() < 5) ends.push_back(point_inside(mesh, face, random));
    }
    closed += ends.size();
    QuerySource source(ground, seed);
    expect_ends_agree(ground, with_more(ends, source.points(5)));
    if (HasFailure()) return;
  }
  EXPECT_GT(closed, seeds_to_try(8));
}

// Links that cost more than any walk join faces that were apart in the fold, and are never taken.
TEST(FoldEnds, a_link_that_nobody_takes_changes_no_cost) {
  std::size_t found = 0;
  for (const std::uint64_t seed : seeds({.test = 8, .check = 200})) {
    const World world = random_squares(seed, "....#");
    World linked = with_free_links(world, seed);
    std::vector<Link> links = linked.links.to_vector();
    for (Link& link : links) link.length = 1e4f;
    const Ground plain = on_portals(world);
    const Ground linked_ground =
        ground_of(with_links(world, links, 0).value(), GraphSpec::portals(), Profile::euclid(),
                  {.quantum = plain.metric().quantum()});
    const auto by_few = planner_of("fold:share=1:table=1000", plain);
    const auto by_general = planner_of("fold:share=1:table=1000", linked_ground);
    QuerySource source(plain, seed);
    for (int i = 0; i < 50; ++i) {
      const Query query = query_of_ends(source, i);
      const Answer answer = by_few->find(query);
      if (!answer.found()) continue;  // only a link leads from island to island
      ++found;
      const Answer other = by_general->find(query);
      ASSERT_EQ(other.cost, answer.cost) << i;
    }
  }
  EXPECT_GT(found, 20 * seeds_to_try(8));
}

// A room that is one face has many exits; its squares have few. The shortest paths are the same.
TEST(FoldEnds, a_room_of_one_face_and_its_squares_give_paths_of_the_same_length) {
  std::size_t found = 0;
  std::size_t other = 0;
  double worst = 1;
  for (const std::uint64_t seed : seeds({.test = 5, .check = 300})) {
    const World world = rooms_among_squares(seed);
    const auto whole = planner_of("fold:share=1:table=1000", on_portals(world));
    const auto cut = planner_of("fold:share=1:table=1000",
                                on_portals(rooms_among_squares(seed, {.is_cut = true})));
    Random random(seed);
    for (int i = 0; i < 60; ++i) {
      Query query{.start = random_point(world, random), .goal = random_point(world, random)};
      if (i % 2 == 0) query.start = point_inside(world.mesh, rooms_of(world.mesh).front(), random);
      const Answer one = whole->find(query);
      const Answer few = cut->find(query);
      ASSERT_EQ(one.outcome, few.outcome);
      if (!one.found()) continue;
      ++found;
      if (std::abs(one.length() - few.length()) <= 1e-9 * few.length() + 1e-12) continue;
      ++other;
      worst = std::max(worst, one.length() / few.length());
    }
  }
  EXPECT_EQ(other, 0u) << "of " << found << " are longer or shorter, at worst " << worst
                       << " times";
  EXPECT_GT(found, 30 * seeds_to_try({.test = 5, .check = 300}));
}

}  // namespace
}  // namespace thalweg
