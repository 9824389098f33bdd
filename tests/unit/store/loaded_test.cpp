// Terrains and natural trees are loaded as they were saved.
#include <gtest/gtest.h>

#include <algorithm>

#include "grounds.hpp"
#include "thalweg/papers/natural.hpp"
#include "thalweg/store/store.hpp"
#include "thalweg/structures/kinds.hpp"
#include "unit/store/scratch_folder.hpp"
#include "unit/world/sample_worlds.hpp"

namespace thalweg {
namespace {

TEST(Loaded, a_terrain_is_the_same_and_takes_48_bytes_a_triangle) {
  const ScratchFolder folder;
  const auto path = folder / "terrain.thal";
  const World world = samples::world_of(samples::mesh_of(samples::triangles(200)));
  ASSERT_TRUE(save_world(world, path).ok());
  const World loaded = load_world(path).value();
  EXPECT_EQ(loaded.fingerprint(), world.fingerprint());
  EXPECT_LE(loaded.mesh.bytes(), 48u * loaded.mesh.face_count());
}

// With its records, which are stored: nothing is computed again.
TEST(Loaded, a_natural_tree_is_the_one_that_was_stored) {
  const ScratchFolder folder;
  const auto path = folder / "tree.thal";
  Store store;
  store.world = hills(3, {.corners = 30});
  const Ground ground = on_faces(store.world, Profile::thesis());
  store = with_metric(std::move(store), "m", ground).value();
  for (const std::uint32_t layers : {5u, 10u, 0u}) {
    const GrownTree grown =
        grown_tree(ground, {.grow = GrowRule::thesis, .layers = layers}).value();
    const NaturalTree& tree = grown.tree;
    const Structure built(natural_tree_kind(), ground, {}, grown);
    ASSERT_TRUE(save_store(with_structure(store, stored(built, "t", "m")).value(), path).ok());
    const Structure read = structure_of(load_store(path)->structures.front(), ground).value();
    EXPECT_EQ(read.as<GrownTree>()->recipe, grown.recipe);
    const NaturalTree& loaded = read.as<GrownTree>()->tree;
    EXPECT_TRUE(std::ranges::equal(rests_of(loaded), rests_of(tree)));
    ASSERT_EQ(loaded.piece_count(), tree.piece_count());
    for (std::uint32_t p = 0; p < tree.piece_count(); ++p) {
      ASSERT_EQ(loaded.child(PieceId(p)), tree.child(PieceId(p)));
      ASSERT_TRUE(std::ranges::equal(loaded.neighbours(loaded.child(PieceId(p))),
                                     tree.neighbours(tree.child(PieceId(p)))));
    }
  }
}

}  // namespace
}  // namespace thalweg
