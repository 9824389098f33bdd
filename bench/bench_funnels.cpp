// Funnel paths on merged meshes: every segment inside the mesh by exact predicates.
//   bench_funnels DATA [one in N queries, default 1]
//
// The 24 merged meshes with the scenarios of the same maps: A* over portals, then the funnel. Fails
// if a path leaves the mesh or is not found.
#include "funnel_sweep.hpp"

#include <cstdlib>

int main(int argc, char** argv) {
  if (argc < 2) return std::puts("bench_funnels DATA [one in N queries]"), 1;
  const auto stride = static_cast<std::size_t>(argc > 2 ? std::max(std::atoi(argv[2]), 1) : 1);
  std::puts("set          meshes   queries  missed  outside  segments  mean_us  length/octile");
  bool is_good = true;
  for (const char* set : {"bg512", "da2", "dao", "starcraft"}) {
    const thalweg::FunnelSum sum = thalweg::sweep_set(argv[1], set, stride);
    const double count = static_cast<double>(sum.queries);
    std::printf(
        "%-12s %6d %9llu %7llu %8llu %9llu %8.0f %14.4f\n", set, sum.meshes,
        static_cast<unsigned long long>(sum.queries), static_cast<unsigned long long>(sum.missed),
        static_cast<unsigned long long>(sum.outside), static_cast<unsigned long long>(sum.segments),
        1e6 * sum.seconds / count, sum.ratio / count);
    is_good = is_good && sum.missed == 0 && sum.outside == 0 && sum.meshes == 6;
  }
  return is_good ? 0 : 1;
}
