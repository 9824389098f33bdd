// Where updates look for gates: far enough for each rule, whatever the cells were before.
#include <gtest/gtest.h>

#include "scope.hpp"
#include "thalweg/partition/given.hpp"
#include "unit/hierarchy/edits.hpp"

namespace thalweg {
namespace {

Setting setting_of(GateRule rule, double size, const Profile& profile = Profile::euclid()) {
  return {.profile = profile,
          .sections = {.size = size, .levels = 2},
          .options = {.rule = rule, .wide = 3}};
}

// The same world with one square or face open or blocked.
World with_area(const World& world, std::uint32_t at, AreaId area) {
  Surface surface(world);
  surface.areas[at] = area;
  return with_surface(world, surface);
}

// The right cell splits in two far from the border. Nothing changes on the left, but one of the two
// parts can only be reached by a jump down over a border that had a better gate before.
TEST(UpdateScope, reaches_cells_beside_one_that_falls_in_two) {
  Profile profile = Profile::euclid();
  profile.greatest_step_up = 1;
  for (const GateRule rule : {GateRule::entrances, GateRule::openings}) {
    Edits edits(scene(R"(
        3 3 3 3 3 3 3 3
        3 3 3 3 # # # 2
        3 3 3 3 # # # 1
        3 3 3 3 0 0 0 0)"),
                setting_of(rule, 4, profile));
    const std::uint32_t cells = edits.hierarchy().partition().cell_count();
    const UpdatedHierarchy apart = edits.change_to(with_area(edits.world(), 2 * 8 + 7, kBlocked));
    EXPECT_GT(apart.hierarchy.partition().cell_count(), cells);
    EXPECT_FALSE(apart.hierarchy.gate_at(NodeId(3 * 8 + 4)).is_none());
    const UpdatedHierarchy whole = edits.change_to(with_area(edits.world(), 2 * 8 + 7, kGround));
    EXPECT_TRUE(whole.hierarchy.gate_at(NodeId(3 * 8 + 4)).is_none());
  }
}

// Blocks and opens each square or face in turn.
void expect_each_change_as_fresh(const World& world, const Setting& setting, std::uint32_t stride) {
  Edits edits(world, setting);
  const std::set<std::uint32_t> ends = ends_of_links(world);
  const auto count = static_cast<std::uint32_t>(Surface(world).areas.size());
  for (std::uint32_t at = 0; at < count; at += stride) {
    if (ends.contains(at)) continue;
    const AreaId area = Surface(world).areas[at];
    edits.change_to(with_area(edits.world(), at, area == kBlocked ? kGround : kBlocked));
    edits.change_to(with_area(edits.world(), at, area));
    ASSERT_FALSE(::testing::Test::HasFailure()) << at;
  }
}

TEST(UpdateScope, takes_in_what_each_square_changes) {
  for (const std::uint64_t seed : seeds(4)) {
    const World plain = random_grid(seed, seed % 2 == 0 ? "........#" : "0000011122#");
    Random random(seed);
    const World world = with_links(plain, some_links(plain, random)).value();
    for (const GateRule rule : {GateRule::entrances, GateRule::openings, GateRule::all}) {
      expect_each_change_as_fresh(world, setting_of(rule, 3, profile_for(seed)), 7);
      if (HasFailure()) return;
    }
  }
}

// If sections are small compared with the faces, a face takes part in many cells, and gates between
// two cells may lie in other cells too.
TEST(UpdateScope, takes_in_what_each_long_thin_face_changes) {
  for (const std::uint64_t seed : seeds(4)) {
    const World world = slanted(seed, 12);
    for (const double size : {1.0, 2.0, 3.5}) {
      expect_each_change_as_fresh(world, setting_of(GateRule::shared, size), 11);
      if (HasFailure()) return;
    }
  }
}

TEST(UpdateScope, takes_in_cells_that_are_made_otherwise) {
  for (const std::uint64_t seed : seeds(12)) {
    Random random(seed);
    const bool is_grid = seed % 2 == 0;
    const GateRule own = is_grid ? GateRule::entrances : GateRule::shared;
    Edits edits(is_grid ? random_grid(seed, ".........#w") : slanted(seed, 8), setting_of(own, 3));
    for (int i = 0; i < 12; ++i) {
      constexpr double kSizes[] = {1, 1.5, 2, 3, 4};
      edits.set({.size = kSizes[random.below(5)], .levels = 1 + random.below(2)},
                random.below(4) == 0 ? GateRule::openings : own);
      edits.change_to(random.below(2) == 0 ? edits.world() : edited(edits.world(), random));
      ASSERT_FALSE(HasFailure()) << "seed " << seed << ", " << i;
    }
  }
}

// Two cells swap positions: the one in the middle has as many squares as before and the same gates,
// but its crossing leads through the swamp.
TEST(UpdateScope, tells_cells_of_the_same_size_apart) {
  Profile profile = Profile::euclid();
  profile.areas = {{.area = "swamp", .multiplier = 9}};
  const Ground land = on_grid("# . . . #\n. . w . .\n# w w w #", profile);
  const auto cells = [&](CellLabel above, CellLabel below) {
    const CellLabel labels[] = {4, above, above, above, 4,  //
                                0, 1,     1,     1,     2,  //
                                4, below, below, below, 4};
    return given_cells(land, labels).value();
  };
  const HierarchyOptions options{.rule = GateRule::openings};
  const Hierarchy old = build_hierarchy(land, cells(1, 3), options).value();
  const Hierarchy fresh = build_hierarchy(land, cells(3, 1), options).value();
  const auto updated = update_hierarchy(land, old, land, cells(3, 1), options).value();
  EXPECT_TRUE(updated.hierarchy == fresh);
}

// Links connect cells that nothing else connects.
TEST(UpdateScope, takes_in_both_ends_of_links_that_come_and_go) {
  std::string text;
  for (int y = 0; y < 20; ++y) text += std::string(20, '.') + "\n";
  const World world = scene(text);
  for (const GateRule rule : {GateRule::entrances, GateRule::openings, GateRule::all}) {
    Edits edits(world, setting_of(rule, 4));
    Random random(seed_of(2));
    for (int i = 0; i < 8; ++i) {
      std::vector<Link> links = some_links(world, random);
      links.resize(random.below(3));
      edits.change_to(with_links(world, links).value());
    }
  }
}

}  // namespace
}  // namespace thalweg
