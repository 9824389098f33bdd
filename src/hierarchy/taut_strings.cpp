#include "hierarchy/taut_strings.hpp"

#include <algorithm>

namespace thalweg {
namespace {

// Strings that are longer only by rounding are not longer.
constexpr double kNotLonger = 1 + 1e-9;

}  // namespace

TautStrings::TautStrings(const FoldGates& gates, double most)
    : gates_(gates), sure_(sure_area(most)) {
  for (const std::uint32_t neck : gates.necks) {
    widths_.push_back(length(gates.gates[neck].left.xy() - gates.gates[neck].right.xy()));
  }
  marks_.resize(gates.ways.size());
  middles_.resize(gates.necks.size());
}

void TautStrings::clear() {
  strings_.clear();
  corners_.clear();
  if (++now_ != 0) return;
  for (Mark& mark : marks_) mark.stamp = 0;  // after 2^32 searches
  for (Middle& middle : middles_) middle.stamp = 0;
  now_ = 1;
}

TautStrings::Kept TautStrings::begin(Vec2 start) {
  const Kept kept{0, static_cast<std::uint32_t>(corners_.size()), {}};
  corners_.push_back({start});
  return kept;
}

TautStrings::Funnel TautStrings::restored(const Kept& from, std::size_t most) {
  Funnel funnel(memory_, {}, most + from.sizes.left + from.sizes.right, {sure_});
  funnel.restore(corners_.data() + from.first, from.sizes);
  return funnel;
}

TautStrings::Kept TautStrings::keep(double before, const Funnel& funnel) {
  Kept kept;
  kept.before = before + length_of(funnel.final_bends());
  kept.first = static_cast<std::uint32_t>(corners_.size());
  kept.sizes = funnel.save(corners_);
  return kept;
}

double TautStrings::length_of(std::span<const Corner> bends) {
  double sum = 0;
  for (std::size_t i = 1; i < bends.size(); ++i) {
    sum += length(bends[i].point - bends[i - 1].point);
  }
  return sum;
}

void TautStrings::add_corners(Funnel& funnel, std::span<const FoldCorner> corners) {
  for (const FoldCorner& corner : corners) {
    const Corner next{corner.point.xy()};
    corner.is_left != 0 ? funnel.add<Side::left>(next) : funnel.add<Side::right>(next);
  }
}

TautStringId TautStrings::enter(const Kept& at_hub, WayId way, TautStringId parent) {
  const FoldWay& along = gates_.ways[way.value];
  const auto corners = gates_.corners.span().subspan(along.first_corner, along.in_count);
  const auto first = static_cast<std::uint32_t>(corners_.size());
  const Kept kept = extend(at_hub, along.in_count,
                           [&](Funnel& funnel) { add_corners(funnel, corners); });
  const TautStringId taken = take(kept, way, parent);
  if (taken.is_none()) corners_.resize(first);
  return taken;
}

TautStrings::Kept TautStrings::leave(TautStringId at) {
  const String& string = strings_[at.value];
  const FoldWay& along = gates_.ways[string.way.value];
  if (along.out_count == 0) return string.kept;
  const auto corners =
      gates_.corners.span().subspan(along.first_corner + along.in_count, along.out_count);
  return extend(string.kept, along.out_count,
                [&](Funnel& funnel) { add_corners(funnel, corners); });
}

// The sides of a kept funnel lead from the apex to the ends of the gate that was crossed last.
TautStringId TautStrings::take(const Kept& at_neck, WayId way, TautStringId parent) {
  const Corner* corner = corners_.data() + at_neck.first;
  const Vec2 apex = corner->point;
  const auto side_length = [&](std::uint32_t count) {
    double sum = at_neck.before;
    Vec2 at = apex;
    for (; count > 0; --count) {
      const Vec2 next = (++corner)->point;
      sum += length(next - at);
      at = next;
    }
    return sum;
  };
  const double left = side_length(at_neck.sizes.left);
  const double right = side_length(at_neck.sizes.right);
  const bool is_forth = (way.value & 1) != 0;
  const String string{
      at_neck, is_forth ? left : right, is_forth ? right : left, way, parent, {}};
  if (!is_needed(string)) return {};
  const TautStringId id(static_cast<std::uint32_t>(strings_.size()));
  strings_.push_back(string);
  Mark& mark = marks_[way.value];
  strings_.back().older = mark.stamp == now_ ? mark.last : TautStringId();
  mark = {now_, id};
  return id;
}

bool TautStrings::is_needed(const String& string) {
  const double half = widths_[string.way.value / 2] * 0.5;
  const double nearest = string.nearest();
  Middle& middle = middles_[string.way.value / 2];
  if (middle.stamp != now_) middle = {now_, std::numeric_limits<double>::infinity()};
  if (nearest - half > middle.metres * kNotLonger) return false;
  const Mark& mark = marks_[string.way.value];
  TautStringId at = mark.stamp == now_ ? mark.last : TautStringId();
  for (; !at.is_none(); at = strings_[at.value].older) {
    const String& other = strings_[at.value];
    if (other.to_left <= string.to_left && other.to_right <= string.to_right) return false;
  }
  middle.metres = std::min(middle.metres, nearest + half);
  return true;
}

double TautStrings::length_to_middle(TautStringId at) {
  const String& string = strings_[at.value];
  const FoldGate& neck = gates_.gates[gates_.necks[string.way.value / 2]];
  const Vec2 middle = (neck.left.xy() + neck.right.xy()) * 0.5;
  return length_to(middle, string.kept, 1, [](Funnel&) {});
}

std::size_t TautStrings::bytes() const {
  return widths_.capacity() * sizeof(double) + corners_.capacity() * sizeof(Corner) +
         memory_.corners.capacity() * sizeof(Corner) + strings_.capacity() * sizeof(String) +
         marks_.capacity() * sizeof(Mark) + middles_.capacity() * sizeof(Middle);
}

}  // namespace thalweg
