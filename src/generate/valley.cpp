// The valley in three steps: a bed for the river, erosion on a coarse lattice, and fine detail.
//
// The lattice has about 128 points along its longer side whatever the size of the map, so one seed
// gives one valley at every resolution.
#include "generate/valley.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "generate/erosion.hpp"
#include "generate/noise.hpp"
#include "thalweg/core/hash.hpp"
#include "thalweg/core/parallel.hpp"

namespace thalweg {
namespace {

constexpr std::uint32_t kLattice = 128;

// The intended course of the river, 0 to 1 across, at `v` from 0 (its source) to 1 (its mouth).
double wanted_course(double v, const ValleyOptions& options) {
  const double wide = gradient_noise({v * 2.2 + 0.3, 0.5}, mix64(options.seed + 1));
  const double tight = gradient_noise({v * 6.1, 7.5}, mix64(options.seed + 2));
  return std::clamp(0.5 + options.meander * (0.85 * wide + 0.28 * tight), 0.15, 0.85);
}

// A surface that leads the water to the intended course, and an uplift that raises its flanks.
Landscape raw_land(const ValleyOptions& options) {
  const double longer = std::max(options.width, options.height);
  Landscape land;
  land.width = std::max(8u, static_cast<std::uint32_t>(kLattice * (options.width / longer)) + 1);
  land.height = std::max(8u, static_cast<std::uint32_t>(kLattice * (options.height / longer)) + 1);
  land.z.reserve(std::size_t{land.width} * land.height);
  for (std::uint32_t row = 0; row < land.height; ++row) {
    const double v = static_cast<double>(row) / (land.height - 1);
    const double course = wanted_course(v, options);
    for (std::uint32_t column = 0; column < land.width; ++column) {
      const double off = std::abs(static_cast<double>(column) / (land.width - 1) - course);
      const Vec2 p{column / 20.0, row / 20.0};
      const double hills = fractal_noise(p, {.seed = mix64(options.seed + 3), .octaves = 5});
      const double broad = gradient_noise(p * 0.7, mix64(options.seed + 4));
      // Rock of uneven hardness keeps the streams from following the axes of the lattice.
      const double hard = gradient_noise(p * 9.3, mix64(options.seed + 6));
      land.z.push_back(30 * off + 8 * (1 - v) + 3 * hills);
      const double flank = smooth_step(0.0, 0.45, off);
      land.uplift.push_back((0.25 + flank * (1 + 0.5 * broad) + 0.4 * (1 - v) * (1 - v)) *
                            (1 + 0.7 * hard));
    }
  }
  const auto mouth = static_cast<std::uint32_t>(wanted_course(1, options) * (land.width - 1));
  land.mouth = {(land.height - 1) * land.width + mouth};
  land.z[land.mouth[0]] = -1;
  return land;
}

// The river from its source to its mouth. Traced upstream from the mouth along the branch with most
// water.
std::vector<std::uint32_t> river(const Landscape& land, const Drainage& drainage) {
  std::vector<std::uint32_t> fullest(land.z.size(), land.mouth[0]);
  std::vector<double> most(land.z.size(), 0);
  for (const std::uint32_t at : drainage.order) {
    const std::uint32_t to = drainage.receiver[at];
    if (to == at || drainage.water[at] <= most[to]) continue;
    most[to] = drainage.water[at];
    fullest[to] = at;
  }
  std::vector<std::uint32_t> course = {land.mouth[0]};
  while (most[course.back()] > 250) course.push_back(fullest[course.back()]);
  std::reverse(course.begin(), course.end());
  return course;
}

struct RiverPoint {
  Vec2 at;          // lattice coordinates
  double bed = 0;   // height
  double flow = 0;  // 0 at the source to 1 at the mouth
};

// The river as a smooth line with twelve points per step of the lattice.
std::vector<RiverPoint> smooth_river(const Landscape& land, std::span<const std::uint32_t> course) {
  std::vector<RiverPoint> points;
  for (const std::uint32_t at : course) {
    points.push_back({{static_cast<double>(at % land.width), static_cast<double>(at / land.width)},
                      land.z[at],
                      static_cast<double>(points.size()) / static_cast<double>(course.size())});
  }
  for (int round = 0; round < 6; ++round) {  // the lattice's corners, rounded off
    std::vector<RiverPoint> next = points;
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
      next[i].at = (points[i - 1].at + points[i].at * 2 + points[i + 1].at) * 0.25;
    }
    points = std::move(next);
  }
  std::vector<RiverPoint> fine;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    for (int part = 0; part < 12; ++part) {
      const double t = part / 12.0;
      fine.push_back({points[i].at + (points[i + 1].at - points[i].at) * t,
                      points[i].bed + (points[i + 1].bed - points[i].bed) * t,
                      points[i].flow + (points[i + 1].flow - points[i].flow) * t});
    }
  }
  return fine;
}

