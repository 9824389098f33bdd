#include "thalweg/papers/thpa_star.hpp"

#include "core/try.hpp"
#include "papers/keys.hpp"
#include "thalweg/partition/sections.hpp"

namespace thalweg {
namespace {

Result<Cells> rectangles(const Ground& ground, const ThpaStarOptions& options) {
  if (!ground.graph().facts().nodes_are_faces) return Error{"THPA* needs a graph of faces"};
  report(options.progress, "sections", 0);
  return triangle_sections(ground, {.size = options.size, .levels = options.levels});
}

HierarchyOptions entrances(const ThpaStarOptions& options) {
  return {
      .rule = GateRule::shared, .keep_routes = options.keep_routes, .progress = options.progress};
}

}  // namespace

Result<Hierarchy> thpa_star(const Ground& ground, const ThpaStarOptions& options) {
  TRY(const auto cells, rectangles(ground, options));
  return build_hierarchy(ground, cells, entrances(options));
}

Result<UpdatedHierarchy> update_thpa_star(const Ground& before, const Hierarchy& old,
                                          const Ground& now, const ThpaStarOptions& options) {
  TRY(const auto cells, rectangles(now, options));
  return update_hierarchy(before, old, now, cells, entrances(options));
}

std::string thpa_star_key(const ThpaStarOptions& options) {
  return "thpa_star:size=" + number_text(options.size) +
         ":levels=" + std::to_string(options.levels) + ":ways=" + (options.keep_routes ? "1" : "0");
}

}  // namespace thalweg
