// Triangles are sorted into a lattice of about as many buckets; a query tries those of one bucket.
// Barycentric coordinates decide, with room for rounding.
#include "import/surface_heights.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace thalweg {
namespace {

Vec3 surface_normal(const TriangleSoup& soup, std::uint32_t t) {
  const auto& corners = soup.triangles[t];
  const Vec3 a = soup.vertices[corners[0]];
  return cross(soup.vertices[corners[1]] - a, soup.vertices[corners[2]] - a);
}

Box2 surface_box(const TriangleSoup& soup, std::uint32_t t) {
  Box2 box;
  for (const std::uint32_t v : soup.triangles[t]) box.add(soup.vertices[v].xy());
  return box;
}

// The height of a triangle at `p`, if it covers `p` up to rounding. Requires: it is not vertical.
std::optional<double> surface_height(const TriangleSoup& soup, std::uint32_t t, Vec2 p) {
  const auto& corners = soup.triangles[t];
  const Vec3 a = soup.vertices[corners[0]];
  const Vec3 b = soup.vertices[corners[1]] - a;
  const Vec3 c = soup.vertices[corners[2]] - a;
  const Vec2 q = p - a.xy();
  const double doubled = cross(b.xy(), c.xy());
  const double u = cross(q, c.xy()) / doubled;
  const double v = cross(b.xy(), q) / doubled;
  constexpr double kRounding = 1e-6;
  if (!(u >= -kRounding && v >= -kRounding && u + v <= 1 + kRounding)) return std::nullopt;
  return a.z + u * b.z + v * c.z;
}

std::size_t clamped_index(double position, std::size_t count) {
  return static_cast<std::size_t>(std::clamp(position, 0.0, static_cast<double>(count - 1)));
}

}  // namespace

SurfaceHeights::SurfaceHeights(const TriangleSoup& soup, std::span<const std::uint32_t> triangles,
                               const Options& options)
    : soup_(&soup), area_(options.area) {
  std::vector<std::uint32_t> kept;
  for (const std::uint32_t t : triangles) {
    const double up = surface_normal(soup, t).z;
    if ((options.both_sides ? up != 0 : up > 0) && surface_box(soup, t).meets(area_)) {
      kept.push_back(t);
    }
  }
  const double side = std::sqrt(static_cast<double>(kept.size()));
  columns_ = rows_ = static_cast<std::size_t>(std::clamp(side, 1.0, 1024.0));
  const auto each_bucket = [&](std::uint32_t t, auto visit) {
    const Box2 box = surface_box(soup, t);
    for (std::size_t row = row_of(box.low.y); row <= row_of(box.high.y); ++row) {
      for (std::size_t column = column_of(box.low.x); column <= column_of(box.high.x); ++column) {
        visit(row * columns_ + column);
      }
    }
  };
  first_.assign(columns_ * rows_ + 1, 0);
  for (const std::uint32_t t : kept) each_bucket(t, [&](std::size_t b) { ++first_[b + 1]; });
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  triangles_.resize(first_.back());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (const std::uint32_t t : kept) {
    each_bucket(t, [&](std::size_t b) { triangles_[next[b]++] = t; });
  }
}

std::size_t SurfaceHeights::column_of(double x) const {
  const double width = std::max(area_.high.x - area_.low.x, 1e-300);
  return clamped_index((x - area_.low.x) / width * static_cast<double>(columns_), columns_);
}

std::size_t SurfaceHeights::row_of(double y) const {
  const double depth = std::max(area_.high.y - area_.low.y, 1e-300);
  return clamped_index((y - area_.low.y) / depth * static_cast<double>(rows_), rows_);
}

template <class Visit>
void SurfaceHeights::each_height(Vec2 p, Visit visit) const {
  const std::size_t bucket = row_of(p.y) * columns_ + column_of(p.x);
  for (std::uint32_t i = first_[bucket]; i < first_[bucket + 1]; ++i) {
    if (const auto z = surface_height(*soup_, triangles_[i], p)) visit(*z);
  }
}

std::optional<double> SurfaceHeights::nearest(Vec2 p, double about) const {
  std::optional<double> best;
  each_height(p, [&](double z) {
    if (!best || std::abs(z - about) < std::abs(*best - about)) best = z;
  });
  return best;
}

std::vector<double> SurfaceHeights::all(Vec2 p) const {
  std::vector<double> heights;
  each_height(p, [&](double z) { heights.push_back(z); });
  return heights;
}

}  // namespace thalweg
