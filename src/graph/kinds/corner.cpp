// Corner graph: a node per corner of a grid's squares, arcs along their sides and across them.
//
// A diagonal crosses one square, which must be free. A straight step runs between two squares, one
// of which must be free. A corner where two free squares touch and nothing else is free has no
// arcs: they would slip between the other two. So the squares that eight neighbours join are those
// that the grid graph joins; with four neighbours, a square between two such corners is cut.
//
// A link gives an arc from each corner of the square that it starts in to each of the one it ends
// in: the walk to it and from it is in the price.
//
// A step along a side is priced at the cheaper of the squares on both sides. Both its ends must be
// corners where the agent fits and the ground breaks by no more than it can step.
//
// Ends are joined by priced straight steps to the corners of their squares; inside one square also
// straight from start to goal.
#include <algorithm>

#include "core/try.hpp"
#include "graph/kinds/arcs.hpp"
#include "graph/kinds/lattice_form.hpp"
#include "graph/kinds/points.hpp"
#include "graph/rows.hpp"
#include "graph/square_steps.hpp"
#include "thalweg/price/pricer.hpp"
#include "thalweg/world/corners.hpp"

namespace thalweg {
namespace {

constexpr GraphKind kCorners{3};

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

double finite_or_none(double price) { return price < kNoLimit ? price : kNoLimit; }

// True when the agent can be at a corner of the grid's squares (docs/guide/spaces.md): some square
// around may be entered, no two of them touch only here, and the ground does not break here by more
// than the profile can step, up or down.
bool may_stand(const World& world, const Pricer& pricer, Corner corner) {
  const Grid& grid = world.grid;
  if (!is_joined(grid, corner, [&](SquareId s) { return pricer.may_enter(s); })) return false;
  if (!pricer.fits(corner)) return false;
  if (!grid.has_ground()) return true;
  const auto around = squares_around(grid, corner);
  const auto is_open = [&](SquareId s) { return !s.is_none() && pricer.may_enter(s); };
  constexpr std::array<std::array<std::size_t, 2>, 4> kSideBySide = {
      {{0, 1}, {2, 3}, {0, 2}, {1, 3}}};
  return std::ranges::all_of(kSideBySide, [&](const auto& pair) {
    const SquareId a = around[pair[0]];
    const SquareId b = around[pair[1]];
    if (!is_open(a) || !is_open(b)) return true;
    return pricer.may_step(a, b, grid.spacing()) && pricer.may_step(b, a, grid.spacing());
  });
}

// From a corner to a neighbouring one over ground that counts once, in quanta of the pricer's
// grid_quantum(); kNoLimit where the profile cannot.
double corner_step(const World& world, const Pricer& pricer, Corner from, Corner to) {
  const Grid& grid = world.grid;
  if (!may_stand(world, pricer, from) || !may_stand(world, pricer, to)) return kNoLimit;
  const int columns = static_cast<int>(to.x) - static_cast<int>(from.x);
  const int rows = static_cast<int>(to.y) - static_cast<int>(from.y);
  const bool is_diagonal = columns != 0 && rows != 0;
  if (is_diagonal && !pricer.fits(squares_beside(grid, from, to)[0])) return kNoLimit;
  const double run = grid.spacing() * (is_diagonal ? kDiagonal / kStraight : 1);
  const double rise = grid.has_ground() ? corner_ground(grid, to) - corner_ground(grid, from) : 0;
  if (!pricer.may_rise(rise, run)) return kNoLimit;
  return pricer.sloped_quanta(pricer.flat_quanta(columns, rows), run, rise);
}

// The same over the cheapest square beside the step.
double corner_arc(const World& world, const Pricer& pricer, Corner from, Corner to) {
  double cheapest = kNoLimit;
  for (const SquareId s : squares_beside(world.grid, from, to)) {
    if (!s.is_none()) cheapest = std::min(cheapest, pricer.area_multiplier(s));
  }
  if (cheapest == kNoLimit) return kNoLimit;
  return finite_or_none(corner_step(world, pricer, from, to) * cheapest);
}

// Through a link from corner to corner, with the walk to it and from it.
LinkWalk corner_link(const World& world, const Pricer& pricer, LinkId id, Corner from, Corner to) {
  const Grid& grid = world.grid;
  const Link& link = world.links[id];
  if (!may_stand(world, pricer, from) || !may_stand(world, pricer, to)) return {.link = kNoLimit};
  const bool is_back = runs_backwards(grid, link, from, to);
  const double there = pricer.square_step(corner_point(grid, from), is_back ? link.to : link.from,
                                          is_back ? link.to_square : link.from_square);
  const double on = pricer.square_step(is_back ? link.from : link.to, corner_point(grid, to),
                                       is_back ? link.from_square : link.to_square);
  return {there, pricer.grid_link(id), on};
}

// Which of the squares beside an arc it leads over, and what it costs there. A filter may be null.
class CornerFilter {
 public:
  CornerFilter(const Ground& ground, const GroundFilter* filter)
      : world_(ground.world()), ground_(ground), filter_(filter) {}

