// Laws of the search loop and of the searches built on it, over random graphs.
#include <gtest/gtest.h>

#include "scope.hpp"
#include "thalweg/search/best_first.hpp"
#include "thalweg/search/bidirectional.hpp"
#include "thalweg/search/costs.hpp"
#include "written_graph.hpp"

namespace thalweg {
namespace {

struct Setting {
  WrittenGraph graph;
  std::vector<Seed> sources;
  std::vector<Seed> goals;
  Distance direct = kUnreached;

  SearchTask task() const { return {.sources = sources, .goals = goals, .direct = direct}; }
};

Setting random_setting(Random& random) {
  Setting s;
  s.graph = random_graph(random);
  s.sources = random_seeds(random, s.graph.nodes, 3);
  s.goals = random_seeds(random, s.graph.nodes, 3);
  if (random.below(4) == 0) s.direct = random.below(20);
  return s;
}

// A consistent heuristic: a fraction of the true cost to the goals.
std::vector<Distance> part_of_costs(const Setting& s, std::uint32_t quarters) {
  auto h = obvious_costs(reversed(s.graph), s.goals);
  for (Distance& cost : h) cost = cost == kUnreached ? 1000 : cost * quarters / 4;
  return h;
}

TEST(SearchLaws, the_loop_equals_relaxing_every_arc) {
  Random random(seed_of(1));
  SearchScratch direct;
  HashedScratch hashed;
  for (int i = 0; i < 5000; ++i) {
    const Setting s = random_setting(random);
    const auto h = part_of_costs(s, random.below(5));
    const auto heuristic = [&](NodeId node) { return h[node.value]; };
    const auto outcome = best_first(s.graph, heuristic, s.task(), direct);
    const Distance wanted =
        s.goals.empty() && s.direct == kUnreached ? kUnreached : obvious_cost(s.graph, s.task());
    ASSERT_EQ(outcome.cost, wanted) << i;
    ASSERT_EQ(outcome.end, wanted == kUnreached ? SearchEnd::exhausted : SearchEnd::found);
    const auto other = best_first(s.graph, heuristic, s.task(), hashed);
    ASSERT_EQ(other.cost, outcome.cost);
    ASSERT_EQ(other.goal, outcome.goal);
    ASSERT_EQ(other.stats, outcome.stats);
    if (outcome.goal.is_none()) continue;
    const Route route = route_to(direct.bank, outcome.goal);
    ASSERT_EQ(route.nodes, route_to(hashed.bank, other.goal).nodes);
    Distance sum = direct.bank[route.nodes.front()].g;
    for (std::size_t a = 0; a < route.arcs.size(); ++a) {
      const auto& arc = s.graph.arcs[route.arcs[a].value];
      ASSERT_EQ(NodeId(arc.from), route.nodes[a]);
      ASSERT_EQ(NodeId(arc.to), route.nodes[a + 1]);
      sum += arc.cost;
    }
    ASSERT_EQ(sum, direct.bank[outcome.goal].g);
  }
}

TEST(SearchLaws, slices_of_any_size_change_nothing) {
  Random random(seed_of(2));
  SearchScratch whole;
  SearchScratch sliced;
  for (int i = 0; i < 2000; ++i) {
    const Setting s = random_setting(random);
    const std::uint64_t nodes = random.below(3) == 0 ? random.below(8) : kNoBudget;
    Budget at_once(nodes);
    BestFirst search(s.graph, NoHeuristic{}, s.task(), whole);
    const auto wanted = outcome_of(search.advance(at_once), s.graph.nodes, whole);
    for (std::uint32_t size = 0; size < 5; ++size) {
      Budget budget(nodes);
      BestFirst again(s.graph, NoHeuristic{}, s.task(), sliced);
      SearchEnd end = SearchEnd::paused;
      for (std::uint32_t slice = 0; end == SearchEnd::paused; ++slice) {
        ASSERT_LT(slice, 1000u);
        const bool is_empty = size == 0 && slice % 2 == 0;
        const std::uint64_t before = sliced.stats.expanded;
        Slice part{.nodes = is_empty ? 0 : std::max(size, 1u)};
        if (random.below(4) == 0) part.deadline = std::chrono::steady_clock::now();
        budget.begin(part);
        end = again.advance(budget);
        ASSERT_LE(sliced.stats.expanded - before, part.nodes);
      }
      ASSERT_EQ(end, wanted.end);
      const auto outcome = outcome_of(end, s.graph.nodes, sliced);
      ASSERT_EQ(outcome.cost, wanted.cost);
      ASSERT_EQ(outcome.goal, wanted.goal);
      ASSERT_EQ(outcome.stats, wanted.stats);
    }
  }
}

TEST(SearchLaws, a_deadline_past_pauses_a_long_search_and_does_not_end_it) {
  WrittenGraph line{400};
  for (std::uint32_t n = 0; n + 1 < line.nodes; ++n) line.arcs.push_back({n, n + 1, 1});
  const Seed source{NodeId(0), 0};
  const Seed goal{NodeId(399), 0};
  const SearchTask task{{&source, 1}, {&goal, 1}};
  SearchScratch scratch;
  SearchSlot slot;
  slot.hold(BestFirst(line, NoHeuristic{}, task, scratch));
  Budget budget;
  int pauses = 0;
  budget.begin(Slice::lasting({}));
  while (slot.advance(budget) == SearchEnd::paused) {
    budget.begin(Slice::lasting({}));
    ASSERT_LT(++pauses, 400);
  }
  EXPECT_GT(pauses, 1);
  EXPECT_EQ(outcome_of(SearchEnd::found, line.nodes, scratch).cost, 399u);
}

TEST(Budget, a_slice_may_last_for_ever) {
  using std::chrono::microseconds;
  EXPECT_EQ(Slice::lasting(microseconds::max()).deadline, Slice::Clock::time_point::max());
  const Slice over = Slice::lasting(microseconds::min());
  EXPECT_LE(over.deadline, Slice::Clock::now());
  EXPECT_GT(Slice::lasting(std::chrono::hours(1)).deadline, Slice::Clock::now());
}

TEST(Budget, a_part_is_charged_to_the_whole) {
  Random random(seed_of(9));
  for (int i = 0; i < 500; ++i) {
    const std::uint64_t nodes = random.below(20);
    const std::uint64_t slice_nodes = random.below(20);
    const std::uint64_t part_nodes = random.below(20);
    const std::uint64_t before = random.below(5);
    Budget budget(nodes);
    budget.begin({.nodes = slice_nodes});
    std::uint64_t paid = 0;
    while (paid < before && budget.pay()) ++paid;
    Budget part = budget.part(part_nodes);
    std::uint64_t paid_by_part = 0;
    while (part.pay()) ++paid_by_part;
    ASSERT_EQ(paid_by_part, std::min({nodes - paid, slice_nodes - paid, part_nodes}));
    ASSERT_EQ(budget.charge(part), paid_by_part);
    while (budget.pay()) ++paid;
    ASSERT_EQ(paid + paid_by_part, std::min(nodes, slice_nodes));
    ASSERT_EQ(budget.end(), nodes <= slice_nodes ? SearchEnd::over_budget : SearchEnd::paused);
    ASSERT_TRUE(nodes < slice_nodes || budget.is_slice_spent());
  }
}

TEST(SearchLaws, from_both_ends_the_cost_is_the_same) {
  Random random(seed_of(3));
  BidirectionalScratch scratch;
  for (int i = 0; i < 5000; ++i) {
    const Setting s = random_setting(random);
    const WrittenGraph back = reversed(s.graph);
    const SearchTask task = s.task();
    Bidirectional search(s.graph, back, task, scratch);
    Budget budget;
    SearchEnd end = SearchEnd::paused;
    while (end == SearchEnd::paused) {
      budget.begin({.nodes = 1 + random.below(3)});
      end = search.advance(budget);
    }
    const Distance wanted = obvious_cost(s.graph, task);
    ASSERT_EQ(end, wanted == kUnreached ? SearchEnd::exhausted : SearchEnd::found);
    ASSERT_EQ(scratch.best, wanted) << i;
    if (wanted == kUnreached || scratch.meeting.is_none()) continue;
    const Route route = route_through(scratch);
    Distance sum = kUnreached;
    for (const Seed& seed : s.sources) {
      if (seed.node == route.nodes.front()) sum = std::min(sum, seed.cost);
    }
    Distance last = kUnreached;
    for (const Seed& seed : s.goals) {
      if (seed.node == route.nodes.back()) last = std::min(last, seed.cost);
    }
    for (std::size_t a = 0; a < route.arcs.size(); ++a) {
      const auto& arc = s.graph.arcs[route.arcs[a].value];
      ASSERT_EQ(NodeId(arc.from), route.nodes[a]);
      ASSERT_EQ(NodeId(arc.to), route.nodes[a + 1]);
      sum += arc.cost;
    }
    ASSERT_EQ(sum + last, wanted);
  }
}

TEST(SearchLaws, from_both_ends_within_the_budget) {
  Random random(seed_of(4));
  BidirectionalScratch scratch;
  for (int i = 0; i < 1000; ++i) {
    const Setting s = random_setting(random);
    const WrittenGraph back = reversed(s.graph);
    const std::uint64_t nodes = random.below(6);
    Budget budget(nodes);
    const SearchEnd end = Bidirectional(s.graph, back, s.task(), scratch).advance(budget);
    ASSERT_LE(scratch.stats().expanded, nodes);
    ASSERT_EQ(budget.nodes_left(), nodes - scratch.stats().expanded);
    if (end == SearchEnd::found) {
      ASSERT_EQ(scratch.best, obvious_cost(s.graph, s.task()));
    }
  }
}

TEST(SearchLaws, costs_to_all_and_many_to_many_equal_the_obvious_ones) {
  Random random(seed_of(5));
  SearchScratch scratch;
  std::vector<Distance> costs;
  for (int i = 0; i < 2000; ++i) {
    const WrittenGraph graph = random_graph(random);
    const auto sources = random_seeds(random, graph.nodes, 3);
    costs = costs_to_all(graph, sources, scratch, std::move(costs));
    ASSERT_EQ(costs, obvious_costs(graph, sources));
    std::vector<NodeId> from;
    std::vector<NodeId> to;
    for (std::uint32_t n = random.below(4); n > 0; --n)
      from.push_back(NodeId(random.below(graph.nodes)));
    for (std::uint32_t n = random.below(4); n > 0; --n)
      to.push_back(NodeId(random.below(graph.nodes)));
    const auto table = costs_many_to_many(graph, from, to, scratch);
    ASSERT_EQ(table.size(), from.size() * to.size());
    for (std::size_t r = 0; r < from.size(); ++r) {
      const Seed source{from[r], 0};
      const auto row = obvious_costs(graph, {&source, 1});
      for (std::size_t c = 0; c < to.size(); ++c) {
        ASSERT_EQ(table[r * to.size() + c], row[to[c].value]);
      }
    }
  }
}

// Records the calls that it gets.
struct Witness {
  struct Word {
    bool is_settled;
    NodeId node;
    Distance g;
  };
  std::vector<Word> words;
  std::size_t stop_at = 1000;  // settled nodes
  std::size_t settled = 0;

