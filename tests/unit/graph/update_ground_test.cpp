// A ground updated after an edit equals one made from the edited world.
#include "thalweg/graph/update_ground.hpp"

#include <gtest/gtest.h>

#include "grounds.hpp"
#include "scene.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/world/edits.hpp"

namespace thalweg {
namespace {

// Every third face becomes `area`.
World painted(const World& world, AreaId area) {
  Paint paint{.patch = {}, .area = area};
  for (std::uint32_t f = 0; f < world.mesh.face_count(); f += 3) {
    paint.patch.faces.emplace_back(f);
  }
  return edited(world, {.paints = {paint}}).value();
}

TEST(UpdateGround, prices_are_those_of_a_ground_made_again) {
  const World world = hills(3, {.corners = 10, .has_areas = false});
  for (const GraphSpec& spec : {GraphSpec::faces(), GraphSpec::portals(), GraphSpec::terrain(3)}) {
    for (const AreaId area : {kSwamp, kBlocked}) {
      const Ground before = ground(world, Profile::hiker(), spec).value();
      const World now = painted(world, area);
      const UpdatedGround updated = update_ground(before, now).value();
      EXPECT_EQ(updated.ground.world().fingerprint(), now.fingerprint());
      EXPECT_EQ(updated.ground.metric().quantum(), before.metric().quantum());
      EXPECT_EQ(broken_law(updated.ground.metric(), updated.ground.graph(), now), std::nullopt);
      EXPECT_EQ(broken_law(updated.ground.graph(), now, Profile::hiker()), std::nullopt);
      const bool is_slow = before.graph().facts().is_slow_to_build;
      EXPECT_EQ(updated.kept_arcs, is_slow && area == kSwamp);
    }
  }
}

TEST(UpdateGround, a_new_link_builds_the_graph_again) {
  const World world = hills(3, {.corners = 10, .has_areas = false});
  const Ground before = ground(world, Profile::euclid(), GraphSpec::terrain(3)).value();
  const Vec3f from = to_float(world.mesh.centre(FaceId(0)));
  const Vec3f to = to_float(world.mesh.centre(FaceId(7)));
  const World now = edited(world, {.paints = {}, .links = {link_between(from, to)}}).value();
  const UpdatedGround updated = update_ground(before, now).value();
  EXPECT_FALSE(updated.kept_arcs);
  EXPECT_EQ(updated.ground.graph().fingerprint(),
            ground(now, Profile::euclid(), GraphSpec::terrain(3))->graph().fingerprint());
}

}  // namespace
}  // namespace thalweg
