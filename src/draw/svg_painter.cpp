// SvgPainter: the same shapes as SVG text.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "thalweg/draw/painter.hpp"

namespace thalweg {
namespace {

// Hundredths of a pixel, without trailing zeros.
std::string number(double value) {
  // Points far outside the picture need no exact position.
  const double rounded = std::round(std::clamp(value, -1e7, 1e7) * 100) / 100;
  std::array<char, 64> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(),
                                 rounded == 0 ? 0.0 : rounded, std::chars_format::fixed)
                       .ptr;
  return {buffer.data(), end};
}

std::string pair(Vec2 p) { return number(p.x) + " " + number(p.y); }

// Path commands from the first point to the last: "M1 2L3 4".
std::string moves(const View& view, std::span<const Vec2> points) {
  std::string text;
  for (const Vec2 p : points) {
    text += text.empty() ? 'M' : 'L';
    text += pair(view.to_pixels(p));
  }
  return text;
}

std::string hex(Colour colour) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(1, '#');
  for (const std::uint8_t part : {colour.red, colour.green, colour.blue}) {
    text += kDigits[part >> 4];
    text += kDigits[part & 15];
  }
  return text;
}

std::string opacity(std::string_view what, Colour colour) {
  if (colour.alpha == 255) return "";
  return std::string(1, ' ').append(what) + "-opacity=\"" + number(colour.alpha / 255.0) + "\"";
}

}  // namespace

SvgPainter::SvgPainter(const View& view, Colour background) : Painter(view) {
  body_ = "<rect width=\"100%\" height=\"100%\" fill=\"" + hex(background) + "\"/>\n";
}

void SvgPainter::close_path() {
  if (!is_path_open_) return;
  // A thin line of the same colour hides the seams that antialiasing leaves between neighbours.
  body_ += "\" fill=\"" + hex(path_colour_) + "\"" + opacity("fill", path_colour_);
  if (path_colour_.alpha == 255) {
    body_ += " stroke=\"" + hex(path_colour_) + "\" stroke-width=\"0.5\" stroke-linejoin=\"round\"";
  }
  body_ += "/>\n";
  is_path_open_ = false;
}

void SvgPainter::polygon(std::span<const Vec2> corners, Colour colour) {
  if (is_path_open_ && !(path_colour_ == colour && colour.alpha == 255)) close_path();
  if (!is_path_open_) body_ += "<path d=\"";
  is_path_open_ = true;
  path_colour_ = colour;
  body_ += moves(view(), corners);
  body_ += "Z";
}

void SvgPainter::polyline(std::span<const Vec2> points, Stroke stroke) {
  if (points.size() < 2) return;
  close_path();
  body_ += "<path d=\"";
  body_ += moves(view(), points);
  body_ += "\" fill=\"none\" stroke=\"" + hex(stroke.colour) + "\"" +
           opacity("stroke", stroke.colour) + " stroke-width=\"" + number(stroke.width) +
           "\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n";
}

void SvgPainter::disc(Vec2 centre, double radius, Colour colour) {
  close_path();
  const Vec2 at = view().to_pixels(centre);
  body_ += "<circle cx=\"" + number(at.x) + "\" cy=\"" + number(at.y) + "\" r=\"" + number(radius) +
           "\" fill=\"" + hex(colour) + "\"" + opacity("fill", colour) + "/>\n";
}

std::string SvgPainter::text() const {
  SvgPainter whole = *this;
  whole.close_path();
  const std::string size = std::to_string(view().width) + "\" height=\"" +
                           std::to_string(view().height) + "\" viewBox=\"0 0 " +
                           std::to_string(view().width) + " " + std::to_string(view().height);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + size + "\">\n" + whole.body_ +
         "</svg>\n";
}

}  // namespace thalweg
