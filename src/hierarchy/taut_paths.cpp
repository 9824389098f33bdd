// Taut paths share one array of corners, and each is continued from the funnel at the end of its
// parent. One that another dominates at both ends of a narrowest portal is dropped.
#include "hierarchy/taut_paths.hpp"

namespace thalweg {
namespace {

// Strings that are longer only by rounding are not longer.
constexpr double kNotLonger = 1 + 1e-9;

}  // namespace

TautPaths::TautPaths(const FoldPortals& portals, double most)
    : portals_(portals), sure_(sure_area(most)) {
  for (const std::uint32_t narrowest : portals.narrowest_portals) {
    const Vec2 across = portals.ends[narrowest].right.xy() - portals.ends[narrowest].left.xy();
    Narrowest& known = narrowest_.emplace_back();
    known.width = length(across);
    if (known.width > 0) known.along = across * (1 / known.width);
  }
}

void TautPaths::clear() {
  strings_.clear();
  steps_.clear();
  corners_.clear();
  if (++now_ != 0) return;
  for (Narrowest& narrowest : narrowest_) narrowest.stamp = 0;  // after 2^32 searches
  now_ = 1;
}

TautPaths::Kept TautPaths::begin(Vec2 start) {
  const Kept kept{0, static_cast<std::uint32_t>(corners_.size()), {}};
  corners_.push_back({start});
  return kept;
}

double TautPaths::length_to_end(const Funnel& funnel, Side side) {
  double sum = length_of(funnel.final_bends());
  Vec2 at = funnel.final_bends().back().point;
  for (const Corner& corner : funnel.side(side)) {
    sum += length(corner.point - at);
    at = corner.point;
  }
  return sum;
}

Vec2 TautPaths::next_to_end(const Funnel& funnel, Side side) {
  const auto bends = funnel.final_bends();
  if (bends.size() > 1) return bends[1].point;
  const auto corners = funnel.side(side);
  return corners.empty() ? bends.front().point : corners.front().point;
}

FunnelStateId TautPaths::take_over(const Kept& from, std::span<const HourglassCorner> corners,
                                   DirectedPassageId directed, FunnelStateId parent) {
  const std::size_t before = corners_.size();
  const Kept kept =
      extend(from, corners.size(), [&](Funnel& funnel) { add_corners(funnel, corners); });
  const FunnelStateId taken = take(kept, directed, parent);
  if (taken.is_none()) corners_.resize(before);
  return taken;
}

FunnelStateId TautPaths::enter(const Kept& at_passage_end, DirectedPassageId directed) {
  const DirectedPassage& along = portals_.directed_passages[directed.value];
  return take_over(at_passage_end,
                   portals_.corners.span().subspan(along.first_corner, along.in_count), directed,
                   {});
}

TautPaths::Kept TautPaths::leave(FunnelStateId at) {
  const FunnelState& string = strings_[at.value];
  const DirectedPassage& along = portals_.directed_passages[string.directed.value];
  const auto corners =
      portals_.corners.span().subspan(along.first_corner + along.in_count, along.out_count);
  if (corners.empty()) return string.kept;
  return extend(string.kept, corners.size(), [&](Funnel& funnel) { add_corners(funnel, corners); });
}

// The sides of a kept funnel lead from the apex to the ends of the portal that was crossed last: the
// narrowest portal of a directed passage.
PortalLengths TautPaths::measure(const Kept& at_portal, DirectedPassageId directed) const {
  const Vec2 along = narrowest_[passage_of(directed)].along;
  const Corner* corner = corners_.data() + at_portal.first;
  const Vec2 apex = corner->point;
  const auto walk = [&](std::uint32_t count, double& metres, double& slope) {
    metres = at_portal.before;
    if (count == 0) return;
    Vec2 at = apex;
    Vec2 step;
    double last = 0;
    for (; count > 0; --count) {
      step = (++corner)->point - at;
      last = length(step);
      metres += last;
      at = corner->point;
    }
    slope = dot(step, along) / last;
  };
  // An end that is the apex itself is left along the narrowest portal.
  PortalLengths lengths{0, 0, 1, -1};
  if (is_forth(directed)) {
    walk(at_portal.sizes.left, lengths.left, lengths.left_slope);
    walk(at_portal.sizes.right, lengths.right, lengths.right_slope);
  } else {
    walk(at_portal.sizes.left, lengths.right, lengths.right_slope);
    walk(at_portal.sizes.right, lengths.left, lengths.left_slope);
  }
  return lengths;
}

FunnelStateId TautPaths::take(const Kept& at_portal, DirectedPassageId directed,
                              FunnelStateId parent) {
  const PortalLengths lengths = measure(at_portal, directed);
  if (!is_needed(directed, lengths)) return {};
  Narrowest& narrowest = narrowest_[passage_of(directed)];
  const double to_middle = (lengths.left + lengths.right) * 0.5;  // at most: lengths are convex
  if (narrowest.stamp != now_) {
    narrowest.stamp = now_;
    narrowest.to_middle = to_middle;
    narrowest.last = {};
  }
  narrowest.to_middle = std::min(narrowest.to_middle, to_middle);
  const FunnelStateId id(static_cast<std::uint32_t>(strings_.size()));
  FunnelStateId& last = narrowest.last[is_forth(directed) ? 1 : 0];
  strings_.push_back({at_portal, lengths, directed, parent, last});
  last = id;
  return id;
}

PortalLengths TautPaths::least_over(const FunnelState& string, double turn,
                                    const FoldTransition& transition) const {
  const double width = narrowest_[passage_of(string.directed)].width;
  const auto least_to = [&](std::size_t end) {
    const PortalLengths remaining{transition.metres[end], transition.metres[2 + end],
                                  transition.slopes[end], transition.slopes[2 + end]};
    return least_over_portal(string.lengths, turn, remaining, remaining.turn(width), width);
  };
  return {least_to(0), least_to(1)};
}

bool TautPaths::is_needed(DirectedPassageId directed, const PortalLengths& lengths) const {
  const Narrowest& narrowest = narrowest_[passage_of(directed)];
  if (narrowest.stamp != now_) return true;
  if (lengths.least() - narrowest.width * 0.5 > narrowest.to_middle * kNotLonger) return false;
  FunnelStateId at = narrowest.last[is_forth(directed) ? 1 : 0];
  for (; !at.is_none(); at = strings_[at.value].older) {
    const PortalLengths& other = strings_[at.value].lengths;
    if (other.left <= lengths.left && other.right <= lengths.right) return false;
  }
  return true;
}

TautStepId TautPaths::add_step(FunnelStateId from, const FoldTransition& transition) {
  steps_.push_back({from, &transition, {}});
  __builtin_prefetch(portals_.corners.data() + transition.first_corner);  // it may be pulled soon
  return TautStepId(static_cast<std::uint32_t>(steps_.size() - 1));
}
TautStepId TautPaths::add_step(FunnelStateId pulled) {
  steps_.push_back({{}, nullptr, pulled});
  return TautStepId(static_cast<std::uint32_t>(steps_.size() - 1));
}

FunnelStateId TautPaths::pull(TautStepId step) {
  const Step& at = steps_[step.value];
  if (at.transition == nullptr) return at.pulled;
  const auto corners =
      portals_.corners.span().subspan(at.transition->first_corner, at.transition->corner_count);
  return take_over(strings_[at.from.value].kept, corners, at.transition->to, at.from);
}

std::size_t TautPaths::bytes() const {
  return narrowest_.capacity() * sizeof(Narrowest) + corners_.capacity() * sizeof(Corner) +
         memory_.corners.capacity() * sizeof(Corner) + strings_.capacity() * sizeof(FunnelState) +
         steps_.capacity() * sizeof(Step);
}

}  // namespace thalweg
