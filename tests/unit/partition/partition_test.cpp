// Partitions: what arrays are refused, heights, nesting, sizes and orders of random trees, and
// strong connection against a slow method.
#include "thalweg/partition/partition.hpp"

#include <gtest/gtest.h>

#include <set>

#include "grounds.hpp"
#include "scope.hpp"
#include "unit/partition/trees.hpp"

namespace thalweg {
namespace {

std::string partition_refusal(std::vector<CellId> home, std::vector<CellId> parent) {
  const Result<Partition> result = Partition::from(7, std::move(home), std::move(parent));
  return result ? "" : result.error();
}

// The cells that hold a node, from the lowest up.
std::vector<CellId> chain(const Partition& partition, NodeId node) {
  std::vector<CellId> result;
  for (CellId c = partition.home(node); !c.is_none(); c = partition.parent(c)) result.push_back(c);
  return result;
}

TEST(Partition, refuses_ids_out_of_range) {
  EXPECT_EQ(partition_refusal(ids({0, 1}), ids({-1})),
            "the home of n1 is no cell of the partition");
  EXPECT_EQ(partition_refusal(ids({0, 0}), ids({1})),
            "the parent of c0 is no cell of the partition");
  EXPECT_EQ(partition_refusal(ids({0}), {}), "the home of n0 is no cell of the partition");
}

TEST(Partition, refuses_cells_in_a_circle) {
  EXPECT_EQ(partition_refusal(ids({0}), ids({0})), "c0 is in a circle of cells, or holds one");
  EXPECT_EQ(partition_refusal(ids({0, 1, 2}), ids({-1, 2, 1})),
            "c1 is in a circle of cells, or holds one");
  EXPECT_EQ(partition_refusal(ids({0, 1}), ids({-1, 2, 3, 2})),
            "c2 is in a circle of cells, or holds one");
}

TEST(Partition, refuses_empty_cells) {
  EXPECT_EQ(partition_refusal({}, ids({-1})), "c0 holds nothing");
  EXPECT_EQ(partition_refusal(ids({0, 0}), ids({2, 2, -1})), "c1 holds nothing");
}

TEST(Partition, refuses_heights_that_are_others) {
  const auto claim = [](std::vector<Level> heights) {
    const Result<Partition> result = Partition::from({.graph = 7,
                                                      .home = ids({0, 1, -1}),
                                                      .parent = ids({1, -1}),
                                                      .height = std::move(heights)});
    return result ? "" : result.error();
  };
  EXPECT_EQ(claim({1, 2}), "");
  EXPECT_EQ(claim({1, 3}), "the height of c1 is said to be 3 but is 2");
  EXPECT_EQ(claim({1}), "the heights are not one per cell");
  EXPECT_EQ(claim({}), "the heights are not one per cell");
}

TEST(Partition, any_arrays_are_refused_or_make_a_tree) {
  std::uint32_t taken = 0;
  for (const std::uint64_t seed : seeds(4000)) {
    Random random(seed);
    const std::uint32_t cells = 1 + random.below(5);
    std::vector<CellId> home(random.below(9));
    std::vector<CellId> parent(cells);
    // Mostly in range; cells + 1 stands for none.
    for (CellId& c : home) c = CellId(random.below(cells + 2));
    for (CellId& c : parent) c = CellId(random.below(cells + 2));
    const std::uint32_t bad = random.below(3) == 0 ? cells : cells + 1;
    for (CellId& c : home) c = c.value >= bad ? CellId() : c;
    for (CellId& c : parent) c = c.value >= bad ? CellId() : c;
    const Result<Partition> result = Partition::from(7, home, parent);
    if (!result) {
      EXPECT_FALSE(result.error().empty());
      continue;
    }
    ++taken;
    std::uint32_t in_cells = 0;
    for (const CellId c : result->cells()) {
      std::uint32_t steps = 0;
      for (CellId at = c; !at.is_none(); at = result->parent(at)) ASSERT_LE(++steps, cells);
      EXPECT_GE(sizes_of(*result)[c], 1u);
      if (result->parent(c).is_none()) in_cells += sizes_of(*result)[c];
    }
    EXPECT_LE(in_cells, home.size());
  }
  EXPECT_GT(taken, seeds_to_try(4000) / 40);
}

TEST(Partition, single_nodes_are_tops) {
  const Ground ground = on_grid(". . #");
  const Graph& graph = ground.graph();
  const Partition partition = Partition::of_single_nodes(graph);
  EXPECT_EQ(partition.node_count(), graph.node_count());
  EXPECT_EQ(partition.cell_count(), 0u);
  EXPECT_EQ(partition.top_level(), 0u);
  EXPECT_TRUE(partition.cell_of(NodeId(0), 5).is_none());
  EXPECT_EQ(children_of(partition)[CellId(0)].size(), graph.node_count());
  EXPECT_EQ(broken_law(partition, ground), std::nullopt);
}

TEST(Partition, nothing_at_all_is_a_partition) {
  const Partition partition = Partition::from(7, {}, {}).value();
  EXPECT_EQ(partition.piece_count(), 0u);
  EXPECT_TRUE(bottom_up(partition).empty());
  EXPECT_EQ(children_of(partition).row_count(), 1u);
  EXPECT_EQ(sizes_of(partition).size(), 0u);
}

TEST(Partition, heights_are_one_more_than_the_greatest_below) {
  for (const auto& [name, tree] : small_trees(1)) {
    const Csr<CellId, PieceId> children = children_of(tree);
    Level greatest = 0;
    for (const CellId c : tree.cells()) {
      Level below = 0;
      for (const PieceId p : children[c]) {
        if (!tree.is_node(p)) below = std::max(below, tree.height(tree.cell(p)));
      }
      EXPECT_EQ(tree.height(c), below + 1) << name;
      greatest = std::max(greatest, tree.height(c));
    }
    EXPECT_EQ(tree.top_level(), greatest) << name;
  }
}

TEST(Partition, levels_nest) {
  for (const auto& [name, tree] : small_trees(2)) {
    for (const NodeId n : tree.arrays().home.ids()) {
      const std::vector<CellId> cells = chain(tree, n);
      EXPECT_TRUE(tree.cell_of(n, 0).is_none());
      for (Level level = 1; level <= tree.top_level() + 1; ++level) {
        CellId expected;
        for (const CellId c : cells) expected = tree.height(c) <= level ? c : expected;
        ASSERT_EQ(tree.cell_of(n, level), expected) << name << " " << to_string(n);
        // Nodes in one cell of a level are in one cell of all levels above.
        const NodeId other((n.value * 7 + level) % tree.node_count());
        if (!expected.is_none() && tree.cell_of(other, level) == expected) {
          EXPECT_EQ(tree.cell_of(other, level + 1), tree.cell_of(n, level + 1)) << name;
        }
      }
    }
  }
}

TEST(Partition, children_are_all_pieces_each_in_its_parents_row) {
  for (const auto& [name, tree] : small_trees(3)) {
    const Csr<CellId, PieceId> children = children_of(tree);
    ASSERT_EQ(children.row_count(), tree.cell_count() + 1u) << name;
    ASSERT_EQ(children.item_count(), tree.piece_count()) << name;
    for (const CellId row : IdRange<CellId>(tree.cell_count() + 1u)) {
      EXPECT_TRUE(std::ranges::is_sorted(children[row])) << name;
      for (const PieceId p : children[row]) {
        EXPECT_EQ(tree.parent(p), row.value == tree.cell_count() ? CellId() : row) << name;
      }
    }
  }
}

TEST(Partition, sizes_count_the_nodes_of_all_levels) {
  for (const auto& [name, tree] : small_trees(4)) {
    std::vector<std::uint32_t> expected(tree.cell_count());
    for (const NodeId n : tree.arrays().home.ids()) {
      for (const CellId c : chain(tree, n)) ++expected[c.value];
    }
    EXPECT_EQ(sizes_of(tree).to_vector(), expected) << name;
  }
}

TEST(Partition, bottom_up_goes_by_height_then_id) {
  for (const auto& [name, tree] : small_trees(5)) {
    std::vector<CellId> expected;
    for (const CellId c : tree.cells()) expected.push_back(c);
    std::ranges::stable_sort(expected, {}, [&tree = tree](CellId c) { return tree.height(c); });
    EXPECT_EQ(bottom_up(tree), expected) << name;
  }
}

TEST(Partition, rubbish_is_small_children_beside_a_giant) {
  // c0 of `giant` nodes, c1 of two, and `single` nodes, all in c2.
  const auto rubbish = [](std::uint32_t giant, std::uint32_t single) {
    std::vector<CellId> home(giant, CellId(0));
    home.insert(home.end(), 2, CellId(1));
    home.insert(home.end(), single, CellId(2));
    return count_rubbish(Partition::from(7, home, ids({2, 2, -1})).value());
  };
  EXPECT_EQ(rubbish(97, 1), 0u);   // of 100 a hundredth is one
  EXPECT_EQ(rubbish(98, 1), 1u);   // of 101
  EXPECT_EQ(rubbish(197, 1), 1u);  // of 200 a hundredth is two
  EXPECT_EQ(rubbish(198, 1), 2u);
  EXPECT_EQ(rubbish(102, 100), 0u);  // half is not over half
  EXPECT_EQ(rubbish(103, 100), 101u);
  EXPECT_EQ(count_rubbish(balanced(1, 1000, 1000)), 0u);
}

// True when every node of a cell reaches every other inside it, by a slow, simple method.
bool is_joined(const Partition& partition, const Ground& ground) {
  const Graph& graph = ground.graph();
  const auto holds = [&](CellId cell, NodeId node) {
    return std::ranges::count(chain(partition, node), cell) > 0;
  };
  for (const NodeId start : graph.nodes()) {
    for (const CellId cell : chain(partition, start)) {
      std::set<NodeId> reached = {start};
      std::vector<NodeId> open = {start};
      while (!open.empty()) {
        const NodeId node = open.back();
        open.pop_back();
        for (const ArcId arc : graph.arcs(node)) {
          const NodeId next = graph.target(arc);
          if (!ground.metric().is_passable(arc) || !holds(cell, next)) continue;
          if (reached.insert(next).second) open.push_back(next);
        }
      }
      if (reached.size() != sizes_of(partition)[cell]) return false;
    }
  }
  return true;
}

// Joins pieces along passable arcs at random; if `careful`, only where arcs lead back too.
Partition grown(const Ground& ground, Random& random, bool is_careful) {
  const Graph& graph = ground.graph();
  std::vector<std::uint32_t> top(graph.node_count());
  std::iota(top.begin(), top.end(), 0u);
  TreeMaker maker(graph.node_count());
  const auto leads = [&](std::uint32_t from, std::uint32_t to) {
    for (const NodeId n : graph.nodes()) {
      for (const ArcId arc : graph.arcs(n)) {
        const bool joins = top[n.value] == from && top[graph.target(arc).value] == to;
        if (joins && ground.metric().is_passable(arc)) return true;
      }
    }
    return false;
  };
  for (int i = 0; i < 12; ++i) {
    const std::uint32_t a = top[random.below(graph.node_count())];
    const std::uint32_t b = top[random.below(graph.node_count())];
    if (a == b || !leads(a, b) || (is_careful && !leads(b, a))) continue;
    const std::uint32_t merged = maker.merge(std::vector{a, b});
    for (std::uint32_t& t : top) t = t == a || t == b ? merged : t;
  }
  const Partition made = maker.partition(random);
  return Partition::from(graph.fingerprint(), made.arrays().home, made.arrays().parent).value();
}

TEST(Partition, its_law_is_that_nodes_of_a_cell_reach_each_other_inside) {
  Profile profile = Profile::euclid();
  profile.greatest_step_up = 1;
  std::uint32_t torn = 0;
  std::uint32_t joined = 0;
  for (const std::uint64_t seed : seeds(300)) {
    Random random(seed);
    std::string text;
    for (int i = 0; i < 12; ++i) {
      text += "00013#"[random.below(6)];
      if (i % 4 == 3) text += '\n';
    }
    const Ground ground = ground_of(scene(text), GraphSpec::grid(GridNeighbours::four), profile);
    for (const bool is_careful : {false, true}) {
      const Partition partition = grown(ground, random, is_careful);
      const auto broken = broken_law(partition, ground);
      ASSERT_EQ(broken == std::nullopt, is_joined(partition, ground))
          << "seed " << seed << "\n"
          << text << broken.value_or("");
      EXPECT_FALSE(is_careful && broken) << text << *broken;
      ++(broken ? torn : joined);
    }
  }
  EXPECT_GT(torn, seeds_to_try(300) / 20);
  EXPECT_GT(joined, seeds_to_try(300) / 20);
}

TEST(Partition, a_broken_law_is_told) {
  const Ground ground = on_grid(". . # .");
  const Graph& graph = ground.graph();
  const auto law = [&](std::uint64_t fingerprint, std::vector<CellId> home) {
    return broken_law(Partition::from(fingerprint, std::move(home), ids({-1})).value(), ground)
        .value_or("");
  };
  EXPECT_EQ(law(graph.fingerprint(), ids({0, 0, -1, -1})), "");
  EXPECT_EQ(law(graph.fingerprint(), ids({0, 0, -1, 0})), "inside c0 no route leads from n0 to n3");
  EXPECT_EQ(law(graph.fingerprint(), ids({0, 0})),
            "the partition groups the nodes of another graph");
  EXPECT_EQ(law(1, ids({0, 0, -1, -1})), "the partition groups the nodes of another graph");
}

TEST(Partition, an_entry_without_an_exit_is_told) {
  const Ground steps = on_grid("2 0");
  Profile profile = Profile::euclid();
  profile.greatest_step_up = 1;
  const Partition both =
      Partition::from(steps.graph().fingerprint(), ids({0, 0}), ids({-1})).value();
  EXPECT_EQ(broken_law(both, with_profile(steps, profile)),
            "inside c0 no route leads from n1 to n0");
  EXPECT_EQ(broken_law(both, steps), std::nullopt);
}

}  // namespace
}  // namespace thalweg
