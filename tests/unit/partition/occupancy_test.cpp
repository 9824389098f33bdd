// Laws of occupancy: the count of a cell is exactly the sum of its children's counts.
#include "thalweg/partition/occupancy.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "laws/natural_grounds.hpp"
#include "scope.hpp"
#include "thalweg/partition/compress.hpp"

namespace thalweg {
namespace {

void check_sums(const NaturalTree& tree, const Occupancy& occupancy,
                const std::vector<std::uint32_t>& agents) {
  for (std::uint32_t n = 0; n < agents.size(); ++n) {
    ASSERT_EQ(occupancy.count(tree.piece(NodeId(n))), agents[n]);
  }
  for (const CellId cell : all_cells(tree)) {
    if (cell.is_none()) continue;
    std::uint32_t sum = 0;
    for (const NaturalTree::Child& child : tree.children(cell)) sum += occupancy.count(child.piece);
    ASSERT_EQ(occupancy.count(tree.piece(cell)), sum) << to_string(cell);
  }
}

TEST(Occupancy, a_cell_counts_what_its_children_do) {
  std::uint64_t seed = seed_of(0);
  for_each_ground(2, [&](const NaturalGround& ground) {
    NaturalTree tree = merge(ground, single_nodes(ground)).tree;
    if (++seed % 2 == 0) {
      tree = assemble(ground, compress(tree.partition(), {.layers = 3}));
    }
    if (tree.node_count() == 0) return;
    Random random(seed);
    Occupancy occupancy(tree);
    std::vector<std::uint32_t> agents(tree.node_count(), 0);
    std::vector<NodeId> where;
    for (int i = 0; i < 200; ++i) {
      const NodeId node(random.below(tree.node_count()));
      const std::uint32_t what = random.below(3);
      if (what == 0 || where.empty()) {
        occupancy.enter(node);
        ++agents[node.value];
        where.push_back(node);
        continue;
      }
      std::swap(where[random.below(static_cast<std::uint32_t>(where.size()))], where.back());
      --agents[where.back().value];
      if (what == 1) {
        occupancy.leave(where.back());
        where.pop_back();
      } else {
        occupancy.move(where.back(), node);
        ++agents[node.value];
        where.back() = node;
      }
    }
    check_sums(tree, occupancy, agents);
    for (const NodeId node : where) occupancy.leave(node);
    check_sums(tree, occupancy, std::vector<std::uint32_t>(tree.node_count(), 0));
  });
}

TEST(Occupancy, a_move_is_a_leave_and_an_enter) {
  std::uint64_t seed = seed_of(0);
  for_each_ground(2, [&](const NaturalGround& ground) {
    const NaturalTree tree = merge(ground, single_nodes(ground)).tree;
    if (tree.node_count() == 0) return;
    Random random(++seed);
    Occupancy moved(tree);
    Occupancy left(tree);
    for (int i = 0; i < 30; ++i) {
      const NodeId a(random.below(tree.node_count()));
      const NodeId b(i % 5 == 0 ? a.value : random.below(tree.node_count()));
      for (Occupancy* o : {&moved, &left}) o->enter(a);
      moved.move(a, b);
      left.leave(a);
      left.enter(b);
    }
    for (std::uint32_t p = 0; p < tree.piece_count(); ++p) {
      ASSERT_EQ(moved.count(PieceId(p)), left.count(PieceId(p)));
    }
  });
}

TEST(Occupancy, counts_stay_right_when_many_threads_change_them) {
  const World world = hills(3, {.corners = 14, .has_areas = false});
  const Graph graph = graph_of(world, GraphSpec::faces());
  const NaturalGround ground = natural_ground(world, graph, Profile::thesis());
  const NaturalTree tree = merge(ground, single_nodes(ground)).tree;
  Occupancy occupancy(tree);
  std::vector<std::uint32_t> agents(tree.node_count(), 0);
  std::vector<std::thread> threads;
  constexpr std::uint32_t kThreads = 4;
  std::vector<NodeId> ends(kThreads);
  for (std::uint32_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      Random random(t);
      NodeId at(random.below(tree.node_count()));
      occupancy.enter(at);
      for (int i = 0; i < 2000; ++i) {
        const NodeId next(random.below(tree.node_count()));
        occupancy.move(at, next);
        at = next;
      }
      ends[t] = at;
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const NodeId node : ends) ++agents[node.value];
  check_sums(tree, occupancy, agents);
}

}  // namespace
}  // namespace thalweg
