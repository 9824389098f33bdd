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
#include "thalweg/core/text.hpp"
#include "thalweg/import/import.hpp"
#include "thalweg/import/movingai.hpp"
#include "thalweg/planners/planner.hpp"

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

// All files of problems below grids, in order.
inline std::vector<ScenarioFile> scenario_files() {
  std::vector<ScenarioFile> files;
  for (const auto& scen : data_files("grids", ".map.scen")) {
    std::filesystem::path map = scen;
    files.push_back({scen.parent_path().filename().string(), scen, map.replace_extension()});
  }
  return files;
}

// To what precision a set prints its lengths: half a unit of the last digit.
inline double printed_slack(const std::string& set, double length) {
  if (set == "wc3" || set == "bg512") return 0.005;  // two decimals
  // Floats of 24 bits, printed in full.
  if (set == "city") return length * 0x1p-24;
  double unit = 1e-5;  // of six significant digits
  for (double at = 10; at <= length; at *= 10) unit *= 10;
  return unit / 2;
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
      if (found != checked.end()) problem.slack = 0.00005;  // four decimals
    }
    problems.push_back(problem);
  }
  return problems;
}

inline World grid_world(const ScenarioFile& file) {
  return import_world(file.map, {.grid_mesh = false}).value().world;
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

struct ScenarioTally {
  std::uint64_t problems = 0;
  std::uint64_t solved = 0;
  std::uint64_t wrong = 0;    // not found, or of another length
  double seconds = 0;         // of the whole calls
  double worst = 0;           // the largest difference, as a multiple of the slack
  std::string first_wrong{};  // for people
};

// Solves a problem and counts it.
inline void tally(Planner& planner, const ScenarioFile& file, const GridProblem& problem,
                  Answer& answer, ScenarioTally& tally) {
  const Query query{.start = problem.start, .goal = problem.goal, .reach = 0};
  const auto start = std::chrono::steady_clock::now();
  answer = planner.find(query, std::move(answer));
  tally.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  ++tally.problems;
  tally.solved += answer.found();
  const double length = octile_length(planner.world().grid, answer.route);
  const double off = std::abs(length - problem.length) / problem.slack;
  tally.worst = std::max(tally.worst, off);
  // A hair more than the slack: ties may have been rounded either way.
  if (answer.found() && off <= 1.0001) return;
  ++tally.wrong;
  if (!tally.first_wrong.empty()) return;
  tally.first_wrong = file.scen.filename().string() + " line " + std::to_string(problem.line) +
                      ": " + to_string(answer.outcome) + ", length " + std::to_string(length) +
                      ", not " + std::to_string(problem.length);
}

}  // namespace thalweg
