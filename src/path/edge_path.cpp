// The crossings move by a dynamic program over eight points of each edge (SIMD), with shrinking
// steps. Where they meet at a vertex, the path is also tried on the vertex's other side.
#include "path/edge_path.hpp"

#include <algorithm>

#include "price/mesh_filter.hpp"
#include "world/corner.hpp"

namespace thalweg {
namespace {

constexpr double kAtVertex = 1e-9;         // of an edge: nearer is at its end
constexpr std::size_t kSettledAround = 2;  // crossings on either side of a vertex that is passed
constexpr int kMostFaces = 64;             // about a vertex that is passed
constexpr double kTurnStep = 1.0 / 32;     // the smallest while the path turns about vertices
constexpr double kRoundGain = 1e-4;        // as a share: less ends the rounds
constexpr double kTurnGain = 1e-7;         // as a share: more than rounding

EdgeId corner_at(const Mesh& mesh, FaceId face, VertexId vertex) {
  for (const EdgeId e : mesh.edges(face)) {
    if (mesh.origin(e) == vertex) return e;
  }
  return {};
}

// Where a leg of a string crosses a portal: at a corner only where the leg begins or ends there.
EdgePoint crossing_of(const Mesh& mesh, EdgeId portal, const Bend& from, const Bend& to) {
  const VertexId start = mesh.origin(portal);
  const VertexId end = mesh.target(portal);
  if (start == from.corner || start == to.corner) return {portal, 0};
  if (end == from.corner || end == to.corner) return {portal, 1};
  constexpr double kInside = 0x1p-50;
  const double share = share_on(mesh, portal, from.point, to.point);
  return {portal, std::clamp(share, kInside, 1 - kInside)};
}

}  // namespace

double EdgePathPricer::filtered_factor(FaceId across, EdgeId entered) const {
  if (!by_.may_enter(across) || (!entered.is_none() && !by_.may_pass(entered))) return kNoLimit;
  return by_.pricer.factor(across, entered) *
         MeshFilter(mesh(), *by_.filter).factor(across, entered);
}

double EdgePathPricer::price(const EdgePath& edge_path) const {
  Vec3 at = edge_path.start.point;
  double times = factor(edge_path.start.face, {});
  double sum = 0;
  for (const EdgePoint& crossing : edge_path.crossings) {
    const Vec3 next = point_of(mesh(), crossing);
    if (!(times < kNoLimit)) return kNoLimit;
    sum += norm(next - at) * times;
    times = factor_after(crossing);
    at = next;
  }
  return times < kNoLimit ? sum + norm(edge_path.goal.point - at) * times : kNoLimit;
}

double EdgePathPricer::price(const TautPath& string) const {
  const auto& [stretch, bends] = string;
  if (bends.size() < 2) return kNoLimit;
  const bool is_even = by_.filter == nullptr && by_.pricer.has_even_faces();
  Vec3 at = stretch.start.point;
  double times = factor(stretch.face(mesh(), bends.front().crossed), {});
  double sum = 0;
  for (std::size_t i = 0; i + 1 < bends.size(); ++i) {
    const Bend& from = bends[i];
    const Bend& to = bends[i + 1];
    for (std::size_t k = from.crossed; k < to.crossed; ++k) {
      const EdgePoint crossing = crossing_of(mesh(), stretch.portals[k], from, to);
      const bool is_bend = is_at_corner(crossing.share);
      const bool is_near = crossing.share < kAtVertex || crossing.share > 1 - kAtVertex;
      if (is_near && !is_bend && !is_even) return kNoLimit;
      const Vec3 next = point_of(mesh(), crossing);
      sum += norm(next - at) * times;
      if (!is_even) times = factor_after(crossing);
      at = next;
    }
  }
  return sum + norm(stretch.goal.point - at) * times;
}

double share_on(const Mesh& mesh, EdgeId edge, Vec2 from, Vec2 to) {
  const Vec2 line = to - from;
  const double at_start = cross(line, mesh.start(edge).xy() - from);
  const double at_end = cross(line, mesh.end(edge).xy() - from);
  if (at_start == at_end) {  // along it
    const Vec2 span = (mesh.end(edge) - mesh.start(edge)).xy();
    const double share = dot(to - mesh.start(edge).xy(), span) / dot(span, span);
    return std::clamp(share, 0.0, 1.0);
  }
  return std::clamp(at_start / (at_start - at_end), 0.0, 1.0);
}

void drop_returns(const Mesh& mesh, std::vector<EdgePoint>& crossings) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < crossings.size(); ++i) {
    if (kept > 0 && crossings[kept - 1].edge == mesh.twin(crossings[i].edge)) {
      --kept;
    } else {
      crossings[kept++] = crossings[i];
    }
  }
  crossings.resize(kept);
}

