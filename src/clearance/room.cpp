// Wide points lie between the nearest points of walls, found by bisection. The best clearance
// between two points is a minimax path over chains of walls, by Dijkstra's algorithm.
#include "clearance/room.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace thalweg {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr double kSameClearance = 1 - 1e-12;  // dips shallower than this are rounding
constexpr double kUnknown = -1;
constexpr int kHalvings = 50;

Vec2 at(const Segment2& s, double along) { return s.a + (s.b - s.a) * along; }

// The greatest distance of a point of `s` from `wall`.
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
    if (gap_bound(portal, wall) > most) continue;
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

// The widest point between two neighbouring pinches. Along the portal the walls behind recede and
// those ahead come nearer, so it lies where both are equally far.
WidePoint hilltop(const Segment2& portal, std::span<const Pinch> behind,
                  std::span<const Pinch> ahead, double first, double last, double reach) {
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

// Wider first; of two equally wide points the one nearer to the middle.
bool is_wider(const WidePoint& a, const WidePoint& b) {
  if (a.clearance * kSameClearance > b.clearance) return true;
  if (b.clearance * kSameClearance > a.clearance) return false;
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

double gap_bound(const Segment2& s, const Segment2& t) {
  const auto apart = [](double a, double b, double c, double d) {
    return std::max(std::min(a, b) - std::max(c, d), std::min(c, d) - std::max(a, b));
  };
  return std::max(apart(s.a.x, s.b.x, t.a.x, t.b.x), apart(s.a.y, s.b.y, t.a.y, t.b.y));
}

Segment2 segment(const Mesh& mesh, EdgeId edge) {
  return {mesh.start(edge).xy(), mesh.end(edge).xy()};
}

std::vector<WidePoint> wide_points(const Segment2& portal, std::span<const Segment2> walls,
                                   double reach) {
  const std::vector<Pinch> found = pinches(portal, walls, reach);
  const std::span<const Pinch> all = found;
  std::vector<WidePoint> hills;
  double first = 0;
  for (std::size_t behind = 0; behind <= all.size(); ++behind) {
    const double last = behind < all.size() ? all[behind].along : 1;
    if (!(last > first) && !(behind == all.size() && hills.empty())) continue;
    const WidePoint hill =
        hilltop(portal, all.first(behind), all.subspan(behind), first, last, reach);
    const double dip = nearest(all, at(portal, first), reach);
    first = last;
    if (!hills.empty() &&
        dip >= std::min(hills.back().clearance, hill.clearance) * kSameClearance) {
      if (is_wider(hill, hills.back())) hills.back() = hill;  // one hill still
    } else {
      hills.push_back(hill);
    }
  }
  std::ranges::stable_sort(hills, is_wider);
  if (hills.size() > kMostWidePoints) hills.resize(kMostWidePoints);
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
    for (const Segment2& edge : border_) {
      gaps.push_back(gap_bound(s, edge) < most ? gap(s, edge) : kFar);
    }
    const double least = std::ranges::min(gaps);
    if (!(least < most)) continue;
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

// Fills in how near each wall comes to the edges from `edge` to each other one.
void Room::look_from(std::size_t edge) {
  const std::size_t n = border_.size();
  if (from_ == edge) return;
  from_ = edge;
  ahead_.assign(wall_count() * n, reach_);
  behind_.assign(wall_count() * n, reach_);
  for (std::size_t first = 0; first < wall_count() * n; first += n) {
    double ahead = reach_;
    double behind = reach_;
    for (std::size_t step = 1; step < n; ++step) {
      const std::size_t on = first + (edge + step) % n;
      const std::size_t back = first + (edge + n - step) % n;
      ahead_[on] = ahead;
      behind_[back] = behind;
      ahead = std::min(ahead, to_edge_[on]);
      behind = std::min(behind, to_edge_[back]);
    }
    ahead_[first + edge] = ahead;  // the full round
  }
}

// From a wall to the border on either side of two points. Requires: look_from(x.edge); x before y
// on the same edge.
Room::Link Room::link(std::size_t wall, const BorderPoint& x, const BorderPoint& y) const {
  const std::size_t n = border_.size();
  const Segment2& s = walls_[wall];
  const auto part = [&](std::size_t e, Vec2 a, Vec2 b, double least) {  // no nearer than the whole
    return to_edge_[wall * n + e] < least ? std::min(least, gap(s, {a, b})) : least;
  };
  double on = ahead_[wall * n + y.edge];
  double back = behind_[wall * n + y.edge];
  if (x.edge == y.edge) std::swap(on, back);
  if (x.edge == y.edge) {
    on = part(x.edge, x.point, y.point, on);
  } else {
    on = part(x.edge, x.point, border_[x.edge].b, on);
    on = part(y.edge, border_[y.edge].a, y.point, on);
  }
  back = part(y.edge, y.point, border_[y.edge].b, back);
  back = part(x.edge, border_[x.edge].a, x.point, back);
  return {wall, on, back};
}

double Room::between(const BorderPoint& x, const BorderPoint& y) {
  if (x.edge == y.edge && x.along > y.along) return between(y, x);
  look_from(x.edge);
  double best = std::min({x.clearance, y.clearance, reach_});
  links_.clear();
  for (std::size_t i = 0; i < wall_count(); ++i) {
    if (to_face_[i] < best) links_.push_back(link(i, x, y));
  }
  while (!links_.empty()) {
    const auto next = std::ranges::min_element(links_, {}, &Link::needed);
    const Link taken = *next;
    if (taken.needed >= best) break;
    *next = links_.back();
    links_.pop_back();
    best = std::min(best, std::max(taken.needed, taken.to_end));
    for (Link& other : links_) {
      const double worth = std::min(best, other.needed);
      if (std::max(taken.needed, to_face_[other.wall]) >= worth) continue;
      if (gap_bound(walls_[taken.wall], walls_[other.wall]) >= 2 * worth) continue;
      other.needed = std::min(other.needed, std::max(taken.needed, meets(taken.wall, other.wall)));
    }
  }
  return best;
}

}  // namespace thalweg
