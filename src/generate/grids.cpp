// Grid maps: one small function per generator.
#include "thalweg/generate/grids.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "core/thrown.hpp"
#include "core/try.hpp"
#include "generate/job.hpp"
#include "generate/maze_plan.hpp"
#include "generate/noise.hpp"
#include "thalweg/core/memory.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/core/random.hpp"

namespace thalweg {
namespace {

using Areas = std::vector<AreaId>;

Result<Areas> rooms(const Job& job) {
  const MazeLayout layout = lay_out_maze({job.width, job.height}, job.whole(0), 1);
  if (layout.columns == 0 || layout.rows == 0) {
    return Error{"the map is too small for one room and the walls around it"};
  }
  const MazePlan plan = plan_maze({layout.columns, layout.rows, job.seed, job.settings[2]});
  const std::uint32_t door = std::min(job.whole(1), layout.corridor);
  const auto is_door = [&](const MazeSite& site) {
    const bool is_east = site.kind == MazeSite::Kind::east_wall;
    if ((is_east ? plan.open_east : plan.open_south)[site.chamber] == 0) return false;
    Random random(mix64(job.seed) ^ (std::uint64_t{site.chamber} * 2 + (is_east ? 1 : 0)));
    const std::uint32_t start = random.below(layout.corridor - door + 1);
    return site.along >= start && site.along < start + door;
  };
  Areas areas(job.size(), kBlocked);
  for (std::uint32_t y = 0; y < job.height; ++y) {
    for (std::uint32_t x = 0; x < job.width; ++x) {
      const MazeSite site = maze_site_at(layout, x, y);
      const bool is_open = site.kind == MazeSite::Kind::chamber ||
                           (site.kind != MazeSite::Kind::solid && is_door(site));
      if (is_open) areas[std::size_t{y} * job.width + x] = kGround;
    }
  }
  return areas;
}

Result<Areas> maze_areas(const Job& job) {
  const MazeLayout layout = lay_out_maze({job.width, job.height}, job.whole(0), job.whole(1));
  if (layout.columns == 0 || layout.rows == 0) {
    return Error{"the map is too small for one corridor and the walls around it"};
  }
  const MazePlan plan = plan_maze({layout.columns, layout.rows, job.seed, job.settings[2]});
  Areas areas(job.size(), kBlocked);
  for (std::uint32_t y = 0; y < job.height; ++y) {
    for (std::uint32_t x = 0; x < job.width; ++x) {
      const MazeSite site = maze_site_at(layout, x, y);
      using Kind = MazeSite::Kind;
      const bool is_open = site.kind == Kind::chamber ||
                           (site.kind == Kind::east_wall && plan.open_east[site.chamber] != 0) ||
                           (site.kind == Kind::south_wall && plan.open_south[site.chamber] != 0);
      if (is_open) areas[std::size_t{y} * job.width + x] = kGround;
    }
  }
  return areas;
}

// How many of the eight squares around (x, y) are rock; squares outside the map count as rock.
int rock_around(const Job& job, const Areas& areas, std::uint32_t x, std::uint32_t y) {
  int count = 0;
  for (std::uint32_t ny = y; ny <= y + 2; ++ny) {
    for (std::uint32_t nx = x; nx <= x + 2; ++nx) {
      if (nx == x + 1 && ny == y + 1) continue;
      // nx and ny are one too large, so that they are not negative at the border.
      const bool is_outside = nx == 0 || ny == 0 || nx > job.width || ny > job.height;
      if (is_outside || areas[std::size_t{ny - 1} * job.width + nx - 1] == kBlocked) ++count;
    }
  }
  return count;
}

Areas smoothed(const Job& job, const Areas& areas) {
  Areas next(areas.size());
  parallel_for(job.height, 64, [&](std::size_t first, std::size_t last) {
    for (std::size_t y = first; y < last; ++y) {
      for (std::uint32_t x = 0; x < job.width; ++x) {
        const int rock = rock_around(job, areas, x, static_cast<std::uint32_t>(y));
        const std::size_t at = y * job.width + x;
        next[at] = rock >= 5 || (rock == 4 && areas[at] == kBlocked) ? kBlocked : kGround;
      }
    }
  });
  return next;
}

// Marks and returns the free squares connected to `start` by steps in four directions.
std::vector<std::uint32_t> flood(const Job& job, const Areas& areas, std::uint32_t start,
                                 std::vector<std::uint8_t>& is_seen) {
  std::vector<std::uint32_t> found = {start};
  is_seen[start] = 1;
  const auto visit = [&](std::uint32_t at) {
    if (is_seen[at] != 0 || areas[at] == kBlocked) return;
    is_seen[at] = 1;
    found.push_back(at);
  };
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::uint32_t at = found[i];
    if (at % job.width > 0) visit(at - 1);
    if ((at + 1) % job.width > 0) visit(at + 1);
    if (at >= job.width) visit(at - job.width);
    if (at + job.width < job.size()) visit(at + job.width);
  }
  return found;
}

// Only the largest cave remains; the first of equals.
Areas largest_part(const Job& job, const Areas& areas) {
  std::vector<std::uint8_t> is_seen(areas.size(), 0);
  std::vector<std::uint32_t> largest;
  for (std::uint32_t at = 0; at < areas.size(); ++at) {
    if (is_seen[at] != 0 || areas[at] == kBlocked) continue;
    auto part = flood(job, areas, at, is_seen);
    if (part.size() > largest.size()) largest = std::move(part);
  }
  Areas out(areas.size(), kBlocked);
  for (const std::uint32_t at : largest) out[at] = kGround;
  return out;
}

Result<Areas> caves(const Job& job) {
  Random random(job.seed);
  Areas areas(job.size());
  for (AreaId& area : areas) area = random.unit() < job.settings[0] ? kBlocked : kGround;
  for (std::uint32_t step = 0; step < job.whole(1); ++step) areas = smoothed(job, areas);
  return largest_part(job, areas);
}

Result<Areas> obstacles(const Job& job) {
  Random random(job.seed);
  Areas areas(job.size());
  for (AreaId& area : areas) area = random.unit() < job.settings[0] ? kBlocked : kGround;
  return areas;
}

Result<Areas> rectangles(const Job& job) {
  Random random(job.seed);
  Areas areas(job.size(), kGround);
  const auto wanted = static_cast<std::uint64_t>(job.settings[0] * static_cast<double>(job.size()));
  std::uint64_t blocked = 0;
  // Blocks that overlap others add little, so the number of painted squares is bounded too.
  for (std::uint64_t painted = 0; blocked < wanted && painted < job.size() * 64;) {
    const std::uint32_t w = std::min(1 + random.below(job.whole(1)), job.width);
    const std::uint32_t h = std::min(1 + random.below(job.whole(1)), job.height);
    painted += std::uint64_t{w} * h;
    const std::uint32_t left = random.below(job.width - w + 1);
    const std::uint32_t top = random.below(job.height - h + 1);
    for (std::uint32_t y = top; y < top + h; ++y) {
      for (std::uint32_t x = left; x < left + w; ++x) {
        AreaId& area = areas[std::size_t{y} * job.width + x];
        blocked += area == kGround ? 1u : 0u;
        area = kBlocked;
      }
    }
  }
  return areas;
}

Result<Areas> wilds(const Job& job) {
  Areas areas(job.size(), kGround);
  const double scale = job.settings[0] / std::max(job.width, job.height);
  const double bar = 0.62 - 0.95 * job.settings[1];
  parallel_for(job.height, 64, [&](std::size_t first, std::size_t last) {
    for (std::size_t y = first; y < last; ++y) {
      for (std::uint32_t x = 0; x < job.width; ++x) {
        const Vec2 p{x * scale, static_cast<double>(y) * scale};
        const double wet = fractal_noise(p, {.seed = job.seed, .octaves = 5});
        const double wood =
            fractal_noise(p * 1.5, {.seed = mix64(job.seed), .octaves = 6, .gain = 0.6});
        AreaId& area = areas[y * job.width + x];
        if (wood > bar) area = kTrees;
        if (wet > bar) area = kSwamp;
        if (wet > bar + 0.08) area = kWater;
      }
    }
  });
  return areas;
}

struct GridMaker {
  std::string_view name;
  Result<Areas> (*make)(const Job&);
};
constexpr GridMaker kGridMakers[] = {{"rooms", rooms},           {"maze", maze_areas},
                                     {"caves", caves},           {"obstacles", obstacles},
                                     {"rectangles", rectangles}, {"wilds", wilds}};

char letter(AreaId area) {
  switch (area) {
    case kBlocked: return '@';
    case kWater: return 'W';
    case kSwamp: return 'S';
    case kTrees: return 'T';
    default: return '.';
  }
}

}  // namespace

