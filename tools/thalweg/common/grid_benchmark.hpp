// The grid benchmark: its files, and its problems with their true lengths.
//
// Ground is '.', 'G' and 'S'; water is not ground; diagonal steps cut no corners. Maps are read so
// by default, and the 8-neighbour grid graph has these steps. Header only: tests and benches use it
// too.
#pragma once

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/text.hpp"
#include "core/try.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/import/movingai.hpp"

namespace thalweg::tool {

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
  double slack = 0;   // the precision of the file
};

// All files of problems below the data's folder grids, in order; or those of one set.
inline std::vector<ScenarioFile> scenario_files(const std::filesystem::path& data,
                                                const std::string& set = {}) {
  std::vector<ScenarioFile> files;
  std::error_code failure;
  const auto folder = std::filesystem::recursive_directory_iterator(data / "grids" / set, failure);
  for (const auto& entry : folder) {
    if (!entry.is_regular_file() || !entry.path().string().ends_with(".map.scen")) continue;
    std::filesystem::path map = entry.path();
    files.push_back({map.parent_path().filename().string(), entry.path(), map.replace_extension()});
  }
  std::ranges::sort(files, {}, &ScenarioFile::scen);
  return files;
}

// The precision of a set's lengths: half a unit of the last printed digit, plus the authors'
// rounding errors by floats of 24 bits (city: by a square root of two with nine decimals).
inline double printed_slack(const std::string& set, double length) {
  if (set == "city") return 0.5e-8 + length * 0x1p-31;
  const double lost = length * 0x1p-24;
  if (set == "wc3" || set == "bg512") return 0.005 + lost;  // two decimals
  double unit = 1e-5;                                       // six significant digits
  for (double at = 10; at <= length; at *= 10) unit *= 10;
  return unit / 2 + lost;
}

// The entry of wc3_scen_check.tsv for a problem whose file is wrong.
struct CheckedProblem {
  bool is_ground = false;
  double length = 0;
};
using CheckedProblems = std::map<std::pair<std::string, std::size_t>, CheckedProblem>;

// By map and line.
inline Result<CheckedProblems> read_checked_problems(const std::filesystem::path& data) {
  TRY(const auto text, read_file(data / "grids/wc3/wc3_scen_check.tsv"));
  CheckedProblems all;
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
    if (!line || !length) {
      return Error{"wc3_scen_check.tsv: after " + std::to_string(all.size()) +
                   " problems a line is not one"};
    }
    const bool is_ground = status != "blocked" && tiles.find('W') == std::string::npos;
    all[{map, *line}] = {is_ground, *length};
  }
  return all;
}

// The ground problems of a file: those that begin or end in water or in an obstacle are left out.
inline Result<std::vector<GridProblem>> ground_problems(const ScenarioFile& file,
                                                        const CheckedProblems& checked) {
  TRY(const auto text, read_file(file.scen));
  TRY(const auto scenarios, read_scen(text).in(file.scen.filename().string()));
  std::vector<GridProblem> problems;
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

}  // namespace thalweg::tool
