// Pyramids in a file: they are read back complete, and only with the metric that they were built
// from.
#include <gtest/gtest.h>

#include "grounds.hpp"
#include "thalweg/papers/natural.hpp"
#include "unit/store/sealing.hpp"

namespace thalweg {
namespace {

Store store_with_pyramids() {
  Store store;
  store.world = hills(3, {.corners = 9});
  for (const char* name : {"thesis", "hiker"}) {
    const Ground ground =
        on_faces(store.world, std::string(name) == "hiker" ? Profile::hiker() : Profile::thesis());
    store = with_metric(std::move(store), name, ground).value();
    store = with_pyramid(std::move(store),
                         {.name = name,
                          .recipe = "natural:grow=capped:cap_base=4:order=cost:refine=whole",
                          .metric = name,
                          .pyramid = natural_pyramid(ground, {.base = 4}).value()})
                .value();
  }
  return store;
}

TEST(StoredPyramids, come_back_as_they_were) {
  const Store store = store_with_pyramids();
  const FileBytes file = bytes_of(store);
  const auto loaded = file.read();
  ASSERT_TRUE(loaded.ok()) << loaded.error();
  ASSERT_EQ(loaded->pyramids.size(), 2u);
  EXPECT_TRUE(loaded->others.empty());
  for (std::size_t i = 0; i < 2; ++i) {
    const StoredPyramid& before = store.pyramids[i];
    const StoredPyramid& after = loaded->pyramids[i];
    EXPECT_EQ(after.name, before.name);
    EXPECT_EQ(after.recipe, before.recipe);
    EXPECT_EQ(after.metric, before.metric);
    EXPECT_GE(after.pyramid.top_level(), 2u);
    const PyramidArrays& had = before.pyramid.arrays();
    const PyramidArrays& has = after.pyramid.arrays();
    EXPECT_EQ(has.metric, had.metric);
    EXPECT_TRUE(std::ranges::equal(has.middles, had.middles));
    EXPECT_TRUE(std::ranges::equal(has.boxes, had.boxes));
    EXPECT_TRUE(std::ranges::equal(has.steps.items(), had.steps.items()));
  }
  EXPECT_EQ(verify(*loaded), std::vector<std::string>{});
  EXPECT_TRUE(std::ranges::equal(bytes_of(*loaded).bytes(), file.bytes()));
}

TEST(StoredPyramids, are_used_only_with_their_own_metric) {
  const Store store = store_with_pyramids();
  const Ground thesis = stored_ground(store, "thesis").value();
  EXPECT_TRUE(stored_pyramid(*find_pyramid(store, "thesis").value(), thesis).ok());
  EXPECT_EQ(stored_pyramid(*find_pyramid(store, "hiker").value(), thesis).error(),
            "pyramid hiker: it was built from another metric");
  EXPECT_EQ(find_pyramid(store, "x").error(),
            "there is no pyramid 'x' in the file, but hiker, thesis");
  StoredPyramid stored = store.pyramids.front();
  stored.name = "no name";
  EXPECT_FALSE(with_pyramid(store, stored).ok());
  stored.name = "other";
  stored.metric = "nobody";
  EXPECT_EQ(with_pyramid(store, stored).error(), "there is no metric 'nobody' in the file");
}

TEST(StoredPyramids, a_metric_priced_again_drops_them) {
  Store store = store_with_pyramids();
  Profile other = Profile::thesis();
  other.greatest_slope = 30;
  const Ground priced = on_faces(store.world, other);
  store = with_metric(std::move(store), "thesis", priced).value();
  ASSERT_EQ(store.pyramids.size(), 1u);
  EXPECT_EQ(store.pyramids.front().name, "hiker");
}

// A step to another cell of its level, and a node in another cell: searches rely on both.
TEST(StoredPyramids, are_refused_where_steps_are_not_where_arcs_lead) {
  const Store store = store_with_pyramids();
  const Ground ground = stored_ground(store, store.pyramids.front().metric).value();
  const PyramidArrays good = store.pyramids.front().pyramid.arrays();
  const auto is_refused = [&](const PyramidArrays& arrays) {
    StoredPyramid stored = store.pyramids.front();
    const auto pyramid = Pyramid::from(arrays);
    if (!pyramid) return true;
    stored.pyramid = *pyramid;
    return !stored_pyramid(stored, ground).ok();
  };
  ASSERT_FALSE(is_refused(good));
  for (std::size_t i = 0; i < good.steps.item_count(); ++i) {
    for (const std::uint32_t by : {1u, 0xFFFFFFFFu}) {
      auto steps = good.steps.items().to_vector();
      steps[i].target.value += by;
      PyramidArrays bad = good;
      bad.steps = {good.steps.offsets(), std::move(steps)};
      EXPECT_TRUE(is_refused(bad)) << "step " << i;
    }
  }
  int refused = 0;
  for (const NodeId node : ground.graph().nodes()) {
    auto home = good.cells.arrays().home.to_vector();
    home[node.value].value ^= 1;
    auto cells = Partition::from(good.cells.graph_fingerprint(), std::move(home),
                                 good.cells.arrays().parent);
    PyramidArrays bad = good;
    if (cells) bad.cells = std::move(cells).value();
    refused += !cells || is_refused(bad) ? 1 : 0;
  }
  EXPECT_GT(refused, static_cast<int>(ground.graph().node_count() * 3 / 4));
}

TEST(StoredPyramids, a_file_that_lies_is_found_out) {
  Store store = store_with_pyramids();
  PyramidArrays arrays = store.pyramids.front().pyramid.arrays();
  std::vector<CellStep> steps = arrays.steps.items().to_vector();
  steps.front().cost += 1;
  arrays.steps = {arrays.steps.offsets(), steps};
  store.pyramids.front().pyramid = Pyramid::from(arrays).value();
  const auto broken = verify(bytes_of(store).read().value());
  ASSERT_EQ(broken.size(), 1u);
  EXPECT_EQ(broken.front(), "pyramid hiker: the steps are not those of the metric");
}

}  // namespace
}  // namespace thalweg
