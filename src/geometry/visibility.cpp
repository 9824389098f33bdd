// A Screen tests one line against every wall. A SightSweep finds all points visible from one by a
// rotational sweep, with the walls that the ray crosses in order of distance.
#include "thalweg/geometry/visibility.hpp"

#include <algorithm>

#include "thalweg/geometry/predicates.hpp"

namespace thalweg {
namespace {

bool is_left_of(Vec2 a, Vec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; }

// True when `p`, which lies on the line, lies strictly between the two.
bool is_between(Vec2 from, Vec2 to, Vec2 p) {
  return is_left_of(from, to) ? is_left_of(from, p) && is_left_of(p, to)
                              : is_left_of(to, p) && is_left_of(p, from);
}

}  // namespace

bool hides(const Segment2& wall, Vec2 from, Vec2 to) {
  if (orientation(from, to, wall.a) * orientation(from, to, wall.b) >= 0) return false;
  return orientation(wall.a, wall.b, from) * orientation(wall.a, wall.b, to) < 0;
}

Screen::Screen(std::vector<Segment2> walls) : walls_(std::move(walls)) {
  for (const Segment2& wall : walls_) {
    ends_.push_back(wall.a);
    ends_.push_back(wall.b);
  }
  std::ranges::sort(ends_, is_left_of);
  ends_.erase(std::unique(ends_.begin(), ends_.end()), ends_.end());
  const auto number = [&](Vec2 p) {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(ends_, p, is_left_of) -
                                      ends_.begin());
  };
  star_first_.assign(ends_.size() + 1, 0);
  for (const Segment2& wall : walls_) {
    links_.push_back({number(wall.a), number(wall.b)});
    ++star_first_[links_.back().a + 1];
    ++star_first_[links_.back().b + 1];
  }
  for (std::size_t i = 1; i < star_first_.size(); ++i) star_first_[i] += star_first_[i - 1];
  star_.resize(2 * walls_.size());
  std::vector<std::uint32_t> next(star_first_.begin(), star_first_.end());
  for (std::uint32_t i = 0; i < links_.size(); ++i) {
    star_[next[links_[i].a]++] = i;
    star_[next[links_[i].b]++] = i;
  }
}

// Walls on both sides: the ground before the corner and the ground behind it are not the same. A
// wall along the line has its ground on one side; the other wall must not stand there.
bool Screen::stops_at(std::uint32_t end, Vec2 from) const {
  const Vec2 at = ends_[end];
  bool has_left = false;
  bool has_right = false;
  bool is_ground_left = false;
  bool is_ground_right = false;
  for (std::uint32_t i = star_first_[end]; i < star_first_[end + 1]; ++i) {
    const Segment2& wall = walls_[star_[i]];
    const int side = orientation(from, at, wall.a == at ? wall.b : wall.a);
    has_left = has_left || side > 0;
    has_right = has_right || side < 0;
    if (side != 0) continue;
    const bool goes_along = is_left_of(wall.a, wall.b) == is_left_of(from, at);
    is_ground_left = is_ground_left || goes_along;
    is_ground_right = is_ground_right || !goes_along;
  }
  if (has_left && has_right) return true;
  if (star_first_[end + 1] - star_first_[end] != 2) return false;
  return (is_ground_left && has_left) || (is_ground_right && has_right);
}

// Most walls and ends lie beside the box of the line.
Sighting Screen::sighting(Vec2 from, Vec2 to) const {
  const Vec2 low{std::min(from.x, to.x), std::min(from.y, to.y)};
  const Vec2 high{std::max(from.x, to.x), std::max(from.y, to.y)};
  for (std::uint32_t i = 0; i < walls_.size(); ++i) {
    const auto [a, b] = walls_[i];
    const bool is_beside = (a.x < low.x && b.x < low.x) || (a.y < low.y && b.y < low.y) ||
                           (a.x > high.x && b.x > high.x) || (a.y > high.y && b.y > high.y);
    if (!is_beside && hides(walls_[i], from, to)) return {false, i};
  }
  for (std::uint32_t i = 0; i < ends_.size(); ++i) {
    const Vec2 end = ends_[i];
    if (end.x < low.x || end.y < low.y || end.x > high.x || end.y > high.y) continue;
    if (orientation(from, to, end) != 0 || !is_between(from, to, end)) continue;
    if (stops_at(i, from)) return {false, std::nullopt};
  }
  return {true, std::nullopt};
}

std::size_t Screen::bytes() const {
  return walls_.capacity() * sizeof(Segment2) + ends_.capacity() * sizeof(Vec2) +
         links_.capacity() * sizeof(Link) +
         (star_first_.capacity() + star_.capacity()) * sizeof(std::uint32_t);
}

