// One in twenty scenario queries on the merged meshes: ./dev bench funnels runs them all.
#include "funnel_sweep.hpp"

#include <gtest/gtest.h>

#include "data.hpp"

namespace thalweg {
namespace {

TEST(Sweep, funnel_paths_stay_inside_the_merged_meshes) {
  THALWEG_NEEDS_DATA();
  for (const char* set : {"bg512", "da2", "dao", "starcraft"}) {
    const FunnelSum sum = sweep_set(data_folder(), set, 20);
    EXPECT_EQ(sum.meshes, 6) << set;
    EXPECT_GT(sum.queries, 300u) << set;
    EXPECT_EQ(sum.missed, 0u) << set;
    EXPECT_EQ(sum.outside, 0u) << set;
  }
}

}  // namespace
}  // namespace thalweg
