// Two searches of the whole mesh, the second with twice the points, then bands about the best path
// with more; every path found is improved by descent.
#include "thalweg/planners/ground_oracle.hpp"

#include <algorithm>

#include "graph/ground_walks.hpp"
#include "path/band_search.hpp"
#include "path/cheapest.hpp"

namespace thalweg {
namespace {

constexpr DescentOptions kOracleDescent = {
    .reach = 0.25, .last_step = 1.0 / 4096, .least_gain = 1e-7, .most_passes = 8};

}  // namespace

struct GroundOracle::Scratch {
  BandSearch search;
  EdgePathDescent descent;
  EdgePath best;
  EdgePath other;
  double price = kNoLimit;  // of the best

  // Takes what a search about the best finds, if that is cheaper. False where it is not.
  bool improve(const EdgePathPricer& pricer, const BandOptions& options) {
    if (!search.find(pricer, best, options, other)) return false;
    const double found = descent.improve(other, kOracleDescent);
    if (!(found < price)) return false;
    price = found;
    std::swap(best, other);
    return true;
  }
};

GroundOracle::GroundOracle(const Ground& ground)
    : ground_(ground), scratch_(std::make_unique<Scratch>()) {}
GroundOracle::~GroundOracle() = default;

GroundOracle::Found GroundOracle::find(const SurfacePoint& start, const SurfacePoint& goal) {
  constexpr std::uint32_t kPoints = 16;  // on each edge of the whole mesh first
  constexpr std::uint32_t kBands = 2;    // at most, with three times as many
  constexpr std::uint32_t kRings = 3;
  const EdgePathPricer pricer({ground_.world(), ground_.pricer(), nullptr});
  Scratch& at = *scratch_;
  at.descent.use(pricer);
  at.best = {start, goal, {}};
  at.price = kNoLimit;
  Found found;
  if (!at.improve(pricer, {BandOptions::kWholeMesh, kPoints})) return found;
  found.is_found = true;
  const double first = at.price;
  at.improve(pricer, {BandOptions::kWholeMesh, 2 * kPoints});
  found.gain = 1 - at.price / first;
  for (std::uint32_t i = 0; i < kBands; ++i) {
    if (!at.improve(pricer, {kRings, 3 * kPoints})) break;
  }
  lay_edge_path(pricer, at.best, found.points);
  found.price = std::min(at.price, walks_over(ground_, nullptr).path_price(found.points));
  return found;
}

}  // namespace thalweg
