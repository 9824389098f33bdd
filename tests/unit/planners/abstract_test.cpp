// The abstract planner: connect, search, refine, over maps that make it stumble.
#include "thalweg/planners/abstract.hpp"

#include <gtest/gtest.h>

#include <array>

#include "oracle.hpp"
#include "scene.hpp"
#include "thalweg/papers/hpa_star.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/papers/rooms.hpp"
#include "thalweg/papers/thpa_star.hpp"
#include "thalweg/planners/look_ahead.hpp"

namespace thalweg {
namespace {

Ground squares(const World& world, const Profile& profile = Profile::euclid()) {
  return ground(world, profile, GraphSpec::grid()).value();
}

Ground faces(const World& world) {
  return ground(world, Profile::euclid(), GraphSpec::faces()).value();
}

// Many free squares with some walls, larger than random_grid.
World large_grid(std::uint64_t seed, std::uint32_t side) {
  Random random(seed);
  std::string text;
  for (std::uint32_t y = 0; y < side; ++y) {
    for (std::uint32_t x = 0; x < side; ++x) text += random.below(4) == 0 ? '#' : '.';
    text += '\n';
  }
  return scene(text);
}

Query between(Point start, Point goal) {
  return {.start = start, .goal = goal, .reach = 0, .try_straight = false};
}

Point random_point(const World& world, Random& random) {
  const Vec3 size = world.box().size();
  const double x = random.between(0, size.x);
  return {x, random.between(0, size.y)};
}

// Answers of `spec` are found exactly when those of A* are, cost no less, and as much where
// `is_exact`.
void check_against_a_star(const Ground& stage, const std::string& spec, bool is_exact) {
  SCOPED_TRACE(spec);
  auto exact = make_planner("a_star", {stage}).value();
  auto planner = make_planner(spec, {stage});
  ASSERT_TRUE(planner) << planner.error();
  Random random(9);
  for (int i = 0; i < 60; ++i) {
    const Query query =
        between(random_point(stage.world(), random), random_point(stage.world(), random));
    const Answer wanted = exact->find(query);
    const Answer answer = (*planner)->find(query);
    ASSERT_EQ(answer.outcome, wanted.outcome) << i;
    ASSERT_GE(answer.cost, wanted.cost) << i;
    if (is_exact) {
      ASSERT_EQ(answer.cost, wanted.cost) << i;
    }
  }
}

TEST(Abstract, one_section_over_everything_equals_a_star) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const World grid = random_grid(seed, "....#w");
    check_against_a_star(squares(grid), "hpa_star:size=512:near=0:smooth=0", true);
    check_against_a_star(squares(grid), "rooms:size=512:near=0", true);
    check_against_a_star(faces(hills(seed, {.corners = 9})), "thpa_star:size=512:near=0", true);
  }
}

