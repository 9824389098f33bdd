// Gates of a hierarchy as overlays: their positions, what connects them, the borders of sections.
#pragma once

#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/draw/draw.hpp"
#include "thalweg/graph/graph.hpp"
#include "thalweg/hierarchy/hierarchy.hpp"

namespace thalweg {

inline constexpr Colour kGateColour{32, 148, 80};
inline constexpr Colour kCrossingColour{214, 40, 57};
inline constexpr Colour kSectionColour{33, 103, 214};

struct GateDrawing {
  Level level = 1;            // whose cells; 1 to the partition's top level
  double section = 0;         // metres; the side of a section of that level. DEFAULT: 0, no borders
  bool has_crossings = true;  // a straight line between two gates for each crossing
  bool has_gates = true;
  double gate_width = 2;      // pixels
  double crossing_width = 1;  // pixels
};

// Overlays to draw over the world: borders of sections, then crossings and the steps between cells,
// then the gates. Draw them with
//
//   const auto gates = gate_overlays(graph, hierarchy, {.section = 10});
//   draw_image(world, {.width = 2048}, *gates);
//
// Refused with a sentence: a hierarchy of another graph, a level that it does not have.
// O(crossings).
Result<std::vector<Overlay>> gate_overlays(const Graph& graph, const Hierarchy& hierarchy,
                                           const GateDrawing& drawing = {});

}  // namespace thalweg