void EdgePathDescent::load(const EdgePath& edge_path, Part part) {
  const Mesh& mesh = pricer_->mesh();
  const auto& all = edge_path.crossings;
  const bool is_first = part.first == 0;
  before_ = is_first ? edge_path.start.point : point_of(mesh, all[part.first - 1]);
  after_ = part.last == all.size() ? edge_path.goal.point : point_of(mesh, all[part.last]);
  first_factor_ = is_first ? pricer_->factor(edge_path.start.face, {})
                           : pricer_->factor_after(all[part.first - 1]);
  edges_.clear();
  shares_.clear();
  Vec3 last = before_;
  for (std::size_t i = part.first; i < part.last; ++i) {
    const EdgeId edge = all[i].edge;
    const Vec3 start = mesh.start(edge);
    const Vec3 span = mesh.end(edge) - start;
    edges_.push_back({start, span, to_float(start - last), to_float(span),
                      pricer_->factor_after({edge, 0.5}), pricer_->factor_after({edge, 0})});
    shares_.push_back(all[i].share);
    last = start;
  }
  candidates_.resize(shares_.size());
}

// Of what is loaded, as it lies.
double EdgePathDescent::loaded_price() const {
  Vec3 at = before_;
  double sum = 0;
  double factor = first_factor_;
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    const Vec3 next = loaded_point(i);
    sum += pricer_->norm(next - at) * factor;
    factor = loaded_factor(i);
    at = next;
  }
  return sum + pricer_->norm(after_ - at) * factor;
}

// The candidates of a crossing, and how each is reached from those of the crossing before.
template <class Norm>
EdgePathDescent::Front EdgePathDescent::relax(const Norm& norm, const Front& front, std::size_t i,
                                              float step) {
  using namespace simd;
  const Edge& edge = edges_[i];
  Front next;
  next.count = kCandidates;
  float floor = 0;
  for (std::size_t group = 0; group < kGroups; ++group) {
    const Floats moves = group == 0 ? Floats{0, 1, 2, 3} : Floats{-4, -3, -2, -1};
    Floats shares = static_cast<float>(shares_[i]) + moves * step;
    shares = shares < 0 ? all(0.0f) : shares;
    shares = shares > 1 ? all(1.0f) : shares;
    const Points to{edge.width.x * shares, edge.width.y * shares, edge.width.z * shares};
    const Points at{edge.offset.x + to.x, edge.offset.y + to.y, edge.offset.z + to.z};
    Floats least = front.prices[0] + norm(at - all(front.points[0])) * front.factors[0];
    Ints from = all(std::int32_t{0});
    for (std::size_t k = 1; k < front.count; ++k) {
      const Floats price = front.prices[k] + norm(at - all(front.points[k])) * front.factors[k];
      const Ints is_less = price < least;
      least = is_less ? price : least;
      from = is_less ? all(static_cast<std::int32_t>(k)) : from;
    }
    candidates_[i].shares[group] = shares;
    candidates_[i].from[group] = from;
    for (std::size_t slot = 0; slot < kCount; ++slot) {
      const std::size_t k = group * kCount + slot;
      next.prices[k] = least[slot];
      next.points[k] = {to.x[slot], to.y[slot], to.z[slot]};
      next.factors[k] =
          static_cast<float>(is_at_corner(double{shares[slot]}) ? edge.inside : edge.behind);
      if (k == 0 || least[slot] < floor) floor = least[slot];
    }
  }
  for (float& price : next.prices) price -= floor;
  return next;
}

// Of the last crossing, towards the end.
template <class Norm>
std::int32_t EdgePathDescent::best_of(const Norm& norm, const Front& front) const {
  using namespace simd;
  const Vec3f end = to_float(after_ - edges_.back().start);
  std::int32_t best = 0;
  float least = 0;
  for (std::size_t k = 0; k < kCandidates; ++k) {
    const Floats line = norm(all(end) - all(front.points[k]));
    const float price = front.prices[k] + line[0] * front.factors[k];
    if (k > 0 && !(price < least)) continue;
    least = price;
    best = static_cast<std::int32_t>(k);
  }
  return best;
}

