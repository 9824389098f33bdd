// FoldHourglass: which corners between two junctions taut paths can bend at.
//
//   portal a ___        ___ portal b      A taut path that crosses both portals bends only at corners of the
//          left \____/                two shortest paths between their ends: that from left to left, and
//   walker ->                         that from right to right. These are the sides of the hourglass; the ground between
//          right ____________         them is the hourglass of [GH89].
//
// A string is pulled past the corners of both sides of the hourglass in turn, as if the segments
// between the last corner of each were portals. That is right if all of them lie in the hourglass.
// Otherwise all portals at corners of the hourglass count, with both ends.
#pragma once

#include <span>
#include <vector>

#include "path/exact_points.hpp"
#include "thalweg/hierarchy/fold_portals.hpp"

namespace thalweg {

// Appends so many portals that are crossed one after another, from the first of them, as they are seen then.
void append_portals(std::span<const PortalEnds> portals, std::uint32_t from, std::uint32_t count,
                    bool is_forth, std::vector<PortalEnds>& along);

class FoldHourglass {
 public:
  // Appends the corners of the portals between the first and the last of these, in the order in which they come,
  // as seen when they are crossed. They are for strings that cross the first and the last, too.
  void add(std::span<const PortalEnds> along, std::vector<HourglassCorner>& corners);

 private:
  // A corner of a portal; portal 0 is the first, `count_` + 1 the last.
  struct SideCorner {
    Vec2 point;
    std::uint32_t portal = 0;
    bool is_left = false;
  };
  using HourglassSide = std::vector<SideCorner>;

  Vec2f corner(std::uint32_t portal, bool is_left) const {
    return is_left ? along_[portal].left : along_[portal].right;
  }
  HourglassCorner corner_of(const SideCorner& at, bool is_left) const;

  void find_side(bool is_left, HourglassSide& side);
  bool is_across(const SideCorner& left, const SideCorner& right) const;
  bool may_advance(bool is_left, std::size_t left, std::size_t right) const;
  bool add_sides(std::vector<HourglassCorner>& corners) const;
  void add_portals(std::vector<HourglassCorner>& corners);

  std::uint32_t count_ = 0;            // portals between the first and the last
  std::span<const PortalEnds> along_;  // [portal]
  HourglassSide left_;
  HourglassSide right_;
  FunnelMemory<SideCorner> memory_;
  std::vector<char> is_marked_;  // [portal]  it ends at a corner of the hourglass
};

}  // namespace thalweg
