// HPA*, THPA* and rooms on difficult maps, compared with A*.
#include <gtest/gtest.h>

#include "scope.hpp"
#include "thalweg/papers/hpa_star.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/papers/thpa_star.hpp"
#include "unit/planners/large_grids.hpp"

namespace thalweg {
namespace {

// Answers of `spec` are found exactly when those of A* are. They cost no less, and the same if
// `is_exact`.
void check_against_a_star(const Ground& ground, const std::string& spec, bool is_exact) {
  SCOPED_TRACE(spec);
  auto exact = make_planner("a_star", {ground}).value();
  auto planner = make_planner(spec, {ground});
  ASSERT_TRUE(planner) << planner.error();
  Random random(seed_of(9));
  for (int i = 0; i < 60; ++i) {
    const Query query =
        between(random_point(ground.world(), random), random_point(ground.world(), random));
    const Answer wanted = exact->find(query);
    const Answer answer = (*planner)->find(query);
    ASSERT_EQ(answer.outcome, wanted.outcome) << i;
    ASSERT_GE(answer.cost, wanted.cost) << i;
    if (is_exact) {
      ASSERT_EQ(answer.cost, wanted.cost) << i;
    }
  }
}

TEST(PaperHierarchies, one_section_over_everything_equals_a_star) {
  for (const std::uint64_t seed : seeds(3)) {
    const World grid = random_grid(seed, "....#w");
    check_against_a_star(on_grid(grid), "hpa_star:size=512:near=0:smooth=0", true);
    check_against_a_star(on_grid(grid), "rooms:size=512:near=0", true);
    check_against_a_star(on_faces(hills(seed, {.corners = 9})), "thpa_star:size=512:near=0", true);
  }
}

TEST(PaperHierarchies, sections_of_all_sizes_find_what_there_is) {
  const Ground ground = on_grid(large_grid(4, 70));
  for (const std::uint32_t size : {1, 2, 4, 5, 10, 16, 33, 64, 128, 512}) {
    const std::string text = std::to_string(size);
    check_against_a_star(ground, "hpa_star:near=0:size=" + text, size >= 128);
    check_against_a_star(ground, "hpa_star:levels=3:near=0:size=" + text, size >= 128);
  }
  const Ground mesh = on_faces(mesh_scene(R"(
      . . . # . . . . . .
      # # . # . w . # # .
      . R . . . # W . . .
      . # # # W W . # . #
      . . . . . . . . . . )"));
  for (const char* size : {"0.4", "1", "2.5", "4", "512"}) {
    check_against_a_star(mesh, "thpa_star:near=0:levels=2:size=" + std::string(size), false);
  }
}

// The answer of HPA* with sections of 4 on a map, from S to G.
Answer answer_on(const char* text, const char* spec = "hpa_star:size=4:near=0") {
  const Ground ground = on_grid(text);
  auto planner = make_planner(spec, {ground}).value();
  return planner->find(between(mark(text, 'S'), mark(text, 'G')));
}

TEST(PaperHierarchies, a_wall_through_the_middle_of_a_section_divides_it) {
  const Answer answer = answer_on(R"(
      . S # . . . . .
      . . # G . . . .
      . . # . . . . .
      . . # . . . . .
      . . # . . . . .
      . . . . . . . . )");
  EXPECT_TRUE(answer.found());
  EXPECT_GE(answer.route.nodes.size(), 10u);
}

TEST(PaperHierarchies, an_opening_of_one_square_is_found) {
  EXPECT_TRUE(answer_on(R"(
      . S . . # . . . #
      . . . . # . . . #
      . . . . . . . . #
      . . . . # . . . G
      . . . . # . . . . )")
                  .found());
}

TEST(PaperHierarchies, squares_that_touch_at_a_corner_are_not_joined) {
  EXPECT_EQ(answer_on(R"(
      S . . . # # # #
      . . . . # # # #
      . . . . # # # #
      . . . . # # # #
      # # # # . . . .
      # # # # . . . G )")
                .outcome,
            Outcome::unreachable);
}

TEST(PaperHierarchies, disconnected_rooms_are_told_apart) {
  const char* map = R"(
      S . # . .
      . . # . G
      . . # . . )";
  EXPECT_EQ(answer_on(map).outcome, Outcome::unreachable);
  const Ground ground = on_grid(map);
  auto planner = make_planner("hpa_star:size=2:near=0", {ground}).value();
  Query query = between(mark(map, 'S'), mark(map, 'G'));
  query.use_islands = false;
  EXPECT_EQ(planner->find(query).outcome, Outcome::unreachable);
  query.allow_partial = true;
  EXPECT_EQ(planner->find(query).outcome, Outcome::partial);
}

TEST(PaperHierarchies, maps_without_or_with_one_free_square_are_served) {
  const Ground none = on_grid("# #\n# #");
  auto blind = make_planner("hpa_star", {none});
  ASSERT_TRUE(blind) << blind.error();
  EXPECT_EQ((*blind)->find(between({0.5, 0.5}, {1.5, 1.5})).outcome, Outcome::outside);
  const Ground one = on_grid("# # #\n# . #\n# # #");
  auto alone = make_planner("hpa_star:near=0", {one}).value();
  const Answer here = alone->find(between({1.2, 1.5}, {1.5, 1.7}));
  EXPECT_TRUE(here.found());
  EXPECT_EQ(here.cost, 0u);
}

TEST(PaperHierarchies, routes_cost_the_same_whether_stored_or_found_again) {
  const Ground ground = on_grid(large_grid(6, 60));
  auto kept = make_planner("hpa_star:size=7:levels=3:smooth=0:near=0", {ground}).value();
  auto again = make_planner("hpa_star:size=7:levels=3:smooth=0:near=0:routes=0", {ground}).value();
  EXPECT_LT(again->bytes(), kept->bytes());
  Random random(seed_of(3));
  for (int i = 0; i < 80; ++i) {
    const Query query =
        between(random_point(ground.world(), random), random_point(ground.world(), random));
    ASSERT_EQ(kept->find(query).cost, again->find(query).cost);
  }
}

TEST(PaperHierarchies, higher_levels_settle_fewer_nodes) {
  const Ground ground = on_grid(large_grid(7, 150));
  std::uint64_t settled[2] = {0, 0};
  const char* specs[2] = {"hpa_star:size=5:levels=4:near=0:search=1",
                          "hpa_star:size=5:levels=4:near=0"};
  for (int s = 0; s < 2; ++s) {
    auto planner = make_planner(specs[s], {ground}).value();
    Random random(seed_of(4));
    for (int i = 0; i < 30; ++i) {
      const Query query =
          between(random_point(ground.world(), random), random_point(ground.world(), random));
      settled[s] += planner->find(query).stats.expanded;
    }
  }
  EXPECT_LT(settled[1], settled[0] * 3 / 4);
}

TEST(PaperHierarchies, short_queries_cost_no_more_than_a_bounded_search) {
  const Ground ground = on_grid(large_grid(8, 100));
  auto near = make_planner("hpa_star", {ground}).value();
  auto exact = make_planner("a_star", {ground}).value();
  Random random(seed_of(5));
  int tried = 0;
  for (int i = 0; i < 400; ++i) {
    const Point start = random_point(ground.world(), random);
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

TEST(PaperHierarchies, many_goals_are_joined_each_once) {
  const Ground ground = on_grid(large_grid(3, 60));
  auto exact = make_planner("a_star", {ground}).value();
  auto planner = make_planner("rooms:gates=all:size=8:near=0", {ground}).value();
  Random random(seed_of(6));
  Query query = between(random_point(ground.world(), random), random_point(ground.world(), random));
  for (int i = 0; i < 300; ++i) query.more_goals.push_back(random_point(ground.world(), random));
  EXPECT_EQ(planner->find(query).cost, exact->find(query).cost);
}

TEST(PaperHierarchies, the_papers_update_what_they_have_built) {
  const Ground before = on_grid(large_grid(5, 40));
  const Ground after = on_grid(large_grid(6, 40));
  const HpaStarOptions options{.size = 7, .levels = 2, .wide = 4};
  const Hierarchy old = hpa_star(before, options).value();
  const auto updated = update_hpa_star(before, old, after, options);
  ASSERT_TRUE(updated) << updated.error();
  EXPECT_TRUE(updated->hierarchy == hpa_star(after, options).value());
  EXPECT_FALSE(update_thpa_star(before, old, after));
}

}  // namespace
}  // namespace thalweg
