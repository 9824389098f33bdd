// Waves: quartiles, targets, and detection of wrong answers.
#include "compare/wave_run.hpp"

#include <gtest/gtest.h>

#include "grounds.hpp"
#include "oracle.hpp"
#include "scope.hpp"
#include "thalweg/planners/a_star.hpp"

namespace thalweg::tool {
namespace {

Ground on_thesis_faces(const World& world) { return on_faces(world, Profile::thesis()); }

TEST(Wave, quartiles_are_nearest_ranks_and_the_last_is_the_worst) {
  std::vector<double> values;
  for (int i = 100; i >= 1; --i) values.push_back(i);
  EXPECT_EQ(quartiles(values), (std::array<double, 4>{25, 50, 75, 100}));
  EXPECT_EQ(quartiles(std::vector<double>{3}), (std::array<double, 4>{3, 3, 3, 3}));
  EXPECT_EQ(quartiles(std::vector<double>{1, 9, 2}), (std::array<double, 4>{1, 2, 9, 9}));
}

TEST(Wave, exact_costs_are_those_of_dijkstra) {
  for (const std::uint64_t seed : seeds(4)) {
    const Ground ground = on_thesis_faces(hills(seed));
    const auto targets = wave_targets({ground}, {.start = {9.5, 9.5}, .reach = 30});
    ASSERT_TRUE(targets) << targets.error();
    const Seed source{NodeId(targets->start.value), 0};
    const auto least = dijkstra(ground.graph(), ground.metric(), {&source, 1});
    std::uint64_t unreachable = 0;
    for (std::size_t t = 0; t < targets->faces.size(); ++t) {
      EXPECT_EQ(targets->exact[t], least[targets->faces[t].value]);
      unreachable += targets->exact[t] == kUnreached;
    }
    EXPECT_EQ(targets->unreachable, unreachable);
  }
}

TEST(Wave, a_sample_has_as_many_targets_as_asked_for_and_each_once) {
  const Ground ground = on_thesis_faces(hills(2, {.has_areas = false}));
  const WaveOptions all{.start = {5.2, 5.1}};
  const auto every = wave_targets({ground}, all);
  ASSERT_TRUE(every) << every.error();
  EXPECT_EQ(every->faces.size(), ground.world().mesh.face_count());
  WaveOptions some = all;
  some.targets = 100;
  const auto sample = wave_targets({ground}, some);
  ASSERT_TRUE(sample);
  ASSERT_EQ(sample->faces.size(), 100u);
  for (std::size_t t = 1; t < 100; ++t) EXPECT_LT(sample->faces[t - 1], sample->faces[t]);
  some.radius = 3;
  some.targets = 0;
  const auto near = wave_targets({ground}, some);
  ASSERT_TRUE(near);
  EXPECT_LT(near->faces.size(), every->faces.size() / 4);
  for (const FaceId face : near->faces) {
    EXPECT_LE(length(ground.world().mesh.centre(face).xy() - Vec2{5.2, 5.1}), 3);
  }
}

TEST(Wave, exact_planners_have_ratio_one_and_all_reach_what_can_be_reached) {
  for (const std::uint64_t seed : seeds(4)) {
    const Ground ground = on_thesis_faces(hills(seed));
    const WaveOptions options{.start = {9.5, 9.5}, .reach = 30, .targets = 150};
    const std::vector<std::string> names = {"a_star", "bidirectional", "natural",
                                            "natural:grow=thesis:refine=descent:layers=5"};
    const auto planners = wave_planners(names, {ground});
    ASSERT_TRUE(planners) << planners.error();
    const auto targets = wave_targets({ground}, options);
    ASSERT_TRUE(targets) << targets.error();
    const auto lines = run_wave(*planners, *targets, options);
    ASSERT_TRUE(lines) << lines.error();
    for (const WaveLine& line : *lines) {
      EXPECT_GE(line.quartiles[0], 1);
      EXPECT_GE(line.quartiles[3], line.mean_ratio);
      ASSERT_TRUE(line.ground_ratio);
      EXPECT_GE(line.ground_ratio->mean, 1);
      for (std::size_t t = 0; t < targets->faces.size(); ++t) {
        EXPECT_EQ(line.costs[t] == kUnreached, targets->exact[t] == kUnreached);
      }
    }
    EXPECT_EQ(lines->at(0).quartiles[3], 1);
    EXPECT_EQ(lines->at(1).quartiles[3], 1);
    EXPECT_EQ(lines->at(0).costs, targets->exact);
  }
}

TEST(Wave, an_answer_that_cannot_be_right_is_told) {
  const Ground ground = on_thesis_faces(hills(3, {.has_areas = false}));
  const WaveOptions options{.start = {5.2, 5.1}, .targets = 20};
  const auto planners = wave_planners(std::vector<std::string>{"a_star"}, {ground});
  ASSERT_TRUE(planners);
  auto targets = wave_targets({ground}, options).value();
  targets.exact[7] += 1;  // now A* is cheaper than the least
  const auto cheaper = run_wave(*planners, targets, options);
  ASSERT_FALSE(cheaper);
  EXPECT_NE(cheaper.error().find("found a cheaper route than Dijkstra"), std::string::npos);
  targets.exact[7] = kUnreached;
  const auto found = run_wave(*planners, targets, options);
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().find("found a route where Dijkstra finds none"), std::string::npos);
}

TEST(Wave, refuses_what_makes_no_sense) {
  const Ground ground = on_thesis_faces(hills(1));
  EXPECT_FALSE(wave_targets({ground}, {.start = {900, 900}}));
  EXPECT_FALSE(wave_targets({ground}, {.start = {5, 5}, .reach = 30, .radius = 1e-9}));
  EXPECT_FALSE(wave_planners({}, {ground}));
  EXPECT_FALSE(wave_planners(std::vector<std::string>{"best"}, {ground}));
  EXPECT_FALSE(wave_targets({on_portals(ground.world())}, {.start = {5, 5}}));
}

}  // namespace
}  // namespace thalweg::tool
