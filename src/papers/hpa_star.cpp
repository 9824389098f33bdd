#include "thalweg/papers/hpa_star.hpp"

#include "core/try.hpp"
#include "thalweg/partition/sections.hpp"

namespace thalweg {
namespace {

Result<Cells> clusters(const Ground& ground, const HpaStarOptions& options) {
  if (!is_of_squares(ground.graph())) {
    return Error{"HPA* needs a grid of squares"};
  }
  report(options.progress, "sections", 0);
  return sections(ground,
                  {.size = options.size * ground.world().grid.spacing(), .levels = options.levels});
}

HierarchyOptions entrances(const HpaStarOptions& options) {
  return {.rule = GateRule::entrances,
          .wide = options.wide,
          .keep_routes = options.keep_routes,
          .progress = options.progress};
}

}  // namespace

Result<Hierarchy> hpa_star(const Ground& ground, const HpaStarOptions& options) {
  TRY(const auto cells, clusters(ground, options));
  return build_hierarchy(ground, cells, entrances(options));
}

Result<UpdatedHierarchy> update_hpa_star(const Ground& before, const Hierarchy& old,
                                         const Ground& now, const HpaStarOptions& options) {
  TRY(const auto cells, clusters(now, options));
  return update_hierarchy(before, old, now, cells, entrances(options));
}

std::string hpa_star_key(const HpaStarOptions& options) {
  return "hpa_star:size=" + std::to_string(options.size) +
         ":levels=" + std::to_string(options.levels) + ":wide=" + std::to_string(options.wide) +
         ":ways=" + (options.keep_routes ? "1" : "0");
}

}  // namespace thalweg