// The dynamic program; returns the best candidate of the last crossing.
template <class Norm>
std::int32_t EdgePathDescent::fill(const Norm& norm, float step) {
  Front front;
  front.factors[0] = static_cast<float>(first_factor_);
  for (std::size_t i = 0; i < edges_.size(); ++i) front = relax(norm, front, i, step);
  return best_of(norm, front);
}

// Moves the crossings to the candidates of the best path. True where one went as far as it could.
bool EdgePathDescent::take(std::int32_t best) {
  constexpr std::int32_t kMostMove = 3;  // candidates in a row to the near side; to the far one 4
  bool is_outside = false;
  for (std::size_t i = edges_.size(); i-- > 0;) {
    const auto group = static_cast<std::size_t>(best) / simd::kCount;
    const auto slot = static_cast<std::size_t>(best) % simd::kCount;
    if (best != 0) shares_[i] = double{candidates_[i].shares[group][slot]};
    is_outside |= (best == kMostMove || best == kMostMove + 1) && shares_[i] > 0 && shares_[i] < 1;
    best = candidates_[i].from[group][slot];
  }
  return is_outside;
}

// True where a crossing could go on by this step. A step below 0 reaches farther to the other side.
bool EdgePathDescent::pass(float step) {
  const Profile& profile = pricer_->by().pricer.profile();
  return take(simd::with_norm(profile, [&](const auto& norm) { return fill(norm, step); }));
}

double EdgePathDescent::settle_part(EdgePath& edge_path, Part part, const DescentOptions& options) {
  load(edge_path, part);
  double price = loaded_price();
  if (part.first == part.last) return price;
  kept_shares_ = shares_;
  float side = 1;
  for (double step = options.reach / 4; step >= options.last_step; step /= 4) {
    for (std::uint32_t i = 0; i < options.most_passes; ++i) {
      const bool is_outside = pass(static_cast<float>(step) * side);
      side = -side;
      const double now = loaded_price();
      const bool is_gain = now < price * (1 - options.least_gain);
      if (now < price) {
        price = now;
        kept_shares_ = shares_;
      } else {
        shares_ = kept_shares_;
      }
      if (!is_gain || !is_outside) break;
    }
  }
  for (std::size_t i = part.first; i < part.last; ++i) {
    edge_path.crossings[i].share = kept_shares_[i - part.first];
  }
  return price;
}

double EdgePathDescent::settle(EdgePath& edge_path, const DescentOptions& options) {
  return settle_part(edge_path, {0, edge_path.crossings.size()}, options);
}

VertexId EdgePathDescent::vertex_of(const EdgePoint& crossing) const {
  if (crossing.share <= kAtVertex) return pricer_->mesh().origin(crossing.edge);
  if (crossing.share >= 1 - kAtVertex) return pricer_->mesh().target(crossing.edge);
  return {};
}

bool turn_about(const EdgePathPricer& pricer, const VertexTurn& turn,
                std::vector<EdgePoint>& crossings) {
  const Mesh& mesh = pricer.mesh();
  crossings.clear();
  EdgeId corner = corner_at(mesh, turn.from, turn.about);
  for (int i = 0; i < kMostFaces && mesh.face(corner) != turn.to; ++i) {
    const EdgeId door = turn.is_clockwise ? corner : previous(mesh, corner);
    if (!mesh.is_portal(door)) return false;
    if (!(pricer.factor(mesh.across(door), mesh.twin(door)) < kNoLimit)) return false;
    crossings.push_back({door, turn.is_clockwise ? 0.0 : 1.0});
    corner = turn.is_clockwise ? mesh.next(mesh.twin(door)) : mesh.twin(door);
  }
  return mesh.face(corner) == turn.to;
}

// Lays the crossings of around_ on the straight line, in the plane, between the points before and
// after a run: from the vertex itself single steps would not get away.
void EdgePathDescent::straighten(const EdgePath& edge_path, Part run) {
  const Mesh& mesh = pricer_->mesh();
  const auto& all = edge_path.crossings;
  const Vec3 a = run.first == 0 ? edge_path.start.point : point_of(mesh, all[run.first - 1]);
  const Vec3 b = run.last == all.size() ? edge_path.goal.point : point_of(mesh, all[run.last]);
  for (EdgePoint& crossing : around_) {
    crossing.share = share_on(mesh, crossing.edge, a.xy(), b.xy());
  }
}

