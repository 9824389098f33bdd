// Takes the passable arcs between cells and keeps those that the rule asks for. With an update's
// scope only pairs of cells inside it are searched, and the old gates of the others stay.
#include "hierarchy/gates.hpp"

#include <algorithm>
#include <utility>

#include "hierarchy/entrances.hpp"
#include "hierarchy/openings.hpp"
#include "thalweg/graph/view.hpp"

namespace thalweg {
namespace {

// The input of a search for gates.
struct GateInput {
  const Ground& ground;
  const Cells& cells;
  const GateScope& scope;
};

// Calls use(from, arc, to) for each passable arc from one home in scope to another.
template <class Use>
void for_each_crosser(const GateInput& input, const Use& use) {
  const auto& [ground, cells, scope] = input;
  for (const NodeId from : ground.graph().nodes()) {
    const CellId home = cells.partition.home(from);
    if (home.is_none() || !scope.has(home)) continue;
    for (const ArcId arc : ground.graph().arcs(from)) {
      const NodeId to = ground.graph().target(arc);
      const CellId other = cells.partition.home(to);
      if (!ground.metric().is_passable(arc) || other.is_none() || other == home) continue;
      if (!scope.has(other)) continue;
      use(from, arc, to);
    }
  }
}

template <class Item>
void sort_unique(std::vector<Item>& items) {
  std::ranges::sort(items);
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

// The ordered pairs of homes that are already connected.
class Covered {
 public:
  Covered(const Cells& cells, const FoundGates& gates) {
    for (const StepNodes& step : gates.steps) {
      pairs_.emplace_back(cells.partition.home(step.from), cells.partition.home(step.to));
    }
    for (const SharedNode& shared : gates.shared) {
      pairs_.emplace_back(shared.a, shared.b);
      pairs_.emplace_back(shared.b, shared.a);
    }
    sort_unique(pairs_);
  }
  bool operator()(CellId from, CellId to) const {
    return std::binary_search(pairs_.begin(), pairs_.end(), std::pair(from, to));
  }

 private:
  std::vector<std::pair<CellId, CellId>> pairs_;
};

// Adds the middle of each opening between homes that are not connected yet: first openings that
// lead in both directions, then the others.
void add_openings(const GateInput& input, bool both_directions, FoundGates& gates) {
  const Ground& ground = input.ground;
  const Cells& cells = input.cells;
  const Covered covered(cells, gates);
  std::vector<Crosser> open;
  for_each_crosser(input, [&](NodeId from, ArcId arc, NodeId to) {
    const CellId a = cells.partition.home(from);
    const CellId b = cells.partition.home(to);
    if (ground.graph().label(arc).is_link() || covered(a, b) || is_spare(ground, from, to)) return;
    if (both_directions &&
        (b < a || cheapest_arc(ground.graph(), ground.metric(), to, from).is_none()))
      return;
    open.push_back({a, b, from, to});
  });
  sort_unique(open);
  for (const Crosser& middle : middles(ground, open)) {
    gates.steps.push_back({middle.from, middle.to});
    if (both_directions) gates.steps.push_back({middle.to, middle.from});
  }
}

// Adds every arc that leaves a cell, or every link. An arc inside the extent of a cell leaves none.
void add_arcs(const GateInput& input, bool links_only, FoundGates& gates) {
  for_each_crosser(input, [&](NodeId from, ArcId arc, NodeId to) {
    if (links_only && !input.ground.graph().label(arc).is_link()) return;
    if (!links_only && share_a_cell(input.cells, from, to)) return;
    gates.steps.push_back({from, to});
  });
}

// Adds every node that takes part in several cells, as a gate between each two of them.
void add_common(const GateInput& input, FoundGates& gates) {
  if (input.cells.extents.row_count() == 0) return;
  for (const NodeId node : input.ground.graph().nodes()) {
    for_each_two(input.cells.extents[node], [&](CellId a, CellId b) {
      if (input.scope.has(a) && input.scope.has(b)) gates.shared.push_back({a, b, node});
    });
  }
}

// Adds the old gates between cells that are not both in scope. A node that was a gate of two cells
// need not have been one between them, but it is a gate of both in any case.
void add_old(const Cells& cells, const GateScope& scope, FoundGates& gates) {
  const Hierarchy& old = *scope.old;
  const auto is_out = [&](CellId a, CellId b) { return !scope.has(a) || !scope.has(b); };
  for (std::uint32_t g = 0; g < old.gate_count(); ++g) {
    const NodeId node = old.node(GateId(g));
    const CellId home = cells.partition.home(node);
    for (const InterCellArc& step : old.steps(GateId(g))) {
      const NodeId to = old.node(step.to);
      const CellId other = cells.partition.home(to);
      if (home.is_none() || other.is_none() || home == other || !is_out(home, other)) continue;
      gates.steps.push_back({node, to});
    }
    if (cells.extents.row_count() == 0) continue;
    for_each_two(cells.extents[node], [&](CellId a, CellId b) {
      if (!is_out(a, b) || !is_gate_of(old, GateId(g), scope.from[a.value])) return;
      if (is_gate_of(old, GateId(g), scope.from[b.value])) gates.shared.push_back({a, b, node});
    });
  }
}

}  // namespace

bool is_gate_of(const Hierarchy& hierarchy, GateId gate, CellId cell) {
  const auto members = hierarchy.memberships(gate);
  return std::ranges::find(members, cell, &GateMembership::cell) != members.end();
}

bool share_a_cell(const Cells& cells, NodeId a, NodeId b) {
  if (cells.extents.row_count() == 0) return cells.partition.home(a) == cells.partition.home(b);
  const auto row = cells.extents[b];
  return std::ranges::any_of(cells.extents[a], [&](CellId cell) {
    return std::binary_search(row.begin(), row.end(), cell);
  });
}

bool is_spare(const Ground& ground, NodeId from, NodeId to) {
  const Grid& grid = ground.world().grid;
  if (!is_of_squares(ground.graph())) return false;
  const SquareId a(from.value);
  const SquareId b(to.value);
  if (grid.x(a) == grid.x(b) || grid.y(a) == grid.y(b)) return false;
  const auto joins = [&](std::uint32_t x, std::uint32_t y) {
    const NodeId over(grid.at(x, y).value);
    return !cheapest_arc(ground.graph(), ground.metric(), from, over).is_none() &&
           !cheapest_arc(ground.graph(), ground.metric(), over, to).is_none();
  };
  return joins(grid.x(a), grid.y(b)) || joins(grid.x(b), grid.y(a));
}

Result<FoundGates> find_gates(const Ground& ground, const Cells& cells,
                              const HierarchyOptions& options, const GateScope& scope) {
  const GateInput input{ground, cells, scope};
  const bool has_extents = cells.extents.row_count() > 0;
  FoundGates gates;
  if (options.rule == GateRule::entrances) {
    const bool is_squares = is_of_squares(ground.graph());
    if (!is_squares || has_extents) return Error{"entrances are found between squares of a grid"};
    gates.steps = find_entrances(ground, cells, scope, options.wide);
  }
  if (options.rule == GateRule::shared) {
    const bool is_empty = cells.partition.cell_count() == 0;
    if (!ground.graph().facts().nodes_are_faces ||
        (!is_empty && (!has_extents || cells.sections.empty()))) {
      return Error{"shared gates need sections of faces that take part in several"};
    }
    if (!is_empty) gates.shared = find_shared(ground, cells, scope);
  }
  if (options.rule == GateRule::all) {
    add_common(input, gates);
  } else {
    add_openings(input, true, gates);
    add_openings(input, false, gates);
  }
  add_arcs(input, options.rule != GateRule::all, gates);  // a link covers no opening
  if (scope.old != nullptr) add_old(cells, scope, gates);
  sort_unique(gates.steps);
  sort_unique(gates.shared);
  return gates;
}

}  // namespace thalweg
