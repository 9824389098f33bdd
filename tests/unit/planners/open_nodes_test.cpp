// Between slices no node is both open and settled, whichever the planner.
#include <gtest/gtest.h>

#include <algorithm>

#include "scene.hpp"
#include "thalweg/papers/registry.hpp"

namespace thalweg {
namespace {

TEST(OpenNodes, open_and_settled_nodes_are_apart_between_slices) {
  const World world = hills(3, {.corners = 16, .has_areas = false});
  const Ground here = ground(world, Profile::euclid(), GraphSpec::portals()).value();
  for (const char* name : {"a_star", "dijkstra", "bidirectional"}) {
    const auto planner = make_planner(name, here).value();
    EXPECT_TRUE(planner->open_nodes().empty()) << name;
    planner->begin({.start = {1, 1}, .goal = {13, 12}, .try_straight = false});
    std::size_t most = 0;
    while (!planner->advance({.nodes = 20})) {
      const auto open = planner->open_nodes();
      const auto settled = planner->settled_nodes();
      EXPECT_TRUE(std::ranges::is_sorted(open)) << name;
      most = std::max(most, open.size());
      if (std::string(name) == "bidirectional")
        continue;  // open in one direction, settled in the other
      std::vector<NodeId> both;
      std::ranges::set_intersection(open, settled, std::back_inserter(both));
      EXPECT_TRUE(both.empty()) << name;
    }
    EXPECT_GT(most, 5u) << name;
  }
}

}  // namespace
}  // namespace thalweg
