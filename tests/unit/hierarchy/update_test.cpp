// Updates of hierarchies: equal to a fresh build, and few cells are crossed for a small change.
#include <gtest/gtest.h>

#include "scope.hpp"
#include "thalweg/generate/grids.hpp"
#include "unit/hierarchy/edits.hpp"

namespace thalweg {
namespace {

void expect_as_fresh(const World& world, GateRule rule, std::uint64_t seed) {
  Random random(seed);
  for (std::uint32_t levels = 1; levels <= 3; ++levels) {
    SCOPED_TRACE(std::string(to_string(rule)) + ", seed " + std::to_string(seed) + ", levels " +
                 std::to_string(levels));
    Edits edits(world,
                {.profile = profile_for(seed + levels),
                 .sections = {.size = 2.0 + random.below(4), .levels = levels},
                 .options = {.rule = rule, .wide = 3, .keep_routes = (seed + levels) % 4 != 0}});
    for (int i = 0; i < 6; ++i) {
      edits.change_to(edited(edits.world(), random));
      if (::testing::Test::HasFailure()) return;
    }
  }
}

World linked(const World& world, std::uint64_t seed) {
  Random random(seed);
  return with_links(world, some_links(world, random)).value();
}

TEST(HierarchyUpdate, of_a_grid_is_as_a_fresh_build) {
  for (const std::uint64_t seed : seeds({.test = 6, .check = 12})) {
    const World plain = random_grid(seed, seed % 2 == 0 ? ".........#w" : "000000013#");
    const World world = seed % 3 == 0 ? linked(plain, seed) : plain;
    for (const GateRule rule : {GateRule::entrances, GateRule::openings, GateRule::all}) {
      expect_as_fresh(world, rule, seed);
      if (HasFailure()) return;
    }
  }
}

TEST(HierarchyUpdate, of_a_mesh_is_as_a_fresh_build) {
  for (const std::uint64_t seed : seeds({.test = 8, .check = 24})) {
    const World plain = seed % 2 == 0 ? slanted(seed, 8) : hills(seed, {.corners = 12});
    const World world = seed % 3 == 0 ? linked(plain, seed) : plain;
    for (const GateRule rule : {GateRule::shared, GateRule::openings, GateRule::all}) {
      expect_as_fresh(world, rule, seed);
      if (HasFailure()) return;
    }
  }
}

World open_grid() {
  WorldParts parts;
  parts.grid = generate_grid({.kind = "rooms", .width = 160, .height = 160}).value();
  return make_world(std::move(parts)).value();
}

Setting large_setting(GateRule rule) {
  return {.profile = Profile::euclid(),
          .sections = {.size = 10, .levels = 3},
          .options = {.rule = rule}};
}

TEST(HierarchyUpdate, crosses_few_cells_of_a_large_map_for_a_small_change) {
  for (const GateRule rule : {GateRule::entrances, GateRule::openings, GateRule::all}) {
    SCOPED_TRACE(to_string(rule));
    Edits edits(open_grid(), large_setting(rule));
    Random random(seed_of(5));
    for (int i = 0; i < (rule == GateRule::all ? 2 : 8); ++i) {
      Surface surface(edits.world());
      AreaId& area = surface.areas[random.below(edits.world().grid.size())];
      area = area == kBlocked ? kGround : kBlocked;
      const UpdatedHierarchy updated = edits.change_to(with_surface(edits.world(), surface));
      // The cell and its neighbours, possibly several of each, on three levels.
      EXPECT_LE(updated.rebuilt, 30u);
      EXPECT_GT(updated.kept, 300u);
      EXPECT_LE(updated.searched, 30u);
    }
  }
}

TEST(HierarchyUpdate, crosses_one_cell_of_each_level_where_gates_stay) {
  std::string text;
  for (int y = 0; y < 40; ++y) text += std::string(40, '.') + "\n";
  for (const GateRule rule : {GateRule::entrances, GateRule::openings, GateRule::all}) {
    Edits edits(scene(text), large_setting(rule));
    Surface surface(edits.world());
    surface.areas[15 * 40 + 15] = kBlocked;  // the middle of a section
    const UpdatedHierarchy updated = edits.change_to(with_surface(edits.world(), surface));
    EXPECT_EQ(updated.rebuilt, 3u);
    EXPECT_EQ(updated.kept, 16u + 4 + 1 - 3);
    EXPECT_EQ(updated.searched, 9u);  // with its neighbours
  }
}

TEST(HierarchyUpdate, crosses_nothing_where_nothing_changes) {
  Edits grid(open_grid(), large_setting(GateRule::entrances));
  const UpdatedHierarchy same = grid.change_to(grid.world());
  EXPECT_EQ(same.rebuilt, 0u);
  EXPECT_EQ(same.searched, 0u);
  const World terrain = hills(4, {.corners = 20});
  Edits mesh(terrain, {.profile = Profile::thesis(),
                       .sections = {.size = 4, .levels = 2},
                       .options = {.rule = GateRule::shared}});
  EXPECT_EQ(mesh.change_to(terrain).rebuilt, 0u);
  EXPECT_GT(mesh.hierarchy().gate_count(), 0u);
}

TEST(HierarchyUpdate, follows_cells_that_split_join_vanish_and_appear) {
  const Setting setting{.profile = Profile::euclid(),
                        .sections = {.size = 4, .levels = 2},
                        .options = {.rule = GateRule::entrances}};
  const auto row = [](std::string_view piece) {
    std::string text;
    for (int y = 0; y < 4; ++y) text += "....." + std::string(piece) + ".....\n";
    return scene(text);
  };
  Edits edits(row("......"), setting);
  const auto count = [&] { return edits.hierarchy().partition().cell_count(); };
  const std::uint32_t whole = count();
  edits.change_to(row("#....."));  // splits a section in two
  EXPECT_EQ(count(), whole + 2);   // the wall splits the section above as well
  edits.change_to(row("......"));
  EXPECT_EQ(count(), whole);
  edits.change_to(row("..####"));  // blocks most of a section
  edits.change_to(row("######"));
  edits.change_to(row("......"));
  EXPECT_EQ(count(), whole);
}

TEST(HierarchyUpdate, without_stored_routes_crosses_all) {
  Setting setting = large_setting(GateRule::entrances);
  const Ground land = setting.priced(open_grid());
  setting.options.keep_routes = false;
  const Hierarchy old = setting.fresh(land);
  setting.options.keep_routes = true;
  const UpdatedHierarchy updated =
      update_hierarchy(land, old, land, setting.cells(land), setting.options).value();
  EXPECT_EQ(updated.kept, 0u);
  EXPECT_GT(updated.searched, 256u);
  EXPECT_TRUE(updated.hierarchy == setting.fresh(land));
}

TEST(HierarchyUpdate, refuses_a_hierarchy_of_other_ground) {
  const Setting setting = large_setting(GateRule::entrances);
  const Ground land = setting.priced(scene(". . ."));
  const Ground other = setting.priced(scene(". . #"));
  const auto updated =
      update_hierarchy(other, setting.fresh(land), land, setting.cells(land), setting.options);
  ASSERT_FALSE(updated);
  EXPECT_EQ(updated.error(), "the hierarchy is not that of the ground before");
  const auto wrong =
      update_hierarchy(land, setting.fresh(land), land, setting.cells(other), setting.options);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error(), "the cells are of another graph");
}

// `hierarchy` with one step that leads elsewhere, as a file may have it.
Result<Hierarchy> with_step(const Hierarchy& hierarchy, std::size_t at, GateId to) {
  HierarchyArrays arrays = hierarchy.arrays();
  std::vector<InterCellArc> steps = arrays.steps.items().to_vector();
  steps[at].to = to;
  arrays.steps = {arrays.steps.offsets(), Array<InterCellArc>(std::move(steps))};
  return Hierarchy::from(std::move(arrays));
}

TEST(HierarchyUpdate, steps_that_no_arc_makes_are_refused) {
  const Ground before = on_grid(random_grid(5, "........#"));
  const Cells cells = sections(before, {.size = 4, .levels = 2}).value();
  const Hierarchy old = build_hierarchy(before, cells).value();
  int refused = 0;
  for (std::size_t at = 0; at < old.arrays().steps.item_count(); at += 3) {
    for (std::uint32_t to = 0; to < old.gate_count(); to += 2) {
      const auto wrong = with_step(old, at, GateId(to));
      if (!wrong) continue;
      const auto updated = update_hierarchy(before, *wrong, before, cells);
      if (updated.ok()) continue;
      ++refused;
      EXPECT_NE(updated.error().find("that no arc makes"), std::string::npos) << updated.error();
    }
  }
  EXPECT_GT(refused, 20);
}

}  // namespace
}  // namespace thalweg
