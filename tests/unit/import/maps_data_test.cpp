// The benchmark data: every .map, .scen and .mesh file reads, and the meshes made of them are
// right.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "core/text.hpp"
#include "data.hpp"
#include "scope.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/import/merge.hpp"
#include "thalweg/import/movingai.hpp"
#include "thalweg/import/polyanya.hpp"
#include "thalweg/import/trace.hpp"

#ifdef THALWEG_HAS_CGAL
#include "thalweg/triangulate/triangulate.hpp"
#endif

namespace thalweg {
namespace {

namespace fs = std::filesystem;

class MapsData : public testing::Test {
 protected:
  void SetUp() override { THALWEG_NEEDS_DATA(); }
};

TEST_F(MapsData, every_scenario_file_reads_and_counts_agree) {
  const std::map<std::string, std::size_t> expected = {
      {"wc3", 45101},  {"dao", 12488},   {"da2", 9440},    {"starcraft", 18810}, {"bg512", 7680},
      {"city", 32420}, {"rooms", 11540}, {"mazes", 64820}, {"random", 12420}};
  std::map<std::string, std::size_t> counts;
  for (const fs::path& path : data_files("grids", ".scen")) {
    const auto list = read_scen(read_file(path).value());
    ASSERT_TRUE(list.ok()) << path << ": " << list.error();
    counts[path.parent_path().filename()] += list->size();
  }
  EXPECT_EQ(counts, expected);
  std::size_t others = 0;
  for (const fs::path& path : data_files("meshes", ".scen")) {
    const auto list = read_scen(read_file(path).value());
    ASSERT_TRUE(list.ok()) << path << ": " << list.error();
    ++others;
  }
  EXPECT_EQ(others, 11u);
}

#ifdef THALWEG_HAS_CGAL

// Twice the area of each kind of ground.
std::array<double, 256> doubled_areas_by_id(const Mesh& mesh) {
  std::array<double, 256> sum{};
  for (const FaceId f : mesh.faces()) sum[mesh.area(f)] += mesh.doubled_area(f);
  return sum;
}
std::array<double, 256> doubled_areas_by_id(const Grid& grid) {
  std::array<double, 256> sum{};
  for (const SquareId s : grid.squares()) {
    if (grid.is_free(s)) sum[grid.area(s)] += 2;
  }
  return sum;
}

TEST_F(MapsData, every_map_becomes_a_mesh_of_exactly_its_squares) {
  const auto files = data_files(".", ".map");
  EXPECT_EQ(files.size(), 90u);
  const std::size_t step = is_check() ? 1 : 4;
  for (std::size_t i = 0; i < files.size(); i += step) {
    const fs::path& path = files[i];
    const auto grid = read_map(read_file(path).value(), {.water = true});
    ASSERT_TRUE(grid.ok()) << path << ": " << grid.error();
    const auto mesh = grid_to_mesh(*grid, {.triangulate = constrained_delaunay});
    ASSERT_TRUE(mesh.ok()) << path << ": " << mesh.error();
    EXPECT_EQ(broken_law(*mesh), std::nullopt) << path;
    EXPECT_EQ(doubled_areas_by_id(*mesh), doubled_areas_by_id(*grid)) << path;
  }
}

// If the data holds Polyanya's own merged mesh of a map, ours has no more faces.
TEST_F(MapsData, merging_leaves_no_more_faces_than_polyanya_does) {
  const std::string ending = "-merged.mesh";
  std::size_t compared = 0;
  for (const fs::path& path : data_files("meshes", ".mesh")) {
    const std::string name = path.filename();
    const std::string set = path.parent_path().filename();
    if (!name.ends_with(ending) || set == "polyanya") continue;
    const std::string map = name.substr(0, name.size() - ending.size()) + ".map";
    const auto grid = read_map(read_file(data_folder() / "grids" / set / map).value());
    const auto ours = grid_to_mesh(*grid, {.triangulate = constrained_delaunay});
    const auto theirs = read_polyanya(read_file(path).value());
    EXPECT_LE(ours->face_count(), theirs->mesh.face_count()) << path;
    EXPECT_EQ(doubled_areas_by_id(*ours), doubled_areas_by_id(theirs->mesh)) << path;
    ++compared;
  }
  EXPECT_EQ(compared, 24u);
}

#endif

}  // namespace
}  // namespace thalweg
