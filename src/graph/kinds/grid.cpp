// Grid graph: a node per square, arcs to its free neighbours, then the links that start there.
//
// A diagonal step brushes past two squares; where nobody may enter one of them there is no arc, and
// where only some profiles may not, the metric forbids it.
//
// Ends are the nodes of their squares; the ends themselves cost nothing.
#include <array>

#include "core/try.hpp"
#include "graph/kinds/arcs.hpp"
#include "graph/kinds/lattice_form.hpp"
#include "graph/kinds/points.hpp"
#include "graph/rows.hpp"
#include "graph/square_steps.hpp"

namespace thalweg {
namespace {

constexpr GraphKind kGrid{2};

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

// An arc counts by the square it leads to, a link as it is. A diagonal step brushes past two
// squares.
Cost filter_step(const Grid& grid, const GroundFilter& filter, const GraphArc& arc, Cost cost) {
  const SquareId from(arc.from.value);
  const SquareId to(arc.to.value);
  if (!filter.allows(from) || !filter.allows(to)) return kForbidden;
  if (arc.label.is_link()) return cost;
  const std::uint32_t dx = grid.x(from) - grid.x(to);
  const std::uint32_t dy = grid.y(from) - grid.y(to);
  const bool is_diagonal = grid.shape() == GridShape::square && (dx + 1 == 2 || dx + 1 == 0) &&
                           (dy + 1 == 2 || dy + 1 == 0);
  if (is_diagonal && (!filter.allows(grid.at(grid.x(from), grid.y(to))) ||
                      !filter.allows(grid.at(grid.x(to), grid.y(from))))) {
    return kForbidden;
  }
  return filter.cost(cost, to);
}

// True when the walk from middle to middle, or to a link and on from it, keeps clear of the
// obstacles that a filter leaves out.
bool is_clear_step(const Ground& ground, const GroundFilter& filter, const GraphArc& arc) {
  const Vec3 from = ground.graph().position(arc.from);
  const Vec3 to = ground.graph().position(arc.to);
  if (!arc.label.is_link()) return filter.is_clear(from, to);
  const Link& link = ground.world().links[arc.label.link()];
  const LinkStep step = link_step(link, link.from_square.value != arc.from.value);
  return filter.is_clear(from, step.left) && filter.is_clear(step.reached, to);
}

// From the start over the middles of the squares, without the first and the last unless
// `with_ends`, and over the ends of links to the goal.
std::vector<PathPoint> lay_middles(const Ground& ground, const Route& route, const JoinedEnds& ends,
                                   bool with_ends, std::vector<PathPoint> points) {
  const Grid& grid = ground.world().grid;
  const auto on = [&](Vec3 p, SquareId s) { return path_point(p, FaceId(s.value), grid.area(s)); };
  points.clear();
  add_point(points, on(ends.start.point, ends.start.square));
  for (std::size_t i = 0; i < route.nodes.size(); ++i) {
    const SquareId here(route.nodes[i].value);
    const bool is_inner = i > 0 && i < route.arcs.size();
    if (is_inner || with_ends) {
      add_point(points, on(ground.graph().position(route.nodes[i]), here));
    }
    if (i == route.arcs.size()) break;
    const ArcLabel label = ground.graph().label(route.arcs[i]);
    if (!label.is_link()) continue;
    const Link& link = ground.world().links[label.link()];
    const bool is_backwards = link.from_square != here;
    add_point(points, on(is_backwards ? link.to : link.from, here));
    points.back().link = label.link();
    add_point(points, on(is_backwards ? link.from : link.to, SquareId(route.nodes[i + 1].value)));
  }
  points.push_back(on(ends.goal.point, ends.goal.square));
  return points;
}

class GridForm final : public LatticeForm {
 public:
  GridForm()
      : LatticeForm(
            {.kind = kGrid, .name = "grid", .nodes_are_squares = true, .is_on_grid = true}) {}

