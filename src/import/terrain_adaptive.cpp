// The adaptive triangulation: greedy insertion.             docs/reference/papers.md [GH95]
//
// Garland and Heckbert, "Fast polygonal approximation of terrains and height fields", 1995: start
// with two triangles; insert the sample with the largest error, keep the mesh Delaunay, and repeat
// until no error exceeds the bound. Their algorithm III: each triangle knows its worst sample, a
// heap orders the triangles, and only changed triangles are scanned again.
//
// Departure, for voids: every lattice point between ground and void squares is inserted first. The
// lattice edges between neighbouring points are then in the mesh and stay there, since the circle
// over an edge of length one contains no other lattice point. Every triangle therefore lies
// entirely on ground or entirely on voids, and the latter are dropped.
#include <algorithm>
#include <bit>
#include <cmath>

#include "import/lattice.hpp"
#include "import/lattice_delaunay.hpp"

namespace thalweg {
namespace {

using LatticeTriangle = std::array<LatticePoint, 3>;

std::int64_t floor_of(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

// The first and last column of `row` in a triangle, edges included; empty when first > last.
struct Columns {
  std::int64_t first;
  std::int64_t last;
};
Columns columns_of(const LatticeTriangle& t, std::int32_t row) {
  Columns out{std::min({t[0].x, t[1].x, t[2].x}), std::max({t[0].x, t[1].x, t[2].x})};
  for (std::size_t i = 0; i < 3; ++i) {
    const LatticePoint a = t[i];
    const LatticePoint b = t[(i + 1) % 3];
    // Left of a -> b: (b.x - a.x) (row - a.y) - rise (x - a.x) >= 0.
    const std::int64_t rise = std::int64_t{b.y} - a.y;
    const std::int64_t at = (std::int64_t{b.x} - a.x) * (std::int64_t{row} - a.y);
    if (rise > 0) out.last = std::min(out.last, a.x + floor_of(at, rise));
    if (rise < 0) out.first = std::max(out.first, a.x - floor_of(at, -rise));
    // A level edge limits the rows, and the caller stays within them.
  }
  return out;
}

// The sample of a triangle with the largest error.
struct Miss {
  double by = 0;  // metres
  std::uint32_t sample = 0;
};

// The plane of heights over a triangle: slope and offset.
struct Plane {
  double x, y, z;
  double slope_x, slope_y;
};
Plane plane_of(const Lattice& lattice, const LatticeTriangle& t) {
  const auto at = [&](LatticePoint p) {
    return Vec3(lattice.point(
        lattice.sample(static_cast<std::uint32_t>(p.x), static_cast<std::uint32_t>(p.y))));
  };
  const Vec3 a = at(t[0]);
  const Vec3 normal = cross(at(t[1]) - a, at(t[2]) - a);
  return {a.x, a.y, a.z, -normal.x / normal.z, -normal.y / normal.z};
}

Miss worst_miss(const Lattice& lattice, const LatticeTriangle& t) {
  const Plane plane = plane_of(lattice, t);
  const auto is_corner = [&](std::int64_t x, std::int32_t y) {
    return std::ranges::any_of(t, [&](LatticePoint p) { return p.x == x && p.y == y; });
  };
  const std::int32_t last_row = std::max({t[0].y, t[1].y, t[2].y});
  Miss worst;
  for (std::int32_t row = std::min({t[0].y, t[1].y, t[2].y}); row <= last_row; ++row) {
    const Columns columns = columns_of(t, row);
    const float* z =
        lattice.z.data() + std::size_t{lattice.width} * static_cast<std::uint32_t>(row);
    const double base =
        plane.z + plane.slope_y * (lattice.y[static_cast<std::size_t>(row)] - plane.y);
    for (std::int64_t c = columns.first; c <= columns.last; ++c) {
      const auto column = static_cast<std::size_t>(c);
      const double by = std::abs(base + plane.slope_x * (lattice.x[column] - plane.x) - z[column]);
      if (by > worst.by && !is_corner(c, row)) {
        worst = {by,
                 lattice.sample(static_cast<std::uint32_t>(c), static_cast<std::uint32_t>(row))};
      }
    }
  }
  return worst;
}

// Interleaves the bits of x and y (Morton code), so that close numbers are close in the plane.
std::uint64_t morton(LatticePoint p) {
  std::uint64_t code = 0;
  for (unsigned bit = 0; bit < 16; ++bit) {
    code |= std::uint64_t{(static_cast<std::uint32_t>(p.x) >> bit) & 1u} << (2 * bit);
    code |= std::uint64_t{(static_cast<std::uint32_t>(p.y) >> bit) & 1u} << (2 * bit + 1);
  }
  return code;
}

// Coarse points first, then finer ones between them, each round along a space-filling curve: few
// flips and short walks.
void sort_coarse_to_fine(std::vector<LatticePoint>& points) {
  const auto round = [](LatticePoint p) {
    return 32 - std::countr_zero(static_cast<std::uint32_t>(p.x | p.y));
  };
  std::ranges::sort(points, [&](LatticePoint a, LatticePoint b) {
    return std::pair(round(a), morton(a)) < std::pair(round(b), morton(b));
  });
}

class GreedyInsertion {
 public:
  GreedyInsertion(const Lattice& lattice, const TerrainOptions& options)
      : lattice_(lattice),
        options_(options),
        // Slightly below the bound, because a later measurement rounds differently.
        bound_(options.error * (1 - 1e-9)),
        mesh_({static_cast<std::int32_t>(lattice.width - 1),
               static_cast<std::int32_t>(lattice.height - 1)}) {}

  MeshSoup run() {
    outline_voids();
    refresh(IdRange<FaceId>(mesh_.triangle_count()));
    double least = heap_.empty() ? 0 : heap_.front().by;  // error so far
    for (std::size_t steps = 0; !heap_.empty(); ++steps) {
      std::ranges::pop_heap(heap_, is_smaller);
      const Entry worst = heap_.back();
      heap_.pop_back();
      if (worst.version != version_[worst.triangle]) continue;
      least = std::min(least, worst.by);
      if (steps % 4096 == 0) report_step(least);
      mesh_.insert(point_of(worst.sample), worst.triangle);
      refresh_changed();
    }
    return soup();
  }

 private:
  // The worst sample of a triangle at the given version of the triangle.
  struct Entry {
    double by;
    std::uint32_t sample;
    std::uint32_t triangle;
    std::uint32_t version;
  };
  // Heap order: larger errors first, then lower samples, then lower triangles.
  static bool is_smaller(const Entry& a, const Entry& b) {
    if (a.by != b.by) return a.by < b.by;
    return std::pair(a.sample, a.triangle) > std::pair(b.sample, b.triangle);
  }

  LatticePoint point_of(std::uint32_t sample) const {
    return {static_cast<std::int32_t>(lattice_.column(sample)),
            static_cast<std::int32_t>(lattice_.row(sample))};
  }

  // A triangle is on ground if the square of its centre has no void. The centre lies inside; if it
  // is on a lattice line, the squares on both sides are of the same kind.
  bool is_on_ground(const LatticeTriangle& t) const {
    return lattice_.ground(static_cast<std::uint32_t>((t[0].x + t[1].x + t[2].x) / 3),
                           static_cast<std::uint32_t>((t[0].y + t[1].y + t[2].y) / 3));
  }

  bool is_outline(std::int64_t c, std::int64_t r) const {
    int ground = 0;
    int inside = 0;
    for (const std::int64_t row : {r - 1, r}) {
      for (const std::int64_t column : {c - 1, c}) {
        if (column < 0 || row < 0 || column + 1 >= lattice_.width || row + 1 >= lattice_.height) {
          continue;
        }
        ++inside;
        ground += lattice_.ground_or_outside(column, row);
      }
    }
    return ground > 0 && ground < inside;
  }

  void outline_voids() {
    std::vector<LatticePoint> points;
    for (std::uint32_t s = 0; s < lattice_.z.size(); ++s) {
      if (is_outline(lattice_.column(s), lattice_.row(s))) points.push_back(point_of(s));
    }
    sort_coarse_to_fine(points);
    std::uint32_t near = 0;
    for (const LatticePoint p : points) {
      near = mesh_.find(p, near);
      mesh_.insert(p, near);
    }
  }

  void refresh_one(std::uint32_t triangle) {
    if (triangle >= version_.size()) version_.resize(triangle + 1, 0);
    ++version_[triangle];
    const LatticeTriangle corners = mesh_.triangle(triangle);
    if (!is_on_ground(corners)) return;
    const Miss worst = worst_miss(lattice_, corners);
    if (!(worst.by > bound_)) return;
    heap_.push_back({worst.by, worst.sample, triangle, version_[triangle]});
    std::ranges::push_heap(heap_, is_smaller);
  }
  void refresh(IdRange<FaceId> triangles) {
    for (const FaceId t : triangles) refresh_one(t.value);
  }
  void refresh_changed() {
    for (const std::uint32_t t : mesh_.changed()) refresh_one(t);
  }

  // The error falls roughly as one over the number of points, down to the bound. `least`: the least
  // error so far, since single steps may raise it.
  void report_step(double least) const {
    report(options_.progress, "triangulate", least > 0 ? std::min(bound_ / least, 1.0) : 1);
  }

  MeshSoup soup() const {
    MeshSoup soup;
    for (std::uint32_t s = 0; s < lattice_.z.size(); ++s) {
      soup.vertices.push_back(lattice_.point(s));
    }
    for (std::uint32_t t = 0; t < mesh_.triangle_count(); ++t) {
      const LatticeTriangle corners = mesh_.triangle(t);
      if (!is_on_ground(corners)) continue;
      for (const LatticePoint p : corners) {
        soup.corners.push_back(VertexId(
            lattice_.sample(static_cast<std::uint32_t>(p.x), static_cast<std::uint32_t>(p.y))));
      }
    }
    return soup;
  }

  const Lattice& lattice_;
  const TerrainOptions& options_;
  double bound_;
  LatticeDelaunay mesh_;
  std::vector<Entry> heap_;
  std::vector<std::uint32_t> version_;  // [triangle]
};

}  // namespace

Result<MeshSoup> adaptive_soup(const Lattice& lattice, const TerrainOptions& options) {
  if (!(options.error >= 0) || !std::isfinite(options.error)) {
    return Error{"the error bound must be 0 or more metres"};
  }
  const std::uint32_t most = LatticeDelaunay::kMostCoordinate + 1;
  if (lattice.width > most || lattice.height > most) {
    return Error{"the adaptive triangulation takes at most 32,768 rows and columns"};
  }
  return GreedyInsertion(lattice, options).run();
}

}  // namespace thalweg
