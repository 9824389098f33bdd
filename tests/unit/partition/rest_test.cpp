// Rests compared with a slow method: all distances by the Floyd-Warshall algorithm, then each rule
// applied literally.
#include "thalweg/partition/rest.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "laws/natural_grounds.hpp"
#include "scope.hpp"

namespace thalweg {
namespace {

constexpr RestRule kAllRules[] = {RestRule::average, RestRule::worst_unweighted,
                                  RestRule::worst_weighted, RestRule::worst_unit,
                                  RestRule::harmonic};

// Children and the arcs between them.
struct Children {
  std::vector<std::uint32_t> offsets = {0};
  std::vector<ChildArc> arcs;

  std::uint32_t count() const { return static_cast<std::uint32_t>(offsets.size() - 1); }
};

// A cycle, so that each child reaches each, and further arcs. Few distances: many routes cost the
// same.
Children random_children(std::uint64_t seed, std::uint32_t count, std::uint32_t distances) {
  Random random(seed);
  Children result;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t routes = 1 + random.below(3);
    for (std::uint32_t w = 0; w < routes; ++w) {
      const std::uint32_t target = w == 0 ? (i + 1) % count : random.below(count);
      if (target == i) continue;
      result.arcs.push_back({target, {1 + random.below(distances), 1 + random.below(distances)}});
    }
    result.offsets.push_back(static_cast<std::uint32_t>(result.arcs.size()));
  }
  return result;
}

// [from * count + to]: the cheapest route, and of several the one of least unweighted distance.
std::vector<Distances> all_distances(const Children& children) {
  const std::uint32_t n = children.count();
  std::vector<Distances> least(std::size_t{n} * n);
  for (std::uint32_t i = 0; i < n; ++i) {
    least[i * n + i] = {0, 0};
    for (std::uint32_t a = children.offsets[i]; a < children.offsets[i + 1]; ++a) {
      Distances& route = least[i * n + children.arcs[a].target];
      route = std::min(route, children.arcs[a].distances);
    }
  }
  for (std::uint32_t k = 0; k < n; ++k) {
    for (std::uint32_t i = 0; i < n; ++i) {
      for (std::uint32_t j = 0; j < n; ++j) {
        const Distances& a = least[i * n + k];
        const Distances& b = least[k * n + j];
        if (!a.is_known() || !b.is_known()) continue;
        least[i * n + j] = std::min(least[i * n + j], a + b);
      }
    }
  }
  return least;
}

// What the rule says for the routes from a child to the others.
Distances rest_by_rule(std::vector<Distances> routes, RestRule rule) {
  if (rule == RestRule::average) {
    Distances sum{0, 0};
    for (const Distances& route : routes) sum = sum + route;
    return {sum.weighted / routes.size(), sum.unweighted / routes.size()};
  }
  if (rule == RestRule::harmonic) {
    double inverse = 0;
    Distance unweighted = 0;
    for (const Distances& route : routes) {
      inverse += 1 / static_cast<double>(route.weighted);
      unweighted += route.unweighted;
    }
    const double count = static_cast<double>(routes.size());
    return {static_cast<Distance>(count / inverse), unweighted / routes.size()};
  }
  const auto unit = [](const Distances& d) {
    return static_cast<long double>(d.weighted) / static_cast<long double>(d.unweighted);
  };
  return *std::ranges::max_element(routes, [&](const Distances& a, const Distances& b) {
    switch (rule) {
      case RestRule::worst_unweighted:
        return std::pair(a.unweighted, a.weighted) < std::pair(b.unweighted, b.weighted);
      case RestRule::worst_weighted:
        return std::pair(a.weighted, a.unweighted) < std::pair(b.weighted, b.unweighted);
      default: return std::tuple(unit(a), a.weighted) < std::tuple(unit(b), b.weighted);
    }
  });
}

std::vector<Distances> routes_from(const std::vector<Distances>& all, std::uint32_t count,
                                   std::uint32_t child) {
  std::vector<Distances> routes;
  for (std::uint32_t j = 0; j < count; ++j) {
    if (j != child) routes.push_back(all[std::size_t{child} * count + j]);
  }
  return routes;
}

void expect_rests_by_rule(RestFinder& finder, const Children& children, std::uint32_t count) {
  const std::vector<Distances> all = all_distances(children);
  for (const RestRule rule : kAllRules) {
    const auto rests = finder.find({children.offsets, children.arcs}, rule);
    for (std::uint32_t i = 0; i < count; ++i) {
      ASSERT_EQ(rests[i], rest_by_rule(routes_from(all, count, i), rule))
          << to_string(rule) << ", child " << i;
    }
  }
}

TEST(Rest, of_few_children_is_what_the_rule_says_even_where_routes_cost_the_same) {
  RestFinder finder;
  for (const std::uint64_t seed : seeds(200)) {
    const auto count = static_cast<std::uint32_t>(2 + seed % (RestFinder::kMostInTable - 1));
    const Children children = random_children(seed, count, seed % 2 == 0 ? 4 : 1000);
    SCOPED_TRACE(seed);
    expect_rests_by_rule(finder, children, count);
    if (HasFatalFailure()) return;
  }
}

TEST(Rest, of_many_children_found_by_search_is_what_the_rule_says) {
  RestFinder finder;
  for (const std::uint64_t seed : seeds(16)) {
    const std::uint32_t count = seed % 16 == 1 ? RestFinder::kMostInTable + 1
                                : seed % 16 == 2
                                    ? RestFinder::kMostSearched
                                    : RestFinder::kMostInTable + 1 + Random(seed).below(60);
    const Children children = random_children(seed, count, 100'000'000);  // all costs differ
    SCOPED_TRACE(seed);
    expect_rests_by_rule(finder, children, count);
    if (HasFatalFailure()) return;
  }
}

TEST(Rest, found_by_search_where_routes_cost_the_same_is_of_one_of_the_cheapest) {
  RestFinder finder;
  for (const std::uint64_t seed : seeds(8)) {
    const std::uint32_t count = RestFinder::kMostInTable + 1 + Random(seed).below(60);
    const Children children = random_children(seed, count, 3);
    const std::vector<Distances> all = all_distances(children);
    const auto rests = finder.find({children.offsets, children.arcs}, RestRule::worst_weighted);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Distances wanted = rest_by_rule(routes_from(all, count, i), RestRule::worst_weighted);
      ASSERT_EQ(rests[i].weighted, wanted.weighted);
      ASSERT_GE(rests[i].unweighted, 1u);
    }
  }
}

