// Coarse grounds in a file: they are read back complete, and only with the metric that they were
// made for.
#include <gtest/gtest.h>

#include "grounds.hpp"
#include "planners.hpp"
#include "scope.hpp"
#include "thalweg/papers/coarse.hpp"
#include "thalweg/planners/coarse.hpp"
#include "unit/store/sealing.hpp"

namespace thalweg {
namespace {

Store store_with_coarse() {
  Store store;
  Link link;
  link.from = {1, 1, 0};
  link.to = {6, 6, 0};
  store.world = with_links(hills(5, {.corners = 12}), {link}, 1e3).value();
  for (const GraphSpec& spec : {GraphSpec::terrain(), GraphSpec::faces()}) {
    const Ground fine = ground_of(store.world, spec, Profile::hiker());
    const std::string name(fine.graph().facts().name);
    store = with_metric(std::move(store), name, fine).value();
    store = with_coarse(std::move(store),
                        stored_coarse("over." + name, "coarse:share=0.3:error=any", name,
                                      coarse_ground(fine, {.share = 0.3}).value()))
                .value();
  }
  return store;
}

std::vector<Distance> coarse_answers(const Ground& ground, const CoarseGround& coarse) {
  const auto planner = planner_by(ground, CoarseSearch::make(ground, coarse, {.near_nodes = 0}));
  std::vector<Distance> all;
  Random random(seed_of(8));
  for (int i = 0; i < 20; ++i) {
    const Point start = random_point(ground.world(), random);
    const Answer answer =
        planner->find({.start = start, .goal = random_point(ground.world(), random)});
    all.push_back(static_cast<Distance>(answer.outcome));
    all.push_back(answer.cost);
    all.push_back(answer.stats.expanded);
  }
  return all;
}

TEST(StoredCoarse, comes_back_as_it_was) {
  const Store store = store_with_coarse();
  const FileBytes file = bytes_of(store);
  const auto loaded = file.read();
  ASSERT_TRUE(loaded.ok()) << loaded.error();
  ASSERT_EQ(loaded->coarse.size(), 2u);
  EXPECT_TRUE(loaded->others.empty());
  EXPECT_EQ(verify(*loaded), std::vector<std::string>{});
  EXPECT_TRUE(std::ranges::equal(bytes_of(*loaded).bytes(), file.bytes()));
  for (std::size_t i = 0; i < 2; ++i) {
    const StoredCoarse& before = store.coarse[i];
    const StoredCoarse& after = loaded->coarse[i];
    EXPECT_EQ(after.name, before.name);
    EXPECT_EQ(after.recipe, "coarse:share=0.3:error=any");
    EXPECT_EQ(after.error, before.error);
    const Ground fine = stored_ground(*loaded, after.metric).value();
    const CoarseGround ready = coarse_ground(after, fine).value();
    EXPECT_EQ(coarse_answers(fine, ready),
              coarse_answers(fine, coarse_ground(before, fine).value()));
  }
}

TEST(StoredCoarse, what_does_not_belong_together_is_refused) {
  const Store store = store_with_coarse();
  EXPECT_EQ(find_coarse(store, "x").error(),
            "there is no coarse 'x' in the file, but over.face, over.terrain");
  StoredCoarse one = *find_coarse(store, "over.terrain").value();
  const Ground faces = stored_ground(store, "face").value();
  EXPECT_EQ(coarse_ground(one, faces).error(),
            "coarse over.terrain: it was made for another metric");
  one.metric = "face";
  EXPECT_EQ(with_coarse(store, one).error(),
            "the coarse ground is of another graph than its metric");
  one.metric = "swimmer";
  EXPECT_EQ(with_coarse(store, one).error(), "there is no metric 'swimmer' in the file");
  one.recipe = "two words";
  EXPECT_EQ(with_coarse(store, one).error(), "'two words' is no recipe of a coarse ground");
  one.name = "a b";
  EXPECT_EQ(with_coarse(store, one).error(), "'a b' cannot name a coarse");
}

TEST(StoredCoarse, is_dropped_with_its_metric) {
  Store store = store_with_coarse();
  const Ground other = ground_of(store.world, GraphSpec::terrain(), Profile::euclid());
  store = with_metric(std::move(store), "terrain", other).value();
  ASSERT_EQ(store.coarse.size(), 1u);
  EXPECT_EQ(store.coarse.front().name, "over.face");
}

TEST(StoredCoarse, verify_finds_what_is_wrong) {
  Store store = store_with_coarse();
  std::vector<FaceId> homes = store.coarse[1].homes.to_vector();
  homes[2] = homes[2] == FaceId(0) ? FaceId(1) : FaceId(0);
  store.coarse[1].homes = std::move(homes);
  ASSERT_EQ(verify(store).size(), 1u);
  EXPECT_EQ(verify(store).front(),
            "coarse over.terrain: a node lies on another coarse face than is said");
  homes.assign(store.coarse[1].homes.size(), FaceId(1'000'000));
  store.coarse[1].homes = std::move(homes);
  EXPECT_EQ(bytes_of(store).read().error(),
            "coarse over.terrain: a node lies on a coarse face that does not exist");
}

// Whatever loads may be used.
TEST(StoredCoarse, damaged_sections_are_refused_or_safe_to_use) {
  const auto sections = filled_sections(store_with_coarse());
  Random random(seed_of(11));
  int refused = 0;
  const auto count = static_cast<int>(seeds_to_try(400));
  for (int i = 0; i < count; ++i) {
    std::size_t index = random.below(static_cast<std::uint32_t>(sections.size()));
    while (!sections[index].name.starts_with("coarse/")) index = (index + 1) % sections.size();
    const FileBytes file = with_edit(sections, index, [&](std::vector<std::byte>& bytes) {
      damage(bytes, random.below(5), random,
             [&] { return static_cast<std::byte>(random.below(256)); });
    });
    const auto loaded = file.read();
    refused += !loaded.ok();
    if (!loaded) continue;
    for (const StoredCoarse& stored : loaded->coarse) {
      const auto fine = stored_ground(*loaded, stored.metric);
      if (!fine) continue;
      if (const auto ready = coarse_ground(stored, *fine)) coarse_answers(*fine, *ready);
    }
  }
  EXPECT_GT(refused, count / 10);
}

}  // namespace
}  // namespace thalweg
