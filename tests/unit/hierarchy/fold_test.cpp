// Folds: routes cost what Dijkstra's cost, on all shapes of graphs.
#include "thalweg/hierarchy/fold.hpp"

#include <gtest/gtest.h>

#include "laws/answers.hpp"
#include "planners.hpp"
#include "scope.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/planners/fold.hpp"

namespace thalweg {
namespace {

// A mesh of squares, of which some share are blocked; gaps and rings come by chance.
World random_side(std::uint64_t seed, std::string_view letters, std::uint32_t side) {
  Random random(seed);
  std::string text;
  for (std::uint32_t y = 0; y < side; ++y) {
    for (std::uint32_t x = 0; x < side; ++x) {
      text += letters[random.below(static_cast<std::uint32_t>(letters.size()))];
    }
    text += '\n';
  }
  return mesh_scene(text);
}

// Corridors one square wide.
constexpr std::string_view kTree = R"(
    . . . . . # .
    . # . # # # .
    . # . . . # .
    . # # # . # .
    . . . # . . .
    # # . # # # #
    . . . . . . . )";
constexpr std::string_view kRing = R"(
    . . . .
    . # # .
    . # # .
    . . . . )";
constexpr std::string_view kRings = R"(
    . . . . . . . # .
    . # . # . # # # .
    . # . . . # . . .
    . # # # . # # # .
    . . . # . . . # .
    # # . # # # . # .
    . . . . . w . . . )";

struct FoldWorld {
  std::string name;
  World world;
};

std::vector<FoldWorld> fold_worlds() {
  std::vector<FoldWorld> all = {{"one face", mesh_scene(".")},
                                {"two faces", mesh_scene(". .")},
                                {"many components", mesh_scene(". # . # .\n# . # . #\n. # . . .")},
                                {"no core", mesh_scene(kTree)},
                                {"one ring", mesh_scene(kRing)},
                                {"rings", mesh_scene(kRings)}};
  for (const std::uint64_t seed : seeds(4)) {
    const std::string number = " " + std::to_string(seed);
    all.push_back({"sparse" + number, random_side(seed, "...#", 12)});
    all.push_back({"dense" + number, random_side(seed, "..#", 16)});
    all.push_back({"areas" + number, random_side(seed, "..wRT##W", 14)});
  }
  const std::size_t count = all.size();
  for (std::size_t i = 0; i < count; ++i) {
    Random random(i);
    const auto links = some_links(all[i].world, random);
    if (links.empty()) continue;
    all.push_back({all[i].name + " with links", with_links(all[i].world, links).value()});
  }
  return all;
}

std::vector<GraphSpec> fold_specs() {
  return {GraphSpec::portals(), GraphSpec::faces(), GraphSpec::portals(3, 0.5f)};
}

void check_query(Planner& planner, const Query& query) {
  const Ground& ground = planner.ground();
  const EndFinder finder(ground);
  const auto is_on = [&](Point p) {
    return finder.find(ground.world().frame().to_local(p), query.reach).is_found();
  };
  if (!is_on(query.start) || !is_on(query.goal)) return;
  const Oracle oracle = ask_oracle(ground, query);
  const Answer answer = planner.find(query);
  ASSERT_EQ(answer.found(), oracle.cost != kUnreached);
  if (!answer.found()) return;
  ASSERT_EQ(answer.cost, oracle.cost);
  check_route(ground, answer, oracle.ends);
}

void check_ground(const Ground& ground, FoldCore core, std::uint64_t seed) {
  const Fold fold = fold_ground(ground, options_for(core)).value();
  ASSERT_NE(fold.core, FoldCore::whole);
  ASSERT_EQ(broken_law(fold, ground), std::nullopt);
  const auto planner = planner_by(ground, fold_search(ground, fold));
  Random random(seed);
  for (int i = 0; i < 40; ++i) {
    SCOPED_TRACE(i);
    check_query(*planner, random_query(ground.world(), random, i));
    if (::testing::Test::HasFatalFailure()) return;
  }
}

