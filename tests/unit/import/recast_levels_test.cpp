// The twelve levels of the benchmark data, each through Recast.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>

#include <gtest/gtest.h>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/resource.h>
#endif

#include "thalweg/core/file.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/import/obj.hpp"
#include "thalweg/import/recast.hpp"

namespace thalweg {
namespace {

struct Level {
  const char* path;
  RecastOptions options;
};

// The city districts are kilometres wide and read well as metres; cells to match.
RecastOptions city() {
  RecastOptions o;
  o.cell_size = 2;
  o.cell_height = 0.5;
  o.agent_radius = 2;
  o.max_climb = 1;
  o.edge_max_length = 80;
  return o;
}

const Level kLevels[] = {
    {"recast/dungeon.obj", {}},
    {"recast/nav_test.obj", {}},
    {"recast/undulating.obj", {}},
    {"openarena/ctf_compromise.obj", RecastOptions::quake()},
    {"openarena/ctf_inyard.obj", RecastOptions::quake()},
    {"openarena/islandctf.obj", RecastOptions::quake()},
    {"openarena/oasago2.obj", RecastOptions::quake()},
    {"openarena/suspended.obj", RecastOptions::quake()},
    {"openarena/wrackdm17.obj", RecastOptions::quake()},
    {"cityview/city_nexus.obj.gz", city()},
    {"cityview/city_north_star.obj.gz", city()},
    {"cityview/city_space_mind.obj.gz", city()},
};

void PrintTo(const Level& level, std::ostream* out) { *out << level.path; }

std::size_t peak_megabytes() {
#if defined(__unix__) || defined(__APPLE__)
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) / 1024;
#else
  return 0;
#endif
}

std::size_t islands(const Mesh& mesh) {
  std::vector<bool> seen(mesh.face_count());
  std::vector<FaceId> open;
  std::size_t count = 0;
  for (const FaceId start : mesh.faces()) {
    if (seen[start.value]) continue;
    ++count;
    seen[start.value] = true;
    open.push_back(start);
    while (!open.empty()) {
      const FaceId f = open.back();
      open.pop_back();
      for (const EdgeId e : mesh.edges(f)) {
        const FaceId g = mesh.across(e);
        if (g.is_none() || seen[g.value]) continue;
        seen[g.value] = true;
        open.push_back(g);
      }
    }
  }
  return count;
}

class RecastLevels : public testing::TestWithParam<Level> {};

TEST_P(RecastLevels, become_lawful_worlds) {
  const char* data = std::getenv("THALWEG_DATA");
  if (data == nullptr) GTEST_SKIP() << "set THALWEG_DATA to the folder of the benchmark data";
  const auto path = std::filesystem::path(data) / "geometry" / GetParam().path;
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there; see THALWEG_DATA";
  const auto bytes = read_file(path);
  ASSERT_TRUE(bytes) << bytes.error();
  const std::clock_t start = std::clock();
  const auto soup = read_obj(*bytes);
  ASSERT_TRUE(soup) << soup.error();
  auto imported = recast_world(*soup, GetParam().options);
  ASSERT_TRUE(imported) << imported.error();
  const auto world = make_world(imported->parts);
  ASSERT_TRUE(world) << world.error();
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  const Mesh& mesh = world->mesh;
  std::printf(
      "%-32s %7zu triangles %6u faces %6u corners %4zu islands %6.2f CPU s %5zu MB %016llx\n",
      GetParam().path, soup->triangles.size(), mesh.face_count(), mesh.vertex_count(),
      islands(mesh), seconds, peak_megabytes(),
      static_cast<unsigned long long>(world->fingerprint()));
  for (const std::string& note : imported->notes) std::printf("  note: %s\n", note.c_str());
  EXPECT_EQ(broken_law(*world), std::nullopt);
  // A point just above a face's middle finds that face, whatever lies over or under it.
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const FaceId f(random.below(mesh.face_count()));
    const Vec3 p = mesh.centre(f);
    const Location found = locate(mesh, world->locator, p);
    ASSERT_TRUE(found.found());
    if (found.face == f) continue;
    EXPECT_NEAR(found.point.z, p.z, GetParam().options.max_climb);
  }
}

INSTANTIATE_TEST_SUITE_P(Data, RecastLevels, testing::ValuesIn(kLevels), [](const auto& level) {
  std::string name = std::filesystem::path(level.param.path).stem().string();
  return name.substr(0, name.find('.'));
});

}  // namespace
}  // namespace thalweg
