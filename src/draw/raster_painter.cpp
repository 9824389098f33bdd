// RasterPainter: a plane of samples, several to a pixel, averaged at the end.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "thalweg/core/parallel.hpp"
#include "thalweg/draw/painter.hpp"
#include "thalweg/geometry/segment.hpp"

namespace thalweg {
namespace {

// Four samples a side up to about 1448 x 1448 pixels, two up to 4096 x 4096, else one.
std::size_t samples_per_side(const View& view) {
  const std::uint64_t pixels = std::uint64_t{view.width} * view.height;
  if (pixels * 16 <= std::uint64_t{1} << 25) return 4;
  return pixels * 4 <= std::uint64_t{1} << 26 ? 2 : 1;
}

// The first whole number n from 0 to `most` with n + 0.5 >= `value`.
std::size_t first_middle(double value, std::size_t most) {
  return static_cast<std::size_t>(
      std::ceil(std::clamp(value - 0.5, 0.0, static_cast<double>(most))));
}

// Where the line a-b crosses height y; the same for b-a, so that neighbours agree exactly.
double crossing(Vec2 a, Vec2 b, double y) {
  if (b.y < a.y) std::swap(a, b);
  return a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y);
}

std::uint8_t blended(std::uint8_t under, std::uint8_t over, double part) {
  return static_cast<std::uint8_t>(under + (over - under) * part + 0.5);
}

}  // namespace

RasterPainter::RasterPainter(const View& view, Colour background)
    : Painter(view),
      samples_(samples_per_side(view)),
      columns_(view.width * samples_),
      rows_(view.height * samples_),
      plane_(columns_ * rows_, background) {}

Vec2 RasterPainter::to_samples(Vec2 p) const {
  return view().to_pixels(p) * static_cast<double>(samples_);
}

void RasterPainter::blend(std::size_t column, std::size_t row, Colour colour, double cover) {
  Colour& under = plane_[row * columns_ + column];
  const double part = cover * colour.alpha / 255;
  under.red = blended(under.red, colour.red, part);
  under.green = blended(under.green, colour.green, part);
  under.blue = blended(under.blue, colour.blue, part);
}

void RasterPainter::polygon(std::span<const Vec2> corners, Colour colour) {
  constexpr std::size_t kFew = 16;
  std::array<Vec2, kFew> few;
  std::vector<Vec2> many(corners.size() > kFew ? corners.size() : 0);
  const std::span<Vec2> p =
      corners.size() > kFew ? std::span(many) : std::span(few).first(corners.size());
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (std::size_t i = 0; i < p.size(); ++i) {
    p[i] = to_samples(corners[i]);
    low = std::min(low, p[i].y);
    high = std::max(high, p[i].y);
  }
  const std::size_t end = first_middle(high, rows_);
  for (std::size_t row = first_middle(low, rows_); row < end; ++row) {
    const double y = static_cast<double>(row) + 0.5;
    double left = std::numeric_limits<double>::infinity();
    double right = -left;
    for (std::size_t i = 0, j = p.size() - 1; i < p.size(); j = i++) {
      if ((p[i].y <= y) == (p[j].y <= y)) continue;
      const double x = crossing(p[i], p[j], y);
      left = std::min(left, x);
      right = std::max(right, x);
    }
    if (!(left < right)) continue;
    const std::size_t last = first_middle(right, columns_);
    for (std::size_t column = first_middle(left, columns_); column < last; ++column) {
      if (colour.alpha == 255) {
        plane_[row * columns_ + column] = colour;
      } else {
        blend(column, row, colour, 1);
      }
    }
  }
}

// Paints everything within `radius` of the segment a-b, all in samples. The rim fades over one
// sample.
void RasterPainter::capsule(Vec2 a, Vec2 b, double radius, Colour colour) {
  const double reach = radius + 0.5;
  const std::size_t end = first_middle(std::max(a.y, b.y) + reach + 1, rows_);
  const double slope = std::abs(b.y - a.y) > 1e-9 ? (b.x - a.x) / (b.y - a.y) : 0;
  for (std::size_t row = first_middle(std::min(a.y, b.y) - reach - 1, rows_); row < end; ++row) {
    const double y = static_cast<double>(row) + 0.5;
    // The part of the segment that can come near this row bounds the columns.
    double left = std::min(a.x, b.x);
    double right = std::max(a.x, b.x);
    if (slope != 0) {
      const double x0 = a.x + (y - reach - a.y) * slope;
      const double x1 = a.x + (y + reach - a.y) * slope;
      left = std::max(left, std::min(x0, x1));
      right = std::min(right, std::max(x0, x1));
    }
    const std::size_t last = first_middle(right + reach + 1, columns_);
    for (std::size_t column = first_middle(left - reach - 1, columns_); column < last; ++column) {
      const double d = distance(Segment2{a, b}, {static_cast<double>(column) + 0.5, y});
      const double cover = std::clamp(reach - d, 0.0, 1.0);
      if (cover > 0) blend(column, row, colour, cover);
    }
  }
}

void RasterPainter::polyline(std::span<const Vec2> points, Stroke stroke) {
  const double radius = stroke.width * 0.5 * static_cast<double>(samples_);
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    capsule(to_samples(points[i]), to_samples(points[i + 1]), radius, stroke.colour);
  }
}

void RasterPainter::disc(Vec2 centre, double radius, Colour colour) {
  const Vec2 at = to_samples(centre);
  capsule(at, at, radius * static_cast<double>(samples_), colour);
}

Image RasterPainter::image() const {
  Image image{.width = view().width, .height = view().height, .channels = 3, .bits = 8};
  image.samples.resize(std::size_t{image.width} * image.height * 3);
  const std::size_t count = samples_ * samples_;
  parallel_for(image.height, 64, [&](std::size_t first, std::size_t last) {
    for (std::size_t row = first; row < last; ++row) {
      for (std::size_t column = 0; column < image.width; ++column) {
        std::array<std::size_t, 3> sum = {count / 2, count / 2, count / 2};
        for (std::size_t i = 0; i < count; ++i) {
          const Colour c =
              plane_[(row * samples_ + i / samples_) * columns_ + column * samples_ + i % samples_];
          sum[0] += c.red;
          sum[1] += c.green;
          sum[2] += c.blue;
        }
        for (std::size_t channel = 0; channel < 3; ++channel) {
          image.samples[(row * image.width + column) * 3 + channel] =
              static_cast<std::uint16_t>(sum[channel] / count);
        }
      }
    }
  });
  return image;
}

}  // namespace thalweg
