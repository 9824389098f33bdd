// FoldHourglass: which corners between two junctions taut paths can bend at.
//
//   gate a ___        ___ gate b      A taut path that crosses both gates bends only at corners of the
//          left \____/                two shortest paths between their ends: that from left to left, and
//   walker ->                         that from right to right. These are the sides of the hourglass; the ground between
//          right ____________         them is the hourglass of [GH89].
//
// A string is pulled past the corners of both sides of the hourglass in turn, as if the segments
// between the last corner of each were gates. That is right if all of them lie in the hourglass.
// Otherwise all gates at corners of the hourglass count, with both ends.
#pragma once

#include <span>
#include <vector>

#include "path/exact_points.hpp"
#include "thalweg/hierarchy/fold_portals.hpp"

namespace thalweg {

class FoldHourglass {
 public:
  // Borrows.
  explicit FoldHourglass(const std::vector<PortalEnds>& gates) : gates_(gates) {}

  // Appends the corners of a core arc, in the order in which they come, without those of its
  // junctions' gates, which lie before and behind those of the core arc. They are for strings that
  // cross these gates too.
  // Requires: the core arc has gates.
  void add(const CoreArcPortals& core_arc, std::vector<HourglassCorner>& corners);
  // The same for the gates between the first and the last of these, as seen when they are crossed.
  void add(std::span<const PortalEnds> along, std::vector<HourglassCorner>& corners);

 private:
  // A corner of a gate; 0 is that of the first junction, `count_` + 1 that of the second.
  struct SideCorner {
    Vec2 point;
    std::uint32_t gate = 0;
    bool is_left = false;
  };
  using HourglassSide = std::vector<SideCorner>;

  void list_gates(const CoreArcPortals& core_arc);
  Vec2f corner(std::uint32_t gate, bool is_left) const {
    return is_left ? along_[gate].left : along_[gate].right;
  }
  HourglassCorner corner_of(const SideCorner& at, bool is_left) const;

  void find_side(bool is_left, HourglassSide& side);
  bool is_across(const SideCorner& left, const SideCorner& right) const;
  bool may_advance(bool is_left, std::size_t left, std::size_t right) const;
  bool add_sides(std::vector<HourglassCorner>& corners) const;
  void add_gates(std::vector<HourglassCorner>& corners);
  void add_listed(std::vector<HourglassCorner>& corners);

  const std::vector<PortalEnds>& gates_;
  std::uint32_t count_ = 0;        // gates of the core arc
  std::vector<PortalEnds> along_;  // [gate]  as seen when walking along the core arc
  HourglassSide left_;
  HourglassSide right_;
  FunnelMemory<SideCorner> memory_;
  std::vector<char> is_marked_;  // [gate]  it ends at a corner of the hourglass
};

}  // namespace thalweg
