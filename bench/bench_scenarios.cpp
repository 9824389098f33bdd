// Every scenario file of the grid benchmark on the 8-neighbour grid: lengths checked, time taken.
//   bench_scenarios [solve one problem in so many, default 1] [planner, default a_star]
#include <cstdio>
#include <cstdlib>

#include "scenarios.hpp"
#include "thalweg/planners/registry.hpp"

namespace {

void print(const std::string& set, const thalweg::ScenarioTally& tally) {
  std::printf("%-12s %9llu %9llu %6llu %10.1f %14.4f\n", set.c_str(),
              static_cast<unsigned long long>(tally.problems),
              static_cast<unsigned long long>(tally.solved),
              static_cast<unsigned long long>(tally.wrong),
              1e6 * tally.seconds / static_cast<double>(std::max<std::uint64_t>(1, tally.problems)),
              tally.worst);
  if (!tally.first_wrong.empty()) std::printf("  first wrong: %s\n", tally.first_wrong.c_str());
}

void add(thalweg::ScenarioTally& sum, const thalweg::ScenarioTally& part) {
  sum.problems += part.problems;
  sum.solved += part.solved;
  sum.wrong += part.wrong;
  sum.seconds += part.seconds;
  sum.worst = std::max(sum.worst, part.worst);
}

thalweg::ScenarioTally solve_file(const thalweg::ScenarioFile& file,
                                  const thalweg::CheckedProblems& checked, std::size_t one_in,
                                  const char* name) {
  const auto world = thalweg::grid_world(file);
  const auto graph = thalweg::grid_graph(world);
  const auto metric = thalweg::price(world, graph, thalweg::Profile::euclid());
  const auto planner = thalweg::make_planner(name, {world, graph, metric}).value();
  const auto problems = thalweg::ground_problems(file, checked);
  thalweg::ScenarioTally tally;
  thalweg::Answer answer;
  for (std::size_t i = 0; i < problems.size(); i += one_in) {
    thalweg::tally(*planner, file, problems[i], answer, tally);
  }
  return tally;
}

}  // namespace

int main(int argc, char** argv) {
  const int one_in = argc > 1 ? std::atoi(argv[1]) : 1;
  const char* planner = argc > 2 ? argv[2] : "a_star";
  if (one_in < 1 || !thalweg::parse_planner(planner)) {
    return std::puts("bench_scenarios [one in so many] [planner]"), 1;
  }
  if (thalweg::data_folder().empty()) return std::puts("set THALWEG_DATA"), 1;
  const auto checked = thalweg::read_checked_problems();
  std::map<std::string, thalweg::ScenarioTally> sets;
  for (const auto& file : thalweg::scenario_files()) {
    const auto part = solve_file(file, checked, static_cast<std::size_t>(one_in), planner);
    auto& set = sets[file.set];
    if (set.first_wrong.empty()) set.first_wrong = part.first_wrong;
    add(set, part);
    std::fprintf(stderr, "%s\n", file.scen.filename().c_str());
  }
  std::printf("%-12s %9s %9s %6s %10s %14s\n", "set", "problems", "solved", "wrong", "mean us",
              "worst / slack");
  thalweg::ScenarioTally sum;
  for (const auto& [set, tally] : sets) {
    print(set, tally);
    add(sum, tally);
  }
  print("all", sum);
  return sum.wrong == 0 ? 0 : 1;
}
