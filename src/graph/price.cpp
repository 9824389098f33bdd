// price: every arc of a graph through the pricer, rounded up to whole quanta.
#include <algorithm>
#include <cmath>
#include <vector>

#include "graph/islands.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/graph/clearance.hpp"
#include "thalweg/graph/metric.hpp"
#include "thalweg/graph/portal_nodes.hpp"
#include "thalweg/graph/pricer.hpp"
#include "thalweg/graph/sight_nodes.hpp"
#include "thalweg/graph/span.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kGrain = 1 << 13;
constexpr double kMedianArc = 4096;
constexpr double kLargestCost = 4294967294.0;

class ArcPricer {
 public:
  ArcPricer(const World& world, const Graph& graph, const Profile& profile)
      : world_(world), graph_(graph), pricer_(world, profile), radius_(profile.radius) {
    if (graph.kind() != GraphKind::portal || !(radius_ > 0)) return;
    auto found = clearances(world, graph, {.limit = 2 * radius_, .rule = pricer_.rule()});
    if (found) clearances_ = std::move(found).value();
  }

  // The profile's unit that prices are counted in before they become quanta.
  double unit() const { return is_lattice(graph_.kind()) ? pricer_.grid_quantum() : 1; }

  double arc(NodeId from, ArcId arc) const {
    const ArcLabel label = graph_.label(arc);
    const NodeId to = graph_.target(arc);
    if (label.is_link()) return link_arc(from, to, label.link());
    switch (graph_.kind()) {
      case GraphKind::face: return pricer_.face_arc(label.edge());
      case GraphKind::grid: return pricer_.grid_arc(SquareId(from.value), SquareId(to.value));
      case GraphKind::corner: return pricer_.corner_arc(corner(from), corner(to));
      case GraphKind::visibility:
      case GraphKind::axis: return straight_price(world_, pricer_, spot(from), spot(to));
      default: break;
    }
    if (has_clearances() && !clearances_.fits(radius_, arc)) return kNoLimit;
    return pricer_.portal_arc({.from = graph_.position(from),
                               .to = graph_.position(to),
                               .across = label.face(),
                               .entered = half_in(world_.mesh, graph_.place(from), label.face()),
                               .left = half_in(world_.mesh, graph_.place(to), label.face())});
  }

  // True where the agent can be at all.
  bool is_open(NodeId node) const {
    switch (graph_.kind()) {
      case GraphKind::face: return pricer_.may_enter(FaceId(node.value));
      case GraphKind::grid: return pricer_.may_enter(SquareId(node.value));
      case GraphKind::corner: return pricer_.may_stand(corner(node));
      case GraphKind::visibility:
      case GraphKind::axis: return spot(node).is_found();
      default: break;
    }
    const PortalPlace place = graph_.place(node);
    if (place.is_link_end()) return pricer_.may_enter(link_end_face(world_, place));
    if (has_clearances() && !clearances_.fits(radius_, node)) return false;
    const EdgeId edge = place.edge();
    return pricer_.may_cross(edge) && (pricer_.may_enter(world_.mesh.face(edge)) ||
                                       pricer_.may_enter(world_.mesh.across(edge)));
  }

 private:
  bool has_clearances() const { return clearances_.limit > 0; }
  Corner corner(NodeId node) const { return corner_of(world_.grid, node); }
  Spot spot(NodeId node) const { return standing_spot(world_, pricer_, graph_, node); }

  double link_arc(NodeId from, NodeId to, LinkId id) const {
    switch (graph_.kind()) {
      case GraphKind::face:
        return pricer_.face_link(id, world_.links[id].from_face.value != from.value);
      case GraphKind::grid: return pricer_.grid_link(id) / unit();
      case GraphKind::corner: return pricer_.corner_link(id, corner(from), corner(to)) / unit();
      default: break;
    }
    return pricer_.portal_link(id);
  }

  const World& world_;
  const Graph& graph_;
  Pricer pricer_;
  double radius_;
  Clearances clearances_;  // empty where the radius does not matter
};

// Calls body(node) for all nodes, in parallel.
template <class Body>
void for_each_node(const Graph& graph, const Body& body) {
  parallel_for(graph.node_count(), kGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t n = first; n < last; ++n) body(NodeId(static_cast<std::uint32_t>(n)));
  });
}

