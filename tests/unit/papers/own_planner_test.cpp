// A planner of one's own needs nothing but a descriptor. It is added in a process of its own, as other tests look at
// all planners.
#include <gtest/gtest.h>

#include <algorithm>

#include "grounds.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/planners/a_star.hpp"

namespace thalweg {
namespace {

// A* without a heuristic, under another name.
PlannerDescriptor patient_descriptor() {
  return {.name = "patient",
          .summary = "looks everywhere",
          .is_exact = true,
          .check = [](const PlannerSpec& spec) -> Result<void> {
            if (spec.settings.empty()) return {};
            return Error{"patient has no options"};
          },
          .plan = [](const PlannerSpec&) -> Result<PlannerPlan> {
            PlannerPlan plan;
            plan.make = [](const Ground& ground, const Structure&) -> MadeSearch {
              return MadeSearch(std::make_unique<AStarSearch>(
                  ground, AStarOptions{.heuristic = HeuristicKind::none}));
            };
            return plan;
          }};
}

// What went wrong; empty: nothing.
std::string tried() {
  const std::span<const PlannerDescriptor> before = planners();
  if (!add_planner(patient_descriptor())) return "it was not added";
  if (planners().size() != before.size() + 1) return "it is not listed";
  if (before.front().name != "a_star") return "the earlier table is gone";
  if (!std::ranges::is_sorted(planners(), {}, &PlannerDescriptor::name)) return "not in order";
  if (add_planner(patient_descriptor()).ok()) return "it was added twice";
  const Ground ground = on_grid(scene(". . .\n. # .\n. . ."));
  if (make_planner("patient:colour=red", ground).ok()) return "its check is not asked";
  const auto planner = make_planner("patient", ground);
  const auto other = make_planner("a_star", ground);
  const Query query{.start = {0.5, 0.5}, .goal = {2.5, 2.5}};
  if (!planner || planner.value()->find(query).cost != other.value()->find(query).cost)
    return "it finds other costs";
  return "";
}

TEST(OwnPlanner, names_and_descriptors_that_cannot_be_are_refused) {
  for (const char* name : {"", "a b", "Fold", "a:b"}) {
    PlannerDescriptor planner = patient_descriptor();
    planner.name = name;
    EXPECT_FALSE(add_planner(planner).ok()) << name;
  }
  PlannerDescriptor planner = patient_descriptor();
  planner.name = "fold";
  EXPECT_EQ(add_planner(planner).error(), "there is a planner 'fold' already");
  EXPECT_EQ(add_planner({.name = "empty"}).error(), "the planner cannot be made: it has no plan");
}

#if GTEST_HAS_DEATH_TEST
TEST(OwnPlannerDeathTest, is_found_by_name) {
  const auto run = [] {
    const std::string wrong = tried();
    std::fputs((wrong + ".").c_str(), stderr);
    std::exit(wrong.empty() ? 0 : 1);
  };
  EXPECT_EXIT(run(), ::testing::ExitedWithCode(0), "^\\.$");
}
#endif

}  // namespace
}  // namespace thalweg
