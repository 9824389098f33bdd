// Prices of steps over faces, across faces, over squares and along links. What a profile does not
// use is found out once, and its terms are skipped.
#include "thalweg/price/pricer.hpp"

#include <algorithm>
#include <cmath>

#include "clearance/grid_room.hpp"
#include "clearance/near_walls.hpp"
#include "core/portable_math.hpp"
#include "price/speed_model_norm.hpp"
#include "thalweg/world/fits.hpp"

namespace thalweg {
namespace {

constexpr double kPi = 0x1.921fb54442d18p1;
}  // namespace

Pricer::Pricer(const World& world, const Profile& profile)
    : world_(world), profile_(profile), areas_(area_multipliers(profile, world.areas)) {
  const Respects& r = profile.respects;
  has_target_terms_ = r.target_difficulty != 0 || r.target_steepness != 0;
  has_pair_terms_ =
      r.difficulty_difference != 0 || r.edge_angle != 0 || r.steepness_difference != 0;
  const AxisMultipliers& m = profile.axes;
  const bool is_plain = m.east == m.west && m.east == m.north && m.east == m.south;
  has_even_faces_ =
      !has_target_terms_ && !has_pair_terms_ && areas_[kGround] == 1 && has_even_areas();
  const bool is_round = is_plain || profile.is_timed();
  is_even_grid_ = !world.grid.has_ground() && is_round && has_even_areas();
  is_even_mesh_ = has_even_faces_ && is_round && is_level_mesh();
  if (!(profile.radius > 0)) return;
  find_wall_corners();
  const auto is_open = [&](SquareId s) { return may_enter(s); };
  if (!world.grid.empty()) room_ = std::make_shared<GridRoom>(world.grid, profile.radius, is_open);
}

bool Pricer::is_level_mesh() const {
  const auto points = world_.mesh.arrays().vertices.span();
  return std::ranges::all_of(points, [&](Vec3 p) { return p.z == points.front().z; });
}

// True when a metre counts the same on all areas that may be entered.
bool Pricer::has_even_areas() const {
  const auto is_open = [](double multiplier) { return multiplier < kNoLimit; };
  const auto first = std::find_if(areas_.begin(), areas_.end(), is_open);
  return std::all_of(first, areas_.end(), [&](double m) { return !is_open(m) || m == *first; });
}

bool Pricer::fits(SquareId square) const { return room_ == nullptr || room_->fits(square); }
bool Pricer::fits(Corner corner) const { return room_ == nullptr || room_->fits(corner); }

void Pricer::find_wall_corners() {
  const Mesh& mesh = world_.mesh;
  is_wall_corner_.assign(mesh.vertex_count(), 0);
  const std::vector<std::uint8_t> is_open = open_edges(mesh, rule());
  for (const EdgeId edge : mesh.edges()) {
    if (is_open[edge.value] != 0) continue;
    is_wall_corner_[mesh.origin(edge).value] = 1;
    is_wall_corner_[mesh.target(edge).value] = 1;
  }
}

CrossRule Pricer::rule() const { return {FunctionRef<bool(EdgeId)>::to<&Pricer::is_open>(*this)}; }

bool Pricer::is_open(EdgeId edge) const {
  return is_crossing(edge) && may_enter(world_.mesh.across(edge));
}

bool Pricer::may_enter(FaceId face) const {
  if (!(areas_[world_.mesh.area(face)] < kNoLimit)) return false;
  if (profile_.greatest_slope == kNoLimit) return true;
  const Vec3 n = world_.mesh.normal(face);
  return length(n.xy()) <= profile_.greatest_slope * n.z;
}

bool Pricer::is_too_narrow(EdgeId edge) const {
  if (is_wall_corner_.empty()) return false;
  const Mesh& mesh = world_.mesh;
  return is_wall_corner_[mesh.origin(edge).value] != 0 &&
         is_wall_corner_[mesh.target(edge).value] != 0 &&
         !thalweg::fits(profile_.radius, length(mesh.end(edge).xy() - mesh.start(edge).xy()));
}

// An edge of plain ground is a border, not a kind of ground: it changes no price.
double Pricer::edge_multiplier(EdgeId edge) const {
  const AreaId area = world_.mesh.edge_area(edge);
  return area == kGround ? 1 : areas_[area];
}

bool Pricer::is_crossing(EdgeId edge) const {
  return world_.mesh.is_portal(edge) && edge_multiplier(edge) < kNoLimit &&
         edge_multiplier(world_.mesh.twin(edge)) < kNoLimit;
}

bool Pricer::may_cross(EdgeId edge) const { return is_crossing(edge) && !is_too_narrow(edge); }

// Per axis the distance in each direction times its multiplier; then the root of the sum of
// squares. With a speed model the time of the walk.
double Pricer::base(const Reach& reach) const {
  const auto& [rises, falls] = reach;
  if (profile_.is_timed()) {
    const Vec3 d = rises - falls;
    return walk_seconds(profile_.speed_model, length(d.xy()), d.z);
  }
  const AxisMultipliers& m = profile_.axes;
  return length(Vec3{m.east * rises.x + m.west * falls.x, m.north * rises.y + m.south * falls.y,
                     m.up * rises.z + m.down * falls.z});
}

StepBase Pricer::base_parts(const Reach& reach) const {
  const auto& [rises, falls] = reach;
  return {.xyz = base(reach),
          .xy = base({{rises.x, rises.y, 0}, {falls.x, falls.y, 0}}),
          .z = base({{0, 0, rises.z}, {0, 0, falls.z}})};
}

// From point to point.
Pricer::Reach Pricer::reach(Vec3 d) {
  return {{std::max(d.x, 0.0), std::max(d.y, 0.0), std::max(d.z, 0.0)},
          {std::max(-d.x, 0.0), std::max(-d.y, 0.0), std::max(-d.z, 0.0)}};
}

// How far `from` must grow to hold `to` (thesis 5.1.1).
Pricer::Reach Pricer::growth(const Box3& from, const Box3& to) {
  const auto beyond = [](double a, double b) { return std::max(a - b, 0.0); };
  return {
      {beyond(to.high.x, from.high.x), beyond(to.high.y, from.high.y),
       beyond(to.high.z, from.high.z)},
      {beyond(from.low.x, to.low.x), beyond(from.low.y, to.low.y), beyond(from.low.z, to.low.z)}};
}

Pricer::Reach Pricer::face_reach(FaceId from, FaceId to, EdgeId crossed) const {
  const Mesh& mesh = world_.mesh;
  if (is_of_points(profile_.base) || profile_.is_timed()) {
    return reach(mesh.centre(to) - mesh.centre(from));
  }
  if (profile_.base == PriceBase::box) return growth(mesh.box(from), mesh.box(to));
  Box3 edge;
  edge.add(mesh.start(crossed));
  edge.add(mesh.end(crossed));
  return growth(edge, mesh.box(to));
}

double Pricer::face_base(FaceId from, FaceId to, EdgeId crossed) const {
  if (profile_.base != PriceBase::middle) return base(face_reach(from, to, crossed));
  const Vec3 middle = world_.mesh.midpoint(crossed);
  return norm(middle - world_.mesh.centre(from)) + norm(world_.mesh.centre(to) - middle);
}

StepBase Pricer::face_step_base(EdgeId crossed) const {
  if (profile_.base == PriceBase::middle) {
    const Vec3 middle = world_.mesh.midpoint(crossed);
    const StepBase a = base_parts(reach(middle - world_.mesh.centre(world_.mesh.face(crossed))));
    const StepBase b = base_parts(reach(world_.mesh.centre(world_.mesh.across(crossed)) - middle));
    return {.xyz = a.xyz + b.xyz, .xy = a.xy + b.xy, .z = a.z + b.z};
  }
  return base_parts(face_reach(world_.mesh.face(crossed), world_.mesh.across(crossed), crossed));
}

StepBase Pricer::link_step_base(LinkId id, bool is_backwards) const {
  const Link& link = world_.links[id];
  const Vec3 from = link.from;
  const Vec3 to = link.to;
  return base_parts(reach(is_backwards ? from - to : to - from));
}

double Pricer::target_terms(FaceId face, double steepness, EdgeId entered) const {
  const double on_edge = entered.is_none() ? 0 : double{world_.mesh.edge_difficulty(entered)};
  return profile_.respects.target_difficulty * (world_.mesh.difficulty(face) + on_edge) +
         profile_.respects.target_steepness * steepness;
}

// Terms between the two faces of `crossed`, a half-edge of `from` (thesis 5.1.2).
double Pricer::pair_terms(FaceId from, FaceId to, EdgeId crossed) const {
  const Mesh& mesh = world_.mesh;
  const Respects& r = profile_.respects;
  const Vec3 n = mesh.normal(from);
  const Vec3 m = mesh.normal(to);
  // Over a ridge the target lies below the start's plane: the thesis calls that path concave.
  const bool is_concave = dot(n, mesh.centre(to) - mesh.midpoint(crossed)) < 0;
  const double bend = r.edge_angle == 0 ? 0 : portable_acos(dot(n, m)) / kPi;
  const double difference = std::abs(double{mesh.difficulty(from)} - double{mesh.difficulty(to)});
  return r.difficulty_difference * difference +
         r.edge_angle * bend * (is_concave ? r.concave : r.convex) +
         r.steepness_difference * std::abs(n.z - m.z);
}

// The final multiplier for entering `to` from `from` (none: from inside `to`) over `crossed`, a
// half-edge of `from`.
double Pricer::multiplier(FaceId from, FaceId to, EdgeId crossed) const {
  double sum = 1;
  const EdgeId entered = crossed.is_none() ? EdgeId() : world_.mesh.twin(crossed);
  if (has_target_terms_) {
    const bool is_steep = profile_.respects.target_steepness != 0;
    sum += target_terms(to, is_steep ? 1 - world_.mesh.normal(to).z : 0, entered);
  }
  if (has_pair_terms_ && !crossed.is_none()) sum += pair_terms(from, to, crossed);
  const double edge = crossed.is_none() ? 1 : edge_multiplier(entered);
  return sum * areas_[world_.mesh.area(to)] * edge;
}

double Pricer::face_arc(EdgeId crossed) const {
  const FaceId from = world_.mesh.face(crossed);
  const FaceId to = world_.mesh.across(crossed);
  if (!may_enter(from) || !may_enter(to) || !may_cross(crossed)) return kNoLimit;
  return finite_or_none(face_base(from, to, crossed) * multiplier(from, to, crossed));
}

double Pricer::portal_arc(const PortalStep& step) const {
  if (!step.left.is_none() && !may_cross(step.left)) return kNoLimit;
  const double times = factor(step.across, step.entered);
  return times < kNoLimit ? finite_or_none(norm(step.to - step.from) * times) : kNoLimit;
}

double Pricer::norm(Vec3 displacement) const { return speed_model::norm(profile_, displacement); }

double Pricer::factor(FaceId across, EdgeId entered) const {
  if (!may_enter(across)) return kNoLimit;
  if (entered.is_none()) return multiplier({}, across, {});
  if (!may_cross(entered)) return kNoLimit;
  const EdgeId crossed = world_.mesh.twin(entered);
  return multiplier(world_.mesh.face(crossed), across, crossed);
}

double Pricer::link_alone(LinkId id, bool is_open) const {
  const Link& link = world_.links[id];
  const LinkPrice& price = profile_.link(link.kind);
  if (price.is_banned || !is_open) return kNoLimit;
  return finite_or_none(price.fixed + price.per_metre * double{link.length});
}

double Pricer::portal_link(LinkId id) const {
  const Link& link = world_.links[id];
  return link_alone(id, may_enter(link.from_face) && may_enter(link.to_face));
}

double Pricer::grid_link(LinkId id) const {
  const Link& link = world_.links[id];
  return link_alone(id, may_enter(link.from_square) && may_enter(link.to_square));
}

LinkWalk Pricer::face_link(LinkId id, bool is_backwards) const {
  const Mesh& mesh = world_.mesh;
  const Link& link = world_.links[id];
  const double alone = portal_link(id);
  if (alone == kNoLimit) return {.link = kNoLimit};
  const FaceId from = is_backwards ? link.to_face : link.from_face;
  const FaceId to = is_backwards ? link.from_face : link.to_face;
  const Vec3 left = is_backwards ? link.to : link.from;
  const Vec3 reached = is_backwards ? link.from : link.to;
  const double into = multiplier({}, to, {});
  if (is_of_points(profile_.base) || profile_.is_timed()) {
    const double before = norm(left - mesh.centre(from)) * multiplier({}, from, {});
    return {before, alone, norm(mesh.centre(to) - reached) * into};
  }
  const Box3 start = profile_.base == PriceBase::box ? mesh.box(from) : Box3{reached, reached};
  return {0, alone, base(growth(start, mesh.box(to))) * into};
}

double Pricer::square_step(Vec3 from, Vec3 to, SquareId across) const {
  if (!may_enter(across)) return kNoLimit;
  return finite_or_none(norm(to - from) * areas_[world_.grid.area(across)]);
}

double Pricer::grid_quantum() const {
  const double flat = profile_.is_timed() ? walk_seconds(profile_.speed_model, 1, 0) : 1;
  return world_.grid.spacing() * flat / kStraight;
}

bool Pricer::may_step(SquareId from, SquareId to, double run) const {
  return may_rise(double{world_.grid.ground(to)} - double{world_.grid.ground(from)}, run);
}

bool Pricer::may_rise(double rise, double run) const {
  return rise <= profile_.greatest_step_up && -rise <= profile_.greatest_step_down &&
         std::abs(rise) <= profile_.greatest_slope * run;
}

double Pricer::flat_quanta(int columns, int rows) const {
  if (profile_.is_timed() && world_.grid.shape() == GridShape::hex) return kStraight;
  const bool is_plain = profile_.is_timed();
  const double x = is_plain ? 1 : columns > 0 ? profile_.axes.east : profile_.axes.west;
  const double y = is_plain ? 1 : rows > 0 ? profile_.axes.north : profile_.axes.south;
  if (rows == 0) return kStraight * x;
  if (world_.grid.shape() == GridShape::hex) {
    return x == y ? kStraight * x : kStraight * std::sqrt(0.25 * x * x + 0.75 * y * y);
  }
  if (columns == 0) return kStraight * y;
  return x == y ? kDiagonal * x : kStraight * std::sqrt(x * x + y * y);
}

double Pricer::sloped_quanta(double flat, double run, double rise) const {
  if (rise == 0) return flat;
  if (profile_.is_timed()) {
    return flat * (walk_seconds(profile_.speed_model, run, rise) /
                   walk_seconds(profile_.speed_model, run, 0));
  }
  const double weight = rise > 0 ? profile_.axes.up : profile_.axes.down;
  return length(Vec2{flat, weight * rise * kStraight / world_.grid.spacing()});
}

double Pricer::grid_arc(SquareId from, SquareId to) const {
  const Grid& grid = world_.grid;
  if (!may_enter(from) || !may_enter(to)) return kNoLimit;
  if (!fits(from) || !fits(to)) return kNoLimit;
  const int rows = static_cast<int>(grid.y(to)) - static_cast<int>(grid.y(from));
  int columns = static_cast<int>(grid.x(to)) - static_cast<int>(grid.x(from));
  const bool is_hex = grid.shape() == GridShape::hex;
  if (is_hex && rows != 0) columns = grid.centre(to).x > grid.centre(from).x ? 1 : -1;
  const bool is_diagonal = !is_hex && rows != 0 && columns != 0;
  const double run = grid.spacing() * (is_diagonal ? kDiagonal / kStraight : 1);
  if (!may_step(from, to, run)) return kNoLimit;
  if (is_diagonal) {
    for (const SquareId corner :
         {grid.at(grid.x(to), grid.y(from)), grid.at(grid.x(from), grid.y(to))}) {
      if (!may_enter(corner) || !may_step(from, corner, grid.spacing()) ||
          !may_step(corner, to, grid.spacing())) {
        return kNoLimit;
      }
    }
  }
  if (room_ != nullptr && !room_->fits_between(from, to)) return kNoLimit;
  const double rise = double{grid.ground(to)} - double{grid.ground(from)};
  const double quanta = sloped_quanta(flat_quanta(columns, rows), run, rise);
  return finite_or_none(quanta * areas_[grid.area(to)]);
}

}  // namespace thalweg
