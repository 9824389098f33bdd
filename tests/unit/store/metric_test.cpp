// Metrics in a file: read back complete; flipped bits, hostile contents
// and wrong belongings are refused.
#include <gtest/gtest.h>

#include "grounds.hpp"
#include "scope.hpp"
#include "unit/store/sealing.hpp"
#include "unit/world/sample_worlds.hpp"

namespace thalweg {
namespace {

// A store whose world is priced for several agents on several graphs.
Store priced_store() {
  Store store;
  store.world = samples::every_world()[8];
  const auto add = [&](const std::string& name, const Ground& ground) {
    store = with_metric(std::move(store), name, ground).value();
  };
  add("hiker", ground_of(store.world, GraphSpec::portals(3, 0.5f), Profile::hiker()));
  add("thesis", on_faces(store.world, Profile::thesis()));
  add("euclid.grid", on_grid(store.world));
  return store;
}

TEST(StoredMetrics, come_back_as_they_were) {
  const Store store = priced_store();
  const FileBytes file = bytes_of(store);
  const auto loaded = file.read();
  ASSERT_TRUE(loaded.ok()) << loaded.error();
  ASSERT_EQ(loaded->metrics.size(), 3u);
  EXPECT_TRUE(loaded->others.empty());
  for (const StoredMetric& metric : loaded->metrics) {
    const auto before = stored_ground(store, metric.name);
    const auto after = stored_ground(*loaded, metric.name);
    ASSERT_TRUE(before.ok()) << before.error();
    ASSERT_TRUE(after.ok()) << after.error();
    EXPECT_GT(after->metric().arc_count(), 0u);
    EXPECT_EQ(after->graph().fingerprint(), before->graph().fingerprint());
    EXPECT_EQ(after->metric().fingerprint(), before->metric().fingerprint());
  }
  EXPECT_EQ(verify(*loaded), std::vector<std::string>{});
  EXPECT_TRUE(std::ranges::equal(bytes_of(*loaded).bytes(), file.bytes()));
}

TEST(StoredMetrics, areas_in_any_order_come_back_with_the_same_fingerprint) {
  Store store;
  store.world = samples::every_world()[8];
  Profile profile = Profile::euclid();
  profile.areas = {{.area = "water", .multiplier = 3}, {.area = "swamp", .multiplier = 2}};
  const Ground ground = on_faces(store.world, profile);
  store = with_metric(std::move(store), "x", ground).value();
  const auto loaded = bytes_of(store).read();
  ASSERT_TRUE(loaded.ok()) << loaded.error();
  const auto again = stored_ground(*loaded, "x");
  ASSERT_TRUE(again.ok()) << again.error();
  EXPECT_EQ(again->metric().fingerprint(), ground.metric().fingerprint());
  EXPECT_EQ(verify(*loaded), std::vector<std::string>{});
}

TEST(StoredMetrics, what_does_not_belong_together_is_refused) {
  const Store store = priced_store();
  EXPECT_EQ(stored_ground(store, "swimmer").error(), "there is no metric 'swimmer' in the file");
  Store moved = store;
  moved.world.origin.x += 1;
  EXPECT_EQ(stored_ground(moved, "hiker").error(), "metric hiker: the metric is of another graph");
  EXPECT_EQ(verify(moved).size(), 3u);
  const auto hiker = stored_ground(store, "hiker").value();
  EXPECT_EQ(with_metric(moved, "x", hiker).error(), "the graph is of another world");
  EXPECT_EQ(with_metric(store, "a/b", hiker).error(), "'a/b' cannot name a metric");
}

TEST(StoredMetrics, a_name_is_kept_once) {
  const Store store = priced_store();
  const auto thesis = stored_ground(store, "thesis").value();
  const Store replaced = with_metric(store, "hiker", thesis).value();
  EXPECT_EQ(replaced.metrics.size(), 3u);
  EXPECT_EQ(stored_ground(replaced, "hiker").value().fingerprint(), thesis.fingerprint());
  Store twice = store;
  twice.metrics.push_back(twice.metrics.front());
  EXPECT_FALSE(seal_thal(sections_of(twice).value()).ok());
}

TEST(StoredMetrics, verify_prices_again) {
  Store store = priced_store();
  auto costs = store.metrics[1].parts.costs.to_vector();
  ++costs[3];
  store.metrics[1].parts.costs = costs;
  EXPECT_EQ(verify(store), std::vector<std::string>{
                               "metric hiker: the metric is not the one that its profile gives"});
  costs.pop_back();
  store.metrics[1].parts.costs = costs;
  EXPECT_EQ(verify(store), std::vector<std::string>{"metric hiker: the costs are not one per arc"});
}

TEST(StoredMetrics, every_flipped_bit_is_refused) {
  FileBytes file = bytes_of(priced_store());
  const auto bytes = file.bytes();
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    const auto mask = static_cast<std::byte>(1 << bit % 8);
    bytes[bit / 8] ^= mask;
    ASSERT_FALSE(file.read().ok()) << "bit " << bit;
    bytes[bit / 8] ^= mask;
  }
}

TEST(StoredMetrics, hostile_contents_are_refused_or_safe) {
  const auto sections = filled_sections(priced_store());
  Random random(seed_of(12));
  for (std::size_t i = 0; i < sections.size(); ++i) {
    for (std::uint64_t round = 0; round < 60; ++round) {
      const FileBytes file = with_edit(sections, i, [&](std::vector<std::byte>& bytes) {
        damage(bytes, round % 4, random, [&] { return static_cast<std::byte>(random.next()); });
      });
      const auto loaded = file.read();
      if (!loaded.ok()) continue;
      for (const StoredMetric& metric : loaded->metrics) {
        static_cast<void>(stored_ground(*loaded, metric.name));
      }
      static_cast<void>(verify(*loaded));
    }
  }
}

}  // namespace
}  // namespace thalweg
