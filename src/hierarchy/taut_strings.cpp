#include "hierarchy/taut_strings.hpp"

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
  steps_.clear();
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

double TautStrings::length_to_end(const Funnel& funnel, Side side) {
  double sum = length_of(funnel.final_bends());
  Vec2 at = funnel.final_bends().back().point;
  for (const Corner& corner : funnel.side(side)) {
    sum += length(corner.point - at);
    at = corner.point;
  }
  return sum;
}

TautStringId TautStrings::take_over(const Kept& from, std::span<const FoldCorner> corners,
                                    WayId way, TautStringId parent) {
  const std::size_t before = corners_.size();
  const Kept kept =
      extend(from, corners.size(), [&](Funnel& funnel) { add_corners(funnel, corners); });
  const TautStringId taken = take(kept, way, parent);
  if (taken.is_none()) corners_.resize(before);
  return taken;
}

TautStringId TautStrings::enter(const Kept& at_hub, WayId way) {
  const FoldWay& along = gates_.ways[way.value];
  return take_over(at_hub, gates_.corners.span().subspan(along.first_corner, along.in_count), way,
                   {});
}

TautStrings::Kept TautStrings::leave(TautStringId at) {
  const String& string = strings_[at.value];
  const FoldWay& along = gates_.ways[string.way.value];
  const auto corners =
      gates_.corners.span().subspan(along.first_corner + along.in_count, along.out_count);
  if (corners.empty()) return string.kept;
  return extend(string.kept, corners.size(), [&](Funnel& funnel) { add_corners(funnel, corners); });
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
  const NeckLengths lengths{is_forth ? left : right, is_forth ? right : left};
  if (!is_needed(way, lengths)) return {};
  Middle& middle = middles_[way.value / 2];
  const double to_middle = lengths.least() + widths_[way.value / 2] * 0.5;
  if (middle.stamp != now_ || to_middle < middle.metres) middle = {now_, to_middle};
  const TautStringId id(static_cast<std::uint32_t>(strings_.size()));
  Mark& mark = marks_[way.value];
  const TautStringId older = mark.stamp == now_ ? mark.last : TautStringId();
  strings_.push_back({at_neck, lengths, way, parent, older});
  mark = {now_, id};
  return id;
}

NeckLengths TautStrings::least_over(const String& string, const FoldHop& hop) const {
  const double width = widths_[string.way.value / 2];
  const float* metres = hop.metres;
  return {least_over_gate(string.lengths, {metres[0], metres[2]}, width),
          least_over_gate(string.lengths, {metres[1], metres[3]}, width)};
}

bool TautStrings::is_needed(WayId way, const NeckLengths& lengths) const {
  const Middle& middle = middles_[way.value / 2];
  const double half = widths_[way.value / 2] * 0.5;
  if (middle.stamp == now_ && lengths.least() - half > middle.metres * kNotLonger) return false;
  const Mark& mark = marks_[way.value];
  TautStringId at = mark.stamp == now_ ? mark.last : TautStringId();
  for (; !at.is_none(); at = strings_[at.value].older) {
    const NeckLengths& other = strings_[at.value].lengths;
    if (other.left <= lengths.left && other.right <= lengths.right) return false;
  }
  return true;
}

TautStepId TautStrings::add_step(TautStringId from, const FoldHop& hop) {
  steps_.push_back({from, &hop, {}});
  return TautStepId(static_cast<std::uint32_t>(steps_.size() - 1));
}
TautStepId TautStrings::add_step(TautStringId pulled) {
  steps_.push_back({{}, nullptr, pulled});
  return TautStepId(static_cast<std::uint32_t>(steps_.size() - 1));
}

TautStringId TautStrings::pull(TautStepId step) {
  const Step& at = steps_[step.value];
  if (at.hop == nullptr) return at.pulled;
  const auto corners = gates_.corners.span().subspan(at.hop->first_corner, at.hop->corner_count);
  return take_over(strings_[at.from.value].kept, corners, at.hop->to, at.from);
}

std::size_t TautStrings::bytes() const {
  return widths_.capacity() * sizeof(double) + corners_.capacity() * sizeof(Corner) +
         memory_.corners.capacity() * sizeof(Corner) + strings_.capacity() * sizeof(String) +
         steps_.capacity() * sizeof(Step) + marks_.capacity() * sizeof(Mark) +
         middles_.capacity() * sizeof(Middle);
}

}  // namespace thalweg
