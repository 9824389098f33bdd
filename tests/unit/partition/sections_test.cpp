// Sections of nodes compared with reachability by brute force inside each section.
#include "thalweg/partition/sections.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "laws/cases.hpp"
#include "scope.hpp"
#include "unit/partition/reach.hpp"
#include "unit/partition/trees.hpp"

namespace thalweg {
namespace {

std::string section_refusal(const Ground& land, SectionOptions options) {
  const Result<Cells> cells = sections(land, options);
  return cells ? "" : cells.error();
}

// [level] The section of a node, by a slow, simple method.
using Section = std::pair<double, double>;
Section section_of(Vec3 at, const SectionOptions& options, Level level) {
  const double size = options.size * std::pow(options.factor, level - 1.0);
  return {std::floor(at.x / size), std::floor(at.y / size)};
}

// Nodes are in one cell exactly when they reach each other inside their section.
void expect_cells_are_reach(const Ground& ground, const SectionOptions& options) {
  const Result<Cells> cells = sections(ground, options);
  ASSERT_TRUE(cells) << cells.error();
  ASSERT_EQ(broken_law(*cells, ground), std::nullopt);
  const Partition& partition = cells->partition;
  for (Level level = 1; level <= options.levels; ++level) {
    std::map<Section, std::set<NodeId>> members;
    for (const NodeId node : ground.graph().nodes()) {
      if (ground.metric().islands().of[node].is_none()) continue;
      members[section_of(ground.graph().position(node), options, level)].insert(node);
    }
    for (const auto& [section, nodes] : members) {
      const Reach reach(ground, nodes);
      for (const NodeId a : nodes) {
        const CellId cell = partition.cell_of(a, level);
        ASSERT_EQ(partition.height(cell), level);
        EXPECT_EQ(cells->sections[cell].column, section.first);
        EXPECT_EQ(cells->sections[cell].row, section.second);
        for (const NodeId b : nodes) {
          ASSERT_EQ(partition.cell_of(b, level) == cell, reach.is_mutual(a, b))
              << to_string(a) << " " << to_string(b) << " level " << level;
        }
      }
    }
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(Sections, are_what_reaches_each_other_inside_a_square) {
  const std::vector<SectionOptions> shapes = {{.size = 0.7, .levels = 2, .factor = 3},
                                              {.size = 2, .levels = 3},
                                              {.size = 5, .levels = 2},
                                              {.size = 1000}};
  const std::vector<Profile> profiles = case_profiles();
  for (const std::uint64_t seed : seeds(8)) {
    std::size_t turn = seed;
    for (const Case& c : cases(seed)) {
      const Profile& profile = profiles[turn % profiles.size()];
      SCOPED_TRACE(c.name + ", " + profile.name + ", seed " + std::to_string(seed));
      expect_cells_are_reach(c.priced(profile), shapes[turn++ % shapes.size()]);
      if (HasFailure()) return;
    }
  }
}

TEST(Sections, of_ground_that_only_leads_down_are_apart) {
  Profile steps = Profile::euclid();
  steps.greatest_step_up = 1;
  for (const std::uint64_t seed : seeds(12)) {
    SCOPED_TRACE(seed);
    expect_cells_are_reach(on_grid(random_grid(seed, "000024#"), steps),
                           {.size = 3.0 + static_cast<double>(seed % 3), .levels = 3});
    if (HasFailure()) return;
  }
}

TEST(Sections, a_ledge_is_a_cell_of_its_own) {
  Profile steps = Profile::euclid();
  steps.greatest_step_up = 1;
  const Ground land = on_grid(R"(
      0 0 3 3
      0 0 3 3 )",
                              steps);
  const Cells cells = sections(land, {.size = 4, .levels = 2}).value();
  EXPECT_EQ(drawn_cells(cells, land.world()), "aabb aabb");
  EXPECT_EQ(drawn_cells(cells, land.world(), 2), "aabb aabb");
}

TEST(Sections, a_wall_through_the_middle_makes_two_cells) {
  const Ground land = on_grid(R"(
      . . # . .  . . . . .
      . . # . .  . . . . .
      . . # . .  # # . # .
      . . # . .  . . # . .
      . . # . .  . . # . . )");
  const Cells cells = sections(land, {.size = 5}).value();
  EXPECT_EQ(drawn_cells(cells, land.world()),
            "aa#bbccccc aa#bbccccc aa#bb##c#c aa#bbdd#cc aa#bbdd#cc");
}

TEST(Sections, squares_that_touch_at_a_corner_are_apart) {
  const Ground land = on_grid(R"(
      . #
      # . )");
  EXPECT_EQ(drawn_cells(sections(land, {.size = 2}).value(), land.world()), "a# #b");
}

TEST(Sections, rooms_join_on_the_level_where_their_door_lies) {
  const Ground land = on_grid(R"(
      . . # .
      . . # .
      . . . .
      . # . . )");
  const Cells cells = sections(land, {.size = 2, .levels = 2}).value();
  EXPECT_EQ(drawn_cells(cells, land.world()), "aa#b aa#b ccdd c#dd");
  EXPECT_EQ(drawn_cells(cells, land.world(), 2), "aa#a aa#a aaaa a#aa");
}

TEST(Sections, without_ground_there_are_no_cells) {
  const Ground land = on_grid("# #");
  const Cells cells = sections(land, {.levels = 3}).value();
  EXPECT_EQ(cells.partition.cell_count(), 0u);
  EXPECT_EQ(cells.partition.top_level(), 0u);
  EXPECT_EQ(broken_law(cells, land), std::nullopt);
}

TEST(Sections, a_square_alone_is_a_cell_on_every_level) {
  const Ground land = on_grid(R"(
      # # #
      # . #
      # # # )");
  const Cells cells = sections(land, {.size = 1, .levels = 4}).value();
  EXPECT_EQ(cells.partition.cell_count(), 4u);
  EXPECT_EQ(cells.partition.top_level(), 4u);
  EXPECT_EQ(broken_law(cells, land), std::nullopt);
}

TEST(Sections, of_open_ground_are_as_many_as_squares_of_that_size) {
  std::string text;
  for (int y = 0; y < 70; ++y) text += std::string(600, '.') + "\n";
  const Ground land = on_grid(text);
  for (const std::uint32_t size : {4u, 7u, 10u, 64u, 100u, 512u}) {
    SCOPED_TRACE(size);
    const Cells cells = sections(land, {.size = double(size), .levels = 2}).value();
    const auto count = [&](std::uint32_t side) {
      return ((600 + side - 1) / side) * ((70 + side - 1) / side);
    };
    EXPECT_EQ(cells.partition.cell_count(), count(size) + count(2 * size));
    EXPECT_EQ(broken_law(cells, land), std::nullopt);
  }
}

TEST(Sections, below_the_origin_are_counted_downwards) {
  // Three triangles, centres at x = -7, -1, 5.
  const Ground land = on_faces(triangles({{-9, 0, 0},
                                          {-6, 0, 0},
                                          {-6, 3, 0},
                                          {-3, 0, 0},
                                          {0, 0, 0},
                                          {0, 3, 0},
                                          {3, 0, 0},
                                          {6, 0, 0},
                                          {6, 3, 0}},
                                         {0, 1, 2, 3, 4, 5, 6, 7, 8}));
  const Cells cells = sections(land, {.size = 2, .levels = 3, .factor = 3}).value();
  std::vector<int> columns;
  for (const SectionIndex section : cells.sections) columns.push_back(section.column);
  EXPECT_EQ(columns, (std::vector<int>{-4, -1, 2, -2, -1, 0, -1, -1, 0}));
}

TEST(Sections, a_node_on_a_line_lies_after_it_whatever_the_size) {
  const Ground land = ground_of(scene(std::string(400, '.')), GraphSpec::corners());
  for (const double size : {1.0, 7 / 3.0, 0.7, 10 / 3.0, 1 / 49.0}) {
    SCOPED_TRACE(size);
    const Cells cells = sections(land, {.size = size}).value();
    for (const NodeId node : land.graph().nodes()) {
      const SectionIndex section = cells.sections[cells.partition.home(node)];
      const double x = land.graph().position(node).x;
      EXPECT_LE(section.column * size, x);
      EXPECT_LT(x, (section.column + 1) * size);
    }
  }
}

TEST(Sections, a_change_elsewhere_keeps_the_order_of_cells) {
  const Ground before = on_grid(". . . . . . . .");
  const Ground after = on_grid(". # # . . . . .");
  const auto drawn = [](const Ground& land) {
    return drawn_cells(sections(land, {.size = 2}).value(), land.world());
  };
  EXPECT_EQ(drawn(before), "aabbccdd");
  EXPECT_EQ(drawn(after), "a##bccdd");
}

TEST(Sections, refuse_options_out_of_range) {
  const Ground land = on_grid(". .");
  const std::string size = "sections need a size above 0 and up to 1,000,000,000,000 metres";
  EXPECT_EQ(section_refusal(land, {.size = 0}), size);
  EXPECT_EQ(section_refusal(land, {.size = -1}), size);
  EXPECT_EQ(section_refusal(land, {.size = kNoLimit}), size);
  EXPECT_EQ(section_refusal(land, {.size = std::nan("")}), size);
  EXPECT_EQ(section_refusal(land, {.levels = 0}), "sections have 1 to 16 levels");
  EXPECT_EQ(section_refusal(land, {.levels = 17}), "sections have 1 to 16 levels");
  const std::string factor = "sections of the level above are 2 to 1024 times as wide";
  EXPECT_EQ(section_refusal(land, {.factor = 1}), factor);
  EXPECT_EQ(section_refusal(land, {.factor = 1025}), factor);
  EXPECT_EQ(section_refusal(land, {.size = 1e-10}), "the sections are too small to be counted");
  EXPECT_EQ(section_refusal(land, {.size = 1e12, .levels = 16, .factor = 1024}), "");
}

}  // namespace
}  // namespace thalweg
