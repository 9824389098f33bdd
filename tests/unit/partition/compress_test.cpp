// Compression compared step by step with a slow method; layers at most as many as wanted, tops and
// order preserved, near-linear time.
#include "thalweg/partition/compress.hpp"

#include <gtest/gtest.h>

#include <deque>

#include "grounds.hpp"
#include "scope.hpp"
#include "thalweg/partition/natural.hpp"
#include "unit/partition/trees.hpp"

namespace thalweg {
namespace {

// The cells that the thesis evaluates (6.2.1): starting from tops with too many layers, down along
// the children with most layers.
std::vector<CellId> evaluated(const Partition& partition, std::uint32_t layers) {
  const Csr<CellId, PieceId> children = children_of(partition);
  std::deque<CellId> open;
  for (const CellId cell : partition.cells()) {
    if (partition.parent(cell).is_none() && partition.height(cell) + 1 > layers) {
      open.push_back(cell);
    }
  }
  std::vector<CellId> result;
  for (; !open.empty(); open.pop_front()) {
    const CellId cell = open.front();
    const std::uint32_t its_layers = partition.height(cell) + 1;
    if (its_layers <= layers + 1 && !partition.parent(cell).is_none()) result.push_back(cell);
    for (const PieceId piece : children[cell]) {
      if (partition.is_node(piece)) continue;
      const CellId child = partition.cell(piece);
      if (partition.height(child) + 1 == its_layers - 1) open.push_back(child);
    }
  }
  return result;
}

// The partition without these cells.
Partition without(const Partition& partition, const std::vector<bool>& is_gone) {
  std::vector<CellId> number(partition.cell_count());
  std::uint32_t count = 0;
  for (const CellId c : partition.cells()) {
    if (!is_gone[c.value]) number[c.value] = CellId(count++);
  }
  const auto left = [&](CellId c) {
    while (!c.is_none() && is_gone[c.value]) c = partition.parent(c);
    return c.is_none() ? c : number[c.value];
  };
  std::vector<CellId> home;
  std::vector<CellId> parent;
  for (const CellId c : partition.arrays().home) home.push_back(left(c));
  for (const CellId c : partition.cells()) {
    if (!is_gone[c.value]) parent.push_back(left(partition.parent(c)));
  }
  return Partition::from(partition.graph_fingerprint(), home, parent).value();
}

// One step as the thesis describes it, by a slow, simple method; nothing when no step is needed.
std::optional<Partition> slow_compress_step(const Partition& partition, std::uint32_t layers) {
  const Csr<CellId, PieceId> children = children_of(partition);
  const std::vector<CellId> candidates = evaluated(partition, layers);
  if (candidates.empty()) return std::nullopt;
  std::uint32_t fewest = ~0u;
  for (const CellId c : candidates) fewest = std::min(fewest, children.size(c));
  std::vector<bool> is_gone(partition.cell_count());
  for (const CellId c : bottom_up(partition)) {
    if (std::ranges::find(candidates, c) == candidates.end()) continue;
    bool is_changed = false;
    for (const PieceId p : children[c]) {
      is_changed |= !partition.is_node(p) && is_gone[partition.cell(p).value];
    }
    is_gone[c.value] = children.size(c) == fewest && !is_changed;
  }
  return without(partition, is_gone);
}

CellId top_of(const Partition& partition, NodeId node) {
  return partition.cell_of(node, partition.top_level());
}

TEST(Compress, every_step_is_that_of_the_slow_method) {
  for (const std::uint64_t seed : seeds(24)) {
    for (const auto& [name, tree] : small_trees(seed)) {
      for (const std::uint32_t layers : {2u, 3u, 4u, 5u, 7u, 10u}) {
        SCOPED_TRACE(name + ", seed " + std::to_string(seed) + ", layers " +
                     std::to_string(layers));
        std::optional<Partition> slow = tree;
        std::uint32_t steps = 0;
        while (auto next = slow_compress_step(*slow, layers)) {
          slow = next;
          ++steps;
          if (steps > 4 && steps % 5 != 0) continue;  // a sample
          ASSERT_TRUE(are_same(*slow, compress(tree, {.layers = layers, .steps = steps})));
        }
        ASSERT_TRUE(are_same(*slow, compress(tree, {.layers = layers})));
        ASSERT_TRUE(are_same(*slow, compress(tree, {.layers = layers, .steps = steps + 3})));
      }
    }
  }
}

TEST(Compress, steps_add_up_to_the_whole) {
  for (const std::uint64_t seed : seeds(8)) {
    for (const auto& [name, tree] : small_trees(seed)) {
      const Partition whole = compress(tree, {.layers = 4});
      for (const std::uint32_t steps : {1u, 2u, 7u}) {
        Partition part = tree;
        while (layer_count(part) > 4) part = compress(part, {.layers = 4, .steps = steps});
        EXPECT_TRUE(are_same(part, whole)) << name << ", seed " << seed << ", steps " << steps;
      }
    }
  }
}

TEST(Compress, layers_are_at_most_as_many_as_wanted_and_at_least_two) {
  for (const auto& [name, tree] : small_trees(3)) {
    for (std::uint32_t layers = 0; layers <= 12; ++layers) {
      const Partition flat = compress(tree, {.layers = layers});
      EXPECT_LE(layer_count(flat), std::max(layers, 2u)) << name;
      EXPECT_LE(layer_count(flat), layer_count(tree)) << name;
    }
  }
}

TEST(Compress, a_tree_of_few_layers_stays_as_it_is) {
  for (const auto& [name, tree] : small_trees(4)) {
    EXPECT_TRUE(are_same(compress(tree, {.layers = layer_count(tree)}), tree)) << name;
    EXPECT_TRUE(are_same(compress(tree, {.layers = ~0u}), tree)) << name;
  }
}

TEST(Compress, two_layers_are_one_cell_for_each_top) {
  for (const auto& [name, tree] : small_trees(5)) {
    const Partition flat = compress(tree, {.layers = 2});
    const auto is_top = [](CellId parent) { return parent.is_none(); };
    EXPECT_EQ(flat.cell_count(), std::ranges::count_if(tree.arrays().parent, is_top)) << name;
    EXPECT_EQ(std::ranges::count_if(flat.arrays().parent, is_top), flat.cell_count()) << name;
  }
}

TEST(Compress, every_node_keeps_its_top_and_levels_nest) {
  for (const auto& [name, tree] : small_trees(6)) {
    const Partition flat = compress(tree, {.layers = 4});
    const auto sizes = sizes_of(flat);
    const auto sizes_before = sizes_of(tree);
    for (const NodeId n : flat.arrays().home.ids()) {
      ASSERT_EQ(top_of(flat, n).is_none(), top_of(tree, n).is_none()) << name;
      if (top_of(flat, n).is_none()) continue;
      EXPECT_EQ(sizes[top_of(flat, n)], sizes_before[top_of(tree, n)]) << name;
      for (const NodeId m : flat.arrays().home.ids()) {
        EXPECT_EQ(top_of(flat, n) == top_of(flat, m), top_of(tree, n) == top_of(tree, m)) << name;
      }
    }
  }
}

// The remaining cells are a subset of the old cells: each holds the nodes of an old one, in the old
// order.
TEST(Compress, cells_left_are_old_cells_in_their_old_order) {
  for (const auto& [name, tree] : small_trees(7)) {
    const auto nodes_of = [](const Partition& p) {
      std::vector<std::vector<NodeId>> result(p.cell_count());
      for (const NodeId n : p.arrays().home.ids()) {
        for (CellId c = p.home(n); !c.is_none(); c = p.parent(c)) result[c.value].push_back(n);
      }
      return result;
    };
    const auto before = nodes_of(tree);
    auto at = before.begin();
    for (const std::vector<NodeId>& cell : nodes_of(compress(tree, {.layers = 3}))) {
      at = std::find(at, before.end(), cell);
      ASSERT_NE(at, before.end()) << name;
      ++at;
    }
  }
}

TEST(Compress, a_cell_and_its_child_do_not_go_in_one_step) {
  // c0 in c1 in c2 in c3, each with one more node.
  const Partition chain =
      Partition::from(7, std::vector{CellId(0), CellId(0), CellId(1), CellId(2), CellId(3)},
                      std::vector{CellId(1), CellId(2), CellId(3), CellId()})
          .value();
  const Partition once = compress(chain, {.layers = 2, .steps = 1});
  // Cells of up to three layers count: c0 and c1 are candidates, and the lower one is removed.
  EXPECT_EQ(once.cell_count(), 3u);
  EXPECT_EQ(once.home(NodeId(0)), once.home(NodeId(2)));
  const Partition higher = compress(chain, {.layers = 3, .steps = 1});
  // Cells of up to four layers count: c0, c1 and c2; c0 and c2 are removed.
  EXPECT_EQ(higher.cell_count(), 2u);
  EXPECT_EQ(higher.home(NodeId(0)), CellId(0));
  EXPECT_EQ(higher.home(NodeId(3)), CellId(1));
}

TEST(Compress, only_deep_chains_are_touched) {
  // A top over c0 in c1 in c2, and over c3 with two nodes, which no chain goes through.
  const std::vector<CellId> home = {CellId(0), CellId(0), CellId(0), CellId(1), CellId(1),
                                    CellId(2), CellId(2), CellId(3), CellId(3)};
  const std::vector<CellId> parent = {CellId(1), CellId(2), CellId(4), CellId(4), CellId()};
  const Partition tree = Partition::from(7, home, parent).value();
  ASSERT_EQ(layer_count(tree), 5u);
  const Partition flat = compress(tree, {.layers = 4});
  EXPECT_EQ(layer_count(flat), 3u);  // c0 and c2 are removed in the same step
  EXPECT_EQ(flat.home(NodeId(7)), CellId(1));
  EXPECT_EQ(flat.cell_of(NodeId(7), 1), CellId(1));
}

TEST(Compress, by_size_no_cell_gets_far_too_many_children) {
  const Ground ground = on_faces(hills(3, {.corners = 65}), Profile::thesis());
  const NaturalGround natural = NaturalGround::of(ground).value();
  const Partition tree =
      merge(natural, assemble(natural, Partition::of_single_nodes(ground.graph())))
          .tree.partition();
  const auto most_children = [](const Partition& partition) {
    const auto children = children_of(partition);
    std::uint32_t most = 0;
    for (const CellId cell : partition.cells()) most = std::max(most, children.size(cell));
    return most;
  };
  for (const std::uint32_t layers : {3u, 5u, 8u}) {
    const Partition by_size = compress(tree, {.layers = layers, .rule = CompressRule::size});
    EXPECT_LE(layer_count(by_size), layers);
    EXPECT_GE(layer_count(by_size), 3u);
    EXPECT_EQ(broken_law(by_size, ground), std::nullopt);
    EXPECT_EQ(children_of(by_size).size(CellId(by_size.cell_count())),
              children_of(tree).size(CellId(tree.cell_count())));  // the tops stay
    // By children the lowest layers are spared and the top gets them all; at few layers that hurts.
    if (layers <= 5) {
      EXPECT_LT(most_children(by_size), most_children(compress(tree, {.layers = layers})));
    }
  }
}

TEST(Compress, progress_rises_to_one) {
  std::vector<double> told;
  compress(comb(1, 200, 2),
           {.layers = 5, .progress = [&](std::string_view, double done) { told.push_back(done); }});
  ASSERT_GT(told.size(), 3u);
  EXPECT_TRUE(std::ranges::is_sorted(told));
  EXPECT_EQ(told.back(), 1.0);
}

// Near-linear: evaluating all cells again for each step would take hours.
TEST(Compress, large_deep_trees_take_a_moment) {
  const auto nodes = static_cast<std::uint32_t>(seeds_to_try(200'000));
  for (const Partition& tree :
       {comb(1, nodes, 3), random_merges(1, {.nodes = nodes, .most = 3, .reach = nodes / 8})}) {
    EXPECT_LE(layer_count(compress(tree, {.layers = 10})), 10u);
  }
}

}  // namespace
}  // namespace thalweg
