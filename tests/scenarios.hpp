// The grid benchmark: compares planners' lengths with the lengths of its problems.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "../tools/thalweg/common/grid_benchmark.hpp"
#include "data.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/import/import.hpp"
#include "thalweg/papers/registry.hpp"

namespace thalweg {

using tool::CheckedProblems;
using tool::GridProblem;
using tool::ground_problems;
using tool::ScenarioFile;

// All files of problems below grids, in order; or those of one set.
inline std::vector<ScenarioFile> scenario_files(const std::string& set = {}) {
  return tool::scenario_files(data_folder(), set);
}

inline CheckedProblems read_checked_problems() {
  return tool::read_checked_problems(data_folder()).value();
}

// The length of a grid route with the exact square root of two.
inline double octile_length(const Grid& grid, const Route& route) {
  std::uint64_t straight = 0;
  std::uint64_t diagonal = 0;
  for (std::size_t i = 1; i < route.nodes.size(); ++i) {
    const SquareId a(route.nodes[i - 1].value);
    const SquareId b(route.nodes[i].value);
    ++(grid.x(a) != grid.x(b) && grid.y(a) != grid.y(b) ? diagonal : straight);
  }
  return static_cast<double>(straight) + static_cast<double>(diagonal) * std::sqrt(2.0);
}

// The squares of a map, ready to be planned on.
inline Ground scenario_ground(const ScenarioFile& file) {
  const World world = import_world(file.map, {.grid_mesh = false}).value().world;
  return ground(world, Profile::euclid(), GraphSpec::grid()).value();
}

struct ScenarioTally {
  std::uint64_t problems = 0;
  std::uint64_t solved = 0;
  std::uint64_t wrong = 0;    // not found, or of another length
  double seconds = 0;         // of all calls
  double worst = 0;           // the largest difference, as a multiple of the slack
  std::string first_wrong{};  // for the message

  ScenarioTally& operator+=(const ScenarioTally& o) {
    problems += o.problems;
    solved += o.solved;
    wrong += o.wrong;
    seconds += o.seconds;
    worst = std::max(worst, o.worst);
    if (first_wrong.empty()) first_wrong = o.first_wrong;
    return *this;
  }
};

// Solves a problem and counts it.
inline void tally(Planner& planner, const ScenarioFile& file, const GridProblem& problem,
                  Answer& answer, ScenarioTally& sum) {
  const Query query{.start = problem.start,
                    .goal = problem.goal,
                    .reach = 0,
                    .try_straight = false,
                    .shape = Shape::midpoints};
  const auto start = std::chrono::steady_clock::now();
  answer = planner.find(query, std::move(answer));
  sum.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  ++sum.problems;
  sum.solved += answer.found();
  const double length = octile_length(planner.world().grid, answer.route);
  const double off = std::abs(length - problem.length) / problem.slack;
  sum.worst = std::max(sum.worst, off);
  if (answer.found() && off <= 1) return;
  ++sum.wrong;
  if (!sum.first_wrong.empty()) return;
  sum.first_wrong = file.scen.filename().string() + " line " + std::to_string(problem.line) + ": " +
                    to_string(answer.outcome) + ", length " + std::to_string(length) + ", not " +
                    std::to_string(problem.length);
}

// Solves one problem in `one_in` of each file, the files in parallel. [file]
inline std::vector<ScenarioTally> tally_all(const std::vector<ScenarioFile>& files,
                                            std::size_t one_in, std::string_view planner_name) {
  const CheckedProblems checked = read_checked_problems();
  std::vector<ScenarioTally> sums(files.size());
  parallel_for(files.size(), 1, [&](std::size_t first, std::size_t last) {
    Answer answer;
    for (std::size_t f = first; f < last; ++f) {
      const auto planner = make_planner(planner_name, {scenario_ground(files[f])}).value();
      const auto problems = ground_problems(files[f], checked).value();
      for (std::size_t i = 0; i < problems.size(); i += one_in) {
        tally(*planner, files[f], problems[i], answer, sums[f]);
      }
    }
  });
  return sums;
}

}  // namespace thalweg
