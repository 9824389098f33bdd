// Two rows of panels, over the terrain and without it. The scale ends at the 99th percentile, and
// faces too small to see get dots.
#include "compare/wave_picture.hpp"

#include <cmath>
#include <numbers>

#include "core/try.hpp"
#include "thalweg/draw/faces.hpp"

namespace thalweg::tool {
namespace {

constexpr std::uint8_t kOverTerrain = 150;  // alpha of the upper row
constexpr double kStartRadius = 4;          // pixels
constexpr double kMostDotRadius = 4;        // pixels
constexpr double kLeastDotRadius = 1;       // pixels; smaller dots add nothing to the faces

// The cost that one answer in a hundred exceeds, so that a few bad answers do not darken the rest.
double farthest(const WaveLine& line) {
  std::vector<double> costs;
  for (const Distance cost : line.costs) {
    if (cost != kUnreached) costs.push_back(static_cast<double>(cost));
  }
  return costs.empty() ? 1 : std::max(percentile(costs, 0.99), 1.0);
}

std::vector<Colour> face_colours(const World& world, const WaveTargets& targets,
                                 const WaveLine& line) {
  const double most = farthest(line);
  std::vector<Colour> colours(world.mesh.face_count(), Colour{0, 0, 0, 0});
  for (std::size_t t = 0; t < targets.faces.size(); ++t) {
    if (line.costs[t] == kUnreached) continue;
    colours[targets.faces[t].value] = wave_colour(static_cast<double>(line.costs[t]) / most);
  }
  return colours;
}

// The radius of a dot for a target, in pixels: a share of the room that each of `count` targets has.
double dot_radius(const View& view, std::size_t count) {
  const double room = std::sqrt(double{1} * view.width * view.height / static_cast<double>(count));
  return std::min(room / 4, kMostDotRadius);
}

// A dot in the middle of every coloured face that is smaller than the dot, so that a few targets
// among many small faces can be seen.
void paint_dots(RasterPainter& painter, const View& view, const Mesh& mesh,
                std::span<const FaceId> faces, std::span<const Colour> colours) {
  const double radius = dot_radius(view, faces.size());
  if (radius < kLeastDotRadius) return;
  for (const FaceId face : faces) {
    const double pixels = mesh.doubled_area(face) / 2 * view.scale * view.scale;
    if (colours[face.value].alpha == 0 || pixels >= std::numbers::pi * radius * radius) continue;
    painter.disc(mesh.centre(face).xy(), radius, colours[face.value]);
  }
}

Image draw_panel(const World& world, const View& view, const WaveTargets& targets,
                 std::vector<Colour> colours, bool is_over_terrain) {
  const Vec2 start = world.frame().to_local(targets.start_point).xy();
  RasterPainter painter(view, kPaper);
  if (is_over_terrain) {
    paint_world(painter, world, {.edges = DrawEdges::off});
    for (Colour& colour : colours) colour.alpha = std::min(colour.alpha, kOverTerrain);
  }
  paint_faces(painter, world.mesh, colours);
  paint_dots(painter, view, world.mesh, targets.faces, colours);
  painter.disc(start, kStartRadius + 2, kWhite);
  painter.disc(start, kStartRadius, kStartColour);
  return painter.image();
}

}  // namespace

Result<Image> draw_wave(const World& world, const WaveTargets& targets,
                        std::span<const WaveLine> lines, std::uint32_t width) {
  TRY(const auto view, view_of(world, {.width = width, .what = DrawWhat::mesh}));
  std::vector<Image> panels;
  for (const bool is_over_terrain : {true, false}) {
    for (const WaveLine& line : lines) {
      panels.push_back(
          draw_panel(world, view, targets, face_colours(world, targets, line), is_over_terrain));
    }
  }
  return side_by_side(panels, static_cast<std::uint32_t>(lines.size()));
}

}  // namespace thalweg::tool
