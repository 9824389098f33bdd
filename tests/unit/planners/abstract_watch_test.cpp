// What AbstractSearch reports about itself: its work adds up, its legs are connected.
#include <gtest/gtest.h>

#include "scene.hpp"
#include "scope.hpp"
#include "thalweg/papers/rooms.hpp"
#include "thalweg/planners/abstract_search.hpp"

namespace thalweg {
namespace {

World field(std::uint64_t seed) {
  Random random(seed);
  std::string text;
  for (int y = 0; y < 50; ++y) {
    for (int x = 0; x < 50; ++x) text += random.below(5) == 0 ? '#' : '.';
    text += '\n';
  }
  return scene(text);
}

std::uint64_t sum(const AbstractSearch::Work& work) {
  return work.connecting + work.searching + work.refining;
}

// Checks that the legs ahead lead from gate to gate, each by an arc of the hierarchy.
void expect_chain(const AbstractSearch& search) {
  const Hierarchy& hierarchy = search.hierarchy();
  const auto legs = search.refine().legs();
  for (std::size_t i = 0; i < legs.size(); ++i) {
    if (i > 0) {
      ASSERT_EQ(legs[i].to, legs[i - 1].from);
    }
    if (legs[i].arc.is_step()) {
      ASSERT_EQ(hierarchy.arrays().steps.items()[legs[i].arc.step_number()].to, legs[i].to);
    } else {
      const auto gates = hierarchy.gates(hierarchy.cell_of(legs[i].arc.crossing()));
      ASSERT_TRUE(std::ranges::binary_search(gates, legs[i].from));
      ASSERT_TRUE(std::ranges::binary_search(gates, legs[i].to));
    }
  }
  if (!legs.empty()) {
    ASSERT_EQ(search.refine().route().nodes.back(), hierarchy.node(legs.back().from));
  }
}

// Watches queries slice by slice.
void watch(bool keep_routes, AbstractSearch::Options options) {
  const Ground squares = ground(field(3), Profile::euclid()).value();
  const Graph& graph = squares.graph();
  const Hierarchy hierarchy =
      rooms(squares, {.size = 6, .levels = 2, .keep_routes = keep_routes}).value();
  AbstractSearch search(squares, hierarchy, options);
  Estimator estimator(squares, HeuristicKind::none);
  SearchScratch scratch;
  Random random(seed_of(5));
  int far = 0;
  for (int i = 0; i < 30; ++i) {
    const Seed source{NodeId(random.below(graph.node_count())), 0};
    const Seed goal{NodeId(random.below(graph.node_count())), 0};
    search.begin({.sources = {&source, 1}, .goals = {&goal, 1}}, estimator, scratch);
    Budget budget;
    SearchEnd end = SearchEnd::paused;
    while (end == SearchEnd::paused) {
      budget.begin({.nodes = 3});
      end = search.find_gates(budget);
      ASSERT_EQ(sum(search.work()), search.stats().expanded);
    }
    if (end != SearchEnd::found) continue;
    const AbstractSearch::Work found = search.work();
    ASSERT_EQ(found.refining, 0u);
    if (!search.refine().legs().empty()) {
      ++far;
      ASSERT_GT(found.start_gates, 0u);
      ASSERT_GT(found.goal_gates, 0u);
    }
    budget.begin({});
    for (end = SearchEnd::paused; end == SearchEnd::paused; end = search.refine().step(budget)) {
      expect_chain(search);
      ASSERT_EQ(sum(search.work()), search.stats().expanded);
      ASSERT_EQ(search.work().searching, found.searching);
    }
    ASSERT_EQ(end, SearchEnd::found);
    ASSERT_TRUE(search.refine().is_done());
    if (keep_routes) {
      ASSERT_EQ(search.work().refining, 0u);
    }
    ASSERT_EQ(search.refine().route().nodes.back(), goal.node);
  }
  EXPECT_GT(far, 10);
}

TEST(AbstractWatch, work_adds_up_and_legs_hang_together) {
  watch(true, {});
  watch(false, {});
  watch(true, {.is_bidirectional = true});
}

}  // namespace
}  // namespace thalweg
