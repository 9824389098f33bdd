// Updates of natural trees: what is touched is built anew, the rest keeps its bytes.
#include "thalweg/partition/update.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "seeds.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/generate/heights.hpp"
#include "thalweg/import/terrain.hpp"
#include "thalweg/partition/compress.hpp"

namespace thalweg {
namespace {

constexpr std::uint32_t kSide = 25;  // samples

// A world, its prices and its tree; `quanta` as before an edit.
struct Land {
  World world;
  Graph graph;
  Metric metric;
  Metric unweighted;

  explicit Land(const HeightField& field, const Profile& profile, const Land* before = nullptr)
      : world(make_world(triangulate_heights(field, {.method = TerrainMethod::centre}).value())
                  .value()),
        graph(face_graph(world).value()),
        metric(price(world, graph, profile,
                     {.quantum = before != nullptr ? before->metric.quantum() : 0})
                   .value()),
        unweighted(unweighted_metric(world, graph, metric,
                                     before != nullptr ? before->unweighted.quantum() : 0)) {}

  NaturalGround ground() const { return {world, graph, metric, unweighted}; }
  NaturalTree tree() const {
    return merge(ground(), assemble(ground(), Partition::of_single_nodes(graph))).tree;
  }
};

HeightField hilly(std::uint64_t seed) {
  return generate_heights({.kind = "fractal", .width = kSide, .height = kSide, .seed = seed})
      .value()
      .field;
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

// True where a cell has the same children, records and joints in both trees.
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
  for (const ArcId arc : changes.arcs) touch(before.graph.target(arc));
  return is_touched;
}

TEST(Update, keeps_the_laws_after_one_edit_upon_another) {
  for (std::uint64_t seed = 0; seed < seeds_to_try(6); ++seed) {
    Random random(seed);
    HeightField field = hilly(seed);
    auto land = std::make_unique<Land>(field, Profile::thesis());
    NaturalTree tree = land->tree();
    for (int edit = 0; edit < 6; ++edit) {
      field = raised(std::move(field), static_cast<std::uint32_t>(random.below(kSide)),
                     static_cast<std::uint32_t>(random.below(kSide)),
                     static_cast<float>(random.between(-200, 200)));
      auto next = std::make_unique<Land>(field, Profile::thesis(), land.get());
      UpdatedTree updated = update(land->ground(), next->ground(), std::move(tree));
      tree = std::move(updated.tree);
      land = std::move(next);
      EXPECT_EQ(broken_law(tree, land->ground()), std::nullopt) << "seed " << seed;
      EXPECT_EQ(tree.top_count(), 1u);
    }
  }
}

TEST(Update, leaves_untouched_cells_as_they_are) {
  for (std::uint64_t seed = 0; seed < seeds_to_try(6); ++seed) {
    const Land before(hilly(seed), Profile::thesis());
    const Land after(raised(hilly(seed), 3, 4, 50), Profile::thesis(), &before);
    const NaturalTree old = before.tree();
    const UpdatedTree updated = update(before.ground(), after.ground(), old);
    ASSERT_FALSE(updated.is_rebuilt);
    const std::vector<bool> is_touched = touched_cells(old, before.ground(), after.ground());
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
  for (std::uint64_t seed = 0; seed < seeds_to_try(6); ++seed) {
    Profile walker = Profile::thesis();
    walker.greatest_slope = 1;
    const HeightField field = hilly(seed);
    const Land flat(field, walker);
    const Land walled(raised(field, 10, 10, 3000), walker, &flat);
    const UpdatedTree closed = update(flat.ground(), walled.ground(), flat.tree());
    EXPECT_EQ(broken_law(closed.tree, walled.ground()), std::nullopt) << "seed " << seed;
    const UpdatedTree opened = update(walled.ground(), flat.ground(), closed.tree);
    EXPECT_EQ(broken_law(opened.tree, flat.ground()), std::nullopt) << "seed " << seed;
    EXPECT_EQ(opened.tree.top_count(), flat.tree().top_count());
  }
}

TEST(Update, builds_anew_where_the_graph_is_another_one) {
  const Land before(hilly(1), Profile::thesis());
  const Land after(generate_heights({.kind = "fractal", .width = 9, .height = 9}).value().field,
                   Profile::thesis());
  const UpdatedTree updated = update(before.ground(), after.ground(), before.tree());
  EXPECT_TRUE(updated.is_rebuilt);
  EXPECT_EQ(broken_law(updated.tree, after.ground()), std::nullopt);
}

TEST(Update, builds_anew_where_everything_changed) {
  const Land before(hilly(1), Profile::thesis());
  const Land after(hilly(2), Profile::thesis(), &before);
  const UpdatedTree updated = update(before.ground(), after.ground(), before.tree());
  EXPECT_TRUE(updated.is_rebuilt);
  EXPECT_EQ(broken_law(updated.tree, after.ground()), std::nullopt);
}

TEST(Update, works_on_compressed_trees) {
  const Land before(hilly(5), Profile::thesis());
  const Land after(raised(hilly(5), 12, 6, 80), Profile::thesis(), &before);
  const Partition flat = compress(before.tree().partition(), {.layers = 5});
  const UpdatedTree updated =
      update(before.ground(), after.ground(), assemble(before.ground(), flat));
  EXPECT_EQ(broken_law(updated.tree, after.ground()), std::nullopt);
}

TEST(Update, does_nothing_where_nothing_changed) {
  const Land land(hilly(3), Profile::thesis());
  const NaturalTree tree = land.tree();
  const UpdatedTree updated = update(land.ground(), land.ground(), tree);
  EXPECT_EQ(updated.dissolved, 0u);
  EXPECT_EQ(updated.tree.bytes(), tree.bytes());
  EXPECT_EQ(broken_law(updated.tree, land.ground()), std::nullopt);
}

}  // namespace
}  // namespace thalweg
