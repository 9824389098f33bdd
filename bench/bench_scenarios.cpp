// Every scenario file of the grid benchmark on the 8-neighbour grid: lengths checked, time taken.
//   bench_scenarios [solve one problem in N, default 1] [set, default all] [planner]
//
// Files are solved in parallel, so times are those of a machine with all cores busy.
#include <cstdio>
#include <cstdlib>

#include "scenarios.hpp"

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

}  // namespace

int main(int argc, char** argv) {
  const int one_in = argc > 1 ? std::atoi(argv[1]) : 1;
  const std::string set = argc > 2 && std::string(argv[2]) != "all" ? argv[2] : "";
  const char* planner = argc > 3 ? argv[3] : "a_star";
  if (one_in < 1 || !thalweg::parse_planner(planner)) {
    return std::puts("bench_scenarios [one in N] [set, or all] [planner]"), 1;
  }
  if (!std::filesystem::is_directory(thalweg::data_folder() / "grids" / set)) {
    return std::puts("there is no such set: is THALWEG_DATA set?"), 1;
  }
  const auto files = thalweg::scenario_files(set);
  const auto tallies = thalweg::tally_all(files, static_cast<std::size_t>(one_in), planner);
  std::printf("%-12s %9s %9s %6s %10s %14s\n", "set", "problems", "solved", "wrong", "mean us",
              "worst / slack");
  std::map<std::string, thalweg::ScenarioTally> sets;
  thalweg::ScenarioTally sum;
  for (std::size_t f = 0; f < files.size(); ++f) {
    sets[files[f].set] += tallies[f];
    sum += tallies[f];
  }
  for (const auto& [name, tally] : sets) print(name, tally);
  print("all", sum);
  return sum.wrong == 0 ? 0 : 1;
}
