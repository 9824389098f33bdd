// The worlds of the reproduction of the visibility tests.
#include <fmt/format.h>

#include <cmath>

#include "core/try.hpp"
#include "reproduce/thpa/run.hpp"
#include "reproduce/vtest/run.hpp"
#include "thalweg/generate/heights.hpp"
#include "thalweg/import/terrain.hpp"

namespace thalweg::tool {
namespace {

constexpr std::uint64_t kVtestSeed = 5;
constexpr double kVtestSpacing = 10;  // metres between samples of hills

Point vtest_point(const World& world, const LatticeTriangle& triangle) {
  return as_point(world.frame().from_local(centre_of(triangle)));
}

Result<VtestCase> vtest_lattice_case(const VtestPaperRow& paper, const LatticePlan& plan) {
  TRY(auto world, lattice_world(plan));
  TRY(auto made, ground(world, vtest_profile(), GraphSpec::faces()));
  const Problem problem{vtest_point(world, plan.start), vtest_point(world, plan.goal), 0};
  return VtestCase{paper.name, &paper, std::move(made), {problem}};
}

// Blocks of whole squares side by side, alternately nearer to two sides. `at` is measured from the
// lower corner of the ground.
bool is_in_block(Vec2 at, const VtestHills& hills) {
  const auto squares = static_cast<int>(hills.side - 1);
  const auto column = static_cast<int>(std::floor(at.x / kVtestSpacing));
  const auto row = static_cast<int>(std::floor(at.y / kVtestSpacing));
  const auto count = static_cast<int>(hills.obstacles);
  const int strip = squares / (2 * count + 1);
  const int block = column / strip;
  if (block % 2 == 0 || block / 2 >= count || column % strip > strip / 2) return false;
  const int along = block / 2 % 2 == 0 ? row : squares - 1 - row;
  return along >= squares / 10 && along < squares * 7 / 10;
}

}  // namespace

Profile vtest_profile() {
  Profile profile = Profile::euclid();
  profile.base = PriceBase::middle;
  return profile;
}

Result<std::vector<VtestCase>> overlap_cases(bool is_small) {
  std::vector<VtestCase> cases;
  for (int thirds = 0; thirds <= 3; ++thirds) {
    TRY(auto made,
        vtest_lattice_case(kVtestOverlaps[static_cast<std::size_t>(thirds)],
                           is_small ? small_overlap_plan(thirds) : overlap_plan(thirds)));
    cases.push_back(std::move(made));
  }
  return cases;
}

Result<std::vector<VtestCase>> slalom_cases(bool is_small) {
  std::vector<VtestCase> cases;
  for (int count = 1; count <= 5; ++count) {
    TRY(auto made, vtest_lattice_case(kVtestCounts[static_cast<std::size_t>(count - 1)],
                                      is_small ? small_slalom_plan(count) : slalom_plan(count)));
    cases.push_back(std::move(made));
  }
  return cases;
}

Result<World> hills_with_obstacles(const VtestHills& hills) {
  TRY(const auto field, generate_heights({.kind = "fractal",
                                          .width = hills.side,
                                          .height = hills.side,
                                          .seed = kVtestSeed,
                                          .spacing = kVtestSpacing,
                                          .relief = hills.side * kVtestSpacing / 8}));
  TRY(WorldParts parts, triangulate_heights(field, {.method = TerrainMethod::uniform}));
  MeshArrays arrays = parts.mesh.arrays();
  std::vector<AreaId> areas;
  const Vec3 low = parts.mesh.box().low;
  for (const FaceId face : parts.mesh.faces()) {
    const Vec2 at = (parts.mesh.centre(face) - low).xy();
    areas.push_back(is_in_block(at, hills) ? kBlocked : kGround);
  }
  arrays.face_area = std::move(areas);
  TRY(parts.mesh, Mesh::from(std::move(arrays)));
  parts.name = "hills";
  return make_world(std::move(parts));
}

Result<VtestCase> hill_case(const World& world, const Profile& profile, std::uint32_t problems) {
  TRY(auto made, ground(world, profile, GraphSpec::faces()));
  TRY(auto drawn, random_problems(world, profile, {.count = problems}));
  return VtestCase{"hills, " + profile.name, nullptr, std::move(made), std::move(drawn)};
}

Result<VtestCase> map_case(const std::filesystem::path& data, const std::string& map,
                           std::uint32_t problems) {
  const auto file = data / "grids" / map;
  const ScenarioFile files{file.parent_path().filename().string(), file.string() + ".map.scen",
                           file.string() + ".map"};
  CheckedProblems checked;
  if (files.set == "wc3") {
    TRY(checked, read_checked_problems(data));
  }
  TRY(auto made, benchmark_case(files, checked));
  made = with_fewer_problems(std::move(made), problems);
  TRY(auto priced, ground(made.world, vtest_profile(), GraphSpec::faces()));
  VtestCase result{made.name, nullptr, std::move(priced), {}};
  for (const GridProblem& problem : made.problems) {
    result.problems.push_back({problem.start, problem.goal, problem.length});
  }
  return result;
}

}  // namespace thalweg::tool
