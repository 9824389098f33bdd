// A mesh that covers exactly the walkable squares of a grid.
//
//   . . # .      a corner of the grid is a vertex where the border does more than go
//   . . # .      straight on through it:  turns, ends, meets another, crosses
//   # # . .
#include "thalweg/import/trace.hpp"

#include <algorithm>
#include <array>

#include <vector>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "thalweg/core/memory.hpp"
#include "thalweg/import/merge.hpp"
#include "thalweg/world/mesh_builder.hpp"

namespace thalweg {
namespace {

constexpr std::uint32_t kNoVertex = 0xFFFFFFFFu;

// The kinds of the squares: borders run between squares of different kinds. Squares that cannot be
// walked on and everything outside the grid are one kind.
class Kinds {
 public:
  Kinds(const Grid& grid, bool keep_areas) : width_(grid.width()), height_(grid.height()) {
    kind_.reserve(grid.size());
    for (const AreaId area : grid.arrays().area) {
      kind_.push_back(!is_walkable(area) ? kBlocked : keep_areas ? area : kGround);
    }
  }

  std::uint32_t width() const { return width_; }
  std::uint32_t height() const { return height_; }
  AreaId at(std::uint32_t x, std::uint32_t y) const { return kind_[std::size_t{y} * width_ + x]; }
  // Which of the four directions at a corner of the grid have a border.
  struct Borders {
    bool left, right, up, down;  // up: towards smaller y
    bool is_vertex() const {
      const bool straight_on = (left && right && !up && !down) || (up && down && !left && !right);
      return (left || right || up || down) && !straight_on;
    }
  };
  Borders borders(std::uint32_t x, std::uint32_t y) const {
    const AreaId up_left = x > 0 && y > 0 ? at(x - 1, y - 1) : kBlocked;
    const AreaId up_right = x < width_ && y > 0 ? at(x, y - 1) : kBlocked;
    const AreaId down_left = x > 0 && y < height_ ? at(x - 1, y) : kBlocked;
    const AreaId down_right = x < width_ && y < height_ ? at(x, y) : kBlocked;
    return {up_left != down_left, up_right != down_right, up_left != up_right,
            down_left != down_right};
  }

 private:
  std::uint32_t width_;
  std::uint32_t height_;
  std::vector<AreaId> kind_;
};

// The borders as points (whole numbers) and straight segments between them.
PlanarInput trace(const Kinds& kinds) {
  PlanarInput out;
  std::vector<std::uint32_t> above(kinds.width() + 1,
                                   kNoVertex);  // [column]  the last vertex in it
  for (std::uint32_t y = 0; y <= kinds.height(); ++y) {
    std::uint32_t before = kNoVertex;  // the last vertex in this row
    for (std::uint32_t x = 0; x <= kinds.width(); ++x) {
      const auto borders = kinds.borders(x, y);
      if (!borders.is_vertex()) continue;
      const auto vertex = static_cast<std::uint32_t>(out.points.size());
      out.points.push_back({static_cast<double>(x), static_cast<double>(y)});
      // A border from the left (from above) started at the last vertex there.
      if (borders.left) out.segments.push_back({before, vertex});
      if (borders.up) out.segments.push_back({above[x], vertex});
      before = above[x] = vertex;
    }
  }
  return out;
}

// The kind of ground under a triangle. No border crosses a triangle, so its inside is of one kind.
// Its centroid lies inside, and so does a part of every square that touches the centroid. Corners
// are whole numbers, so their sum divided by three and rounded down gives the square exactly.
AreaId kind_under(const Kinds& kinds, const PlanarTriangles& in,
                  const std::array<std::uint32_t, 3>& triangle) {
  std::uint64_t x = 0;
  std::uint64_t y = 0;
  for (const std::uint32_t v : triangle) {
    x += static_cast<std::uint64_t>(in.points[v].x);
    y += static_cast<std::uint64_t>(in.points[v].y);
  }
  return kinds.at(static_cast<std::uint32_t>(x / 3), static_cast<std::uint32_t>(y / 3));
}

MeshSoup walkable_triangles(const Kinds& kinds, const PlanarTriangles& in, double spacing) {
  MeshSoup soup;
  soup.vertices.reserve(in.points.size());
  for (const Vec2 p : in.points)
    soup.vertices.push_back(to_float({p.x * spacing, p.y * spacing, 0}));
  bool all_ground = true;
  for (const auto& triangle : in.triangles) {
    const AreaId kind = kind_under(kinds, in, triangle);
    if (kind == kBlocked) continue;
    for (const std::uint32_t v : triangle) soup.corners.push_back(VertexId(v));
    soup.face_area.push_back(kind);
    all_ground = all_ground && kind == kGround;
  }
  if (all_ground) soup.face_area.clear();
  return soup;
}

}  // namespace

Result<Mesh> grid_to_mesh(const Grid& grid, const GridMeshOptions& options) try {
  if (!options.triangulate) return no_triangulator();
  if (grid.shape() != GridShape::square) return Error{"a grid of hexagons cannot become a mesh"};
  if (grid.has_ground()) return Error{"a grid with heights cannot become a flat mesh"};
  if (std::max(grid.width(), grid.height()) > (1u << 24)) {
    return Error{"a grid over 16,777,216 squares wide or high cannot become a mesh"};
  }
  const Kinds kinds(grid, options.keep_areas);
  const PlanarInput borders = trace(kinds);
  constexpr std::uint64_t kPointBytes = 280;  // measured, from here to the merged mesh
  TRY_DO(check_memory(borders.points.size(), kPointBytes));
  TRY(auto planar, options.triangulate(borders));
  TRY(auto built, build_mesh(walkable_triangles(kinds, planar, grid.spacing())));
  if (!options.convex) return built.mesh;
  return merge_convex(built.mesh, {.max_corners = options.max_corners});
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
