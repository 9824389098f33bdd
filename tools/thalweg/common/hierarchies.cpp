#include "common/hierarchies.hpp"

#include <algorithm>

#include "common/chosen.hpp"
#include "thalweg/core/text.hpp"

namespace thalweg::tool {
namespace {

// [level - 1] How many cells.
std::vector<std::uint32_t> cells_by_level(const Partition& partition) {
  std::vector<std::uint32_t> counts(partition.top_level(), 0);
  for (const CellId cell : partition.cells()) ++counts[partition.height(cell) - 1];
  return counts;
}

}  // namespace

nlohmann::ordered_json describe(const StoredHierarchy& stored) {
  const Hierarchy& hierarchy = stored.hierarchy;
  nlohmann::ordered_json out;
  out["recipe"] = stored.recipe;
  out["gates_kept"] = std::string(to_string(hierarchy.rule()));
  out["nodes"] = hierarchy.partition().node_count();
  out["levels"] = hierarchy.partition().top_level();
  out["cells"] = cells_by_level(hierarchy.partition());
  out["gates"] = hierarchy.gate_count();
  out["crossings"] = hierarchy.crossing_count();
  out["ways_kept"] = hierarchy.has_routes();
  out["bytes"] = hierarchy.stored_bytes();
  return out;
}

const StoredHierarchy& chosen_hierarchy(const Store& store, const std::string& name) {
  if (!name.empty()) return *need(find_hierarchy(store, name));
  return only_one(store.hierarchies, "hierarchy", "hierarchies");
}

double section_size(const World& world, std::string_view recipe) {
  for (const std::string& part : split_names(std::string(recipe), ':')) {
    if (!part.starts_with("size=")) continue;
    const double size =
        TextReader::parse_number<double>(std::string_view(part).substr(5)).value_or(0);
    return recipe.starts_with("hpa_star") ? size * world.grid.spacing() : size;
  }
  return 0;
}

void take_hierarchy(const Store& store, const ReadyGraph& ready, const PlannerSpec& spec) {
  const auto plan = need(hierarchy_plan(spec));
  if (!plan || ready.stock->hierarchy(plan->key, ready.ground)) return;
  const auto stored = std::ranges::find_if(store.hierarchies, [&](const StoredHierarchy& one) {
    return one.recipe == plan->key &&
           one.hierarchy.metric_fingerprint() == ready.ground.fingerprint() &&
           one.hierarchy.partition().graph_fingerprint() == ready.graph().fingerprint();
  });
  if (stored == store.hierarchies.end()) return;
  ready.stock->entries.push_back(
      {.key = plan->key, .metric = ready.ground.fingerprint(), .hierarchy = stored->hierarchy});
}

}  // namespace thalweg::tool
