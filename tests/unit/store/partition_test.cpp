// Partitions in a file: they are read back complete, and only with the metric that they were grown
// from.
#include <gtest/gtest.h>

#include "grounds.hpp"
#include "scope.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/papers/natural.hpp"
#include "unit/store/scratch_folder.hpp"
#include "unit/store/sealing.hpp"

namespace thalweg {
namespace {

StoredPartition grown(const Ground& ground, std::string metric, const NaturalOptions& options) {
  const NaturalTree tree = natural_tree(ground, options).value();
  return {.name = metric + ".cells",
          .metric = std::move(metric),
          .metric_fingerprint = tree.metric_fingerprint(),
          .natural = {.rule = options.rule,
                      .steps = options.steps,
                      .layers = options.layers,
                      .grow = options.grow,
                      .base = options.base},
          .partition = tree.partition(),
          .rests = rests_of(tree)};
}

// Hills priced for two agents, with separate cells for each.
Store store_with_cells() {
  Store store;
  store.world = hills(3, {.corners = 6});
  const auto add = [&](const std::string& name, const Ground& ground,
                       const NaturalOptions& options) {
    store = with_metric(std::move(store), name, ground).value();
    store = with_partition(store, grown(ground, name, options)).value();
  };
  add("faces", on_faces(store.world, Profile::thesis()),
      {.grow = GrowRule::thesis, .rule = RestRule::average});
  add("portals", on_portals(store.world, Profile::thesis()), {.base = 2});
  StoredPartition again = store.partitions.front();
  again.name += ".b";  // its sections come before those of the shorter name
  store = with_partition(std::move(store), again).value();
  return store;
}

TEST(StoredPartitions, come_back_as_they_were) {
  const Store store = store_with_cells();
  const FileBytes file = bytes_of(store);
  const auto loaded = file.read();
  ASSERT_TRUE(loaded.ok()) << loaded.error();
  ASSERT_EQ(loaded->partitions.size(), 3u);
  EXPECT_TRUE(loaded->others.empty());
  for (std::size_t i = 0; i < 3; ++i) {
    const StoredPartition& before = store.partitions[i];
    const StoredPartition& after = loaded->partitions[i];
    EXPECT_EQ(after.name, before.name);
    EXPECT_EQ(after.metric, before.metric);
    EXPECT_EQ(after.metric_fingerprint, before.metric_fingerprint);
    EXPECT_EQ(after.natural, before.natural);
    EXPECT_EQ(after.partition.graph_fingerprint(), before.partition.graph_fingerprint());
    EXPECT_GT(after.partition.cell_count(), 4u);
    EXPECT_TRUE(std::ranges::equal(after.partition.arrays().home, before.partition.arrays().home));
    EXPECT_TRUE(
        std::ranges::equal(after.partition.arrays().parent, before.partition.arrays().parent));
    EXPECT_TRUE(std::ranges::equal(after.rests, before.rests));
    EXPECT_TRUE(
        std::ranges::equal(after.partition.arrays().height, before.partition.arrays().height));
  }
  EXPECT_EQ(verify(*loaded), std::vector<std::string>{});
  EXPECT_TRUE(std::ranges::equal(bytes_of(*loaded).bytes(), file.bytes()));
}

TEST(StoredPartitions, the_tree_is_the_one_that_was_grown) {
  const Store store = store_with_cells();
  const auto planted = natural_tree(bytes_of(store).read().value(), "faces.cells");
  ASSERT_TRUE(planted.ok()) << planted.error();
  EXPECT_EQ(broken_law(planted->tree, NaturalGround::of(planted->ground).value()), std::nullopt);
  const NaturalTree fresh = natural_tree(planted->ground, {.grow = GrowRule::thesis}).value();
  EXPECT_EQ(planted->tree.rule(), RestRule::average);
  EXPECT_EQ(planted->tree.bytes(), fresh.bytes());
  for (std::uint32_t p = 0; p < fresh.piece_count(); ++p) {
    EXPECT_EQ(planted->tree.child(PieceId(p)), fresh.child(PieceId(p)));
  }
}

TEST(StoredPartitions, what_does_not_belong_together_is_refused) {
  const Store store = store_with_cells();
  EXPECT_EQ(natural_tree(store, "x").error(),
            "there is no partition 'x' in the file, but faces.cells, faces.cells.b, portals.cells");
  EXPECT_EQ(find_partition({}, "x").error(),
            "there is no partition 'x' in the file: it holds none");
  StoredPartition cells = store.partitions.front();
  cells.name = "a b";
  EXPECT_EQ(with_partition(store, cells).error(), "'a b' cannot name a partition");
  cells.name = "c";
  cells.metric = "swimmer";
  EXPECT_EQ(with_partition(store, cells).error(), "there is no metric 'swimmer' in the file");
  cells.metric = "portals";
  EXPECT_EQ(with_partition(store, cells).error(),
            "the partition is of another graph than its metric");
  Store orphan = store;
  orphan.metrics.erase(orphan.metrics.begin());
  EXPECT_EQ(natural_tree(orphan, "faces.cells").error(),
            "partition faces.cells: there is no metric 'faces' in the file");
  EXPECT_EQ(verify(orphan),
            (std::vector<std::string>{natural_tree(orphan, "faces.cells").error(),
                                      natural_tree(orphan, "faces.cells.b").error()}));
  Store crossed = store;
  crossed.partitions.front().metric = "portals";
  EXPECT_EQ(natural_tree(crossed, "faces.cells").error(),
            "partition faces.cells: the partition groups the nodes of another graph");
  Store other = store;
  ++other.partitions.front().metric_fingerprint;
  EXPECT_EQ(natural_tree(other, "faces.cells").error(),
            "partition faces.cells: it was grown from another metric");
}

TEST(StoredPartitions, cells_that_fall_apart_are_refused) {
  Store store = store_with_cells();
  StoredPartition& cells = store.partitions.front();
  std::vector<CellId> home(cells.partition.node_count());
  home.front() = home.back() = CellId(0);  // far from each other
  cells.partition =
      Partition::from(cells.partition.graph_fingerprint(), home, {{CellId()}}).value();
  cells.rests = {};
  const auto tree = natural_tree(bytes_of(store).read().value(), "faces.cells");
  ASSERT_FALSE(tree.ok());
  EXPECT_NE(tree.error().find("inside c0 no route leads from n0"), std::string::npos)
      << tree.error();
  EXPECT_EQ(verify(store), std::vector<std::string>{tree.error()});
}

TEST(StoredPartitions, wrong_rests_are_found_or_refused) {
  const Store store = store_with_cells();
  const auto with_rest = [&](auto edit) {
    Store edited = store;
    std::vector<Distances> rests = edited.partitions.front().rests.to_vector();
    edit(rests);
    edited.partitions.front().rests = std::move(rests);
    return edited;
  };
  const Store wrong = with_rest([](auto& rests) { ++rests.front().weighted; });
  EXPECT_TRUE(natural_tree(bytes_of(wrong).read().value(), "faces.cells").ok());
  EXPECT_EQ(
      verify(wrong),
      (std::vector<std::string>{"partition faces.cells: its rests are not those of its metric"}));
  EXPECT_EQ(bytes_of(with_rest([](auto& rests) { rests.pop_back(); })).read().error(),
            "partition faces.cells: its rests are not one for each piece");
  EXPECT_EQ(
      bytes_of(with_rest([](auto& rests) { rests.back().weighted = kUnreached; })).read().error(),
      "partition faces.cells: its rests are too large");
  const Store none = with_rest([](auto& rests) { rests.clear(); });
  EXPECT_EQ(verify(none), std::vector<std::string>{});
  const auto found_again = natural_tree(bytes_of(none).read().value(), "faces.cells");
  ASSERT_TRUE(found_again.ok());
  EXPECT_TRUE(std::ranges::equal(rests_of(found_again->tree), store.partitions.front().rests));
}

TEST(StoredPartitions, a_metric_replaced_by_another_takes_its_partitions_along) {
  const Store store = store_with_cells();
  const Ground same = stored_ground(store, "faces").value();
  EXPECT_EQ(with_metric(store, "faces", same).value().partitions.size(), 3u);
  const Ground other = with_profile(same, Profile::euclid());
  const Store replaced = with_metric(store, "faces", other).value();
  ASSERT_EQ(replaced.partitions.size(), 1u);
  EXPECT_EQ(replaced.partitions.front().name, "portals.cells");
  EXPECT_EQ(verify(replaced), std::vector<std::string>{});
}

TEST(StoredPartitions, a_name_is_kept_once) {
  const Store store = store_with_cells();
  StoredPartition cells = store.partitions.front();
  cells.natural.steps = 77;
  const Store replaced = with_partition(store, cells).value();
  ASSERT_EQ(replaced.partitions.size(), 3u);
  EXPECT_EQ(replaced.partitions.front().natural.steps, 77u);
  Store twice = store;
  twice.partitions.push_back(twice.partitions.front());
  EXPECT_FALSE(seal_thal(sections_of(twice).value()).ok());
}

TEST(StoredPartitions, what_could_not_be_loaded_is_not_saved) {
  const ScratchFolder folder;
  const auto path = folder / "world.thal";
  const Store store = store_with_cells();
  ASSERT_TRUE(save_store(store, path).ok());
  const std::string before = read_file(path).value();
  const auto refuses = [&](const auto& edit) {
    Store bad = store;
    edit(bad);
    const Result<void> saved = save_store(bad, path);
    ASSERT_FALSE(saved.ok());
    EXPECT_TRUE(saved.error().starts_with("cannot save '" + path.string() + "': "))
        << saved.error();
    EXPECT_EQ(read_file(path).value(), before);
  };
  refuses([](Store& bad) { bad.partitions.front().natural.tie_bits = 99; });
  refuses([](Store& bad) { bad.partitions.front().natural.most_children = 1; });
  refuses([](Store& bad) { bad.partitions.front().natural.layers = 1; });
  refuses([](Store& bad) { bad.partitions.front().natural.rule = static_cast<RestRule>(9); });
  refuses([](Store& bad) { bad.partitions.front().metric = "no name"; });
  refuses([](Store& bad) { bad.metrics.front().parts.profile.name = "a\nb"; });
  refuses([](Store& bad) { bad.metrics.front().parts.costs = std::vector<Cost>{0}; });
  refuses([](Store& bad) { bad.world.y_axis = static_cast<YAxis>(7); });
  refuses([](Store& bad) {
    bad.others.push_back({"grid/ground", 4, std::vector(4, std::byte{})});
  });
}

TEST(StoredPartitions, hostile_contents_are_refused_or_safe) {
  const auto sections = filled_sections(store_with_cells());
  Random random(seed_of(13));
  int refused = 0;
  int grown_again = 0;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (!sections[i].name.starts_with("partition/")) continue;
    for (std::uint64_t round = 0; round < 120; ++round) {
      const FileBytes file = with_edit(sections, i, [&](std::vector<std::byte>& bytes) {
        damage(bytes, round % 4, random, [&] { return static_cast<std::byte>(random.below(80)); });
      });
      const auto loaded = file.read();
      if (!loaded.ok()) {
        ++refused;
        continue;
      }
      for (const StoredPartition& stored : loaded->partitions) {
        grown_again += natural_tree(*loaded, stored.name).ok() ? 1 : 0;
        static_cast<void>(count_rubbish(stored.partition));
      }
      static_cast<void>(verify(*loaded));
    }
  }
  EXPECT_GT(refused, 100);
  EXPECT_GT(grown_again, 100);
}

}  // namespace
}  // namespace thalweg