TEST(Rest, does_not_depend_on_the_other_children_that_are_wanted) {
  RestFinder finder;
  for (const std::uint64_t seed : seeds(10)) {
    // By table, by search and by sample.
    for (const std::uint32_t count :
         {2u, 20u, RestFinder::kMostInTable + 5, RestFinder::kMostSearched + 5}) {
      const Children children = random_children(seed, count, 50);
      Random random(seed);
      std::vector<std::uint8_t> is_wanted;
      for (std::uint32_t i = 0; i < count; ++i) is_wanted.push_back(random.below(3) == 0 ? 1 : 0);
      for (const RestRule rule : kAllRules) {
        const auto found = finder.find({children.offsets, children.arcs}, rule);
        const std::vector<Distances> all(found.begin(), found.end());
        const auto some = finder.find({children.offsets, children.arcs, is_wanted}, rule);
        for (std::uint32_t i = 0; i < count; ++i) {
          ASSERT_GT(all[i].weighted, 0u);
          ASSERT_EQ(some[i], is_wanted[i] != 0 ? all[i] : (Distances{0, 0}))
              << to_string(rule) << ", seed " << seed << ", child " << i;
        }
      }
    }
  }
}

TEST(Rest, of_very_many_children_is_that_of_a_sample) {
  RestFinder finder;
  for (const std::uint64_t seed : seeds(4)) {
    const std::uint32_t count = RestFinder::kMostSearched + 1 + Random(seed).below(100);
    const Children children = random_children(seed, count, 100'000'000);
    const std::vector<Distances> all = all_distances(children);
    for (const RestRule rule : kAllRules) {
      const auto rests = finder.find({children.offsets, children.arcs}, rule);
      for (std::uint32_t i = 0; i < count; ++i) {
        const std::vector<Distances> routes = routes_from(all, count, i);
        if (rule != RestRule::average && rule != RestRule::harmonic) {
          ASSERT_TRUE(std::ranges::find(routes, rests[i]) != routes.end()) << to_string(rule);
          continue;
        }
        // The mean of 32 of the routes, or of 31 for a child that is in the sample.
        std::vector<Distance> costs;
        for (const Distances& route : routes) costs.push_back(route.weighted);
        std::ranges::sort(costs);
        Distance low = 0;
        Distance high = 0;
        for (std::uint32_t s = 0; s < RestFinder::kSample; ++s) {
          low += costs[s];
          high += costs[costs.size() - 1 - s];
        }
        ASSERT_GE(rests[i].weighted,
                  rule == RestRule::harmonic ? costs.front() : low / RestFinder::kSample);
        ASSERT_LE(rests[i].weighted, high / (RestFinder::kSample - 1));
      }
    }
  }
}

