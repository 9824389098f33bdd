// Shortest paths by a fold: as short as those of the oracle, around every kind of hole.
#include "planners/fold_shortest.hpp"

#include <gtest/gtest.h>

#include "grounds.hpp"
#include "obstacle_worlds.hpp"
#include "oracle.hpp"
#include "planners.hpp"
#include "scope.hpp"
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
  bool has_lengths() const { return fold.portals.is_direct && !fold.passage_pairs.empty(); }
};

void expect_path(const Folded& folded, const Query& query, const Answer& answer) {
  const World& world = folded.ground.world();
  EXPECT_EQ(broken_law(answer.corridor, world), std::nullopt);
  EXPECT_EQ(broken_law(answer.points, world, query.axes), std::nullopt);
}

// Asks for paths between random points; returns how many were found.
std::size_t expect_shortest(const Folded& folded, std::uint64_t seed, int queries) {
  const World& world = folded.ground.world();
  const auto planner = planner_by(folded.ground, fold_search(folded.ground, folded.fold));
  const auto frame =
      planner_by(folded.ground, fold_search(folded.ground, folded.fold, {.is_shortest = false}));
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
  std::size_t lengths = 0;
  std::size_t found = 0;
  for (const std::uint64_t seed : seeds(200)) {
    SCOPED_TRACE(seed);
    const auto of_16 = [&](std::uint64_t from, std::uint64_t count) {
      return static_cast<std::uint32_t>(from + seed % count);
    };
    const Folded folded(obstacle_field(seed, {.side = of_16(4, 9),
                                              .jitter = seed % 3 == 0 ? 0 : 0.4,
                                              .blocked_in_16 = of_16(1, 6),
                                              .slits_in_16 = of_16(0, 4),
                                              .relief = 0}));
    lengths += folded.has_lengths() ? 1 : 0;
    found += expect_shortest(folded, seed, 100);
    if (HasFailure()) return;
  }
  EXPECT_GT(lengths, seeds_to_try(200) / 2);
  EXPECT_GT(found, lengths * 20);
}

TEST(FoldShortest, is_as_short_as_the_oracle_among_squares) {
  std::size_t lengths = 0;
  for (const std::uint64_t seed : seeds(120)) {
    SCOPED_TRACE(seed);
    const Folded folded(random_squares(seed, seed % 2 == 0 ? "..#" : "....#",
                                       5 + static_cast<std::uint32_t>(seed % 8)));
    lengths += folded.has_lengths() ? 1 : 0;
    expect_shortest(folded, seed, 100);
    if (HasFailure()) return;
  }
  EXPECT_GT(lengths, seeds_to_try(120) / 2);
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
    EXPECT_TRUE(folded.has_lengths());
    EXPECT_GT(expect_shortest(folded, 1, 400), 200u);
    if (HasFailure()) return;
  }
}

// What the table says between the ends of narrowest portals is what the oracle says, rounded down;
// to points between the ends of a narrowest portal it says no more than that.
TEST(FoldShortest, lengths_between_narrowest_portals_are_the_oracles) {
  for (const std::uint64_t seed : seeds(12)) {
    SCOPED_TRACE(seed);
    const Folded folded(obstacle_field(seed, {.side = 7, .slits_in_16 = 0, .relief = 0}));
    if (!folded.has_lengths()) continue;
    const FoldPortals& portals = folded.fold.portals;
    AnyAngleOracle oracle(folded.ground.world());
    const double unit = folded.fold.passage_unit;
    // So far from the left end to the right one.
    const auto surface_point = [&](std::uint32_t passage, double part) {
      const PortalEnds& portal = portals.ends[portals.narrowest_portals[passage]];
      const Vec2 at = part == 0 ? portal.left.xy()
                      : part == 1
                          ? portal.right.xy()
                          : portal.left.xy() + (portal.right.xy() - portal.left.xy()) * part;
      return SurfacePoint{portals.ids[portals.narrowest_portals[passage]].from, {at.x, at.y, 0}};
    };
    const auto count = static_cast<std::uint32_t>(portals.narrowest_portals.size());
    for (std::uint32_t from = 0; from < count; from += 3) {
      for (std::uint32_t to = 0; to < count; ++to) {
        const PortalEnds& portal = portals.ends[portals.narrowest_portals[to]];
        const double width = length(portal.right.xy() - portal.left.xy());
        for (const bool is_left : {true, false}) {
          const PortalLengths lengths = PortalToPortal(folded.fold, from, to).from(is_left);
          for (const double part : {0.0, 0.25, 0.6, 1.0}) {
            const auto best =
                oracle.find(surface_point(from, is_left ? 0 : 1), surface_point(to, part));
            if (!best.found) {
              ASSERT_GE(lengths.least(), (kNoLength - 0.5) * unit);
              continue;
            }
            const double bound = lengths.at(part * width, width);
            ASSERT_LE(bound, best.length * (1 + 1e-9) + 1e-9);
            if (part > 0 && part < 1) continue;
            ASSERT_GE(bound, best.length - 1.01 * unit - 1e-6);
          }
        }
      }
    }
  }
}

// Files may hold anything: paths get longer, not wrong.
TEST(FoldShortest, wrong_lengths_give_paths_all_the_same) {
  Random random(seed_of(5));
  for (const std::uint64_t seed : seeds(12)) {
    SCOPED_TRACE(seed);
    Folded folded(obstacle_field(seed, {.side = 8, .relief = 0}));
    if (!folded.has_lengths()) continue;
    std::vector<FoldPassagePair> pairs = folded.fold.passage_pairs.to_vector();
    const auto any_slope = [&] { return static_cast<std::int8_t>(random.below(0x100)); };
    for (FoldPassagePair& pair : pairs) {
      for (std::uint16_t& length : pair.lengths) {
        length = seed % 3 == 0 ? kNoLength : static_cast<std::uint16_t>(random.below(0x10000));
      }
      for (std::int8_t& slope : pair.slopes_at_a) slope = any_slope();
      for (std::int8_t& slope : pair.slopes_at_b) slope = any_slope();
    }
    folded.fold.passage_pairs = std::move(pairs);
    const float units[] = {1, -1, 1e30f, std::numeric_limits<float>::quiet_NaN()};
    folded.fold.passage_unit = units[seed % 4];
    const auto planner = planner_by(folded.ground, fold_search(folded.ground, folded.fold));
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
