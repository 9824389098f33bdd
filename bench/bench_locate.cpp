// The time to find the face under a point, with the answers checked by brute force: bench_locate
// FILE [POINTS] [CHECKED]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "thalweg/core/random.hpp"
#include "thalweg/import/import.hpp"

namespace {

using namespace thalweg;

std::vector<Vec3> random_points(const World& world, std::size_t count) {
  Random random(1);
  const Box3 box = world.box();
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = random.between(box.low.x, box.high.x);
    const double y = random.between(box.low.y, box.high.y);
    points.push_back({x, y, kNoHeight});
  }
  return points;
}

int run(const char* file, std::size_t count, std::size_t checked) {
  ImportOptions options;
  options.grid_mesh = false;
  const auto imported = import_world(file, options);
  if (!imported) return std::fprintf(stderr, "bench_locate: %s\n", imported.error().c_str()), 1;
  const World& world = imported->world;
  const auto points = random_points(world, count);
  for (const double reach : {0.0, 5.0}) {
    const LocateOptions wanted{.reach = reach};
    std::size_t found = 0;
    const auto start = std::chrono::steady_clock::now();
    for (const Vec3& p : points) found += locate(world.mesh, world.locator, p, wanted).found();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < std::min(checked, count); ++i) {
      const Location fast = locate(world.mesh, world.locator, points[i], wanted);
      const Location slow = locate_slowly(world.mesh, points[i], wanted);
      wrong += fast.face != slow.face || !(fast.point == slow.point);
    }
    std::printf(
        "%s: %u faces, reach %g m: %zu points, %.1f%% found, mean %.3f us; %zu of %zu checked "
        "differ\n",
        world.name.c_str(), world.mesh.face_count(), reach, count,
        100.0 * static_cast<double>(found) / static_cast<double>(count),
        seconds.count() * 1e6 / static_cast<double>(count), wrong, std::min(checked, count));
    if (wrong != 0) return 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::puts("bench_locate FILE [POINTS] [CHECKED]"), 1;
  const auto number = [&](int at, std::size_t initial) {
    return argc > at ? static_cast<std::size_t>(std::strtoull(argv[at], nullptr, 10)) : initial;
  };
  return run(argv[1], number(2, 1'000'000), number(3, 10'000));
}
