// The worlds, graphs and profiles of the law tests as grounds for natural trees.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cases.hpp"
#include "scope.hpp"
#include "thalweg/partition/natural.hpp"

namespace thalweg {

inline NaturalGround natural_ground(const World& world, const Graph& graph, Metric metric) {
  return NaturalGround::of(Ground::of(world, graph, std::move(metric)).value()).value();
}
inline NaturalGround natural_ground(const World& world, const Graph& graph,
                                    const Profile& profile) {
  return natural_ground(world, graph, price(world, graph, profile).value());
}

inline NaturalTree single_nodes(const NaturalGround& ground, RestRule rule = RestRule::worst_unit) {
  return assemble(ground, Partition::of_single_nodes(ground.graph()), rule);
}

// Calls use(ground) for each case, with the profiles in turn; with one seed in scope `test`.
template <class Use>
void for_each_ground(std::uint64_t count, const Use& use) {
  const std::vector<Profile> profiles = case_profiles();
  for (const std::uint64_t seed : seeds({.test = 1, .check = count})) {
    std::size_t turn = seed;
    for (const Case& c : cases(seed)) {
      const Profile& profile = profiles[turn++ % profiles.size()];
      SCOPED_TRACE(c.name + ", " + profile.name);
      use(NaturalGround::of(c.priced(profile)).value());
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

// All cells of a tree, and the none id, which stands for the parent of the tops.
inline std::vector<CellId> all_cells(const NaturalTree& tree) {
  std::vector<CellId> cells;
  for (std::uint32_t c = 0; c + tree.node_count() < tree.piece_count(); ++c) {
    cells.push_back(CellId(c));
  }
  cells.emplace_back();
  return cells;
}

// The pieces that hold a node, from the node itself up to its top.
inline std::vector<PieceId> pieces_above(const NaturalTree& tree, NodeId node) {
  std::vector<PieceId> chain = {tree.piece(node)};
  while (!tree.parent(chain.back()).is_none()) {
    chain.push_back(tree.piece(tree.parent(chain.back())));
  }
  return chain;
}

}  // namespace thalweg
