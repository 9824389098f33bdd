// The registry: what descriptors say, keys of built structures, ranges of options.
#include "thalweg/papers/registry.hpp"
#include "partitioner.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "grounds.hpp"
#include "scene.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/papers/hpa_star.hpp"
#include "thalweg/papers/natural.hpp"
#include "thalweg/papers/rooms.hpp"
#include "thalweg/papers/thpa_star.hpp"
#include "thalweg/structures/kinds.hpp"
#include "unit/store/scratch_folder.hpp"

namespace thalweg {
namespace {

std::string key_of(std::string_view text) {
  return planner_plan(parse_planner(text).value()).value().key;
}

TEST(Registry, planners_are_in_order_of_name) {
  EXPECT_TRUE(std::ranges::is_sorted(planners(), {}, &PlannerDescriptor::name));
  for (const PlannerDescriptor& planner : planners()) {
    EXPECT_EQ(find_planner(planner.name).value(), &planner);
    EXPECT_EQ(planner.builds == nullptr, planner.build_summary.empty());
    EXPECT_EQ(planner.builds == nullptr, key_of(planner.name).empty());
  }
}

TEST(Registry, every_default_is_a_value_that_the_option_takes) {
  for (const PlannerDescriptor& planner : planners()) {
    for (const OptionInfo& option : planner.options) {
      const PlannerSpec spec{std::string(planner.name),
                             {{std::string(option.name), option.fallback}}};
      EXPECT_TRUE(planner.check(spec)) << planner.name << ":" << option.name;
      EXPECT_FALSE(option.help.empty());
      EXPECT_FALSE(option.range.empty());
    }
  }
}

TEST(Registry, earlier_spellings_of_options_are_read) {
  EXPECT_EQ(key_of("hpa_star:ways=0"), key_of("hpa_star:routes=0"));
  EXPECT_EQ(parse_planner("rooms:ways=0").value().value("routes", "1"), "0");
  EXPECT_EQ(parse_planner("hpa_star:ways=0:routes=1").error(),
            "the option 'routes' is named twice");
  for (const PlannerDescriptor& planner : planners()) {
    for (const OptionInfo& option : planner.options) {
      for (const std::string_view earlier : option.earlier_names) {
        EXPECT_EQ(planner.find_option(earlier), &option) << earlier;
      }
    }
  }
}

TEST(Registry, recipes_are_compared_after_reading) {
  EXPECT_TRUE(is_same_recipe("hpa_star:size=8:levels=1:wide=6:ways=0",
                             "hpa_star:size=8:levels=1:wide=6:routes=0"));
  EXPECT_TRUE(is_same_recipe("hpa_star:size=8:levels=2", "hpa_star:levels=2:size=8"));
  EXPECT_FALSE(is_same_recipe("hpa_star:size=8:ways=0", "hpa_star:size=8:routes=1"));
  EXPECT_FALSE(is_same_recipe("hpa_star:size=8:ways=0", "thpa_star:size=8:ways=0"));
  EXPECT_TRUE(is_same_recipe("no recipe", "no recipe"));
  EXPECT_FALSE(is_same_recipe("no recipe", "another"));
}

// Files use these keys as names: with another spelling their contents would not be found.
TEST(Registry, keys_stay_as_files_spell_them) {
  EXPECT_EQ(key_of("hpa_star"), "hpa_star:size=10:levels=1:wide=6:routes=1");
  EXPECT_EQ(key_of("hpa_star:routes=0:smooth=0:near=3:size=7"),
            "hpa_star:size=7:levels=1:wide=6:routes=0");
  EXPECT_EQ(key_of("thpa_star"), "thpa_star:size=40:levels=1:routes=1");
  EXPECT_EQ(key_of("thpa_star:size=2.50"), "thpa_star:size=2.5:levels=1:routes=1");
  EXPECT_EQ(key_of("natural"), "natural:grow=capped:cap_base=16:order=cost:refine=whole");
  EXPECT_EQ(key_of("natural:cap_base=8:refine=descent:layers=3:rings=2:near=0"),
            "natural:grow=capped:cap_base=8:order=cost:refine=descent:rule=average");
  EXPECT_EQ(
      key_of("natural:grow=thesis:refine=descent:layers=full:most_children=0:near=0"),
      "natural:grow=thesis:refine=descent:layers=full:rule=average:tie_bits=3:most_children=0");
  EXPECT_EQ(key_of("natural:grow=thesis"),
            "natural:grow=thesis:cap_base=16:refine=whole:layers=10:rule=average:tie_bits=3:"
            "most_children=256");
  EXPECT_EQ(key_of("rooms"), "rooms:cells=sections:size=0:levels=1:gates=openings:routes=1");
  EXPECT_EQ(key_of("rooms:cells=areas:size=5"), "rooms:cells=areas:gates=openings:routes=1");
  EXPECT_EQ(key_of("coarse"), "coarse:share=0.15:error=any");
  EXPECT_EQ(key_of("fold"), "fold:table=32:labels=64:share=0.5");
  const ScratchFolder folder;
  const std::string labels = (folder / "labels.txt").string();
  ASSERT_TRUE(write_file(labels, "a b"));
  EXPECT_EQ(
      planner_plan({"rooms", {{"cells", "labels"}, {"labels", labels}}}).value().key,
      "rooms:cells=labels:labels=" + std::to_string(Hasher().add(std::string("a b")).digest()) +
          ":gates=openings:routes=1");
}

TEST(Registry, values_out_of_range_are_refused_with_option_range_and_unit) {
  const auto why = [](std::string_view text) { return parse_planner(text).error(); };
  EXPECT_EQ(why("natural:tie_bits=99"), "the option 'tie_bits' of natural must be 0 to 52, not 99");
  EXPECT_EQ(why("natural:layers=1"),
            "the option 'layers' of natural must be full, or 2 to 1,000,000,000, not 1");
  EXPECT_EQ(why("natural:layers=0"),
            "the option 'layers' of natural must be full, or 2 to 1,000,000,000, not 0");
  EXPECT_EQ(why("natural:most_children=1"),
            "the option 'most_children' of natural must be 0, or 2 to 1,000,000,000, not 1");
  EXPECT_EQ(why("hpa_star:size=0"),
            "the option 'size' of hpa_star must be 1 to 4096 squares, not 0");
  EXPECT_EQ(
      why("thpa_star:size=0"),
      "the option 'size' of thpa_star must be above 0, at most 1,000,000,000,000 metres, not 0");
  EXPECT_EQ(why("hpa_star:near=-1"),
            "the option 'near' of hpa_star must be 0 to 1,000,000,000 nodes, not -1");
  EXPECT_EQ(why("turning:bank=big"),
            "the option 'bank' of turning must be direct or hashed, not 'big'");
  EXPECT_EQ(why("a_star:backward=2"), "the option 'backward' of a_star must be 0 or 1, not 2");
  EXPECT_EQ(why("a_star:backward=0:backward=1"), "the option 'backward' is named twice");
  EXPECT_EQ(why("a_star:colour=red"),
            "the planner a_star has no option 'colour': it has heuristic, backward");
  EXPECT_EQ(why("a_star:backward"), "'backward' is not of the form option=value");
}

// Stored before A* over the folded graph had a name of its own.
TEST(Registry, a_star_reads_its_old_option_fold) {
  EXPECT_TRUE(parse_planner("a_star:fold=0:heuristic=octile"));
  EXPECT_TRUE(make_planner("a_star:fold=0", on_grid(". . .")));
  EXPECT_EQ(parse_planner("a_star:fold=1").error(),
            "a_star searches the whole graph: A* over the folded graph is fold:core=search");
  EXPECT_EQ(parse_planner("a_star:fold=2").error(),
            "the planner a_star has no option 'fold': it has heuristic, backward");
}

FoldCore core_on(const Ground& ground, std::string_view text) {
  const PlannerPlan plan = planner_plan(parse_planner(text).value()).value();
  return plan.build(ground, {})->as<Fold>()->core;
}

TEST(Registry, the_core_of_a_fold_can_be_chosen) {
  EXPECT_EQ(key_of("fold:core=auto"), key_of("fold"));
  EXPECT_EQ(key_of("fold:core=search"), "fold:core=search:table=32:labels=64:share=0.5");
  const Ground rings = on_portals(mesh_scene(R"(
      . . . . . . . . .
      . # # # . # # # .
      . # # # . # # # .
      . . . . . . . . .
      . # # # . # # # .
      . . . . . . . . . )"));
  EXPECT_EQ(core_on(rings, "fold"), FoldCore::table);
  EXPECT_EQ(core_on(rings, "fold:core=table:table=0"), FoldCore::table);
  EXPECT_EQ(core_on(rings, "fold:core=labels:labels=0"), FoldCore::labels);
  EXPECT_EQ(core_on(rings, "fold:core=search"), FoldCore::search);
  const Ground squares = on_faces(hills(1, {.corners = 9}));
  EXPECT_EQ(core_on(squares, "fold:core=search:share=0"), FoldCore::whole);
}

TEST(Registry, options_set_in_code_have_the_same_ranges) {
  const Ground ground = on_grid(". . .\n. . .");
  EXPECT_EQ(hpa_star(ground, {.size = 0}).error(),
            "the option 'size' of hpa_star must be 1 to 4096 squares, not 0");
  EXPECT_EQ(natural_tree(ground, {.tie_bits = 99}).error(),
            "the option 'tie_bits' of natural must be 0 to 52, not 99");
  EXPECT_EQ(rooms(ground, {.levels = 17}).error(),
            "the option 'levels' of rooms must be 1 to 16, not 17");
}

TEST(Registry, each_planner_names_a_graph_that_it_serves) {
  const World land = hills(1, {.corners = 5});
  const World squares = scene(". . .\n. . .");
  for (const PlannerDescriptor& planner : planners()) {
    int served = 0;
    for (const World& world : {land, squares}) {
      const auto made = ground(world, Profile::euclid(), planner.graph(world));
      if (!made) continue;  // such a world has no such graph
      ++served;
      EXPECT_TRUE(planner.serves == nullptr || planner.serves(*made)) << planner.name;
    }
    EXPECT_GE(served, 1) << planner.name;
  }
  EXPECT_EQ(find_planner("natural").value()->graph(land), GraphSpec::faces());
  EXPECT_EQ(find_planner("natural").value()->graph(squares), GraphSpec::grid());
  EXPECT_EQ(find_planner("a_star").value()->graph(land), GraphSpec::terrain());  // a height map
}

std::string chosen_on(const Ground& ground) { return chosen_planner({"auto", {}}, ground).name; }

TEST(Registry, auto_stands_for_a_planner_that_suits_the_ground) {
  const World corridors = mesh_scene(R"(
      . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      . # # # # # # # # # # # # # # # # # # # # # # # # # # # # # # .
      . # . . . . . . . . . . . . . . . . . . . . . . . . . . . . # .
      . # . # # # # # # # # # # # # # # # # # # # # # # # # # # . # .
      . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . )");
  EXPECT_EQ(chosen_on(on_portals(corridors)), "fold");
  EXPECT_EQ(chosen_on(on_portals(mesh_scene(". . .\n. # ."))), "a_star") << "small";
  EXPECT_EQ(chosen_on(on_portals(hills(1, {.corners = 33}))), "a_star") << "open";
  EXPECT_EQ(chosen_on(on_grid(random_grid(3, "....#"))), "a_star");
  EXPECT_EQ(chosen_planner({"hpa_star", {}}, on_portals(corridors)).name, "hpa_star");
}

TEST(Registry, auto_leaves_what_its_planner_needs_in_the_stock) {
  const Ground ground = on_portals(mesh_scene(R"(
      . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      . # # # # # # # # # # # # # # # # # # # # # # # # # # # # # # .
      . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . )"));
  StructureCache cache;
  const auto planner = fastest_planner({ground, &cache});
  ASSERT_TRUE(planner);
  EXPECT_NE(cache.find(key_of("fold"), ground), nullptr);
  EXPECT_STRNE((*planner)->note(), "");
}

TEST(Registry, what_was_built_is_left_in_the_stock_and_found_there) {
  const Ground ground = on_grid(random_grid(3, "....#"));
  const Ground other = on_grid(random_grid(4, "....#"));
  StructureCache cache;
  for (const PlannerDescriptor& planner : planners()) {
    if (planner.serves != nullptr && !planner.serves(ground)) continue;
    const std::size_t before = cache.size();
    ASSERT_TRUE(make_planner(planner.name, any_input(ground, &cache)));
    ASSERT_TRUE(make_planner(planner.name, any_input(ground, &cache)));
    EXPECT_EQ(cache.size() - before, planner.builds == nullptr ? 0u : 1u);
    const std::string key = key_of(planner.name);
    EXPECT_EQ(cache.find(key, ground) != nullptr, planner.builds != nullptr);
    EXPECT_EQ(cache.find(key, other), nullptr);
  }
}

TEST(Registry, hierarchies_built_in_code_are_those_of_the_command_line) {
  const Ground squares = on_grid(scene(R"(
      . . . . . . . . . . . .
      . . . . . . . . . . . .
      . . # # # # # # # # . .
      . . . . . . . . . . . .
      . . . . . . . . . . . . )"));
  const Ground faces = on_faces(hills(2, {.corners = 9}));
  const auto built = [](std::string_view text, const Ground& ground) {
    const PlannerPlan plan = planner_plan(parse_planner(text).value()).value();
    return *plan.build(ground, {})->as<Hierarchy>();
  };
  EXPECT_TRUE(hpa_star(squares).value() == built("hpa_star", squares));
  EXPECT_TRUE(hpa_star(squares, {.size = 3, .wide = 2}).value() ==
              built("hpa_star:size=3:wide=2", squares));
  EXPECT_TRUE(thpa_star(faces, {.size = 3, .levels = 2}).value() ==
              built("thpa_star:size=3:levels=2", faces));
  EXPECT_TRUE(rooms(squares, {.rule = GateRule::all}).value() == built("rooms:gates=all", squares));
}

}  // namespace
}  // namespace thalweg
