// HNA*: the hierarchy and its laws, exactness on every level, updates, the same bytes.
#include "thalweg/papers/hna_star.hpp"

#include <gtest/gtest.h>

#include "laws/cases.hpp"
#include "partitioner.hpp"
#include "scene.hpp"
#include "scope.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/planners/abstract.hpp"
#include "thalweg/structures/kinds.hpp"
#include "unit/hierarchy/edits.hpp"
#include "unit/store/sealing.hpp"

namespace thalweg {
#ifdef THALWEG_HAS_METIS
Result<std::vector<std::uint32_t>> metis_kway(const KwayTask& task);  // thalweg/metis/metis.hpp
#endif
namespace {

Partitioner best_partitioner() {
#ifdef THALWEG_HAS_METIS
  return metis_kway;
#else
  return cut_into_pieces;
#endif
}

HnaStarOptions options_of(std::uint32_t merged, std::uint32_t levels) {
  HnaStarOptions options;
  options.merged = merged;
  options.levels = levels;
  options.partitioner = best_partitioner();
  return options;
}

TEST(HnaStar, the_hierarchy_keeps_its_laws_on_every_graph) {
  for (const Case& c : cases(4)) {
    for (const Profile& profile : {Profile::euclid(), case_profiles().back()}) {
      const Ground ground = c.priced(profile);
      for (const std::uint32_t merged : {3u, 12u}) {
        SCOPED_TRACE(c.name + ", " + profile.name + ", " + std::to_string(merged));
        const auto hierarchy = hna_star(ground, options_of(merged, 3));
        ASSERT_TRUE(hierarchy) << hierarchy.error();
        ASSERT_EQ(broken_law(*hierarchy, ground), std::nullopt);
      }
    }
  }
}

// Computed on the graph from scratch, or from the level below: the same costs.
TEST(HnaStar, crossings_on_the_graph_cost_what_those_below_add_up_to) {
  for (const Case& c : cases(5)) {
    const Ground ground = c.priced(case_profiles().back());
    HnaStarOptions options = options_of(4, 4);
    const Hierarchy scratch = hna_star(ground, options).value();
    options.on_graph = false;
    const Hierarchy summed = hna_star(ground, options).value();
    EXPECT_TRUE(std::ranges::equal(scratch.arrays().costs, summed.arrays().costs)) << c.name;
    EXPECT_TRUE(std::ranges::equal(scratch.arrays().to_gates, summed.arrays().to_gates));
  }
}

std::unique_ptr<Planner> planner_on(const Ground& ground, const std::string& text,
                                    StructureCache& cache) {
  return make_planner(text, {ground, &cache, {.progress = {}, .partitioner = best_partitioner()}})
      .value();
}

// Every method of connecting, on every level, finds the cost that Dijkstra finds.
TEST(HnaStar, is_exact_on_every_level) {
  const World world = hills(7, {.corners = 33});
  const Ground ground = on_portals(world);
  const auto dijkstra = make_planner("dijkstra", {ground}).value();
  StructureCache cache;
  for (const ConnectBy connect :
       {ConnectBy::dijkstra, ConnectBy::a_star, ConnectBy::parallel, ConnectBy::stored}) {
    for (const Level level : {0u, 1u, 2u, 3u}) {
      const auto planner =
          planner_on(ground,
                     "hna_star:merged=6:levels=3:connect=" + std::string(to_string(connect)) +
                         ":level=" + (level == 0 ? "auto" : std::to_string(level)),
                     cache);
      Random random(level);
      for (int i = 0; i < 20; ++i) {
        const Query query{.start = random_point(world, random),
                          .goal = random_point(world, random),
                          .try_straight = false};
        const Answer found = planner->find(query);
        const Answer wanted = dijkstra->find(query);
        ASSERT_EQ(found.outcome, wanted.outcome);
        ASSERT_EQ(found.cost, wanted.cost) << to_string(connect) << ", level " << level;
      }
    }
  }
}

TEST(HnaStar, a_level_that_is_asked_for_is_the_only_one_searched) {
  const World world = hills(8, {.corners = 33});
  const Ground ground = on_portals(world);
  const Query query{.start = {1, 1}, .goal = {30, 30}, .try_straight = false};
  const Hierarchy hierarchy = hna_star(ground, options_of(5, 3)).value();
  for (const Level level : {1u, 2u, 3u}) {
    const std::string text = "hna_star:level=" + std::to_string(level);
    const AbstractOptions options = *planner_plan(parse_planner(text).value())->gates;
    auto near = std::make_unique<AStarSearch>(ground);
    auto far = std::make_unique<AbstractRouteSearch>(ground, hierarchy, options, *near);
    const AbstractRouteSearch& kept = *far;
    Planner planner(ground, std::make_unique<NearThen>(std::move(near), std::move(far), 64));
    ASSERT_TRUE(planner.find(query).found());
    if (kept.is_plain()) continue;
    EXPECT_EQ(kept.over_gates().level(), level);
    EXPECT_EQ(kept.over_gates().work().connecting, 0u) << "costs are stored";
  }
}

TEST(HnaStar, is_the_same_on_any_number_of_threads) {
  const Ground ground = on_portals(hills(9, {.corners = 33}));
  set_thread_count(1);
  const Hierarchy one = hna_star(ground, options_of(5, 3)).value();
  set_thread_count(2);
  const Hierarchy two = hna_star(ground, options_of(5, 3)).value();
  set_thread_count(0);
  EXPECT_TRUE(one == two);
}

TEST(HnaStar, an_update_equals_a_fresh_build) {
  for (const std::uint64_t seed : seeds(4)) {
    Random random(seed);
    World world = hills(seed, {.corners = 12});
    const HnaStarOptions options = options_of(5, 3);
    const Profile profile = profile_for(seed);
    Ground ground = on_faces(world, profile);
    Hierarchy hierarchy = hna_star(ground, options).value();
    std::uint32_t kept = 0;
    for (int turn = 0; turn < 5; ++turn) {
      world = edited(world, random);
      const Ground now =
          ground_of(world, GraphSpec::faces(), profile, {.quantum = ground.metric().quantum()});
      const auto updated = update_hna_star(ground, hierarchy, now, options);
      ASSERT_TRUE(updated) << updated.error();
      const Hierarchy fresh =
          build_hierarchy(now, updated->hierarchy.cells(),
                          {.rule = GateRule::all, .on_graph = true, .keep_end_costs = true})
              .value();
      ASSERT_TRUE(updated->hierarchy == fresh) << seed;
      ASSERT_EQ(broken_law(fresh, now), std::nullopt) << seed;
      kept += updated->kept;
      ground = now;
      hierarchy = updated->hierarchy;
    }
    EXPECT_GT(kept, 0u);
  }
}

// A new price of an area, or a ban, changes arcs of the portal graph but not its nodes.
TEST(HnaStar, an_update_of_prices_equals_a_fresh_build_on_portals) {
  const World world = mesh_scene(R"(
      . . . # . . . .
      # # . # . w . .
      . R . . . # W .
      . # # # W W . .
      . . . . . . . . )");
  const HnaStarOptions options = options_of(4, 3);
  const Ground before = on_portals(world);
  const Hierarchy old = hna_star(before, options).value();
  for (const AreaPrice& swamp : {AreaPrice{.area = "swamp", .multiplier = 3},
                                 AreaPrice{.area = "swamp", .is_banned = true}}) {
    Profile agent = Profile::euclid();
    agent.areas = {swamp};
    const Ground now =
        ground_of(world, GraphSpec::portals(), agent, {.quantum = before.metric().quantum()});
    const auto updated = update_hna_star(before, old, now, options).value();
    const Hierarchy fresh =
        build_hierarchy(now, updated.hierarchy.cells(),
                        {.rule = GateRule::all, .on_graph = true, .keep_end_costs = true})
            .value();
    EXPECT_TRUE(updated.hierarchy == fresh);
    EXPECT_EQ(broken_law(fresh, now), std::nullopt);
  }
}

TEST(HnaStar, is_stored_whole_and_searched_without_a_partitioner) {
  const World world = hills(2, {.corners = 17});
  const Ground ground = on_portals(world);
  constexpr std::string_view kAsked = "hna_star:merged=5:levels=3";
  const std::string recipe = planner_plan(parse_planner(kAsked).value()).value().key;
  const Hierarchy built = hna_star(ground, options_of(5, 3)).value();
  Store store;
  store.world = world;
  store = with_metric(std::move(store), "portals", ground).value();
  const Structure gates(hierarchy_kind(), ground, recipe, built);
  store = with_structure(std::move(store), stored(gates, "hna", "portals")).value();
  const Store loaded = bytes_of(store).read().value();
  const Ground same = stored_ground(loaded, "portals").value();
  const Structure read = structure_of(loaded.structures.front(), same).value();
  EXPECT_TRUE(*read.as<Hierarchy>() == built);
  EXPECT_TRUE(read.as<Hierarchy>()->has_end_costs());
  StructureCache cache;
  cache.add(recipe, same, read);
  EXPECT_TRUE(make_planner(kAsked, {same, &cache}));
}

TEST(HnaStar, without_a_partitioner_says_so) {
  const Ground ground = on_portals(hills(1, {.corners = 9}));
  const auto made = make_planner("hna_star", {ground});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error(), no_partitioner().message);
}

}  // namespace
}  // namespace thalweg
