#include "graph/room.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace thalweg {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr double kSame = 1 - 1e-12;  // dips shallower than this are rounding
constexpr double kUnknown = -1;
constexpr int kHalvings = 50;

Vec2 at(const Segment2& s, double along) { return s.a + (s.b - s.a) * along; }

// The farthest that a point of `s` can be from `wall`.
double farthest(const Segment2& s, const Segment2& wall) {
  return std::max(distance(wall, s.a), distance(wall, s.b));
}

// A wall, and where the portal comes nearest to it.
struct Pinch {
  double along;
  Segment2 wall;
};

// The walls nearest to some point of the portal, in order along it.
std::vector<Pinch> pinches(const Segment2& portal, std::span<const Segment2> walls, double reach) {
  double most = reach;  // no point of the portal is farther from its nearest wall
  for (const Segment2& wall : walls) most = std::min(most, farthest(portal, wall));
  std::vector<Pinch> found;
  for (const Segment2& wall : walls) {
    const NearestPair pair = nearest_points(portal, wall);
    if (!(length(pair.on_first - pair.on_second) <= most)) continue;
    found.push_back({nearest_parameter(portal, pair.on_first), wall});
  }
  std::ranges::stable_sort(found, {}, &Pinch::along);
  return found;
}

double nearest(std::span<const Pinch> walls, Vec2 p, double reach) {
  double least = reach;
  for (const Pinch& pinch : walls) least = std::min(least, distance(pinch.wall, p));
  return least;
}

// The widest point between two neighbouring pinches: going on, the walls behind recede and those
// ahead come nearer, so it lies where both are equally far.
Opening hilltop(const Segment2& portal, std::span<const Pinch> behind, std::span<const Pinch> ahead,
                double first, double last, double reach) {
  double low = first;
  double high = last;
  const auto is_beyond = [&](double along) {
    const Vec2 p = at(portal, along);
    return nearest(behind, p, kFar) >= nearest(ahead, p, kFar);
  };
  if (behind.empty() && ahead.empty()) low = high = (first + last) / 2;
  if (is_beyond(low)) high = low;
  if (!is_beyond(high)) low = high;
  for (int i = 0; i < kHalvings && low < high; ++i) {
    const double middle = (low + high) / 2;
    (is_beyond(middle) ? high : low) = middle;
  }
  const Vec2 p = at(portal, high);
  const double clearance = std::min(nearest(behind, p, reach), nearest(ahead, p, reach));
  return {.point = p, .along = high, .clearance = clearance, .joined = clearance};
}

// Wider first; of two as wide the one nearer to the middle.
bool is_wider(const Opening& a, const Opening& b) {
  if (a.clearance * kSame > b.clearance) return true;
  if (b.clearance * kSame > a.clearance) return false;
  const double off_a = std::abs(a.along - 0.5);
  const double off_b = std::abs(b.along - 0.5);
  return off_a != off_b ? off_a < off_b : a.along < b.along;
}

// The least over `edge` of the larger of the distances to two walls. From the point nearest to one
// wall to the point nearest to the other, the first distance grows and the second falls.
double meeting_on(const Segment2& edge, const Segment2& s, const Segment2& t) {
  double low = nearest_parameter(edge, nearest_points(edge, s).on_first);
  double high = nearest_parameter(edge, nearest_points(edge, t).on_first);
  const double least_s = distance(s, at(edge, low));
  if (least_s >= distance(t, at(edge, low))) return least_s;
  const double least_t = distance(t, at(edge, high));
  if (least_t >= distance(s, at(edge, high))) return least_t;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    const Vec2 p = at(edge, middle);
    (distance(s, p) < distance(t, p) ? low : high) = middle;
  }
  return std::max(distance(s, at(edge, high)), distance(t, at(edge, high)));
}

}  // namespace

Segment2 segment(const Mesh& mesh, EdgeId edge) {
  return {mesh.start(edge).xy(), mesh.end(edge).xy()};
}

std::vector<Opening> openings(const Segment2& portal, std::span<const Segment2> walls,
                              double reach) {
  const std::vector<Pinch> found = pinches(portal, walls, reach);
  const std::span<const Pinch> all = found;
  std::vector<Opening> hills;
  double first = 0;
  for (std::size_t behind = 0; behind <= all.size(); ++behind) {
    const double last = behind < all.size() ? all[behind].along : 1;
    if (!(last > first) && !(behind == all.size() && hills.empty())) continue;
    const Opening hill =
        hilltop(portal, all.first(behind), all.subspan(behind), first, last, reach);
    const double dip = nearest(all, at(portal, first), reach);
    first = last;
    if (!hills.empty() && dip >= std::min(hills.back().clearance, hill.clearance) * kSame) {
      if (is_wider(hill, hills.back())) hills.back() = hill;  // one hill still
    } else {
      hills.push_back(hill);
    }
  }
  std::ranges::stable_sort(hills, is_wider);
  if (hills.size() > kMostOpenings) hills.resize(kMostOpenings);
  return hills;
}

