// The any-angle oracle on the benchmark data: published lengths, and bounds on lengths.
#include <gtest/gtest.h>

#include "data.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/import/movingai.hpp"
#include "thalweg/import/polyanya.hpp"
#include "thalweg/planners/any_angle_oracle.hpp"

namespace thalweg {
namespace {

namespace fs = std::filesystem;

class AnyAngleData : public testing::Test {
 protected:
  void SetUp() override { THALWEG_NEEDS_DATA(); }
};

World mesh_world(const fs::path& path) {
  return make_world(read_polyanya(read_file(path).value()).value()).value();
}

TEST_F(AnyAngleData, polyanyas_own_lengths) {
  int checked = 0;
  for (const fs::path& path : data_files("meshes/polyanya/tests", ".scen")) {
    const World world = mesh_world(fs::path(path).replace_extension(".mesh"));
    AnyAngleOracle oracle(world);
    for (const Scenario& s : read_scen(read_file(path).value()).value()) {
      if (s.length < 0) continue;  // an end on a corner of two fans
      // Corners are stored as floats, so an end on a wall may lie slightly off the ground.
      const auto found = oracle.find(Point{s.start.x, s.start.y}, Point{s.goal.x, s.goal.y}, 1e-6);
      EXPECT_TRUE(found.found) << path;
      // Two of the published lengths are those from one side of a corner round to the other,
      // although the ends are a small distance away from it.
      const double apart = length(s.goal - s.start);
      EXPECT_NEAR(found.length, s.length, apart < 0.1 ? apart : 1e-6) << path;
      ++checked;
    }
  }
  EXPECT_EQ(checked, 6);
}

TEST_F(AnyAngleData, iron_harvests_printed_lengths) {
  const fs::path path = data_folder() / "meshes/navmesh3d/scene_mp_2p_01.mesh";
  const World world = mesh_world(path);
  AnyAngleOracle oracle(world);
  const auto scenarios = read_scen(read_file(path.string() + ".scen").value()).value();
  for (std::size_t i = 0; i < scenarios.size(); i += 4) {
    const Scenario& s = scenarios[i];
    const auto found = oracle.find(Point{s.start.x, s.start.y}, Point{s.goal.x, s.goal.y});
    ASSERT_TRUE(found.found) << i;
    ASSERT_NEAR(found.length, s.length, 1e-5) << i;  // corners are floats
  }
}

// Octile lengths of the grids are upper bounds, straight lines are lower bounds.
void check_bounds(const fs::path& mesh, const fs::path& scen, std::size_t stride) {
  const World world = mesh_world(mesh);
  AnyAngleOracle oracle(world);
  const auto scenarios = read_scen(read_file(scen).value()).value();
  AnyAnglePath path;
  for (std::size_t i = 0; i < scenarios.size(); i += stride) {
    const Scenario& s = scenarios[i];
    path = oracle.find(centre_of_square(s.start), centre_of_square(s.goal), 0, std::move(path));
    ASSERT_TRUE(path.found) << scen << " " << i;
    ASSERT_LE(path.length, s.length * (1 + 1e-5) + 1e-4) << scen << " " << i;
    ASSERT_GE(path.length, length(s.goal - s.start) - 1e-9) << scen << " " << i;
  }
}

TEST_F(AnyAngleData, no_longer_than_octile_paths_no_shorter_than_straight_lines) {
  const fs::path meshes = data_folder() / "meshes";
  check_bounds(meshes / "polyanya/arena-merged.mesh", meshes / "polyanya/arena.scen", 5);
  check_bounds(meshes / "polyanya/aurora-merged.mesh", meshes / "polyanya/aurora.scen", 50);
  for (const fs::path& mesh : data_files("meshes/bg512", "-merged.mesh")) {
    const std::string name = mesh.filename().string();
    const fs::path scen =
        data_folder() / "grids/bg512" / (name.substr(0, name.find("-merged")) + ".map.scen");
    if (fs::exists(scen)) check_bounds(mesh, scen, 100);
  }
}

}  // namespace
}  // namespace thalweg
