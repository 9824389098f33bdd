// Positions by binary search in the prefix sums of the segments' lengths; the nearest point by
// trying every segment that is not a link.
#include "thalweg/crowd/track.hpp"

#include <algorithm>
#include <utility>

namespace thalweg {

Track::Track(std::vector<PathPoint> points) : points_(std::move(points)) {
  up_to_.reserve(points_.size());
  double sum = 0;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (i > 0) sum += thalweg::length(points_[i].vec() - points_[i - 1].vec());
    up_to_.push_back(sum);
  }
}

PathPosition Track::at(double metres) const {
  if (points_.size() < 2) return {points_.front().vec(), {}, 0, {}};
  const double held = metres > 0 ? std::min(metres, length()) : 0;
  const auto after = std::upper_bound(up_to_.begin() + 1, up_to_.end() - 1, held);
  const auto segment = static_cast<std::size_t>(after - up_to_.begin()) - 1;
  const Vec3 from = points_[segment].vec();
  const Vec3 to = points_[segment + 1].vec();
  const double whole = up_to_[segment + 1] - up_to_[segment];
  if (!(whole > 0)) return {to, {}, segment, points_[segment].link};
  const double share = (held - up_to_[segment]) / whole;
  const Vec3 position = share >= 1 ? to : from + (to - from) * share;
  return {position, (to - from) * (1 / whole), segment, points_[segment].link};
}

double Track::nearest(Vec3 p) const {
  double best = 0;
  double least = thalweg::length(p - points_.front().vec());
  for (std::size_t i = 0; i + 1 < points_.size(); ++i) {
    if (!points_[i].link.is_none()) continue;
    const Vec3 from = points_[i].vec();
    const Vec3 segment = points_[i + 1].vec() - from;
    const double square = dot(segment, segment);
    const double share = square > 0 ? std::clamp(dot(p - from, segment) / square, 0.0, 1.0) : 0;
    const double off = thalweg::length(p - (from + segment * share));
    if (!(off < least)) continue;
    least = off;
    best = up_to_[i] + (up_to_[i + 1] - up_to_[i]) * share;
  }
  return best;
}

}  // namespace thalweg