// The distance of each lattice point from the river, and the river's height there.
struct Banks {
  std::vector<double> distance;  // [lattice point]  in steps of the lattice
  std::vector<double> bed;       // [lattice point]
};
Banks find_banks(const Landscape& land, std::span<const RiverPoint> line) {
  Banks banks{std::vector<double>(land.z.size(), 1e9), std::vector<double>(land.z.size(), 0)};
  parallel_for(land.height, 8, [&](std::size_t first, std::size_t last) {
    for (std::size_t row = first; row < last; ++row) {
      for (std::uint32_t column = 0; column < land.width; ++column) {
        const Vec2 here{static_cast<double>(column), static_cast<double>(row)};
        const std::size_t at = row * land.width + column;
        for (std::size_t i = 0; i < line.size(); i += 6) {  // two points per step are enough
          const RiverPoint& point = line[i];
          const Vec2 off = point.at - here;
          const double squared = dot(off, off);
          if (squared >= banks.distance[at]) continue;
          banks.distance[at] = squared;
          banks.bed[at] = point.bed;
        }
        banks.distance[at] = std::sqrt(banks.distance[at]);
      }
    }
  });
  return banks;
}

// Lowers the land beside the river to a floor that widens towards the mouth.
void flatten_floor(Landscape& land, const Banks& banks, const ValleyOptions& options) {
  for (std::size_t at = 0; at < land.z.size(); ++at) {
    const double v = static_cast<double>(at / land.width) / (land.height - 1);
    const double half = 0.5 * options.floor * land.width * (0.35 + 0.9 * v);
    const double above = land.z[at] - banks.bed[at];
    if (above <= 0) continue;
    const double keep = smooth_step(half * 0.4, half * 2.2 + 0.5, banks.distance[at]);
    land.z[at] = banks.bed[at] + above * (0.06 + 0.94 * keep);
  }
}

// A uniform cubic B-spline over four values, at t from the second to the third: smooth, never
// overshoots.
double between(const std::array<double, 4>& p, double t) {
  const double u = 1 - t;
  const double far = u * u * u * p[0] + t * t * t * p[3];
  return (far + (4 - 6 * t * t + 3 * t * t * t) * p[1] + (4 - 6 * u * u + 3 * u * u * u) * p[2]) /
         6;
}

double sample(const Landscape& land, std::span<const double> values, Vec2 p) {
  const auto clamped = [](double value, std::uint32_t count) {
    return static_cast<std::size_t>(std::clamp(value, 0.0, count - 1.0));
  };
  const double column = std::floor(p.x);
  const double row = std::floor(p.y);
  std::array<double, 4> rows;
  for (int j = 0; j < 4; ++j) {
    std::array<double, 4> line;
    for (int i = 0; i < 4; ++i) {
      line[i] = values[clamped(row + j - 1, land.height) * land.width +
                       clamped(column + i - 1, land.width)];
    }
    rows[j] = between(line, p.x - column);
  }
  return between(rows, p.y - row);
}