// Replaces a run of crossings at one vertex by those of around_, if the path around it is cheaper
// then.
bool EdgePathDescent::replace(EdgePath& edge_path, Part run) {
  auto& all = edge_path.crossings;
  const std::size_t first = run.first > kSettledAround ? run.first - kSettledAround : 0;
  const std::size_t last = std::min(all.size(), run.last + kSettledAround);
  const std::size_t copied = first > 0 ? first - 1 : 0;  // one more on both sides holds the ends
  const std::size_t copied_to = std::min(all.size(), last + 1);
  load(edge_path, {first, last});
  const double before = loaded_price();
  part_.start = edge_path.start;
  part_.goal = edge_path.goal;
  auto& part = part_.crossings;
  const auto at = [&](std::size_t i) { return all.begin() + static_cast<std::ptrdiff_t>(i); };
  part.assign(at(copied), at(run.first));
  part.insert(part.end(), around_.begin(), around_.end());
  part.insert(part.end(), at(run.last), at(copied_to));
  const DescentOptions local{.reach = 0.5, .last_step = kTurnStep, .most_passes = 1};
  const double after =
      settle_part(part_, {first - copied, part.size() - (copied_to - last)}, local);
  if (!(after < before * (1 - kTurnGain))) return false;
  all.erase(at(copied), at(copied_to));
  all.insert(at(copied), part.begin(), part.end());
  return true;
}

// Leads a run of crossings at one vertex past it on either side, if that is cheaper. Returns the
// crossing to go on with.
std::size_t EdgePathDescent::turn(EdgePath& edge_path, Part run) {
  const Mesh& mesh = pricer_->mesh();
  const auto& all = edge_path.crossings;
  const FaceId from = mesh.face(all[run.first].edge);
  const FaceId to = mesh.across(all[run.last - 1].edge);
  const VertexId vertex = vertex_of(all[run.first]);
  around_.assign(all.begin() + static_cast<std::ptrdiff_t>(run.first),
                 all.begin() + static_cast<std::ptrdiff_t>(run.last));
  straighten(edge_path, run);
  const bool is_same_side = replace(edge_path, run);
  if (!is_same_side) {
    const bool is_clockwise = mesh.origin(all[run.first].edge) != vertex;  // this side is not
    if (from == to || !turn_about(*pricer_, {vertex, from, to, is_clockwise}, around_)) {
      return run.last;
    }
    straighten(edge_path, run);
    if (!replace(edge_path, run)) return run.last;
  }
  ++turns_;
  return run.first + around_.size();
}

// True where a run at a vertex, with the crossings next to it, was tried before. Notes it.
bool EdgePathDescent::is_known_failure(const EdgePath& edge_path, Part run) {
  const auto& all = edge_path.crossings;
  const std::array<EdgeId, 4> key = {run.first > 0 ? all[run.first - 1].edge : EdgeId(),
                                     all[run.first].edge, all[run.last - 1].edge,
                                     run.last < all.size() ? all[run.last].edge : EdgeId()};
  if (std::ranges::find(failures_, key) != failures_.end()) return true;
  failures_.push_back(key);
  return false;
}

// True where some vertex was passed on its other side.
bool EdgePathDescent::turn_all(EdgePath& edge_path) {
  const auto& all = edge_path.crossings;
  turns_ = 0;
  for (std::size_t i = 0; i < all.size();) {
    const VertexId vertex = vertex_of(all[i]);
    std::size_t last = i + 1;
    if (vertex.is_none()) {
      i = last;
      continue;
    }
    while (last < all.size() && vertex_of(all[last]) == vertex) ++last;
    const Part run{i, last};
    i = is_known_failure(edge_path, run) ? last : turn(edge_path, run);
  }
  return turns_ > 0;
}

double EdgePathDescent::improve(EdgePath& edge_path, const DescentOptions& options) {
  DescentOptions coarse = options;
  coarse.last_step = std::max(options.last_step, std::min(options.reach / 4, kTurnStep));
  failures_.clear();
  double price = settle(edge_path, coarse);
  best_ = edge_path.crossings;
  for (std::uint32_t round = 0; round < options.most_rounds && turn_all(edge_path); ++round) {
    drop_returns(pricer_->mesh(), edge_path.crossings);
    const double now = settle(edge_path, coarse);
    if (!(now < price)) break;
    const bool is_gain = now < price * (1 - kRoundGain);
    price = now;
    best_ = edge_path.crossings;
    if (!is_gain) break;
  }
  std::swap(edge_path.crossings, best_);
  DescentOptions fine = options;
  fine.reach = std::min(options.reach, 4 * coarse.last_step);
  return fine.reach / 4 < fine.last_step ? price : settle(edge_path, fine);
}

}  // namespace thalweg