  bool is_open(SquareId s) const { return !s.is_none() && is_open_square(ground_, filter_, s); }
  bool is_open(Corner c) const {
    return is_joined(world_.grid, c, [&](SquareId s) { return is_open(s); });
  }

  // The square beside a step that counts least, the first among equals; none: neither is open.
  SquareId walked(Corner from, Corner to) const {
    SquareId best;
    for (const SquareId s : squares_beside(world_.grid, from, to)) {
      if (is_open(s) && (best.is_none() || times(s) < times(best))) best = s;
    }
    return best;
  }

  // Requires: a filter, and the arc's cost without it.
  Cost cost(const GraphArc& arc, Cost plain) const {
    const Corner from = corner_of(world_.grid, arc.from);
    const Corner to = corner_of(world_.grid, arc.to);
    if (plain == kForbidden || !is_open(from) || !is_open(to)) return kForbidden;
    if (arc.label.is_link()) return link_cost(arc.label.link(), from, to, plain);
    const SquareId over = walked(from, to);
    if (over.is_none()) return kForbidden;
    const Cost cost =
        std::max(plain, filter_->cost(cost_over(over, from, to), world_.grid.area(over)));
    return cost_if_clear(*filter_, corner_point(world_.grid, from), corner_point(world_.grid, to),
                         cost);
  }

 private:
  double factor(SquareId s) const {
    return filter_ == nullptr ? 1 : filter_->factor(world_.grid.area(s));
  }
  double times(SquareId s) const { return ground_.pricer().area_multiplier(s) * factor(s); }

  Cost cost_over(SquareId over, Corner from, Corner to) const {
    const Pricer& pricer = ground_.pricer();
    const double price = corner_step(world_, pricer, from, to) * pricer.area_multiplier(over);
    return arc_cost(ground_, price, pricer.grid_quantum());
  }

  // The walks to the link and from it count by their squares.
  Cost link_cost(LinkId id, Corner from, Corner to, Cost plain) const {
    const Link& link = world_.links[id];
    if (!is_open(link.from_square) || !is_open(link.to_square)) return kForbidden;
    const bool is_back = runs_backwards(world_.grid, link, from, to);
    const LinkStep step = link_step(link, is_back);
    if (!filter_->is_clear(corner_point(world_.grid, from), step.left) ||
        !filter_->is_clear(step.reached, corner_point(world_.grid, to))) {
      return kForbidden;
    }
    const double left = factor(is_back ? link.to_square : link.from_square);
    const double entered = factor(is_back ? link.from_square : link.to_square);
    const LinkWalk walk = corner_link(world_, ground_.pricer(), id, from, to);
    const double unit = ground_.pricer().grid_quantum();
    return std::max(plain, arc_cost(ground_, walk.total(left, entered) / unit, unit));
  }

