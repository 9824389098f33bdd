// Shortest paths by a fold: as short as those of the oracle, around every kind of hole.
#include "planners/fold_shortest.hpp"

#include <gtest/gtest.h>

#include <string>

#include "grounds.hpp"
#include "obstacle_worlds.hpp"
#include "oracle.hpp"
#include "planners/fold_lane.hpp"
#include "seeds.hpp"
#include "thalweg/path/check.hpp"
#include "thalweg/planners/any_angle_oracle.hpp"
#include "thalweg/planners/fold.hpp"

namespace thalweg {
namespace {

struct Folded {
  Ground ground;
  Fold fold;

  explicit Folded(const World& world)
      : ground(on_portals(world)),
        fold(fold_ground(ground, {.table_limit = 1e3, .most_junctions = 1}).value()) {}
  bool has_lane() const { return FoldLane::can_serve(ground, fold) && !fold.neck_lengths.empty(); }
};

void expect_path(const Folded& folded, const Query& query, const Answer& answer) {
  const World& world = folded.ground.world();
  EXPECT_EQ(broken_law(answer.corridor, world), std::nullopt);
  EXPECT_EQ(broken_law(answer.points, world, query.axes), std::nullopt);
}

// Asks for paths between random points; returns how many were found.
std::size_t expect_shortest(const Folded& folded, std::uint64_t seed, int queries) {
  const World& world = folded.ground.world();
  const auto planner = FoldPlanner::make(folded.ground, folded.fold).value();
  const auto frame = FoldPlanner::make(folded.ground, folded.fold, {.use_lane = false}).value();
  AnyAngleOracle oracle(world);
  Random random(seed);
  std::size_t found = 0;
  for (int i = 0; i < queries; ++i) {
    Query query{.start = random_point(world, random), .goal = random_point(world, random)};
    query.try_straight = random.below(4) != 0;
    const Answer answer = planner->find(query);
    const Answer other = frame->find(query);
    EXPECT_EQ(answer.outcome, other.outcome);
    EXPECT_EQ(answer.cost, other.cost);
    if (!answer.found()) continue;
    ++found;
    expect_path(folded, query, answer);
    const double best = oracle.find(query.start, query.goal).length;
    EXPECT_NEAR(answer.length(), best, 1e-9 * (1 + best));
    EXPECT_LE(answer.length(), other.length() * (1 + 1e-9));
    if (::testing::Test::HasFailure()) {
      ADD_FAILURE() << "query " << i << ": " << query.start.x << "," << query.start.y << " to "
                    << query.goal.x << "," << query.goal.y;
      return found;
    }
  }
  return found;
}

// Corners are moved about, some lie in the open, and some walls have no thickness.
TEST(FoldShortest, is_as_short_as_the_oracle_among_triangles) {
  std::size_t lanes = 0;
  std::size_t found = 0;
  for (std::uint64_t seed = 1; seed <= seeds_to_try(60); ++seed) {
    SCOPED_TRACE(seed);
    const auto of_16 = [&](std::uint64_t from, std::uint64_t count) {
      return static_cast<std::uint32_t>(from + seed % count);
    };
    const Folded folded(obstacle_field(seed, {.side = of_16(4, 9),
                                              .jitter = seed % 3 == 0 ? 0 : 0.4,
                                              .blocked_in_16 = of_16(1, 6),
                                              .slits_in_16 = of_16(0, 4),
                                              .relief = 0}));
    lanes += folded.has_lane() ? 1 : 0;
    found += expect_shortest(folded, seed, 100);
    if (HasFailure()) return;
  }
  EXPECT_GT(lanes, seeds_to_try(60) / 2);
  EXPECT_GT(found, lanes * 20);
}

TEST(FoldShortest, is_as_short_as_the_oracle_among_squares) {
  std::size_t lanes = 0;
  for (std::uint64_t seed = 1; seed <= seeds_to_try(40); ++seed) {
    SCOPED_TRACE(seed);
    const Folded folded(random_squares(seed, seed % 2 == 0 ? "..#" : "....#",
                                       5 + static_cast<std::uint32_t>(seed % 8)));
    lanes += folded.has_lane() ? 1 : 0;
    expect_shortest(folded, seed, 100);
    if (HasFailure()) return;
  }
  EXPECT_GT(lanes, seeds_to_try(40) / 2);
}

// A ring has no branch; a loop leads from a branch back to it.
TEST(FoldShortest, leads_around_rings_and_loops_by_the_shorter_side) {
  const char* const pictures[] = {
      ". . . . .\n. # # # .\n. # # # .\n. # # # .\n. . . . .",
      ". . . . .\n. # # # .\n. # . # .\n. # # # .\n. . . . .\n. # # # #",
      ". . . . . . .\n. # # . # # .\n. # # . # # .\n. # # . # # .\n. . . . . . .",
      "# . . . #\n. . # . .\n. # # # .\n. . # . .\n# . . . #\n# . # . #",
      ". # . . . .\n. # . # # .\n. . . . # .\n# # # . # .\n. . . . . .",
  };
  for (const char* picture : pictures) {
    SCOPED_TRACE(picture);
    const Folded folded(mesh_scene(picture));
    EXPECT_TRUE(folded.has_lane());
    EXPECT_GT(expect_shortest(folded, 1, 400), 200u);
    if (HasFailure()) return;
  }
}

// What the table says between necks is what the oracle says, rounded down.
TEST(FoldShortest, lengths_between_necks_are_the_oracles) {
  for (std::uint64_t seed = 1; seed <= seeds_to_try(12); ++seed) {
    SCOPED_TRACE(seed);
    const Folded folded(obstacle_field(seed, {.side = 7, .slits_in_16 = 0, .relief = 0}));
    if (!folded.has_lane()) continue;
    const FoldGates& gates = folded.fold.gates;
    AnyAngleOracle oracle(folded.ground.world());
    const std::size_t count = gates.necks.size();
    const auto spot = [&](std::uint32_t neck, Vec2 at) {
      return Spot{gates.portals[neck].from, {at.x, at.y, 0}};
    };
    for (std::size_t from = 0; from < count; from += 3) {
      const FoldGate& neck = gates.gates[gates.necks[from]];
      const Spot middle = spot(gates.necks[from], (neck.left.xy() + neck.right.xy()) * 0.5);
      for (std::size_t to = 0; to < count; ++to) {
        const FoldGate& other = gates.gates[gates.necks[to]];
        for (const bool is_left : {true, false}) {
          const std::uint16_t length =
              folded.fold.neck_lengths[(from * count + to) * 2 + (is_left ? 0 : 1)];
          const auto best =
              oracle.find(middle, spot(gates.necks[to], (is_left ? other.left : other.right).xy()));
          ASSERT_EQ(best.found, length != kNoLength);
          if (!best.found) continue;
          const double unit = folded.fold.neck_unit;
          ASSERT_LE(length * unit, best.length * (1 + 1e-9));
          ASSERT_GE(length * unit, best.length - 1.01 * unit - 1e-6);
        }
      }
    }
  }
}

// Files may hold anything: paths get longer, not wrong.
TEST(FoldShortest, wrong_lengths_give_paths_all_the_same) {
  Random random(5);
  for (std::uint64_t seed = 1; seed <= seeds_to_try(12); ++seed) {
    SCOPED_TRACE(seed);
    Folded folded(obstacle_field(seed, {.side = 8, .relief = 0}));
    if (!folded.has_lane()) continue;
    std::vector<std::uint16_t> lengths = folded.fold.neck_lengths.to_vector();
    for (std::uint16_t& length : lengths) {
      length = seed % 3 == 0 ? kNoLength : static_cast<std::uint16_t>(random.below(0x10000));
    }
    folded.fold.neck_lengths = std::move(lengths);
    const float units[] = {1, -1, 1e30f, std::numeric_limits<float>::quiet_NaN()};
    folded.fold.neck_unit = units[seed % 4];
    const auto planner = FoldPlanner::make(folded.ground, folded.fold).value();
    for (int i = 0; i < 100; ++i) {
      const World& world = folded.ground.world();
      const Query query{.start = random_point(world, random), .goal = random_point(world, random)};
      const Answer answer = planner->find(query);
      if (answer.found()) expect_path(folded, query, answer);
      if (HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace thalweg
