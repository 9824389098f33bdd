// One map of `thalweg reproduce thpa`: planners built, every problem asked, every answer checked.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/grid_benchmark.hpp"
#include "common/measure.hpp"
#include "thalweg/core/progress.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg::tool {

// A planner of the comparison, and how its routes become points.
struct ThpaContestant {
  const char* title;
  const char* planner;          // as the registry names it
  bool is_on_grid;              // else on the triangles
  Shape shape = Shape::funnel;  // on grids midpoints: from square to square, as in the thesis
};

// The index of each in kThpaContestants. The last two are those before them, not shaped.
enum ThpaIndex : std::size_t { kGridAStar, kMeshAStar, kHpa, kThpa, kBareHpa, kBareThpa };
inline constexpr std::size_t kThpaCompared = 4;  // the first ones
inline constexpr std::size_t kThpaCount = 6;
using ThpaContestants = std::array<ThpaContestant, kThpaCount>;
inline constexpr ThpaContestants kThpaContestants = {{
    {"A* on squares", "a_star", true, Shape::midpoints},
    {"A* on triangles", "a_star", false},
    {"HPA*", "hpa_star:size=10:smooth=1", true, Shape::midpoints},
    {"THPA*", "thpa_star", false},
    {"HPA*, not smoothed", "hpa_star:size=10:smooth=0", true, Shape::midpoints},
    {"THPA*, through centres", "thpa_star", false, Shape::centres},
}};

// THPA* as the thesis draws it: over the entrances, however near the goal is, and not shaped.
inline constexpr ThpaContestant kRawThpa = {"THPA*, raw", "thpa_star:near=0", false,
                                            Shape::centres};
Query query_of(const GridProblem& problem, Shape shape);

// A grid with the triangulation of its free squares, and problems on it.
struct ThpaCase {
  std::string name;
  World world;
  std::vector<GridProblem> problems;
};

// A map of the benchmark with its ground problems, triangulated: all ground is one area, so that
// only obstacles constrain the triangles. Refused with a sentence: files that cannot be read, no
// CGAL.
Result<ThpaCase> benchmark_case(const ScenarioFile& file, const CheckedProblems& checked);

// A small generated map of rooms with random problems; their lengths are Dijkstra's.
Result<ThpaCase> rooms_case(std::uint32_t side, std::uint32_t problems);

// What a planner builds beyond graph and prices.
struct ThpaBuilt {
  double seconds = 0;
  std::size_t bytes = 0;
};

// The length of a problem's any-angle shortest path.
struct AnyAngleLength {
  std::size_t problem = 0;
  double length = 0;
};

// The measurements of a map.
struct ThpaMeasured {
  std::string name;
  std::uint32_t squares = 0;       // all of them
  std::uint32_t free_squares = 0;  // nodes of the grid graph that can be stood on
  std::uint32_t faces = 0;
  std::vector<GridProblem> problems;
  std::array<ThpaBuilt, kThpaCount> built;
  std::vector<Sample> samples;             // [contestant][problem]
  std::vector<AnyAngleLength> any_angles;  // of some problems

  std::span<const Sample> of(std::size_t contestant) const {
    return std::span(samples).subspan(contestant * problems.size(), problems.size());
  }
};

struct ThpaRunOptions {
  ThpaContestants contestants = kThpaContestants;
  std::uint32_t any_angles = 20;  // problems for the oracle, spread evenly over their lengths
  std::size_t warm_up = 25;       // problems that each planner is asked before
  Progress progress = {};
};

// Runs all problems with every contestant, one after another, and measures each whole call. Refused
// with a sentence: planners that cannot be built.
Result<ThpaMeasured> measure_case(const ThpaCase& map, const ThpaRunOptions& options = {});

// Indices of `count` of the problems, spread evenly over the order of their lengths.
std::vector<std::size_t> spread_over_lengths(std::span<const GridProblem> problems,
                                             std::size_t count);

// The same map with at most `count` of its problems, spread evenly over their lengths and in the
// order of the file.
ThpaCase with_fewer_problems(ThpaCase map, std::size_t count);

// The first answer that cannot be right, or nothing: A* on squares has the true length, answers of
// others cost no less than A* on the same graph, no path is shorter than the straight line or the
// any-angle optimum. Missing answers are counted by the figures.
std::optional<std::string> wrong_answer(const ThpaMeasured& map);

}  // namespace thalweg::tool
