// Collects the sides of sections, the gates of a level and the pairs that a crossing or a step
// connects, each once by sorting; one overlay for each.
#include "thalweg/draw/gates.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "core/thrown.hpp"

namespace thalweg {
namespace {

// A side of a section, given by the corner where it starts.
struct Side {
  std::int32_t column;
  std::int32_t row;
  bool is_upright;

  auto key() const { return std::tuple(row, column, is_upright); }
};

// The sides of all sections that hold a cell, each once.
Overlay section_borders(const Cells& cells, const GateDrawing& drawing) {
  std::vector<Side> sides;
  for (const CellId cell : cells.partition.cells()) {
    if (cells.partition.height(cell) != drawing.level) continue;
    const auto [column, row] = cells.sections[cell];
    sides.insert(sides.end(), {{column, row, false},
                               {column, row + 1, false},
                               {column, row, true},
                               {column + 1, row, true}});
  }
  std::ranges::sort(sides, {}, &Side::key);
  const auto same = [](const Side& a, const Side& b) { return a.key() == b.key(); };
  sides.erase(std::unique(sides.begin(), sides.end(), same), sides.end());
  Overlay overlay{.kind = OverlayKind::lines, .colour = kSectionColour, .width = 1};
  for (const Side& side : sides) {
    const Vec3 from{side.column * drawing.section, side.row * drawing.section, 0};
    const Vec3 along = side.is_upright ? Vec3{0, drawing.section, 0} : Vec3{drawing.section, 0, 0};
    overlay.points.insert(overlay.points.end(), {from, from + along});
  }
  return overlay;
}

// The gates of a level's cells, in order, each once.
std::vector<GateId> gates_of(const Hierarchy& hierarchy, Level level) {
  std::vector<GateId> gates;
  for (const CellId cell : hierarchy.partition().cells()) {
    if (hierarchy.partition().height(cell) != level) continue;
    gates.insert(gates.end(), hierarchy.gates(cell).begin(), hierarchy.gates(cell).end());
  }
  std::ranges::sort(gates);
  gates.erase(std::unique(gates.begin(), gates.end()), gates.end());
  return gates;
}

// Two gates, the lower first.
using Pair = std::pair<GateId, GateId>;
Pair pair_of(GateId a, GateId b) { return a < b ? Pair(a, b) : Pair(b, a); }

// The pairs of gates of one cell that a crossing connects.
void add_crossings(std::vector<Pair>& pairs, const Hierarchy& hierarchy, CellId cell) {
  const auto gates = hierarchy.gates(cell);
  for (std::uint32_t a = 0; a < gates.size(); ++a) {
    for (std::uint32_t b = 0; b < gates.size(); ++b) {
      if (a == b || hierarchy.cost(hierarchy.crossing(cell, a, b)) == kUnreached) continue;
      pairs.push_back(pair_of(gates[a], gates[b]));
    }
  }
}

// The pairs of gates of a level that a crossing or a step connects, each pair once.
std::vector<Pair> joined_gates(const Hierarchy& hierarchy, Level level) {
  std::vector<Pair> pairs;
  for (const CellId cell : hierarchy.partition().cells()) {
    if (hierarchy.partition().height(cell) == level) add_crossings(pairs, hierarchy, cell);
  }
  const auto gates = gates_of(hierarchy, level);
  for (const GateId gate : gates) {
    for (const InterCellArc& step : hierarchy.steps(gate)) {
      if (std::ranges::binary_search(gates, step.to)) pairs.push_back(pair_of(gate, step.to));
    }
  }
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

Overlay connections(const Graph& graph, const Hierarchy& hierarchy, const GateDrawing& drawing) {
  Overlay overlay{
      .kind = OverlayKind::lines, .colour = kCrossingColour, .width = drawing.crossing_width};
  for (const auto& [a, b] : joined_gates(hierarchy, drawing.level)) {
    overlay.points.push_back(graph.position(hierarchy.node(a)));
    overlay.points.push_back(graph.position(hierarchy.node(b)));
  }
  return overlay;
}

}  // namespace

Result<std::vector<Overlay>> gate_overlays(const Graph& graph, const Hierarchy& hierarchy,
                                           const GateDrawing& drawing) try {
  if (hierarchy.partition().graph_fingerprint() != graph.fingerprint() ||
      hierarchy.partition().node_count() != graph.node_count()) {
    return Error{"the hierarchy is of another graph"};
  }
  if (drawing.level < 1 || drawing.level > hierarchy.partition().top_level()) {
    return Error{"the hierarchy has no level " + std::to_string(drawing.level)};
  }
  std::vector<Overlay> overlays;
  if (drawing.section > 0 && hierarchy.cells().sections.size() > 0) {
    overlays.push_back(section_borders(hierarchy.cells(), drawing));
  }
  if (drawing.has_crossings) overlays.push_back(connections(graph, hierarchy, drawing));
  if (drawing.has_gates) {
    Overlay dots{.kind = OverlayKind::dots, .colour = kGateColour, .width = drawing.gate_width};
    for (const GateId gate : gates_of(hierarchy, drawing.level)) {
      dots.points.push_back(graph.position(hierarchy.node(gate)));
    }
    overlays.push_back(std::move(dots));
  }
  return overlays;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
