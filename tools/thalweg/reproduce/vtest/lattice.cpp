// The plans: two obstacles that overlap by thirds, and slaloms. Row heights have 14 bits, so that
// lattice points are exact in floats and walls stay straight.
#include "reproduce/vtest/lattice.hpp"

#include <algorithm>
#include <array>

#include "core/try.hpp"
#include "thalweg/world/mesh_builder.hpp"

namespace thalweg::tool {
namespace {

// The height of a triangle with sides of one, to 14 bits: then all corners on one line of the lattice
// are on it exactly, in floats too, and no wall bends where it should not.
constexpr double kRowHeight = 14189.0 / 16384;

Vec3 lattice_point(double i, double j) { return {i + j / 2, j * kRowHeight, 0}; }

// The corners of the world: a parallelogram that leans to the right, so that none of its corners is
// in anybody's path.
struct LatticeFrame {
  LatticePoint low{std::numeric_limits<int>::max(), std::numeric_limits<int>::max()};
  LatticePoint high{std::numeric_limits<int>::min(), std::numeric_limits<int>::min()};

  void add(LatticePoint p) {
    low = {std::min(low.i, p.i), std::min(low.j, p.j)};
    high = {std::max(high.i, p.i), std::max(high.j, p.j)};
  }
  int columns() const { return high.i - low.i; }
  int rows() const { return high.j - low.j; }
};

LatticeFrame frame_of(const LatticePlan& plan) {
  LatticeFrame frame;
  for (const LatticeHole& hole : plan.holes) {
    for (const LatticePoint p : hole.corners()) frame.add(p);
  }
  frame.add(plan.start.at);
  frame.add(plan.goal.at);
  frame.low = {frame.low.i - plan.margin, frame.low.j - plan.margin};
  frame.high = {frame.high.i + plan.margin, frame.high.j + plan.margin};
  return frame;
}

std::array<LatticePoint, 3> corners_of(const LatticeTriangle& triangle) {
  const auto [i, j] = triangle.at;
  if (triangle.points_down) return {{{i + 1, j}, {i + 1, j + 1}, {i, j + 1}}};
  return {{{i, j}, {i + 1, j}, {i, j + 1}}};
}

// The sizes of a plan of two obstacles, in triangles.
struct OverlapSizes {
  int rows;   // of an obstacle
  int width;  // of an obstacle
  int apart;  // between the obstacles that overlap fully
  int dip;    // below the ends, to the lower edge of the lower one: two thirds
  int sight;  // from start to goal: no overlap
};

// Below the first, between the two, above the second: up `rows` / 3 along the second one.
LatticePlan third_plan(const OverlapSizes& sizes) {
  const int climb = sizes.rows / 3;
  LatticePlan plan;
  const LatticeHole first{{2, -1}, sizes.width, sizes.rows, true};
  const LatticePoint high_left{2 + sizes.width + 1, climb - 1};
  const LatticeHole second{{high_left.i, high_left.j - sizes.rows}, sizes.width, sizes.rows, false};
  plan.holes = {first, second};
  plan.start = {{0, 0}, false};
  plan.goal = {{high_left.i + sizes.width + climb - 2, 0}, true};
  return plan;
}

// Below both: down `down` rows to the right, along the lower edges, up again. The first one's lower
// edge is `first_down` below the ends.
LatticePlan below_plan(const OverlapSizes& sizes, int first_down, int down, int apart) {
  LatticePlan plan;
  const LatticeHole first{{first_down, 1 - first_down}, sizes.width, sizes.rows, true};
  const LatticeHole second{{down + apart, 1 - down}, sizes.width, sizes.rows, false};
  plan.holes = {first, second};
  plan.start = {{0, 0}, false};
  plan.goal = {{second.low_left.i + sizes.width, 0}, false};
  return plan;
}

LatticePlan open_plan(const OverlapSizes& sizes) {
  LatticePlan plan;
  const int length = sizes.sight;
  plan.holes = {{{length / 3, 1}, sizes.width, sizes.rows, true},
                {{2 * length / 3 - sizes.width, -sizes.rows}, sizes.width, sizes.rows, false}};
  plan.start = {{0, 0}, false};
  plan.goal = {{length, 0}, false};
  return plan;
}

LatticePlan overlap_of(const OverlapSizes& sizes, int thirds) {
  switch (thirds) {
    case 0: return open_plan(sizes);
    case 1: return third_plan(sizes);
    case 2: return below_plan(sizes, sizes.dip - sizes.rows / 3, sizes.dip, 0);
    default: {
      const int down = sizes.rows / 2 - 1;
      return below_plan(sizes, down, down, sizes.width + sizes.apart);
    }
  }
}

// The sizes of a slalom, in triangles.
struct SlalomSizes {
  int reach;  // of each obstacle, past the line from start to goal
  int rows;   // of an obstacle
};

LatticePlan slalom_of(const SlalomSizes& sizes, int count) {
  constexpr int kLatticeWidth = 2;
  LatticePlan plan;
  LatticePoint at{1, 0};
  int next = sizes.reach;
  for (int k = 0; k < count; ++k) {
    if (k % 2 == 0) {
      const LatticePoint low_left{at.i + next, at.j - next};
      plan.holes.push_back({low_left, kLatticeWidth, sizes.rows, false});
      at = {low_left.i + kLatticeWidth + 1, low_left.j};
    } else {
      const LatticePoint high_left{at.i, at.j + next};
      plan.holes.push_back(
          {{high_left.i + sizes.rows, high_left.j - sizes.rows}, kLatticeWidth, sizes.rows, true});
      at = {high_left.i + kLatticeWidth + 1, high_left.j};
    }
    next = 2 * sizes.reach;
  }
  plan.start = {{0, 0}, false};
  if (count % 2 == 0) {
    plan.goal = {{at.i + sizes.reach, at.j - sizes.reach}, false};
  } else {
    plan.goal = {{at.i, at.j + sizes.reach - 1}, false};
  }
  return plan;
}

}  // namespace

bool LatticeHole::holds(const LatticeTriangle& triangle) const {
  const auto [i, j] = triangle.at;
  if (j < low_left.j || j >= low_left.j + rows) return false;
  if (!leans_left) return i >= low_left.i && i < low_left.i + width;
  // The sum of the corner's numbers counts triangles that point down as one further.
  const int sum = i + j + (triangle.points_down ? 1 : 0);
  const int first = low_left.i + low_left.j;
  return sum >= first && sum < first + width;
}

std::vector<LatticePoint> LatticeHole::corners() const {
  const auto [i, j] = low_left;
  const int top = leans_left ? i - rows : i;
  return {{i, j}, {i + width, j}, {top + width, j + rows}, {top, j + rows}};
}

Vec3 centre_of(const LatticeTriangle& triangle) {
  const double third = triangle.points_down ? 2.0 / 3 : 1.0 / 3;
  return lattice_point(triangle.at.i + third, triangle.at.j + third);
}

Result<World> lattice_world(const LatticePlan& plan) {
  const LatticeFrame frame = frame_of(plan);
  const auto number = [&](LatticePoint p) {
    return VertexId(static_cast<std::uint32_t>((p.j - frame.low.j) * (frame.columns() + 1) +
                                               (p.i - frame.low.i)));
  };
  MeshSoup soup;
  for (int j = frame.low.j; j <= frame.high.j; ++j) {
    for (int i = frame.low.i; i <= frame.high.i; ++i) {
      soup.vertices.push_back(to_float(lattice_point(i, j)));
    }
  }
  for (int j = frame.low.j; j < frame.high.j; ++j) {
    for (int i = frame.low.i; i < frame.high.i; ++i) {
      for (const bool points_down : {false, true}) {
        const LatticeTriangle triangle{{i, j}, points_down};
        for (const LatticePoint p : corners_of(triangle)) soup.corners.push_back(number(p));
        const bool is_hole = std::ranges::any_of(
            plan.holes, [&](const LatticeHole& hole) { return hole.holds(triangle); });
        soup.face_area.push_back(is_hole ? kBlocked : kGround);
      }
    }
  }
  TRY(auto built, build_mesh(std::move(soup)));
  WorldParts parts;
  parts.mesh = std::move(built.mesh);
  return make_world(std::move(parts));
}

LatticePlan overlap_plan(int thirds) {
  return overlap_of({.rows = 36, .width = 3, .apart = 28, .dip = 16, .sight = 19}, thirds);
}

LatticePlan slalom_plan(int count) {
  constexpr SlalomSizes kSizes[] = {{14, 40}, {7, 36}, {7, 36}, {4, 24}, {4, 24}};
  return slalom_of(kSizes[count - 1], count);
}

LatticePlan small_overlap_plan(int thirds) {
  LatticePlan plan =
      overlap_of({.rows = 12, .width = 2, .apart = 4, .dip = 6, .sight = 10}, thirds);
  plan.margin = 8;
  return plan;
}

LatticePlan small_slalom_plan(int count) {
  LatticePlan plan = slalom_of({3, 10}, count);
  plan.margin = 8;
  return plan;
}

}  // namespace thalweg::tool
