// What info and build print of a partition, and the key of the tree that its recipe makes.
#include "common/partitions.hpp"

#include "common/chosen.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/partition/compress.hpp"

namespace thalweg::tool {

std::string recipe_key(const NaturalRecipe& recipe) {
  const PlannerSpec spec{"natural",
                         {{"grow", std::string(to_string(recipe.grow))},
                          {"cap_base", std::to_string(recipe.base)},
                          {"refine", "descent"},
                          {"layers", recipe.layers == 0 ? "full" : std::to_string(recipe.layers)},
                          {"rule", std::string(to_string(recipe.rule))},
                          {"tie_bits", std::to_string(recipe.tie_bits)},
                          {"most_children", std::to_string(recipe.most_children)}}};
  const auto plan = planner_plan(spec);
  return plan ? plan->key : "natural";  // in a file, but no planner takes these numbers
}

Json describe(const StoredPartition& stored) {
  const Partition& partition = stored.partition;
  std::uint32_t alone = 0;
  std::uint32_t top_cells = 0;
  for (const CellId cell : partition.arrays().home) alone += cell.is_none() ? 1 : 0;
  for (const CellId cell : partition.arrays().parent) top_cells += cell.is_none() ? 1 : 0;
  Json out;
  out["kind"] = std::string(to_string(stored.kind));
  out["grow"] = std::string(to_string(stored.natural.grow));
  if (stored.natural.grow == GrowRule::capped) out["base"] = stored.natural.base;
  out["rule"] = std::string(to_string(stored.natural.rule));
  out["tie_bits"] = stored.natural.tie_bits;
  out["most_children"] = stored.natural.most_children;
  out["steps"] = stored.natural.steps;
  out["finished"] = stored.natural.is_done;
  out["compressed_to"] = stored.natural.layers == 0 ? Json("full") : Json(stored.natural.layers);
  out["nodes"] = partition.node_count();
  out["cells"] = partition.cell_count();
  out["layers"] = layer_count(partition);
  out["tops"] = top_cells + alone;
  out["nodes_in_no_cell"] = alone;
  out["rubbish"] = count_rubbish(partition);
  out["bytes"] = partition.bytes();
  return out;
}

const StoredPartition& chosen_partition(const Store& store, const std::string& name) {
  if (!name.empty()) return *need(find_partition(store, name));
  return only_one(store.partitions, "partition", "partitions");
}

}  // namespace thalweg::tool
