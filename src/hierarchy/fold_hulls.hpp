// FoldHulls: which corners between two junctions taut paths can bend at.
//
//   gate a ___        ___ gate b      A taut path that crosses both gates bends only at corners of the
//          left \____/                two shortest paths between their ends: that from left to left, and
//   walker ->                         that from right to right (the hourglass of [GH89]).
//          right ____________
#pragma once

#include <vector>

#include "path/exact_points.hpp"
#include "thalweg/hierarchy/fold_gates.hpp"

namespace thalweg {

class FoldHulls {
 public:
  // Borrows.
  explicit FoldHulls(const std::vector<FoldGate>& gates) : gates_(gates) {}

  // Appends the corners of a leap, in the order in which they come. Requires: it has gates.
  void add(const FoldLeap& leap, std::vector<FoldCorner>& corners);

 private:
  // A corner of a gate of the leap.
  struct HullCorner {
    Vec2 point;
    std::uint32_t gate = 0;
    bool is_left = false;
  };

  FoldPoint corner(const FoldLeap& leap, std::uint32_t gate, bool is_left) const;
  void mark(const FoldLeap& leap, bool is_left);
  void spread(const FoldLeap& leap, bool is_left);
  char& mark_of(std::uint32_t gate, bool is_left) {
    return is_marked_[2 * std::size_t{gate} + (is_left ? 1 : 0)];
  }

  const std::vector<FoldGate>& gates_;
  FunnelMemory<HullCorner> memory_;
  std::vector<char> is_marked_;  // [2 x gate + is_left]
};

}  // namespace thalweg
