// The grid benchmark: its problems with the lengths that are true, and planners held to them.
//
// Ground is '.', 'G' and 'S'; water is no ground; diagonal steps cut no corners. That is how maps
// are read by default, and how the 8-neighbour grid graph steps.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "data.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/core/text.hpp"
#include "thalweg/import/import.hpp"
#include "thalweg/import/movingai.hpp"
#include "thalweg/papers/registry.hpp"

namespace thalweg {

// A file of problems, by the set that it belongs to.
struct ScenarioFile {
  std::string set;  // the folder: wc3, dao...
  std::filesystem::path scen;
  std::filesystem::path map;
};

struct GridProblem {
  std::size_t line = 0;  // in the file; the version line is line 1
  Point start;
  Point goal;
  double length = 0;  // the true one
  double slack = 0;   // to which the file gives it
};

// All files of problems below grids, in order; or those of one set.
inline std::vector<ScenarioFile> scenario_files(const std::string& set = {}) {
  std::vector<ScenarioFile> files;
  for (const auto& scen : data_files("grids/" + set, ".map.scen")) {
    std::filesystem::path map = scen;
    files.push_back({scen.parent_path().filename().string(), scen, map.replace_extension()});
  }
  return files;
}

// To what precision a set gives its lengths: half a unit of the last digit printed, and what their
// authors lost before that by floats of 24 bits (city: by a root of two of nine decimals).
inline double printed_slack(const std::string& set, double length) {
  if (set == "city") return 0.5e-8 + length * 0x1p-31;
  const double lost = length * 0x1p-24;
  if (set == "wc3" || set == "bg512") return 0.005 + lost;  // two decimals
  double unit = 1e-5;                                       // six significant digits
  for (double at = 10; at <= length; at *= 10) unit *= 10;
  return unit / 2 + lost;
}

// What wc3_scen_check.tsv says of the problems that are not as their file says.
struct CheckedProblem {
  bool is_ground = false;
  double length = 0;
};
using CheckedProblems = std::map<std::pair<std::string, std::size_t>, CheckedProblem>;

inline CheckedProblems read_checked_problems() {
  CheckedProblems all;
  const auto text = read_file(data_folder() / "grids/wc3/wc3_scen_check.tsv").value();
  TextReader reader(text);
  reader.rest_of_line();
  while (reader.bytes_left() > 0) {
    const std::string map(reader.word());
    const auto line = reader.number<std::size_t>();
    const std::string status(reader.word());
    const std::string tiles(reader.word());
    reader.word();  // the stored length
    const auto length = reader.number<double>();
    reader.rest_of_line();
    if (!line || !length) break;
    const bool is_ground = status != "blocked" && tiles.find('W') == std::string::npos;
    all[{map, *line}] = {is_ground, *length};
  }
  return all;
}

// The ground problems of a file.
inline std::vector<GridProblem> ground_problems(const ScenarioFile& file,
                                                const CheckedProblems& checked) {
  std::vector<GridProblem> problems;
  const auto scenarios = read_scen(read_file(file.scen).value()).value();
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    const Scenario& s = scenarios[i];
    GridProblem problem{.line = i + 2,
                        .start = centre_of_square(s.start),
                        .goal = centre_of_square(s.goal),
                        .length = s.length,
                        .slack = printed_slack(file.set, s.length)};
    if (file.set == "wc3") {
      const auto found = checked.find({file.map.filename().string(), problem.line});
      if (found != checked.end() && !found->second.is_ground) continue;
      if (found != checked.end()) problem.length = found->second.length;
    }
    problems.push_back(problem);
  }
  return problems;
}

// The length of a grid route with the true root of two.
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

// A map ready to be planned on. Stays where it is: planners borrow from it.
struct ReadyGrid {
  explicit ReadyGrid(const ScenarioFile& file)
      : world(import_world(file.map, {.grid_mesh = false}).value().world),
        graph(grid_graph(world)),
        metric(price(world, graph, Profile::euclid())) {}
  ReadyGrid(const ReadyGrid&) = delete;
  ReadyGrid& operator=(const ReadyGrid&) = delete;

  PlannerInput input() const { return {world, graph, metric, {}}; }

  World world;
  Graph graph;
  Metric metric;
};

struct ScenarioTally {
  std::uint64_t problems = 0;
  std::uint64_t solved = 0;
  std::uint64_t wrong = 0;    // not found, or of another length
  double seconds = 0;         // of the whole calls
  double worst = 0;           // the largest difference, as a multiple of the slack
  std::string first_wrong{};  // for people

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
  const Query query{.start = problem.start, .goal = problem.goal, .reach = 0};
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
      const ReadyGrid grid(files[f]);
      const auto planner = make_planner(planner_name, grid.input()).value();
      const auto problems = ground_problems(files[f], checked);
      for (std::size_t i = 0; i < problems.size(); i += one_in) {
        tally(*planner, files[f], problems[i], answer, sums[f]);
      }
    }
  });
  return sums;
}

}  // namespace thalweg
