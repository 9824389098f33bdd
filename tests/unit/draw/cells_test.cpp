// Colours of cells: one per cell of a level, and different ones for neighbours.
#include "thalweg/draw/cells.hpp"

#include <gtest/gtest.h>

#include "grounds.hpp"
#include "scope.hpp"
#include "thalweg/draw/draw.hpp"

namespace thalweg {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFFu;

// Cells of any shape: blocks of `side` nodes, and pairs of blocks.
Partition blocks(const Graph& graph, std::uint32_t side) {
  std::vector<CellId> home;
  std::vector<CellId> parent;
  const std::uint32_t low = (graph.node_count() + side - 1) / side;
  for (std::uint32_t n = 0; n < graph.node_count(); ++n) home.emplace_back(n / side);
  for (std::uint32_t c = 0; c < low; ++c) parent.emplace_back(low + c / 2);
  for (std::uint32_t c = 0; c < (low + 1) / 2; ++c) parent.emplace_back();
  return Partition::from(graph.fingerprint(), std::move(home), std::move(parent)).value();
}

// The piece that contains a node at a level, found by a slow, simple method.
PieceId shown(const Partition& partition, NodeId node, Level level) {
  PieceId piece = partition.piece(node);
  for (CellId up = partition.home(node); !up.is_none() && partition.height(up) <= level;
       up = partition.parent(up)) {
    piece = partition.piece(up);
  }
  return piece;
}

TEST(CellColours, a_cell_has_one_colour_and_its_neighbours_have_others) {
  for (const std::uint64_t seed : seeds(8)) {
    for (const World& world : {hills(seed), random_grid(seed, "...#")}) {
      const Graph graph = world.mesh.empty() ? graph_of(world, GraphSpec::grid())
                                             : graph_of(world, GraphSpec::faces());
      const Partition partition = blocks(graph, 1 + static_cast<std::uint32_t>(seed % 8) * 3);
      for (Level level = 0; level <= partition.top_level() + 1; ++level) {
        const auto colours = cell_colours(graph, partition, level);
        ASSERT_TRUE(colours) << colours.error();
        std::vector<std::uint32_t> of_piece(partition.piece_count(), kNone);
        for (const NodeId node : graph.nodes()) {
          const PieceId piece = shown(partition, node, level);
          const std::uint32_t colour = (*colours)[node.value];
          if (of_piece[piece.value] == kNone) of_piece[piece.value] = colour;
          EXPECT_EQ(of_piece[piece.value], colour) << "seed " << seed << " level " << level;
          for (const ArcId arc : graph.arcs(node)) {
            const NodeId target = graph.target(arc);
            if (shown(partition, target, level) == piece) continue;
            EXPECT_NE(colour, (*colours)[target.value]) << "seed " << seed << " level " << level;
            EXPECT_NE(colour, kNone);
          }
        }
      }
    }
  }
}

TEST(CellColours, tops_of_one_cell_make_a_picture_of_one_colour) {
  const World world = scene(R"(
      . . . .
      . . . .
      . . . . )");
  const Graph graph = graph_of(world, GraphSpec::grid());
  const Partition partition = blocks(graph, 6);
  const auto colours = cell_colours(graph, partition, partition.top_level());
  ASSERT_TRUE(colours);
  for (const std::uint32_t colour : *colours) EXPECT_EQ(colour, 0u);
  const DrawOptions options{.width = 64, .margin = 0, .islands = *colours, .edges = DrawEdges::off};
  const auto image = draw_image(world, options);
  ASSERT_TRUE(image) << image.error();
  for (std::size_t i = 3; i < image->samples.size(); ++i) {
    ASSERT_EQ(image->samples[i], image->samples[i % 3]);
  }
}

TEST(CellColours, graphs_that_do_not_fit_are_refused) {
  const World world = hills(1);
  const Graph faces = graph_of(world, GraphSpec::faces());
  const Graph portals = graph_of(world, GraphSpec::portals());
  const auto of_portals = cell_colours(portals, Partition::of_single_nodes(portals), 0);
  ASSERT_FALSE(of_portals);
  EXPECT_EQ(of_portals.error(),
            "cells can be drawn where nodes are faces or squares, and these are of a portal graph");
  const auto other =
      cell_colours(graph_of(hills(2), GraphSpec::faces()), Partition::of_single_nodes(faces), 0);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error(), "the partition is of another graph");
}

}  // namespace
}  // namespace thalweg
