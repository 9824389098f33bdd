// Corner graph: a node per corner of a grid's squares, arcs along their sides and across them.
//
// A diagonal crosses one square, which must be free. A straight step runs between two squares, one
// of which must be free. A corner where two free squares touch and nothing else is free has no
// arcs: they would slip between the other two. So the squares that eight neighbours join are those
// that the grid graph joins; with four neighbours, a square between two such corners is cut.
//
// A link gives an arc from each corner of the square that it starts in to each of the one it ends
// in: the walk to it and from it is in the price.
#include "graph/builders.hpp"
#include "graph/rows.hpp"
#include "graph/square_steps.hpp"
#include "thalweg/graph/corners.hpp"

namespace thalweg {
namespace {

bool is_free(const Grid& grid, SquareId s) { return !s.is_none() && grid.is_free(s); }

bool is_joined(const Grid& grid, Corner c) {
  return is_joined(grid, c, [&](SquareId s) { return grid.is_free(s); });
}

// Where a step may lead; none: nowhere.
NodeId target_of(const Grid& grid, Corner from, Step step) {
  const std::int64_t x = std::int64_t{from.x} + step.x;
  const std::int64_t y = std::int64_t{from.y} + step.y;
  if (x < 0 || y < 0 || x > grid.width() || y > grid.height()) return {};
  const Corner to{static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)};
  const auto [one, other] = squares_beside(grid, from, to);
  if (!is_free(grid, one) && !is_free(grid, other)) return {};
  return is_joined(grid, to) ? node_of(grid, to) : NodeId();
}

Csr<NodeId, LinkArc> corner_link_arcs(const World& world, std::size_t count) {
  const Grid& grid = world.grid;
  std::vector<LinkArc> arcs;
  for (const LinkId id : world.links.ids()) {
    const Link& link = world.links[id];
    for (const Corner a : corners_of(grid, link.from_square)) {
      for (const Corner b : corners_of(grid, link.to_square)) {
        if (a == b || !is_joined(grid, a) || !is_joined(grid, b)) continue;
        const NodeId from = node_of(grid, a);
        const NodeId to = node_of(grid, b);
        arcs.push_back({from, to, ArcLabel::of(id)});
        if (link.is_two_way != 0) arcs.push_back({to, from, ArcLabel::of(id)});
      }
    }
  }
  if (arcs.empty()) return {};
  return group_by_row<NodeId, LinkArc>(
      count, arcs.size(), [&](std::size_t i) { return arcs[i].from.value; },
      [&](std::size_t i) { return arcs[i]; });
}

}  // namespace

Result<GraphArrays> build_corner_graph(const World& world, const GraphSpec& spec) {
  const Grid& grid = world.grid;
  const std::size_t count = std::size_t{grid.width() + 1} * (grid.height() + 1);
  if (count > 0xFFFFFFFEu) return Error{"the grid has too many corners for a graph"};
  const auto links = corner_link_arcs(world, count);
  const auto steps = std::span(kSquareSteps).first(spec.neighbours == GridNeighbours::four ? 4 : 8);
  const auto arcs_of = [&](NodeId node, const auto& emit) {
    const Corner from = corner_of(grid, node);
    if (!is_joined(grid, from)) return;
    for (const Step step : steps) {
      const NodeId to = target_of(grid, from, step);
      if (!to.is_none()) emit(to, ArcLabel{});
    }
    emit_links(links, node, emit);
  };
  auto rows = build_rows(count, links.row_count() != 0, arcs_of);
  if (!rows) return Error{rows.error()};
  GraphArrays arrays;
  arrays.targets = rows->targets;
  arrays.labels = rows->labels;
  arrays.positions = positions_of(
      count, [&](std::uint32_t n) { return corner_point(grid, corner_of(grid, NodeId(n))); });
  return arrays;
}

}  // namespace thalweg