  const World& world_;
  const Ground& ground_;
  const GroundFilter* filter_;
};

// Joins ends by steps across their own squares to and from the corners.
class CornerJoiner final : public EndJoiner {
 public:
  explicit CornerJoiner(const Ground& ground) : ground_(ground) {}

  void join(const End& end, bool is_start, JoinedEnds& ends) const override {
    const Grid& grid = ground_.world().grid;
    const CornerFilter by(ground_, ends.filter);
    for (const Corner corner : corners_of(grid, end.square)) {
      if (!may_stand(ground_.world(), ground_.pricer(), corner)) continue;
      const Vec3 at = corner_point(grid, corner);
      if (ends.filter != nullptr && (!by.is_open(corner) || !is_clear(ends.filter, end, at)))
        continue;
      const Distance cost = is_start ? step(end.point, at, end.square, ends.filter)
                                     : step(at, end.point, end.square, ends.filter);
      if (cost != kUnreached)
        (is_start ? ends.sources : ends.goals).push_back({node_of(grid, corner), cost});
    }
  }

  Distance direct(const End& start, const End& goal, const GroundFilter* filter) const override {
    if (start.square != goal.square || !is_clear(filter, start, goal)) return kUnreached;
    return start.point == goal.point ? 0 : step(start.point, goal.point, start.square, filter);
  }

 private:
  // On one square.
  Distance step(Vec3 from, Vec3 to, SquareId across, const GroundFilter* filter) const {
    const Cost cost = to_cost(ground_, ground_.pricer().square_step(from, to, across));
    const AreaId area = ground_.world().grid.area(across);
    return to_distance(filter == nullptr ? cost : filter->cost(cost, area));
  }

  Ground ground_;
};

class CornerForm final : public LatticeForm {
 public:
  CornerForm() : LatticeForm({.kind = kCorners, .name = "corner", .is_on_grid = true}) {}

  std::span<const NamedGraph> named() const override {
    static const NamedGraph kNamed[] = {
        {"corners", "the corners of squares, with 8 neighbours", GraphSpec::corners()},
        {"corners4", "the corners of squares, with 4 neighbours",
         GraphSpec::corners(GridNeighbours::four)}};
    return kNamed;
  }
  Result<void> check(const World& world, const GraphSpec& spec) const override {
    if (!world.grid.empty() && world.grid.shape() == GridShape::hex) {
      return Error{"only grids of squares have corner graphs"};
    }
    return LatticeForm::check(world, spec);
  }

  Result<GraphArrays> build(const World& world, const GraphSpec& spec, const Pricer* /*agent*/,
                            const Progress& /*progress*/) const override {
    const Grid& grid = world.grid;
    const std::size_t count = std::size_t{grid.width() + 1} * (grid.height() + 1);
    if (count > 0xFFFFFFFEu) return Error{"the grid has too many corners for a graph"};
    const auto links = corner_link_arcs(world, count);
    const auto steps =
        std::span(kSquareSteps).first(spec.neighbours == GridNeighbours::four ? 4 : 8);
    const auto arcs_of = [&](NodeId node, const auto& emit) {
      const Corner from = corner_of(grid, node);
      if (!is_joined(grid, from)) return;
      for (const Step step : steps) {
        const NodeId to = target_of(grid, from, step);
        if (!to.is_none()) emit(to, ArcLabel{});
      }
      emit_links(links, node, emit);
    };
    TRY(GraphRows rows, build_rows(count, links.row_count() != 0, arcs_of));
    return arrays_of(std::move(rows), positions_of(count, [&](std::uint32_t n) {
                       return corner_point(grid, corner_of(grid, NodeId(n)));
                     }));
  }

