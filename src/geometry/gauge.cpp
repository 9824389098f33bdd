// The hull by Andrew's monotone chain; each side becomes a normal divided by its support, slightly
// less for rounding. Hulls of over 24 sides are replaced by 24 directions around them.
#include "thalweg/geometry/gauge.hpp"

#include <algorithm>

#include "thalweg/geometry/predicates.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kMostSides = 24;   // hulls of more are replaced by a coarser one around them
constexpr double kInside = 1 - 0x1p-40;  // rounding must not make the norm too long

// Counter-clockwise, without points on its sides (Andrew's monotone chain).
std::vector<Vec2> hull_of(std::vector<Vec2> points) {
  std::ranges::sort(points, [](Vec2 a, Vec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  std::vector<Vec2> hull;
  const auto add = [&](Vec2 p, std::size_t least) {
    while (hull.size() >= least + 2 && orientation(hull[hull.size() - 2], hull.back(), p) <= 0) {
      hull.pop_back();
    }
    hull.push_back(p);
  };
  for (const Vec2 p : points) add(p, 0);
  const std::size_t lower = hull.size() - 1;
  for (auto it = points.rbegin() + 1; it != points.rend(); ++it) add(*it, lower);
  hull.pop_back();
  return hull;
}

// The point for which a direction is outward.
double support(std::span<const Vec2> hull, Vec2 normal) {
  double most = 0;
  for (const Vec2 p : hull) most = std::max(most, dot(normal, p));
  return most;
}

// Directions all around. Rational points of the circle, so that they are the same everywhere.
std::vector<Vec2> directions() {
  std::vector<Vec2> all;
  constexpr int kSteps = 6;  // in a quarter turn
  for (int quarter = 0; quarter < 4; ++quarter) {
    for (int i = 0; i < kSteps; ++i) {
      const double t = i / static_cast<double>(kSteps);
      Vec2 d{(1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)};
      for (int q = 0; q < quarter; ++q) d = {-d.y, d.x};
      all.push_back(d);
    }
  }
  return all;
}

}  // namespace

Gauge Gauge::of(std::span<const Step> steps) {
  std::vector<Vec2> points = {{0, 0}};
  for (const Step& step : steps) {
    if (step.to == Vec2{}) continue;
    if (!(step.length > 0)) return {};
    points.push_back(step.to * (1 / step.length));
  }
  const std::vector<Vec2> hull = hull_of(std::move(points));
  Gauge gauge;
  if (hull.size() < 3) return gauge;
  const auto add = [&](Vec2 normal) {
    const double reach = support(hull, normal);
    if (reach > 0) gauge.normals_.push_back(normal * (kInside / reach));
  };
  if (hull.size() > kMostSides) {
    for (const Vec2 normal : directions()) add(normal);
  } else {
    for (std::size_t i = 0; i < hull.size(); ++i) {
      const Vec2 side = hull[(i + 1) % hull.size()] - hull[i];
      add(Vec2{side.y, -side.x});
    }
  }
  return gauge;
}

}  // namespace thalweg
