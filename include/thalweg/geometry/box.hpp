// Axis-aligned boxes in the plane and in space.
#pragma once

#include <algorithm>
#include <limits>

#include "thalweg/geometry/vec.hpp"

namespace thalweg {

struct Box2 {
  Vec2 low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Vec2 high{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

  bool operator==(const Box2&) const = default;
  bool is_empty() const { return !(low.x <= high.x && low.y <= high.y); }
  void add(Vec2 p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  bool contains(Vec2 p) const {
    return p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y;
  }
  bool meets(const Box2& o) const {
    return low.x <= o.high.x && o.low.x <= high.x && low.y <= o.high.y && o.low.y <= high.y;
  }
  Vec2 size() const { return is_empty() ? Vec2{} : high - low; }
};

// The distance from `p` to the nearest point of `box`; 0 inside.
inline double distance(const Box2& box, Vec2 p) {
  const double dx = std::max({box.low.x - p.x, 0.0, p.x - box.high.x});
  const double dy = std::max({box.low.y - p.y, 0.0, p.y - box.high.y});
  return length(Vec2{dx, dy});
}

struct Box3 {
  Vec3 low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
           std::numeric_limits<double>::infinity()};
  Vec3 high{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
            -std::numeric_limits<double>::infinity()};

  bool operator==(const Box3&) const = default;
  bool is_empty() const { return !(low.x <= high.x && low.y <= high.y && low.z <= high.z); }
  void add(Vec3 p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  void add(const Box3& o) {
    low = {std::min(low.x, o.low.x), std::min(low.y, o.low.y), std::min(low.z, o.low.z)};
    high = {std::max(high.x, o.high.x), std::max(high.y, o.high.y), std::max(high.z, o.high.z)};
  }
  Vec3 size() const { return is_empty() ? Vec3{} : high - low; }
  Box2 xy() const { return {low.xy(), high.xy()}; }
};

}  // namespace thalweg
