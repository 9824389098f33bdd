// Grounds and structures of all kinds follow edits. That they answer as if built again is a law of
// each planner's update (tests/laws/update_laws_test.cpp).
#include <gtest/gtest.h>

#include "grounds.hpp"
#include "partitioner.hpp"
#include "thalweg/graph/update_ground.hpp"
#include "thalweg/hierarchy/build.hpp"
#include "thalweg/papers/follow.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/partition/sections.hpp"
#include "thalweg/structures/kinds.hpp"

namespace thalweg {
namespace {

Structure structure_for(const char* planner, const Ground& ground) {
  const PlannerPlan plan = planner_plan(parse_planner(planner).value()).value();
  return plan.build(ground, any_input(ground).tools).value();
}

WorldEdits swamp_in(const World& world) {
  const Vec3 middle = world.origin + (world.box().low + world.box().high) * 0.5;
  const Brush brush{.centre = {middle.x, middle.y}, .radius = world.box().size().x * 0.1};
  return {.paints = {{.patch = brushed(world, brush), .area = kSwamp}}};
}

TEST(Follow, brings_what_can_be_updated_up_to_date) {
  const Ground before = on_faces(hills(4, {.corners = 17, .has_areas = false}), Profile::thesis());
  const std::vector<Structure> structures = {
      structure_for("hna_star:merged=6", before), structure_for("natural:refine=descent", before),
      structure_for("natural:cap_base=4", before), structure_for("fold:share=1", before),
      structure_for("coarse:share=0.4", before)};
  const WorldEdits edits = swamp_in(before.world());
  const Followed now = follow(before, edits, structures, any_input(before).tools).value();
  const World world = edited(before.world(), edits).value();
  EXPECT_EQ(now.ground.fingerprint(), update_ground(before, world)->ground.fingerprint());
  ASSERT_EQ(now.structures.size(), structures.size());
  for (std::size_t i = 0; i < structures.size(); ++i) {
    const FollowedStructure& one = now.structures[i];
    SCOPED_TRACE(one.recipe);
    EXPECT_EQ(one.recipe, structures[i].recipe());
    EXPECT_EQ(one.found_again.empty(), !one.structure);
    if (!one.structure) continue;
    EXPECT_EQ(one.structure.recipe(), one.recipe);
    EXPECT_EQ(one.structure.ground(), now.ground.fingerprint());
    EXPECT_EQ(&one.structure.kind(), &structures[i].kind());
    EXPECT_EQ(one.structure.broken_law(now.ground), std::nullopt);
  }
  EXPECT_TRUE(now.structures[0].structure);
  EXPECT_TRUE(now.structures[1].structure);
  EXPECT_TRUE(now.structures[2].structure);
  EXPECT_FALSE(now.structures[4].structure) << "a coarse ground is built again";
  const Followed same = follow(before, world, structures, any_input(before).tools).value();
  EXPECT_EQ(same.ground.fingerprint(), now.ground.fingerprint());
  EXPECT_TRUE(*same.structures[0].structure.as<Hierarchy>() ==
              *now.structures[0].structure.as<Hierarchy>());
}

// A recipe holds the hash of such a file.
TEST(Follow, opens_no_file_that_a_recipe_names) {
  const Ground before = on_grid(scene(". . . .\n. . . .\n. . . ."));
  const Structure rooms = structure_for("rooms:cells=areas", before);
  const Structure labelled = rooms.with_recipe("rooms:cells=labels:labels=of-nobody");
  const std::vector<Structure> structures = {labelled, rooms};
  const Followed now = follow(before, before.world(), structures).value();
  EXPECT_FALSE(now.structures[0].structure);
  EXPECT_EQ(now.structures[0].recipe, labelled.recipe());
  EXPECT_TRUE(now.structures[1].structure);
}

TEST(Follow, builds_nothing_that_no_planner_builds_and_takes_nothing_of_other_grounds) {
  const Ground before = on_grid(scene(". . . . . .\n. . . . . .\n. . . . . ."));
  const Cells cells = sections(before, {.size = 2}).value();
  const Structure own(hierarchy_kind(), before, "of_my_own",
                      build_hierarchy(before, cells).value());
  const Followed now = follow(before, before.world(), {&own, 1}).value();
  EXPECT_FALSE(now.structures.front().structure);
  EXPECT_EQ(now.structures.front().recipe, "of_my_own");
  const Ground other = with_profile(before, Profile::vehicle());
  EXPECT_EQ(follow(other, other.world(), {&own, 1}).error(),
            "of_my_own: it was built from another metric");
}

}  // namespace
}  // namespace thalweg
