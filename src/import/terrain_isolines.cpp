// The isoline triangulation: all samples, with contour lines as edges of the mesh.
//
// The lines are those of the uniform triangulation: straight over each of its triangles, from edge
// to edge, so that they never cross. Where a line meets an edge, there is a vertex whose height is
// exactly the level. Lines and the borders of voids are the constraints of a Delaunay
// triangulation.
#include <algorithm>
#include <cmath>

#include "core/try.hpp"
#include "import/lattice.hpp"
#include "thalweg/core/memory.hpp"

namespace thalweg {
namespace {

Error too_close() {
  return Error{"isolines at this interval come too close together to be told apart"};
}

// An edge of the uniform triangulation, from its lower sample to its higher one.
struct LatticeEdge {
  std::uint32_t low;
  std::uint32_t high;
};

class Isolines {
 public:
  Isolines(const Lattice& lattice, const TerrainOptions& options)
      : lattice_(lattice),
        interval_(options.interval),
        most_points_(options.most_points.value_or(
            std::max<std::uint64_t>(1'000'000, 16 * lattice.z.size()))) {
    // Points closer than this are not safely distinct in stored coordinates.
    least_gap_ = 0x1p-22 * std::max(lattice.x.back(), lattice.y.back());
  }

  Result<void> find() {
    TRY_DO(check_interval());
    find_bands();
    snap_samples();
    find_bands();
    add_samples();
    TRY_DO(add_crossings());
    add_lines();
    add_void_borders();
    return {};
  }

  const PlanarInput& input() const { return input_; }
  const std::vector<float>& heights() const { return heights_; }  // [point of input]

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  enum Direction : std::uint32_t { right, up, falling };  // falling: to the upper left

  float level(std::int64_t k) const {
    return static_cast<float>(static_cast<double>(k) * interval_);
  }

  // Levels must be distinct as stored heights, with a margin.
  Result<void> check_interval() const {
    double most = 0;
    for (const float z : lattice_.z) {
      if (!std::isnan(z)) most = std::max(most, std::abs(static_cast<double>(z)));
    }
    if (!(interval_ > 0) || !(interval_ <= 1e9)) {
      return Error{"the interval of isolines must be above 0 and at most 1,000,000,000 metres"};
    }
    if (interval_ < std::max(most * 0x1p-20, 1e-6)) return too_close();
    return {};
  }

  // The number of the highest level at or below z.
  std::int64_t band_of(float z) const {
    auto k = static_cast<std::int64_t>(std::floor(z / interval_));
    while (level(k + 1) <= z) ++k;
    while (level(k) > z) --k;
    return k;
  }
  void find_bands() {
    band_.assign(lattice_.z.size(), 0);
    for (std::uint32_t s = 0; s < band_.size(); ++s) {
      if (!std::isnan(lattice_.z[s])) band_[s] = band_of(lattice_.z[s]);
    }
  }

  // Calls visit(number, edge) for each edge of the uniform triangulation of ground squares. The
  // number of an edge is 3 * its leftmost (or lower) sample + direction.
  template <class Visit>
  void each_edge(Visit visit) const {
    for (std::uint32_t r = 0; r < lattice_.height; ++r) {
      for (std::uint32_t c = 0; c < lattice_.width; ++c) {
        const bool here = lattice_.ground_or_outside(c, r);
        const std::uint32_t s = lattice_.sample(c, r);
        if (here || lattice_.ground_or_outside(c, std::int64_t{r} - 1)) {
          visit(3 * s + right, by_height(s, s + 1));
        }
        if (here || lattice_.ground_or_outside(std::int64_t{c} - 1, r)) {
          visit(3 * s + up, by_height(s, s + lattice_.width));
        }
        if (here) visit(3 * s + falling, by_height(s + 1, s + lattice_.width));
      }
    }
  }

  LatticeEdge by_height(std::uint32_t a, std::uint32_t b) const {
    return lattice_.z[a] <= lattice_.z[b] ? LatticeEdge{a, b} : LatticeEdge{b, a};
  }

  // Where level k crosses `edge`, before rounding.
  Vec2 crossing(const LatticeEdge& edge, std::int64_t k) const {
    const Vec3 low = lattice_.point(edge.low);
    const Vec3 high = lattice_.point(edge.high);
    return low.xy() + (high.xy() - low.xy()) * ((level(k) - low.z) / (high.z - low.z));
  }

  bool is_close(Vec2 p, Vec2 q) const {
    return std::max(std::abs(p.x - q.x), std::abs(p.y - q.y)) < least_gap_;
  }

