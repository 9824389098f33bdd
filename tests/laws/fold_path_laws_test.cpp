// The paths of the planner fold are the shortest there are, however a query is asked and whatever it asks for,
// where the profile prices all ground alike and the ground is level. The any-angle oracle says how long they are.
//
// What is promised of several starts and goals. `cost` is that of the cheapest route of the graph over all pairs of
// ends, which is A*'s cost; `start_index` and `goal_index` name the pair that this route joins (query.hpp: "the
// path leads to whichever goal is cheapest to reach"), and the route, its cost, the corridor and the points of one
// answer belong to that one pair. So the walked path is the shortest between the answer's own ends. It need not be
// the shortest over all pairs: a route over the middles of portals costs more than the shortest path, by a
// different part for each pair, and where two pairs are nearly as far apart the cheaper route may be the longer
// walk. The laws below count how often, and by how much, and print it; they do not forbid it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "grounds.hpp"
#include "obstacle_worlds.hpp"
#include "query_kinds.hpp"
#include "room_worlds.hpp"
#include "same_answer.hpp"
#include "scope.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/planners/any_angle_oracle.hpp"
#include "thalweg/planners/check_answer.hpp"

namespace thalweg {
namespace {

struct PathTally {
  std::uint64_t queries = 0;
  std::uint64_t found = 0;
  std::uint64_t other_outcomes = 0;  // than A*'s
  std::uint64_t other_costs = 0;     // than A*'s
  std::uint64_t not_shortest = 0;    // longer than the oracle's path, or shorter
  std::uint64_t unlawful = 0;
  double worst = 1;  // length over the oracle's
  std::string first_wrong;
  // Of queries with several ends, where all pairs were measured.
  std::uint64_t several = 0;
  std::uint64_t other_pairs = 0;  // some other pair lies nearer
  double worst_pair = 1;          // length over that of the nearest pair
};

// How a query is asked: in slices of so many nodes, whole, or by a queue.
constexpr std::uint64_t kWhole = 0;
constexpr std::uint64_t kByQueue = kNoBudget;

Answer asked(Planner& planner, const Query& query, std::uint64_t manner) {
  if (manner == kWhole) return planner.find(query);
  if (manner == kByQueue) return by_queue(planner, std::span(&query, 1)).front();
  return in_slices(planner, query, manner);
}

const Point& end_number(const Point& first, const std::vector<Point>& more, std::uint32_t index) {
  return index == 0 ? first : more[index - 1];
}

// A world with a fold, A* and the oracle.
class FoldPathBench {
 public:
  FoldPathBench(const World& world, PathTally& tally)
      : ground_(on_portals(world)),
        fold_(make_planner("fold:share=1:table=1000", ground_).value()),
        a_star_(make_planner("a_star", ground_).value()),
        oracle_(world),
        tally_(tally) {}

  const World& world() const { return ground_.world(); }

  void check(const Query& query, std::uint64_t manner, const std::string& name) {
    const Answer answer = asked(*fold_, query, manner);
    const Answer wanted = a_star_->find(query);
    ++tally_.queries;
    if (answer.outcome != wanted.outcome) return wrong(tally_.other_outcomes, name, "outcome");
    if (answer.cost != wanted.cost) wrong(tally_.other_costs, name, "cost");
    if (const auto broken = broken_law(answer, query, ground_)) {
      wrong(tally_.unlawful, name, *broken);
    }
    if (!answer.found()) return;
    ++tally_.found;
    check_length(query, answer, name);
  }

 private:
  void wrong(std::uint64_t& count, const std::string& name, const std::string& what) {
    ++count;
    if (tally_.first_wrong.empty()) tally_.first_wrong = name + ": " + what;
  }

  // In our axes.
  double least(const Query& query, Point from, Point to) {
    const auto ours = [&](Point p) {
      const Vec3 at = to_world(query.axes, {p.x, p.y, p.z});
      return Point{at.x, at.y};
    };
    const AnyAnglePath path = oracle_.find(ours(from), ours(to), query.reach);
    return path.found ? path.length : kNoLimit;
  }

  void check_length(const Query& query, const Answer& answer, const std::string& name) {
    const Point from = end_number(query.start, query.more_starts, answer.start_index);
    const Point to = end_number(query.goal, query.more_goals, answer.goal_index);
    const double best = least(query, from, to);
    const double length = answer.length();
    if (std::abs(length - best) > 1e-9 * best + 1e-12) {
      wrong(tally_.not_shortest, name,
            "length " + std::to_string(length) + ", not " + std::to_string(best));
      tally_.worst = std::max(tally_.worst, length / best);
    }
    const bool has_several = !query.more_starts.empty() || !query.more_goals.empty();
    if (has_several && tally_.queries % 4 == 0) measure_pairs(query, best);
  }

