// Compares both grounds node by node, splits the cells that fell apart into strong parts, level by
// level, and keeps the landmarks: their proof is scaled by the most that an arc became cheaper.
#include "thalweg/hierarchy/pyramid_update.hpp"

#include <algorithm>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "hierarchy/landmarks.hpp"
#include "hierarchy/pyramid_build.hpp"
#include "partition/level_stack.hpp"
#include "thalweg/graph/metric_bound.hpp"
#include "thalweg/partition/update.hpp"

namespace thalweg {
namespace {

// What an edit did.
struct Edit {
  std::vector<std::uint8_t> is_touched;  // [node]  see OlderPyramid
  double cheaper = 1;  // every arc costs at least this much of what it cost; 0: one was opened
  bool is_priced_again = false;  // an arc costs something else
};

Edit edit_between(const Ground& before, const Ground& now) {
  const Graph& graph = now.graph();
  Edit edit;
  edit.is_touched.assign(graph.node_count(), 0);
  const MetricBound old_span(before);
  const MetricBound new_span(now);
  for (const NodeId node : graph.nodes()) {
    if (old_span.extent(node) != new_span.extent(node)) edit.is_touched[node.value] = 1;
    for (const ArcId arc : graph.arcs(node)) {
      const Cost had = before.metric().cost(arc);
      const Cost has = now.metric().cost(arc);
      if (had == has) continue;
      edit.is_priced_again = true;
      edit.is_touched[node.value] = edit.is_touched[graph.target(arc).value] = 1;
      const double share = had == kForbidden ? 0 : static_cast<double>(has) / had;
      edit.cheaper = std::min(edit.cheaper, share);
    }
  }
  return edit;
}

// The levels of an old pyramid, with the cells that fell apart as their strong parts.
struct NewLevels {
  Partition cells;
  std::vector<CellId> old_of;  // [cell]  none: a part of an old one
  std::uint32_t split = 0;
};

// Numbers parts of old cells in order, and notes which of them are whole.
class PartNames {
 public:
  explicit PartNames(const Pyramid& old) : count_(old.cells().cell_count(), 0) {}

  // Each new cell of a level, by the old one that it is part of, in order.
  void add(CellId old) {
    names_.push_back(old);
    ++count_[old.value];
  }
  // The old cell that the new one is a part of.
  CellId name(std::size_t cell) const { return names_[cell]; }
  std::size_t size() const { return names_.size(); }

  std::vector<CellId> take_whole() && {
    for (CellId& name : names_) {
      if (count_[name.value] > 1) name = CellId();
    }
    return std::move(names_);
  }
  std::uint32_t split() const {
    return static_cast<std::uint32_t>(
        std::ranges::count_if(count_, [](std::uint32_t parts) { return parts > 1; }));
  }

