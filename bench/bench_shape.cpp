// The time to shape a corridor, per face. Every path is checked.
//   bench_shape FILE [CORRIDORS]
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "thalweg/import/import.hpp"
#include "thalweg/path/check.hpp"
#include "thalweg/path/shape.hpp"
#include "unit/path/random_corridor.hpp"

namespace {

using namespace thalweg;

int bench(const World& world, const std::vector<Corridor>& corridors, const char* name,
          const ShapeOptions& options) {
  Shaper shaper;
  std::vector<PathPoint> points;
  std::size_t faces = 0;
  double least = 1e30;
  for (int round = 0; round < 5; ++round) {
    faces = 0;
    const std::clock_t start = std::clock();  // of this process: the machine may be busy
    for (const Corridor& corridor : corridors) {
      points = shaper.shape(world, corridor, options, std::move(points));
      faces += corridor.steps.size() + 1;
    }
    least = std::min(least, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  double metres = 0;
  std::size_t count = 0;
  std::size_t wrong = 0;
  for (const Corridor& corridor : corridors) {
    points = shaper.shape(world, corridor, options, std::move(points));
    metres += length(points);
    count += points.size();
    const WalkCheck check{.slack = options.every_crossing ? kWalkSlack : 0};
    wrong += broken_local_law(points, world, check).has_value();
  }
  std::printf("  %-22s %8.1f ns a face, %6.1f points, %8.2f m a path, %zu wrong\n", name,
              least * 1e9 / static_cast<double>(faces),
              static_cast<double>(count) / static_cast<double>(corridors.size()),
              metres / static_cast<double>(corridors.size()), wrong);
  return options.shape != Shape::centres && wrong > 0 ? 1 : 0;
}

int run(const char* file, std::size_t count) {
  ImportOptions options;
  options.grid_mesh = false;
  const auto imported = import_world(file, options);
  if (!imported) return std::fprintf(stderr, "bench_shape: %s\n", imported.error().c_str()), 1;
  const World& world = imported->world;
  const auto corridors = random_corridors(world, count, 1);
  std::size_t faces = 0;
  for (const Corridor& corridor : corridors) faces += corridor.steps.size() + 1;
  std::printf("%s: %u faces, %zu corridors of %.0f faces\n", world.name.c_str(),
              world.mesh.face_count(), count,
              static_cast<double>(faces) / static_cast<double>(count));
  int failed = 0;
  for (const Shape shape :
       {Shape::centres, Shape::midpoints, Shape::sight, Shape::funnel, Shape::spline}) {
    failed |= bench(world, corridors, std::string(to_string(shape)).c_str(), {.shape = shape});
  }
  failed |= bench(world, corridors, "funnel, crossings", {.every_crossing = true});
  failed |= bench(world, corridors, "funnel, radius 0.4 m", {.radius = 0.4});
  return failed;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::puts("bench_shape FILE [CORRIDORS]"), 1;
  return run(argv[1], argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1000);
}
