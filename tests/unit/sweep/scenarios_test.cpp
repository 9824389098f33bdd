// One in fifty of the grid benchmark's problems, in scope `test` those of every eleventh map;
// `./dev bench scenarios` solves them all.
#include <gtest/gtest.h>

#include "scenarios.hpp"
#include "scope.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kOneIn = 50;

TEST(Scenarios, wc3_has_42655_ground_problems) {
  THALWEG_NEEDS_DATA();
  const auto checked = read_checked_problems();
  std::size_t count = 0;
  for (const ScenarioFile& file : scenario_files("wc3")) {
    count += ground_problems(file, checked).value().size();
  }
  EXPECT_EQ(count, 42655u);
}

TEST(Scenarios, one_in_fifty_is_solved_with_the_true_length) {
  THALWEG_NEEDS_DATA();
  ScenarioTally sum;
  const std::vector<ScenarioFile> all = scenario_files();
  std::vector<ScenarioFile> files;
  for (std::size_t i = 0; i < all.size(); i += is_check() ? 1 : 11) files.push_back(all[i]);
  for (const ScenarioTally& part : tally_all(files, kOneIn, "a_star")) sum += part;
  EXPECT_GT(sum.problems, is_check() ? 4000u : 300u);
  EXPECT_EQ(sum.solved, sum.problems);
  EXPECT_EQ(sum.wrong, 0u) << sum.first_wrong;
}

}  // namespace
}  // namespace thalweg
