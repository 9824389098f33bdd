// Hierarchies as structures: cells, gates, the costs of crossings, and their routes where they are
// kept.
#include "core/try.hpp"
#include "thalweg/structures/kinds.hpp"

namespace thalweg {
namespace {

struct StoredGates {
  PartitionArrays tree;
  HierarchyArrays arrays;  // without the partition
};

StoredGates gates_of(const Hierarchy& hierarchy) {
  return {hierarchy.partition().arrays(), hierarchy.arrays()};
}

void hierarchy_sections(SectionIo& io, StoredGates& gates) {
  HierarchyArrays& arrays = gates.arrays;
  if (io.is_reading()) arrays.metric = io.header.ground;
  io.number(gates.tree.graph);
  auto rule = static_cast<std::uint32_t>(arrays.rule);
  io.number(rule);
  arrays.rule = static_cast<GateRule>(rule);
  io.choice(arrays.is_symmetric, true,
            "its costs are the same in both directions or not, nothing else");
  io.tree(gates.tree);
  io.rows("extents", arrays.cells.extents);
  io.array("places", arrays.cells.sections);
  io.array("nodes", arrays.nodes);
  io.rows("gates", arrays.gates);
  io.rows("steps", arrays.steps);
  io.array("costs", arrays.costs);
  io.rows("ways", arrays.routes);
  io.array("to_gates", arrays.to_gates);
  io.array("from_gates", arrays.from_gates);
}

Result<Hierarchy> hierarchy_of(StoredGates gates) {
  TRY(gates.arrays.cells.partition, Partition::from(std::move(gates.tree)));
  return Hierarchy::from(std::move(gates.arrays));
}

Result<Hierarchy> ready_hierarchy(StoredGates gates, const Ground& ground) {
  TRY(Hierarchy hierarchy, hierarchy_of(std::move(gates)));
  const Partition& partition = hierarchy.partition();
  if (partition.graph_fingerprint() != ground.graph().fingerprint() ||
      partition.node_count() != ground.graph().node_count()) {
    return Error{"it was built over another graph"};
  }
  return hierarchy;
}

// [level - 1] How many cells.
std::vector<std::uint32_t> cells_by_level(const Partition& partition) {
  std::vector<std::uint32_t> counts(partition.top_level(), 0);
  for (const CellId cell : partition.cells()) ++counts[partition.height(cell) - 1];
  return counts;
}

Result<std::vector<Fact>> describe_hierarchy(StoredGates gates) {
  TRY(const Hierarchy hierarchy, hierarchy_of(std::move(gates)));
  const Partition& partition = hierarchy.partition();
  return std::vector<Fact>{{"gates_kept", std::string(to_string(hierarchy.rule()))},
                           {"nodes", partition.node_count()},
                           {"levels", partition.top_level()},
                           {"cells", cells_by_level(partition)},
                           {"gates", hierarchy.gate_count()},
                           {"crossings", hierarchy.crossing_count()},
                           {"routes_kept", hierarchy.has_routes()},
                           {"bytes", hierarchy.stored_bytes()}};
}

}  // namespace

const KindOf<Hierarchy>& hierarchy_kind() {
  static const KindObject kKind(StructureKind<Hierarchy, StoredGates>{
      .names = {"hierarchy", "hierarchy", "hierarchies", "hierarchies",
                "{cells} cells in {levels} levels, {gates} gates, {crossings} crossings, routes "
                "kept: {routes_kept}, {bytes} bytes"},
      .sections = hierarchy_sections,
      .parts = gates_of,
      .ready = ready_hierarchy,
      .broken_law = [](const Hierarchy& hierarchy,
                       const Ground& ground) { return broken_law(hierarchy, ground); },
      .describe = describe_hierarchy,
      .bytes = [](const Hierarchy& hierarchy) { return hierarchy.bytes(); },
      .cells = [](const Hierarchy& hierarchy) { return hierarchy.partition(); }});
  return kKind;
}

}  // namespace thalweg
