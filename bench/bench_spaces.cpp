// The sizes of search spaces made of grid maps, and the time to make them: means over a folder.
//   bench_spaces FOLDER...                     each with .map files
#include <cstdio>
#include <ctime>
#include <filesystem>

#include "thalweg/core/file.hpp"
#include "thalweg/import/movingai.hpp"
#include "thalweg/spaces/max_area.hpp"
#include "thalweg/spaces/quadtree.hpp"
#include "thalweg/spaces/raster.hpp"

namespace {

using namespace thalweg;
namespace fs = std::filesystem;

double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Means {
  double maps = 0;
  double squares = 0;
  double quadtree_faces = 0;
  double quadtree_s = 0;
  double max_area_faces = 0;
  double max_area_s = 0;
  double raster_s = 0;  // of max_area's mesh
  bool is_same = true;  // that raster has the map's free squares
};

std::uint64_t free_squares(const Grid& grid) {
  std::uint64_t free = 0;
  for (const SquareId s : grid.squares()) free += grid.is_free(s) ? 1u : 0u;
  return free;
}

void measure(const fs::path& file, Means& means) {
  WorldParts parts;
  parts.grid = read_map(read_file(file).value()).value();
  const World world = make_world(std::move(parts)).value();
  const double start = now();
  const World tree = quadtree(world).value();
  const double treed = now();
  const World faces = max_area(world).value();
  const double cut = now();
  WorldParts mesh_alone;
  mesh_alone.mesh = faces.mesh;
  const World alone = make_world(std::move(mesh_alone)).value();
  const double before = now();
  const World squares = rasterise(alone, {.spacing = 1}).value();
  means.raster_s += now() - before;
  means.is_same = means.is_same && free_squares(squares.grid) == free_squares(world.grid);
  means.maps += 1;
  means.squares += static_cast<double>(free_squares(world.grid));
  means.quadtree_faces += tree.mesh.face_count();
  means.quadtree_s += treed - start;
  means.max_area_faces += faces.mesh.face_count();
  means.max_area_s += cut - treed;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::puts("bench_spaces FOLDER..."), 1;
  std::puts("set        maps  squares  quadtree        s  max_area        s  raster_s  same");
  bool is_good = true;
  for (int i = 1; i < argc; ++i) {
    Means m;
    for (const auto& entry : fs::directory_iterator(argv[i])) {
      if (entry.path().extension() == ".map") measure(entry.path(), m);
    }
    std::printf("%-9s %5.0f %8.0f %9.0f %8.3f %9.0f %8.3f %9.3f  %s\n",
                fs::path(argv[i]).filename().c_str(), m.maps, m.squares / m.maps,
                m.quadtree_faces / m.maps, m.quadtree_s / m.maps, m.max_area_faces / m.maps,
                m.max_area_s / m.maps, m.raster_s / m.maps, m.is_same ? "yes" : "NO");
    is_good = is_good && m.is_same && m.maps > 0;
  }
  return is_good ? 0 : 1;
}
