// Edits make a new world and share what they do not touch; painting back restores all
// answers; brushes keep to their floor.
#include "thalweg/world/edits.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "planners.hpp"
#include "scene.hpp"
#include "thalweg/planners/a_star.hpp"

namespace thalweg {
namespace {

// 18 triangles.
World some_hills() { return hills(3, {.corners = 4, .spacing = 10, .has_areas = false}); }

TEST(Edits, painting_changes_the_new_world_only) {
  const World before = some_hills();
  const Paint swamp{.patch = {.faces = {FaceId(1)}}, .area = kSwamp, .difficulty = 2.0f};
  const World now = edited(before, {.paints = {swamp}}).value();
  EXPECT_EQ(now.mesh.area(FaceId(1)), kSwamp);
  EXPECT_EQ(now.mesh.difficulty(FaceId(1)), 2.0f);
  EXPECT_EQ(now.mesh.area(FaceId(0)), kGround);
  EXPECT_EQ(before.mesh.area(FaceId(1)), kGround);
  EXPECT_EQ(broken_law(now), std::nullopt);
  EXPECT_NE(now.fingerprint(), before.fingerprint());
}

TEST(Edits, painting_back_gives_the_same_answers_as_never_painting) {
  const World before = scene(kRoom);
  const Patch all = brushed(before, {.centre = {2.5, 2.5}, .radius = 1});
  const World blocked = edited(before, {.paints = {{all, kBlocked}}}).value();
  const World back = edited(blocked, {.paints = {{all, kGround}}}).value();
  const Query query{.start = mark(kRoom, 'S'), .goal = mark(kRoom, 'G')};
  const auto cost_in = [&](const World& world) {
    Planner planner = a_star_on(ground(world, Profile::euclid()).value());
    const Answer answer = planner.find(query);
    return std::pair(answer.outcome, answer.cost);
  };
  EXPECT_EQ(cost_in(blocked).first, Outcome::unreachable);
  EXPECT_EQ(cost_in(back).first, Outcome::found);
}

TEST(Edits, later_paints_cover_earlier_ones) {
  const World world = scene(kRoom);
  const Patch first{.squares = {SquareId(0), SquareId(1)}};
  const Patch second{.squares = {SquareId(1), SquareId(1)}};
  const World now = edited(world, {.paints = {{first, kWater}, {second, kRoad}}}).value();
  EXPECT_EQ(now.grid.area(SquareId(0)), kWater);
  EXPECT_EQ(now.grid.area(SquareId(1)), kRoad);
}

TEST(Edits, an_edit_of_nothing_is_the_same_world) {
  const World world = some_hills();
  EXPECT_EQ(edited(world, {}).value().fingerprint(), world.fingerprint());
}

TEST(Edits, arrays_that_no_edit_touches_are_shared) {
  const World first = hills(3, {.corners = 8});
  const auto paint = [](const World& world, std::optional<AreaId> area, std::optional<float> how) {
    return edited(world, {.paints = {{{.faces = {FaceId(1)}}, area, how}}}).value();
  };
  const World before = paint(paint(first, kSwamp, {}), {}, 2.0f);
  const World wet = paint(before, kWater, {});
  const World rough = paint(before, {}, 3.0f);
  const auto areas = [](const World& world) { return world.mesh.arrays().face_area.data(); };
  const auto costs = [](const World& world) { return world.mesh.arrays().difficulty.data(); };
  EXPECT_NE(areas(wet), areas(before));
  EXPECT_EQ(costs(wet), costs(before));
  EXPECT_EQ(areas(rough), areas(before));
  EXPECT_NE(costs(rough), costs(before));
  EXPECT_EQ(rough.mesh.arrays().vertices.data(), first.mesh.arrays().vertices.data());
  EXPECT_EQ(rough.locator.words().data(), first.locator.words().data());
}

TEST(Edits, links_are_added_after_painting) {
  const World world = some_hills();
  const Vec3f from = to_float(world.mesh.centre(FaceId(0)));
  const Vec3f to = to_float(world.mesh.centre(FaceId(12)));
  const World now = edited(world, {.paints = {}, .links = {link_between(from, to)}}).value();
  ASSERT_EQ(now.links.size(), 1u);
  EXPECT_EQ(now.links[LinkId(0)].to_face, FaceId(12));
  const Paint wall{.patch = {.faces = {FaceId(12)}}, .area = kBlocked};
  const auto refused = edited(world, {.paints = {wall}, .links = {link_between(from, to)}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error(), "link 1 ends where there is no ground to stand on");
}

TEST(Edits, what_the_world_does_not_have_is_refused) {
  const World world = some_hills();
  const auto error_of_paint = [&](const Paint& paint) {
    const auto made = edited(world, {.paints = {paint}});
    return made ? std::string() : std::string(made.error());
  };
  EXPECT_EQ(error_of_paint({.patch = {.faces = {FaceId(18)}}, .area = kWater}),
            "the world has no face f18");
  EXPECT_EQ(error_of_paint({.patch = {.faces = {FaceId()}}, .area = kWater}),
            "the world has no face f-");
  EXPECT_EQ(error_of_paint({.patch = {.squares = {SquareId(0)}}, .area = kWater}),
            "the world has no square s0");
  EXPECT_EQ(error_of_paint({.patch = {.faces = {FaceId(0)}}, .area = AreaId{99}}),
            "the world has no area 99");
  for (const float bad : {-1.0f, std::nanf(""), std::numeric_limits<float>::infinity()}) {
    EXPECT_EQ(error_of_paint({.patch = {.faces = {FaceId(0)}}, .area = {}, .difficulty = bad}),
              "a difficulty is a number from 0 on");
  }
}

TEST(Edits, a_brush_takes_what_lies_under_it) {
  const World world = scene(kRoom);
  EXPECT_EQ(brushed(world, {.centre = {0.5, 0.5}}).squares, std::vector{SquareId(0)});
  EXPECT_EQ(brushed(world, {.centre = {2.5, 2.5}, .radius = 1}).squares.size(), 5u);
  EXPECT_TRUE(brushed(world, {.centre = {-9, 2}}).empty());
  EXPECT_TRUE(brushed(world, {.centre = {std::nan(""), 2}, .radius = 5}).empty());
  EXPECT_TRUE(brushed(world, {.centre = {1, 1}, .radius = std::nan("")}).empty());
}

TEST(Edits, a_brush_stays_on_its_floor) {
  const World mesh = some_hills();
  const Vec3 centre = mesh.mesh.centre(FaceId(1));
  const Patch all = brushed(mesh, {.centre = as_point(centre), .radius = 1e6});
  EXPECT_EQ(all.faces.size(), 18u);
  EXPECT_EQ(all.faces.front(), FaceId(1));
  const Patch far_up = brushed(
      mesh, {.centre = {centre.x + 1e5, centre.y, centre.z + 100}, .radius = 1e6, .floor = 1});
  EXPECT_TRUE(far_up.empty());
}

}  // namespace
}  // namespace thalweg
