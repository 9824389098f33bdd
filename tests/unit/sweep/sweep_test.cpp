// Every file of the benchmark data is a world: imported, sound, saved, and loaded to the same hash.
#include <gtest/gtest.h>

#include <fstream>

#include "data.hpp"
#include "height_errors.hpp"
#include "scope.hpp"
#include "thalweg/import/import.hpp"
#include "thalweg/import/obj.hpp"
#include "thalweg/import/packed_file.hpp"
#include "thalweg/store/store.hpp"
#ifdef THALWEG_HAS_CGAL
#include "thalweg/triangulate/triangulate.hpp"
#endif

namespace thalweg {
namespace {

namespace fs = std::filesystem;

ImportOptions sweep_options() {
  ImportOptions options;
#ifdef THALWEG_HAS_CGAL
  options.triangulator = constrained_delaunay;
#else
  options.grid_mesh = false;
#endif
  return options;
}

// All files in scope `check`, else every `step`-th.
std::vector<fs::path> files_to_sweep(const std::vector<fs::path>& files, std::size_t step) {
  if (is_check()) return files;
  std::vector<fs::path> some;
  for (std::size_t i = 0; i < files.size(); i += step) some.push_back(files[i]);
  return some;
}

// Imports, checks every law, saves, loads, compares.
World check_file(const fs::path& path, const ImportOptions& options) {
  SCOPED_TRACE(path.filename().string());
  auto imported = import_world(path, options);
  EXPECT_TRUE(imported.ok()) << (imported.ok() ? "" : imported.error());
  if (!imported) return {};
  World world = std::move(imported).value().world;
  EXPECT_EQ(broken_law(world), std::nullopt);
  const fs::path file =
      fs::path(testing::TempDir()) / ("sweep-" + path.filename().string() + ".thal");
  const Result<void> saved = save_world(world, file);
  EXPECT_TRUE(saved.ok()) << saved.error();
  const auto loaded = load_world(file);
  EXPECT_TRUE(loaded.ok()) << (loaded.ok() ? "" : loaded.error());
  if (loaded) {
    EXPECT_EQ(loaded->fingerprint(), world.fingerprint());
  }
  fs::remove(file);
  return world;
}

double walkable_area(const Mesh& mesh) {
  double doubled = 0;
  for (const FaceId f : mesh.faces()) {
    if (is_walkable(mesh.area(f))) doubled += mesh.doubled_area(f);
  }
  return doubled / 2;
}

TEST(Sweep, every_grid_map_is_a_world_of_the_same_area) {
  THALWEG_NEEDS_DATA();
  const auto files = data_files("", ".map");
  EXPECT_EQ(files.size(), 90u);
  for (const fs::path& file : files_to_sweep(files, 8)) {
    const World world = check_file(file, sweep_options());
    std::uint64_t free_squares = 0;
    for (const SquareId s : world.grid.squares()) free_squares += world.grid.is_free(s);
    if (!world.mesh.empty()) {
      EXPECT_EQ(walkable_area(world.mesh), static_cast<double>(free_squares)) << file.filename();
    }
  }
}

TEST(Sweep, every_mesh_keeps_its_counts) {
  THALWEG_NEEDS_DATA();
  const auto files = data_files("meshes", ".mesh");
  EXPECT_EQ(files.size(), 46u);
  for (const fs::path& file : files_to_sweep(files, 2)) {
    std::string magic;
    int version = 0;
    std::uint32_t vertices = 0;
    std::uint32_t faces = 0;
    std::ifstream(file) >> magic >> version >> vertices >> faces;
    const World world = check_file(file, sweep_options());
    EXPECT_EQ(world.mesh.vertex_count(), vertices) << file.filename();
    EXPECT_EQ(world.mesh.face_count(), faces) << file.filename();
  }
}

// A lawful world whose faces lie within one cell height of the level's triangles (median).
void check_level(const fs::path& file, const ImportOptions& options) {
  const World world = check_file(file, options);
  EXPECT_GT(world.mesh.face_count(), 100u);
  const auto soup = read_obj(read_packed_file(file).value()).value();
  EXPECT_LT(height_errors(world, soup, 5000).median, options.recast.cell_height) << file.filename();
}

TEST(Sweep, every_level_is_a_world) {
  THALWEG_NEEDS_DATA();
  const auto recast = data_files("geometry/recast", ".obj");
  const auto districts = data_files("geometry/cityview", ".obj.gz");
  const auto quake = data_files("geometry/openarena", ".obj");
  EXPECT_EQ(recast.size() + districts.size() + quake.size(), 12u);
  ImportOptions options = sweep_options();
  options.use_recast = true;
  for (const fs::path& file : files_to_sweep(recast, 4)) check_level(file, options);
  // City districts: coarse cells, as streets are wide.
  options.recast = {.cell_size = 2,
                    .cell_height = 0.5,
                    .agent_height = 2,
                    .agent_radius = 2,
                    .max_climb = 1,
                    .edge_max_length = 80};
  for (const fs::path& file : files_to_sweep(districts, 4)) check_level(file, options);
  options.recast = RecastOptions::quake();
  for (const fs::path& file : files_to_sweep(quake, 4)) check_level(file, options);
}

TEST(Sweep, every_elevation_tile_is_a_world) {
  THALWEG_NEEDS_DATA();
  auto tiles = data_files("terrain", ".hgt");
  for (const fs::path& file : data_files("terrain", ".tif")) tiles.push_back(file);
  EXPECT_EQ(tiles.size(), 8u);  // five tiles, three of them in both forms
  for (const fs::path& file : files_to_sweep(tiles, 8)) {
    EXPECT_GT(check_file(file, sweep_options()).mesh.face_count(), 100'000u);
  }
}

}  // namespace
}  // namespace thalweg