  bool on_settle(NodeId node, Distance g) {
    words.push_back({true, node, g});
    return ++settled < stop_at;
  }
  void on_improve(NodeId node, Distance g) { words.push_back({false, node, g}); }
};

TEST(SearchLaws, observers_hear_of_every_node_in_order) {
  Random random(seed_of(6));
  SearchScratch scratch;
  for (int i = 0; i < 1000; ++i) {
    const Setting s = random_setting(random);
    Witness witness;
    const SearchTask all{.sources = s.sources, .goals = {}};
    const auto outcome = best_first(s.graph, NoHeuristic{}, all, scratch, witness);
    ASSERT_EQ(witness.settled, outcome.stats.expanded);
    ASSERT_EQ(witness.words.size(), outcome.stats.expanded + outcome.stats.generated);
    std::vector<Distance> best(s.graph.nodes, kUnreached);
    Distance last = 0;
    for (const auto& [is_settled, node, g] : witness.words) {
      if (!is_settled) {
        ASSERT_LT(g, best[node.value]);
        best[node.value] = g;
        continue;
      }
      ASSERT_EQ(g, best[node.value]);
      ASSERT_GE(g, last);
      last = g;
    }
    ASSERT_EQ(best, obvious_costs(s.graph, s.sources));
  }
}

TEST(SearchLaws, an_observer_can_stop_the_search) {
  Random random(seed_of(7));
  SearchScratch scratch;
  for (int i = 0; i < 500; ++i) {
    const Setting s = random_setting(random);
    const auto whole = best_first(s.graph, NoHeuristic{}, s.task(), scratch);
    Witness witness;
    witness.stop_at = 1 + random.below(4);
    const auto outcome = best_first(s.graph, NoHeuristic{}, s.task(), scratch, witness);
    if (whole.stats.expanded >= witness.stop_at) {
      ASSERT_EQ(outcome.end, SearchEnd::stopped);
      ASSERT_EQ(outcome.stats.expanded, witness.stop_at);
      ASSERT_EQ(outcome.cost, kUnreached);
    } else {
      ASSERT_EQ(outcome.end, whole.end);
    }
  }
}

TEST(NodeBanks, both_kinds_behave_alike) {
  Random random(seed_of(8));
  NodeBank direct;
  HashedNodeBank hashed;
  for (int round = 0; round < 60; ++round) {
    const std::uint32_t count = 1 + random.below(round % 10 == 0 ? 5000 : 300);
    direct.reset(count);
    hashed.reset(count);
    for (std::uint32_t i = 0; i < 2 * count; ++i) {
      const NodeId node(random.below(count));
      ASSERT_EQ(direct.is_reached(node), hashed.is_reached(node));
      ASSERT_EQ(direct.is_settled(node), hashed.is_settled(node));
      const bool is_fresh = !direct.is_reached(node);
      if (is_fresh) {
        ASSERT_EQ(hashed.slot(node), kNoSlot);
        direct.reach(node);
        hashed.reach(node);
        ASSERT_TRUE(direct.is_reached(node) && hashed.is_reached(node));
      }
      ReachedNode& a = direct.at(direct.slot(node));
      ReachedNode& b = hashed.at(hashed.slot(node));
      if (!is_fresh) {
        ASSERT_EQ(a.g, b.g);
        ASSERT_EQ(a.open_at, b.open_at);
        ASSERT_EQ(direct[node].parent, hashed[node].parent);
      }
      a.g = b.g = random.below(1000);
      a.open_at = b.open_at = random.below(2) == 0 ? kNotOpen : random.below(9);
      direct.trace(direct.slot(node)) = hashed.trace(hashed.slot(node)) = {1, NodeId(i), ArcId(i)};
      ASSERT_EQ(direct[node].g, hashed[node].g);
    }
  }
}

TEST(NodeBanks, the_hashed_kind_takes_no_room_for_what_is_not_reached) {
  HashedNodeBank bank;
  bank.reset(std::size_t{1} << 31);
  const std::size_t before = bank.bytes();
  bank.reach(NodeId(0x7FFFFFFFu));
  EXPECT_TRUE(bank.is_reached(NodeId(0x7FFFFFFFu)));
  EXPECT_FALSE(bank.is_reached(NodeId(0x7FFFFFFEu)));
  EXPECT_LT(bank.bytes(), before + 1000);
  EXPECT_LT(bank.bytes(), 20000u);
}

}  // namespace
}  // namespace thalweg