  // A line that passes a sample closer than coordinates can resolve passes through it: the sample
  // then takes the level's height, a change within rounding. All such samples are found before any
  // is changed, since the bands are computed from the original heights.
  void snap_samples() {
    each_edge([&](std::uint32_t, LatticeEdge edge) {
      if (band_[edge.low] == band_[edge.high]) return;
      for (const auto& [sample, k] :
           {std::pair(edge.low, band_[edge.low] + 1), std::pair(edge.high, band_[edge.high])}) {
        if (!is_close(crossing(edge, k), lattice_.point(sample).xy())) continue;
        snapped_.push_back({sample, level(k)});
      }
    });
    for (const auto& [sample, z] : snapped_) lattice_.z[sample] = z;
  }

  void add_samples() {
    index_.assign(lattice_.z.size(), kNone);
    for (std::uint32_t s = 0; s < index_.size(); ++s) {
      if (!lattice_.is_used(s)) continue;
      index_[s] = add_point(lattice_.point(s));
    }
  }

  std::uint32_t add_point(Vec3f p) {
    input_.points.push_back(p.xy());
    heights_.push_back(p.z);
    return static_cast<std::uint32_t>(heights_.size() - 1);
  }

  // One past the highest level that crosses `edge` between its ends; a line through the higher end
  // needs no extra point.
  std::int64_t last_crossing(const LatticeEdge& edge) const {
    const std::int64_t k = band_[edge.high];
    return level(k) == lattice_.z[edge.high] ? k : k + 1;
  }

  // Counts before anything is made, since a wrong scale of heights gives millions of lines.
  Result<void> check_crossings() const {
    std::uint64_t count = 0;
    each_edge([&](std::uint32_t, LatticeEdge edge) {
      count += static_cast<std::uint64_t>(
          std::max<std::int64_t>(last_crossing(edge) - band_[edge.low] - 1, 0));
    });
    if (count > most_points_) {
      return Error{"isolines at this interval meet " + std::to_string(count) +
                   " edges, more than the limit of " + std::to_string(most_points_) +
                   ": check the interval and the scale of heights (--max-points raises the limit)"};
    }
    constexpr std::uint64_t kPointBytes = 250;  // measured, with the triangulation
    return check_memory(heights_.size() + count, kPointBytes);
  }

  Result<void> add_crossings() {
    first_crossing_.assign(3 * lattice_.z.size(), kNone);
    TRY_DO(check_crossings());
    bool is_good = true;
    each_edge([&](std::uint32_t number, LatticeEdge edge) {
      Vec2 before = lattice_.point(edge.low).xy();
      for (std::int64_t k = band_[edge.low] + 1; k < last_crossing(edge); ++k) {
        const Vec2 p = crossing(edge, k);
        is_good &= !is_close(before, p);
        before = p;
        const std::uint32_t id = add_point(to_float({p.x, p.y, level(k)}));
        if (first_crossing_[number] == kNone) first_crossing_[number] = id;
      }
      if (band_[edge.low] + 1 < last_crossing(edge)) {
        is_good &= !is_close(before, lattice_.point(edge.high).xy());
      }
    });
    return is_good ? Result<void>() : too_close();
  }

  // The point where level k crosses the edge of that number.
  std::uint32_t crossing_id(std::uint32_t number, const LatticeEdge& edge, std::int64_t k) const {
    if (k == last_crossing(edge)) return index_[edge.high];
    return first_crossing_[number] + static_cast<std::uint32_t>(k - band_[edge.low] - 1);
  }

  struct Side {
    std::uint32_t number;
    LatticeEdge edge;
  };
  Side side(std::uint32_t number, std::uint32_t a, std::uint32_t b) const {
    return {number, by_height(a, b)};
  }

  // Adds the lines over one triangle, given by its sides.
  void add_lines_over(const std::array<Side, 3>& sides) {
    std::int64_t first = band_[sides[0].edge.low];
    std::int64_t last = band_[sides[0].edge.high];
    for (const Side& s : sides) {
      first = std::min(first, band_[s.edge.low]);
      last = std::max(last, band_[s.edge.high]);
    }
    for (std::int64_t k = first + 1; k <= last; ++k) {
      std::array<std::uint32_t, 2> ends{};
      std::size_t count = 0;
      for (const Side& s : sides) {
        if (band_[s.edge.low] >= k || band_[s.edge.high] < k) continue;
        if (count < 2) ends[count] = crossing_id(s.number, s.edge, k);
        ++count;
      }
      if (count == 2 && ends[0] != ends[1]) add_segment(ends[0], ends[1]);
    }
  }

