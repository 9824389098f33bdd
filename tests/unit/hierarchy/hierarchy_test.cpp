// Laws of hierarchies over worlds x graphs x profiles, checked against slow oracles.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "hierarchies.hpp"
#include "oracle.hpp"
#include "scene.hpp"
#include "scope.hpp"
#include "thalweg/core/parallel.hpp"

namespace thalweg {
namespace {

// Bellman-Ford inside one extent: slow and simple.
std::map<NodeId, Distance> confined_costs(const Ground& ground, const Cells& cells, CellId cell,
                                          NodeId source) {
  std::map<NodeId, Distance> costs{{source, 0}};
  for (bool is_better = true; is_better;) {
    is_better = false;
    for (const NodeId node : ground.graph().nodes()) {
      if (!costs.contains(node)) continue;
      for (const ArcId arc : ground.graph().arcs(node)) {
        const NodeId to = ground.graph().target(arc);
        if (!ground.metric().is_passable(arc) || !cells.takes_part(to, cell)) continue;
        const Distance cost = costs[node] + ground.metric().cost(arc);
        if (costs.contains(to) && costs[to] <= cost) continue;
        costs[to] = cost;
        is_better = true;
      }
    }
  }
  return costs;
}

void check_lowest_crossings(const Ground& ground, const Hierarchy& hierarchy) {
  for (const CellId cell : hierarchy.partition().cells()) {
    if (hierarchy.partition().height(cell) != 1) continue;
    const auto gates = hierarchy.gates(cell);
    for (std::uint32_t i = 0; i < gates.size(); ++i) {
      auto costs = confined_costs(ground, hierarchy.cells(), cell, hierarchy.node(gates[i]));
      for (std::uint32_t j = 0; j < gates.size(); ++j) {
        ASSERT_TRUE(costs.contains(hierarchy.node(gates[j])));
        ASSERT_EQ(hierarchy.cost(hierarchy.crossing(cell, i, j)), costs[hierarchy.node(gates[j])]);
      }
    }
  }
}

TEST(Hierarchy, keeps_its_laws_on_every_graph_under_every_rule) {
  std::uint64_t gates = 0;
  for (const std::uint64_t seed : seeds(1)) {
    for (const Case& c : cases(seed)) {
      for (const Profile& profile : {Profile::euclid(), case_profiles().back()}) {
        const Ground ground = c.priced(profile);
        for (const Recipe& recipe : recipes(c.world)) {
          if (!recipe.serves(c)) continue;
          SCOPED_TRACE(c.name + ", " + profile.name + ", " + recipe.name);
          const auto hierarchy = recipe.build(ground);
          ASSERT_TRUE(hierarchy) << hierarchy.error();
          ASSERT_EQ(broken_law(*hierarchy, ground), std::nullopt);
          gates += hierarchy->gate_count();
        }
      }
    }
  }
  EXPECT_GT(gates, 1000u);
}

TEST(Hierarchy, crossings_cost_what_a_slow_search_inside_the_extent_finds) {
  for (const Case& c : cases(3)) {
    const Ground ground = c.priced(case_profiles().back());
    for (const Recipe& recipe : recipes(c.world)) {
      if (!recipe.serves(c) || recipe.rule == GateRule::all) continue;
      SCOPED_TRACE(c.name + ", " + recipe.name);
      check_lowest_crossings(ground, recipe.build(ground).value());
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

// Botea, Mueller and Schaeffer: a border of less than six squares is crossed in its middle, a longer
// one at both ends.
TEST(Hierarchy, entrances_lie_in_the_middle_of_narrow_borders_and_at_the_ends_of_wide_ones) {
  for (const std::uint32_t rows : {3u, 5u, 6u, 8u}) {
    std::string text;
    for (std::uint32_t row = 0; row < rows; ++row) text += ". . . . . . . . . . . . . . . .\n";
    const Ground ground = on_grid(scene(text));
    const Cells cells = sections(ground, {.size = 8}).value();
    const auto hierarchy = build_hierarchy(ground, cells, {.rule = GateRule::entrances});
    ASSERT_TRUE(hierarchy) << hierarchy.error();
    std::set<std::uint32_t> found;
    for (const NodeId gate : hierarchy->arrays().nodes) {
      const std::uint32_t node = gate.value;
      EXPECT_TRUE(node % 16 == 7 || node % 16 == 8) << node;
      found.insert(node / 16);
    }
    const auto expected = rows < 6 ? std::set{rows / 2} : std::set{0u, rows - 1};
    EXPECT_EQ(found, expected) << rows << " rows";
  }
}

TEST(Hierarchy, is_the_same_on_any_number_of_threads) {
  const World world = random_grid(5, "......#w");
  const Ground ground = on_grid(world);
  const Recipe recipe{"", 1, 2, GateRule::entrances};
  set_thread_count(1);
  const Hierarchy one = recipe.build(ground).value();
  set_thread_count(0);
  EXPECT_GT(one.partition().cell_count(), 64u);
  EXPECT_TRUE(one == recipe.build(ground).value());
}

// Flat ground of two triangles a square, `side` squares on a side.
World lattice_world(std::uint32_t side) {
  std::vector<Vec3f> vertices;
  std::vector<std::uint32_t> corners;
  for (std::uint32_t y = 0; y <= side; ++y) {
    for (std::uint32_t x = 0; x <= side; ++x) {
      vertices.push_back(to_float({static_cast<double>(x), static_cast<double>(y), 0}));
    }
  }
  for (std::uint32_t y = 0; y < side; ++y) {
    for (std::uint32_t x = 0; x < side; ++x) {
      const std::uint32_t a = y * (side + 1) + x;
      const std::uint32_t b = a + side + 1;
      for (const std::uint32_t v : {a, a + 1, b + 1, a, b + 1, b}) corners.push_back(v);
    }
  }
  return triangles(std::move(vertices), std::move(corners));
}

TEST(Hierarchy, an_open_border_has_one_gate_wherever_it_runs) {
  const World world = lattice_world(12);
  const Ground ground = on_faces(world);
  for (const double size : {6.0, 6.3, 4.0, 4.4}) {
    const std::uint32_t across = size > 5 ? 2 : 3;  // sections on a side
    const std::uint32_t borders = 2 * across * (across - 1);
    const Hierarchy shared = Recipe{"", size, 1, GateRule::shared}.build(ground).value();
    ASSERT_EQ(shared.partition().cell_count(), across * across);
    const std::uint32_t corners = (across - 1) * (across - 1);  // where routes may cross diagonally
    EXPECT_GE(shared.gate_count(), borders) << size;
    EXPECT_LE(shared.gate_count(), borders + 2 * corners) << size;
    const Hierarchy middles = Recipe{"", size, 1, GateRule::openings}.build(ground).value();
    EXPECT_GE(middles.gate_count(), borders) << size;
    EXPECT_LE(middles.gate_count(), 2 * borders + 4 * corners) << size;
  }
}

TEST(Hierarchy, more_levels_than_are_ever_built_are_refused) {
  for (const std::uint32_t levels : {16u, 17u}) {
    std::vector<CellId> parent;
    for (std::uint32_t cell = 1; cell < levels; ++cell) parent.emplace_back(cell);
    parent.emplace_back();
    HierarchyArrays arrays;
    arrays.cells.partition = Partition::from(0, {std::vector<CellId>{CellId(0)}}, {parent}).value();
    arrays.gates = {std::vector<std::uint32_t>(levels + 1, 0), std::vector<GateId>{}};
    EXPECT_EQ(Hierarchy::from(arrays).ok(), levels <= 16) << levels;
  }
}

// The cells with the ids of the two levels exchanged: those above come first.
Cells upside_down(const Cells& cells) {
  const Partition& from = cells.partition;
  std::vector<std::uint32_t> id(from.cell_count());
  const auto is_above = [&](std::uint32_t c) { return from.height(CellId(c)) > 1; };
  std::uint32_t next = 0;
  for (const bool above : {true, false}) {
    for (std::uint32_t c = 0; c < id.size(); ++c) {
      if (is_above(c) == above) id[c] = next++;
    }
  }
  const auto renamed = [&](CellId cell) { return cell.is_none() ? cell : CellId(id[cell.value]); };
  std::vector<CellId> home;
  for (const CellId cell : from.arrays().home) home.push_back(renamed(cell));
  std::vector<CellId> parent(id.size());
  for (const CellId cell : from.cells()) parent[id[cell.value]] = renamed(from.parent(cell));
  Cells result;
  result.partition = Partition::from(from.graph_fingerprint(), home, parent).value();
  return result;
}

TEST(Hierarchy, cells_that_are_not_numbered_level_by_level_are_refused) {
  const Ground ground = on_grid(random_grid(1, "........#"));
  const Cells cells = sections(ground, {.size = 4, .levels = 2}).value();
  const Cells bad = upside_down(cells);
  EXPECT_NE(broken_law(bad, ground), std::nullopt);
  const auto built = build_hierarchy(ground, bad);
  ASSERT_FALSE(built.ok());
  EXPECT_EQ(built.error().find("the cells are not numbered level by level"), 0u) << built.error();
  HierarchyArrays arrays;
  arrays.cells = bad;
  EXPECT_FALSE(Hierarchy::from(arrays).ok());
}

}  // namespace
}  // namespace thalweg
