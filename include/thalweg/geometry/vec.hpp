// Vectors. Doubles for arithmetic; floats for storage, relative to a world's origin.
#pragma once

#include "thalweg/core/cpp20.hpp"

#include <cmath>

namespace thalweg {

struct Vec2 {
  double x = 0;
  double y = 0;

  bool operator==(const Vec2&) const = default;
  Vec2 operator+(Vec2 o) const { return {x + o.x, y + o.y}; }
  Vec2 operator-(Vec2 o) const { return {x - o.x, y - o.y}; }
  Vec2 operator*(double s) const { return {x * s, y * s}; }
};

inline double dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
inline double cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
inline double length(Vec2 a) { return std::sqrt(dot(a, a)); }

struct Vec3 {
  double x = 0;
  double y = 0;
  double z = 0;

  bool operator==(const Vec3&) const = default;
  Vec3 operator+(Vec3 o) const { return {x + o.x, y + o.y, z + o.z}; }
  Vec3 operator-(Vec3 o) const { return {x - o.x, y - o.y, z - o.z}; }
  Vec3 operator*(double s) const { return {x * s, y * s, z * s}; }
  Vec2 xy() const { return {x, y}; }
};

inline double dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec3 cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(Vec3 a) { return std::sqrt(dot(a, a)); }
inline bool is_finite(Vec2 a) { return std::isfinite(a.x) && std::isfinite(a.y); }
inline bool is_finite(Vec3 a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

// A stored point: 12 bytes, relative to the origin of its world.
struct Vec3f {
  float x = 0;
  float y = 0;
  float z = 0;

  bool operator==(const Vec3f&) const = default;
  operator Vec3() const { return {x, y, z}; }  // NOLINT(google-explicit-constructor): widening
  Vec2 xy() const { return {x, y}; }
};

// The same in the plane: exactly that of a vertex.
struct Vec2f {
  float x = 0;
  float y = 0;

  bool operator==(const Vec2f&) const = default;
  Vec2 xy() const { return {x, y}; }
};

inline Vec3f to_float(Vec3 a) {
  return {static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z)};
}

}  // namespace thalweg
