// What was measured on levels, as tables and rows of JSON.
#pragma once

#include <string>
#include <vector>

#include "levels_match.hpp"

namespace thalweg {

// The contestants, by number.
enum LevelContestant : std::size_t { kDetour, kDetour65k, kDefault, kFunnel, kOnOurFaces };

// What was measured on one level.
struct LevelReport {
  std::string level;
  std::vector<Score> scores;  // [LevelContestant]  without the last where our faces do not fit
  std::string unfit;          // why they do not
  std::string planner;        // of ours
  std::size_t polygons = 0;   // of Recast
  std::size_t faces = 0;      // of ours
  std::size_t queries = 0;
  double build_seconds = 0;  // of ours: import, ground, planner
  double detour_seconds = 0;
};

// One row, without the end of the line.
std::string json_row(const LevelReport& report);
// A table of all contestants.
void print_report(const LevelReport& report);
// Two tables for pages, with one row for each level: in short, and what stands behind it.
void print_markdown(const std::vector<LevelReport>& reports);

}  // namespace thalweg
