// Entrances: gates where cells of squares border on each other (HPA*: Botea, Mueller, Schaeffer
// 2004, 3.1).
//
//   a a a|b b b      A border segment is a longest run of squares side by side with free ones
//   a a a|b b b      across the border. Narrow ones get one pair of gates in the middle, wide
//   a a a|# b b      ones a pair at either end. Diagonal steps are no gates: where corners may
//   a a a|b b b      not be cut, what they join is joined by straight steps as well.
#include "hierarchy/entrances.hpp"

#include "thalweg/graph/view.hpp"

namespace thalweg {
namespace {

// One of the two directions of borders.
struct SquareSide {
  std::uint32_t across;  // from a square to the one over the border
  std::uint32_t along;   // to the next one along it
};

class EntranceFinder {
 public:
  EntranceFinder(const Ground& ground, const Cells& cells, const GateScope& scope,
                 std::uint32_t wide)
      : ground_(ground), home_(cells.partition.arrays().home), scope_(scope), wide_(wide) {}

  std::vector<StepNodes> find() {
    const Grid& grid = ground_.world().grid;
    const std::uint32_t width = grid.width();
    for (const SquareId square : grid.squares()) {
      const bool has_right = grid.x(square) + 1 < width;
      const bool has_below = grid.y(square) + 1 < grid.height();
      if (has_right) start_segment(square, {1, width}, grid.y(square) > 0);
      if (has_below) start_segment(square, {width, 1}, grid.x(square) > 0);
    }
    return std::move(steps_);
  }

 private:
  // The two squares lie in different cells in scope, and steps lead in both directions.
  bool is_open(std::uint32_t square, const SquareSide& side) const {
    const NodeId a(square);
    const NodeId b(square + side.across);
    return !home_[a].is_none() && !home_[b].is_none() && home_[a] != home_[b] &&
           scope_.has(home_[a]) && scope_.has(home_[b]) && is_passable(a, b) && is_passable(b, a);
  }
  bool is_passable(NodeId from, NodeId to) const {
    return !cheapest_arc(ground_.graph(), ground_.metric(), from, to).is_none();
  }
  // The segment at one pair goes on at the next.
  bool goes_on(std::uint32_t here, std::uint32_t next, const SquareSide& side) const {
    return home_[NodeId(here)] == home_[NodeId(next)] &&
           home_[NodeId(here + side.across)] == home_[NodeId(next + side.across)] &&
           is_open(next, side);
  }

  // Adds the gates of the segment that starts at `square`, where one does.
  void start_segment(SquareId square, const SquareSide& side, bool has_before) {
    const std::uint32_t first = square.value;
    if (home_[NodeId(first)] == home_[NodeId(first + side.across)] || !is_open(first, side)) return;
    if (has_before && goes_on(first, first - side.along, side)) return;
    std::uint32_t count = 1;
    for (std::uint32_t last = first; has_next(last, side); ++count) {
      if (!goes_on(last, last + side.along, side)) break;
      last += side.along;
    }
    if (count < wide_) {
      add(first + (count / 2) * side.along, side);
    } else {
      add(first, side);
      add(first + (count - 1) * side.along, side);
    }
  }
  bool has_next(std::uint32_t square, const SquareSide& side) const {
    const Grid& grid = ground_.world().grid;
    if (side.along == 1) return grid.x(SquareId(square)) + 1 < grid.width();
    return grid.y(SquareId(square)) + 1 < grid.height();
  }
  void add(std::uint32_t square, const SquareSide& side) {
    const NodeId a(square);
    const NodeId b(square + side.across);
    steps_.push_back({a, b});
    steps_.push_back({b, a});
  }

  const Ground& ground_;
  const IdArray<NodeId, CellId>& home_;
  const GateScope& scope_;
  std::uint32_t wide_;
  std::vector<StepNodes> steps_;
};

}  // namespace

std::vector<StepNodes> find_entrances(const Ground& ground, const Cells& cells,
                                      const GateScope& scope, std::uint32_t wide) {
  return EntranceFinder(ground, cells, scope, wide).find();
}

}  // namespace thalweg
