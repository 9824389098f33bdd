// The best-first loop and its open list on graphs written by hand: ties, several ends, direct
// connections, budgets, reopening.
#include "thalweg/search/best_first.hpp"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "scope.hpp"
#include "thalweg/core/random.hpp"
#include "written_graph.hpp"

namespace thalweg {
namespace {

const auto kNothing = [](NodeId) { return Distance{0}; };

Seed seed_at(std::uint32_t node, Distance cost = 0) { return {NodeId(node), cost}; }

TEST(OpenList, pops_by_f_then_larger_g_then_id) {
  Random random(seed_of(3));
  NodeBank bank;
  bank.reset(500);
  OpenList<NodeBank> open;
  std::set<std::tuple<Distance, Distance, std::uint32_t>> wanted;  // f, h, id
  std::vector<std::tuple<Distance, Distance, std::uint32_t>> now(500);
  for (std::uint32_t n = 0; n < 500; ++n) {
    bank.reach(NodeId(n));
    const Distance h = random.below(4);
    const Distance g = random.below(20) + 20;
    open.add({NodeId(n), g, h, n}, bank);
    now[n] = {g + h, h, n};
    wanted.insert(now[n]);
    if (n % 7 == 6) {  // some leave a gap
      const OpenEntry<NodeId> first = open.pop(bank);
      ASSERT_EQ(std::tuple(first.f, first.tie >> 32, first.node().value), *wanted.begin());
      wanted.erase(wanted.begin());
    }
  }
  for (std::uint32_t n = 0; n < 500; n += 3) {  // some get better
    if (bank.at(n).open_at == kNotOpen) continue;
    const auto [f, h, id] = now[n];
    const Distance g = f - h - random.below(20) - 1;
    wanted.erase(now[n]);
    now[n] = {g + h, h, n};
    wanted.insert(now[n]);
    open.improve({NodeId(n), g, h, n}, bank);
  }
  for (const auto& [f, h, node] : wanted) {
    const OpenEntry<NodeId> entry = open.pop(bank);
    ASSERT_EQ(std::tuple(entry.f, entry.tie >> 32, entry.node().value), std::tuple(f, h, node));
  }
  EXPECT_TRUE(open.empty());
}

TEST(BestFirst, finds_the_cheapest_of_several_sources_and_goals) {
  const WrittenGraph graph{6, {{0, 1, 5}, {1, 2, 5}, {3, 2, 1}, {2, 4, 2}, {2, 5, 1}}};
  SearchScratch scratch;
  const Seed sources[] = {seed_at(0), seed_at(3, 4)};
  const Seed goals[] = {seed_at(4, 1), seed_at(5, 9)};
  const SearchOutcome found = best_first(graph, kNothing, {sources, goals}, scratch);
  EXPECT_EQ(found.end, SearchEnd::found);
  EXPECT_EQ(found.cost, 4u + 1 + 2 + 1);
  EXPECT_EQ(found.goal, NodeId(4));
  const Route route = route_to(scratch.bank, found.goal);
  EXPECT_EQ(route.nodes, (std::vector{NodeId(3), NodeId(2), NodeId(4)}));
  EXPECT_EQ(route.arcs, (std::vector{ArcId(2), ArcId(3)}));
}

TEST(BestFirst, a_source_that_is_a_goal_costs_its_ends) {
  const WrittenGraph graph{1, {}};
  SearchScratch scratch;
  const Seed source[] = {seed_at(0, 2)};
  const Seed goal[] = {seed_at(0, 3)};
  EXPECT_EQ(best_first(graph, kNothing, {source, goal}, scratch).cost, 5u);
}

TEST(BestFirst, takes_the_direct_connection_unless_the_graph_has_a_cheaper_route) {
  const WrittenGraph graph{3, {{0, 1, 2}, {1, 2, 2}}};
  SearchScratch scratch;
  const Seed source[] = {seed_at(0, 1)};
  const Seed goal[] = {seed_at(2, 1)};
  const SearchOutcome cheaper =
      best_first(graph, kNothing, {.sources = source, .goals = goal, .direct = 7}, scratch);
  EXPECT_EQ(cheaper.cost, 6u);
  EXPECT_EQ(cheaper.goal, NodeId(2));
  const SearchOutcome direct =
      best_first(graph, kNothing, {.sources = source, .goals = goal, .direct = 5}, scratch);
  EXPECT_EQ(direct.end, SearchEnd::found);
  EXPECT_EQ(direct.cost, 5u);
  EXPECT_TRUE(direct.goal.is_none());
  const SearchOutcome at_once =
      best_first(graph, kNothing, {.sources = source, .goals = goal, .direct = 0}, scratch);
  EXPECT_EQ(at_once.cost, 0u);
  EXPECT_EQ(at_once.stats.expanded, 0u);
  const SearchOutcome alone = best_first(graph, kNothing, {.direct = 9}, scratch);
  EXPECT_EQ(alone.cost, 9u);
}

TEST(BestFirst, says_when_nothing_is_left_or_the_budget_is_spent) {
  const WrittenGraph graph{4, {{0, 1, 1}, {1, 2, 1}}};
  SearchScratch scratch;
  const Seed source[] = {seed_at(0)};
  const Seed far[] = {seed_at(3)};
  const Seed near[] = {seed_at(2)};
  EXPECT_EQ(best_first(graph, kNothing, {source, far}, scratch).end, SearchEnd::exhausted);
  const auto end_within = [&](std::uint64_t nodes) {
    Budget budget(nodes);
    return BestFirst(graph, kNothing, {source, near}, scratch).advance(budget);
  };
  EXPECT_EQ(end_within(2), SearchEnd::over_budget);
  EXPECT_EQ(end_within(3), SearchEnd::found);
  EXPECT_EQ(best_first(graph, kNothing, {{}, near}, scratch).end, SearchEnd::exhausted);
}

TEST(BestFirst, reopens_for_heuristics_that_are_not_consistent) {
  // 0 -> 1 -> 2 is cheaper than 0 -> 2, but the heuristic delays node 1.
  const WrittenGraph graph{4, {{0, 1, 1}, {0, 2, 5}, {1, 2, 1}, {2, 3, 10}}};
  SearchScratch scratch;
  const Seed source[] = {seed_at(0)};
  const Seed goal[] = {seed_at(3)};
  const auto hiding = [](NodeId n) { return Distance{n.value == 1 ? 9u : 0u}; };
  const SearchOutcome found = best_first(graph, hiding, {source, goal}, scratch);
  EXPECT_EQ(found.cost, 12u);
  EXPECT_EQ(found.stats.reopened, 1u);
}

TEST(BestFirst, scratch_is_used_again_without_growing) {
  const WrittenGraph graph{5, {{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {3, 4, 1}}};
  SearchScratch scratch;
  const Seed source[] = {seed_at(0)};
  const Seed goal[] = {seed_at(4)};
  const auto first = best_first(graph, kNothing, {source, goal}, scratch);
  const std::size_t bytes = scratch.bytes();
  for (int i = 0; i < 100; ++i) {
    const auto again = best_first(graph, kNothing, {source, goal}, scratch);
    ASSERT_EQ(again.cost, first.cost);
    ASSERT_EQ(again.stats, first.stats);
  }
  EXPECT_EQ(scratch.bytes(), bytes);
}

}  // namespace
}  // namespace thalweg
