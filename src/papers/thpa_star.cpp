#include "thalweg/papers/thpa_star.hpp"

#include "papers/keys.hpp"
#include "thalweg/partition/sections.hpp"

namespace thalweg {

Result<Hierarchy> thpa_star(const World& world, const Graph& graph, const Metric& metric,
                            const ThpaStarOptions& options) {
  if (graph.kind() != GraphKind::face) return Error{"THPA* needs a graph of faces"};
  const PricedWorld ground{world, graph, metric};
  report(options.progress, "sections", 0);
  const auto cells = triangle_sections(ground, {.size = options.size, .levels = options.levels});
  if (!cells) return Error{cells.error()};
  return build_hierarchy(
      ground, *cells,
      {.rule = GateRule::shared, .keep_ways = options.keep_ways, .progress = options.progress});
}

std::string thpa_star_key(const ThpaStarOptions& options) {
  return "thpa_star:size=" + number_text(options.size) +
         ":levels=" + std::to_string(options.levels) + ":ways=" + (options.keep_ways ? "1" : "0");
}

}  // namespace thalweg
