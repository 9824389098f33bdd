// A face by binary search in prefix sums of areas, a triangle of it by area, a point in it by the
// parallelogram. Circles clip faces to a square first and reject the corners.
#include "thalweg/path/random_point.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace thalweg {
namespace {

// Tries before a draw gives up on the circle.
constexpr int kTries = 1000;

// Twice the area of the triangle.
double doubled_area(Vec2 a, Vec2 b, Vec2 c) { return cross(b - a, c - a); }

// The side of a box: points with dot(normal, p) <= reach lie inside.
struct HalfPlane {
  Vec2 normal;
  double reach = 0;
  double excess(Vec2 p) const { return dot(normal, p) - reach; }
};

// `polygon` without what lies beyond the half-plane (Sutherland and Hodgman's step).
std::vector<Vec2> cut(const std::vector<Vec2>& polygon, const HalfPlane& half) {
  std::vector<Vec2> out;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2 a = polygon[i];
    const Vec2 b = polygon[(i + 1) % polygon.size()];
    const double at_a = half.excess(a);
    const double at_b = half.excess(b);
    if (at_a <= 0) out.push_back(a);
    if ((at_a < 0 && at_b > 0) || (at_a > 0 && at_b < 0)) {
      out.push_back(a + (b - a) * (at_a / (at_a - at_b)));
    }
  }
  return out;
}

}  // namespace

PointSampler::PointSampler(const Mesh& mesh, const FaceRule& rule) : mesh_(mesh) {
  for (const FaceId f : mesh.faces()) {
    if (rule.allows(mesh, f)) add(f, mesh.doubled_area(f) * 0.5);
  }
}

PointSampler::PointSampler(const Mesh& mesh, const SurfacePoint& surface_point,
                           const AroundOptions& options, FloodScratch& scratch)
    : mesh_(mesh), radius_(options.radius) {
  std::vector<FaceId> faces = faces_in_circle(mesh, surface_point, options, scratch);
  if (std::isinf(radius_)) {
    for (const FaceId f : faces) add(f, mesh.doubled_area(f) * 0.5);
    return;
  }
  centre_ = surface_point;
  first_corner_.push_back(0);
  for (const FaceId f : faces) add_clipped(f);
}

void PointSampler::add(FaceId face, double area) {
  faces_.push_back(face);
  up_to_.push_back(this->area() + std::max(area, 0.0));
}

// Distances are measured from the circle's centre, so that small circles lose nothing far away.
void PointSampler::add_clipped(FaceId face) {
  const Vec2 centre = centre_.point.xy();
  std::vector<Vec2> polygon;
  for (const EdgeId e : mesh_.edges(face)) polygon.push_back(mesh_.start(e).xy() - centre);
  constexpr std::array<Vec2, 4> kSides = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
  for (const Vec2 side : kSides) polygon = cut(polygon, {side, radius_});
  double doubled = 0;
  for (std::size_t i = 2; i < polygon.size(); ++i) {
    doubled += doubled_area(polygon[0], polygon[i - 1], polygon[i]);
  }
  if (!(doubled > 0)) return;
  for (const Vec2 p : polygon) corners_.push_back(p + centre);
  first_corner_.push_back(static_cast<std::uint32_t>(corners_.size()));
  add(face, doubled * 0.5);
}

Vec2 PointSampler::corner(std::size_t item, std::uint32_t at) const {
  if (!first_corner_.empty()) return corners_[first_corner_[item] + at];
  return mesh_.start(EdgeId(mesh_.edges(faces_[item]).front().value + at)).xy();
}

// A triangle of the fan about the first corner, chosen by area; then a point of its parallelogram,
// turned back where it lies beyond the triangle.
Vec2 PointSampler::any_point(std::size_t item, Random& random) const {
  const std::uint32_t count = first_corner_.empty() ? mesh_.corner_count(faces_[item])
                                                    : first_corner_[item + 1] - first_corner_[item];
  const Vec2 a = corner(item, 0);
  double sum = 0;
  for (std::uint32_t i = 2; i < count; ++i) {
    sum += std::max(doubled_area(a, corner(item, i - 1), corner(item, i)), 0.0);
  }
  double left = sum * random.unit();
  std::uint32_t at = 2;
  for (; at + 1 < count; ++at) {
    left -= std::max(doubled_area(a, corner(item, at - 1), corner(item, at)), 0.0);
    if (left < 0) break;
  }
  double u = random.unit();
  double v = random.unit();
  if (u + v > 1) {
    u = 1 - u;
    v = 1 - v;
  }
  return a + (corner(item, at - 1) - a) * u + (corner(item, at) - a) * v;
}

SurfacePoint PointSampler::draw(Random& random) const {
  if (!(area() > 0)) return {};
  for (int i = 0; i < kTries; ++i) {
    const double wanted = area() * random.unit();
    const auto found = std::upper_bound(up_to_.begin(), up_to_.end() - 1, wanted);
    const auto item = static_cast<std::size_t>(found - up_to_.begin());
    const SurfacePoint surface_point =
        surface_point_on(mesh_, faces_[item], any_point(item, random));
    if (!centre_.is_found() || length(surface_point.point.xy() - centre_.point.xy()) <= radius_)
      return surface_point;
  }
  return centre_;
}

SurfacePoint random_point(const Mesh& mesh, Random& random, const FaceRule& rule) {
  return PointSampler(mesh, rule).draw(random);
}

SurfacePoint random_reachable_point(const Mesh& mesh, const SurfacePoint& surface_point,
                                    Random& random, const AroundOptions& options) {
  FloodScratch scratch;
  return PointSampler(mesh, surface_point, options, scratch).draw(random);
}

}  // namespace thalweg
