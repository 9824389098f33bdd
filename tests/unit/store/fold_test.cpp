// Folds in a file: they are read back complete, and only with the metric that they were made for.
#include <gtest/gtest.h>

#include "grounds.hpp"
#include "planners.hpp"
#include "scope.hpp"
#include "thalweg/planners/fold.hpp"
#include "unit/store/sealing.hpp"

namespace thalweg {
namespace {

constexpr std::string_view kFolded = R"(
    . . . . . . . # .
    . # . # . # # # .
    . # . . . # . . .
    . # # # . # # # .
    . . . # . . . # .
    # # . # # # . # .
    . . . . . w . . . )";

Store store_with_folds() {
  Store store;
  store.world =
      with_links(mesh_scene(kFolded), {link_between({0.5f, 0.5f, 0}, {8.5f, 0.5f, 0})}).value();
  for (const GraphSpec& spec : {GraphSpec::portals(), GraphSpec::faces()}) {
    const Ground ground = ground_of(store.world, spec, Profile::hiker());
    const std::string name(ground.graph().facts().name);
    store = with_metric(std::move(store), name, ground).value();
    for (const auto& [core, end] :
         {std::pair(FoldCore::table, ".table"), std::pair(FoldCore::labels, ".labels"),
          std::pair(FoldCore::search, ".search")}) {
      const Fold fold = fold_ground(ground, options_for(core)).value();
      store = with_fold(std::move(store), {.name = name + end,
                                           .recipe = "fold:table=32:labels=64:share=1",
                                           .metric = name,
                                           .fold = fold})
                  .value();
    }
  }
  return store;
}

std::vector<Distance> fold_answers(const Ground& ground, const Fold& fold) {
  const auto planner = planner_by(ground, fold_search(ground, fold));
  std::vector<Distance> all;
  Random random(seed_of(8));
  for (int i = 0; i < 20; ++i) {
    const Point start = random_point(ground.world(), random);
    const Answer answer = planner->find(
        {.start = start, .goal = random_point(ground.world(), random), .try_straight = false});
    all.push_back(static_cast<Distance>(answer.outcome));
    all.push_back(answer.cost);
    all.push_back(answer.route.nodes.size());
  }
  return all;
}

TEST(StoredFold, comes_back_as_it_was) {
  const Store store = store_with_folds();
  const FileBytes file = bytes_of(store);
  const auto loaded = file.read();
  ASSERT_TRUE(loaded.ok()) << loaded.error();
  ASSERT_EQ(loaded->folds.size(), 6u);
  EXPECT_TRUE(loaded->others.empty());
  EXPECT_EQ(verify(*loaded), std::vector<std::string>{});
  EXPECT_TRUE(std::ranges::equal(bytes_of(*loaded).bytes(), file.bytes()));
  for (std::size_t i = 0; i < 6; ++i) {
    const StoredFold& after = loaded->folds[i];
    EXPECT_EQ(after.name, store.folds[i].name);
    EXPECT_EQ(after.recipe, store.folds[i].recipe);
    const Ground ground = stored_ground(*loaded, after.metric).value();
    const Fold ready = stored_fold(after, ground).value();
    EXPECT_EQ(fold_answers(ground, ready), fold_answers(ground, store.folds[i].fold));
  }
}

TEST(StoredFold, what_does_not_belong_together_is_refused) {
  const Store store = store_with_folds();
  EXPECT_EQ(find_fold(store, "x").error(),
            "there is no fold 'x' in the file, but face.labels, face.search, face.table, "
            "portal.labels, portal.search, portal.table");
  StoredFold one = *find_fold(store, "portal.table").value();
  const Ground faces = stored_ground(store, "face").value();
  EXPECT_EQ(stored_fold(one, faces).error(), "fold portal.table: it was made for another metric");
  one.metric = "face";
  EXPECT_EQ(with_fold(store, one).error(), "the fold is of another graph than its metric");
  one.metric = "swimmer";
  EXPECT_EQ(with_fold(store, one).error(), "there is no metric 'swimmer' in the file");
  one.recipe = "two words";
  EXPECT_EQ(with_fold(store, one).error(), "'two words' is no recipe of a fold");
  one.name = "a b";
  EXPECT_EQ(with_fold(store, one).error(), "'a b' cannot name a fold");
}

TEST(StoredFold, is_dropped_with_its_metric) {
  Store store = store_with_folds();
  const Ground other = ground_of(store.world, GraphSpec::faces(), Profile::euclid());
  store = with_metric(std::move(store), "face", other).value();
  ASSERT_EQ(store.folds.size(), 3u);
  EXPECT_EQ(store.folds.front().name, "portal.labels");
}

// Routes that are not the cheapest pass as safe, and verify finds them.
TEST(StoredFold, verify_finds_what_is_wrong) {
  Store store = store_with_folds();
  Fold& fold = store.folds.back().fold;
  std::vector<Cost> distances = fold.distances.to_vector();
  std::ranges::replace_if(
      distances, [](Cost cost) { return cost > 0; }, kForbidden);
  fold.distances = std::move(distances);
  ASSERT_EQ(verify(store).size(), 1u);
  EXPECT_EQ(verify(store).front(),
            "fold portal.table: the table says something else than a search");
}

// One word of each branch changed: the planner takes these for granted.
TEST(StoredFold, refuses_a_branch_that_is_not_that_of_its_face) {
  Store store = store_with_folds();
  int tried = 0;
  for (StoredFold& stored : store.folds) {
    const Ground ground = stored_ground(store, stored.metric).value();
    const Fold good = stored.fold;
    const auto refuses = [&](std::vector<std::uint32_t> offsets, std::vector<JunctionId> items) {
      stored.fold.branches = {std::move(offsets), std::move(items)};
      ++tried;
      return !stored_fold(stored, ground).ok();
    };
    const auto offsets = good.branches.offsets().to_vector();
    const auto items = good.branches.items().to_vector();
    for (std::size_t i = 0; i < items.size(); ++i) {
      for (const std::uint32_t value : {0u, items[i].value + 1, items[i].value - 1, 0xFFFFFFFFu}) {
        auto changed = items;
        changed[i] = JunctionId(value);
        if (changed == items) continue;
        EXPECT_TRUE(refuses(offsets, changed)) << stored.name << ", item " << i << ": " << value;
      }
    }
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      for (const std::uint32_t value : {0u, offsets[i] + 1, offsets[i] - 1, 0xFFFFFFFFu}) {
        auto changed = offsets;
        changed[i] = value;
        if (changed == offsets) continue;
        EXPECT_TRUE(refuses(changed, items)) << stored.name << ", offset " << i << ": " << value;
      }
    }
    stored.fold = good;
  }
  EXPECT_GT(tried, 100);
}