// The profiles take turns.
TEST(Fold, routes_cost_what_dijkstras_cost) {
  const auto profiles = case_profiles();
  std::size_t turn = 0;
  for (const FoldWorld& one : fold_worlds()) {
    for (const GraphSpec& spec : fold_specs()) {
      for (int i = 0; i < 2; ++i) {
        const Profile& profile = profiles[turn++ % profiles.size()];
        const Ground ground = ground_of(one.world, spec, profile);
        SCOPED_TRACE(one.name + ", " + std::string(kind_name(spec)) + ", " + profile.name);
        check_ground(ground, FoldCore::table, 1);
        if (::testing::Test::HasFatalFailure()) return;
        check_ground(ground, FoldCore::labels, 1);
        if (::testing::Test::HasFatalFailure()) return;
        check_ground(ground, FoldCore::search, 2);
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

// The same ground with other costs: arcs at random prices, some of them closed.
Ground with_random_costs(const Ground& ground, std::uint64_t seed) {
  Random random(seed);
  MetricParts parts = ground.metric().parts();
  std::vector<Cost> costs = parts.costs.to_vector();
  for (Cost& cost : costs) {
    cost = cost == kForbidden || random.below(8) == 0 ? kForbidden : 1 + random.below(5000);
  }
  parts.costs = std::move(costs);
  parts.least_per_metre = 0;
  Metric metric = Metric::from(std::move(parts), ground.graph()).value();
  return Ground::of(ground.world(), ground.graph(), std::move(metric)).value();
}

// Where costs are not those of walks, detours inside a face may be the cheapest.
TEST(Fold, cliques_are_closed_under_detours) {
  std::size_t closed = 0;
  for (const FoldWorld& one : fold_worlds()) {
    for (const GraphSpec& spec : fold_specs()) {
      SCOPED_TRACE(one.name + ", " + std::string(kind_name(spec)));
      const Ground ground = with_random_costs(ground_of(one.world, spec), 5);
      closed += fold_ground(ground, {.most_junctions = 1}).value().closed.size();
      check_ground(ground, FoldCore::table, 3);
      check_ground(ground, FoldCore::labels, 3);
      if (::testing::Test::HasFatalFailure()) return;
      check_ground(ground, FoldCore::search, 4);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(closed, 100u);
}

TEST(Fold, serves_wide_agents) {
  for (const double radius : {0.2, 0.3, 0.45, 0.55}) {
    Profile wide = Profile::euclid();
    wide.radius = radius;
    const Ground ground = ground_of(random_side(2, "......#", 12), GraphSpec::portals(), wide);
    check_ground(ground, FoldCore::table, 1);
    check_ground(ground, FoldCore::labels, 1);
    if (::testing::Test::HasFatalFailure()) return;
    check_ground(ground, FoldCore::search, 2);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

// The same ground after some arcs have got other prices.
Ground with_changed_costs(const Ground& ground, Random& random, bool closes) {
  MetricParts parts = ground.metric().parts();
  std::vector<Cost> costs = parts.costs.to_vector();
  const std::uint32_t count = 1 + random.below(6);
  for (std::uint32_t i = 0; i < count; ++i) {
    Cost& cost = costs[random.below(static_cast<std::uint32_t>(costs.size()))];
    if (closes && random.below(4) == 0) {
      cost = cost == kForbidden ? 3000 : kForbidden;
    } else if (cost != kForbidden) {
      cost += random.below(400) - std::min(cost - 1, 200u);
    }
  }
  parts.costs = std::move(costs);
  parts.least_per_metre = 0;
  Metric metric = Metric::from(std::move(parts), ground.graph()).value();
  return Ground::of(ground.world(), ground.graph(), std::move(metric)).value();
}

TEST(Fold, after_changes_of_price_is_the_same_as_a_fresh_one) {
  const World linked =
      with_links(mesh_scene(kRings), {link_between({0.5f, 0.5f, 0}, {8.5f, 0.5f, 0})}).value();
  int updates = 0;
  for (const World& world : {linked, random_side(5, "..#", 16)}) {
    for (const GraphSpec& spec : fold_specs()) {
      for (const FoldCore core : {FoldCore::table, FoldCore::labels, FoldCore::search}) {
        Random random(seed_of(9));
        Ground ground = ground_of(world, spec);
        const FoldOptions options = options_for(core);
        Fold fold = fold_ground(ground, options).value();
        for (std::uint64_t i = 0; i < seeds_to_try({.test = 40, .check = 300}); ++i) {
          const Ground now = with_changed_costs(ground, random, i % 5 == 4);
          auto updated = update_fold(std::move(fold), ground, now).value();
          updates += updated ? 1 : 0;
          fold = updated ? std::move(*updated) : fold_ground(now, options).value();
          ASSERT_EQ(broken_law(fold, now), std::nullopt) << i;
          ground = now;
        }
      }
    }
  }
  EXPECT_GT(updates, 0);
}

TEST(Fold, has_the_same_bytes_on_any_number_of_threads) {
  const std::uint32_t side = is_check() ? 40 : 20;
  const Ground ground = ground_of(random_side(3, "....#", side), GraphSpec::portals());
  const Fold one = fold_ground(ground, {.most_junctions = 1}).value();
  set_thread_count(1);
  EXPECT_EQ(broken_law(one, ground), std::nullopt);
  set_thread_count(0);
}

TEST(Fold, refuses_what_it_cannot_fold) {
  const Ground grid = on_grid(kRing);
  EXPECT_EQ(fold_ground(grid).error(), "only graphs of faces and of portals can be folded");
  Fold lone;  // as a file might say
  lone.metric = grid.fingerprint();
  lone.core = FoldCore::search;
  EXPECT_EQ(check_fold(lone, grid).error(), "it is of a graph that cannot be folded");
  const Ground ground = on_portals(mesh_scene(kRing));
  const Ground other = on_portals(mesh_scene(kTree));
  const Fold fold = fold_ground(other).value();
  EXPECT_EQ(fold_search(ground, fold).error(), "the fold is of another metric");
  EXPECT_EQ(update_fold(fold, ground, other).error(), "the fold is of another metric");
  EXPECT_EQ(update_fold(fold, other, ground).value(), std::nullopt);
}

TEST(Fold, says_which_core_it_took) {
  const Ground ring = on_portals(mesh_scene(kRing));
  EXPECT_EQ(fold_ground(ring).value().core, FoldCore::table);
  EXPECT_EQ(fold_ground(ring).value().junctions.size(), 1u);
  const Ground open = on_portals(random_side(1, ".", 10));
  EXPECT_EQ(fold_ground(open).value().core, FoldCore::table);
  EXPECT_EQ(fold_ground(open, {.table_limit = 0, .label_limit = 0}).value().core, FoldCore::whole);
  const Ground rings = on_portals(mesh_scene(kRings));
  const Fold labelled = fold_ground(rings, {.table_limit = 0}).value();
  EXPECT_EQ(labelled.core, FoldCore::labels);
  const auto by_labels = planner_by(rings, fold_search(rings, labelled));
  EXPECT_TRUE(std::string_view(by_labels->note()).starts_with("hub labels of "));
  // A label has 12 bytes.
  const Fold few = fold_ground(rings, {.table_limit = 0, .label_limit = 12e-6}).value();
  EXPECT_EQ(few.core, FoldCore::search);
  EXPECT_EQ(few.labels_out.item_count(), 0u);
  const Fold searched = fold_ground(rings, options_for(FoldCore::search)).value();
  EXPECT_EQ(searched.core, FoldCore::search);
  const auto planner = planner_by(rings, fold_search(rings, searched));
  EXPECT_TRUE(std::string_view(planner->note()).starts_with("A* over ")) << planner->note();
}

}  // namespace
}  // namespace thalweg
