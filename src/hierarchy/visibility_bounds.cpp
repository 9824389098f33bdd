// Rays through a portal are narrowed from face to face, and an octagon grows about all that they
// can meet. Where rounding leaves a doubt, more counts as seen: the bound is never too tight.
#include "hierarchy/visibility_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "path/exact_points.hpp"
#include "thalweg/hierarchy/fold.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kMostViews = 512;  // more portals in sight: everything counts as seen
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double doubled_area(Vec2 a, Vec2 b, Vec2 c) { return cross(b - a, c - a); }

}  // namespace

VisibilityBounds::VisibilityBounds(const Mesh& mesh) : mesh_(mesh) {
  const double most = largest_coordinate(mesh);
  slack_ = sure_area(most);
  margin_ = most * 1e-6;
}

// Keeps the part of the polygon on one side of a line: 1 left, -1 right.
void VisibilityBounds::clip(Vec2 from, Vec2 to, double side) {
  clipped_.clear();
  for (std::size_t i = 0; i < polygon_.size(); ++i) {
    const Vec2 p = polygon_[i];
    const Vec2 q = polygon_[i + 1 < polygon_.size() ? i + 1 : 0];
    const double at_p = side * doubled_area(from, to, p);
    const double at_q = side * doubled_area(from, to, q);
    if (at_p >= -slack_) clipped_.push_back(p);
    if ((at_p > 0) != (at_q > 0)) clipped_.push_back(p + (q - p) * (at_p / (at_p - at_q)));
  }
  std::swap(polygon_, clipped_);
}

// True for points in the octagon so far.
bool VisibilityBounds::is_inside(Vec2 p) const {
  for (std::size_t k = 0; k < VisibilityBound::kDirections; ++k) {
    const double at = VisibilityBound::along(p, k);
    if (at < low_[k] || at > high_[k]) return false;
  }
  return true;
}

// The part of a face that lies between the rays.
void VisibilityBounds::add_seen(FaceId face, const View& view) {
  polygon_.clear();
  for (const EdgeId edge : mesh_.edges(face)) polygon_.push_back(mesh_.flat(mesh_.origin(edge)));
  if (std::ranges::all_of(polygon_, [&](Vec2 p) { return is_inside(p); })) return;
  clip(view.left_from, view.left, -1);
  clip(view.right_from, view.right, 1);
  for (const Vec2 p : polygon_) {
    for (std::size_t k = 0; k < VisibilityBound::kDirections; ++k) {
      low_[k] = std::min(low_[k], VisibilityBound::along(p, k));
      high_[k] = std::max(high_[k], VisibilityBound::along(p, k));
    }
  }
}

// The ray to the left end of the view's portal.
void VisibilityBounds::turn_left_ray(View& view) const {
  view.left = left_end(view.portal);
  view.left_from = right_end(view.portal);
  for (std::uint32_t at = view.parent; at != kNoFold; at = views_[at].parent) {
    const Vec2 right = right_end(views_[at].portal);
    if (doubled_area(view.left_from, view.left, right) > 0) view.left_from = right;
  }
}
void VisibilityBounds::turn_right_ray(View& view) const {
  view.right = right_end(view.portal);
  view.right_from = left_end(view.portal);
  for (std::uint32_t at = view.parent; at != kNoFold; at = views_[at].parent) {
    const Vec2 left = left_end(views_[at].portal);
    if (doubled_area(view.right_from, view.right, left) < 0) view.right_from = left;
  }
}

// Lists the view through the next portal, unless no line between the rays crosses it outwards. False: there
// are too many.
bool VisibilityBounds::look_through(EdgeId portal, std::uint32_t parent) {
  View view = views_[parent];
  const Vec2 left = left_end(portal);
  const Vec2 right = right_end(portal);
  if (doubled_area(view.left_from, view.left, right) > slack_) return true;
  if (doubled_area(view.right_from, view.right, left) < -slack_) return true;
  const bool is_behind = doubled_area(right, left, first_left_) < -slack_ &&
                         doubled_area(right, left, first_right_) < -slack_;
  if (is_behind) return true;
  if (views_.size() == kMostViews) return false;
  const bool turns_left_ray = doubled_area(view.left_from, view.left, left) < -slack_;
  const bool turns_right_ray = doubled_area(view.right_from, view.right, right) > slack_;
  view.portal = portal;
  view.parent = parent;
  if (turns_left_ray) turn_left_ray(view);
  if (turns_right_ray) turn_right_ray(view);
  views_.push_back(view);
  return true;
}

VisibilityBound VisibilityBounds::past(EdgeId portal) {
  first_left_ = left_end(portal);
  first_right_ = right_end(portal);
  std::ranges::fill(low_, kInfinity);
  std::ranges::fill(high_, -kInfinity);
  views_.assign(1, {portal, first_left_, first_right_, first_right_, first_left_, kNoFold});
  for (std::uint32_t i = 0; i < views_.size(); ++i) {
    const View view = views_[i];
    const EdgeId entered = mesh_.twin(view.portal);
    const FaceId face = mesh_.face(entered);
    add_seen(face, view);
    for (const EdgeId edge : mesh_.edges(face)) {
      if (edge == entered || !mesh_.is_portal(edge)) continue;
      if (!look_through(edge, i)) return {};
    }
  }
  VisibilityBound sight;
  for (std::size_t k = 0; k < VisibilityBound::kDirections; ++k) {
    sight.low[k] = std::nextafter(static_cast<float>(low_[k] - margin_),
                                  -std::numeric_limits<float>::infinity());
    sight.high[k] = std::nextafter(static_cast<float>(high_[k] + margin_),
                                   std::numeric_limits<float>::infinity());
  }
  return sight;
}

}  // namespace thalweg
