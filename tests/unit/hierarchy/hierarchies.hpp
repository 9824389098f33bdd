// Hierarchies over the worlds on which laws are tested.
#pragma once

#include <string>
#include <vector>

#include "core/try.hpp"
#include "laws/cases.hpp"
#include "thalweg/hierarchy/build.hpp"
#include "thalweg/partition/given.hpp"
#include "thalweg/partition/sections.hpp"

namespace thalweg {

// How cells and gates are made; `serves` says for which graphs.
struct Recipe {
  std::string name;
  double size;
  std::uint32_t levels;
  GateRule rule;

  bool serves(const Case& c) const {
    if (rule == GateRule::shared) return c.graph.facts().nodes_are_faces;
    if (rule != GateRule::entrances) return true;
    return is_of_squares(c.graph);
  }
  Result<Cells> cells(const Ground& ground) const {
    const SectionOptions options{.size = size, .levels = levels};
    return rule == GateRule::shared ? triangle_sections(ground, options)
                                    : sections(ground, options);
  }
  Result<Hierarchy> build(const Ground& ground, bool keep_ways = true) const {
    TRY(const auto made, cells(ground));
    return build_hierarchy(ground, made, {.rule = rule, .keep_ways = keep_ways});
  }
};

// Sizes are multiples of the world's own size.
inline std::vector<Recipe> recipes(const World& world) {
  const double side = std::max(world.box().size().x, world.box().size().y);
  std::vector<Recipe> all;
  for (const GateRule rule :
       {GateRule::all, GateRule::openings, GateRule::entrances, GateRule::shared}) {
    for (const double part : {0.09, 0.3, 4.0}) {
      for (const std::uint32_t levels : {1u, 3u}) {
        all.push_back({std::string(to_string(rule)) + ", " + std::to_string(part) +
                           " of the side, " + std::to_string(levels) + " levels",
                       part * side, levels, rule});
      }
    }
  }
  return all;
}

}  // namespace thalweg
