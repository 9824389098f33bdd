// Grid graph: a node per square, arcs to its free neighbours, then the links that start there.
//
// A diagonal step brushes past two squares; where nobody may enter one of them there is no arc, and
// where only some profiles may not, the metric forbids it.
#include <array>

#include "graph/builders.hpp"
#include "graph/rows.hpp"
#include "graph/square_steps.hpp"

namespace thalweg {
namespace {

constexpr std::array<Step, 6> kEvenHexSteps = {
    {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}}};
constexpr std::array<Step, 6> kOddHexSteps = {{{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {0, -1}, {1, -1}}};

std::span<const Step> steps_from(const GraphSpec& spec, std::uint32_t row) {
  switch (spec.neighbours) {
    case GridNeighbours::four: return std::span(kSquareSteps).first(4);
    case GridNeighbours::eight: return kSquareSteps;
    case GridNeighbours::hex: break;
  }
  return row % 2 == 0 ? kEvenHexSteps : kOddHexSteps;
}

// The square at (x + dx, y + dy) where it exists and is free; else none.
SquareId free_neighbour(const Grid& grid, SquareId from, Step step) {
  const std::int64_t x = std::int64_t{grid.x(from)} + step.x;
  const std::int64_t y = std::int64_t{grid.y(from)} + step.y;
  if (x < 0 || y < 0 || x >= grid.width() || y >= grid.height()) return {};
  const SquareId to = grid.at(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y));
  return grid.is_free(to) ? to : SquareId();
}

bool may_brush_past(const Grid& grid, SquareId from, Step step) {
  return !free_neighbour(grid, from, {step.x, 0}).is_none() &&
         !free_neighbour(grid, from, {0, step.y}).is_none();
}

}  // namespace

Result<GraphArrays> build_grid_graph(const World& world, const GraphSpec& spec) {
  const Grid& grid = world.grid;
  const std::size_t count = grid.size();
  const auto links = link_arcs(world, count, [&](LinkId id, bool is_end) {
    const Link& link = world.links[id];
    return NodeId((is_end ? link.to_square : link.from_square).value);
  });
  const auto arcs_of = [&](NodeId node, const auto& emit) {
    const SquareId from(node.value);
    if (!grid.is_free(from)) return;
    for (const Step step : steps_from(spec, grid.y(from))) {
      const SquareId to = free_neighbour(grid, from, step);
      const bool is_diagonal =
          spec.neighbours == GridNeighbours::eight && step.x != 0 && step.y != 0;
      if (to.is_none() || (is_diagonal && !may_brush_past(grid, from, step))) continue;
      emit(NodeId(to.value), ArcLabel{});
    }
    emit_links(links, node, emit);
  };
  auto rows = build_rows(count, links.row_count() != 0, arcs_of);
  if (!rows) return Error{rows.error()};
  GraphArrays arrays;
  arrays.targets = rows->targets;
  arrays.labels = rows->labels;
  arrays.positions = positions_of(count, [&](std::uint32_t s) { return grid.centre(SquareId(s)); });
  return arrays;
}

}  // namespace thalweg
