// One in fifty of the grid benchmark's problems; `./dev bench scenarios` solves them all.
#include <gtest/gtest.h>

#include "scenarios.hpp"
#include "thalweg/planners/registry.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kOneIn = 50;

TEST(Scenarios, wc3_has_42655_ground_problems) {
  THALWEG_NEEDS_DATA();
  const auto checked = read_checked_problems();
  std::size_t count = 0;
  for (const ScenarioFile& file : scenario_files()) {
    if (file.set == "wc3") count += ground_problems(file, checked).size();
  }
  EXPECT_EQ(count, 42655u);
}

TEST(Scenarios, one_in_fifty_is_solved_with_the_true_length) {
  THALWEG_NEEDS_DATA();
  const auto checked = read_checked_problems();
  ScenarioTally sum;
  Answer answer;
  std::size_t number = 0;
  for (const ScenarioFile& file : scenario_files()) {
    const World world = grid_world(file);
    const Graph graph = grid_graph(world);
    const Metric metric = price(world, graph, Profile::euclid());
    const auto planner = make_planner("a_star", {world, graph, metric}).value();
    for (const GridProblem& problem : ground_problems(file, checked)) {
      if (number++ % kOneIn == 0) tally(*planner, file, problem, answer, sum);
    }
  }
  EXPECT_EQ(sum.problems, (number + kOneIn - 1) / kOneIn);
  EXPECT_EQ(sum.solved, sum.problems);
  EXPECT_EQ(sum.wrong, 0u) << sum.first_wrong;
}

}  // namespace
}  // namespace thalweg
