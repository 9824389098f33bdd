#include "thalweg/planners/ground_oracle.hpp"

#include <algorithm>

#include "graph/walks.hpp"
#include "planners/band_search.hpp"
#include "planners/cheapest.hpp"

namespace thalweg {

struct GroundOracle::Scratch {
  BandSearch search;
  WayDescent descent;
  Way best;
  Way other;
};

GroundOracle::GroundOracle(const Ground& ground, const Options& options)
    : ground_(ground), options_(options), scratch_(std::make_unique<Scratch>()) {}
GroundOracle::~GroundOracle() = default;

GroundOracle::Found GroundOracle::find(const Spot& start, const Spot& goal) {
  const WayPricer pricer({ground_.world(), ground_.pricer(), nullptr});
  auto& [search, descent, best, other] = *scratch_;
  descent.use(pricer);
  Found found;
  const Way ends{start, goal, {}};
  if (!search.find(pricer, ends, {BandOptions::kWholeMesh, options_.points}, best)) return found;
  found.is_found = true;
  found.price = descent.improve(best, {.reach = 0.2, .last_step = 1.0 / 2048});
  for (std::uint32_t i = 0; i < options_.bands; ++i) {
    constexpr std::uint32_t kRings = 3;
    if (!search.find(pricer, best, {kRings, 2 * options_.points - 1}, other)) break;
    const double price = descent.improve(other, {.reach = 0.1, .last_step = 1.0 / 4096});
    found.gain = price < found.price ? 1 - price / found.price : 0;
    if (!(price < found.price)) break;
    found.price = price;
    std::swap(best, other);
  }
  lay_way(pricer, best, found.points);
  found.price = std::min(found.price, Walks(ground_, nullptr).path_price(found.points));
  return found;
}

}  // namespace thalweg
