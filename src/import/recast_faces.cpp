// Cuts polygons into faces that follow the ground: a polygon whose points all lie near one plane
// stays whole, any other becomes triangles over its points.
#include <algorithm>
#include <cmath>

#include "geometry/direction.hpp"
#include "import/polygon_triangles.hpp"
#include "import/recast_tiles.hpp"
#include "thalweg/geometry/predicates.hpp"

namespace thalweg {
namespace {

class FaceMaker {
 public:
  FaceMaker(const RecastGround& ground, const RecastOptions& options)
      : ground_(ground), tolerance_(level_tolerance(options)) {
    out_.soup.vertices = ground.vertices;
    out_.soup.first_corner.push_back(0);
  }

  RecastFaces run() {
    for (std::size_t i = 0; i + 1 < ground_.first.size(); ++i) {
      const auto loop = std::span(ground_.corner)
                            .subspan(ground_.first[i], ground_.first[i + 1] - ground_.first[i]);
      const auto inner =
          std::span(ground_.inner)
              .subspan(ground_.first_inner[i], ground_.first_inner[i + 1] - ground_.first_inner[i]);
      if (is_convex(loop) && is_level(loop, inner)) {
        add_face(loop, ground_.area[i]);
      } else {
        cut(loop, inner, ground_.area[i]);
      }
    }
    return std::move(out_);
  }

 private:
  Vec3 point(std::uint32_t vertex) const { return out_.soup.vertices[vertex]; }

  bool is_convex(std::span<const std::uint32_t> loop) const;
  bool is_level(std::span<const std::uint32_t> loop, std::span<const Vec3f> inner) const;
  void cut(std::span<const std::uint32_t> loop, std::span<const Vec3f> inner, std::uint8_t area);
  void add_face(std::span<const std::uint32_t> corners, std::uint8_t area) {
    for (const std::uint32_t c : corners) out_.soup.corners.push_back(VertexId(c));
    out_.soup.first_corner.push_back(static_cast<std::uint32_t>(out_.soup.corners.size()));
    out_.area.push_back(area);
  }

  const RecastGround& ground_;
  double tolerance_;
  RecastFaces out_;
};

// True if the loop turns left once, straight corners allowed. Exact.
bool FaceMaker::is_convex(std::span<const std::uint32_t> loop) const {
  const auto at = [&](std::size_t i) { return point(loop[i % loop.size()]).xy(); };
  int half_turns = 0;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    if (orientation(at(i), at(i + 1), at(i + 2)) < 0 || at(i) == at(i + 1)) return false;
    half_turns += is_upwards(at(i), at(i + 1)) != is_upwards(at(i + 1), at(i + 2));
  }
  return half_turns == 2;
}

bool FaceMaker::is_level(std::span<const std::uint32_t> loop, std::span<const Vec3f> inner) const {
  const Vec3 base = point(loop.front());
  Vec3 normal;
  Vec3 sum;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vec3 a = point(loop[i]) - base;
    normal = normal + cross(a, point(loop[(i + 1) % loop.size()]) - base);
    sum = sum + a;
  }
  if (!(normal.z > 0)) return false;
  const Vec3 centre = base + sum * (1 / static_cast<double>(loop.size()));
  const auto is_near = [&](Vec3 p) {
    const Vec3 off = p - centre;
    const double z = -(normal.x * off.x + normal.y * off.y) / normal.z;
    return std::abs(off.z - z) <= tolerance_;
  };
  return std::ranges::all_of(loop, [&](std::uint32_t v) { return is_near(point(v)); }) &&
         std::ranges::all_of(inner, [&](Vec3f p) { return is_near(p); });
}

void FaceMaker::cut(std::span<const std::uint32_t> loop, std::span<const Vec3f> inner,
                    std::uint8_t area) {
  std::vector<std::uint32_t> vertices(loop.begin(), loop.end());
  for (const Vec3f p : inner) {
    vertices.push_back(static_cast<std::uint32_t>(out_.soup.vertices.size()));
    out_.soup.vertices.push_back(p);
  }
  std::vector<Vec2> points;
  for (const std::uint32_t v : vertices) points.push_back(point(v).xy());
  const auto triangles = triangulate_polygon(points, loop.size());
  out_.dropped += triangles.empty();
  for (const IndexTriangle& t : triangles) {
    add_face(std::array{vertices[t[0]], vertices[t[1]], vertices[t[2]]}, area);
  }
}

}  // namespace

RecastFaces ground_faces(const RecastGround& ground, const RecastOptions& options) {
  return FaceMaker(ground, options).run();
}

}  // namespace thalweg
