// Updates of hierarchies: equal to one built anew, and few cells crossed for a small change.
#include <gtest/gtest.h>

#include "laws/cases.hpp"
#include "seeds.hpp"
#include "thalweg/generate/grids.hpp"
#include "thalweg/hierarchy/build.hpp"
#include "thalweg/partition/sections.hpp"
#include "unit/partition/reach.hpp"

namespace thalweg {
namespace {

// What of a world an edit may change: areas and heights of its squares, or areas of the faces and
// edges of its mesh where it has no grid.
struct Ground {
  std::vector<AreaId> areas;
  std::vector<float> heights;
  std::vector<AreaId> edges;

  explicit Ground(const World& world) {
    for (const SquareId square : world.grid.squares()) {
      areas.push_back(world.grid.area(square));
      heights.push_back(world.grid.ground(square));
    }
    for (const FaceId face : world.mesh.faces()) areas.push_back(world.mesh.area(face));
    for (const EdgeId edge : world.mesh.edges()) edges.push_back(world.mesh.edge_area(edge));
  }
};

World with_ground(const World& world, const Ground& ground) {
  WorldParts parts;
  parts.y_axis = world.y_axis;
  parts.links = {world.links.begin(), world.links.end()};
  if (!world.grid.empty()) {
    GridArrays arrays = world.grid.arrays();
    arrays.area = ground.areas;
    arrays.ground = ground.heights;
    parts.grid = Grid::from(std::move(arrays)).value();
  } else {
    MeshArrays arrays = world.mesh.arrays();
    arrays.face_area = ground.areas;
    arrays.edge_area = ground.edges;
    parts.mesh = Mesh::from(std::move(arrays)).value();
  }
  return make_world(std::move(parts)).value();
}

// Squares or faces that a link ends on stay open, or the link would have no ground.
std::set<std::uint32_t> ends_of_links(const World& world) {
  std::set<std::uint32_t> ends;
  for (const Link& link : world.links) {
    ends.insert({link.from_square.value, link.to_square.value});
    ends.insert({link.from_face.value, link.to_face.value});
  }
  return ends;
}

// Blocks, opens and changes a few places, some of them side by side.
World edited(const World& world, Random& random) {
  constexpr AreaId kChoice[] = {kBlocked, kGround, kSwamp};
  const auto choice = [&] { return kChoice[random.below(3)]; };
  Ground ground(world);
  const std::set<std::uint32_t> ends = ends_of_links(world);
  const auto count = static_cast<std::uint32_t>(ground.areas.size());
  std::uint32_t at = random.below(count);
  for (std::uint32_t i = 1 + random.below(5); i > 0; --i) {
    const std::uint32_t what = random.below(3);
    if (what > 0 && !ends.contains(at)) ground.areas[at] = choice();
    if (what == 0 && !world.grid.empty()) ground.heights[at] = static_cast<float>(random.below(3));
    if (what == 0 && !world.mesh.empty()) {
      const EdgeId edge = world.mesh.edges(FaceId(at)).front();
      ground.edges[edge.value] = choice();
      const EdgeId twin = world.mesh.twin(edge);
      if (!twin.is_none()) ground.edges[twin.value] = ground.edges[edge.value];
    }
    const std::uint32_t along = world.grid.empty() ? 2 : world.grid.width();
    const std::uint32_t step = random.below(2) == 0 ? 1 : along;
    at = random.below(3) == 0 ? random.below(count) : (at + step) % count;
  }
  return with_ground(world, ground);
}

// What is built on a world.
struct Setting {
  Profile profile;
  SectionOptions sections;
  HierarchyOptions options;

  Land land(const World& world, double quantum = 0) const {
    Graph graph = world.grid.empty() ? face_graph(world) : grid_graph(world);
    return {world, std::move(graph), profile, {.quantum = quantum}};
  }
  Cells cells(const Land& land) const {
    return (land.world.grid.empty() ? triangle_sections(land.ground(), sections)
                                    : thalweg::sections(land.ground(), sections))
        .value();
  }
  Hierarchy fresh(const Land& land) const {
    return build_hierarchy(land.ground(), cells(land), options).value();
  }
};

// A world that is edited again and again, with its hierarchy.
class Edits {
 public:
  Edits(const World& world, Setting setting)
      : setting_(std::move(setting)),
        land_(setting_.land(world)),
        hierarchy_(setting_.fresh(land_)) {}

  const World& world() const { return land_.world; }
  const Hierarchy& hierarchy() const { return hierarchy_; }

  // Updates to `world` and holds that against a fresh build.
  UpdatedHierarchy change_to(const World& world) {
    Land now = setting_.land(world, land_.metric.quantum());
    UpdatedHierarchy updated = update_hierarchy(land_.ground(), hierarchy_, now.ground(),
                                                setting_.cells(now), setting_.options)
                                   .value();
    EXPECT_TRUE(updated.hierarchy == setting_.fresh(now));
    EXPECT_EQ(updated.rebuilt + updated.kept, updated.hierarchy.partition().cell_count());
    land_ = std::move(now);
    hierarchy_ = updated.hierarchy;
    return updated;
  }

