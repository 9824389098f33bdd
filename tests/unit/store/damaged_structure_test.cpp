// Structures with other contents than they should have: refused where that is unsafe, else found by
// verify. What is particular to one kind is tried here, too.
#include "grounds.hpp"
#include "thalweg/papers/natural.hpp"
#include "unit/store/structure_samples.hpp"

namespace thalweg {
namespace {

// Their recipe is left out of files where it follows from how they were grown.
TEST(NaturalTrees, say_how_they_were_grown) {
  const Ground ground = on_faces(hills(3, {.corners = 9}), Profile::thesis());
  for (const auto& [text, is_implied] :
       {std::pair("natural:refine=descent", true),
        std::pair("natural:refine=descent:cap_base=4:rule=harmonic", true),
        std::pair("natural:refine=descent:order=unit", false),
        std::pair("natural:grow=thesis:refine=descent", true),
        std::pair("natural:grow=thesis:refine=descent:layers=3:tie_bits=52", true),
        std::pair("natural:grow=thesis:refine=descent:layers=full:most_children=0", true),
        std::pair("natural:grow=thesis:refine=descent:layers=3:compress=size", false)}) {
    SCOPED_TRACE(text);
    const PlannerPlan plan = planner_plan(parse_planner(text).value()).value();
    const StoredStructure tree = stored(plan.build(ground, {}).value(), "t", "m");
    EXPECT_EQ(tree.header.recipe, plan.key);
    EXPECT_EQ(tree.header.steps, std::nullopt);
    EXPECT_EQ(find_section(tree.sections, "about")->bytes[0] == std::byte{0}, is_implied);
  }
  const Structure begun(natural_tree_kind(), ground, {},
                        grown_tree(ground, {.grow = GrowRule::thesis, .steps = 1}).value());
  EXPECT_EQ(stored(begun, "t", "m").header.steps, 1u);
}

TEST(NaturalTrees, whose_cells_fall_apart_are_refused) {
  const Sample sample = sample_of("partition");
  auto bad = with_items<CellId>(sample.stored, "home", [](std::vector<CellId>& home) {
    home.assign(home.size(), CellId());
    home.front() = home.back() = CellId(0);  // far from each other
  });
  bad = with_items<CellId>(bad, "parent", [](auto& parent) { parent = {CellId()}; });
  bad = with_items<Level>(bad, "height", [](auto& height) { height = {1}; });
  bad = with_items<Distances>(bad, "rests", [](auto& rests) { rests.clear(); });
  const auto tree = structure_of(bad, sample.ground);
  ASSERT_FALSE(tree.ok());
  EXPECT_NE(tree.error().find("inside c0 no route leads from n0"), std::string::npos)
      << tree.error();
  EXPECT_EQ(verify(replaced(sample.store, bad)), std::vector<std::string>{tree.error()});
}

TEST(NaturalTrees, with_wrong_rests_are_found_or_refused) {
  const Sample sample = sample_of("partition");
  const auto with_rests = [&](auto edit) {
    return with_items<Distances>(sample.stored, "rests", edit);
  };
  const auto wrong = with_rests([](auto& rests) { ++rests.front().weighted; });
  EXPECT_TRUE(structure_of(wrong, sample.ground).ok());
  EXPECT_EQ(verify(replaced(sample.store, wrong)),
            std::vector<std::string>{title(wrong) + ": its rests are not those of its metric"});
  EXPECT_EQ(describe(with_rests([](auto& rests) { rests.pop_back(); })).error(),
            title(wrong) + ": its rests are not one for each piece");
  EXPECT_EQ(describe(with_rests([](auto& rests) { rests.back().weighted = kUnreached; })).error(),
            title(wrong) + ": its rests are too large");
  const auto none = with_rests([](auto& rests) { rests.clear(); });
  EXPECT_EQ(verify(replaced(sample.store, none)), std::vector<std::string>{});
  const Structure found_again = structure_of(none, sample.ground).value();
  EXPECT_TRUE(same_sections(stored(found_again, none.name, none.header.metric), sample.stored));
}

// Planners climb from every cell to the top level, and reading counts the nodes of each cell.
TEST(StoredHierarchies, refuse_a_missing_parent) {
  int tried = 0;
  for_each_structure([&](const Store&, const StoredStructure& stored, const Ground&) {
    if (stored.kind != "hierarchy") return;
    const auto parents = items_of<CellId>(*find_section(stored.sections, "parent")).value();
    for (std::size_t c = 0; c < parents.size(); ++c) {
      if (parents[c].is_none()) continue;
      const auto bad =
          with_items<CellId>(stored, "parent", [&](auto& items) { items[c] = CellId(); });
      ASSERT_FALSE(describe(bad).ok()) << "cell " << c;
      ++tried;
    }
  });
  EXPECT_GT(tried, 20);
}

// What is wrong but safe passes structure_of, and verify finds it.
TEST(Structures, verify_finds_what_is_wrong) {
  const auto finds = [](const Sample& sample, const StoredStructure& wrong, const char* why) {
    EXPECT_TRUE(structure_of(wrong, sample.ground).ok());
    const auto broken = verify(bytes_of(replaced(sample.store, wrong)).read().value());
    ASSERT_EQ(broken.size(), 1u);
    EXPECT_EQ(broken.front(), title(wrong) + ": " + why);
  };
  const Sample coarse = sample_of("coarse");
  finds(coarse,
        with_items<FaceId>(
            coarse.stored, "homes",
            [](auto& homes) { homes[2] = homes[2] == FaceId(0) ? FaceId(1) : FaceId(0); }),
        "a node lies on another coarse face than is said");
  const Sample pyramid = sample_of("pyramid", "cap_base-4");
  finds(pyramid,
        with_items<CellStep>(pyramid.stored, "steps", [](auto& steps) { ++steps.front().cost; }),
        "the steps are not those of the metric");
  const Sample fold = sample_of("fold");
  finds(fold,
        with_items<Cost>(fold.stored, "distances",
                         [](auto& distances) {
                           std::ranges::replace_if(
                               distances, [](Cost cost) { return cost > 0; }, kForbidden);
                         }),
        "the table says something else than a search");
  const Sample gates = sample_of("hierarchy");
  const auto cheaper = with_items<Distance>(gates.stored, "costs", [](auto& costs) {
    --*std::ranges::find_if(costs, [](Distance cost) { return cost > 1 && cost != kUnreached; });
  });
  EXPECT_TRUE(structure_of(cheaper, gates.ground).ok());
  EXPECT_EQ(verify(replaced(gates.store, cheaper)).size(), 1u);
  const auto nowhere = with_items<FaceId>(
      coarse.stored, "homes", [](auto& homes) { homes.assign(homes.size(), FaceId(1'000'000)); });
  EXPECT_EQ(describe(nowhere).error(),
            title(nowhere) + ": a node lies on a coarse face that does not exist");
}

// One word of each branch changed: the planner takes these for granted.
TEST(StoredFolds, refuse_a_branch_that_is_not_that_of_its_face) {
  int tried = 0;
  const auto try_words = [&](const StoredStructure& stored, const Ground& ground,
                             const char* section) {
    const ThalSection* found = find_section(stored.sections, section);
    if (found == nullptr) return;
    const auto words = items_of<std::uint32_t>(*found).value();
    for (std::size_t i = 0; i < words.size(); ++i) {
      for (const std::uint32_t value : {0u, words[i] + 1, words[i] - 1, 0xFFFFFFFFu}) {
        if (value == words[i]) continue;
        const auto bad =
            with_items<std::uint32_t>(stored, section, [&](auto& items) { items[i] = value; });
        EXPECT_FALSE(structure_of(bad, ground).ok()) << section << " " << i << ": " << value;
        ++tried;
      }
    }
  };
  for_each_structure([&](const Store&, const StoredStructure& stored, const Ground& ground) {
    if (stored.kind != "fold") return;
    try_words(stored, ground, "branches");
    try_words(stored, ground, "branches_offsets");
  });
  EXPECT_GT(tried, 100);
}

// Lengths between passages are searched over gates, which ground with links has none of.
TEST(StoredFolds, refuse_lengths_without_passages) {
  const Sample sample = sample_of("fold", "portal.fold-share");
  const Structure read = structure_of(sample.stored, sample.ground).value();
  const Fold& fold = *read.as<Fold>();
  ASSERT_EQ(fold.core, FoldCore::table);
  ASSERT_TRUE(fold.passage_pairs.empty());
  const std::size_t most = fold.chains.size() + fold.junctions.size();
  for (std::size_t passages = 1; passages <= most; ++passages) {
    const auto bad = with_items<FoldPassagePair>(sample.stored, "neck_pairs", [&](auto& pairs) {
      pairs.resize(passage_pair_count(passages));
    });
    EXPECT_FALSE(structure_of(bad, sample.ground).ok()) << passages;
  }
}

// A step to another cell of its level, and a node in another cell: searches rely on both.
TEST(StoredPyramids, are_refused_where_steps_are_not_where_arcs_lead) {
  const Sample sample = sample_of("pyramid", "cap_base-4");
  const auto is_refused = [&](const StoredStructure& stored) {
    return !structure_of(stored, sample.ground).ok();
  };
  ASSERT_FALSE(is_refused(sample.stored));
  const std::size_t steps =
      items_of<CellStep>(*find_section(sample.stored.sections, "steps"))->size();
  for (std::size_t i = 0; i < steps; ++i) {
    for (const std::uint32_t by : {1u, 0xFFFFFFFFu}) {
      const auto bad = with_items<CellStep>(sample.stored, "steps",
                                            [&](auto& items) { items[i].target.value += by; });
      EXPECT_TRUE(is_refused(bad)) << "step " << i;
    }
  }
  int refused = 0;
  for (const NodeId node : sample.ground.graph().nodes()) {
    refused += is_refused(with_items<CellId>(sample.stored, "home",
                                             [&](auto& home) { home[node.value].value ^= 1; }));
  }
  EXPECT_GT(refused, static_cast<int>(sample.ground.graph().node_count() * 3 / 4));
}

// Arbitrary contents with correct checksums are refused, or a planner can use them safely.
TEST(Structures, hostile_contents_are_refused_or_safe) {
  Random random(seed_of(13));
  int refused = 0;
  int used = 0;
  for_each_structure([&](const Store&, const StoredStructure& stored, const Ground& ground) {
    const auto spec = parse_planner(stored.header.recipe);
    if (!spec) return;
    const PlannerPlan plan = planner_plan(*spec).value();
    for (std::size_t i = 0; i < stored.sections.size(); ++i) {
      for (std::uint64_t round = 0; round < seeds_to_try(4); ++round) {
        StoredStructure bad = stored;
        std::vector<std::byte> bytes = bad.sections[i].bytes.to_vector();
        damage(bytes, random.below(6), random,
               [&] { return static_cast<std::byte>(random.below(256)); });
        bytes.resize(bytes.size() / bad.sections[i].element_size * bad.sections[i].element_size);
        bad.sections[i].bytes = Array<std::byte>(std::move(bytes));
        const auto read = structure_of(bad, ground);
        ++(read ? used : refused);
        if (read) answers_by(plan, ground, *read);
      }
    }
  });
  EXPECT_GT(refused, static_cast<int>(seeds_to_try(300)));
  EXPECT_GT(used, static_cast<int>(seeds_to_try(100)));
}

}  // namespace
}  // namespace thalweg
