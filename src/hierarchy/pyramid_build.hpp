// Building a pyramid, with what can be taken over from an older one.
#pragma once

#include <vector>

#include "thalweg/hierarchy/pyramid.hpp"

namespace thalweg {

// The cells of a pyramid that are cells of an older one too, and what has changed below them.
class OlderPyramid {
 public:
  // `old_of`: [cell] the same cell in `before`; none: there is none. `is_touched`: [node] the node
  // has moved, or one of its arcs, in or out, costs something else. Borrows all.
  OlderPyramid(const Pyramid& before, const std::vector<CellId>& old_of,
               const std::vector<std::uint8_t>& is_touched)
      : before_(before),
        old_of_(old_of),
        is_touched_(is_touched),
        now_(before.cells().cell_count()) {
    for (std::uint32_t c = 0; c < old_of.size(); ++c) {
      if (!old_of[c].is_none()) now_[old_of[c].value] = CellId(c);
    }
  }

  // Cells now and then; none: there is none.
  CellId old(CellId cell) const { return old_of_[cell.value]; }
  CellId now(CellId old) const { return now_[old.value]; }
  bool is_touched(NodeId node) const { return is_touched_[node.value] != 0; }

  // What a cell had. Requires below: it has an old one.
  const CellBox& box(CellId cell) const { return before_.box(old(cell)); }
  std::span<const CellStep> old_steps(CellId cell) const { return before_.steps()[old(cell)]; }
  // As a piece of now; none: the piece is gone.
  PieceId middle(CellId cell) const {
    const PieceId middle = before_.middle(old(cell));
    const Partition& cells = before_.cells();
    if (cells.is_node(middle)) return middle;
    const CellId at = now(cells.cell(middle));
    return at.is_none() ? PieceId() : cells.piece(at);
  }
  // As steps of now; a step to a cell that is gone has no target.
  void append_steps(CellId cell, std::vector<CellStep>& steps) const {
    for (const CellStep& step : old_steps(cell)) steps.push_back({now(step.target), step.cost});
  }

 private:
  const Pyramid& before_;
  const std::vector<CellId>& old_of_;
  const std::vector<std::uint8_t>& is_touched_;
  std::vector<CellId> now_;  // [old cell]
};

struct MeasuredPyramid {
  Pyramid pyramid;           // without landmarks
  std::size_t measured = 0;  // cells whose steps were measured
};

// The pyramid over the levels; with `kept`, only what an edit may have changed is measured.
MeasuredPyramid measured_pyramid(const Ground& ground, Partition levels, const Progress& progress,
                                 const OlderPyramid* kept);

}  // namespace thalweg