 private:
  Setting setting_;
  Land land_;
  Hierarchy hierarchy_;
};

// Profiles in turn: plain, and one that only steps down.
Profile profile_for(std::uint64_t turn) {
  Profile profile = turn % 2 == 0 ? Profile::euclid() : Profile::thesis();
  if (turn % 3 == 0) profile.greatest_step_up = 1;
  profile.areas = {{.area = "swamp", .multiplier = 2.5}};
  return profile;
}

void expect_as_fresh(const World& world, GateRule rule, std::uint64_t seed) {
  Random random(seed);
  for (std::uint32_t levels = 1; levels <= 3; ++levels) {
    SCOPED_TRACE(std::string(to_string(rule)) + ", seed " + std::to_string(seed) + ", levels " +
                 std::to_string(levels));
    Edits edits(world,
                {.profile = profile_for(seed + levels),
                 .sections = {.size = 2.0 + random.below(4), .levels = levels},
                 .options = {.rule = rule, .wide = 3, .keep_ways = (seed + levels) % 4 != 0}});
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
  for (std::uint64_t seed = 1; seed <= seeds_to_try(12); ++seed) {
    const World plain = random_grid(seed, seed % 2 == 0 ? ".........#w" : "000000013#");
    const World world = seed % 3 == 0 ? linked(plain, seed) : plain;
    for (const GateRule rule : {GateRule::entrances, GateRule::openings, GateRule::all}) {
      expect_as_fresh(world, rule, seed);
      if (HasFailure()) return;
    }
  }
}

TEST(HierarchyUpdate, of_a_mesh_is_as_a_fresh_build) {
  for (std::uint64_t seed = 1; seed <= seeds_to_try(24); ++seed) {
    const World plain = seed % 2 == 0 ? slanted(seed, 8) : hills(seed, {.corners = 12});
    const World world = seed % 3 == 0 ? linked(plain, seed) : plain;
    for (const GateRule rule : {GateRule::shared, GateRule::openings, GateRule::all}) {
      expect_as_fresh(world, rule, seed);
      if (HasFailure()) return;
    }
  }
}

World large_grid() {
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
    Edits edits(large_grid(), large_setting(rule));
    Random random(5);
    for (int i = 0; i < (rule == GateRule::all ? 2 : 8); ++i) {
      Ground ground(edits.world());
      AreaId& area = ground.areas[random.below(edits.world().grid.size())];
      area = area == kBlocked ? kGround : kBlocked;
      const UpdatedHierarchy updated = edits.change_to(with_ground(edits.world(), ground));
      // The cell and those beside it, of which it may be part of several, on three levels.
      EXPECT_LE(updated.rebuilt, 30u);
      EXPECT_GT(updated.kept, 300u);
    }
  }
}

TEST(HierarchyUpdate, crosses_one_cell_of_each_level_where_gates_stay) {
  std::string text;
  for (int y = 0; y < 40; ++y) text += std::string(40, '.') + "\n";
  for (const GateRule rule : {GateRule::entrances, GateRule::openings, GateRule::all}) {
    Edits edits(scene(text), large_setting(rule));
    Ground ground(edits.world());
    ground.areas[15 * 40 + 15] = kBlocked;  // the middle of a section
    const UpdatedHierarchy updated = edits.change_to(with_ground(edits.world(), ground));
    EXPECT_EQ(updated.rebuilt, 3u);
    EXPECT_EQ(updated.kept, 16u + 4 + 1 - 3);
  }
}

TEST(HierarchyUpdate, crosses_nothing_where_nothing_changes) {
  Edits grid(large_grid(), large_setting(GateRule::entrances));
  EXPECT_EQ(grid.change_to(grid.world()).rebuilt, 0u);
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

TEST(HierarchyUpdate, without_ways_of_before_crosses_all) {
  Setting setting = large_setting(GateRule::entrances);
  const Land land = setting.land(large_grid());
  setting.options.keep_ways = false;
  const Hierarchy old = setting.fresh(land);
  setting.options.keep_ways = true;
  const UpdatedHierarchy updated =
      update_hierarchy(land.ground(), old, land.ground(), setting.cells(land), setting.options)
          .value();
  EXPECT_EQ(updated.kept, 0u);
  EXPECT_TRUE(updated.hierarchy == setting.fresh(land));
}

TEST(HierarchyUpdate, refuses_a_hierarchy_of_other_ground) {
  const Setting setting = large_setting(GateRule::entrances);
  const Land land = setting.land(scene(". . ."));
  const Land other = setting.land(scene(". . #"));
  const auto updated = update_hierarchy(other.ground(), setting.fresh(land), land.ground(),
                                        setting.cells(land), setting.options);
  ASSERT_FALSE(updated);
  EXPECT_EQ(updated.error(), "the hierarchy is not that of the ground before");
  const auto wrong = update_hierarchy(land.ground(), setting.fresh(land), land.ground(),
                                      setting.cells(other), setting.options);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error(), "the cells are of another graph");
}

}  // namespace
}  // namespace thalweg
