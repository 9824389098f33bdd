// What info and build print of a hierarchy: cells by level, gates,
// crossings and whether routes are kept.
#include "common/hierarchies.hpp"

#include "common/chosen.hpp"
#include "core/text.hpp"
#include "thalweg/papers/registry.hpp"

namespace thalweg::tool {
namespace {

// [level - 1] How many cells.
std::vector<std::uint32_t> cells_by_level(const Partition& partition) {
  std::vector<std::uint32_t> counts(partition.top_level(), 0);
  for (const CellId cell : partition.cells()) ++counts[partition.height(cell) - 1];
  return counts;
}

}  // namespace

Json describe(const StoredHierarchy& stored) {
  const Hierarchy& hierarchy = stored.hierarchy;
  Json out;
  out["recipe"] = stored.recipe;
  out["gates_kept"] = std::string(to_string(hierarchy.rule()));
  out["nodes"] = hierarchy.partition().node_count();
  out["levels"] = hierarchy.partition().top_level();
  out["cells"] = cells_by_level(hierarchy.partition());
  out["gates"] = hierarchy.gate_count();
  out["crossings"] = hierarchy.crossing_count();
  out["routes_kept"] = hierarchy.has_routes();
  out["bytes"] = hierarchy.stored_bytes();
  return out;
}

const StoredHierarchy& chosen_hierarchy(const Store& store, const std::string& name) {
  if (!name.empty()) return *need(find_hierarchy(store, name));
  return only_one(store.hierarchies, "hierarchy", "hierarchies");
}

// Planners over sections call their side `size`, in squares or in metres.
double section_size(const std::string& recipe, const World& world) {
  const auto spec = parse_planner(recipe);
  if (!spec) return 0;
  const OptionInfo* size = (*find_planner(spec->name))->find_option("size");
  if (size == nullptr) return 0;
  const auto count = TextReader::parse_number<double>(spec->value("size", size->fallback));
  return count.value_or(0) * (size->unit == "squares" ? world.grid.spacing() : 1);
}

}  // namespace thalweg::tool