 private:
  std::vector<CellId> names_;         // [cell]
  std::vector<std::uint32_t> count_;  // [old cell]  its parts
};

// [node]  the number of its strong part inside its cell of level 1. Only cells with touched nodes
// can have more than one.
std::vector<std::uint32_t> parts_of_homes(const Pyramid& old, const Ground& now,
                                          const std::vector<std::uint8_t>& is_touched) {
  const Graph& graph = now.graph();
  std::vector<std::uint8_t> is_due(old.level(1).size(), 0);
  for (const NodeId node : graph.nodes()) is_due[old.home(node).value] |= is_touched[node.value];
  std::vector<NodeId> nodes;  // of the cells that are due
  std::vector<std::uint32_t> number(graph.node_count(), kNoItem);
  for (const NodeId node : graph.nodes()) {
    if (is_due[old.home(node).value] == 0) continue;
    number[node.value] = static_cast<std::uint32_t>(nodes.size());
    nodes.push_back(node);
  }
  const auto& rows = graph.arrays().targets;
  const auto slots = [&](std::uint32_t item) {
    return SlotRange{rows.first(nodes[item]), rows.last(nodes[item])};
  };
  const auto next = [&](std::uint32_t item, std::uint32_t slot) {
    const NodeId to = graph.target(ArcId(slot));
    const bool is_inside =
        old.home(to) == old.home(nodes[item]) && now.metric().is_passable(ArcId(slot));
    return is_inside ? number[to.value] : kNoItem;
  };
  const StrongParts parts = strong_parts(static_cast<std::uint32_t>(nodes.size()), slots, next);
  std::vector<std::uint32_t> part_of(graph.node_count(), 0);
  for (std::size_t i = 0; i < nodes.size(); ++i) part_of[nodes[i].value] = parts.of[i] + 1;
  return part_of;
}

// [node]  its cell of level 1 now, numbered in the order of first nodes.
std::vector<CellId> new_homes(const Pyramid& old, const Ground& now,
                              const std::vector<std::uint8_t>& is_touched, PartNames& names) {
  const auto part_of = parts_of_homes(old, now, is_touched);
  std::vector<CellId> whole(old.level(1).size());           // [old cell]  where nothing is touched
  std::vector<CellId> parts(now.graph().node_count() + 1);  // [part]
  std::vector<CellId> home(now.graph().node_count());
  for (const NodeId node : now.graph().nodes()) {
    const CellId was = old.home(node);
    const std::uint32_t part = part_of[node.value];
    CellId& cell = part == 0 ? whole[was.value] : parts[part];
    if (cell.is_none()) {
      cell = CellId(static_cast<std::uint32_t>(names.size()));
      names.add(was);
    }
    home[node.value] = cell;
  }
  return home;
}

Result<NewLevels> new_levels(const Pyramid& old, const Ground& now, const Edit& edit) {
  PartNames names(old);
  std::vector<CellId> home = new_homes(old, now, edit.is_touched, names);
  LevelStack stack(now, home, names.size());
  for (Level level = 2; level <= old.top_level(); ++level) {
    const std::size_t first = stack.size() - stack.top_count();
    std::vector<std::uint64_t> labels;
    for (std::size_t c = first; c < stack.size(); ++c) {
      labels.push_back(old.parent(names.name(c)).value);
    }
    const StrongParts parts = stack.add_level(labels);
    std::uint32_t known = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (parts.of[i] < known) continue;
      names.add(CellId(static_cast<std::uint32_t>(labels[i])));
      ++known;
    }
  }
  NewLevels levels;
  TRY(levels.cells,
      Partition::from(now.graph().fingerprint(), std::move(home), stack.take_parents()));
  levels.split = names.split();
  levels.old_of = std::move(names).take_whole();
  return levels;
}

// The landmarks' costs at the middles of cells. Those of a cell whose middle is another node now are
// not known.
IdArray<CellId, LandmarkCosts> kept_costs(const Pyramid& old, const Pyramid& now,
                                          const std::vector<CellId>& old_of) {
  LandmarkCosts unknown;
  unknown.to.fill(kForbidden);
  unknown.from.fill(kForbidden);
  std::vector<LandmarkCosts> costs(now.cells().cell_count(), unknown);
  for (const CellId cell : now.cells().cells()) {
    const CellId was = old_of[cell.value];
    if (!was.is_none() && old.middle_node(was) == now.middle_node(cell)) {
      costs[cell.value] = old.far(was);
    }
  }
  return costs;
}

// Less than 1 marks costs that were not measured on this ground.
constexpr double kAlmostOne = 1 - 0x1p-40;

Result<Pyramid> with_kept_landmarks(Pyramid now, const Pyramid& old, const NewLevels& levels,
                                    const Edit& edit) {
  if (!old.has_landmarks()) return now;
  PyramidArrays arrays = now.arrays();
  arrays.landmarks = old.arrays().landmarks;
  arrays.far = kept_costs(old, now, levels.old_of);
  arrays.proof = std::min(old.arrays().proof, kAlmostOne) * edit.cheaper;
  return Pyramid::from(std::move(arrays));
}

}  // namespace

Result<UpdatedPyramid> update_pyramid(const Ground& before, const Ground& now,
                                      const Pyramid& old) try {
  if (old.metric_fingerprint() != before.fingerprint()) {
    return Error{"the pyramid is not of the ground before the edit"};
  }
  if (!have_same_arcs(before.graph(), now.graph())) {
    return Error{"the edit has changed the arcs of the graph: the pyramid must be built again"};
  }
  if (old.top_level() == 0) {
    Partition none = Partition::of_single_nodes(now.graph());
    return UpdatedPyramid{pyramid_over(now, std::move(none)), 0, 0};
  }
  const Edit edit = edit_between(before, now);
  TRY(NewLevels levels, new_levels(old, now, edit));
  const OlderPyramid kept(old, levels.old_of, edit.is_touched);
  MeasuredPyramid made = measured_pyramid(now, std::move(levels.cells), {}, &kept);
  TRY(Pyramid pyramid, with_kept_landmarks(std::move(made.pyramid), old, levels, edit));
  return UpdatedPyramid{std::move(pyramid), static_cast<std::uint32_t>(made.measured),
                        levels.split};
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Pyramid with_landmarks(const Ground& ground, const Pyramid& pyramid, std::uint32_t count) {
  PyramidArrays arrays = pyramid.arrays();
  arrays.landmarks = choose_landmarks(pyramid, count);
  arrays.proof = 1;
  arrays.far = {};
  if (!arrays.landmarks.empty()) {
    arrays.far = landmark_costs(ground, pyramid, arrays.landmarks.span());
  }
  return value_if_memory(Pyramid::from(std::move(arrays)));
}

}  // namespace thalweg
