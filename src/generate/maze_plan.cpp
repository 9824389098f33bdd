// A random depth-first search connects all chambers in a spanning tree; extra openings make loops.
#include "generate/maze_plan.hpp"

#include "thalweg/core/random.hpp"

namespace thalweg {
namespace {

constexpr std::uint32_t kNoChamber = 0xFFFFFFFFu;

// The chamber next to `at` (0 east, 1 south, 2 west, 3 north), or none.
std::uint32_t neighbour(const MazePlan& plan, std::uint32_t at, std::uint32_t direction) {
  const std::uint32_t x = at % plan.columns;
  const std::uint32_t y = at / plan.columns;
  switch (direction) {
    case 0: return x + 1 < plan.columns ? at + 1 : kNoChamber;
    case 1: return y + 1 < plan.rows ? at + plan.columns : kNoChamber;
    case 2: return x > 0 ? at - 1 : kNoChamber;
    default: return y > 0 ? at - plan.columns : kNoChamber;
  }
}

void join(MazePlan& plan, std::uint32_t at, std::uint32_t next, std::uint32_t direction) {
  if (direction == 0) plan.open_east[at] = 1;
  if (direction == 1) plan.open_south[at] = 1;
  if (direction == 2) plan.open_east[next] = 1;
  if (direction == 3) plan.open_south[next] = 1;
}

void add_loops(MazePlan& plan, double loops, Random& random) {
  if (loops <= 0) return;
  for (std::uint32_t at = 0; at < plan.columns * plan.rows; ++at) {
    for (const std::uint32_t direction : {0u, 1u}) {
      const std::uint32_t next = neighbour(plan, at, direction);
      if (next != kNoChamber && random.unit() < loops) join(plan, at, next, direction);
    }
  }
}

struct Along {
  bool in_wall = false;
  std::uint32_t chamber = 0;
  std::uint32_t offset = 0;
};
// The position of `at` along one axis, counted from the first chamber.
Along along(const MazeLayout& layout, std::uint32_t at) {
  const std::uint32_t pitch = layout.corridor + layout.wall;
  const std::uint32_t offset = at % pitch;
  return {offset >= layout.corridor, at / pitch, offset};
}

}  // namespace

MazePlan plan_maze(const MazeOptions& options) {
  MazePlan plan{
      .columns = options.columns, .rows = options.rows, .open_east = {}, .open_south = {}};
  const std::uint32_t count = plan.columns * plan.rows;
  plan.open_east.assign(count, 0);
  plan.open_south.assign(count, 0);
  Random random(options.seed);
  std::vector<std::uint8_t> is_reached(count, 0);
  std::vector<std::uint32_t> path = {random.below(count)};
  is_reached[path[0]] = 1;
  while (!path.empty()) {
    const std::uint32_t at = path.back();
    const std::uint32_t turn = random.below(4);
    bool is_stuck = true;
    for (std::uint32_t i = 0; i < 4 && is_stuck; ++i) {
      const std::uint32_t direction = (turn + i) % 4;
      const std::uint32_t next = neighbour(plan, at, direction);
      if (next == kNoChamber || is_reached[next] != 0) continue;
      join(plan, at, next, direction);
      is_reached[next] = 1;
      path.push_back(next);
      is_stuck = false;
    }
    if (is_stuck) path.pop_back();
  }
  add_loops(plan, options.loops, random);
  return plan;
}

MazeLayout lay_out_maze(MapSize size, std::uint32_t corridor, std::uint32_t wall) {
  MazeLayout layout{.corridor = corridor, .wall = wall};
  const std::uint32_t pitch = corridor + wall;
  layout.columns = size.width < pitch + wall ? 0 : (size.width - wall) / pitch;
  layout.rows = size.height < pitch + wall ? 0 : (size.height - wall) / pitch;
  layout.left = (size.width - layout.columns * pitch - wall) / 2;
  layout.top = (size.height - layout.rows * pitch - wall) / 2;
  return layout;
}

MazeSite maze_site_at(const MazeLayout& layout, std::uint32_t x, std::uint32_t y) {
  if (x < layout.left + layout.wall || y < layout.top + layout.wall) return {};
  const Along ax = along(layout, x - layout.left - layout.wall);
  const Along ay = along(layout, y - layout.top - layout.wall);
  if (ax.chamber >= layout.columns || ay.chamber >= layout.rows) return {};
  if (ax.in_wall && ay.in_wall) return {};
  const std::uint32_t chamber = ay.chamber * layout.columns + ax.chamber;
  if (ax.in_wall) {
    if (ax.chamber + 1 == layout.columns) return {};
    return {MazeSite::Kind::east_wall, chamber, ay.offset};
  }
  if (ay.in_wall) {
    if (ay.chamber + 1 == layout.rows) return {};
    return {MazeSite::Kind::south_wall, chamber, ax.offset};
  }
  return {MazeSite::Kind::chamber, chamber, 0};
}

}  // namespace thalweg