// The cheapest of a record's joints, plus the cost inward through the piece it leads to.
Distances cheapest_joint(const NaturalTree& tree, const NaturalGround& ground, CellId cell,
                         const NaturalTree::Neighbour& record) {
  Distances least;
  for (const NaturalTree::Joint& joint : tree.joints(record)) {
    Distances route{ground.metric().cost(joint.arc), ground.unweighted().cost(joint.arc)};
    for (const PieceId piece : pieces_above(tree, ground.graph().target(joint.arc))) {
      if (tree.parent(piece) == cell) break;
      route = route + tree.child(piece).rest;
    }
    least = std::min(least, route);
  }
  return least;
}

// The children by which a cell can be entered or left, counting impassable arcs as open.
std::vector<bool> entered_children(const NaturalTree& tree, const NaturalGround& ground,
                                   CellId cell) {
  std::vector<bool> is_entered(tree.children(cell).size(), false);
  if (cell.is_none()) return is_entered;
  // The child of the cell that holds a node; none if the node lies outside.
  const auto child_of = [&](NodeId node) {
    const std::vector<PieceId> chain = pieces_above(tree, node);
    const auto found =
        std::ranges::find_if(chain, [&](PieceId piece) { return tree.parent(piece) == cell; });
    return found == chain.end() ? PieceId() : *found;
  };
  for (const NodeId node : ground.graph().nodes()) {
    for (const ArcId arc : ground.graph().arcs(node)) {
      const PieceId from = child_of(node);
      const PieceId to = child_of(ground.graph().target(arc));
      if (ground.metric().is_passable(arc) && from.is_none() == to.is_none()) continue;
      for (const PieceId piece : {from, to}) {
        if (!piece.is_none()) is_entered[tree.child_index(piece)] = true;
      }
    }
  }
  return is_entered;
}

void check_cell(const NaturalTree& tree, const NaturalGround& ground, CellId cell) {
  Children inside;
  const auto children = tree.children(cell);
  for (const NaturalTree::Child& child : children) {
    for (const NaturalTree::Neighbour& record : tree.neighbours(child)) {
      ASSERT_EQ(record.distances, cheapest_joint(tree, ground, cell, record));
      inside.arcs.push_back({record.child_index, record.distances});
    }
    inside.offsets.push_back(static_cast<std::uint32_t>(inside.arcs.size()));
  }
  const std::vector<bool> is_entered = entered_children(tree, ground, cell);
  if (inside.count() > RestFinder::kMostInTable) return;
  const std::vector<Distances> all = all_distances(inside);
  for (std::uint32_t i = 0; i < children.size(); ++i) {
    const Distances wanted = is_entered[i]
                                 ? rest_by_rule(routes_from(all, inside.count(), i), tree.rule())
                                 : Distances{0, 0};
    ASSERT_EQ(children[i].rest, wanted) << to_string(cell) << ", child " << i;
  }
}

TEST(Rest, in_merged_trees_records_cost_what_their_joints_do_and_rests_what_the_rule_says) {
  std::uint32_t turn = 0;
  for_each_ground(2, [&](const NaturalGround& ground) {
    if (ground.graph().node_count() > 300) return;
    const RestRule rule = kAllRules[turn++ % std::size(kAllRules)];
    const NaturalTree tree = merge(ground, single_nodes(ground, rule)).tree;
    for (const CellId cell : all_cells(tree)) {
      check_cell(tree, ground, cell);
      if (::testing::Test::HasFatalFailure()) return;
    }
  });
  EXPECT_GT(turn, 5u);
}

}  // namespace
}  // namespace thalweg
