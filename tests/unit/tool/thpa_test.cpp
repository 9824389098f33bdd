// The THPA* reproduction: the paper's table inverted, maps measured, the numbers of figures and
// verdicts.
#include <gtest/gtest.h>

#include <algorithm>

#include "data.hpp"
#include "reproduce/thpa/figures.hpp"
#include "reproduce/thpa/thesis.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/structures/kinds.hpp"

namespace thalweg::tool {
namespace {

TEST(ThpaThesis, counts_and_extremes_agree_with_the_table_of_all_maps) {
  std::uint32_t paths = 0;
  ThpaRow all = kThpaThesis[0].times;
  for (const ThpaThesisMap& map : kThpaThesis) {
    paths += map.paths;
    for (std::size_t p = 0; p < 3; ++p) {
      all[p].least = std::min(all[p].least, map.times[p].least);
      all[p].greatest = std::max(all[p].greatest, map.times[p].greatest);
    }
  }
  EXPECT_EQ(paths, kThpaThesisPaths);
  for (std::size_t p = 0; p < 3; ++p) {
    EXPECT_EQ(all[p].least, kThpaThesisAll[p].least);
    EXPECT_EQ(all[p].greatest, kThpaThesisAll[p].greatest);
  }
}

TEST(ThpaThesis, printed_averages_lie_below_minima_and_undone_ones_between_the_extremes) {
  int below = 0;
  int still_outside = 0;
  const auto undone = undone_averages();
  for (std::size_t m = 0; m < kThpaThesis.size(); ++m) {
    below += kThpaThesis[m].times[1].average < kThpaThesis[m].times[1].least;
    for (std::size_t p = 0; p < 3; ++p) {
      const ThpaTimes& times = kThpaThesis[m].times[p];
      const bool is_inside = times.least <= undone[m][p] && undone[m][p] <= times.greatest;
      still_outside += !is_inside;
      EXPECT_TRUE(is_inside || kThpaThesis[m].name == "stromguarde") << kThpaThesis[m].name;
    }
  }
  EXPECT_EQ(below, 26);
  EXPECT_EQ(still_outside, 1);
}

TEST(ThpaThesis, undone_averages_come_near_the_printed_ones_of_all_maps) {
  const auto all = undone_average_of_all();
  EXPECT_NEAR(all[0], 1689.1, 0.1);
  EXPECT_NEAR(all[1], 36.25, 0.01);
  EXPECT_NEAR(all[2], 21.37, 0.01);
  for (std::size_t p = 0; p < 3; ++p) {
    EXPECT_NEAR(all[p] / kThpaThesisAll[p].average, 1, 0.04);
  }
  EXPECT_EQ(thesis_row("tranquilpaths"), 35u);
  EXPECT_EQ(thesis_row("nowhere"), kThpaThesis.size());
}

TEST(ThpaThesis, its_maps_are_those_of_the_benchmark) {
  THALWEG_NEEDS_DATA();
  const auto files = scenario_files(data_folder(), "wc3");
  ASSERT_EQ(files.size(), kThpaThesis.size());
  for (std::size_t m = 0; m < files.size(); ++m) {
    EXPECT_EQ(files[m].map.stem().string(), kThpaThesis[m].name);
  }
}

// Two maps with invented answers: A* on squares takes its length in microseconds.
ThpaMaps made_up() {
  ThpaMaps maps(2);
  for (std::size_t m = 0; m < maps.size(); ++m) {
    maps[m].name = m == 0 ? "one" : "two";
    maps[m].squares = 100;
    maps[m].free_squares = m == 0 ? 50 : 25;
    for (std::size_t p = 0; p < 10; ++p) {
      const double length = 10 * static_cast<double>(p + 1) + static_cast<double>(m);
      maps[m].problems.push_back({.line = p + 2,
                                  .start = {0, 0},
                                  .goal = {length / 2, 0},
                                  .length = length,
                                  .slack = 1e-9});
    }
    for (std::size_t c = 0; c < kThpaCount; ++c) {
      for (const GridProblem& problem : maps[m].problems) {
        Sample sample;
        sample.outcome = Outcome::found;
        sample.length = problem.length;
        sample.cost = static_cast<Distance>(problem.length * 1000);
        sample.settled = 20;
        sample.ns = static_cast<std::uint64_t>(problem.length * 1000);
        maps[m].samples.push_back(sample);
      }
    }
    maps[m].any_angles = {{4, maps[m].problems[4].length / 1.25}};
  }
  return maps;
}

Sample& sample_of(ThpaMeasured& map, std::size_t contestant, std::size_t problem) {
  return map.samples[contestant * map.problems.size() + problem];
}

TEST(ThpaFigures, times_over_maps_are_means_of_all_problems) {
  ThpaMaps maps = made_up();
  sample_of(maps[1], kThpa, 3).outcome = Outcome::unreachable;
  const TimeFigures figures = time_figures(maps, kThpa);
  EXPECT_EQ(figures.asked, 20u);
  EXPECT_EQ(figures.solved, 19u);
  EXPECT_NEAR(figures.mean_us, 55.5, 1e-9);
  EXPECT_EQ(figures.least_us, 10);
  EXPECT_EQ(figures.greatest_us, 101);
  EXPECT_EQ(figures.mean_settled, 20);
}

TEST(ThpaFigures, the_shortest_problems_are_those_of_the_shortest_optima) {
  const ThpaMaps maps = made_up();
  const auto shortest = shortest_problems(maps, 0.15);
  ASSERT_EQ(shortest.size(), 3u);
  EXPECT_EQ(problem_name(maps, shortest[0]), "one line 2");
  EXPECT_EQ(problem_name(maps, shortest[1]), "two line 2");
  EXPECT_EQ(problem_name(maps, shortest[2]), "one line 3");
  EXPECT_NEAR(time_figures(maps, kHpa, shortest).mean_us, 41 / 3.0, 1e-9);
}

TEST(ThpaFigures, ratios_are_against_what_they_say_and_the_worst_is_named) {
  ThpaMaps maps = made_up();
  sample_of(maps[1], kThpa, 6).length *= 3;
  sample_of(maps[0], kThpa, 2).cost *= 2;
  const RatioFigures squares = ratio_figures(maps, kThpa, Against::squares);
  EXPECT_EQ(squares.count, 20u);
  EXPECT_NEAR(squares.mean, 1.1, 1e-12);
  EXPECT_NEAR(squares.worst, 3, 1e-12);
  EXPECT_EQ(problem_name(maps, squares.worst_at), "two line 8");
  const RatioFigures cost = ratio_figures(maps, kThpa, Against::cost);
  EXPECT_NEAR(cost.mean, 1.05, 1e-12);
  EXPECT_EQ(problem_name(maps, cost.worst_at), "one line 4");
  const RatioFigures any_angle = ratio_figures(maps, kThpa, Against::any_angle);
  EXPECT_EQ(any_angle.count, 2u);
  EXPECT_NEAR(any_angle.mean, 1.25, 1e-12);
}

TEST(ThpaFigures, openness_is_free_share_straightness_and_metres_a_node) {
  const ThpaMaps maps = made_up();
  const Openness open = openness(maps[0]);
  EXPECT_EQ(open.free_share, 0.5);
  EXPECT_NEAR(open.straightness, 0.5, 1e-12);
  EXPECT_NEAR(open.directness, 55.0 / 20, 1e-12);
}

TEST(ThpaRun, wrong_answers_are_told) {
  EXPECT_EQ(wrong_answer(made_up()[0]), std::nullopt);
  const auto why = [](auto spoil) {
    ThpaMaps maps = made_up();
    spoil(maps[0]);
    return wrong_answer(maps[0]).value_or("");
  };
  EXPECT_EQ(why([](ThpaMeasured& map) { sample_of(map, kGridAStar, 0).length += 0.1; }),
            "one line 2: A* on squares found a route that does not have the true length");
  EXPECT_EQ(why([](ThpaMeasured& map) { sample_of(map, kThpa, 1).cost -= 1; }),
            "one line 3: THPA* found a cheaper route than A*");
  EXPECT_EQ(why([](ThpaMeasured& map) { sample_of(map, kHpa, 2).length = 1; }),
            "one line 4: HPA* beats the straight line");
  EXPECT_EQ(why([](ThpaMeasured& map) { sample_of(map, kThpa, 4).length = 39; }),
            "one line 6: THPA* beats the any-angle optimum");
  EXPECT_EQ(
      why([](ThpaMeasured& map) { sample_of(map, kGridAStar, 5).outcome = Outcome::outside; }),
      "one line 7: HPA* found a route where A* finds none");
}

TEST(ThpaRun, problems_for_the_oracle_are_spread_over_lengths) {
  const ThpaMaps maps = made_up();
  EXPECT_EQ(spread_over_lengths(maps[0].problems, 5), (std::vector<std::size_t>{1, 3, 5, 7, 9}));
  EXPECT_EQ(spread_over_lengths(maps[0].problems, 50).size(), 10u);
}

#ifdef THALWEG_HAS_CGAL
TEST(ThpaRun, a_map_of_rooms_is_measured_and_every_answer_is_right) {
  const auto map = rooms_case(96, 60);
  ASSERT_TRUE(map) << map.error();
  ASSERT_EQ(map->problems.size(), 60u);
  const auto measured = measure_case(*map, {.any_angles = 10});
  ASSERT_TRUE(measured) << measured.error();
  EXPECT_EQ(wrong_answer(*measured), std::nullopt);
  EXPECT_EQ(measured->any_angles.size(), 10u);
  EXPECT_EQ(measured->faces, map->world.mesh.face_count());
  const std::span one(&*measured, 1);
  for (std::size_t c = 0; c < kThpaCount; ++c) EXPECT_EQ(time_figures(one, c).solved, 60u);
  EXPECT_EQ(ratio_figures(one, kGridAStar, Against::cost).worst, 1);
  EXPECT_GE(ratio_figures(one, kBareHpa, Against::squares).mean,
            ratio_figures(one, kHpa, Against::squares).mean);
  EXPECT_GT(measured->built[kHpa].bytes, 0u);
  EXPECT_GT(measured->built[kThpa].bytes, 0u);
}
#endif

// Figure 5.1: "the paths will only cross rectangles at an entrance".
TEST(ThpaRun, raw_routes_lead_over_an_entrance_from_section_to_section) {
  const ThpaCase map = rooms_case(64, 60).value();
  const Ground triangles = ground(map.world, Profile::euclid(), GraphSpec::faces()).value();
  const PlannerPlan plan = planner_plan(parse_planner(kRawThpa.planner).value()).value();
  const Structure built = plan.build(triangles, {}).value();
  const Hierarchy& hierarchy = *built.as<Hierarchy>();
  const auto planner = make_planner(plan, triangles, built).value();
  std::uint32_t over_entrances = 0;
  for (const GridProblem& problem : map.problems) {
    const Answer answer = planner->find(query_of(problem, kRawThpa.shape));
    ASSERT_TRUE(answer.found());
    const auto& nodes = answer.route.nodes;
    if (nodes.empty()) continue;
    const auto home = [&](NodeId node) { return hierarchy.partition().home(node); };
    if (home(nodes.front()) == home(nodes.back())) continue;
    const bool has_entrance =
        std::ranges::any_of(nodes, [&](NodeId node) { return !hierarchy.gate_at(node).is_none(); });
    EXPECT_TRUE(has_entrance) << "line " << problem.line;
    over_entrances += has_entrance ? 1 : 0;
  }
  EXPECT_GT(over_entrances, 10u);
}

TEST(ThpaRun, fewer_problems_are_spread_over_their_lengths) {
  const ThpaCase map = rooms_case(32, 20).value();
  const ThpaCase fewer = with_fewer_problems(map, 5);
  ASSERT_EQ(fewer.problems.size(), 5u);
  for (std::size_t i = 1; i < 5; ++i) {
    EXPECT_LT(fewer.problems[i - 1].line, fewer.problems[i].line);
  }
  EXPECT_EQ(with_fewer_problems(map, 100).problems.size(), 20u);
}

}  // namespace
}  // namespace thalweg::tool
