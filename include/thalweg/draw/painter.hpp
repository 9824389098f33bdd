// Painter: filled polygons, lines and discs, on pixels or as SVG text. Knows nothing of worlds.
//
// Positions are world-local coordinates; a View converts them to pixels. Widths and radii are
// pixels.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "thalweg/draw/colour.hpp"
#include "thalweg/geometry/box.hpp"
#include "thalweg/geometry/vec.hpp"
#include "thalweg/image/image.hpp"

namespace thalweg {

// The visible part of the plane, and its scale.
struct View {
  Box2 box;                 // what is seen, margins included
  double scale = 1;         // pixels per metre
  bool is_y_down = false;   // true: small y at the top
  std::uint32_t width = 0;  // pixels
  std::uint32_t height = 0;

  Vec2 to_pixels(Vec2 p) const {
    return {(p.x - box.low.x) * scale, (is_y_down ? p.y - box.low.y : box.high.y - p.y) * scale};
  }
};

struct Stroke {
  Colour colour;
  double width = 1;  // pixels
};

class Painter {
 public:
  virtual ~Painter() = default;

  const View& view() const { return view_; }

  // A filled convex polygon. Polygons that share an edge leave no seam.
  virtual void polygon(std::span<const Vec2> corners, Colour colour) = 0;
  // A line with round joins and ends.
  virtual void polyline(std::span<const Vec2> points, Stroke stroke) = 0;
  virtual void disc(Vec2 centre, double radius, Colour colour) = 0;

 protected:
  explicit Painter(const View& view) : view_(view) {}

 private:
  View view_;
};

// Paints pixels with several samples each, so that edges are smooth and small details average out.
class RasterPainter final : public Painter {
 public:
  RasterPainter(const View& view, Colour background);

  void polygon(std::span<const Vec2> corners, Colour colour) override;
  void polyline(std::span<const Vec2> points, Stroke stroke) override;
  void disc(Vec2 centre, double radius, Colour colour) override;

  // What has been painted so far: 8 bit RGB.
  Image image() const;

 private:
  struct Span {
    std::size_t first = 0;
    std::size_t last = 0;
  };
  Vec2 to_samples(Vec2 p) const;
  void capsule(Vec2 a, Vec2 b, double radius, Colour colour);
  void blend(std::size_t column, std::size_t row, Colour colour, double cover);

  std::size_t samples_ = 1;  // per pixel and axis
  std::size_t columns_ = 0;  // of samples
  std::size_t rows_ = 0;
  std::vector<Colour> plane_;  // [row * columns_ + column]
};

// Writes SVG text. Neighbouring polygons of one colour become one path.
class SvgPainter final : public Painter {
 public:
  SvgPainter(const View& view, Colour background);

  void polygon(std::span<const Vec2> corners, Colour colour) override;
  void polyline(std::span<const Vec2> points, Stroke stroke) override;
  void disc(Vec2 centre, double radius, Colour colour) override;

  // The whole document.
  std::string text() const;

 private:
  void close_path();

  std::string body_;
  bool is_path_open_ = false;
  Colour path_colour_;
};

}  // namespace thalweg