// Lengths between passages are searched over gates, which ground with links has none of.
TEST(StoredFold, refuses_lengths_without_passages) {
  Store store = store_with_folds();
  Fold& fold = store.folds.back().fold;
  ASSERT_EQ(fold.core, FoldCore::table);
  ASSERT_TRUE(fold.passage_pairs.empty());
  const Ground ground = stored_ground(store, store.folds.back().metric).value();
  for (std::size_t passages = 1; passages <= fold.chains.size() + fold.junctions.size();
       ++passages) {
    fold.passage_pairs = std::vector<FoldPassagePair>(passage_pair_count(passages));
    EXPECT_FALSE(stored_fold(store.folds.back(), ground).ok()) << passages;
  }
}

// Whatever loads may be used.
TEST(StoredFold, damaged_sections_are_refused_or_safe_to_use) {
  const auto sections = filled_sections(store_with_folds());
  Random random(seed_of(12));
  int refused = 0;
  const auto count = static_cast<int>(seeds_to_try({.test = 600, .check = 2000}));
  for (int i = 0; i < count; ++i) {
    std::size_t index = random.below(static_cast<std::uint32_t>(sections.size()));
    while (!sections[index].name.starts_with("fold/")) index = (index + 1) % sections.size();
    const FileBytes file = with_edit(sections, index, [&](std::vector<std::byte>& bytes) {
      damage(bytes, random.below(5), random,
             [&] { return static_cast<std::byte>(random.below(256)); });
    });
    const auto loaded = file.read();
    refused += !loaded.ok();
    if (!loaded) continue;
    for (const StoredFold& stored : loaded->folds) {
      const auto ground = stored_ground(*loaded, stored.metric);
      if (!ground) continue;
      const auto ready = stored_fold(stored, *ground);
      refused += !ready.ok();
      if (ready) fold_answers(*ground, *ready);
    }
  }
  EXPECT_GT(refused, count / 2);
}

}  // namespace
}  // namespace thalweg