  void add_lines() {
    for (std::uint32_t r = 0; r + 1 < lattice_.height; ++r) {
      for (std::uint32_t c = 0; c + 1 < lattice_.width; ++c) {
        if (!lattice_.ground(c, r)) continue;
        const std::uint32_t s = lattice_.sample(c, r);
        const std::uint32_t above = s + lattice_.width;
        const Side diagonal = side(3 * s + falling, s + 1, above);
        add_lines_over({side(3 * s + right, s, s + 1), diagonal, side(3 * s + up, s, above)});
        add_lines_over({side(3 * above + right, above, above + 1), diagonal,
                        side(3 * (s + 1) + up, s + 1, above + 1)});
      }
    }
    // A line along a lattice edge is found from both sides: remove duplicates.
    std::ranges::sort(input_.segments);
    input_.segments.erase(std::unique(input_.segments.begin(), input_.segments.end()),
                          input_.segments.end());
  }

  void add_segment(std::uint32_t a, std::uint32_t b) {
    input_.segments.push_back({std::min(a, b), std::max(a, b)});
  }

  // The edges between ground and void squares, divided at the lines that meet them.
  void add_void_borders() {
    const auto is_void = [&](std::int64_t c, std::int64_t r) {
      return c >= 0 && r >= 0 && c + 1 < lattice_.width && r + 1 < lattice_.height &&
             !lattice_.ground_or_outside(c, r);
    };
    each_edge([&](std::uint32_t number, LatticeEdge edge) {
      const std::int64_t c = lattice_.column(number / 3);
      const std::int64_t r = lattice_.row(number / 3);
      const bool is_right = number % 3 == right;
      if (number % 3 == falling) return;
      if (!is_void(c, r) && !(is_right ? is_void(c, r - 1) : is_void(c - 1, r))) return;
      std::uint32_t from = index_[edge.low];
      for (std::int64_t k = band_[edge.low] + 1; k < last_crossing(edge); ++k) {
        const std::uint32_t to = crossing_id(number, edge, k);
        add_segment(from, to);
        from = to;
      }
      add_segment(from, index_[edge.high]);
    });
  }

  struct Snapped {
    std::uint32_t sample;
    float z;
  };

  Lattice lattice_;
  double interval_;
  std::uint64_t most_points_;
  double least_gap_ = 0;
  std::vector<std::int64_t> band_;  // [sample]
  std::vector<Snapped> snapped_;
  std::vector<std::uint32_t> index_;           // [sample]       its point; none when unused
  std::vector<std::uint32_t> first_crossing_;  // [edge number]  its first point, lowest level first
  PlanarInput input_;
  std::vector<float> heights_;
};

// True when the triangle lies on a ground square. The constraints keep it from lying on both kinds.
bool is_on_ground(const Lattice& lattice, const PlanarTriangles& planar,
                  const std::array<std::uint32_t, 3>& t) {
  const Vec2 centre = (planar.points[t[0]] + planar.points[t[1]] + planar.points[t[2]]) * (1.0 / 3);
  const Range columns = positions_within(lattice.x, 0, centre.x);
  const Range rows = positions_within(lattice.y, 0, centre.y);
  return lattice.ground_or_outside(std::int64_t{columns.last} - 1, std::int64_t{rows.last} - 1);
}

}  // namespace

Result<MeshSoup> isoline_soup(const Lattice& lattice, const TerrainOptions& options) {
  if (!options.triangulator) return no_triangulator();
  if (lattice.z.size() > (std::size_t{1} << 30)) {
    return Error{"isolines take at most 1,073,741,824 samples"};
  }
  report(options.progress, "isolines", 0);
  Isolines isolines(lattice, options);
  TRY_DO(isolines.find());
  report(options.progress, "triangulate", 0);
  TRY(const auto planar, options.triangulator(isolines.input()));
  if (planar.points.size() != isolines.input().points.size()) return too_close();
  MeshSoup soup;
  soup.vertices.reserve(planar.points.size());
  for (std::size_t i = 0; i < planar.points.size(); ++i) {
    const Vec2 p = planar.points[i];
    soup.vertices.push_back(
        {static_cast<float>(p.x), static_cast<float>(p.y), isolines.heights()[i]});
  }
  for (const auto& triangle : planar.triangles) {
    if (!is_on_ground(lattice, planar, triangle)) continue;
    for (const std::uint32_t v : triangle) soup.corners.push_back(VertexId(v));
  }
  return soup;
}

}  // namespace thalweg
