// The triangulations that treat all squares alike: uniform, centre and contour.
#include <algorithm>
#include <cmath>

#include "import/lattice.hpp"

namespace thalweg {
namespace {

// The corners of a square, as sample numbers.
//
//   top_left ---- top_right
//      |              |
//   low_left ---- low_right
struct Square {
  std::uint32_t low_left, low_right, top_left, top_right;
};

bool is_cut_from_low_left(const Lattice& lattice, const Square& s, TerrainMethod method) {
  if (method != TerrainMethod::contour) return false;
  const float falling = std::abs(lattice.z[s.top_left] - lattice.z[s.low_right]);
  const float rising = std::abs(lattice.z[s.low_left] - lattice.z[s.top_right]);
  return rising < falling;
}

std::array<std::uint32_t, 6> two_triangles(const Square& s, bool from_low_left) {
  if (from_low_left) {
    return {s.low_left, s.low_right, s.top_right, s.low_left, s.top_right, s.top_left};
  }
  return {s.low_left, s.low_right, s.top_left, s.low_right, s.top_right, s.top_left};
}

std::array<std::uint32_t, 12> four_triangles(const Square& s, std::uint32_t middle) {
  return {s.low_left,  s.low_right, middle, s.low_right, s.top_right, middle,
          s.top_right, s.top_left,  middle, s.top_left,  s.low_left,  middle};
}

Vec3f middle_of(const Lattice& lattice, const Square& s) {
  const Vec3 sum = (Vec3(lattice.point(s.low_left)) + Vec3(lattice.point(s.low_right))) +
                   (Vec3(lattice.point(s.top_left)) + Vec3(lattice.point(s.top_right)));
  return to_float(sum * 0.25);
}

}  // namespace

Result<MeshSoup> uniform_soup(const Lattice& lattice, const TerrainOptions& options) {
  const bool has_middle = options.method == TerrainMethod::centre;
  const auto squares = static_cast<std::size_t>(
      std::count(lattice.is_ground.begin(), lattice.is_ground.end(), std::uint8_t{1}));
  const std::size_t vertices = lattice.z.size() + (has_middle ? squares : 0);
  if (squares * (has_middle ? 12 : 6) > 0xFFFFFFFEu || vertices > 0xFFFFFFFEu) {
    return Error{"the height map is too large for one mesh"};
  }
  MeshSoup soup;
  soup.vertices.reserve(vertices);
  soup.corners.reserve(squares * (has_middle ? 12 : 6));
  for (std::uint32_t s = 0; s < lattice.z.size(); ++s) soup.vertices.push_back(lattice.point(s));
  const auto add = [&](const auto& corners) {
    for (const std::uint32_t v : corners) soup.corners.push_back(VertexId(v));
  };
  for (std::uint32_t row = 0; row + 1 < lattice.height; ++row) {
    report(options.progress, "triangulate", row / static_cast<double>(lattice.height));
    for (std::uint32_t column = 0; column + 1 < lattice.width; ++column) {
      if (!lattice.ground(column, row)) continue;
      const std::uint32_t low = lattice.sample(column, row);
      const Square square{low, low + 1, low + lattice.width, low + lattice.width + 1};
      if (!has_middle) {
        add(two_triangles(square, is_cut_from_low_left(lattice, square, options.method)));
        continue;
      }
      add(four_triangles(square, static_cast<std::uint32_t>(soup.vertices.size())));
      soup.vertices.push_back(middle_of(lattice, square));
    }
  }
  return soup;
}

}  // namespace thalweg
