// Laws of the natural tree, over random worlds: positions of nodes, joints and records.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "laws/natural_grounds.hpp"
#include "scope.hpp"
#include "thalweg/partition/compress.hpp"

namespace thalweg {
namespace {

// The trees that one ground gives: as merged, and compressed to a few layers.
std::vector<NaturalTree> trees_of(const NaturalGround& ground) {
  std::vector<NaturalTree> trees;
  trees.push_back(single_nodes(ground));
  trees.push_back(merge(ground, single_nodes(ground)).tree);
  const Partition whole = trees.back().partition();
  for (const std::uint32_t layers : {4u, 2u}) {
    trees.push_back(assemble(ground, compress(whole, {.layers = layers})));
  }
  return trees;
}

// The nodes in tree order, cell by cell from the top down: [node] its number in its top.
std::vector<std::uint32_t> numbers_of(const NaturalTree& tree) {
  std::vector<std::uint32_t> numbers(tree.node_count());
  struct Open {
    CellId cell;
    std::uint32_t offset;
  };
  std::vector<Open> open;
  const auto visit = [&](const NaturalTree::Child& child, std::uint32_t offset) {
    if (tree.is_node(child.piece)) {
      numbers[child.piece.value] = offset;
    } else {
      open.push_back({tree.cell(child.piece), offset});
    }
  };
  for (const NaturalTree::Child& top : tree.children(CellId())) visit(top, 0);
  while (!open.empty()) {
    const Open here = open.back();
    open.pop_back();
    for (const NaturalTree::Child& child : tree.children(here.cell)) {
      visit(child, here.offset + child.offset);
    }
  }
  return numbers;
}

TEST(NaturalTree, every_node_is_a_child_exactly_once) {
  for_each_ground(2, [](const NaturalGround& ground) {
    for (const NaturalTree& tree : trees_of(ground)) {
      std::vector<std::uint32_t> seen(tree.piece_count(), 0);
      for (const CellId cell : all_cells(tree)) {
        std::uint32_t size = 0;
        const auto children = tree.children(cell);
        for (std::uint32_t i = 0; i < children.size(); ++i) {
          const PieceId piece = children[i].piece;
          ++seen[piece.value];
          ASSERT_EQ(tree.parent(piece), cell);
          ASSERT_EQ(tree.child_index(piece), i);
          ASSERT_EQ(children[i].offset, size);
          if (i > 0) {
            ASSERT_LT(children[i - 1].piece, piece);
          }
          size += tree.size(piece);
        }
        ASSERT_EQ(size, cell.is_none() ? tree.node_count() : tree.size(tree.piece(cell)));
      }
      ASSERT_TRUE(std::ranges::all_of(seen, [](std::uint32_t times) { return times == 1; }));
    }
  });
}

TEST(NaturalTree, a_merged_tree_is_what_its_partition_gives) {
  constexpr RestRule kRules[] = {RestRule::average, RestRule::worst_unweighted,
                                 RestRule::worst_weighted, RestRule::worst_unit};
  std::uint32_t cells = 0;
  std::uint32_t turn = 0;
  for_each_ground(4, [&](const NaturalGround& ground) {
    const RestRule rule = kRules[turn++ % 4];
    const Merged merged = merge(ground, single_nodes(ground, rule));
    ASSERT_TRUE(merged.report.is_done);
    ASSERT_EQ(merged.tree.rule(), rule);
    ASSERT_EQ(broken_law(merged.tree, ground), std::nullopt);
    cells += merged.report.cells;
  });
  EXPECT_GT(cells, 300u);
}

TEST(NaturalTree, stopped_and_bounded_merging_keeps_the_laws_too) {
  std::uint64_t seed = seed_of(0);
  for_each_ground(2, [&](const NaturalGround& ground) {
    Random random(++seed);
    const MergeOptions options{.steps = random.below(6),
                               .tie_bits = random.below(4) * 17,
                               .most_children = random.below(4) * 3};
    const Merged merged = merge(ground, single_nodes(ground), options);
    ASSERT_EQ(broken_law(merged.tree, ground), std::nullopt)
        << options.steps << " steps, " << options.tie_bits << " bits, " << options.most_children;
    if (options.most_children < 2) return;
    for (const CellId cell : all_cells(merged.tree)) {
      if (cell.is_none()) continue;
      ASSERT_LE(merged.tree.children(cell).size(), options.most_children);
    }
  });
}

// The record whose joint an arc must be: between the children of the smallest cell that holds both
// ends.
struct PiecePair {
  PieceId from;
  PieceId to;
};
PiecePair pieces_of_arc(const NaturalTree& tree, NodeId from, NodeId to) {
  const std::vector<PieceId> a = pieces_above(tree, from);
  const std::vector<PieceId> b = pieces_above(tree, to);
  std::size_t i = a.size();
  std::size_t j = b.size();
  while (a[i - 1] == b[j - 1]) --i, --j;
  return {a[i - 1], b[j - 1]};
}

TEST(NaturalTree, every_arc_is_the_joint_of_the_one_record_between_the_highest_distinct_pieces) {
  for_each_ground(2, [](const NaturalGround& ground) {
    const Graph& graph = ground.graph();
    for (const NaturalTree& tree : trees_of(ground)) {
      std::map<std::pair<PieceId, PieceId>, std::vector<ArcId>> wanted;
      for (const NodeId node : graph.nodes()) {
        for (const ArcId arc : graph.arcs(node)) {
          if (!ground.metric().is_passable(arc) || graph.target(arc) == node) continue;
          const PiecePair pair = pieces_of_arc(tree, node, graph.target(arc));
          wanted[{pair.from, pair.to}].push_back(arc);
        }
      }
      std::size_t records = 0;
      for (const CellId cell : all_cells(tree)) {
        for (const NaturalTree::Child& child : tree.children(cell)) {
          for (const NaturalTree::Neighbour& neighbour : tree.neighbours(child)) {
            ++records;
            const PieceId other = tree.children(cell)[neighbour.child_index].piece;
            std::vector<ArcId> arcs;
            for (const NaturalTree::Joint& joint : tree.joints(neighbour)) {
              arcs.push_back(joint.arc);
              ASSERT_LT(joint.offset, tree.size(child.piece));
            }
            std::ranges::sort(arcs);
            const auto found = wanted.find({child.piece, other});
            ASSERT_TRUE(found != wanted.end());
            ASSERT_EQ(arcs, found->second);
          }
        }
      }
      ASSERT_EQ(records, wanted.size());
    }
  });
}

TEST(NaturalTree, joints_lie_in_tree_order) {
  for_each_ground(2, [](const NaturalGround& ground) {
    const Graph& graph = ground.graph();
    std::vector<NodeId> sources(graph.arc_count());
    for (const NodeId node : graph.nodes()) {
      for (const ArcId arc : graph.arcs(node)) sources[arc.value] = node;
    }
    for (const NaturalTree& tree : trees_of(ground)) {
      const std::vector<std::uint32_t> numbers = numbers_of(tree);
      for (const CellId cell : all_cells(tree)) {
        for (const NaturalTree::Child& child : tree.children(cell)) {
          for (const NaturalTree::Neighbour& neighbour : tree.neighbours(child)) {
            std::pair<std::uint32_t, ArcId> before{0, ArcId(0)};
            for (const NaturalTree::Joint& joint : tree.joints(neighbour)) {
              // Joints start at an offset from the first node of the piece, which has an offset in
              // its top.
              std::uint32_t base = 0;
              for (PieceId at = child.piece; !tree.parent(at).is_none();
                   at = tree.piece(tree.parent(at))) {
                base += tree.child(at).offset;
              }
              ASSERT_EQ(base + joint.offset, numbers[sources[joint.arc.value].value]);
              const std::pair<std::uint32_t, ArcId> here{joint.offset, joint.arc};
              ASSERT_LE(before, here);
              before = here;
            }
          }
        }
      }
    }
  });
}

TEST(NaturalTree, copies_share_their_arrays) {
  const auto ground = NaturalGround::of(on_faces(hills(2, {.corners = 8}))).value();
  NaturalTree copy;
  const NaturalTree::Child* children = nullptr;
  {
    const NaturalTree tree = merge(ground, single_nodes(ground)).tree;
    copy = tree;
    children = tree.children(CellId()).data();
  }
  EXPECT_EQ(copy.children(CellId()).data(), children);
  EXPECT_EQ(broken_law(copy, ground), std::nullopt);
}

// Merging and updates take a tree over; those who share its arrays keep what they had.
TEST(NaturalTree, merging_a_copy_leaves_the_other_as_it_was) {
  const auto ground = NaturalGround::of(on_faces(hills(2, {.corners = 8}))).value();
  const NaturalTree single = single_nodes(ground);
  const std::uint32_t tops = single.top_count();
  const NaturalTree merged = merge(ground, single).tree;
  EXPECT_LT(merged.top_count(), tops);
  EXPECT_EQ(single.top_count(), tops);
  EXPECT_EQ(single.piece_count(), single.node_count());
  EXPECT_EQ(broken_law(single, ground), std::nullopt);
}

TEST(NaturalTree, nothing_at_all_gives_an_empty_tree) {
  const World world = mesh_scene("#");
  const Graph graph = graph_of(world, GraphSpec::portals());
  const NaturalGround ground = natural_ground(world, graph, Profile::euclid());
  const Merged merged = merge(ground, single_nodes(ground));
  EXPECT_TRUE(merged.report.is_done);
  EXPECT_EQ(merged.report.cells, 0u);
  EXPECT_EQ(merged.tree.top_count(), graph.node_count());
  EXPECT_EQ(broken_law(merged.tree, ground), std::nullopt);
}

TEST(NaturalGround, unweighted_distances_are_those_in_space) {
  Profile profile = Profile::thesis();
  profile.base = PriceBase::centre;
  const NaturalGround ground =
      NaturalGround::of(on_faces(hills(5, {.corners = 9}), profile)).value();
  const Graph& graph = ground.graph();
  const double quantum = ground.unweighted().quantum();
  for (const NodeId node : graph.nodes()) {
    for (const ArcId arc : graph.arcs(node)) {
      const Vec3 step = graph.position(graph.target(arc)) - graph.position(node);
      EXPECT_NEAR(ground.unweighted().cost(arc) * quantum, length(step), 2 * quantum);
    }
  }
}

}  // namespace
}  // namespace thalweg
