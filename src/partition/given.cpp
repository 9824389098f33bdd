#include "thalweg/partition/given.hpp"

#include <unordered_map>
#include <utility>

#include "partition/seats.hpp"
#include "thalweg/core/text.hpp"
#include "thalweg/graph/corners.hpp"
#include "thalweg/graph/portal_nodes.hpp"

namespace thalweg {
namespace {

// Of the faces on both sides of a portal the first, or else the other one where only that is
// walkable.
FaceId portal_ground(const World& world, PortalPlace place) {
  if (place.is_link_end()) return link_end_face(world, place);
  const FaceId a = world.mesh.face(place.edge());
  const FaceId b = world.mesh.across(place.edge());
  const FaceId first = std::min(a, b);
  return is_walkable(world.mesh.area(first)) ? first : std::max(a, b);
}

// The first walkable square around a corner, or the first.
SquareId corner_ground_square(const Grid& grid, NodeId node) {
  SquareId first;
  for (const SquareId square : squares_around(grid, corner_of(grid, node))) {
    if (square.is_none()) continue;
    if (grid.is_free(square)) return square;
    if (first.is_none()) first = square;
  }
  return first;
}

// The square (on graphs over a grid) or face that a node stands on.
std::uint32_t ground_of(const World& world, const Graph& graph, NodeId node) {
  switch (graph.kind()) {
    case GraphKind::face:
    case GraphKind::grid: return node.value;
    case GraphKind::portal: return portal_ground(world, graph.place(node)).value;
    case GraphKind::corner: return corner_ground_square(world.grid, node).value;
    case GraphKind::visibility:
    case GraphKind::axis: break;
  }
  return graph.face(node).value;
}

// [node] label_of(its square or face).
template <class LabelOf>
std::vector<CellLabel> labels_by_ground(const World& world, const Graph& graph,
                                        const LabelOf& label_of) {
  std::vector<CellLabel> labels;
  labels.reserve(graph.node_count());
  for (const NodeId node : graph.nodes()) labels.push_back(label_of(ground_of(world, graph, node)));
  return labels;
}

// The words of a text as numbers, in order of first use; remarks left out.
std::vector<CellLabel> numbered_words(std::string_view text) {
  std::vector<CellLabel> numbers;
  std::unordered_map<std::string_view, CellLabel> known;
  TextReader lines(text);
  while (!lines.at_end()) {
    const std::string_view line = trimmed(lines.rest_of_line());
    if (line.starts_with('#')) continue;
    TextReader words(line);
    for (auto word = words.word(); !word.empty(); word = words.word()) {
      numbers.push_back(known.emplace(word, static_cast<CellLabel>(known.size())).first->second);
    }
  }
  return numbers;
}

}  // namespace

std::vector<CellLabel> labels_by_area(const World& world, const Graph& graph) {
  return labels_by_ground(world, graph, [&](std::uint32_t at) -> CellLabel {
    return is_lattice(graph.kind()) ? world.grid.area(SquareId(at)) : world.mesh.area(FaceId(at));
  });
}

std::vector<CellLabel> labels_by_tags(const World& world, const Graph& graph) {
  return labels_by_ground(world, graph, [&](std::uint32_t at) -> CellLabel {
    return is_lattice(graph.kind()) ? 0 : world.mesh.tags(FaceId(at));
  });
}

Result<std::vector<CellLabel>> labels_by_text(std::string_view text, const World& world,
                                              const Graph& graph) {
  const std::vector<CellLabel> numbers = numbered_words(text);
  const bool is_grid = is_lattice(graph.kind());
  const std::uint32_t wanted = is_grid ? world.grid.size() : world.mesh.face_count();
  if (numbers.size() != wanted) {
    return Error{"there are " + std::to_string(numbers.size()) + " labels for " +
                 std::to_string(wanted) + (is_grid ? " squares" : " faces")};
  }
  return labels_by_ground(world, graph, [&](std::uint32_t at) { return numbers[at]; });
}

Result<Cells> given_cells(const Ground& ground, std::span<const CellLabel> labels) {
  if (auto problem = pricing_problem(ground)) return Error{*std::move(problem)};
  if (labels.size() != ground.graph().node_count()) {
    return Error{"there are " + std::to_string(labels.size()) + " labels for " +
                 std::to_string(ground.graph().node_count()) + " nodes"};
  }
  std::vector<std::uint32_t> offsets = {0};
  std::vector<RoomKey> rooms;
  for (const NodeId node : ground.graph().nodes()) {
    if (!ground.metric().islands().of[node].is_none()) rooms.push_back(labels[node.value]);
    offsets.push_back(static_cast<std::uint32_t>(rooms.size()));
  }
  LowCells low = low_cells(ground, {{std::move(offsets), std::move(rooms)}, {}});
  Result<Partition> partition = Partition::from(ground.graph().fingerprint(), std::move(low.home),
                                                std::vector<CellId>(low.rooms.size()));
  if (!partition) return Error{partition.error()};
  return Cells{std::move(partition).value(), {}, {}};
}

}  // namespace thalweg
