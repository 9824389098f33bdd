// Partitions by METIS: balanced, the same on each call and on several
// threads, never with empty parts.
#ifdef THALWEG_HAS_METIS
#include "thalweg/metis/metis.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

namespace thalweg {
namespace {

// `side` x `side` nodes, each joined to those beside it.
WeightedGraph lattice_graph(std::uint32_t side) {
  WeightedGraph graph;
  graph.offsets.push_back(0);
  for (std::uint32_t y = 0; y < side; ++y) {
    for (std::uint32_t x = 0; x < side; ++x) {
      const std::uint32_t at = y * side + x;
      if (y > 0) graph.neighbours.push_back(at - side);
      if (x > 0) graph.neighbours.push_back(at - 1);
      if (x + 1 < side) graph.neighbours.push_back(at + 1);
      if (y + 1 < side) graph.neighbours.push_back(at + side);
      graph.offsets.push_back(static_cast<std::uint32_t>(graph.neighbours.size()));
    }
  }
  return graph;
}

TEST(Metis, parts_are_balanced_and_the_same_on_each_call) {
  const WeightedGraph graph = lattice_graph(30);
  for (const std::uint32_t parts : {2u, 9u, 90u}) {
    const auto found = metis_kway({graph, parts, 5}).value();
    ASSERT_EQ(found.size(), graph.size());
    std::vector<std::uint32_t> sizes(parts);
    for (const std::uint32_t part : found) {
      ASSERT_LT(part, parts);
      ++sizes[part];
    }
    EXPECT_LE(std::ranges::max(sizes), 2 * graph.size() / parts);
    EXPECT_EQ(found, metis_kway({graph, parts, 5}).value());
  }
}

TEST(Metis, calls_of_several_threads_give_the_same_parts) {
  const WeightedGraph graph = lattice_graph(24);
  const auto wanted = metis_kway({graph, 12, 1}).value();
  std::vector<std::thread> threads;
  std::vector<std::vector<std::uint32_t>> found(4);
  for (auto& one : found) {
    threads.emplace_back([&] { one = metis_kway({graph, 12, 1}).value(); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& one : found) EXPECT_EQ(one, wanted);
}

// As many parts as nodes, or half as many, is where METIS leaves parts empty.
TEST(Metis, the_most_parts_are_possible) {
  for (const std::uint32_t side : {2u, 3u, 9u}) {
    const WeightedGraph graph = lattice_graph(side);
    for (std::uint32_t parts = 2; parts <= graph.size(); ++parts) {
      const auto found = metis_kway({graph, parts, 1});
      ASSERT_TRUE(found) << found.error();
      EXPECT_EQ(found->size(), graph.size());
    }
  }
}

TEST(Metis, refusals_are_sentences) {
  WeightedGraph graph = lattice_graph(3);
  EXPECT_FALSE(metis_kway({graph, 1, 1}));
  EXPECT_FALSE(metis_kway({graph, 10, 1}));
  EXPECT_FALSE(metis_kway({WeightedGraph{}, 2, 1}));
  graph.node_weights = {1, 2};
  EXPECT_FALSE(metis_kway({graph, 2, 1}));
  graph.node_weights.assign(9, 0x7FFFFFFFu);
  EXPECT_FALSE(metis_kway({graph, 2, 1}));
  graph = lattice_graph(3);
  graph.neighbours[0] = 77;
  EXPECT_FALSE(metis_kway({graph, 2, 1}));
}

}  // namespace
}  // namespace thalweg
#endif
