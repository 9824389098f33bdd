// Height maps: one small function per generator, then conversion to whole numbers.
#include "thalweg/generate/heights.hpp"

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "core/thrown.hpp"
#include "core/try.hpp"
#include "generate/job.hpp"
#include "generate/maze_plan.hpp"
#include "generate/noise.hpp"
#include "generate/valley.hpp"
#include "thalweg/core/hash.hpp"
#include "thalweg/core/memory.hpp"
#include "thalweg/core/parallel.hpp"

namespace thalweg {
namespace {

// Heights of any range, [row * width + column].
using Heights = std::vector<double>;

// Calls height(column, row) for every sample.
template <class Function>
Heights fill(const Job& job, const Function& height) {
  Heights z(std::size_t{job.width} * job.height);
  parallel_for(job.height, 16, [&](std::size_t first, std::size_t last) {
    for (std::size_t row = first; row < last; ++row) {
      for (std::uint32_t column = 0; column < job.width; ++column) {
        z[row * job.width + column] = height(column, static_cast<std::uint32_t>(row));
      }
    }
  });
  return z;
}

// The sample's position, scaled so that the longer side goes from 0 to 1.
Vec2 lattice_point(const Job& job, std::uint32_t column, std::uint32_t row) {
  const double longer = std::max(job.width, job.height) - 1.0;
  return {column / longer, row / longer};
}

Result<Heights> cone(const Job& job) {
  const Vec2 middle = lattice_point(job, job.width - 1, job.height - 1) * 0.5;
  const double radius = std::min(middle.x, middle.y);
  return fill(job, [&](std::uint32_t column, std::uint32_t row) {
    return std::max(0.0, 1 - length(lattice_point(job, column, row) - middle) / radius);
  });
}

// A wave from 0 to 1 and back over one unit, smooth at both ends.
double wave(double t) {
  const double part = std::abs((t - std::floor(t)) * 2 - 1);
  return smooth_step(0, 1, 1 - part);
}

Result<Heights> ridges(const Job& job) {
  const double count = job.settings[0];
  const double rough = job.settings[1];
  return fill(job, [&](std::uint32_t column, std::uint32_t row) {
    const Vec2 p = lattice_point(job, column, row) * count;
    const double bend = fractal_noise(p * 0.5, {.seed = job.seed, .octaves = 3});
    const double crest = fractal_noise(p * 0.7, {.seed = mix64(job.seed + 1), .octaves = 3});
    const double fine = fractal_noise(
        p * 3, {.seed = mix64(job.seed + 2), .octaves = 6, .gain = 0.5, .ridged = 0.4});
    const double height = wave(p.x + rough * 1.2 * bend);
    return height * (1 + rough * 1.6 * crest) + rough * 0.15 * fine * (0.25 + height);
  });
}

Result<Heights> valley(const Job& job) {
  return valley_heights({.width = job.width,
                         .height = job.height,
                         .seed = job.seed,
                         .meander = job.settings[0],
                         .roughness = job.settings[1],
                         .floor = job.settings[2] / 100});
}

Result<Heights> maze_heights(const Job& job) {
  const auto corridor = static_cast<std::uint32_t>(job.settings[0]);
  const auto wall = static_cast<std::uint32_t>(job.settings[1]);
  const MazeLayout layout = lay_out_maze({job.width, job.height}, corridor, wall);
  if (layout.columns == 0 || layout.rows == 0) {
    return Error{"the map is too small for one corridor and the walls around it"};
  }
  const MazePlan plan = plan_maze({layout.columns, layout.rows, job.seed, 0});
  return fill(job, [&](std::uint32_t column, std::uint32_t row) {
    const MazeSite at = maze_site_at(layout, column, row);
    switch (at.kind) {
      case MazeSite::Kind::chamber: return 0.0;
      case MazeSite::Kind::east_wall: return plan.open_east[at.chamber] != 0 ? 0.0 : 1.0;
      case MazeSite::Kind::south_wall: return plan.open_south[at.chamber] != 0 ? 0.0 : 1.0;
      case MazeSite::Kind::solid: break;
    }
    return 1.0;
  });
}

Result<Heights> fractal(const Job& job) {
  const FractalOptions options{.seed = job.seed,
                               .octaves = 10,
                               .gain = 0.25 + 0.4 * job.settings[1],
                               .ridged = job.settings[2]};
  return fill(job, [&](std::uint32_t column, std::uint32_t row) {
    const Vec2 q = lattice_point(job, column, row) * job.settings[0];
    const Vec2 p{0.8 * q.x - 0.6 * q.y, 0.6 * q.x + 0.8 * q.y};  // off the axes
    const Vec2 bend{gradient_noise(p, mix64(job.seed + 1)), gradient_noise(p, mix64(job.seed + 2))};
    return fractal_noise(p + bend * 0.2, options);
  });
}

struct HeightsMaker {
  std::string_view name;
  Result<Heights> (*make)(const Job&);
  double steepness;    // the relief over the map's shorter side, when none is asked for
  double most_relief;  // metres
};
constexpr HeightsMaker kHeightsMakers[] = {{"cone", cone, 0.25, 3000},
                                           {"ridges", ridges, 0.08, 1500},
                                           {"valley", valley, 0.2, 3000},
                                           {"maze", maze_heights, 1, 20},
                                           {"fractal", fractal, 0.2, 3000}};

// Converts to whole numbers: the lowest height becomes 0, the highest `relief` metres.
HeightField to_whole(const GenerateHeightsOptions& options, const Heights& z, double relief) {
  const double most = options.code == HeightCode::grey ? 65535 : 16777215;
  HeightField out;
  out.metres_per_unit = options.code == HeightCode::grey ? 0.1 : 0.001;
  if (relief / out.metres_per_unit > most) out.metres_per_unit = relief / most;
  const auto [low, high] = std::minmax_element(z.begin(), z.end());
  const double range = *high > *low ? *high - *low : 1;
  const double units = std::min(most, relief / out.metres_per_unit);
  out.width = options.width;
  out.height = options.height;
  out.spacing_x = options.spacing;
  out.spacing_y = options.spacing;
  out.z.resize(z.size());
  for (std::size_t i = 0; i < z.size(); ++i) {
    out.z[i] = static_cast<float>(std::floor((z[i] - *low) / range * units + 0.5));
  }
  return out;
}

}  // namespace

Result<HeightField> generate_heights(const GenerateHeightsOptions& options) try {
  TRY(const Generator* generator, find_generator(options.kind, GeneratorKind::heights));
  if (options.width < 2 || options.width > kMaxGeneratedSide || options.height < 2 ||
      options.height > kMaxGeneratedSide) {
    return Error{"the sides of a generated height map must be 2 to 16384 samples"};
  }
  if (!(options.spacing > 0 && options.spacing <= 1e6)) {
    return Error{"the spacing of a height map must be over 0 and at most 1,000,000 metres"};
  }
  if (!(options.relief >= 0 && options.relief <= 1e6)) {
    return Error{"the relief of a height map must be 0 to 1,000,000 metres"};
  }
  constexpr std::uint64_t kSampleBytes = 32;  // measured, with the image
  TRY_DO(check_memory(std::uint64_t{options.width} * options.height, kSampleBytes));
  TRY(auto settings, settle(*generator, options.settings));
  const Job job{options.width, options.height, mix64(options.seed), std::move(settings)};
  const auto maker = std::find_if(std::begin(kHeightsMakers), std::end(kHeightsMakers),
                                  [&](const HeightsMaker& e) { return e.name == options.kind; });
  TRY(const auto z, maker->make(job));
  const double side = (std::min(options.width, options.height) - 1) * options.spacing;
  const double relief =
      options.relief > 0 ? options.relief : std::min(maker->steepness * side, maker->most_relief);
  return to_whole(options, z, relief);
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
