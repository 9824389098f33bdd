// Bounds are found when they are first asked for, over all narrowest portals that are last before the goal.
#include "planners/remaining_lengths.hpp"

#include <limits>

namespace thalweg {
namespace {

constexpr double kNoPath = std::numeric_limits<double>::infinity();

}  // namespace

RemainingLengths::RemainingLengths(const Fold& fold, const TautPaths& strings)
    : fold_(fold), strings_(strings), bounds_(fold.portals.narrowest_portals.size()) {}

void RemainingLengths::begin(const TautPaths& from_goal) {
  if (++now_ == 0) {  // after 2^32 goals
    for (Bound& bound : bounds_) bound.stamp = 0;
    now_ = 1;
  }
  targets_.clear();
  for (std::uint32_t i = 0; i < from_goal.size(); ++i) {
    const TautPaths::FunnelState& string = from_goal[FunnelStateId(i)];
    const double width = from_goal.width(string.directed);
    const double turn = string.lengths.turn(width);
    const double least = std::min(string.lengths.least(), string.lengths.at(turn, width));
    const double beyond = (2 * least - width) / double{fold_.passage_unit};
    targets_.push_back({passage_of(string.directed), string.lengths, width, turn, least, beyond});
  }
}

// The least over all last narrowest portals; where the narrowest portal is itself one of them, also
// straight on to the goal.
const RemainingLengths::Bound& RemainingLengths::from(std::uint32_t passage) {
  Bound& remaining = bounds_[passage];
  if (remaining.stamp == now_) return remaining;
  remaining = {now_, kNoPath, kNoPath};
  std::size_t nearest = 0;
  const double per_metre = 2 / double{fold_.passage_unit};
  double most_left = kNoPath;  // no sum from there on can lower remaining.left
  double most_right = kNoPath;
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const Target& target = targets_[i];
    if (target.passage == passage) {
      remaining.left = std::min(remaining.left, target.lengths.left);
      remaining.right = std::min(remaining.right, target.lengths.right);
      most_left = remaining.left * per_metre;
      most_right = remaining.right * per_metre;
      continue;
    }
    const PortalToPortal between(fold_, passage, target.passage);
    const auto lower = [&](bool is_left, double& metres, double& most) {
      if (between.sum(is_left) + target.beyond >= most) return;
      const PortalLengths lengths = between.from(is_left);
      const double over = least_over_portal(target.lengths, target.turn, lengths,
                                            lengths.turn(target.width), target.width);
      if (over >= metres) return;
      metres = over;
      most = over * per_metre;
      nearest = i;
    };
    lower(true, remaining.left, most_left);
    lower(false, remaining.right, most_right);
  }
  // It may be the nearest of the next narrowest portal, too.
  if (nearest != 0) std::swap(targets_[nearest], targets_[0]);
  return remaining;
}

void RemainingLengths::fetch(DirectedPassageId directed) const {
  for (const FoldTransition& transition : fold_.portals.transitions[directed]) {
    const std::uint32_t passage = passage_of(transition.to);
    strings_.fetch(transition.to);
    if (bounds_[passage].stamp == now_) continue;
    for (const Target& target : targets_) {
      __builtin_prefetch(&fold_.passage_pairs[passage_pair(passage, target.passage)]);
    }
  }
}

// The bound of the rest has slopes of -1 and +1, at least as steep as the string's, so the sum is
// least where it turns.
double RemainingLengths::least(DirectedPassageId directed, const PortalLengths& lengths) {
  const Bound& known = from(passage_of(directed));
  if (known.left == kNoPath) return kNoPath;
  const double width = strings_.width(directed);
  const PortalLengths remaining{known.left, known.right};
  const double at = remaining.turn(width);
  return lengths.at(at, width) + remaining.at(at, width);
}

}  // namespace thalweg
