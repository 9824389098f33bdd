#include "thalweg/papers/hpa_star.hpp"

#include "thalweg/partition/sections.hpp"

namespace thalweg {

Result<Hierarchy> hpa_star(const World& world, const Graph& graph, const Metric& metric,
                           const HpaStarOptions& options) {
  if (graph.kind() != GraphKind::grid || world.grid.shape() != GridShape::square) {
    return Error{"HPA* needs a grid of squares"};
  }
  const PricedWorld ground{world, graph, metric};
  report(options.progress, "sections", 0);
  const auto cells =
      sections(ground, {.size = options.size * world.grid.spacing(), .levels = options.levels});
  if (!cells) return Error{cells.error()};
  return build_hierarchy(ground, *cells,
                         {.rule = GateRule::entrances,
                          .wide = options.wide,
                          .keep_ways = options.keep_ways,
                          .progress = options.progress});
}

std::string hpa_star_key(const HpaStarOptions& options) {
  return "hpa_star:size=" + std::to_string(options.size) +
         ":levels=" + std::to_string(options.levels) + ":wide=" + std::to_string(options.wide) +
         ":ways=" + (options.keep_ways ? "1" : "0");
}

}  // namespace thalweg
