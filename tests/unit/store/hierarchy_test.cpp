// Hierarchies in a file: they are read back complete, and only with the metric that they were built
// from.
#include <gtest/gtest.h>

#include "grounds.hpp"
#include "planners.hpp"
#include "scope.hpp"
#include "thalweg/hierarchy/build.hpp"
#include "thalweg/partition/given.hpp"
#include "thalweg/partition/sections.hpp"
#include "thalweg/planners/abstract.hpp"
#include "unit/store/sealing.hpp"

namespace thalweg {
namespace {

constexpr SectionOptions kTwoLevels{.size = 4, .levels = 2, .factor = 2};

Hierarchy built(const Ground& ground, const Result<Cells>& cells, const HierarchyOptions& options) {
  return build_hierarchy(ground, cells.value(), options).value();
}

// A grid and a mesh in one world, each with hierarchies: with and without levels, routes and
// extents.
Store store_with_hierarchies() {
  Store store;
  WorldParts parts;
  parts.mesh = hills(5, {.corners = 9}).mesh;
  parts.grid = random_grid(5, "........#w").grid;
  store.world = make_world(std::move(parts)).value();
  const auto add = [&](const std::string& metric, const std::string& name, const auto& build) {
    const Ground ground = stored_ground(store, metric).value();
    store = with_hierarchy(std::move(store), {.name = name,
                                              .recipe = name + ":size=4",
                                              .metric = metric,
                                              .hierarchy = build(ground)})
                .value();
  };
  for (const Ground& ground : {on_grid(store.world), on_faces(store.world)}) {
    const std::string name(ground.graph().facts().name);
    store = with_metric(std::move(store), name, ground).value();
  }
  add("grid", "squares", [](const Ground& ground) {
    return built(ground, sections(ground, kTwoLevels), {.rule = GateRule::entrances});
  });
  add("grid", "squares.b", [](const Ground& ground) {  // its sections come first
    return built(ground, sections(ground, {.size = 5}),
                 {.rule = GateRule::all, .keep_routes = false});
  });
  add("grid", "rooms", [](const Ground& ground) {
    return built(ground, given_cells(ground, labels_by_area(ground.world(), ground.graph())), {});
  });
  add("face", "end_costs", [](const Ground& ground) {
    return built(ground, sections(ground, kTwoLevels),
                 {.rule = GateRule::all, .on_graph = true, .keep_end_costs = true});
  });
  add("face", "faces", [](const Ground& ground) {
    return built(ground, triangle_sections(ground, {.size = 3}), {.rule = GateRule::shared});
  });
  return store;
}

// The costs that a planner finds with a hierarchy.
std::vector<Distance> hierarchy_answers(const Ground& ground, const Hierarchy& hierarchy) {
  const auto planner = planner_by(ground, AbstractRouteSearch::make(ground, hierarchy));
  std::vector<Distance> all;
  Random random(seed_of(8));
  for (int i = 0; i < 20; ++i) {
    Query query;
    query.start = {random.between(0, 19), random.between(0, 17)};
    query.goal = {random.between(0, 19), random.between(0, 17)};
    const Answer answer = planner->find(query);
    all.push_back(static_cast<Distance>(answer.outcome));
    all.push_back(answer.cost);
    for (const NodeId node : answer.route.nodes) all.push_back(node.value);
  }
  return all;
}

TEST(StoredHierarchies, come_back_as_they_were) {
  const Store store = store_with_hierarchies();
  const FileBytes file = bytes_of(store);
  const auto loaded = file.read();
  ASSERT_TRUE(loaded.ok()) << loaded.error();
  ASSERT_EQ(loaded->hierarchies.size(), 5u);
  EXPECT_TRUE(loaded->others.empty());
  for (std::size_t i = 0; i < 5; ++i) {
    const StoredHierarchy& before = store.hierarchies[i];
    const StoredHierarchy& after = loaded->hierarchies[i];
    EXPECT_EQ(after.name, before.name);
    EXPECT_EQ(after.recipe, before.recipe);
    EXPECT_EQ(after.metric, before.metric);
    EXPECT_EQ(after.hierarchy, before.hierarchy) << after.name;
    EXPECT_EQ(after.hierarchy.stored_bytes(), before.hierarchy.stored_bytes());
    EXPECT_EQ(after.hierarchy.partition().graph_fingerprint(),
              before.hierarchy.partition().graph_fingerprint());
    EXPECT_GT(after.hierarchy.gate_count(), 4u) << after.name;
  }
  EXPECT_EQ(verify(*loaded), std::vector<std::string>{});
  EXPECT_TRUE(std::ranges::equal(bytes_of(*loaded).bytes(), file.bytes()));
}

TEST(StoredHierarchies, stay_in_the_mapped_bytes) {
  const FileBytes file = bytes_of(store_with_hierarchies());
  const Store loaded = file.read().value();
  for (const StoredHierarchy& stored : loaded.hierarchies) {
    const HierarchyArrays& arrays = stored.hierarchy.arrays();
    for (const auto part :
         {std::as_bytes(arrays.costs.span()), std::as_bytes(arrays.nodes.span()),
          std::as_bytes(arrays.gates.items().span()), std::as_bytes(arrays.routes.items().span()),
          std::as_bytes(arrays.cells.partition.arrays().home.span())}) {
      if (part.empty()) continue;
      EXPECT_GE(part.data(), file.bytes().data());
      EXPECT_LT(part.data(), file.bytes().data() + file.bytes().size());
    }
  }
}

TEST(StoredHierarchies, give_the_answers_of_those_that_were_built) {
  const Store store = store_with_hierarchies();
  const Store loaded = bytes_of(store).read().value();
  for (const StoredHierarchy& fresh : store.hierarchies) {
    const auto ready = stored_hierarchy(loaded, fresh.name);
    ASSERT_TRUE(ready.ok()) << ready.error();
    EXPECT_EQ(hierarchy_answers(ready->ground, ready->hierarchy),
              hierarchy_answers(stored_ground(store, fresh.metric).value(), fresh.hierarchy));
  }
}

TEST(StoredHierarchies, what_does_not_belong_together_is_refused) {
  const Store store = store_with_hierarchies();
  EXPECT_EQ(
      stored_hierarchy(store, "x").error(),
      "there is no hierarchy 'x' in the file, but end_costs, faces, rooms, squares, squares.b");
  EXPECT_EQ(find_hierarchy({}, "x").error(),
            "there is no hierarchy 'x' in the file: it holds none");
  StoredHierarchy one = *find_hierarchy(store, "rooms").value();
  one.name = "a b";
  EXPECT_EQ(with_hierarchy(store, one).error(), "'a b' cannot name a hierarchy");
  one.name = "c";
  one.recipe = "hpa star";
  EXPECT_EQ(with_hierarchy(store, one).error(), "'hpa star' is no recipe of a hierarchy");
  one.recipe = "rooms";
  one.metric = "swimmer";
  EXPECT_EQ(with_hierarchy(store, one).error(), "there is no metric 'swimmer' in the file");
  one.metric = "face";
  EXPECT_EQ(with_hierarchy(store, one).error(),
            "the hierarchy is of another graph than its metric");
  Store orphan = store;
  orphan.metrics.erase(orphan.metrics.begin());
  const std::string why = "hierarchy faces: there is no metric 'face' in the file";
  EXPECT_EQ(stored_hierarchy(orphan, "faces").error(), why);
  EXPECT_EQ(verify(orphan),
            (std::vector<std::string>{"hierarchy end_costs: there is no metric 'face' in the file",
                                      why}));
  Store crossed = store;
  crossed.hierarchies[1].metric = "grid";
  EXPECT_EQ(stored_hierarchy(crossed, "faces").error(),
            "hierarchy faces: it was built over another graph");
}

TEST(StoredHierarchies, another_metric_of_the_name_is_refused_and_drops_them) {
  const Store store = store_with_hierarchies();
  const Ground same = stored_ground(store, "grid").value();
  EXPECT_EQ(with_metric(store, "grid", same).value().hierarchies.size(), 5u);
  const Ground other = with_profile(same, Profile::hiker());
  const Store replaced = with_metric(store, "grid", other).value();
  ASSERT_EQ(replaced.hierarchies.size(), 2u);
  EXPECT_EQ(replaced.hierarchies.back().name, "faces");
  EXPECT_EQ(verify(replaced), std::vector<std::string>{});
  Store slipped = replaced;
  slipped.hierarchies = store.hierarchies;
  EXPECT_EQ(stored_hierarchy(slipped, "rooms").error(),
            "hierarchy rooms: it was built from another metric");
  EXPECT_EQ(verify(slipped).size(), 3u);
}

TEST(StoredHierarchies, costs_that_are_wrong_are_found_by_verify) {
  Store store = store_with_hierarchies();
  for (StoredHierarchy& stored : store.hierarchies) {
    HierarchyArrays arrays = stored.hierarchy.arrays();
    std::vector<Distance> costs = arrays.costs.to_vector();
    const auto expensive =
        std::ranges::find_if(costs, [](Distance cost) { return cost > 1 && cost != kUnreached; });
    ASSERT_NE(expensive, costs.end()) << stored.name;
    --*expensive;
    arrays.costs = std::move(costs);
    stored.hierarchy = Hierarchy::from(std::move(arrays)).value();
  }
  const auto broken = verify(bytes_of(store).read().value());
  ASSERT_EQ(broken.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_TRUE(broken[i].starts_with("hierarchy " + store.hierarchies[i].name + ": "))
        << broken[i];
  }
}

// Planners climb from every cell to the top level, and loading counts the nodes of each cell.
TEST(StoredHierarchies, refuse_a_missing_parent) {
  const auto sections = filled_sections(store_with_hierarchies());
  int tried = 0;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (!sections[i].name.starts_with("hierarchy/") || !sections[i].name.ends_with("/parent"))
      continue;
    const auto parents = items_of<CellId>(sections[i]).value();
    for (std::size_t c = 0; c < parents.size(); ++c) {
      if (parents[c].is_none()) continue;
      const FileBytes file = with_edit(sections, i, [&](std::vector<std::byte>& bytes) {
        std::memset(bytes.data() + c * sizeof(CellId), 0xFF, sizeof(CellId));
      });
      ASSERT_FALSE(file.read().ok()) << sections[i].name << ", cell " << c;
      ++tried;
    }
  }
  EXPECT_GT(tried, 20);
}

TEST(StoredHierarchies, a_name_is_kept_once) {
  const Store store = store_with_hierarchies();
  StoredHierarchy one = store.hierarchies.front();
  one.recipe = "other";
  const Store replaced = with_hierarchy(store, one).value();
  ASSERT_EQ(replaced.hierarchies.size(), 5u);
  EXPECT_EQ(replaced.hierarchies.front().recipe, "other");
  Store twice = store;
  twice.hierarchies.push_back(twice.hierarchies.front());
  EXPECT_FALSE(seal_thal(sections_of(twice).value()).ok());
}

TEST(StoredHierarchies, files_that_are_cut_off_or_damaged_are_refused) {
  const FileBytes file = bytes_of(store_with_hierarchies());
  Random random(seed_of(6));
  const auto size = static_cast<std::uint32_t>(file.bytes().size());
  for (int i = 0; i < 60; ++i) {
    EXPECT_FALSE(FileBytes(file.bytes().first(random.below(size))).read().ok());
    FileBytes damaged(file.bytes());
    damaged.bytes()[random.below(size)] ^= static_cast<std::byte>(1u << random.below(8));
    EXPECT_FALSE(damaged.read().ok());
  }
}

// Arbitrary contents with correct checksums are refused, or a planner can use them safely.
TEST(StoredHierarchies, hostile_contents_are_refused_or_safe) {
  const auto sections = filled_sections(store_with_hierarchies());
  Random random(seed_of(13));
  int refused = 0;
  int used = 0;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (!sections[i].name.starts_with("hierarchy/")) continue;
    for (std::uint64_t round = 0; round < seeds_to_try(24); ++round) {
      const FileBytes file = with_edit(sections, i, [&](std::vector<std::byte>& bytes) {
        damage(bytes, round % 6, random, [&] { return static_cast<std::byte>(random.below(80)); });
      });
      const auto loaded = file.read();
      refused += loaded.ok() ? 0 : 1;
      if (!loaded.ok()) continue;
      for (const StoredHierarchy& stored : loaded->hierarchies) {
        if (!sections[i].name.starts_with("hierarchy/" + stored.name + "/")) continue;
        const auto ready = stored_hierarchy(*loaded, stored.name);
        if (!ready.ok()) continue;
        ++used;
        hierarchy_answers(ready->ground, ready->hierarchy);
        static_cast<void>(broken_law(ready->hierarchy, ready->ground));
      }
    }
  }
  EXPECT_GT(refused, static_cast<int>(seeds_to_try(100)));
  EXPECT_GT(used, static_cast<int>(seeds_to_try(100)));
}

}  // namespace
}  // namespace thalweg