  std::span<const NamedGraph> named() const override {
    static const NamedGraph kNamed[] = {
        {"grid", "squares with 8 neighbours, hexagons with 6", GraphSpec::grid()},
        {"grid4", "squares with 4 neighbours", GraphSpec::grid(GridNeighbours::four)}};
    return kNamed;
  }
  Result<void> check(const World& world, const GraphSpec& spec) const override {
    TRY_DO(LatticeForm::check(world, spec));
    if (world.grid.shape() == GridShape::hex && spec.neighbours == GridNeighbours::four) {
      return Error{"a grid of hexagons has hex neighbours"};
    }
    return {};
  }
  GraphSpec normal(const World& world, const GraphSpec& spec) const override {
    const bool is_hex = world.grid.shape() == GridShape::hex;
    return GraphSpec::grid(is_hex ? GridNeighbours::hex : spec.neighbours);
  }

  Result<GraphArrays> build(const World& world, const GraphSpec& spec, const Pricer* /*agent*/,
                            const Progress& /*progress*/) const override {
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
    TRY(GraphRows rows, build_rows(count, links.row_count() != 0, arcs_of));
    return arrays_of(std::move(rows), positions_of(count, [&](std::uint32_t s) {
                       return grid.centre(SquareId(s));
                     }));
  }

  ArcPrices prices(const World& world, const Graph& graph, const Profile& profile,
                   const Progress& /*progress*/) const override {
    const Pricer pricer(world, profile);
    const double unit = pricer.grid_quantum();
    const auto price_arc = [&](const GraphArc& arc) {
      if (arc.label.is_link()) return pricer.grid_link(arc.label.link()) / unit;
      return pricer.grid_arc(SquareId(arc.from.value), SquareId(arc.to.value));
    };
    ArcPrices prices = price_all(graph, price_arc, [&](NodeId node) {
      const SquareId square(node.value);
      return pricer.may_enter(square) && pricer.fits(square);
    });
    prices.unit = unit;
    prices.is_unit_a_quantum = true;
    return prices;
  }

  CostBatch filtered(const Ground& ground, const GroundFilter& filter,
                     std::span<const ReverseArc> arcs) const override {
    return filter_batch(ground, arcs, [&](const GraphArc& arc, Cost cost) {
      if (cost == kForbidden || (filter.has_obstacles() && !is_clear_step(ground, filter, arc))) {
        return kForbidden;
      }
      return filter_step(ground.world().grid, filter, arc, cost);
    });
  }
  std::unique_ptr<const EndJoiner> joiner(const Ground& ground) const override {
    return std::make_unique<NodeJoiner>(ground);
  }
  NodeId node_of(const End& end) const override { return NodeId(end.square.value); }
  End end_at(const World& /*world*/, const Graph& graph, NodeId node) const override {
    return {.face = {}, .square = SquareId(node.value), .point = graph.position(node)};
  }
  End nearest(const Ground& ground, const ReachedNodes& reached,
              FaceMarks& /*scratch*/) const override {
    NearestSquare nearest(ground, reached);
    for (const NodeId node : reached.nodes) nearest.look_at(SquareId(node.value));
    return nearest.best();
  }
  Laid lay(const Ground& ground, const Route& route, const JoinedEnds& ends,
           Laid old) const override {
    old.points = lay_middles(ground, route, ends, false, std::move(old.points));
    return old;
  }
  std::vector<PathPoint> walked(const Ground& ground, const Route& route, const JoinedEnds& ends,
                                std::vector<PathPoint> old) const override {
    return lay_middles(ground, route, ends, true, std::move(old));
  }
};

}  // namespace

GraphSpec GraphSpec::grid(GridNeighbours neighbours) {
  return {.kind = kGrid, .neighbours = neighbours};
}

const GraphForm& grid_form() {
  static const GridForm form;
  return form;
}

}  // namespace thalweg