Room::Room(const Mesh& mesh, FaceId face, std::span<const EdgeId> walls, double reach)
    : mesh_(mesh), face_(face), reach_(reach) {
  for (const EdgeId edge : mesh.edges(face)) border_.push_back(segment(mesh, edge));
  double most = reach;  // no point of the face is farther from its nearest wall
  for (const EdgeId wall : walls) {
    const Segment2 s = segment(mesh, wall);
    double farthest = 0;
    for (const Segment2& edge : border_) farthest = std::max(farthest, distance(s, edge.a));
    most = std::min(most, farthest);
  }
  std::vector<double> gaps;
  for (const EdgeId wall : walls) {
    const Segment2 s = segment(mesh, wall);
    gaps.clear();
    for (const Segment2& edge : border_) gaps.push_back(gap(s, edge));
    const double least = std::ranges::min(gaps);
    if (!(least <= most)) continue;
    walls_.push_back(s);
    to_face_.push_back(least);
    to_edge_.insert(to_edge_.end(), gaps.begin(), gaps.end());
  }
  meets_.assign(wall_count() * wall_count(), kUnknown);
}

// The least over the face of the larger of two distances, each convex: half the gap where the
// middle of the gap lies in the face, else on the border.
double Room::meeting(std::size_t i, std::size_t j) const {
  const std::size_t n = border_.size();
  const NearestPair pair = nearest_points(walls_[i], walls_[j]);
  const double half = length(pair.on_first - pair.on_second) / 2;
  if (half >= reach_ || contains(mesh_, face_, (pair.on_first + pair.on_second) * 0.5)) return half;
  double least = reach_;
  for (std::size_t e = 0; e < n; ++e) {
    if (std::max(to_edge_[i * n + e], to_edge_[j * n + e]) >= least) continue;
    least = std::min(least, meeting_on(border_[e], walls_[i], walls_[j]));
  }
  return least;
}

double Room::meets(std::size_t i, std::size_t j) {
  double& known = meets_[i * wall_count() + j];
  if (known == kUnknown) known = meets_[j * wall_count() + i] = meeting(i, j);
  return known;
}

// From a wall to the border between two points, counter-clockwise.
double Room::to_chain(std::size_t wall, const BorderPoint& from, const BorderPoint& to) const {
  const std::size_t n = border_.size();
  const Segment2& s = walls_[wall];
  if (from.edge == to.edge && from.along <= to.along) return gap(s, {from.point, to.point});
  double least =
      std::min(gap(s, {from.point, border_[from.edge].b}), gap(s, {border_[to.edge].a, to.point}));
  for (std::size_t e = (from.edge + 1) % n; e != to.edge; e = (e + 1) % n) {
    least = std::min(least, to_edge_[wall * n + e]);
  }
  return least;
}

double Room::between(const BorderPoint& x, const BorderPoint& y) {
  double best = std::min({x.clearance, y.clearance, reach_});
  needed_.resize(wall_count());
  to_end_.resize(wall_count());
  is_done_.assign(wall_count(), 0);
  for (std::size_t i = 0; i < wall_count(); ++i) {
    needed_[i] = to_chain(i, x, y);
    to_end_[i] = to_chain(i, y, x);
  }
  for (;;) {
    std::size_t next = wall_count();
    for (std::size_t i = 0; i < wall_count(); ++i) {
      if (is_done_[i] == 0 && (next == wall_count() || needed_[i] < needed_[next])) next = i;
    }
    if (next == wall_count() || needed_[next] >= best) return best;
    is_done_[next] = 1;
    best = std::min(best, std::max(needed_[next], to_end_[next]));
    for (std::size_t i = 0; i < wall_count(); ++i) {
      const double least = std::max(needed_[next], to_face_[i]);
      if (is_done_[i] != 0 || least >= std::min(best, needed_[i])) continue;
      needed_[i] = std::min(needed_[i], std::max(needed_[next], meets(next, i)));
    }
  }
}

}  // namespace thalweg
