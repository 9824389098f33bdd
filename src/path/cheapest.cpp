// An effort is a sequence of bands. The lowest trusts descent alone; gentle ground, where descent
// gains little, skips the band unless the route was poor.
#include "path/cheapest.hpp"

#include <algorithm>
#include <array>

#include "path/passes.hpp"
#include "thalweg/path/check.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kWideFor = 48;  // crossings: paths with fewer have another ring, or several
constexpr std::uint32_t kMostRings = 6;

// The searches of each effort, in turn.
struct EffortBands {
  std::array<BandOptions, 2> bands;
  std::size_t count;
  bool skips_gentle;  // descent alone where the ground is gentle
};
constexpr double kExcess = 0.08;     // see BandOptions
constexpr double kPoorRoute = 0.03;  // as a share: where descent gains more, a band is worth it
constexpr double kGentle = 0.2;      // the excess given to is_gentle(): below it, ground is gentle
constexpr std::array<EffortBands, CheapestShaper::kMostEffort + 1> kEfforts = {{
    {{}, 0, true},
    {{{{1, 8, kExcess}, {}}}, 1, true},
    {{{{1, 16, kExcess}, {}}}, 1, true},
    {{{{8, 16, kExcess / 2}, {2, 24, kExcess / 4}}}, 2, false},
}};

// True when a metre in the plane costs the same in every direction.
bool is_round(const Profile& profile) {
  const AxisMultipliers& a = profile.axes;
  return profile.is_timed() || (a.east == a.west && a.east == a.north && a.east == a.south);
}

// Ground that is level and costs the same, from a surface point on.
class EvenGround {
 public:
  EvenGround(const EdgePathPricer& pricer, const SurfacePoint& start)
      : pricer_(pricer),
        factor_(pricer.factor(start.face, {})),
        height_(pricer.mesh().start(pricer.mesh().edges(start.face).front()).z),
        is_so_(is_round(pricer.by().pricer.profile()) && is_level(start.face)) {}

  bool is_even() const { return is_so_; }
  bool goes_on_over(EdgeId edge) const {
    const Mesh& mesh = pricer_.mesh();
    return pricer_.factor(mesh.across(edge), mesh.twin(edge)) == factor_ &&
           is_level(mesh.across(edge));
  }

 private:
  bool is_level(FaceId face) const {
    for (const EdgeId e : pricer_.mesh().edges(face)) {
      if (pricer_.mesh().start(e).z != height_) return false;
    }
    return true;
  }

  const EdgePathPricer& pricer_;
  double factor_;
  double height_;
  bool is_so_;
};

}  // namespace

void take_cheaper_side(const EdgePathPricer& pricer, PathPoint& from, Vec2 to) {
  const Mesh& mesh = pricer.mesh();
  const Vec2 p = from.vec().xy();
  for (const EdgeId e : mesh.edges(from.face)) {
    const Vec2 a = mesh.start(e).xy();
    const Vec2 b = mesh.end(e).xy();
    const bool is_along = (a == p && b == to) || (a == to && b == p);
    if (!is_along || !mesh.is_portal(e)) continue;
    const FaceId other = mesh.across(e);
    if (!(pricer.factor(other, {}) < pricer.factor(from.face, {}))) continue;
    if (pricer.factor(other, mesh.twin(e)) == kNoLimit) continue;
    from.face = other;
    from.area = mesh.area(other);
    return;
  }
}

bool find_edge_path(const ProfileRule& by, std::span<const PathPoint> points, EdgePath& edge_path) {
  const Mesh& mesh = by.world.mesh;
  edge_path.crossings.clear();
  edge_path.start = surface_point_of(points.front());
  edge_path.goal = surface_point_of(points.back());
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    if (!points[i].link.is_none()) return false;
    const SurfacePoint from = pulled_inside(mesh, surface_point_of(points[i]));
    const SurfacePoint to = surface_point_of(points[i + 1]);
    const auto note = [&](EdgeId edge) {
      edge_path.crossings.push_back({edge, share_on(mesh, edge, from.point.xy(), to.point.xy())});
    };
    if (!line_of_sight(mesh, from, to, by.rule(), note)) return false;
  }
  return true;
}

bool is_even(const EdgePathPricer& pricer, const Corridor& corridor) {
  EvenGround even(pricer, corridor.start);
  return even.is_even() && std::ranges::all_of(corridor.steps, [&](const CorridorStep& step) {
           return step.link.is_none() && even.goes_on_over(step.portal);
         });
}

