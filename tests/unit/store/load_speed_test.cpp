// Loading a terrain of 2.88 million triangles compared with making it.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "grounds.hpp"
#include "thalweg/papers/natural.hpp"
#include "thalweg/store/store.hpp"
#include "unit/store/scratch_folder.hpp"
#include "unit/world/sample_worlds.hpp"

namespace thalweg {
namespace {

double seconds_of(const auto& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kIsSlowBuild = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kIsSlowBuild = true;
#else
constexpr bool kIsSlowBuild = false;
#endif
#else
constexpr bool kIsSlowBuild = false;
#endif

#if defined(_WIN32)
constexpr bool kIsMapped = false;  // see file_windows.cpp
#else
constexpr bool kIsMapped = true;
#endif

TEST(LoadSpeed, mapping_is_much_faster_than_making) {
  constexpr std::uint32_t kSquares = kIsSlowBuild ? 200 : 1200;
  const ScratchFolder folder;
  const auto path = folder / "terrain.thal";
  World world;
  const double making = seconds_of(
      [&] { world = samples::world_of(samples::mesh_of(samples::triangles(kSquares))); });
  const double saving = seconds_of([&] { ASSERT_TRUE(save_world(world, path).ok()); });
  double loading = 1e9;
  std::uint64_t fingerprint = 0;
  for (int round = 0; round < 8; ++round) {
    World loaded;
    loading = std::min(loading, seconds_of([&] { loaded = load_world(path).value(); }));
    fingerprint = loaded.fingerprint();
  }
  const auto faces = static_cast<double>(world.mesh.face_count());
  std::printf(
      "%.0f triangles: made in %.3f s, saved in %.3f s, loaded in %.4f s (best of 8); "
      "mesh %.1f, locator %.1f bytes a triangle, file %.1f MB\n",
      faces, making, saving, loading, static_cast<double>(world.mesh.bytes()) / faces,
      static_cast<double>(world.locator.bytes()) / faces,
      static_cast<double>(std::filesystem::file_size(path)) / 1e6);
  EXPECT_EQ(fingerprint, world.fingerprint());
  EXPECT_LE(static_cast<double>(world.mesh.bytes()) / faces, 48);
  if (!kIsMapped) GTEST_SKIP() << "times are not compared: on Windows files are read whole";
  // Making the mesh is less than half of importing it; `import` measures the whole ratio.
  EXPECT_TRUE(kIsSlowBuild || loading * 4 < making);
}

// Both from a file, with the graph: the better of three runs.
TEST(LoadSpeed, a_stored_natural_tree_is_loaded_faster_than_it_is_built) {
  const ScratchFolder folder;
  const auto path = folder / "tree.thal";
  Store store;
  store.world = hills(3, {.corners = kIsSlowBuild ? 20u : 91u});
  const Ground ground = on_faces(store.world, Profile::thesis());
  store = with_metric(std::move(store), "m", ground).value();
  for (const std::uint32_t layers : {5u, 10u, 0u}) {
    NaturalTree tree;
    double building = 1e9;
    double loading = 1e9;
    for (int round = 0; round < 3; ++round) {
      building = std::min(
          building, seconds_of([&] {
            const Ground again = stored_ground(store, "m").value();
            tree = natural_tree(again, {.grow = GrowRule::thesis, .layers = layers}).value();
          }));
    }
    const StoredPartition stored{.name = "t",
                                 .metric = "m",
                                 .metric_fingerprint = ground.fingerprint(),
                                 .natural = {.is_done = true, .layers = layers},
                                 .partition = tree.partition(),
                                 .rests = rests_of(tree)};
    ASSERT_TRUE(save_store(with_partition(store, stored).value(), path).ok());
    NaturalTree loaded;
    for (int round = 0; round < 3; ++round) {
      loading = std::min(loading, seconds_of([&] {
                           loaded = natural_tree(load_store(path).value(), "t").value().tree;
                         }));
    }
    std::printf("%u triangles, %u layers: built in %.1f ms, loaded in %.1f ms (best of 3)\n",
                store.world.mesh.face_count(), layers, building * 1e3, loading * 1e3);
    EXPECT_TRUE(std::ranges::equal(rests_of(loaded), rests_of(tree)));
    for (std::uint32_t p = 0; p < tree.piece_count(); ++p) {
      ASSERT_EQ(loaded.child(PieceId(p)), tree.child(PieceId(p)));
      ASSERT_TRUE(std::ranges::equal(loaded.neighbours(loaded.child(PieceId(p))),
                                     tree.neighbours(tree.child(PieceId(p)))));
    }
    EXPECT_TRUE(kIsSlowBuild || loading < building);
  }
}

}  // namespace
}  // namespace thalweg