Result<Grid> generate_grid(const GenerateGridOptions& options) try {
  TRY(const Generator* generator, find_generator(options.kind, GeneratorKind::grid));
  if (options.width < 1 || options.width > kMaxGeneratedSide || options.height < 1 ||
      options.height > kMaxGeneratedSide) {
    return Error{"the sides of a generated map must be 1 to 16384 squares"};
  }
  constexpr std::uint64_t kSquareBytes = 16;  // with the text of the map
  TRY_DO(check_memory(std::uint64_t{options.width} * options.height, kSquareBytes));
  TRY(auto settings, settle(*generator, options.settings));
  const Job job{options.width, options.height, mix64(options.seed), std::move(settings)};
  const auto maker = std::find_if(std::begin(kGridMakers), std::end(kGridMakers),
                                  [&](const GridMaker& e) { return e.name == options.kind; });
  TRY(Areas areas, maker->make(job));
  // At least one square must be free.
  if (std::none_of(areas.begin(), areas.end(), is_walkable)) {
    areas[job.size() / 2 + (job.height % 2 == 0 ? job.width / 2 : 0)] = kGround;
  }
  return Grid::from({.width = job.width,
                     .height = job.height,
                     .spacing = static_cast<float>(options.spacing),
                     .shape = GridShape::square,
                     .area = std::move(areas),
                     .ground = {}});
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

std::string write_map(const Grid& grid) {
  std::string text = "type octile\nheight " + std::to_string(grid.height()) + "\nwidth " +
                     std::to_string(grid.width()) + "\nmap\n";
  text.reserve(text.size() + std::size_t{grid.width() + 1} * grid.height());
  for (std::uint32_t y = 0; y < grid.height(); ++y) {
    for (std::uint32_t x = 0; x < grid.width(); ++x) text += letter(grid.area(grid.at(x, y)));
    text += '\n';
  }
  return text;
}

}  // namespace thalweg
