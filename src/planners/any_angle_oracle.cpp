// Rows of the visibility graph are computed when the search first expands a corner. Lengths are
// whole quanta, a power of two of a metre, so that sums are exact.
#include "thalweg/planners/any_angle_oracle.hpp"

#include <algorithm>
#include <cmath>

#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

// The longest straight line has at most this many quanta: sums of a million of them still fit.
constexpr double kMostQuanta = 0x1p44;

// A power of two, so that quanta are exact fractions of a metre.
double scale_for(const Box3& box) {
  const double longest = length(box.size().xy());
  double scale = 0x1p40;
  while (longest * scale > kMostQuanta && scale > 0x1p-40) scale *= 0.5;
  return scale;
}

AnyAngleOracle::Found nothing(AnyAngleOracle::Found old) {
  old.found = false;
  old.length = 0;
  old.points.clear();
  return old;
}

}  // namespace

// The bends as a graph, whose arcs have no ids; rows are filled in as they are asked for.
struct AnyAngleOracle::View {
  using Node = BendId;
  using Arc = ArcId;

  AnyAngleOracle& oracle;

  std::uint32_t node_count() const { return oracle.bends_.count(); }
  template <class Visit>
  void for_each_arc(BendId from, const Visit& visit) const {
    const Row row = oracle.row(from);
    for (std::size_t i = row.first; i < row.first + row.count; ++i) {
      const BendId to = oracle.targets_[i];
      visit(ArcId(), to, oracle.quanta(length(oracle.point(to) - oracle.point(from))));
    }
  }
};

AnyAngleOracle::AnyAngleOracle(const World& world, const CrossRule& rule)
    : world_(world),
      rule_(rule),
      bends_(find_bends(world.mesh, rule)),
      scale_(scale_for(world.mesh.box())),
      rows_(bends_.count()) {}

// Rounded up, at least 1.
Distance AnyAngleOracle::quanta(double metres) const {
  return static_cast<Distance>(std::max(std::ceil(metres * scale_), 1.0));
}

const AnyAngleOracle::Row& AnyAngleOracle::row(BendId bend) {
  static constexpr Row kNothing{0, 0};
  Row& row = rows_[bend.value];
  if (row.count != kNotYetKnown) return row;
  if (!is_lawful_) return kNothing;
  const Mesh& mesh = world_.mesh;
  const BendCorner& from = bends_[bend];
  sight_ = Viewer(mesh, bends_, rule_).look(surface_point_of(mesh, from), std::move(sight_));
  row.first = targets_.size();
  is_lawful_ &= sight_.is_whole();
  for (const BendId to : sight_.bends()) {
    if (is_taut(mesh, from, point(to)) && is_taut(mesh, bends_[to], point(bend))) {
      targets_.push_back(to);
    }
  }
  row.count = static_cast<std::uint32_t>(targets_.size() - row.first);
  return row;
}

// The bends that are seen from one end by a line that is taut there, in order.
std::vector<AnyAngleOracle::BendSeed> AnyAngleOracle::join(const SurfacePoint& end,
                                                           std::vector<BendSeed> old) {
  std::vector<BendSeed> seeds = std::move(old);
  seeds.clear();
  sight_ = Viewer(world_.mesh, bends_, rule_).look(end, std::move(sight_));
  is_lawful_ &= sight_.is_whole();
  const Vec2 at = end.point.xy();
  for (const BendId bend : sight_.bends()) {
    if (!is_taut(world_.mesh, bends_[bend], at)) continue;
    seeds.push_back({bend, quanta(length(point(bend) - at))});
  }
  std::ranges::sort(seeds, {}, &BendSeed::node);
  return seeds;
}

AnyAngleOracle::Found AnyAngleOracle::find(const SurfacePoint& from, const SurfacePoint& to,
                                           Found old) {
  Found found = nothing(std::move(old));
  const auto is_ground = [&](const SurfacePoint& s) {
    return s.face.value < world_.mesh.face_count() && is_walkable(world_.mesh.area(s.face)) &&
           is_finite(s.point.xy());
  };
  if (!is_ground(from) || !is_ground(to)) return found;
  const SurfacePoint start = pulled_inside(world_.mesh, from);
  const SurfacePoint goal = pulled_inside(world_.mesh, to);
  found.points.push_back(start);
  if (!line_of_sight(world_.mesh, start, goal, rule_)) {
    sources_ = join(start, std::move(sources_));
    goals_ = join(goal, std::move(goals_));
    if (sources_.empty() || goals_.empty() || !is_lawful_) return nothing(std::move(found));
    const auto to_goal = [&](BendId bend) {
      const double metres = length(point(bend) - goal.point.xy());
      return static_cast<Distance>(metres * scale_);
    };
    const auto outcome =
        best_first(View{*this}, to_goal, {.sources = sources_, .goals = goals_}, scratch_);
    if (outcome.end != SearchEnd::found || !is_lawful_) return nothing(std::move(found));
    lay(outcome.goal, found);
  }
  found.found = true;
  found.points.push_back(goal);
  for (std::size_t i = 1; i < found.points.size(); ++i) {
    found.length += length(found.points[i].point.xy() - found.points[i - 1].point.xy());
  }
  return found;
}

void AnyAngleOracle::lay(BendId last, Found& found) {
  route_ = route_to(scratch_.bank, last, std::move(route_));
  for (const BendId bend : route_.nodes) {
    found.points.push_back(surface_point_of(world_.mesh, bends_[bend]));
  }
}

SurfacePoint AnyAngleOracle::located(Point p, double reach) const {
  const Location location =
      locate(world_.mesh, world_.locator, world_.frame().to_local(p), {.reach = reach});
  return {location.face, location.point};
}

AnyAngleOracle::Found AnyAngleOracle::find(Point start, Point goal, double reach, Found old) {
  return find(located(start, reach), located(goal, reach), std::move(old));
}

std::size_t AnyAngleOracle::bytes() const {
  return bends_.bytes() + rows_.capacity() * sizeof(Row) + targets_.capacity() * sizeof(BendId) +
         sight_.bytes() + (sources_.capacity() + goals_.capacity()) * sizeof(BendSeed) +
         scratch_.bytes();
}

}  // namespace thalweg
