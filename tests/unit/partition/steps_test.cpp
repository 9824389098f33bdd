// Merging step by step, saved and continued, ends where merging at once does.
#include <gtest/gtest.h>

#include "grounds.hpp"
#include "scope.hpp"
#include "thalweg/partition/natural.hpp"

namespace thalweg {
namespace {

bool are_equal(const Partition& a, const Partition& b) {
  return std::ranges::equal(a.arrays().home, b.arrays().home) &&
         std::ranges::equal(a.arrays().parent, b.arrays().parent);
}

TEST(MergeSteps, saved_and_opened_after_each_give_the_same_cells) {
  for (const std::uint64_t seed : seeds(12)) {
    const World world = hills(seed, {.corners = 14, .has_areas = seed % 2 == 0});
    const GraphSpec spec = seed % 3 == 2 ? GraphSpec::portals() : GraphSpec::faces();
    const Profile profile = seed % 12 < 6 ? Profile::thesis() : Profile::hiker();
    const auto ground = NaturalGround::of(ground_of(world, spec, profile)).value();
    const auto start = [&] { return assemble(ground, Partition::of_single_nodes(ground.graph())); };
    const Merged whole = merge(ground, start());
    ASSERT_TRUE(whole.report.is_done);
    ASSERT_GT(whole.report.steps, 1u);
    NaturalTree tree = start();
    MergeReport sum;
    while (!sum.is_done) {
      Merged merged = merge(ground, assemble(ground, tree.partition()), {.steps = 1});
      ASSERT_EQ(merged.report.steps, merged.report.is_done ? 0u : 1u);
      tree = std::move(merged.tree);
      sum.steps += merged.report.steps;
      sum.cells += merged.report.cells;
      sum.is_done = merged.report.is_done;
      if (sum.steps != 3) continue;
      const Merged third = merge(ground, start(), {.steps = 3});
      EXPECT_TRUE(are_equal(tree.partition(), third.tree.partition())) << "seed " << seed;
    }
    EXPECT_EQ(sum.steps, whole.report.steps) << "seed " << seed;
    EXPECT_EQ(sum.cells, whole.report.cells) << "seed " << seed;
    EXPECT_TRUE(are_equal(tree.partition(), whole.tree.partition())) << "seed " << seed;
  }
}

}  // namespace
}  // namespace thalweg