  ArcPrices prices(const World& world, const Graph& graph, const Profile& profile,
                   const Progress& /*progress*/) const override {
    const Pricer pricer(world, profile);
    const double unit = pricer.grid_quantum();
    const auto corner = [&](NodeId node) { return corner_of(world.grid, node); };
    const auto price_arc = [&](const GraphArc& arc) {
      const Corner from = corner(arc.from);
      const Corner to = corner(arc.to);
      if (!arc.label.is_link()) return corner_arc(world, pricer, from, to);
      return corner_link(world, pricer, arc.label.link(), from, to).total() / unit;
    };
    ArcPrices prices = price_all(
        graph, price_arc, [&](NodeId node) { return may_stand(world, pricer, corner(node)); });
    prices.unit = unit;
    prices.is_unit_a_quantum = true;
    return prices;
  }

  CostBatch filtered(const Ground& ground, const GroundFilter& filter,
                     std::span<const ReverseArc> arcs) const override {
    const CornerFilter by(ground, &filter);
    return filter_batch(ground, arcs,
                        [&](const GraphArc& arc, Cost cost) { return by.cost(arc, cost); });
  }
  std::unique_ptr<const EndJoiner> joiner(const Ground& ground) const override {
    return std::make_unique<CornerJoiner>(ground);
  }
  // On the first walkable square around it, or the first.
  End end_at(const World& world, const Graph& graph, NodeId node) const override {
    SquareId first;
    for (const SquareId square : squares_around(world.grid, corner_of(world.grid, node))) {
      if (square.is_none()) continue;
      if (world.grid.is_free(square)) return {{}, square, graph.position(node)};
      if (first.is_none()) first = square;
    }
    return {{}, first, graph.position(node)};
  }

  End nearest(const Ground& ground, const ReachedNodes& reached,
              FaceMarks& /*scratch*/) const override {
    const Grid& grid = ground.world().grid;
    NearestSquare nearest(ground, reached);
    for (const NodeId node : reached.nodes) {
      const auto around = squares_around(grid, corner_of(grid, node));
      for (auto square = around.rbegin(); square != around.rend(); ++square) {
        if (!square->is_none()) nearest.look_at(*square);
      }
    }
    return nearest.best();
  }

  // The corners, and the ends of links; each point of the ground that is walked on from there.
  Laid lay(const Ground& ground, const Route& route, const JoinedEnds& ends,
           Laid old) const override {
    const Grid& grid = ground.world().grid;
    const auto on = [&](Vec3 p, SquareId s) {
      return path_point(p, FaceId(s.value), grid.area(s));
    };
    const CornerFilter by(ground, ends.filter);
    std::vector<PathPoint>& points = old.points;
    add_point(points, on(ends.start.point, ends.start.square));
    for (std::size_t i = 0; i < route.nodes.size(); ++i) {
      const Vec3 here = ground.graph().position(route.nodes[i]);
      if (i == route.arcs.size()) {
        add_point(points, on(here, ends.goal.square));
        break;
      }
      const ArcLabel label = ground.graph().label(route.arcs[i]);
      const Corner from = corner_of(grid, route.nodes[i]);
      const Corner to = corner_of(grid, route.nodes[i + 1]);
      if (!label.is_link()) {
        add_point(points, on(here, by.walked(from, to)));
        continue;
      }
      const Link& link = ground.world().links[label.link()];
      const bool is_back = runs_backwards(grid, link, from, to);
      const SquareId left = is_back ? link.to_square : link.from_square;
      add_point(points, on(here, left));
      add_point(points, on(is_back ? link.to : link.from, left));
      points.back().link = label.link();
      const SquareId entered = is_back ? link.from_square : link.to_square;
      add_point(points, on(is_back ? link.from : link.to, entered));
    }
    points.push_back(on(ends.goal.point, ends.goal.square));
    return old;
  }
};

}  // namespace

GraphSpec GraphSpec::corners(GridNeighbours neighbours) {
  return {.kind = kCorners, .neighbours = neighbours};
}

const GraphForm& corner_form() {
  static const CornerForm form;
  return form;
}

}  // namespace thalweg
