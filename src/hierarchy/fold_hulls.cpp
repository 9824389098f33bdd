#include "hierarchy/fold_hulls.hpp"

namespace thalweg {

// The corner on one side of a gate, as seen when walking along the leap.
FoldPoint FoldHulls::corner(const FoldLeap& leap, std::uint32_t gate, bool is_left) const {
  const FoldGate& at = gates_[leap.is_back != 0 ? leap.first_gate - gate : leap.first_gate + gate];
  return (leap.is_back != 0) != is_left ? at.left : at.right;
}

// Marks the corners of the shortest path between the ends of the first gate and the last on one side.
void FoldHulls::mark(const FoldLeap& leap, bool is_left) {
  const std::uint32_t last = leap.count - 1;
  const HullCorner from{corner(leap, 0, is_left).xy(), 0, is_left};
  const HullCorner to{corner(leap, last, is_left).xy(), last, is_left};
  StringFunnel<HullCorner, ExactPoints<HullCorner>> string(memory_, from, 2 * leap.count);
  for (std::uint32_t gate = 0; gate < leap.count; ++gate) {
    string.add<Side::left>({corner(leap, gate, true).xy(), gate, true});
    string.add<Side::right>({corner(leap, gate, false).xy(), gate, false});
  }
  for (const HullCorner& bend : string.finish(to)) {
    mark_of(bend.gate, bend.is_left) = 1;
  }
}

// A marked corner of one gate is marked at all gates that end there.
void FoldHulls::spread(const FoldLeap& leap, bool is_left) {
  const auto is_same = [&](std::uint32_t gate) {
    return corner(leap, gate, is_left) == corner(leap, gate - 1, is_left);
  };
  for (std::uint32_t gate = 1; gate < leap.count; ++gate) {
    if (is_same(gate)) mark_of(gate, is_left) |= mark_of(gate - 1, is_left);
  }
  for (std::uint32_t gate = leap.count; gate-- > 1;) {
    if (is_same(gate)) mark_of(gate - 1, is_left) |= mark_of(gate, is_left);
  }
}

// All gates at the corners of both hulls count, so that no two that follow each other are turned by
// more than a half circle.
void FoldHulls::add(const FoldLeap& leap, std::vector<FoldCorner>& corners) {
  is_marked_.assign(2 * std::size_t{leap.count}, 0);
  for (const bool is_left : {true, false}) mark(leap, is_left);
  for (const bool is_left : {true, false}) spread(leap, is_left);
  FoldPoint last[2];
  bool has_last = false;
  for (std::uint32_t gate = 0; gate < leap.count; ++gate) {
    if (mark_of(gate, true) == 0 && mark_of(gate, false) == 0) continue;
    for (const bool is_left : {true, false}) {
      const FoldPoint point = corner(leap, gate, is_left);
      if (has_last && last[is_left ? 1 : 0] == point) continue;
      last[is_left ? 1 : 0] = point;
      std::uint32_t end = gate + 1;  // behind the last gate at this corner
      while (end < leap.count && corner(leap, end, is_left) == point) ++end;
      corners.push_back({point, is_left ? 1u : 0u, end & 0x7FFFFFFFu});
    }
    has_last = true;
  }
}

}  // namespace thalweg
