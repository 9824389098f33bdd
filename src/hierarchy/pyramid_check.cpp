// Whether a pyramid that anybody may have written is safe to use with a ground.
#include "core/thrown.hpp"
#include "core/try.hpp"
#include "partition/strong_parts.hpp"
#include "thalweg/hierarchy/pyramid.hpp"

namespace thalweg {
namespace {

// Takes all pieces as one graph: nodes with their arcs, cells with their steps.
class PyramidChecker {
 public:
  PyramidChecker(const Pyramid& pyramid, const Ground& ground)
      : steps_(pyramid.steps()),
        cells_(pyramid.cells()),
        graph_(ground.graph()),
        metric_(ground.metric()) {}

  // The children of every cell reach each other inside it.
  Result<void> check_parts() const {
    const auto slots_of = [&](std::uint32_t piece) { return slots(PieceId(piece)); };
    const auto next_inside = [&](std::uint32_t piece, std::uint32_t slot) {
      const PieceId to = next(PieceId(piece), slot);
      const CellId cell = cells_.parent(PieceId(piece));
      const bool is_inside = !to.is_none() && !cell.is_none() && cells_.parent(to) == cell;
      return is_inside ? to.value : kNoItem;
    };
    const StrongParts parts = strong_parts(cells_.piece_count(), slots_of, next_inside);
    std::vector<std::uint32_t> part_in(cells_.cell_count(), kNoItem);  // [cell]
    for (std::uint32_t p = 0; p < cells_.piece_count(); ++p) {
      const CellId cell = cells_.parent(PieceId(p));
      if (cell.is_none()) continue;
      std::uint32_t& known = part_in[cell.value];
      if (known == kNoItem) known = parts.of[p];
      if (known != parts.of[p]) {
        return Error{"inside " + to_string(cell) + " not everything reaches everything"};
      }
    }
    return {};
  }

  // Each cell has a step to another one exactly where something in it leads there.
  Result<void> check_steps() const {
    const Csr<CellId, PieceId> children = children_of(cells_);
    std::vector<CellId> led_from(cells_.cell_count());  // [cell]  the last cell that leads there
    for (const CellId cell : cells_.cells()) {
      std::uint32_t count = 0;
      for (const PieceId child : children[cell]) count += mark_next(child, cell, led_from);
      bool is_right = steps_.size(cell) == count;
      for (const CellStep& step : steps_[cell]) is_right &= led_from[step.target.value] == cell;
      if (!is_right) return Error{"the steps of " + to_string(cell) + " are not where arcs lead"};
    }
    return {};
  }

 private:
  SlotRange slots(PieceId piece) const {
    if (!cells_.is_node(piece)) {
      const CellId cell = cells_.cell(piece);
      return {steps_.first(cell), steps_.last(cell)};
    }
    const auto& arcs = graph_.arrays().targets;
    const NodeId node = cells_.node(piece);
    return {arcs.first(node), arcs.last(node)};
  }

  // None: the arc is impassable.
  PieceId next(PieceId piece, std::uint32_t slot) const {
    if (!cells_.is_node(piece)) return cells_.piece(steps_.items()[slot].target);
    const ArcId arc(slot);
    return metric_.is_passable(arc) ? cells_.piece(graph_.target(arc)) : PieceId();
  }

  // Marks the cells beside `cell` that its child leads to. How many were not marked yet.
  std::uint32_t mark_next(PieceId child, CellId cell, std::vector<CellId>& led_from) const {
    std::uint32_t count = 0;
    const SlotRange all = slots(child);
    for (std::uint32_t slot = all.first; slot < all.last; ++slot) {
      const PieceId to = next(child, slot);
      const CellId there = to.is_none() ? cell : cells_.parent(to);
      if (there == cell || led_from[there.value] == cell) continue;
      led_from[there.value] = cell;
      ++count;
    }
    return count;
  }

  const Csr<CellId, CellStep>& steps_;
  const Partition& cells_;
  const Graph& graph_;
  const Metric& metric_;
};

}  // namespace

Result<void> check_pyramid(const Pyramid& pyramid, const Ground& ground) try {
  if (pyramid.metric_fingerprint() != ground.fingerprint() ||
      pyramid.graph_fingerprint() != ground.graph().fingerprint() ||
      pyramid.node_count() != ground.graph().node_count()) {
    return Error{"it was built from another metric"};
  }
  const PyramidChecker checker(pyramid, ground);
  TRY_DO(checker.check_parts());
  return checker.check_steps();
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
