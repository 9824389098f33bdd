// Labels of nodes by area, by tag, or as words of a text with one word for each face or square;
// strong parts of equal labels become cells.
#include "thalweg/partition/given.hpp"

#include <unordered_map>
#include <utility>

#include "core/text.hpp"
#include "core/thrown.hpp"
#include "core/try.hpp"
#include "partition/memberships.hpp"
#include "thalweg/graph/form.hpp"

namespace thalweg {
namespace {

// [node] label_of(the node as an end, with its square or face).
template <class LabelOf>
std::vector<CellLabel> labels_by_ground(const World& world, const Graph& graph,
                                        const LabelOf& label_of) {
  std::vector<CellLabel> labels;
  labels.reserve(graph.node_count());
  for (const NodeId node : graph.nodes()) {
    labels.push_back(label_of(graph.form().end_at(world, graph, node)));
  }
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
  return labels_by_ground(world, graph, [&](const End& at) -> CellLabel {
    return at.face.is_none() ? world.grid.area(at.square) : world.mesh.area(at.face);
  });
}

std::vector<CellLabel> labels_by_tags(const World& world, const Graph& graph) {
  return labels_by_ground(world, graph, [&](const End& at) -> CellLabel {
    return at.face.is_none() ? 0 : world.mesh.tags(at.face);
  });
}

Result<std::vector<CellLabel>> labels_by_text(std::string_view text, const World& world,
                                              const Graph& graph) try {
  const std::vector<CellLabel> numbers = numbered_words(text);
  const bool is_grid = graph.facts().is_on_grid;
  const std::uint32_t wanted = is_grid ? world.grid.size() : world.mesh.face_count();
  if (numbers.size() != wanted) {
    return Error{"there are " + std::to_string(numbers.size()) + " labels for " +
                 std::to_string(wanted) + (is_grid ? " squares" : " faces")};
  }
  return labels_by_ground(world, graph, [&](const End& at) {
    return numbers[is_grid ? at.square.value : at.face.value];
  });
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<Cells> given_cells(const Ground& ground, std::span<const CellLabel> labels) try {
  TRY_DO(check_pricing(ground));
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
  TRY(auto partition, Partition::from(ground.graph().fingerprint(), std::move(low.home),
                                      std::vector<CellId>(low.rooms.size())));
  return Cells{std::move(partition), {}, {}};
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