TEST(Abstract, sections_of_all_sizes_find_what_there_is) {
  const Ground stage = squares(large_grid(4, 70));
  for (const std::uint32_t size : {1, 2, 4, 5, 10, 16, 33, 64, 128, 512}) {
    const std::string text = std::to_string(size);
    check_against_a_star(stage, "hpa_star:near=0:size=" + text, size >= 128);
    check_against_a_star(stage, "hpa_star:levels=3:near=0:size=" + text, size >= 128);
  }
  const Ground mesh = faces(mesh_scene(R"(
      . . . # . . . . . .
      # # . # . w . # # .
      . R . . . # W . . .
      . # # # W W . # . #
      . . . . . . . . . . )"));
  for (const char* size : {"0.4", "1", "2.5", "4", "512"}) {
    check_against_a_star(mesh, "thpa_star:near=0:levels=2:size=" + std::string(size), false);
  }
}

// What HPA* says on a map with sections of 4, from S to G.
Answer ask(const char* text, const char* spec = "hpa_star:size=4:near=0") {
  const Ground stage = squares(scene(text));
  auto planner = make_planner(spec, {stage}).value();
  return planner->find(between(mark(text, 'S'), mark(text, 'G')));
}

TEST(Abstract, a_wall_through_the_middle_of_a_section_divides_it) {
  const Answer answer = ask(R"(
      . S # . . . . .
      . . # G . . . .
      . . # . . . . .
      . . # . . . . .
      . . # . . . . .
      . . . . . . . . )");
  EXPECT_TRUE(answer.found());
  EXPECT_GE(answer.route.nodes.size(), 10u);
}

TEST(Abstract, an_opening_of_one_square_is_found) {
  EXPECT_TRUE(ask(R"(
      . S . . # . . . #
      . . . . # . . . #
      . . . . . . . . #
      . . . . # . . . G
      . . . . # . . . . )")
                  .found());
}

TEST(Abstract, squares_that_touch_at_a_corner_are_not_joined) {
  EXPECT_EQ(ask(R"(
      S . . . # # # #
      . . . . # # # #
      . . . . # # # #
      . . . . # # # #
      # # # # . . . .
      # # # # . . . G )")
                .outcome,
            Outcome::unreachable);
}

TEST(Abstract, disconnected_rooms_are_told_apart) {
  const char* map = R"(
      S . # . .
      . . # . G
      . . # . . )";
  EXPECT_EQ(ask(map).outcome, Outcome::unreachable);
  const Ground stage = squares(scene(map));
  auto planner = make_planner("hpa_star:size=2:near=0", {stage}).value();
  Query query = between(mark(map, 'S'), mark(map, 'G'));
  query.use_islands = false;
  EXPECT_EQ(planner->find(query).outcome, Outcome::unreachable);
  query.allow_partial = true;
  EXPECT_EQ(planner->find(query).outcome, Outcome::partial);
}

TEST(Abstract, maps_without_or_with_one_free_square_are_served) {
  const Ground none = squares(scene("# #\n# #"));
  auto blind = make_planner("hpa_star", {none});
  ASSERT_TRUE(blind) << blind.error();
  EXPECT_EQ((*blind)->find(between({0.5, 0.5}, {1.5, 1.5})).outcome, Outcome::outside);
  const Ground one = squares(scene("# # #\n# . #\n# # #"));
  auto alone = make_planner("hpa_star:near=0", {one}).value();
  const Answer here = alone->find(between({1.2, 1.5}, {1.5, 1.7}));
  EXPECT_TRUE(here.found());
  EXPECT_EQ(here.cost, 0u);
}

TEST(Abstract, ways_cost_the_same_whether_kept_or_found_again) {
  const Ground stage = squares(large_grid(6, 60));
  auto kept = make_planner("hpa_star:size=7:levels=3:smooth=0:near=0", {stage}).value();
  auto again = make_planner("hpa_star:size=7:levels=3:smooth=0:near=0:ways=0", {stage}).value();
  EXPECT_LT(again->bytes(), kept->bytes());
  Random random(3);
  for (int i = 0; i < 80; ++i) {
    const Query query =
        between(random_point(stage.world(), random), random_point(stage.world(), random));
    ASSERT_EQ(kept->find(query).cost, again->find(query).cost);
  }
}

TEST(Abstract, higher_levels_settle_fewer_nodes) {
  const Ground stage = squares(large_grid(7, 150));
  std::uint64_t settled[2] = {0, 0};
  const char* specs[2] = {"hpa_star:size=5:levels=4:near=0:search=1",
                          "hpa_star:size=5:levels=4:near=0"};
  for (int s = 0; s < 2; ++s) {
    auto planner = make_planner(specs[s], {stage}).value();
    Random random(4);
    for (int i = 0; i < 30; ++i) {
      const Query query =
          between(random_point(stage.world(), random), random_point(stage.world(), random));
      settled[s] += planner->find(query).stats.expanded;
    }
  }
  EXPECT_LT(settled[1], settled[0] * 3 / 4);
}

TEST(Abstract, short_queries_cost_no_more_than_a_bounded_search) {
  const Ground stage = squares(large_grid(8, 100));
  auto near = make_planner("hpa_star", {stage}).value();
  auto exact = make_planner("a_star", {stage}).value();
  Random random(5);
  int tried = 0;
  for (int i = 0; i < 400; ++i) {
    const Point start = random_point(stage.world(), random);
    const Query query = between(start, {start.x + random.between(-4, 4), start.y + 2});
    const Answer wanted = exact->find(query);
    if (!wanted.found() || wanted.stats.expanded > 64) continue;
    ++tried;
    const Answer answer = near->find(query);
    ASSERT_EQ(answer.cost, wanted.cost);
    ASSERT_EQ(answer.stats.expanded, wanted.stats.expanded);
  }
  EXPECT_GT(tried, 50);
}

TEST(Abstract, a_walker_sees_a_few_nodes_and_comes_to_the_same_way) {
  const Ground stage = squares(large_grid(2, 60));
  const Hierarchy hierarchy = hpa_star(stage, {.size = 6, .levels = 2}).value();
  AbstractSearch whole(stage, hierarchy, {});
  AbstractSearch walked(stage, hierarchy, {});
  Estimator estimator(stage, HeuristicKind::none);
  SearchScratch one;
  SearchScratch other;
  Random random(8);
  for (int i = 0; i < 20; ++i) {
    const Seed source{NodeId(random.below(stage.graph().node_count())), 0};
    const Seed goal{NodeId(random.below(stage.graph().node_count())), 0};
    const SearchTask task{.sources = {&source, 1}, .goals = {&goal, 1}};
    const Estimator::Target target{goal.node, stage.graph().position(goal.node)};
    estimator.aim({.targets = {&target, 1}, .last_steps = {}});
    whole.begin(task, estimator, one);
    walked.begin(task, estimator, other);
    Budget budget;
    const SearchEnd end = whole.advance(budget);
    ASSERT_EQ(walked.find_gates(budget), end);
    if (end != SearchEnd::found) continue;
    std::size_t at = 0;
    for (SearchEnd seen = SearchEnd::paused; seen == SearchEnd::paused; at += 3) {
      seen = walked.refine().reveal(at, 5);
      const bool knows_enough = walked.refine().route().nodes.size() > at + 5;
      ASSERT_TRUE(seen == SearchEnd::found || knows_enough);
    }
    ASSERT_EQ(walked.refine().route().nodes, whole.refine().route().nodes);
    ASSERT_EQ(walked.refine().route().nodes.back(), goal.node);
  }
}

TEST(Abstract, looking_ahead_comes_to_the_planners_route) {
  const Ground stage = squares(large_grid(2, 60));
  const Hierarchy hierarchy = hpa_star(stage, {.size = 6, .levels = 2}).value();
  const auto planner = AbstractPlanner::make(stage, hierarchy, {.near_nodes = 0}).value();
  LookAhead look(stage, hierarchy);
  Random random(9);
  int found = 0;
  for (int i = 0; i < 30; ++i) {
    const auto random_point = [&] { return Point{random.between(0, 60), random.between(0, 60)}; };
    const Point start = random_point();
    const Query query = between(start, random_point());
    const Answer wanted = planner->find(query);
    const Outcome outcome = look.begin(query);
    ASSERT_EQ(outcome, wanted.outcome);
    if (outcome != Outcome::found) continue;
    ++found;
    ASSERT_TRUE(look.reveal(0, 3));
    ASSERT_TRUE(look.is_done() || look.route().nodes.size() > 3);
    ASSERT_TRUE(look.reveal(0, wanted.route.nodes.size()));
    ASSERT_TRUE(look.is_done());
    ASSERT_EQ(look.route().nodes, wanted.route.nodes);
    ASSERT_EQ(look.cost_so_far(), wanted.cost);
  }
  EXPECT_GT(found, 10);
}

TEST(Abstract, a_hierarchy_of_another_metric_is_refused) {
  const Ground stage = squares(scene(". . .\n. . ."));
  const Hierarchy hierarchy = hpa_star(squares(stage.world(), Profile::hiker())).value();
  EXPECT_EQ(AbstractPlanner::make(stage, hierarchy).error(), "the hierarchy is of another metric");
}

TEST(Abstract, a_hierarchy_of_another_graph_is_refused_even_where_it_claims_the_metric) {
  const Ground small = squares(scene(". . .\n. . ."));
  const Ground large = squares(scene(". . . . .\n. . . . .\n. . . . ."));
  HierarchyArrays arrays = hpa_star(small).value().arrays();
  arrays.metric = large.metric().fingerprint();
  const Hierarchy hierarchy = Hierarchy::from(arrays).value();
  EXPECT_EQ(AbstractPlanner::make(large, hierarchy).error(), "the hierarchy is of another graph");
}

TEST(Abstract, many_goals_are_joined_each_once) {
  const Ground stage = squares(large_grid(3, 60));
  auto exact = make_planner("a_star", {stage}).value();
  auto planner = make_planner("rooms:gates=all:size=8:near=0", {stage}).value();
  Random random(6);
  Query query = between(random_point(stage.world(), random), random_point(stage.world(), random));
  for (int i = 0; i < 300; ++i) query.more_goals.push_back(random_point(stage.world(), random));
  EXPECT_EQ(planner->find(query).cost, exact->find(query).cost);
}

TEST(Abstract, the_papers_update_what_they_have_built) {
  const Ground before = squares(large_grid(5, 40));
  const Ground after = squares(large_grid(6, 40));
  const HpaStarOptions options{.size = 7, .levels = 2, .wide = 4};
  const Hierarchy old = hpa_star(before, options).value();
  const auto updated = update_hpa_star(before, old, after, options);
  ASSERT_TRUE(updated) << updated.error();
  EXPECT_TRUE(updated->hierarchy == hpa_star(after, options).value());
  EXPECT_FALSE(update_thpa_star(before, old, after));
}

// Three gates side by side in one cell under 15 more, each way leading over the third gate: refined
// it would double on every level.
Hierarchy lying(const Ground& stage, std::span<const NodeId> gates) {
  constexpr std::uint32_t kLevels = 16;
  const auto id = [](std::uint32_t value) { return CellId(value); };
  const std::vector<CellId> home = {id(0), id(2), id(2), id(1), id(0), id(2), id(2), id(1)};
  std::vector<CellId> parent(2 + kLevels);
  for (std::uint32_t k = 2; k + 1 < parent.size(); ++k) parent[k] = id(k + 1);
  HierarchyArrays arrays;
  arrays.metric = stage.metric().fingerprint();
  arrays.is_symmetric = true;
  arrays.cells.partition = Partition::from(stage.graph().fingerprint(), {home}, {parent}).value();
  arrays.nodes = std::vector<NodeId>(gates.begin(), gates.end());
  std::vector<std::uint32_t> offsets = {0, 1, 2};
  std::vector<GateId> rows = {GateId(0), GateId(3)};
  std::vector<Distance> costs = {0, 0};
  std::vector<std::uint32_t> route_offsets = {0, 0, 0};
  std::vector<NodeId> routes;
  const std::array<GateId, 3> inside = {GateId(1), GateId(2), GateId(4)};
  for (std::uint32_t level = 1; level <= kLevels; ++level) {
    rows.insert(rows.end(), inside.begin(), inside.end());
    offsets.push_back(static_cast<std::uint32_t>(rows.size()));
    for (std::size_t i = 0; i < 9; ++i) {
      costs.push_back(i % 4 == 0 ? 0 : 10'000);
      if (i % 4 != 0 && level > 1) routes.push_back(gates[inside[3 - i / 3 - i % 3].value]);
      route_offsets.push_back(static_cast<std::uint32_t>(routes.size()));
    }
  }
  arrays.gates = {std::move(offsets), std::move(rows)};
  arrays.steps = {std::vector<std::uint32_t>{0, 1, 1, 2, 2, 2},
                  std::vector<GateStep>{{GateId(1), 5741}, {GateId(3), 5741}}};
  arrays.costs = std::move(costs);
  arrays.routes = {std::move(route_offsets), std::move(routes)};
  return Hierarchy::from(std::move(arrays)).value();
}

TEST(Abstract, ways_that_lie_do_not_grow_without_bound) {
  const Ground stage = squares(scene(". . . .\n. . . ."));
  const std::array<NodeId, 5> gates = {NodeId(0), NodeId(1), NodeId(2), NodeId(3), NodeId(5)};
  const Hierarchy hierarchy = lying(stage, gates);
  const auto planner = AbstractPlanner::make(stage, hierarchy, {.near_nodes = 0}).value();
  const Answer answer = planner->find(between({0.5, 0.5}, {3.5, 0.5}));
  EXPECT_EQ(answer.outcome, Outcome::unreachable);
  const auto low =
      AbstractPlanner::make(stage, hierarchy, {.search = {.level = 5}, .near_nodes = 0}).value();
  const Answer longer = low->find(between({0.5, 0.5}, {3.5, 0.5}));
  EXPECT_TRUE(longer.found());
  EXPECT_EQ(longer.route.nodes.size(), 2u + 17u);  // a few levels of lies are a way all the same
}

TEST(Abstract, bad_options_are_refused_with_a_sentence) {
  const Ground stage = squares(scene(". . .\n. . ."));
  for (const char* spec :
       {"hpa_star:size=0", "hpa_star:size=x", "hpa_star:levels=0", "hpa_star:levels=17",
        "hpa_star:ways=2", "thpa_star", "rooms:cells=holes", "rooms:gates=some", "rooms:size=-1",
        "rooms:cells=labels:labels=nowhere.txt", "rooms:gates=shared"}) {
    const auto made = make_planner(spec, {stage});
    EXPECT_FALSE(made) << spec;
  }
}

}  // namespace
}  // namespace thalweg