// The median of the passable prices above zero, from at most a million of them; 0 without any.
double median_price(const std::vector<double>& prices) {
  const std::size_t stride = prices.size() / 1'000'000 + 1;
  std::vector<double> sample;
  for (std::size_t i = 0; i < prices.size(); i += stride) {
    if (prices[i] > 0 && prices[i] < kNoLimit) sample.push_back(prices[i]);
  }
  if (sample.empty()) return 0;
  const auto middle = sample.begin() + static_cast<std::ptrdiff_t>(sample.size() / 2);
  std::nth_element(sample.begin(), middle, sample.end());
  return *middle;
}

// The power of two nearest to x, by ratio. Requires: x > 0, finite.
double nearest_power_of_two(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return std::ldexp(1.0, mantissa * mantissa >= 0.5 ? exponent : exponent - 1);
}

// The dearest of the passable prices; 0 without any.
double dearest_price(const std::vector<double>& prices) {
  double dearest = 0;
  for (const double p : prices) dearest = p < kNoLimit ? std::max(dearest, p) : dearest;
  return dearest;
}

// How many of the prices' units make a quantum.
double choose_scale(const Graph& graph, const std::vector<double>& prices) {
  double scale = 1;
  if (!is_lattice(graph.kind())) {
    const double median = median_price(prices);  // none: as if it were one unit
    scale = std::max(nearest_power_of_two((median > 0 ? median : 1) / kMedianArc), 0x1p-900);
  }
  const double dearest = dearest_price(prices);
  while (dearest / scale > kLargestCost) scale *= 2;
  return scale;
}

std::vector<Cost> to_quanta(const std::vector<double>& prices, double quanta_per_unit) {
  std::vector<Cost> costs(prices.size());
  parallel_for(prices.size(), std::size_t{1} << 16, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      costs[i] = quanta(prices[i] * quanta_per_unit);
    }
  });
  return costs;
}

std::optional<std::string> why_not(const World& world, const Graph& graph, const Profile& profile,
                                   const PriceOptions& options) {
  if (!graph.why_empty().empty()) return graph.why_empty();
  if (graph.world_fingerprint() != world.fingerprint()) return "the graph is of another world";
  if (auto wrong = broken_law(profile)) return "the profile is unsound: " + *wrong;
  if (!(options.quantum >= 0) || !std::isfinite(options.quantum)) {
    return "the quantum must not be negative";
  }
  return std::nullopt;
}

}  // namespace

Cost quanta(double amount) {
  if (!(amount < kNoLimit)) return kForbidden;
  if (!(amount > 1)) return 1;
  return amount < kLargestCost ? static_cast<Cost>(std::ceil(amount)) : kForbidden - 1;
}

Metric price(const World& world, const Graph& graph, const Profile& profile,
             const PriceOptions& options) {
  if (auto problem = why_not(world, graph, profile, options)) {
    return Metric::none(profile, *problem);
  }
  const ArcPricer pricer(world, graph, profile);
  std::vector<double> prices(graph.arc_count());
  std::vector<std::uint8_t> is_open(graph.node_count());
  for_each_node(graph, [&](NodeId node) {
    is_open[node.value] = pricer.is_open(node) ? 1 : 0;
    for (const ArcId arc : graph.arcs(node)) prices[arc.value] = pricer.arc(node, arc);
  });
  MetricParts parts;
  parts.profile = profile;
  parts.graph = graph.fingerprint();
  parts.quantum =
      options.quantum > 0 ? options.quantum : pricer.unit() * choose_scale(graph, prices);
  const double quanta_per_unit = pricer.unit() / parts.quantum;
  if (!(dearest_price(prices) * quanta_per_unit <= kLargestCost)) {
    return Metric::none(profile, "the quantum is too small for the dearest arc");
  }
  std::vector<Cost> costs = to_quanta(prices, quanta_per_unit);
  prices = {};
  parts.least_per_metre = least_per_metre(graph, Span(world, graph, profile), costs);
  parts.islands = find_islands(graph, costs, is_open);
  parts.costs = std::move(costs);
  auto metric = Metric::from(std::move(parts), graph);
  return metric ? std::move(metric).value() : Metric::none(profile, metric.error());
}

}  // namespace thalweg
