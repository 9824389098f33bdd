// Planners by name: what is known, and the sentences for what is not.
#include "thalweg/papers/registry.hpp"

#include <gtest/gtest.h>

#include "grounds.hpp"

namespace thalweg {
namespace {

TEST(RegistryRefusals, refuses_bad_options_of_hierarchies_with_a_sentence) {
  const Ground ground = on_grid(". . .\n. . .");
  for (const char* spec :
       {"hpa_star:size=0", "hpa_star:size=x", "hpa_star:levels=0", "hpa_star:levels=17",
        "hpa_star:routes=2", "thpa_star", "rooms:cells=holes", "rooms:gates=some", "rooms:size=-1",
        "rooms:cells=labels:labels=nowhere.txt", "rooms:gates=shared"}) {
    const auto made = make_planner(spec, {ground});
    EXPECT_FALSE(made) << spec;
  }
}

TEST(RegistryRefusals, knows_the_turning_planner_and_refuses_nonsense_with_a_sentence) {
  const Ground s = on_grid(". . .");
  const PlannerInput input{s};
  EXPECT_TRUE(make_planner("turning", input).ok());
  EXPECT_TRUE(make_planner("turning:straightness=0.2:tolerance=5:turn_cost=1:max_turn=90:speeds=3:"
                           "reverse=stop:stop_cost=4:heuristic=octile:bank=hashed",
                           input)
                  .ok());
  for (const char* text :
       {"turning:straightness=-1", "turning:straightness=x", "turning:straightness=nan",
        "turning:tolerance=0", "turning:turn_cost=-1", "turning:max_turn=181",
        "turning:max_turn=-1", "turning:speeds=0", "turning:speeds=17", "turning:speeds=1.5",
        "turning:reverse=often", "turning:stop_cost=-2", "turning:bank=big",
        "turning:heuristic=wild", "turning:colour=red"}) {
    const auto made = make_planner(text, input);
    EXPECT_FALSE(made.ok()) << text;
    if (!made.ok()) {
      EXPECT_GT(made.error().size(), 10u);
    }
  }
}

}  // namespace
}  // namespace thalweg
