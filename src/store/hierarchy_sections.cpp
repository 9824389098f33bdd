// A description (recipe, metric, fingerprints, gate rule) and the arrays,
// which Hierarchy::from checks.
#include "store/hierarchy_sections.hpp"

#include <algorithm>

#include "store/bytes.hpp"
#include "store/named.hpp"
#include "store/partition_sections.hpp"
#include "store/row_sections.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kMostRecipe = 512;

Array<std::byte> write_hierarchy_about(const StoredHierarchy& stored) {
  const HierarchyArrays& arrays = stored.hierarchy.arrays();
  ByteWriter out;
  out.text(stored.recipe).text(stored.metric);
  out.number(arrays.metric).number(arrays.cells.partition.graph_fingerprint());
  out.number(static_cast<std::uint32_t>(arrays.rule)).number(arrays.is_symmetric ? 1u : 0u);
  return std::move(out).take();
}

// The contents of a description; the graph's fingerprint is the partition's own.
struct HierarchyAbout {
  std::string recipe;
  std::string metric;
  HierarchyArrays arrays;
  std::uint64_t graph = 0;
};

Result<HierarchyAbout> read_hierarchy_about(std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  HierarchyAbout about;
  about.recipe = in.text();
  about.metric = in.text();
  about.arrays.metric = in.number<std::uint64_t>();
  about.graph = in.number<std::uint64_t>();
  about.arrays.rule = static_cast<GateRule>(in.number<std::uint32_t>());
  const auto is_symmetric = in.number<std::uint32_t>();
  if (!in.is_whole()) return Error{"its description is too short or too long"};
  if (!is_recipe(about.recipe)) return Error{"its recipe is no text of a planner"};
  if (!is_stored_name(about.metric)) return Error{"its metric has no proper name"};
  if (is_symmetric > 1)
    return Error{"its costs are the same in both directions or not, nothing else"};
  about.arrays.is_symmetric = is_symmetric == 1;
  return about;
}

Result<StoredHierarchy> take_hierarchy(SectionTaker& sections, std::string_view name) {
  const std::string prefix = section_prefix<StoredHierarchy>(name);
  TRY(HierarchyAbout about,
      read_hierarchy_about(sections.take<std::byte>(prefix + "/about").span()));
  PartitionArrays tree = take_tree(sections, prefix);
  tree.graph = about.graph;
  HierarchyArrays& arrays = about.arrays;
  arrays.cells.extents = take_rows<NodeId, CellId>(sections, prefix + "/extents");
  arrays.cells.sections = sections.take<SectionIndex>(prefix + "/places");
  arrays.nodes = sections.take<NodeId>(prefix + "/nodes");
  arrays.gates = take_rows<CellId, GateId>(sections, prefix + "/gates");
  arrays.steps = take_rows<GateId, InterCellArc>(sections, prefix + "/steps");
  arrays.costs = sections.take<Distance>(prefix + "/costs");
  arrays.routes = take_rows<CrossingId, NodeId>(sections, prefix + "/ways");
  arrays.to_gates = sections.take<Distance>(prefix + "/to_gates");
  arrays.from_gates = sections.take<Distance>(prefix + "/from_gates");
  TRY_DO(sections.check());
  TRY(arrays.cells.partition, Partition::from(std::move(tree)));
  TRY(auto hierarchy, Hierarchy::from(std::move(arrays)));
  return StoredHierarchy{.name = std::string(name),
                         .recipe = std::move(about.recipe),
                         .metric = std::move(about.metric),
                         .hierarchy = std::move(hierarchy)};
}

}  // namespace

bool is_recipe(std::string_view text) {
  return !text.empty() && text.size() <= kMostRecipe &&
         std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
}

std::vector<ThalSection> hierarchy_sections(const StoredHierarchy& stored) {
  const std::string prefix = section_prefix<StoredHierarchy>(stored.name);
  const HierarchyArrays& arrays = stored.hierarchy.arrays();
  auto sections = tree_sections(prefix, arrays.cells.partition.arrays());
  const auto add = [&](std::vector<ThalSection> more) {
    for (ThalSection& section : more) sections.push_back(std::move(section));
  };
  add({section_of(prefix + "/about", write_hierarchy_about(stored)),
       section_of<SectionIndex>(prefix + "/places", arrays.cells.sections),
       section_of<NodeId>(prefix + "/nodes", arrays.nodes),
       section_of(prefix + "/costs", arrays.costs)});
  add(row_sections(prefix + "/extents", arrays.cells.extents));
  add(row_sections(prefix + "/gates", arrays.gates));
  add(row_sections(prefix + "/steps", arrays.steps));
  add(row_sections(prefix + "/ways", arrays.routes));
  if (stored.hierarchy.has_end_costs()) {
    add({section_of(prefix + "/to_gates", arrays.to_gates),
         section_of(prefix + "/from_gates", arrays.from_gates)});
  }
  return sections;
}

Result<std::vector<StoredHierarchy>> take_hierarchies(SectionTaker& sections) {
  return take_all<StoredHierarchy>(sections, take_hierarchy);
}

}  // namespace thalweg
