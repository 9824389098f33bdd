#include "graph/way.hpp"

#include <algorithm>

#include "graph/mesh_filter.hpp"
#include "world/corner.hpp"

namespace thalweg {
namespace {

constexpr double kAtVertex = 1e-9;         // of an edge: nearer is at its end
constexpr std::size_t kSettledAround = 2;  // crossings on either side of a vertex that is hopped
constexpr int kMostFaces = 64;             // about a vertex that is hopped
constexpr double kHopStep = 1.0 / 32;      // while vertices are hopped no smaller step is tried
constexpr double kRoundGain = 1e-4;        // as a share: less ends the rounds
constexpr double kHopGain = 1e-7;          // as a share: more than rounding

EdgeId corner_at(const Mesh& mesh, FaceId face, VertexId vertex) {
  for (const EdgeId e : mesh.edges(face)) {
    if (mesh.origin(e) == vertex) return e;
  }
  return {};
}

}  // namespace

double WayPricer::filtered_factor(FaceId across, EdgeId entered) const {
  if (!by_.may_enter(across) || (!entered.is_none() && !by_.may_pass(entered))) return kNoLimit;
  return by_.pricer.factor(across, entered) *
         MeshFilter(mesh(), *by_.filter).factor(across, entered);
}

double WayPricer::price(const Way& way) const {
  Vec3 at = way.start.point;
  double times = factor(way.start.face, {});
  double sum = 0;
  for (const Crossing& crossing : way.crossings) {
    const Vec3 next = point_of(mesh(), crossing);
    if (!(times < kNoLimit)) return kNoLimit;
    sum += norm(next - at) * times;
    times = factor_after(crossing);
    at = next;
  }
  return times < kNoLimit ? sum + norm(way.goal.point - at) * times : kNoLimit;
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

void drop_returns(const Mesh& mesh, std::vector<Crossing>& crossings) {
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

void WayDescent::load(const Way& way, Part part) {
  const Mesh& mesh = pricer_->mesh();
  const auto& all = way.crossings;
  const bool is_first = part.first == 0;
  before_ = is_first ? way.start.point : point_of(mesh, all[part.first - 1]);
  after_ = part.last == all.size() ? way.goal.point : point_of(mesh, all[part.last]);
  starts_.clear();
  spans_.clear();
  shares_.clear();
  factors_.clear();
  factors_.push_back(is_first ? pricer_->factor(way.start.face, {})
                              : pricer_->factor_after(all[part.first - 1]));
  for (std::size_t i = part.first; i < part.last; ++i) {
    starts_.push_back(mesh.start(all[i].edge));
    spans_.push_back(mesh.end(all[i].edge) - starts_.back());
    shares_.push_back(all[i].share);
    factors_.push_back(pricer_->factor_after(all[i]));
  }
  places_.resize(shares_.size());
  is_moved_.resize(shares_.size());
}

// Of what is loaded, as it lies.
double WayDescent::loaded_price() const {
  Vec3 at = before_;
  double sum = 0;
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    const Vec3 next = loaded_point(i);
    sum += pricer_->norm(next - at) * factors_[i];
    at = next;
  }
  return sum + pricer_->norm(after_ - at) * factors_.back();
}

// Where it is, and a step to either side. A place that repeats the first is left out.
void WayDescent::find_places(std::size_t i, double step) {
  const double share = shares_[i];
  const std::array<double, kPlaces> shares = {share, std::max(0.0, share - step),
                                              std::min(1.0, share + step)};
  for (std::size_t c = 0; c < kPlaces; ++c) {
    Place& place = places_[i][c];
    place.share = shares[c];
    place.point = starts_[i] + spans_[i] * shares[c];
    place.price = c > 0 && shares[c] == share ? kNoLimit : 0;
  }
}

// The cheapest paths to the places of a crossing, from those of the one before.
void WayDescent::relax(std::size_t i) {
  for (Place& place : places_[i]) {
    if (place.price == kNoLimit) continue;
    double least = kNoLimit;
    for (std::uint8_t from = 0; from < kPlaces; ++from) {
      const Place& last = places_[i - 1][from];
      if (!(last.price < least)) continue;
      const double price = last.price + pricer_->norm(place.point - last.point) * factors_[i];
      if (!(price < least)) continue;
      least = price;
      place.from = from;
    }
    place.price = least;
  }
}

// Moves the crossings of a part of what is loaded, the others staying; returns what that gains.
double WayDescent::pass(Part part, double step) {
  const std::size_t first = part.first;
  const Vec3 before = first == 0 ? before_ : loaded_point(first - 1);
  const Vec3 after = part.last == shares_.size() ? after_ : loaded_point(part.last);
  Vec3 at = before;
  double stay = 0;
  for (std::size_t i = first; i < part.last; ++i) {
    find_places(i, step);
    const Vec3 here = places_[i][0].point;
    stay += pricer_->norm(here - at) * factors_[i];
    at = here;
    if (i > first) {
      relax(i);
      continue;
    }
    for (Place& place : places_[i]) {
      if (place.price != kNoLimit) place.price = pricer_->norm(place.point - before) * factors_[i];
    }
  }
  stay += pricer_->norm(after - at) * factors_[part.last];
  double least = kNoLimit;
  std::uint8_t best = 0;
  for (std::uint8_t c = 0; c < kPlaces; ++c) {
    const Place& last = places_[part.last - 1][c];
    if (!(last.price < least)) continue;
    const double price = last.price + pricer_->norm(after - last.point) * factors_[part.last];
    if (!(price < least)) continue;
    least = price;
    best = c;
  }
  for (std::size_t i = part.last; i-- > first;) {
    is_moved_[i] = best != 0;
    shares_[i] = places_[i][best].share;
    best = places_[i][best].from;
  }
  return stay - least;
}

// Passes over the parts that still move; only those next to a crossing that moved can.
void WayDescent::settle_step(double step, double least_gain, std::uint32_t most_passes) {
  const std::size_t count = shares_.size();
  double gain = pass({0, count}, step);
  for (std::uint32_t i = 1; i < most_passes && gain > least_gain; ++i) {
    gain = 0;
    std::size_t k = 0;
    while (k < count) {
      if (!is_moved_[k]) {
        ++k;
        continue;
      }
      Part part{k > 0 ? k - 1 : 0, k};
      while (part.last < count && (is_moved_[part.last] || is_moved_[part.last - 1])) ++part.last;
      gain += pass(part, step);
      k = part.last + 1;
    }
  }
}

double WayDescent::settle_part(Way& way, Part part, const DescentOptions& options) {
  load(way, part);
  const double price = loaded_price();
  if (part.first == part.last) return price;
  for (double step = options.first_step; step >= options.last_step; step /= 2) {
    settle_step(step, price * options.least_gain, options.most_passes);
  }
  for (std::size_t i = part.first; i < part.last; ++i) {
    way.crossings[i].share = shares_[i - part.first];
  }
  return std::min(price, loaded_price());
}

double WayDescent::settle(Way& way, const DescentOptions& options) {
  return settle_part(way, {0, way.crossings.size()}, options);
}

VertexId WayDescent::vertex_of(const Crossing& crossing) const {
  if (crossing.share <= kAtVertex) return pricer_->mesh().origin(crossing.edge);
  if (crossing.share >= 1 - kAtVertex) return pricer_->mesh().target(crossing.edge);
  return {};
}

bool turn_about(const WayPricer& pricer, const Turn& turn, std::vector<Crossing>& crossings) {
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
void WayDescent::straighten(const Way& way, Part run) {
  const Mesh& mesh = pricer_->mesh();
  const auto& all = way.crossings;
  const Vec3 a = run.first == 0 ? way.start.point : point_of(mesh, all[run.first - 1]);
  const Vec3 b = run.last == all.size() ? way.goal.point : point_of(mesh, all[run.last]);
  for (Crossing& crossing : around_) {
    crossing.share = share_on(mesh, crossing.edge, a.xy(), b.xy());
  }
}

// Replaces a run of crossings at one vertex by those of around_, if the path around it is cheaper
// then.
bool WayDescent::replace(Way& way, Part run, const DescentOptions& options) {
  auto& all = way.crossings;
  const std::size_t first = run.first > kSettledAround ? run.first - kSettledAround : 0;
  const std::size_t last = std::min(all.size(), run.last + kSettledAround);
  const std::size_t copied = first > 0 ? first - 1 : 0;  // one more on both sides holds the ends
  const std::size_t copied_to = std::min(all.size(), last + 1);
  load(way, {first, last});
  const double before = loaded_price();
  part_.start = way.start;
  part_.goal = way.goal;
  auto& part = part_.crossings;
  const auto at = [&](std::size_t i) { return all.begin() + static_cast<std::ptrdiff_t>(i); };
  part.assign(at(copied), at(run.first));
  part.insert(part.end(), around_.begin(), around_.end());
  part.insert(part.end(), at(run.last), at(copied_to));
  DescentOptions local = options;
  local.first_step = 0.25;
  local.last_step = 0.1;
  local.most_passes = 2;
  const double after =
      settle_part(part_, {first - copied, part.size() - (copied_to - last)}, local);
  if (!(after < before * (1 - kHopGain))) return false;
  all.erase(at(copied), at(copied_to));
  all.insert(at(copied), part.begin(), part.end());
  return true;
}

// Leads a run of crossings at one vertex past it on either side, if that is cheaper. Returns the
// crossing to go on with.
std::size_t WayDescent::hop(Way& way, Part run, const DescentOptions& options) {
  const Mesh& mesh = pricer_->mesh();
  const auto& all = way.crossings;
  const FaceId from = mesh.face(all[run.first].edge);
  const FaceId to = mesh.across(all[run.last - 1].edge);
  const VertexId vertex = vertex_of(all[run.first]);
  around_.assign(all.begin() + static_cast<std::ptrdiff_t>(run.first),
                 all.begin() + static_cast<std::ptrdiff_t>(run.last));
  straighten(way, run);
  const bool is_same_side = replace(way, run, options);
  if (!is_same_side) {
    const bool is_clockwise = mesh.origin(all[run.first].edge) != vertex;  // this side is not
    if (from == to || !turn_about(*pricer_, {vertex, from, to, is_clockwise}, around_)) {
      return run.last;
    }
    straighten(way, run);
    if (!replace(way, run, options)) return run.last;
  }
  ++hops_;
  return run.first + around_.size();
}

// True where some vertex was passed on its other side.
bool WayDescent::hop_all(Way& way, const DescentOptions& options) {
  const auto& all = way.crossings;
  hops_ = 0;
  for (std::size_t i = 0; i < all.size();) {
    const VertexId vertex = vertex_of(all[i]);
    std::size_t last = i + 1;
    if (vertex.is_none()) {
      i = last;
      continue;
    }
    while (last < all.size() && vertex_of(all[last]) == vertex) ++last;
    i = hop(way, {i, last}, options);
  }
  return hops_ > 0;
}

double WayDescent::improve(Way& way, const DescentOptions& options) {
  DescentOptions coarse = options;
  coarse.last_step = std::max(options.last_step, std::min(options.first_step, kHopStep));
  double price = settle(way, coarse);
  best_ = way.crossings;
  coarse.first_step = std::min(options.first_step, 2 * kHopStep);
  for (std::uint32_t round = 0; round < options.most_rounds && hop_all(way, options); ++round) {
    drop_returns(pricer_->mesh(), way.crossings);
    const double now = settle(way, coarse);
    if (!(now < price)) break;
    const bool is_gain = now < price * (1 - kRoundGain);
    price = now;
    best_ = way.crossings;
    if (!is_gain) break;
  }
  std::swap(way.crossings, best_);
  DescentOptions fine = options;
  fine.first_step = coarse.last_step / 2;
  return fine.first_step < fine.last_step ? price : settle(way, fine);
}

}  // namespace thalweg