// The lattice position of the map's point `p`: distorted, so that nothing runs straight along the
// lattice.
Vec2 bent(Vec2 p, const Landscape& land, const ValleyOptions& options) {
  const Vec2 q = p * (1 / 13.0);
  const Vec2 bend{gradient_noise(q, mix64(options.seed + 7)),
                  gradient_noise(q, mix64(options.seed + 8))};
  // The last row is not distorted, so that the river leaves the map.
  return p + bend * ((1.5 + 4 * options.meander) * smooth_step(0, 12, land.height - 1 - p.y));
}

// The inverse of `bent`, by fixed-point iteration.
Vec2 unbent(Vec2 p, const Landscape& land, const ValleyOptions& options) {
  Vec2 q = p;
  for (int round = 0; round < 12; ++round) q = q - (bent(q, land, options) - p) * 0.7;
  return q;
}

// Converts samples of the map to lattice coordinates.
struct Scale {
  double x = 1;
  double y = 1;
};

// Cuts a channel into `z` along the river, about one step of the lattice wide at the source and two
// at the mouth.
void cut_channel(std::vector<double>& z, std::span<const RiverPoint> line, const Scale& scale,
                 const ValleyOptions& options) {
  for (const RiverPoint& point : line) {
    const double radius = 0.45 + 0.55 * point.flow;
    const auto range = [&](double centre, double step, std::uint32_t count) {
      const double low = std::clamp((centre - radius) / step, 0.0, count - 1.0);
      const double high = std::clamp((centre + radius) / step, 0.0, count - 1.0);
      return std::pair{static_cast<std::size_t>(low), static_cast<std::size_t>(high)};
    };
    const auto [left, right] = range(point.at.x, scale.x, options.width);
    const auto [top, bottom] = range(point.at.y, scale.y, options.height);
    for (std::size_t row = top; row <= bottom; ++row) {
      for (std::size_t column = left; column <= right; ++column) {
        const Vec2 off =
            Vec2{static_cast<double>(column) * scale.x, static_cast<double>(row) * scale.y} -
            point.at;
        const double part = dot(off, off) / (radius * radius);
        if (part >= 1) continue;
        double& here = z[row * options.width + column];
        here = std::min(here, point.bed - 0.5 + 2.5 * part * part);
      }
    }
  }
}

}  // namespace

std::vector<double> valley_heights(const ValleyOptions& options) {
  Landscape land = erode(raw_land(options), {});
  const Drainage drainage = drain(land);
  std::vector<RiverPoint> line = smooth_river(land, river(land, drainage));
  const Banks banks = find_banks(land, line);
  flatten_floor(land, banks, options);
  const double highest = std::max(1.0, *std::max_element(land.z.begin(), land.z.end()));
  const Scale scale{(land.width - 1.0) / (options.width - 1),
                    (land.height - 1.0) / (options.height - 1)};
  std::vector<double> z(std::size_t{options.width} * options.height);
  parallel_for(options.height, 16, [&](std::size_t first, std::size_t last) {
    for (std::size_t row = first; row < last; ++row) {
      for (std::uint32_t column = 0; column < options.width; ++column) {
        const Vec2 p{column * scale.x, static_cast<double>(row) * scale.y};
        const Vec2 from = bent(p, land, options);
        const double base = sample(land, land.z, from);
        const double off = sample(land, banks.distance, from) / land.width;
        const double detail = fractal_noise(
            p * 0.2, {.seed = mix64(options.seed + 5), .octaves = 7, .gain = 0.5, .ridged = 0.5});
        const double wild = 0.08 * options.roughness * highest *
                            smooth_step(options.floor * 0.5, options.floor + 0.25, off);
        z[row * options.width + column] = base + wild * detail;
      }
    }
  });
  for (RiverPoint& point : line) point.at = unbent(point.at, land, options);
  cut_channel(z, line, scale, options);
  for (double& value : z) value = (value + 1.5) / highest;
  return z;
}

}  // namespace thalweg
