// The planner `rooms` as the registry lists it: cells from sections, areas, tags or a text file of
// labels. The key has the hash of such a file, not its name.
#include "thalweg/papers/rooms.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "papers/descriptors.hpp"
#include "papers/gates.hpp"
#include "partition/section_lattice.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/core/hash.hpp"
#include "thalweg/partition/given.hpp"
#include "thalweg/partition/sections.hpp"

namespace thalweg {
namespace {

constexpr std::array<std::string_view, 4> kKinds = {"sections", "areas", "tags", "labels"};
constexpr double kNodesOnASide = 16;

// A section of about 16 x 16 nodes, were they spread evenly.
double default_size(const Graph& graph) {
  Box3 box;
  for (const NodeId node : graph.nodes()) box.add(graph.position(node));
  const double area = std::max(box.size().x, 1e-3) * std::max(box.size().y, 1e-3);
  return kNodesOnASide * std::sqrt(area / std::max(1u, graph.node_count()));
}

Result<Cells> cells_of(const Ground& ground, const RoomsOptions& options) {
  switch (options.kind) {
    case RoomKind::areas:
      return given_cells(ground, labels_by_area(ground.world(), ground.graph()));
    case RoomKind::tags: return given_cells(ground, labels_by_tags(ground.world(), ground.graph()));
    case RoomKind::labels: {
      TRY(const auto labels, labels_by_text(options.labels, ground.world(), ground.graph()));
      return given_cells(ground, labels);
    }
    case RoomKind::sections: break;
  }
  const double size = options.size == 0 ? default_size(ground.graph()) : options.size;
  return sections(ground, {.size = size, .levels = options.levels});
}

// The options with the text of their label file.
Result<RoomsOptions> with_labels(RoomsOptions options) {
  if (options.kind != RoomKind::labels || !options.labels.empty()) return options;
  if (options.labels_file.empty()) {
    return Error{"cells=labels needs labels=FILE, a word for each face or square"};
  }
  TRY(options.labels, read_file(options.labels_file));
  return options;
}

// The option as part of the key where the cells are of that kind.
Option<RoomsOptions> in_key_of(RoomKind kind, const Option<RoomsOptions>& option) {
  return with_key<RoomsOptions>(option, [kind, value = option.text](const RoomsOptions& options) {
    return options.kind == kind ? value(options) : std::string();
  });
}

std::string labels_key(const RoomsOptions& options) {
  if (options.kind != RoomKind::labels) return {};
  return std::to_string(Hasher().add(options.labels).digest());
}

std::vector<Option<RoomsOptions>> own_room_options() {
  using O = RoomsOptions;
  return {
      choice("cells", &O::kind,
             {RoomKind::sections, RoomKind::areas, RoomKind::tags, RoomKind::labels},
             {.help = "what the rooms are; tags: groups of geometry", .in_key = true}),
      with_key<O>(text("labels", &O::labels_file, "a text file",
                       {.help = "a word for each face or square; with cells=labels"}),
                  labels_key),
      in_key_of(RoomKind::sections, number("size", &O::size,
                                           {.most = kLargestSection,
                                            .unit = "metres",
                                            .help = "the side of a section; 0: about 16 nodes"})),
      in_key_of(RoomKind::sections, levels_option<O>()),
      choice(
          "gates", &O::rule, {GateRule::openings, GateRule::all},
          {.help = "openings keeps one for each; all gives the cheapest routes", .in_key = true})};
}

const PlannerRecipe<RoomsOptions>& rooms_paper() {
  using O = RoomsOptions;
  static const PlannerRecipe<O> kRecipe = {
      .table = {"rooms", with_gate_options(own_room_options())},
      .summary = "from door to door over rooms, or over sections of any graph",
      .builds = &hierarchy_kind(),
      .build_summary = "rooms, or sections of any graph, their gates and crossings",
      .settle = with_labels,
      .build = built_by<rooms, hierarchy_kind, O>,
      .update = hierarchy_updated_by<update_rooms, O>,
      .make = make_over_gates<O>,
      .gates = gate_search<O>};
  return kRecipe;
}

Result<Cells> checked_cells(const Ground& ground, const RoomsOptions& options) {
  TRY_DO(rooms_paper().table.check(options));
  TRY(const RoomsOptions settled, with_labels(options));
  report(options.progress, "rooms", 0);
  return cells_of(ground, settled);
}

HierarchyOptions doors(const RoomsOptions& options) {
  return {.rule = options.rule, .keep_routes = options.keep_routes, .progress = options.progress};
}

}  // namespace

std::string_view to_string(RoomKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

Result<Hierarchy> rooms(const Ground& ground, const RoomsOptions& options) try {
  TRY(const auto cells, checked_cells(ground, options));
  return build_hierarchy(ground, cells, doors(options));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<UpdatedHierarchy> update_rooms(const Ground& before, const Hierarchy& old, const Ground& now,
                                      const RoomsOptions& options) try {
  TRY(const auto cells, checked_cells(now, options));
  return update_hierarchy(before, old, now, cells, doors(options));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

PlannerDescriptor rooms_descriptor() { return descriptor_of(rooms_paper()); }

}  // namespace thalweg
