// The progress line: it never runs backwards.
#include "common/progress_line.hpp"

#include <gtest/gtest.h>

namespace thalweg::tool {
namespace {

TEST(ProgressLine, never_runs_backwards_within_a_stage) {
  ProgressLine line;
  EXPECT_EQ(line.report("merging", 0, 0), "merging   0%");
  EXPECT_EQ(line.report("merging", 0.5, 1), "merging  50%");
  EXPECT_EQ(line.report("merging", 0.3, 1), std::nullopt);
  EXPECT_EQ(line.report("merging", 0, 1), std::nullopt);
  EXPECT_EQ(line.report("merging", 0.501, 1), std::nullopt);  // the same line
  EXPECT_EQ(line.report("merging", 0.6, 1), "merging  60%");
  EXPECT_EQ(line.report("saving", 0, 1), "saving   0%");
}

TEST(ProgressLine, estimates_the_time_left_of_the_stage) {
  ProgressLine line;
  EXPECT_EQ(line.report("reading", 1, 100), "reading 100%");
  EXPECT_EQ(line.report("merging", 0, 100), "merging   0%");
  EXPECT_EQ(line.report("merging", 0.25, 110), "merging  25%, 30 s left");
  EXPECT_EQ(line.report("merging", 0.26, 200), "merging  26%, 5 min left");
  EXPECT_EQ(line.report("merging", 7, 201), "merging 100%");
}

}  // namespace
}  // namespace thalweg::tool
