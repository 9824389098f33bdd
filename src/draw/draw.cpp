// Checks, and fits the view into the largest picture allowed; then world, links and overlays are
// painted in this order, by one Painter for pixels or SVG.
#include "thalweg/draw/draw.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "draw/paint_mesh.hpp"

namespace thalweg {
namespace {

constexpr std::uint32_t kMaxSide = 8192;
constexpr std::uint32_t kMaxSvgFaces = 200000;

bool shows_mesh(const World& world, DrawWhat what) {
  return what == DrawWhat::automatic ? !world.mesh.empty() : what == DrawWhat::mesh;
}

Result<void> check(const World& world, const DrawOptions& options,
                   std::span<const Overlay> overlays) {
  const bool is_mesh = shows_mesh(world, options.what);
  if (is_mesh ? world.mesh.empty() : world.grid.empty()) {
    return Error{world.mesh.empty() && world.grid.empty()
                     ? "there is nothing to draw: the world is empty"
                     : std::string("there is nothing to draw: the world has no ") +
                           (is_mesh ? "mesh" : "grid")};
  }
  const std::uint32_t count = is_mesh ? world.mesh.face_count() : world.grid.size();
  if (options.islands.empty() ? options.colour_by == ColourBy::islands
                              : options.islands.size() != count) {
    return Error{std::string("the islands are not one per ") + (is_mesh ? "face" : "square")};
  }
  for (const Overlay& overlay : overlays) {
    for (const Vec3 p : overlay.points) {
      if (!(std::abs(p.x) <= 1e9 && std::abs(p.y) <= 1e9)) {
        return Error{"a point to draw is not within 1,000,000,000 of the origin"};
      }
    }
  }
  return {};
}

// An arrowhead at `to`, for one-way links.
void paint_arrow(Painter& painter, Vec2 from, Vec2 to) {
  const Vec2 direction = to - from;
  const double reach = length(direction) * painter.view().scale;
  if (reach < 6) return;
  const Vec2 back = direction * (-8 / reach);
  const Vec2 side{-back.y * 0.5, back.x * 0.5};
  painter.polygon(std::array{to, to + back + side, to + back - side}, kLinkColour);
}

void paint_marker(Painter& painter, Vec2 at, double radius, Colour colour) {
  painter.disc(at, radius + 2, kWhite);
  painter.disc(at, radius, colour);
}

}  // namespace

Result<View> view_of(const World& world, const DrawOptions& options) {
  if (options.width < 16 || options.width > kMaxSide) {
    return Error{"a picture must be 16 to 8192 pixels wide"};
  }
  const bool is_mesh = shows_mesh(world, options.what);
  Box2 box =
      options.view.is_empty() ? (is_mesh ? world.mesh.box() : world.grid.box()).xy() : options.view;
  const Vec2 size = box.size();
  if (!(size.x <= 1e10 && size.y <= 1e10 && (size.x > 1e-9 || size.y > 1e-9))) {
    return Error{"there is nothing to draw: the view has no size"};
  }
  const double margin =
      std::clamp(std::isfinite(options.margin) ? options.margin : 0.0, 0.0, options.width * 0.4);
  const double inner = options.width - 2 * margin;
  View view;
  view.scale = std::min(inner / std::max(size.x, size.y * 1e-6),
                        (kMaxSide - 2 * margin) / std::max(size.y, size.x * 1e-6));
  view.is_y_down = world.y_axis == YAxis::down;
  const auto pixels = [&](double metres) {
    const double wanted = std::ceil(metres * view.scale + 2 * margin - 1e-6);
    return static_cast<std::uint32_t>(std::clamp(wanted, 1.0, 1.0 * kMaxSide));
  };
  view.width = pixels(size.x);
  view.height = pixels(size.y);
  const Vec2 middle = (box.low + box.high) * 0.5;
  const Vec2 half = Vec2{1.0 * view.width, 1.0 * view.height} * (0.5 / view.scale);
  view.box = {middle - half, middle + half};
  return view;
}

void paint_world(Painter& painter, const World& world, const DrawOptions& options) {
  if (shows_mesh(world, options.what)) {
    paint_mesh(painter, world, options);
  } else {
    paint_grid(painter, world, options);
  }
  if (options.has_links) paint_links(painter, world);
}

void paint_links(Painter& painter, const World& world) {
  for (const Link& link : world.links) {
    const Vec2 from = link.from.xy();
    const Vec2 to = link.to.xy();
    painter.polyline(std::array{from, to}, {kWhite, 3.5});
    painter.polyline(std::array{from, to}, {kLinkColour, 1.8});
    painter.disc(from, 3, kLinkColour);
    if (link.is_two_way != 0) {
      painter.disc(to, 3, kLinkColour);
    } else {
      paint_arrow(painter, from, to);
    }
  }
}

void paint_overlay(Painter& painter, const Overlay& overlay) {
  if (overlay.points.empty()) return;
  if (overlay.kind == OverlayKind::polygon) {
    std::vector<Vec2> corners;
    for (const Vec3 p : overlay.points) corners.push_back(p.xy());
    return painter.polygon(corners, overlay.colour);
  }
  if (overlay.kind == OverlayKind::lines) {
    for (std::size_t i = 1; i < overlay.points.size(); i += 2) {
      const std::array ends = {overlay.points[i - 1].xy(), overlay.points[i].xy()};
      painter.polyline(ends, {overlay.colour, overlay.width});
    }
    return;
  }
  if (overlay.kind == OverlayKind::points || overlay.kind == OverlayKind::dots) {
    for (const Vec3 p : overlay.points) {
      if (overlay.kind == OverlayKind::points) painter.disc(p.xy(), overlay.width + 1, kWhite);
      painter.disc(p.xy(), overlay.width, overlay.colour);
    }
    return;
  }
  std::vector<Vec2> line;
  for (const Vec3 p : overlay.points) line.push_back(p.xy());
  if (overlay.kind == OverlayKind::line) {
    return painter.polyline(line, {overlay.colour, overlay.width});
  }
  painter.polyline(line, {kWhite, overlay.width + 3});
  painter.polyline(line, {overlay.colour, overlay.width});
  paint_marker(painter, line.front(), overlay.width * 0.5 + 4, kStartColour);
  paint_marker(painter, line.back(), overlay.width * 0.5 + 4, kGoalColour);
  painter.disc(line.back(), overlay.width * 0.5 + 0.5, kWhite);  // the goal is a target
}

Result<Image> draw_image(const World& world, const DrawOptions& options,
                         std::span<const Overlay> overlays) try {
  TRY_DO(check(world, options, overlays));
  TRY(const auto view, view_of(world, options));
  RasterPainter painter(view, kPaper);
  paint_world(painter, world, options);
  for (const Overlay& overlay : overlays) paint_overlay(painter, overlay);
  return painter.image();
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<std::string> draw_svg(const World& world, const DrawOptions& options,
                             std::span<const Overlay> overlays) try {
  TRY_DO(check(world, options, overlays));
  const bool is_mesh = shows_mesh(world, options.what);
  const std::uint32_t count = is_mesh ? world.mesh.face_count() : world.grid.size();
  if (count > kMaxSvgFaces) {
    return Error{"an SVG picture of " + std::to_string(count) + (is_mesh ? " faces" : " squares") +
                 " would be too large (at most 200000): write a PNG instead"};
  }
  TRY(const auto view, view_of(world, options));
  SvgPainter painter(view, kPaper);
  paint_world(painter, world, options);
  for (const Overlay& overlay : overlays) paint_overlay(painter, overlay);
  return painter.text();
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
