// Cells: each broken law is reported.
#include "thalweg/partition/cells.hpp"

#include <gtest/gtest.h>

#include "thalweg/partition/sections.hpp"
#include "unit/partition/reach.hpp"
#include "unit/partition/trees.hpp"

namespace thalweg {
namespace {

// Four squares in a row, the last one blocked.
const Ground& row_land() {
  static const Ground land = on_grid(". . . #");
  return land;
}

Cells cells_of(std::vector<CellId> home, std::vector<CellId> parent) {
  return {
      Partition::from(row_land().graph().fingerprint(), std::move(home), std::move(parent)).value(),
      {},
      {}};
}

Cells with_extents(std::vector<std::uint32_t> offsets, std::vector<CellId> items) {
  Cells cells = cells_of(ids({0, 0, 1, -1}), ids({-1, -1}));
  cells.extents = Csr<NodeId, CellId>(std::move(offsets), std::move(items));
  return cells;
}

std::string law(const Cells& cells) { return broken_law(cells, row_land()).value_or(""); }

TEST(Cells, that_keep_all_laws_break_none) {
  EXPECT_EQ(law(cells_of(ids({0, 0, 1, -1}), ids({-1, -1}))), "");
  EXPECT_EQ(law(cells_of(ids({0, 0, 1, -1}), ids({2, 2, -1}))), "");
  EXPECT_EQ(law(cells_of(ids({0, 0, 1, -1}), ids({2, 3, -1, -1}))), "");
  EXPECT_EQ(law(with_extents({0, 1, 3, 4, 4}, ids({0, 0, 1, 1}))), "");
}

TEST(Cells, hold_exactly_the_nodes_with_an_island) {
  EXPECT_EQ(law(cells_of(ids({0, -1, 1, -1}), ids({-1, -1}))),
            "n1 has an island but lies in no cell");
  EXPECT_EQ(law(cells_of(ids({0, 0, 0, 0}), ids({-1}))), "n3 lies in a cell but has no island");
}

TEST(Cells, are_of_even_levels) {
  EXPECT_EQ(law(cells_of(ids({0, 0, 1, -1}), ids({1, -1}))), "the home of n2 is not of height 1");
  EXPECT_EQ(law(cells_of(ids({0, 0, 1, -1}), ids({2, -1, -1}))),
            "c1 has no cell of the next height above it");
}

TEST(Cells, are_numbered_by_height_and_first_node) {
  EXPECT_EQ(law(cells_of(ids({1, 1, 0, -1}), ids({-1, -1}))),
            "c1 is not in order of height and first node");
  EXPECT_EQ(law(cells_of(ids({1, 1, 2, -1}), ids({-1, 0, 0}))),
            "c1 is not in order of height and first node");
}

TEST(Cells, hold_what_reaches_each_other) {
  EXPECT_EQ(law(cells_of(ids({0, 1, 0, -1}), ids({-1, -1}))),
            "inside c0 not everything reaches everything");
  EXPECT_EQ(law(cells_of(ids({0, 1, 2, -1}), ids({3, 4, 3, -1, -1}))),
            "inside c3 not everything reaches everything");
  // Nodes of the extent that are not members may connect the members.
  Cells helped = cells_of(ids({0, 1, 0, -1}), ids({-1, -1}));
  helped.extents =
      Csr<NodeId, CellId>(std::vector<std::uint32_t>{0, 1, 3, 4, 4}, ids({0, 0, 1, 0}));
  EXPECT_EQ(law(helped), "");
}

TEST(Cells, extents_hold_homes_and_cells_of_height_1_in_order) {
  EXPECT_EQ(law(with_extents({0, 1, 2, 3, 4}, ids({0, 0, 1, 1}))),
            "n3 lies in no cell but takes part in one");
  EXPECT_EQ(law(with_extents({0, 1, 2, 3, 3}, ids({0, 1, 1}))), "n1 takes no part in its home");
  EXPECT_EQ(law(with_extents({0, 1, 3, 4, 4}, ids({0, 1, 0, 1}))), "the row of n1 does not rise");
  EXPECT_EQ(law(with_extents({0, 1, 3, 4, 4}, ids({0, 0, 9, 1}))),
            "n1 takes part in what is no cell of height 1");
  EXPECT_EQ(law(with_extents({0, 1, 2}, ids({0, 0}))), "the extents are not one row per node");
  // Node 0 does not touch cell 1.
  EXPECT_EQ(law(with_extents({0, 2, 3, 4, 4}, ids({0, 1, 0, 1}))),
            "inside c1 not everything reaches everything");
}

TEST(Cells, are_of_one_graph) {
  const Ground other = on_grid(". . . .");
  const Cells cells = cells_of(ids({0, 0, 1, -1}), ids({-1, -1}));
  EXPECT_EQ(broken_law(cells, other).value_or(""), "the cells group the nodes of another graph");
  Cells placed = cells;
  placed.places = std::vector<SectionPlace>(1);
  EXPECT_EQ(law(placed), "the places are not one per cell");
}

}  // namespace
}  // namespace thalweg
