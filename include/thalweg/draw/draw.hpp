// Pictures of a world, with paths and points on top, as an image or SVG text. No window, no GPU.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/draw/painter.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

enum class DrawWhat { automatic, mesh, grid };  // automatic: the mesh where there is one

enum class ColourBy {
  automatic,  // by islands if given, else by height where the ground has some, else by area
  height,     // lowland green to white peaks, with shadows; areas shine through
  area,
  islands,  // DrawOptions::islands
  flat      // one colour
};

enum class DrawEdges { automatic, on, off };  // automatic: where faces are large enough to see

struct DrawOptions {
  std::uint32_t width = 1024;  // pixels, 16 to 8192; the height follows, at most 8192
  double margin = 12;          // pixels around the world
  DrawWhat what = DrawWhat::automatic;
  ColourBy colour_by = ColourBy::automatic;
  std::span<const std::uint32_t> islands = {};  // [face] or [square]  any number each
  DrawEdges edges = DrawEdges::automatic;
  bool has_links = true;
  Box2 view = {};  // what to show, local coordinates. DEFAULT (empty): all of the world
};

// dots: points without a rim, for large numbers of points. line: from point to point, without the
// rim and ends of a path. lines: each pair of points is a separate line. polygon: filled and
// convex.
enum class OverlayKind { path, points, dots, line, lines, polygon };

// Something drawn on top of the world.
struct Overlay {
  OverlayKind kind = OverlayKind::path;
  std::vector<Vec3> points = {};  // local coordinates; of a path: from start to goal
  Colour colour = kPathColour;
  double width = 3;  // pixels; of points and dots: their diameter is twice that
};

// An 8 bit RGB picture. Faces are drawn one by one, so memory is that of the picture. Refused with
// a sentence: an empty world, sizes out of range, islands that are not one per face or square.
Result<Image> draw_image(const World& world, const DrawOptions& options = {},
                         std::span<const Overlay> overlays = {});

// The same as SVG text. Also refused: over 200,000 faces or squares.
Result<std::string> draw_svg(const World& world, const DrawOptions& options = {},
                             std::span<const Overlay> overlays = {});

// The parts of a picture, for use with other painters.
Result<View> view_of(const World& world, const DrawOptions& options);
void paint_world(Painter& painter, const World& world, const DrawOptions& options);
void paint_links(Painter& painter, const World& world);
void paint_overlay(Painter& painter, const Overlay& overlay);

}  // namespace thalweg
