// The least cost per metre over all arcs and last steps scales the norm; grids without links count
// straight and diagonal steps exactly. Rounding is part of the bound of weighted searches.
#include "thalweg/heuristics/heuristic.hpp"

#include <array>
#include <cmath>

#include "thalweg/graph/form.hpp"

namespace thalweg {
namespace {

constexpr std::array<NamedHeuristic, 8> kHeuristics = {{
    {"fitting", "the norm whose steps the graph has (default)", HeuristicKind::fitting},
    {"none", "0: Dijkstra", HeuristicKind::none},
    {"straight_line", "the straight line", HeuristicKind::straight_line},
    {"longest_axis", "the longest of the distances along the axes", HeuristicKind::longest_axis},
    {"octile", "straight and diagonal steps of a square grid", HeuristicKind::octile},
    {"hex", "steps of a hexagon grid", HeuristicKind::hex},
    {"terrain_box", "rise and fall between the boxes of faces", HeuristicKind::terrain_box},
    {"typical", "the mean cost sampled between start and goal: not exact", HeuristicKind::typical},
}};

// The cheapest straight and diagonal arcs of a grid graph without links; nothing on other graphs.
// Diagonal steps never count more than two straight ones, nor less than one.
std::optional<StepCosts> step_costs(const Ground& ground) {
  const World& world = ground.world();
  const Graph& graph = ground.graph();
  if (!is_of_squares(graph) || world.grid.has_ground() || world.links.size() > 0) {
    return std::nullopt;
  }
  Distance straight = kForbidden;
  Distance diagonal = kForbidden;
  const std::uint32_t width = world.grid.width();
  for (const NodeId node : graph.nodes()) {
    for (const ArcId arc : graph.arcs(node)) {
      const std::uint32_t to = graph.target(arc).value;
      const bool is_diagonal = to % width != node.value % width && to / width != node.value / width;
      Distance& least = is_diagonal ? diagonal : straight;
      least = std::min<Distance>(least, ground.metric().cost(arc));
    }
  }
  if (graph.spec().neighbours == GridNeighbours::four) return StepCosts{straight, 2 * straight};
  straight = std::min(straight, diagonal);
  return StepCosts{straight, std::min(diagonal, 2 * straight)};
}

}  // namespace

std::span<const NamedHeuristic> named_heuristics() { return kHeuristics; }

Estimator::Estimator(const Ground& ground, HeuristicKind kind)
    : ground_(ground),
      kind_(kind),
      metric_bound_(ground, kind),
      positions_(ground.graph().arrays().positions.span()) {
  if (kind == HeuristicKind::none) return;
  const Graph& graph = ground.graph();
  const Metric& metric = ground.metric();
  const bool is_measured = kind == HeuristicKind::fitting;
  least_ = is_measured ? metric.least_per_metre()
                       : least_per_metre(graph, metric_bound_, metric.parts().costs.span());
  if (kind == HeuristicKind::fitting || kind == HeuristicKind::octile) {
    steps_ = step_costs(ground);
  }
  counts_points_ = metric_bound_.is_plain();
}

// The least cost per metre over the graph's arcs and the last steps to the targets.
double Estimator::least_with(const Aim& aim) const {
  double least = least_;
  for (const Seed& seed : aim.last_steps) {
    const Box3 here = metric_bound_.extent(seed.node);
    for (const Box3& target : targets_) {
      const double metres = aim.is_backward ? metric_bound_.between(target, here)
                                            : metric_bound_.between(here, target);
      if (metres > 0 && seed.cost > 0) {
        least = std::min(least, static_cast<double>(seed.cost) / metres * (1 - 0x1p-20));
      }
    }
  }
  return least;
}

Estimator::Form Estimator::form_for(const Aim& aim) const {
  if (kind_ == HeuristicKind::none || aim.weight == 0 || !(scale_ > 0)) return Form::none;
  const bool is_single = aim.targets.size() == 1;
  if (is_single && steps_ && aim.weight == 1 && !aim.targets.front().node.is_none()) {
    return Form::grid;
  }
  return is_single && counts_points_ ? Form::point : Form::span;
}

// With H the estimate rounded down, H(m) - H(n) is at most w c rounded up, where c is what the route
// from m to n costs: so H is w' times consistent for every w' >= ceil(w c) / c.
double Estimator::bound_for(double weight, std::span<const Seed> last_steps) {
  if (!(weight < kNoLimit)) return 0;
  if (!cheapest_) {
    cheapest_ = kForbidden;
    for (const Cost cost : ground_.metric().parts().costs) cheapest_ = std::min(*cheapest_, cost);
  }
  Distance least = *cheapest_;
  for (const Seed& seed : last_steps) {
    if (seed.cost > 0) least = std::min(least, seed.cost);
  }
  return std::min(std::ceil(weight), weight + 1 / static_cast<double>(least));
}

Estimator::Target Estimator::target(const End& end) const {
  return {ground_.graph().form().node_of(end), end.point};
}

void Estimator::aim(const Aim& aim) {
  is_backward_ = aim.is_backward;
  targets_.clear();
  for (const Target& target : aim.targets) {
    const bool is_point = target.node.is_none();
    targets_.push_back(is_point ? Box3{target.point, target.point}
                                : metric_bound_.extent(target.node));
  }
  const double least = least_with(aim);
  double scale = least;
  if (kind_ == HeuristicKind::typical && !aim.targets.empty()) {
    const auto typical = typical_per_metre(ground_, aim.start, aim.targets.front().point);
    scale = std::max(least, typical.value_or(least));
  }
  scale_ = std::min(aim.weight * scale, 0x1p1000);  // finite, so that a span of 0 gives 0
  form_ = form_for(aim);
  const double over = aim.weight * (scale / least);
  is_greedy_ = form_ != Form::none && over > 1;
  bound_ = is_greedy_ ? bound_for(over, aim.last_steps) : 1;
  if (form_ != Form::grid) return;
  const SquareId goal(aim.targets.front().node.value);
  const Grid& grid = ground_.world().grid;
  grid_ = {grid.width(), grid.x(goal), grid.y(goal), *steps_};
}

std::optional<double> typical_per_metre(const Ground& ground, Vec3 from, Vec3 to) {
  constexpr int kSamples = 16;
  const double far = length((to - from).xy());
  if (!(far > 0)) return std::nullopt;
  const Vec2 direction = (to - from).xy() * (1 / far);
  const GraphForm& form = ground.graph().form();
  double sum = 0;
  int count = 0;
  for (int i = 0; i < kSamples; ++i) {
    const Vec3 at = from + (to - from) * ((i + 0.5) / kSamples);
    const double price = form.metre_price(ground, at, direction);
    if (!(price < kNoLimit)) continue;
    sum += price;
    ++count;
  }
  if (count == 0) return std::nullopt;
  return sum / count / ground.metric().quantum();
}

}  // namespace thalweg
