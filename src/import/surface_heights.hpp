// SurfaceHeights: the heights of loose triangles above and below a point. Internal to import.
#pragma once

#include <optional>
#include <span>

#include "thalweg/import/soup.hpp"

namespace thalweg {

class SurfaceHeights {
 public:
  struct Options {
    Box2 area;                // where heights are asked for
    bool both_sides = false;  // triangles that face down count too
  };

  // Keeps the `triangles` (numbers in `soup`) that face up and meet the area. Holds `soup` by
  // reference.
  SurfaceHeights(const TriangleSoup& soup, std::span<const std::uint32_t> triangles,
                 const Options& options);

  // The height at `p` that is nearest to `about`; nothing if no triangle covers `p`.
  std::optional<double> nearest(Vec2 p, double about) const;
  // The heights of all triangles that cover `p`, in no order.
  std::vector<double> all(Vec2 p) const;

 private:
  std::size_t column_of(double x) const;
  std::size_t row_of(double y) const;
  // Calls `visit` with the height of each triangle that covers `p`.
  template <class Visit>
  void each_height(Vec2 p, Visit visit) const;

  const TriangleSoup* soup_;
  Box2 area_;
  std::size_t columns_ = 1;  // of buckets
  std::size_t rows_ = 1;
  std::vector<std::uint32_t> first_;  // [bucket + 1] into triangles_
  std::vector<std::uint32_t> triangles_;
};

}  // namespace thalweg
