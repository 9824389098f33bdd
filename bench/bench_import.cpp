// Levels through Recast: size, time, memory, and how far the mesh lies off the triangles:
// bench_import [--quake] [--tile-size CELLS] FILE. One level for each run, as memory is the peak of the process.
#include <sys/resource.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "height_errors.hpp"
#include "thalweg/import/obj.hpp"
#include "thalweg/import/packed_file.hpp"
#include "thalweg/import/recast.hpp"
#include "timer.hpp"

namespace {

using namespace thalweg;

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

double walkable_area(const Mesh& mesh) {
  double doubled = 0;
  for (const FaceId f : mesh.faces()) doubled += mesh.doubled_area(f);
  return doubled / 2;
}

double tiles_of(const TriangleSoup& soup, const RecastOptions& options) {
  if (options.tile_size == 0) return 1;
  const Vec3 size = box_of(soup).size();
  const double tile = options.tile_size * options.cell_size;
  return std::ceil(size.x / tile) * std::ceil(size.y / tile);
}

int fail(const std::string& why) {
  return std::fprintf(stderr, "bench_import: %s\n", why.c_str()), 1;
}

int run(const std::filesystem::path& file, const RecastOptions& options) {
  const auto bytes = read_packed_file(file);
  if (!bytes) return fail(bytes.error());
  const auto soup = read_obj(*bytes);
  if (!soup) return fail(soup.error());
  const Timer timer;
  const auto imported = recast_world(*soup, options);
  const double seconds = timer.wall();
  if (!imported) return fail(imported.error());
  const double peak = peak_megabytes();
  const auto world = make_world(imported->parts);
  if (!world) return fail(world.error());
  if (const auto broken = broken_law(*world)) return fail(*broken);
  const HeightErrors errors = height_errors(*world, *soup, 100000);
  std::printf("%-24s %9zu %7.0f %8u %8.1f %8.0f %12.0f %8.3f %8.3f %8.2f%%\n",
              file.filename().string().c_str(), soup->triangles.size(), tiles_of(*soup, options),
              world->mesh.face_count(), seconds, peak, walkable_area(world->mesh), errors.median,
              errors.p99, errors.uncovered * 100);
  for (const std::string& note : imported->notes) std::printf("  %s\n", note.c_str());
  return errors.median <= options.cell_height ? 0 : fail("the mesh lies off the triangles");
}

}  // namespace

int main(int argc, char** argv) {
  RecastOptions options;
  int i = 1;
  if (i < argc && std::strcmp(argv[i], "--quake") == 0) options = RecastOptions::quake(), ++i;
  if (i + 1 < argc && std::strcmp(argv[i], "--tile-size") == 0) {
    options.tile_size = std::atoi(argv[i + 1]);
    i += 2;
  }
  if (i + 1 != argc) return std::puts("bench_import [--quake] [--tile-size CELLS] FILE"), 1;
  return run(argv[i], options);
}
