// Leaves out small connected parts of the ground, as Recast does within a tile.
#include "core/unions.hpp"
#include "import/recast_tiles.hpp"

namespace thalweg {
namespace {

std::span<const std::uint32_t> loop_of(const RecastGround& ground, std::size_t polygon) {
  return std::span(ground.corner)
      .subspan(ground.first[polygon], ground.first[polygon + 1] - ground.first[polygon]);
}

double polygon_area(const RecastGround& ground, std::span<const std::uint32_t> loop) {
  double doubled = 0;
  const Vec2 base = ground.vertices[loop[0]].xy();
  for (std::size_t i = 2; i < loop.size(); ++i) {
    doubled +=
        cross(ground.vertices[loop[i - 1]].xy() - base, ground.vertices[loop[i]].xy() - base);
  }
  return doubled / 2;
}

// A connected part of the ground: polygons that share corners.
struct Part {
  double area = 0;
  bool is_on_border = false;
};

void copy_polygon(const RecastGround& from, std::size_t polygon, RecastGround& to) {
  const auto loop = loop_of(from, polygon);
  to.corner.insert(to.corner.end(), loop.begin(), loop.end());
  to.first.push_back(static_cast<std::uint32_t>(to.corner.size()));
  to.inner.insert(to.inner.end(), from.inner.begin() + from.first_inner[polygon],
                  from.inner.begin() + from.first_inner[polygon + 1]);
  to.first_inner.push_back(static_cast<std::uint32_t>(to.inner.size()));
  to.area.push_back(from.area[polygon]);
  to.is_on_border.push_back(from.is_on_border[polygon]);
}

}  // namespace

RecastGround drop_islands(const RecastGround& ground, const RecastOptions& options) {
  const std::size_t count = ground.area.size();
  Unions unions(ground.vertices.size());
  for (std::size_t i = 0; i < count; ++i) {
    for (const std::uint32_t v : loop_of(ground, i)) unions.join(v, loop_of(ground, i).front());
  }
  std::vector<Part> parts(ground.vertices.size());  // [root]
  for (std::size_t i = 0; i < count; ++i) {
    Part& part = parts[unions.root(loop_of(ground, i).front())];
    part.area += polygon_area(ground, loop_of(ground, i));
    part.is_on_border = part.is_on_border || ground.is_on_border[i];
  }
  const double side = options.region_min_size * options.cell_size;
  RecastGround out;
  out.vertices = ground.vertices;
  for (std::size_t i = 0; i < count; ++i) {
    const Part& part = parts[unions.root(loop_of(ground, i).front())];
    if (!part.is_on_border || part.area >= side * side) copy_polygon(ground, i, out);
  }
  return out;
}

}  // namespace thalweg
