// price: every arc of a graph through the pricer, rounded up to whole quanta.
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "graph/islands.hpp"
#include "graph/open_ground.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/graph/form.hpp"
#include "thalweg/graph/metric.hpp"
#include "thalweg/graph/metric_bound.hpp"

namespace thalweg {
namespace {

constexpr double kMedianArc = 4096;
constexpr double kLargestCost = 4294967294.0;

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
double choose_scale(const ArcPrices& prices) {
  double scale = 1;
  if (!prices.is_unit_a_quantum) {
    const double median = median_price(prices.of_arc);  // none: as if it were one unit
    scale = std::max(nearest_power_of_two((median > 0 ? median : 1) / kMedianArc), 0x1p-900);
  }
  const double dearest = dearest_price(prices.of_arc);
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

Result<void> check(const World& world, const Graph& graph, const Profile& profile,
                   const PriceOptions& options) {
  if (graph.world_fingerprint() != world.fingerprint())
    return Error{"the graph is of another world"};
  TRY_DO(lawful(broken_law(profile)).in("the profile is unsound"));
  TRY_DO(check_walls(world, graph, profile));
  if (!(options.quantum >= 0) || !std::isfinite(options.quantum)) {
    return Error{"the quantum must not be negative"};
  }
  return {};
}

}  // namespace

Cost quanta(double amount) {
  if (!(amount < kNoLimit)) return kForbidden;
  if (!(amount > 1)) return 1;
  return amount < kLargestCost ? static_cast<Cost>(std::ceil(amount)) : kForbidden - 1;
}

Result<Metric> price(const World& world, const Graph& graph, const Profile& profile,
                     const PriceOptions& options) try {
  TRY_DO(check(world, graph, profile, options));
  ArcPrices prices = graph.form().prices(world, graph, profile, options.progress);
  MetricParts parts;
  parts.profile = profile;
  parts.graph = graph.fingerprint();
  parts.quantum = options.quantum > 0 ? options.quantum : prices.unit * choose_scale(prices);
  const double quanta_per_unit = prices.unit / parts.quantum;
  if (!(dearest_price(prices.of_arc) * quanta_per_unit <= kLargestCost)) {
    return Error{"the quantum is too small for the dearest arc"};
  }
  std::vector<Cost> costs = to_quanta(prices.of_arc, quanta_per_unit);
  prices.of_arc = {};
  parts.least_per_metre = least_per_metre(graph, MetricBound(world, graph, profile), costs);
  parts.islands = find_islands(graph, costs, prices.is_open);
  parts.costs = std::move(costs);
  return Metric::from(std::move(parts), graph);
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