  void measure_pairs(const Query& query, double own) {
    double nearest = own;
    for (std::uint32_t s = 0; s <= query.more_starts.size(); ++s) {
      for (std::uint32_t g = 0; g <= query.more_goals.size(); ++g) {
        nearest = std::min(nearest, least(query, end_number(query.start, query.more_starts, s),
                                          end_number(query.goal, query.more_goals, g)));
      }
    }
    ++tally_.several;
    if (nearest * (1 + 1e-9) + 1e-12 >= own) return;
    ++tally_.other_pairs;
    tally_.worst_pair = std::max(tally_.worst_pair, own / nearest);
  }

  Ground ground_;
  std::unique_ptr<Planner> fold_;
  std::unique_ptr<Planner> a_star_;
  AnyAngleOracle oracle_;
  PathTally& tally_;
};

void expect_no_wrong(const PathTally& tally) {
  const auto number = [](std::uint64_t count) { return static_cast<unsigned long long>(count); };
  std::printf("%llu queries, %llu found", number(tally.queries), number(tally.found));
  if (tally.several > 0) {
    std::printf("; of %llu with several ends, %llu have a nearer pair, at worst %.4f times as near",
                number(tally.several), number(tally.other_pairs), tally.worst_pair);
  }
  std::printf("\n");
  EXPECT_EQ(tally.other_outcomes, 0u) << tally.first_wrong;
  EXPECT_EQ(tally.other_costs, 0u) << tally.first_wrong;
  EXPECT_EQ(tally.unlawful, 0u) << tally.first_wrong;
  EXPECT_EQ(tally.not_shortest, 0u)
      << "of " << tally.found << ", at worst " << tally.worst << " times; " << tally.first_wrong;
  EXPECT_GT(tally.found, tally.queries / 4);
}

using Change = void (*)(Query& query, const World& world, Random& random);

struct PathLaw {
  World (*world)(std::uint64_t seed);
  Change change;
  std::vector<std::uint64_t> manners = {kWhole};  // in turn
};

// Half of the queries may be straight walks.
Query any_two_points(const World& world, Random& random) {
  Query query{.start = random_point(world, random), .goal = random_point(world, random)};
  query.try_straight = random.below(2) == 0;
  return query;
}

void expect_shortest_paths(const PathLaw& law) {
  PathTally tally;
  for (const std::uint64_t seed : seeds({.test = 16, .check = 170})) {
    FoldPathBench bench(law.world(seed), tally);
    Random random(seed);
    for (std::size_t i = 0; i < 60; ++i) {
      Query query = any_two_points(bench.world(), random);
      law.change(query, bench.world(), random);
      bench.check(query, law.manners[i % law.manners.size()],
                  "seed " + std::to_string(seed) + ", query " + std::to_string(i));
    }
  }
  expect_no_wrong(tally);
}

// A ring has no branch; a loop leads from a branch back to it.
World ring_or_loop(std::uint64_t number) {
  constexpr const char* kPictures[] = {
      ". . . . .\n. # # # .\n. # # # .\n. # # # .\n. . . . .",
      ". . . . .\n. # # # .\n. # . # .\n. # # # .\n. . . . .\n. # # # #",
      "# . . . #\n. . # . .\n. # # # .\n. . # . .\n# . . . #\n# . # . #",
      ". # . . . .\n. # . # # .\n. . . . # .\n# # # . # .\n. . . . . .",
  };
  return mesh_scene(kPictures[number % std::size(kPictures)]);
}

// Triangles with corners in the open and walls of no thickness, jittered or not; squares.
World level_world(std::uint64_t seed) {
  const auto of = [&](std::uint64_t from, std::uint64_t count) {
    return static_cast<std::uint32_t>(from + seed / 3 % count);
  };
  if (seed % 16 == 5) return ring_or_loop(seed / 16);
  if (seed % 3 == 0) return random_squares(seed, seed % 2 == 0 ? "..#" : "....#", of(6, 8));
  return obstacle_field(seed, {.side = of(5, 8),
                               .jitter = seed % 3 == 1 ? 0.4 : 0,
                               .blocked_in_16 = of(1, 6),
                               .slits_in_16 = of(0, 4),
                               .relief = 0});
}

// Rooms of 16 to 24 portals, among squares or with triangles around them.
World world_of_rooms(std::uint64_t seed) {
  const auto some = static_cast<std::uint32_t>(seed / 2 % 3);
  if (seed % 2 == 0)
    return rooms_among_squares(seed, {.room = 4 + some, .blocked_in_16 = 1 + some});
  return wheel(seed, {.sides = 16 + 4 * some, .rings = 2 + some, .blocked_in_16 = 2 + some});
}

World any_level_world(std::uint64_t seed) {
  return seed % 2 == 0 ? level_world(seed / 2) : world_of_rooms(seed / 2);
}

void change_nothing(Query& /*query*/, const World& /*world*/, Random& /*random*/) {}

// Some near to one of the query's own ends, some anywhere.
std::vector<Point> some_ends(Point own, const World& world, Random& random) {
  std::vector<Point> ends;
  const std::uint32_t count = 1 + random.below(4);
  while (ends.size() < count) {
    const Point near{own.x + random.between(-2, 2), own.y + random.between(-2, 2)};
    ends.push_back(random.below(3) != 0 ? near : random_point(world, random));
  }
  return ends;
}

void add_goals(Query& query, const World& world, Random& random) {
  query.more_goals = some_ends(query.goal, world, random);
}

void add_starts(Query& query, const World& world, Random& random) {
  query.more_starts = some_ends(query.start, world, random);
}

void add_both(Query& query, const World& world, Random& random) {
  add_goals(query, world, random);
  add_starts(query, world, random);
}

void want_crossings(Query& query, const World& /*world*/, Random& /*random*/) {
  query.shape_options.every_crossing = true;
}

void start_in_room(Query& query, const World& world, Random& random) {
  const std::vector<FaceId> rooms = rooms_of(world.mesh);
  const FaceId room = rooms[random.below(static_cast<std::uint32_t>(rooms.size()))];
  query.start = point_inside(world.mesh, room, random);
  if (random.below(2) == 0) std::swap(query.start, query.goal);
}

// From room to room where there are two.
void stay_in_rooms(Query& query, const World& world, Random& random) {
  const std::vector<FaceId> rooms = rooms_of(world.mesh);
  query.start = point_inside(world.mesh, rooms.front(), random);
  query.goal = point_inside(world.mesh, rooms.back(), random);
  if (rooms.size() == 1) query.goal = random_point(world, random);
}

void change_all(Query& query, const World& world, Random& random) {
  if (random.below(2) == 0) add_goals(query, world, random);
  if (random.below(2) == 0) add_starts(query, world, random);
  if (random.below(3) == 0) want_crossings(query, world, random);
  if (random.below(2) == 0) turn_y_up(query);
  query.want_ground_price = random.below(2) == 0;
}

TEST(FoldPathLaws, a_path_is_the_shortest_between_its_ends) {
  expect_shortest_paths({level_world, change_nothing});
}

TEST(FoldPathLaws, in_slices_it_is_the_shortest_too) {
  expect_shortest_paths({level_world, change_nothing, {1, 7, 1000}});
}

TEST(FoldPathLaws, by_a_queue_it_is_the_shortest_too) {
  expect_shortest_paths({level_world, change_nothing, {kByQueue}});
}

TEST(FoldPathLaws, to_the_cheapest_of_several_goals_it_is_the_shortest) {
  expect_shortest_paths({level_world, add_goals});
}

TEST(FoldPathLaws, from_the_cheapest_of_several_starts_it_is_the_shortest) {
  expect_shortest_paths({level_world, add_starts});
}

TEST(FoldPathLaws, between_the_cheapest_of_several_of_both_it_is_the_shortest) {
  expect_shortest_paths({level_world, add_both});
}

TEST(FoldPathLaws, with_a_point_at_every_crossing_it_is_the_shortest) {
  expect_shortest_paths({level_world, want_crossings});
}

TEST(FoldPathLaws, from_a_room_of_many_portals_it_is_the_shortest) {
  expect_shortest_paths({world_of_rooms, start_in_room});
}

TEST(FoldPathLaws, between_rooms_of_many_portals_it_is_the_shortest) {
  expect_shortest_paths({world_of_rooms, stay_in_rooms});
}

TEST(FoldPathLaws, with_all_of_these_together_it_is_the_shortest) {
  expect_shortest_paths({any_level_world, change_all, {kWhole, 1, 7, 1000, kByQueue}});
}

}  // namespace
}  // namespace thalweg
