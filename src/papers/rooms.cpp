#include "thalweg/papers/rooms.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/try.hpp"
#include "papers/keys.hpp"
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

}  // namespace

std::string_view to_string(RoomKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

Result<RoomKind> named_room_kind(std::string_view name) {
  const auto found = std::ranges::find(kKinds, name);
  if (found != kKinds.end()) return static_cast<RoomKind>(found - kKinds.begin());
  return Error{"the cells are sections, areas, tags or labels"};
}

Result<Hierarchy> rooms(const Ground& ground, const RoomsOptions& options) {
  report(options.progress, "rooms", 0);
  TRY(const auto cells, cells_of(ground, options));
  return build_hierarchy(
      ground, cells,
      {.rule = options.rule, .keep_routes = options.keep_routes, .progress = options.progress});
}

std::string rooms_key(const RoomsOptions& options) {
  std::string key = "rooms:cells=" + std::string(to_string(options.kind));
  if (options.kind == RoomKind::sections) {
    key += ":size=" + number_text(options.size) + ":levels=" + std::to_string(options.levels);
  }
  if (options.kind == RoomKind::labels) {
    key += ":labels=" + std::to_string(Hasher().add(options.labels).digest());
  }
  return key + ":gates=" + std::string(to_string(options.rule)) +
         ":ways=" + (options.keep_routes ? "1" : "0");
}

}  // namespace thalweg
