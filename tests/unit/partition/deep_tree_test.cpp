// The degenerate tree of the natural-hierarchy thesis, picture 7.1: as deep as it has nodes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "laws/natural_grounds.hpp"
#include "thalweg/partition/compress.hpp"
#include "thalweg/partition/occupancy.hpp"

namespace thalweg {
namespace {

// A long strip of easy ground, and beside it a row of pieces, each more expensive than the last:
//
//   ______________________
//   |   |   |   |   |   |     each opens to the strip only
//   | 1 | 2 | 3 | 4 | 5 | ...
//   ======================    merges at once, then takes one piece a step
class DeepScene {
 public:
  explicit DeepScene(std::uint32_t nodes)
      : world_(scene(rows_of(nodes / 2))),
        graph_(graph_of(world_, GraphSpec::grid(GridNeighbours::four))),
        ground_(natural_ground(world_, graph_, priced(world_, graph_, nodes / 2))) {}

  const NaturalGround& ground() const { return ground_; }
  NaturalTree merged(std::uint32_t tie_bits) const {
    return merge(ground_, single_nodes(ground_), {.tie_bits = tie_bits, .most_children = 0}).tree;
  }

 private:
  static std::string rows_of(std::uint32_t length) {
    return std::string(length, '.') + '\n' + std::string(length, '.');
  }
  // The first row is the pieces, the second the strip.
  static Metric priced(const World& world, const Graph& graph, std::uint32_t length) {
    MetricParts parts = price(world, graph, Profile::euclid()).value().parts();
    std::vector<Cost> costs(parts.costs.begin(), parts.costs.end());
    for (const NodeId node : graph.nodes()) {
      for (const ArcId arc : graph.arcs(node)) {
        const NodeId target = graph.target(arc);
        const std::uint32_t piece = std::min(node.value, target.value);
        if (std::max(node.value, target.value) < length) {
          costs[arc.value] = kForbidden;  // from piece to piece
        } else if (piece < length) {
          costs[arc.value] *= 2 + piece;
        }
      }
    }
    parts.costs = IdArray<ArcId, Cost>(std::move(costs));
    return Metric::from(std::move(parts), graph).value();
  }

  World world_;
  Graph graph_;
  NaturalGround ground_;
};

// What the thesis would store: every layer's joints in both directions, repeated for each piece.
std::uint64_t copied_joints(const NaturalTree& tree, const NaturalGround& ground) {
  const Graph& graph = ground.graph();
  std::uint64_t count = 0;
  for (const NodeId node : graph.nodes()) {
    const std::vector<PieceId> from = pieces_above(tree, node);
    for (const ArcId arc : graph.arcs(node)) {
      if (!ground.metric().is_passable(arc)) continue;
      const std::vector<PieceId> to = pieces_above(tree, graph.target(arc));
      std::size_t shared = 0;
      while (shared < from.size() && shared < to.size() &&
             from[from.size() - 1 - shared] == to[to.size() - 1 - shared]) {
        ++shared;
      }
      count += from.size() - shared;
    }
  }
  return count;
}

TEST(DeepTree, memory_is_linear_where_the_thesis_needs_the_square) {
  std::size_t bytes_before = 0;
  std::uint64_t copies_before = 0;
  std::printf("%8s %8s %12s %16s\n", "nodes", "layers", "bytes", "copied joints");
  for (const std::uint32_t nodes : {200u, 400u, 800u, 1600u}) {
    const DeepScene deep(nodes);
    const NaturalTree tree = deep.merged(52);
    const std::uint32_t layers = layer_count(tree.partition());
    const std::uint64_t copies = copied_joints(tree, deep.ground());
    std::printf("%8u %8u %12zu %16llu\n", nodes, layers, tree.bytes(),
                static_cast<unsigned long long>(copies));
    ASSERT_EQ(tree.top_count(), 1u);
    ASSERT_GE(layers, nodes / 2);
    ASSERT_EQ(broken_law(tree, deep.ground()), std::nullopt);
    if (bytes_before > 0) {
      EXPECT_LT(static_cast<double>(tree.bytes()), 2.05 * static_cast<double>(bytes_before));
      EXPECT_GT(static_cast<double>(copies), 3.5 * static_cast<double>(copies_before));
    }
    bytes_before = tree.bytes();
    copies_before = copies;
  }
}

TEST(DeepTree, classes_of_unit_distance_keep_it_shallow) {
  const DeepScene deep(1600);
  EXPECT_LT(layer_count(deep.merged(2).partition()), 40u);
}

TEST(DeepTree, is_compressed_to_few_layers) {
  const DeepScene deep(800);
  const NaturalTree tree = deep.merged(52);
  for (const std::uint32_t layers : {10u, 2u}) {
    const Partition few = compress(tree.partition(), {.layers = layers});
    EXPECT_LE(layer_count(few), layers);
    EXPECT_EQ(broken_law(assemble(deep.ground(), few), deep.ground()), std::nullopt);
  }
}

}  // namespace
}  // namespace thalweg
