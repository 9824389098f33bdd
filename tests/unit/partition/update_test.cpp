// Updates of natural trees: cells that change are built again, the rest keeps its bytes.
#include "thalweg/partition/update.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "grounds.hpp"
#include "scope.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/generate/heights.hpp"
#include "thalweg/import/terrain.hpp"
#include "thalweg/partition/compress.hpp"

namespace thalweg {
namespace {

constexpr std::uint32_t kSide = 25;  // samples

// A field and its prices; with the quanta of the previous ground, if there is one.
NaturalGround land_of(const HeightField& field, const Profile& profile,
                      const NaturalGround* before = nullptr) {
  const World world =
      make_world(triangulate_heights(field, {.method = TerrainMethod::centre}).value()).value();
  const double quantum = before != nullptr ? before->metric().quantum() : 0;
  const double unweighted = before != nullptr ? before->unweighted().quantum() : 0;
  return NaturalGround::of(ground_of(world, GraphSpec::faces(), profile, {.quantum = quantum}),
                           unweighted)
      .value();
}

NaturalTree tree_of(const NaturalGround& ground) {
  return merge(ground, assemble(ground, Partition::of_single_nodes(ground.graph()))).tree;
}

HeightField hilly(std::uint64_t seed) {
  return generate_heights({.kind = "fractal", .width = kSide, .height = kSide, .seed = seed})
      .value();
}

// Raises a few samples around one.
HeightField raised(HeightField field, std::uint32_t x, std::uint32_t y, float by) {
  for (std::uint32_t j = y; j < std::min(y + 3, kSide); ++j) {
    for (std::uint32_t i = x; i < std::min(x + 3, kSide); ++i) {
      field.z[std::size_t{j} * kSide + i] += by;
    }
  }
  return field;
}

// True when a cell has the same children, records and joints in both trees.
bool is_same_cell(const NaturalTree& a, const NaturalTree& b, CellId cell) {
  const auto x = a.children(cell);
  const auto y = b.children(cell);
  if (!std::ranges::equal(x, y)) return false;  // children, and where their records lie
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!std::ranges::equal(a.neighbours(x[i]), b.neighbours(y[i]))) return false;
    for (const NaturalTree::Neighbour& n : a.neighbours(x[i])) {
      if (!std::ranges::equal(a.joints(n), b.joints(n))) return false;
    }
  }
  return true;
}

// The cells that hold a face touched by the edit.
std::vector<bool> touched_cells(const NaturalTree& tree, const NaturalGround& before,
                                const NaturalGround& now) {
  std::vector<bool> is_touched(tree.piece_count() - tree.node_count(), false);
  const TreeChanges changes = changes_between(before, now);
  const auto touch = [&](NodeId node) {
    for (CellId c = tree.parent(tree.piece(node)); !c.is_none(); c = tree.parent(tree.piece(c))) {
      is_touched[c.value] = true;
    }
  };
  for (const NodeId node : changes.nodes) touch(node);
  for (const ArcId arc : changes.arcs) touch(before.graph().target(arc));
  return is_touched;
}

TEST(Update, keeps_the_laws_after_one_edit_upon_another) {
  for (const std::uint64_t seed : seeds(6)) {
    Random random(seed);
    HeightField field = hilly(seed);
    NaturalGround land = land_of(field, Profile::thesis());
    NaturalTree tree = tree_of(land);
    for (int edit = 0; edit < 6; ++edit) {
      field = raised(std::move(field), static_cast<std::uint32_t>(random.below(kSide)),
                     static_cast<std::uint32_t>(random.below(kSide)),
                     static_cast<float>(random.between(-200, 200)));
      const NaturalGround next = land_of(field, Profile::thesis(), &land);
      UpdatedTree updated = update(land, next, std::move(tree));
      tree = std::move(updated.tree);
      land = next;
      EXPECT_EQ(broken_law(tree, land), std::nullopt) << "seed " << seed;
      EXPECT_EQ(tree.top_count(), 1u);
    }
  }
}

