// Graphs that are slow to build come back from a file as they were, and only as walks in its world.
#include <gtest/gtest.h>

#include "grounds.hpp"
#include "obstacle_worlds.hpp"
#include "planners.hpp"
#include "scope.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/planners/a_star.hpp"
#include "unit/store/sealing.hpp"

namespace thalweg {
namespace {

Ground on_terrain(const World& world, const Profile& profile = Profile::hiker()) {
  return ground_of(world, GraphSpec::terrain(), profile);
}

Store terrain_store(const World& world) {
  Store store;
  store.world = world;
  return with_metric(std::move(store), "walked", on_terrain(world)).value();
}

// Hills, squares with walls between, and ground with a one-way and a two-way link.
std::vector<World> stored_worlds() {
  Link jump = link_between({0.5f, 0.5f, 0}, {4.5f, 0.5f, 0});
  Link stairs = link_between({2.5f, 1.5f, 0}, {4.5f, 1.5f, 0});
  stairs.is_two_way = 1;
  return {hills(3), random_squares(4, "....#wR"),
          with_links(mesh_scene(". . . . .\n. . . . ."), {jump, stairs}).value()};
}

TEST(StoredGraphs, come_back_without_being_built) {
  for (const World& world : stored_worlds()) {
    const Store store = terrain_store(world);
    EXPECT_EQ(store.metrics[0].arcs.labels.size(), store.metrics[0].parts.costs.size());
    const FileBytes file = bytes_of(store);
    const Store loaded = file.read().value();
    EXPECT_TRUE(std::ranges::equal(bytes_of(loaded).bytes(), file.bytes()));
    const Ground fresh = on_terrain(world);
    const auto again = stored_ground(loaded, "walked");
    ASSERT_TRUE(again.ok()) << again.error();
    EXPECT_EQ(again->graph().fingerprint(), fresh.graph().fingerprint());
    EXPECT_EQ(again->fingerprint(), fresh.fingerprint());
    EXPECT_EQ(again->graph().bytes(), fresh.graph().bytes());
    // Mapped, not copied.
    EXPECT_EQ(again->graph().arrays().labels.data(), loaded.metrics[0].arcs.labels.data());
    EXPECT_EQ(verify(loaded), std::vector<std::string>{});
  }
}

TEST(StoredGraphs, are_the_same_bytes_on_any_number_of_threads) {
  const World world = hills(5, {.corners = 40});
  set_thread_count(1);
  const FileBytes one = bytes_of(terrain_store(world));
  set_thread_count(2);
  const FileBytes two = bytes_of(terrain_store(world));
  set_thread_count(0);
  EXPECT_TRUE(std::ranges::equal(one.bytes(), two.bytes()));
}

TEST(StoredGraphs, of_other_kinds_are_built_again) {
  Store store;
  store.world = hills(6);
  const Ground portals = on_portals(store.world);
  store = with_metric(std::move(store), "p", portals).value();
  EXPECT_TRUE(store.metrics[0].arcs.empty());
  store.metrics[0].arcs = {portals.graph().arrays().targets, portals.graph().arrays().labels};
  EXPECT_EQ(stored_ground(store, "p").error(), "metric p: a portal graph is not stored");
}

TEST(StoredGraphs, that_older_files_lack_are_built_again) {
  Store store = terrain_store(hills(7));
  const std::uint64_t print = stored_ground(store, "walked").value().fingerprint();
  store.metrics[0].arcs = {};
  const Store loaded = bytes_of(store).read().value();
  EXPECT_TRUE(loaded.metrics[0].arcs.empty());
  EXPECT_EQ(stored_ground(loaded, "walked").value().fingerprint(), print);
}

TEST(StoredGraphs, hold_walks_from_node_to_node) {
  for (const World& world : stored_worlds()) {
    const Store store = terrain_store(world);
    const GraphRows& arcs = store.metrics[0].arcs;
    const std::string refusal =
        "metric walked: an arc of a terrain graph is no walk from its node to another";
    Random random(seed_of(2));
    for (int round = 0; round < 300; ++round) {
      Store changed = store;
      auto targets = arcs.targets.items().to_vector();
      auto labels = arcs.labels.to_vector();
      const std::uint32_t i = random.below(static_cast<std::uint32_t>(targets.size()));
      if (round % 3 == 0) targets[i] = NodeId(random.below(1u << (random.below(32))));
      if (round % 3 == 1) labels[i].value ^= 1u << random.below(32);
      if (round % 3 == 2) labels[i].value = static_cast<std::uint32_t>(random.next());
      if (targets[i] == arcs.targets.items()[i] && labels[i] == arcs.labels[ArcId(i)]) continue;
      changed.metrics[0].arcs = {{arcs.targets.offsets(), std::move(targets)}, std::move(labels)};
      const auto loaded = bytes_of(changed).read();
      ASSERT_TRUE(loaded.ok()) << loaded.error();
      const auto ground = stored_ground(*loaded, "walked");
      ASSERT_FALSE(ground.ok());  // another walk has another fingerprint
      EXPECT_TRUE(ground.error() == refusal ||
                  ground.error() == "metric walked: the metric is of another graph")
          << ground.error();
    }
  }
}

TEST(StoredGraphs, are_grouped_by_their_nodes) {
  const Store store = terrain_store(hills(8));
  const GraphRows& arcs = store.metrics[0].arcs;
  const auto refused = [&](std::vector<std::uint32_t> offsets) {
    Store changed = store;
    changed.metrics[0].arcs.targets = {std::move(offsets), arcs.targets.items()};
    return stored_ground(changed, "walked").error();
  };
  const std::string sentence = "metric walked: the arcs of a graph are not grouped by its nodes";
  auto offsets = arcs.targets.offsets().to_vector();
  offsets.pop_back();
  EXPECT_EQ(refused(offsets), sentence);
  offsets = arcs.targets.offsets().to_vector();
  offsets[3] = 0xFFFFFFFFu;
  EXPECT_EQ(refused(offsets), sentence);
  offsets = arcs.targets.offsets().to_vector();
  ++offsets.back();
  EXPECT_EQ(refused(offsets), sentence);
  Store without = store;
  without.metrics[0].arcs.labels = {};
  EXPECT_FALSE(bytes_of(without).read().ok());
}

// A graph that lacks an arc is memory-safe, but is not what the world gives.
TEST(StoredGraphs, are_verified_by_building_them) {
  Store store = terrain_store(hills(9));
  const GraphRows& arcs = store.metrics[0].arcs;
  auto offsets = arcs.targets.offsets().to_vector();
  for (std::size_t n = 1; n < offsets.size(); ++n) --offsets[n];
  const auto targets = arcs.targets.items().to_vector();
  const auto labels = arcs.labels.to_vector();
  Graph less =
      restore_graph(store.world, GraphSpec::terrain(), Profile::hiker(),
                    {{std::move(offsets), std::vector<NodeId>(targets.begin() + 1, targets.end())},
                     std::vector<ArcLabel>(labels.begin() + 1, labels.end())})
          .value();
  Metric metric = price(store.world, less, Profile::hiker()).value();
  const Ground ground = Ground::of(store.world, std::move(less), std::move(metric)).value();
  store = with_metric(std::move(store), "walked", ground).value();
  const Store loaded = bytes_of(store).read().value();
  EXPECT_TRUE(stored_ground(loaded, "walked").ok());
  EXPECT_EQ(verify(loaded), std::vector<std::string>{
                                "metric walked: the graph is not the one that its world gives"});
}

TEST(StoredGraphs, hostile_contents_are_refused_or_safe) {
  const auto sections = filled_sections(terrain_store(stored_worlds()[2]));
  Random random(seed_of(13));
  for (std::size_t i = 0; i < sections.size(); ++i) {
    for (std::uint64_t round = 0; round < 60; ++round) {
      const FileBytes file = with_edit(sections, i, [&](std::vector<std::byte>& bytes) {
        damage(bytes, round % 4, random, [&] { return static_cast<std::byte>(random.next()); });
      });
      const auto loaded = file.read();
      if (!loaded.ok()) continue;
      const auto ground = stored_ground(*loaded, "walked");
      static_cast<void>(verify(*loaded));
      if (!ground.ok()) continue;
      Planner planner = a_star_on(*ground);
      static_cast<void>(planner.find({.start = {0.5, 0.5}, .goal = {4.5, 1.5}, .reach = 2}));
    }
  }
}

TEST(StoredWorlds, know_that_they_were_height_maps) {
  World world = hills(10);
  world.is_height_map = true;
  FileBytes file = bytes_of(world);
  EXPECT_TRUE(file.read()->world.is_height_map);
  world.is_height_map = false;
  EXPECT_FALSE(bytes_of(world).read()->world.is_height_map);
  world.is_height_map = true;
  const auto sections = filled_sections([&] {
    Store store;
    store.world = world;
    return store;
  }());
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (sections[i].name != "world/height_map") continue;
    const auto two = with_edit(sections, i, [](auto& bytes) { bytes[0] = std::byte{2}; });
    EXPECT_EQ(two.read().error(), "section world/height_map holds something else than a one");
  }
}

}  // namespace
}  // namespace thalweg
