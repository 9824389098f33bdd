// Capped growth compared with a slow method: the whole tree assembled again for each step.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "laws/natural_grounds.hpp"
#include "thalweg/partition/compress.hpp"
#include "unit/partition/trees.hpp"

namespace thalweg {
namespace {

constexpr std::uint32_t kBases[] = {2, 3, 16};

MergeOptions capped(std::uint32_t base) { return {.grow = GrowRule::capped, .base = base}; }

// Two tops that arcs join both ways.
struct Pair {
  double apart;
  std::uint32_t a;
  std::uint32_t b;
};

std::vector<Pair> pairs_of(const NaturalTree& tree, GrowOrder order) {
  std::vector<Pair> pairs;
  const auto tops = tree.children(CellId());
  for (std::uint32_t i = 0; i < tops.size(); ++i) {
    for (const NaturalTree::Neighbour& there : tree.neighbours(tops[i])) {
      if (there.child_index <= i) continue;
      for (const NaturalTree::Neighbour& back : tree.neighbours(tops[there.child_index])) {
        if (back.child_index != i) continue;
        const Distances both = there.distances + back.distances;
        const double unit =
            static_cast<double>(both.weighted) / static_cast<double>(both.unweighted);
        const double cost =
            static_cast<double>(std::max(there.distances.weighted, back.distances.weighted));
        pairs.push_back({order == GrowOrder::unit ? unit : cost, i, there.child_index});
      }
    }
  }
  std::ranges::stable_sort(pairs, {}, &Pair::apart);
  return pairs;
}

// One step; false where nothing can unite any more.
bool slow_merge_step(const NaturalGround& ground, const MergeOptions& options,
                     std::vector<CellId>& home, std::vector<CellId>& parent) {
  const std::uint32_t base = options.base;
  const NaturalTree tree =
      assemble(ground, Partition::from(ground.graph().fingerprint(), home, parent).value());
  const auto tops = tree.children(CellId());
  const std::vector<Pair> pairs = pairs_of(tree, options.order);
  std::vector<std::uint32_t> set(tops.size());
  std::iota(set.begin(), set.end(), 0u);
  const auto size_of = [&](std::uint32_t number) {
    std::uint64_t size = 0;
    for (std::size_t i = 0; i < tops.size(); ++i) {
      if (set[i] == number) size += tree.size(tops[i].piece);
    }
    return size;
  };
  std::vector<std::uint64_t> nearest(tops.size(), kUnreached);  // [set]
  for (const Pair& pair : pairs) {
    for (const std::uint32_t top : {pair.a, pair.b}) {
      nearest[top] = std::min(nearest[top], static_cast<std::uint64_t>(pair.apart));
    }
  }
  const auto are_near = [&](std::uint32_t a, std::uint32_t b, double apart) {
    return options.order == GrowOrder::unit ||
           static_cast<std::uint64_t>(apart) / 64 <= std::max(nearest[a], nearest[b]);
  };
  const std::uint64_t whole = ground.graph().node_count();
  bool is_united = false;
  for (std::uint64_t cap = base; !is_united; cap *= base) {
    for (const bool is_sweep : {false, true}) {
      for (const Pair& pair : pairs) {
        const std::uint32_t a = set[pair.a];
        const std::uint32_t b = set[pair.b];
        if (a == b) continue;
        const std::uint64_t sum = size_of(a) + size_of(b);
        const bool fits =
            is_sweep ? 4 * std::min(size_of(a), size_of(b)) <= cap && sum <= 2 * cap : sum <= cap;
        if (!fits || !are_near(a, b, pair.apart)) continue;
        std::ranges::replace(set, std::max(a, b), std::min(a, b));
        nearest[std::min(a, b)] = std::min(nearest[a], nearest[b]);
        is_united = true;
      }
    }
    if (cap >= whole) break;
  }
  for (std::uint32_t number = 0; number < tops.size(); ++number) {
    if (std::ranges::count(set, number) < 2) continue;
    const CellId cell(static_cast<std::uint32_t>(parent.size()));
    parent.emplace_back();
    for (std::size_t i = 0; i < tops.size(); ++i) {
      if (set[i] != number) continue;
      const PieceId piece = tops[i].piece;
      (tree.is_node(piece) ? home[piece.value] : parent[tree.cell(piece).value]) = cell;
    }
  }
  return is_united;
}

Partition slow_growth(const NaturalGround& ground, const MergeOptions& options) {
  std::vector<CellId> home(ground.graph().node_count());
  std::vector<CellId> parent;
  while (slow_merge_step(ground, options, home, parent)) {
  }
  return Partition::from(ground.graph().fingerprint(), home, parent).value();
}

TEST(CappedGrowth, is_what_the_slow_method_gives) {
  std::size_t turn = 0;
  for_each_ground(1, [&](const NaturalGround& ground) {
    const std::uint32_t base = kBases[turn++ % std::size(kBases)];
    if (ground.graph().node_count() > 400) return;
    for (const GrowOrder order : {GrowOrder::cost, GrowOrder::unit}) {
      MergeOptions options = capped(base);
      options.order = order;
      const Merged merged = merge(ground, single_nodes(ground, RestRule::average), options);
      EXPECT_TRUE(merged.report.is_done);
      ASSERT_TRUE(are_same(merged.tree.partition(), slow_growth(ground, options)))
          << "base " << base << ", by " << to_string(order);
    }
  });
}

TEST(CappedGrowth, a_grown_tree_is_what_its_partition_gives) {
  std::size_t turn = 0;
  for_each_ground(2, [&](const NaturalGround& ground) {
    const std::uint32_t base = kBases[turn++ % std::size(kBases)];
    const NaturalTree tree =
        merge(ground, single_nodes(ground, RestRule::average), capped(base)).tree;
    ASSERT_EQ(broken_law(tree, ground), std::nullopt) << "base " << base;
    ASSERT_TRUE(pairs_of(tree, GrowOrder::cost).empty());
  });
}

TEST(CappedGrowth, step_by_step_gives_the_same_as_at_once) {
  for_each_ground(1, [&](const NaturalGround& ground) {
    const Merged whole = merge(ground, single_nodes(ground, RestRule::average), capped(4));
    NaturalTree tree = single_nodes(ground, RestRule::average);
    MergeOptions one = capped(4);
    one.steps = 1;
    std::uint32_t steps = 0;
    for (bool is_done = false; !is_done;) {
      // As if each step had been saved: only the partition is kept.
      Merged merged = merge(ground, assemble(ground, tree.partition()), one);
      steps += merged.report.steps;
      is_done = merged.report.is_done;
      tree = std::move(merged.tree);
    }
    EXPECT_EQ(steps, whole.report.steps);
    ASSERT_TRUE(are_same(tree.partition(), whole.tree.partition()));
  });
}

TEST(CappedGrowth, cells_are_balanced_and_the_tree_is_shallow) {
  const World world = hills(5, {.corners = 60});
  const NaturalGround ground = NaturalGround::of(on_faces(world, Profile::thesis())).value();
  const Partition cells =
      merge(ground, single_nodes(ground, RestRule::average), capped(16)).tree.partition();
  const auto sizes = sizes_of(cells);
  std::uint64_t most = 1;
  for (Level level = 1; level <= cells.top_level(); ++level) {
    most *= 16;
    for (const CellId cell : cells.cells()) {
      if (cells.height(cell) != level) continue;
      EXPECT_LE(sizes[cell], 2 * most);
    }
  }
  EXPECT_LE(layer_count(cells), 6u);
}

}  // namespace
}  // namespace thalweg