SightSweep::Event SightSweep::event(Kind kind, Vec2 at, std::uint32_t number) const {
  const bool is_below = at.y < from_.y || (at.y == from_.y && at.x < from_.x);
  return {at, number, kind, is_below};
}

// In the order of the turn, which begins along the x axis and goes counter-clockwise. In one
// direction walls end first, then points and corners come by their distance, then walls begin.
bool SightSweep::comes_before(const Event& a, const Event& b) const {
  if (a.is_below != b.is_below) return b.is_below;
  const int turn = orientation(from_, a.at, b.at);
  if (turn != 0) return turn > 0;
  const auto is_on_ray = [](Kind kind) { return kind == Kind::point || kind == Kind::corner; };
  if (is_on_ray(a.kind) && is_on_ray(b.kind) && a.at != b.at) return is_between(from_, b.at, a.at);
  if (a.kind != b.kind) return a.kind < b.kind;
  return a.number < b.number;
}

// Requires: there is a direction in which the ray crosses both.
bool SightSweep::is_nearer(std::uint32_t wall, std::uint32_t other) const {
  const auto [a, b] = screen_->walls()[wall];
  const auto [c, d] = screen_->walls()[other];
  const int own = orientation(a, b, from_);
  const int side_c = orientation(a, b, c) * own;
  const int side_d = orientation(a, b, d) * own;
  if (side_c == 0 && side_d == 0) return wall < other;  // on one line
  if (side_c <= 0 && side_d <= 0) return true;
  if (side_c >= 0 && side_d >= 0) return false;
  // The line through `wall` parts `other`, so the line through `other` does not part `wall`.
  const int its = orientation(c, d, from_);
  return orientation(c, d, a) * its >= 0 && orientation(c, d, b) * its >= 0;
}

void SightSweep::insert(std::uint32_t wall) {
  const auto corner = std::ranges::partition_point(
      crossed_, [&](std::uint32_t other) { return is_nearer(other, wall); });
  crossed_.insert(corner, wall);
}

void SightSweep::remove(std::uint32_t wall) {
  const auto corner = std::ranges::partition_point(
      crossed_, [&](std::uint32_t other) { return other != wall && is_nearer(other, wall); });
  crossed_.erase(corner);
}

// Walls in line with the point hide nothing. Those that the first direction crosses are crossed at
// once.
void SightSweep::gather(std::span<const Vec2> points) {
  events_.clear();
  crossed_.clear();
  const auto walls = screen_->walls();
  for (std::uint32_t i = 0; i < walls.size(); ++i) {
    const auto [a, b] = walls[i];
    const int turn = orientation(from_, a, b);
    if (turn == 0) continue;
    const Event begin = event(Kind::begin, turn > 0 ? a : b, i);
    const Event end = event(Kind::end, turn > 0 ? b : a, i);
    if (comes_before(end, begin)) insert(i);
    events_.push_back(begin);
    events_.push_back(end);
  }
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    if (points[i] != from_) events_.push_back(event(Kind::point, points[i], i));
  }
  const auto ends = screen_->ends();
  for (std::uint32_t i = 0; i < ends.size(); ++i) {
    if (ends[i] != from_) events_.push_back(event(Kind::corner, ends[i], i));
  }
  std::ranges::sort(events_, [&](const Event& a, const Event& b) { return comes_before(a, b); });
}

// A ray that was stopped stays so until it turns.
void SightSweep::see(const Event& event) {
  const bool is_turned = !stopped_ || stopped_->is_below != event.is_below ||
                         orientation(from_, stopped_->at, event.at) != 0;
  if (!is_turned) return;
  stopped_.reset();
  if (!crossed_.empty() && hides(screen_->walls()[crossed_.front()], from_, event.at)) return;
  if (event.kind == Kind::point) {
    seen_.push_back(event.number);
  } else if (screen_->stops_at(event.number, from_)) {
    stopped_ = event;
  }
}

std::span<const std::uint32_t> SightSweep::look(const Screen& screen, std::span<const Vec2> points,
                                                Vec2 from) {
  screen_ = &screen;
  from_ = from;
  seen_.clear();
  stopped_.reset();
  gather(points);
  for (const Event& event : events_) {
    switch (event.kind) {
      case Kind::begin: insert(event.number); break;
      case Kind::end: remove(event.number); break;
      case Kind::point:
      case Kind::corner: see(event); break;
    }
  }
  return seen_;
}

}  // namespace thalweg