TEST(Update, leaves_untouched_cells_as_they_are) {
  for (const std::uint64_t seed : seeds(6)) {
    const NaturalGround before = land_of(hilly(seed), Profile::thesis());
    const NaturalGround after = land_of(raised(hilly(seed), 3, 4, 50), Profile::thesis(), &before);
    const NaturalTree old = tree_of(before);
    const UpdatedTree updated = update(before, after, old);
    ASSERT_FALSE(updated.is_rebuilt);
    const std::vector<bool> is_touched = touched_cells(old, before, after);
    std::uint32_t kept = 0;
    for (std::uint32_t c = 0; c < is_touched.size(); ++c) {
      if (is_touched[c]) continue;
      EXPECT_TRUE(is_same_cell(old, updated.tree, CellId(c))) << "seed " << seed << ", c" << c;
      ++kept;
    }
    EXPECT_GT(kept, is_touched.size() / 2);
    EXPECT_GT(updated.dissolved, 0u);
    EXPECT_LT(updated.dissolved, is_touched.size() / 2);
  }
}

TEST(Update, opens_and_closes_ground) {
  for (const std::uint64_t seed : seeds(6)) {
    Profile walker = Profile::thesis();
    walker.greatest_slope = 1;
    const HeightField field = hilly(seed);
    const NaturalGround flat = land_of(field, walker);
    const NaturalGround walled = land_of(raised(field, 10, 10, 3000), walker, &flat);
    const UpdatedTree closed = update(flat, walled, tree_of(flat));
    EXPECT_EQ(broken_law(closed.tree, walled), std::nullopt) << "seed " << seed;
    const UpdatedTree opened = update(walled, flat, closed.tree);
    EXPECT_EQ(broken_law(opened.tree, flat), std::nullopt) << "seed " << seed;
    EXPECT_EQ(opened.tree.top_count(), tree_of(flat).top_count());
  }
}

TEST(Update, builds_again_where_the_graph_is_another_one) {
  const NaturalGround before = land_of(hilly(1), Profile::thesis());
  const NaturalGround after = land_of(
      generate_heights({.kind = "fractal", .width = 9, .height = 9}).value(), Profile::thesis());
  const UpdatedTree updated = update(before, after, tree_of(before));
  EXPECT_TRUE(updated.is_rebuilt);
  EXPECT_EQ(broken_law(updated.tree, after), std::nullopt);
}

TEST(Update, builds_again_where_everything_changed) {
  const NaturalGround before = land_of(hilly(1), Profile::thesis());
  const NaturalGround after = land_of(hilly(2), Profile::thesis(), &before);
  const UpdatedTree updated = update(before, after, tree_of(before));
  EXPECT_TRUE(updated.is_rebuilt);
  EXPECT_EQ(broken_law(updated.tree, after), std::nullopt);
}

TEST(Update, works_on_compressed_trees) {
  const NaturalGround before = land_of(hilly(5), Profile::thesis());
  const NaturalGround after = land_of(raised(hilly(5), 12, 6, 80), Profile::thesis(), &before);
  const Partition flat = compress(tree_of(before).partition(), {.layers = 5});
  const UpdatedTree updated = update(before, after, assemble(before, flat));
  EXPECT_EQ(broken_law(updated.tree, after), std::nullopt);
}

TEST(Update, does_nothing_where_nothing_changed) {
  const NaturalGround land = land_of(hilly(3), Profile::thesis());
  const NaturalTree tree = tree_of(land);
  const UpdatedTree updated = update(land, land, tree);
  EXPECT_EQ(updated.dissolved, 0u);
  EXPECT_EQ(updated.tree.bytes(), tree.bytes());
  EXPECT_EQ(broken_law(updated.tree, land), std::nullopt);
}

}  // namespace
}  // namespace thalweg
