// The time of a ray between random points, with the answers checked by a flood over the faces that
// the line touches: bench_ray FILE [RAYS] [CHECKED]
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "thalweg/geometry/segment.hpp"
#include "thalweg/import/import.hpp"
#include "thalweg/path/random_point.hpp"
#include "thalweg/path/walk.hpp"
#include "thalweg/world/ray.hpp"

namespace {

using namespace thalweg;

bool sees_slowly(const Mesh& mesh, const SurfacePoint& from, const SurfacePoint& to,
                 FloodScratch& scratch) {
  const Segment2 sight{from.point.xy(), to.point.xy()};
  scratch.begin(mesh.face_count());
  scratch.mark(from.face);
  std::vector<FaceId> faces = {from.face};
  for (std::size_t i = 0; i < faces.size(); ++i) {
    if (faces[i] == to.face) return true;
    for (const EdgeId e : mesh.edges(faces[i])) {
      if (!CrossRule{}.allows(mesh, e)) continue;
      if (!meet(sight, {mesh.start(e).xy(), mesh.end(e).xy()})) continue;
      if (scratch.mark(mesh.across(e))) faces.push_back(mesh.across(e));
    }
  }
  return false;
}

// Nanoseconds of processor time per item since `start`, so that other programs do not count.
double nanoseconds_each(std::clock_t start, std::size_t count) {
  const auto seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return seconds * 1e9 / static_cast<double>(count);
}

int run(const char* file, std::size_t count, std::size_t checked) {
  const auto imported = import_world(file, {});
  if (!imported) return std::fprintf(stderr, "bench_ray: %s\n", imported.error().c_str()), 1;
  const Mesh& mesh = imported->world.mesh;
  const PointSampler sampler(mesh);
  Random random(1);
  std::vector<SurfacePoint> surface_points;
  for (std::size_t i = 0; i <= count; ++i) surface_points.push_back(sampler.draw(random));
  std::size_t clear = 0;
  std::size_t crossed = 0;
  const auto counter = [&](EdgeId) { ++crossed; };
  auto start = std::clock();
  for (std::size_t i = 0; i < count; ++i) {
    clear +=
        cast_ray(mesh, surface_points[i], surface_points[i + 1].point.xy(), {}, counter).is_clear;
  }
  const double ray = nanoseconds_each(start, count);
  start = std::clock();
  Walk walked;
  walked.end = surface_points[0];
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2 motion{random.between(-1, 1), random.between(-1, 1)};
    walked = walk(mesh, SurfacePoint(walked.end), motion, {}, std::move(walked));
  }
  const double step = nanoseconds_each(start, count);
  FloodScratch scratch;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < std::min(checked, count); ++i) {
    wrong += line_of_sight(mesh, surface_points[i], surface_points[i + 1]) !=
             sees_slowly(mesh, surface_points[i], surface_points[i + 1], scratch);
  }
  std::printf(
      "%u faces: %zu rays, %.1f%% clear, %.1f edges crossed, %.0f ns each; a step of a walk %.0f "
      "ns; %zu of %zu checked differ\n",
      mesh.face_count(), count, 100.0 * static_cast<double>(clear) / static_cast<double>(count),
      static_cast<double>(crossed) / static_cast<double>(count), ray, step, wrong,
      std::min(checked, count));
  return wrong == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::puts("bench_ray FILE [RAYS] [CHECKED]"), 1;
  const auto number = [&](int at, std::size_t initial) {
    return argc > at ? static_cast<std::size_t>(std::strtoull(argv[at], nullptr, 10)) : initial;
  };
  return run(argv[1], number(2, 1'000'000), number(3, 100'000));
}
