// The painter's algorithm: faces from the lowest to the highest where floors may overlap, then
// portals, then walls. Hillshading is exaggerated until a mean slope shows.
#include "draw/paint_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace thalweg {
namespace {

// Larger meshes are sorted only if the sum of areas proves that faces overlap.
constexpr std::uint32_t kSortedFaces = 300000;

// Faces from the lowest to the highest, so that bridges hide what is below; empty when the order of
// ids is good enough.
std::vector<std::uint32_t> faces_by_height(const Mesh& mesh) {
  const Vec2 size = mesh.box().xy().size();
  if (mesh.face_count() > kSortedFaces) {
    double doubled = 0;
    for (const FaceId f : mesh.faces()) doubled += mesh.doubled_area(f);
    if (doubled <= 2.0001 * size.x * size.y) return {};
  }
  std::vector<float> height;
  std::vector<std::uint32_t> order;
  for (const FaceId f : mesh.faces()) {
    order.push_back(f.value);
    height.push_back(static_cast<float>(mesh.centre(f).z));
  }
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return height[a] != height[b] ? height[a] < height[b] : a < b;
  });
  return order;
}

// Stores the corners of `face` in `corners`; true if a part of it may be visible.
bool take_corners(const Mesh& mesh, FaceId face, const Box2& seen, std::vector<Vec2>& corners) {
  corners.clear();
  Box2 box;
  for (const EdgeId e : mesh.edges(face)) {
    corners.push_back(mesh.start(e).xy());
    box.add(corners.back());
  }
  return box.meets(seen);
}

void paint_edges(Painter& painter, const Mesh& mesh, bool with_portals) {
  const Box2& seen = painter.view().box;
  for (const bool is_wall_round : {false, true}) {  // walls last, so that they lie on top
    if (!is_wall_round && !with_portals) continue;
    for (const EdgeId e : mesh.edges()) {
      const bool is_wall = !mesh.is_portal(e);
      if (is_wall != is_wall_round) continue;
      if (!is_wall && mesh.twin(e) < e) continue;
      const std::array<Vec2, 2> line = {mesh.start(e).xy(), mesh.end(e).xy()};
      Box2 box;
      box.add(line[0]);
      box.add(line[1]);
      if (!box.meets(seen)) continue;
      painter.polyline(line, is_wall ? Stroke{kWallColour, 1.4} : Stroke{kPortalColour, 0.8});
    }
  }
}

// Rise over run, the mean over a sample of the faces.
double mean_slope(const Mesh& mesh) {
  double sum = 0;
  const std::uint32_t step = mesh.face_count() / 20000 + 1;
  std::uint32_t count = 0;
  for (std::uint32_t f = 0; f < mesh.face_count(); f += step, ++count) {
    const Vec3 normal = mesh.normal(FaceId(f));
    sum += std::min(length(normal.xy()) / std::max(normal.z, 1e-6), 5.0);
  }
  return sum / count;
}

// The mean side of a face in pixels, treating faces as squares.
double mean_side(const Mesh& mesh, const View& view) {
  double doubled = 0;
  const std::uint32_t step = mesh.face_count() / 100000 + 1;
  std::uint32_t count = 0;
  for (std::uint32_t f = 0; f < mesh.face_count(); f += step, ++count) {
    doubled += mesh.doubled_area(FaceId(f));
  }
  return std::sqrt(doubled * 0.5 / count) * view.scale;
}

}  // namespace

ColourBy chosen_colouring(const World& world, const DrawOptions& options, bool is_mesh) {
  if (options.colour_by != ColourBy::automatic) return options.colour_by;
  if (!options.islands.empty()) return ColourBy::islands;
  const Vec3 size = is_mesh ? world.mesh.box().size() : world.grid.box().size();
  return size.z > 1e-3 * std::max(size.x, size.y) ? ColourBy::height : ColourBy::area;
}

HeightScale height_scale(const Box3& box, double mean_slope) {
  HeightScale scale{.low = box.low.z, .range = std::max(box.size().z, 1e-9)};
  // Shadows are clearest for slopes of about one in two.
  scale.exaggeration = std::clamp(0.6 / std::max(mean_slope, 1e-9), 0.5, 5.0);
  return scale;
}

Colour ground_colour(const GroundLook& ground, ColourBy by, const HeightScale& scale) {
  Vec3 normal{ground.normal.x * scale.exaggeration, ground.normal.y * scale.exaggeration,
              ground.normal.z};
  normal = normal * (1 / std::max(length(normal), 1e-12));
  const double light = 0.4 + 0.6 * hillshade(normal);
  if (by == ColourBy::height) {
    Colour colour = height_colour((ground.height - scale.low) / scale.range);
    if (ground.area != kGround) colour = mixed(colour, area_colour(ground.area), 0.75);
    return lit(colour, light);
  }
  const double faint = 0.5 + 0.5 * light;  // so that slopes still show
  if (by == ColourBy::islands) return lit(island_colour(ground.island), faint);
  return lit(by == ColourBy::flat ? area_colour(kGround) : area_colour(ground.area), faint);
}

void paint_mesh(Painter& painter, const World& world, const DrawOptions& options) {
  const Mesh& mesh = world.mesh;
  const ColourBy by = chosen_colouring(world, options, true);
  const HeightScale scale = height_scale(mesh.box(), mean_slope(mesh));
  const std::vector<std::uint32_t> order = faces_by_height(mesh);
  std::vector<Vec2> corners;
  for (std::uint32_t i = 0; i < mesh.face_count(); ++i) {
    const FaceId face(order.empty() ? i : order[i]);
    if (!take_corners(mesh, face, painter.view().box, corners)) continue;
    const GroundLook ground{.height = mesh.centre(face).z,
                            .normal = mesh.normal(face),
                            .area = mesh.area(face),
                            .island = options.islands.empty() ? 0 : options.islands[face.value]};
    painter.polygon(corners, ground_colour(ground, by, scale));
  }
  const double side = mean_side(mesh, painter.view());
  const bool is_on = options.edges == DrawEdges::on;
  const bool is_automatic = options.edges == DrawEdges::automatic;
  if (is_on || (is_automatic && side >= 3)) {
    paint_edges(painter, mesh, is_on || side >= 9);
  }
}

}  // namespace thalweg
