// Both sides of the hourglass by a funnel. If segments between them do not fill it, as in corridors
// that turn by more than half a circle, all portals at its corners count.
#include "hierarchy/fold_hourglass.hpp"

#include <algorithm>

namespace thalweg {
namespace {

// True when two segments cross in a point inside both.
bool do_cross(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  return orientation(a, b, c) * orientation(a, b, d) < 0 &&
         orientation(c, d, a) * orientation(c, d, b) < 0;
}

}  // namespace

void append_portals(std::span<const PortalEnds> portals, std::uint32_t from, std::uint32_t count,
                    bool is_forth, std::vector<PortalEnds>& along) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const PortalEnds& portal = portals[is_forth ? from + i : from - i];
    along.push_back(is_forth ? portal : PortalEnds{portal.right, portal.left});
  }
}

// The shortest path between the ends of the first portal and the last on one side.
void FoldHourglass::find_side(bool is_left, HourglassSide& side) {
  const std::uint32_t last = count_ + 1;
  StringFunnel<SideCorner, ExactPoints<SideCorner>> string(
      memory_, {corner(0, is_left).xy(), 0, is_left}, 2 * along_.size());
  for (std::uint32_t portal = 0; portal <= last; ++portal) {
    string.add<Side::left>({corner(portal, true).xy(), portal, true});
    string.add<Side::right>({corner(portal, false).xy(), portal, false});
  }
  const auto bends = string.finish({corner(last, is_left).xy(), last, is_left});
  side.assign(bends.begin(), bends.end());
}

// The string that bends at a corner has crossed all portals that end there.
HourglassCorner FoldHourglass::corner_of(const SideCorner& at, bool is_left) const {
  std::uint32_t last = at.portal;
  while (last < count_ && corner(last + 1, at.is_left) == corner(at.portal, at.is_left)) ++last;
  return {corner(at.portal, at.is_left), is_left ? 1u : 0u, std::min(last, count_) & 0x7FFFFFFFu};
}

// True when the segment between two corners of the hourglass crosses neither of them, nor the portals
// at their ends.
bool FoldHourglass::is_across(const SideCorner& left, const SideCorner& right) const {
  const auto is_crossed = [&](Vec2 a, Vec2 b) { return do_cross(left.point, right.point, a, b); };
  for (const HourglassSide* side : {&left_, &right_}) {
    for (std::size_t i = 1; i < side->size(); ++i) {
      if (is_crossed((*side)[i - 1].point, (*side)[i].point)) return false;
    }
  }
  return !is_crossed(left_.front().point, right_.front().point) &&
         !is_crossed(left_.back().point, right_.back().point);
}

// True when the next corner of one side makes a triangle of the hourglass with the last of both.
bool FoldHourglass::may_advance(bool is_left, std::size_t left, std::size_t right) const {
  const HourglassSide& side = is_left ? left_ : right_;
  const std::size_t at = is_left ? left : right;
  if (at + 1 == side.size()) return false;
  const SideCorner& next = side[at + 1];
  const Vec2 l = left_[left].point;
  const Vec2 r = right_[right].point;
  return orientation(r, next.point, l) >= 0 &&
         (is_left ? is_across(next, right_[right]) : is_across(left_[left], next));
}

// Appends the corners of both sides of the hourglass, where segments from one to the other fill the
// hourglass.
bool FoldHourglass::add_sides(std::vector<HourglassCorner>& corners) const {
  // Sleeves that turn by more than a half circle may lie above themselves.
  const auto middle = [](const PortalEnds& portal) {
    return (portal.left.xy() + portal.right.xy()) * 0.5;
  };
  const Vec2 ahead = middle(along_.back()) - middle(along_.front());
  for (const PortalEnds& portal : along_) {
    if (!(cross(ahead, portal.left.xy() - portal.right.xy()) > 0)) return false;
  }
  const std::size_t before = corners.size();
  for (const bool is_left : {true, false}) {
    const HourglassCorner first = corner_of((is_left ? left_ : right_).front(), is_left);
    if (first.crossed > 0) corners.push_back(first);
  }
  std::size_t left = 0;
  std::size_t right = 0;
  while (left + 1 < left_.size() || right + 1 < right_.size()) {
    const bool is_left_next =
        left + 1 < left_.size() &&
        (right + 1 == right_.size() || left_[left + 1].portal <= right_[right + 1].portal);
    const bool takes_next = may_advance(is_left_next, left, right);
    if (!takes_next && !may_advance(!is_left_next, left, right)) {
      corners.resize(before);
      return false;
    }
    const bool is_left = is_left_next == takes_next;
    std::size_t& at = is_left ? left : right;
    const HourglassSide& side = is_left ? left_ : right_;
    corners.push_back(corner_of(side[++at], is_left));
  }
  // The second junction's portal comes next: its left end, then its right one.
  if (corners.back().is_left == 0) corners.pop_back();
  const auto is_left_end = [&](const HourglassCorner& at) {
    return at.is_left != 0 && at.point == corner(count_ + 1, true);
  };
  if (corners.size() > before && is_left_end(corners.back())) corners.pop_back();
  return true;
}

// Appends the ends of all portals at the corners of both sides of the hourglass, and of those before
// and after them, so that no two that follow each other are turned by more than a half circle.
void FoldHourglass::add_portals(std::vector<HourglassCorner>& corners) {
  is_marked_.assign(along_.size(), 0);
  for (const HourglassSide* side : {&left_, &right_}) {
    for (const SideCorner& at : *side) {
      const Vec2f point = corner(at.portal, at.is_left);
      std::uint32_t first = at.portal;
      while (first > 0 && corner(first, at.is_left) == point) --first;
      std::uint32_t last = at.portal;
      while (last <= count_ && corner(last, at.is_left) == point) ++last;
      std::fill(is_marked_.begin() + first, is_marked_.begin() + last + 1, 1);
    }
  }
  is_marked_[1] = is_marked_[count_] = 1;
  const PortalEnds* last = nullptr;
  for (std::uint32_t portal = 1; portal <= count_; ++portal) {
    if (is_marked_[portal] == 0) continue;
    for (const bool is_left : {true, false}) {
      const Vec2f point = corner(portal, is_left);
      if (last != nullptr && (is_left ? last->left : last->right) == point) continue;
      corners.push_back(corner_of({point.xy(), portal, is_left}, is_left));
    }
    last = &along_[portal];
  }
}

void FoldHourglass::add(std::span<const PortalEnds> along, std::vector<HourglassCorner>& corners) {
  if (along.size() <= 2) return;
  count_ = static_cast<std::uint32_t>(along.size() - 2);
  along_ = along;
  find_side(true, left_);
  find_side(false, right_);
  if (!add_sides(corners)) add_portals(corners);
}

}  // namespace thalweg