bool CheapestShaper::is_even(const EdgePathPricer& pricer, std::span<const PathPoint> points) {
  EvenGround even(pricer, surface_point_of(points.front()));
  if (!even.is_even() || !find_edge_path(pricer.by(), points, edge_path_)) return false;
  return std::ranges::all_of(edge_path_.crossings,
                             [&](const EdgePoint& c) { return even.goes_on_over(c.edge); });
}

bool is_even_grid(const Walks& walks, const Grid& grid, std::span<const PathPoint> points) {
  if (grid.has_ground() || !is_round(walks.faces().pricer.profile())) return false;
  const double factor = walks.square_factor(points.front().face);
  return std::ranges::all_of(points, [&](const PathPoint& point) {
    return point.link.is_none() && walks.square_factor(point.face) == factor;
  });
}

void lay_edge_path(const EdgePathPricer& pricer, const EdgePath& edge_path,
                   std::vector<PathPoint>& points) {
  const Mesh& mesh = pricer.mesh();
  points.push_back(point_on(mesh, edge_path.start));
  const std::size_t first = points.size() - 1;
  for (const EdgePoint& crossing : edge_path.crossings) {
    const SurfacePoint surface_point{mesh.across(crossing.edge), point_of(mesh, crossing)};
    if (points.back().vec().xy() == surface_point.point.xy()) {
      points.back() = point_on(mesh, {surface_point.face, points.back().vec()});
    } else {
      points.push_back(point_on(mesh, surface_point));
    }
  }
  if (points.size() > first + 1 && points.back().vec().xy() == edge_path.goal.point.xy()) {
    points.pop_back();
  }
  points.push_back(point_on(mesh, edge_path.goal));
  for (std::size_t i = first; i + 1 < points.size(); ++i) {
    take_cheaper_side(pricer, points[i], points[i + 1].vec().xy());
  }
}

// True where a cheaper path was found in a band about the path.
bool CheapestShaper::try_band(const EdgePathPricer& pricer, const BandOptions& options,
                              EdgePath& edge_path, double& price) {
  // Short paths get wider bands: those cost little, and there a route is wrong more often.
  BandOptions band = options;
  band.rings += static_cast<std::uint32_t>(kWideFor / (edge_path.crossings.size() + 1));
  band.rings = std::min(band.rings, kMostRings);
  if (!band_.find(pricer, edge_path, band, other_)) return false;
  const double reach = 2.0 / (options.points + 1);
  const double found = descent_.improve(other_, {.reach = reach});
  if (!(found < price)) return false;
  std::swap(edge_path, other_);
  price = found;
  return true;
}

double CheapestShaper::shape(const EdgePathPricer& pricer, EdgePath& edge_path,
                             std::uint32_t effort) {
  descent_.use(pricer);
  const EffortBands& bands = kEfforts[std::min(effort, kMostEffort)];
  double price = pricer.price(edge_path);
  if (bands.skips_gentle && band_.is_gentle(pricer, edge_path, kGentle)) {
    const double before = price;
    price = descent_.improve(edge_path);
    if (!(price < before * (1 - kPoorRoute))) return price;
  }
  bool is_found = false;
  for (std::size_t i = 0; i < bands.count; ++i) {
    is_found |= try_band(pricer, bands.bands[i], edge_path, price);
  }
  return is_found ? price : descent_.improve(edge_path);
}

std::vector<PathPoint> CheapestShaper::shape(const EdgePathPricer& pricer,
                                             std::span<const PathPoint> points,
                                             std::uint32_t effort, std::vector<PathPoint> old) {
  std::vector<PathPoint> all = std::move(old);
  all.clear();
  for (std::size_t first = 0; first < points.size();) {
    std::size_t last = first;
    while (last + 1 < points.size() && points[last].link.is_none()) ++last;
    const auto stretch = points.subspan(first, last - first + 1);
    if (stretch.size() == 1 || !find_edge_path(pricer.by(), stretch, edge_path_)) {
      all.insert(all.end(), stretch.begin(), stretch.end());
    } else {
      shape(pricer, edge_path_, effort);
      lay_edge_path(pricer, edge_path_, all);
      all.back().link = stretch.back().link;
    }
    first = last + 1;
  }
  return all;
}

}  // namespace thalweg
