#include <cmath>

#include "graph/builders.hpp"
#include "thalweg/graph/graph.hpp"

namespace thalweg {
namespace {

// Ids share 32 bits with the mark of a link.
constexpr std::uint32_t kMostLabelled = ArcLabel::kLinkBit - 1;

std::optional<std::string> what_is_missing(const World& world, const GraphSpec& spec) {
  if (world.links.size() > kMostLabelled) return "the world has too many links for a graph";
  if (is_lattice(spec.kind)) {
    if (world.grid.empty()) return "the world has no grid: build a face or a portal graph";
    const bool is_hex = world.grid.shape() == GridShape::hex;
    if (is_hex && spec.kind == GraphKind::corner) return "only grids of squares have corner graphs";
    if (spec.neighbours > GridNeighbours::hex) return "the graph has an unknown neighbourhood";
    if (is_hex != (spec.neighbours == GridNeighbours::hex)) {
      return is_hex ? "a grid of hexagons has hex neighbours"
                    : "a grid of squares has four or eight neighbours";
    }
    return std::nullopt;
  }
  if (spec.kind > GraphKind::axis) return "the graph is of an unknown kind";
  if (world.mesh.empty()) return "the world has no mesh: build a grid graph";
  if (world.mesh.edge_count() > kMostLabelled) return "the mesh has too many edges for a graph";
  if (spec.kind == GraphKind::axis && (!(spec.one_per > 0) || !std::isfinite(spec.one_per))) {
    return "the metres between the points of an axis must be positive";
  }
  if (spec.kind == GraphKind::portal) {
    if (spec.max_points < 1 || spec.max_points > 64) return "a portal takes 1 to 64 points";
    if (!(spec.one_per > 0) || !std::isfinite(spec.one_per)) {
      return "the metres for each point of a portal must be positive";
    }
  }
  return std::nullopt;
}

// The spec without what its kind does not ask for, so that equal graphs have equal fingerprints.
GraphSpec normal_spec(const GraphSpec& spec) {
  GraphSpec normal;
  normal.kind = spec.kind;
  if (spec.kind == GraphKind::portal) {
    normal.max_points = spec.max_points;
    if (spec.max_points > 1) normal.one_per = spec.one_per;
  }
  if (spec.kind == GraphKind::axis) normal.one_per = spec.one_per;
  if (is_lattice(spec.kind)) normal.neighbours = spec.neighbours;
  return normal;
}

Result<GraphArrays> build_arrays(const World& world, const GraphSpec& spec) {
  switch (spec.kind) {
    case GraphKind::face: return build_face_graph(world);
    case GraphKind::portal: return build_portal_graph(world, spec);
    case GraphKind::grid: return build_grid_graph(world, spec);
    case GraphKind::corner: return build_corner_graph(world, spec);
    case GraphKind::visibility: return build_visibility_graph(world);
    case GraphKind::axis: return build_axis_graph(world, spec);
  }
  return Error{"the graph is of an unknown kind"};
}

Graph build_or_say_why(const World& world, const GraphSpec& spec) {
  auto graph = build_graph(world, spec);
  return graph ? std::move(graph).value() : Graph::none(spec, graph.error());
}

}  // namespace

Result<Graph> build_graph(const World& world, const GraphSpec& spec) {
  if (auto missing = what_is_missing(world, spec)) return Error{*missing};
  auto arrays = build_arrays(world, spec);
  if (!arrays) return Error{arrays.error()};
  GraphArrays parts = std::move(arrays).value();
  parts.spec = normal_spec(spec);
  parts.world = world.fingerprint();
  return Graph::from(std::move(parts));
}

Graph face_graph(const World& world) { return build_or_say_why(world, {.kind = GraphKind::face}); }

Graph portal_graph(const World& world, const PortalGraphOptions& options) {
  return build_or_say_why(
      world,
      {.kind = GraphKind::portal, .max_points = options.max_points, .one_per = options.one_per});
}

Graph corner_graph(const World& world, const GridGraphOptions& options) {
  return build_or_say_why(world, {.kind = GraphKind::corner, .neighbours = options.neighbours});
}

Graph visibility_graph(const World& world) {
  return build_or_say_why(world, {.kind = GraphKind::visibility});
}

Graph axis_graph(const World& world, const AxisGraphOptions& options) {
  return build_or_say_why(world, {.kind = GraphKind::axis, .one_per = options.one_per});
}

Graph grid_graph(const World& world, const GridGraphOptions& options) {
  const bool is_hex = world.grid.shape() == GridShape::hex;
  return build_or_say_why(world, {.kind = GraphKind::grid,
                                  .neighbours = is_hex ? GridNeighbours::hex : options.neighbours});
}

}  // namespace thalweg
