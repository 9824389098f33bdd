// Nodes are numbered inside the band alone. Where prices bend more, an edge gets more points;
// vertices are nodes unless a wall meets there. Arc costs come four at a time by SIMD.
#include "path/band_search.hpp"

#include <algorithm>

#include "world/corner.hpp"

namespace thalweg {
namespace {

constexpr double kQuantaOfPath = 0x1p26;   // what the path given costs
constexpr float kMostArcQuanta = 0x1p30f;  // of an arc
constexpr std::size_t kGentleShare = 32;   // one crossing of so many may be steep
constexpr double kBelow = 1 - 0x1p-18;     // keeps rounding from breaking the lower bound

EdgeId lower_half(const Mesh& mesh, EdgeId edge) {
  const EdgeId twin = mesh.twin(edge);
  return twin.is_none() || edge < twin ? edge : twin;
}

}  // namespace

void BandSearch::Numbers::reset(std::size_t count) {
  if (entries_.size() != count) {
    entries_.assign(count, {});
    now_ = 0;
  }
  if (++now_ == 0) {
    std::ranges::fill(entries_, Entry{});
    now_ = 1;
  }
}

Distance BandSearch::quanta(double price) const {
  return static_cast<Distance>(price * quanta_per_unit_) + 1;
}

// The band as a graph. An arc names the face that it crosses, by its number in the band. Norms are
// worked out for four points at a time, in floats.
template <class Norm>
struct BandSearch::View {
  using Node = NodeId;
  using Arc = ArcId;

  const BandSearch& band;
  const Norm& norm;

  std::uint32_t node_count() const { return static_cast<std::uint32_t>(band.stops_.size()); }

  // Not back into the face walked over to get there: the straight line was tried already.
  template <class Visit>
  void for_each_arc(NodeId node, const Visit& visit) const {
    const Stop& stop = band.stops_[node.value];
    const Vec3 from = band.point_at(node);
    const std::uint32_t last = band.scratch_.bank[node].arc.value;
    if (!stop.is_vertex()) {
      for (const std::uint32_t i : band.edges_[stop.along].sides) {
        if (i == EdgeId::kNone || band.sides_[i].face == last) continue;
        const Side& side = band.sides_[i];
        if (side.factor < kNoLimit) walk(from, side.face, side.edge, side.factor, visit);
      }
      return;
    }
    for_each_in_fan(band.pricer_->mesh(), stop.corner, {}, [&](EdgeId corner) {
      const std::uint32_t face = band.pricer_->mesh().face(corner).value;
      if (!band.face_numbers_.has(face)) return;
      const std::uint32_t number = band.face_numbers_.of(face);
      if (number != last) walk(from, number, {}, band.faces_[number].inside, visit);
    });
  }

  // Across a face to all its nodes, but those of the edge that it was entered over.
  template <class Visit>
  void walk(Vec3 from, std::uint32_t number, EdgeId entered, double factor,
            const Visit& visit) const {
    const Mesh& mesh = band.pricer_->mesh();
    const auto sides = band.sides(band.faces_[number]);
    const auto times = static_cast<float>(factor * band.quanta_per_unit_);
    const Vec3f first = to_float(mesh.start(sides[0].edge) - from);
    Vec3f corner = first;
    simd::Points corners = {};
    for (std::size_t i = 0; i < sides.size(); ++i) {
      const Side& side = sides[i];
      const Vec3f next =
          i + 1 < sides.size() ? to_float(mesh.start(sides[i + 1].edge) - from) : first;
      if (side.along != EdgeId::kNone && side.edge != entered) {
        const auto& [a, b] = side.is_lower ? std::pair(corner, next) : std::pair(next, corner);
        walk_to(band.edges_[side.along], a, b, ArcId(number), times, visit);
      }
      const std::size_t slot = i % simd::kCount;
      corners.x[slot] = corner.x;
      corners.y[slot] = corner.y;
      corners.z[slot] = corner.z;
      corner = next;
      if (slot + 1 < simd::kCount && i + 1 < sides.size()) continue;
      const simd::Ints costs = priced(corners, times);
      for (std::size_t k = 0; k <= slot; ++k) {
        const NodeId to = sides[i - slot + k].vertex;
        if (!to.is_none()) visit(ArcId(number), to, static_cast<std::uint32_t>(costs[k]));
      }
    }
  }

  // To the points of an edge whose ends lie there.
  template <class Visit>
  void walk_to(const BandEdge& edge, Vec3f start, Vec3f end, ArcId arc, float times,
               const Visit& visit) const {
    const Vec3f span{end.x - start.x, end.y - start.y, end.z - start.z};
    const float spacing = 1.0f / static_cast<float>(edge.points + 1);
    simd::Floats shares = simd::Floats{1, 2, 3, 4} * spacing;
    for (std::uint32_t i = 0; i < edge.points; i += simd::kCount) {
      const simd::Ints costs = priced(
          {start.x + span.x * shares, start.y + span.y * shares, start.z + span.z * shares}, times);
      const std::uint32_t count = std::min<std::uint32_t>(simd::kCount, edge.points - i);
      for (std::uint32_t k = 0; k < count; ++k) {
        visit(arc, NodeId(edge.first.value + i + k), static_cast<std::uint32_t>(costs[k]));
      }
      shares += simd::kCount * spacing;
    }
  }

  // In quanta. What costs many times more than the path given is of no use, however much.
  simd::Ints priced(const simd::Points& lines, float times) const {
    const simd::Floats costs = norm(lines) * times;
    return __builtin_convertvector(costs < kMostArcQuanta ? costs : simd::all(kMostArcQuanta),
                                   simd::Ints) +
           1;
  }
};

// The straight line to the goal on the cheapest ground of the band.
struct BandSearch::Estimate {
  const BandSearch& band;

  Distance operator()(NodeId node) const {
    const Vec3 line = band.goal_ - band.point_at(node);
    const double price = band.pricer_->norm(line) * band.least_factor_ * kBelow;
    return static_cast<Distance>(price * band.quanta_per_unit_);
  }
};

float BandSearch::share_of(NodeId node) const {
  const BandEdge& edge = edges_[stops_[node.value].along];
  return static_cast<float>(node.value - edge.first.value + 1) *
         (1.0f / static_cast<float>(edge.points + 1));
}

Vec3 BandSearch::point_at(NodeId node) const {
  const Stop& stop = stops_[node.value];
  if (stop.is_vertex()) return pricer_->mesh().start(stop.corner);
  return point_of(pricer_->mesh(), {edges_[stop.along].lower, double{share_of(node)}});
}

void BandSearch::add_face(FaceId face) {
  if (face_numbers_.has(face.value)) return;
  const double inside = pricer_->factor(face, {});
  if (!(inside < kNoLimit)) return;
  face_numbers_.set(face.value, static_cast<std::uint32_t>(faces_.size()));
  faces_.push_back({face, 0, 0, inside});
}

// The faces of the path, and so many rings about it.
void BandSearch::grow(const EdgePath& around, std::uint32_t rings) {
  const Mesh& mesh = pricer_->mesh();
  faces_.clear();
  face_numbers_.reset(mesh.face_count());
  if (rings == BandOptions::kWholeMesh) {
    for (const FaceId face : mesh.faces()) add_face(face);
    return;
  }
  add_face(around.start.face);
  for (const EdgePoint& crossing : around.crossings) add_face(mesh.across(crossing.edge));
  vertex_numbers_.reset(mesh.vertex_count());
  std::size_t first = 0;
  for (std::uint32_t ring = 0; ring < rings; ++ring) {
    const std::size_t last = faces_.size();
    for (; first < last; ++first) {
      for (const EdgeId corner : mesh.edges(faces_[first].face)) {
        const std::uint32_t vertex = mesh.origin(corner).value;
        if (vertex_numbers_.has(vertex)) continue;
        vertex_numbers_.set(vertex, 0);
        for_each_in_fan(mesh, corner, {}, [&](EdgeId e) { add_face(mesh.face(e)); });
      }
    }
  }
}

// The number of the edge of a half-edge; kNone where it may be crossed in neither direction.
std::uint32_t BandSearch::edge_of(EdgeId half) {
  const Mesh& mesh = pricer_->mesh();
  if (!mesh.is_portal(half)) return EdgeId::kNone;
  const EdgeId lower = lower_half(mesh, half);
  if (edge_numbers_.has(lower.value)) return edge_numbers_.of(lower.value);
  const EdgeId twin = mesh.twin(half);
  const bool is_open = pricer_->factor(mesh.face(half), half) < kNoLimit ||
                       pricer_->factor(mesh.face(twin), twin) < kNoLimit;
  const std::uint32_t number = is_open ? static_cast<std::uint32_t>(edges_.size()) : EdgeId::kNone;
  edge_numbers_.set(lower.value, number);
  if (is_open) edges_.push_back({.lower = lower});
  return number;
}

// Vertices at walls are no nodes: the corners of walls are reached along edges.
NodeId BandSearch::vertex_at(EdgeId corner) {
  const Mesh& mesh = pricer_->mesh();
  const std::uint32_t vertex = mesh.origin(corner).value;
  if (vertex_numbers_.has(vertex)) return NodeId(vertex_numbers_.of(vertex));
  const bool is_free = rightmost(mesh, corner, pricer_->by().rule()).is_none();
  const NodeId node(is_free ? static_cast<std::uint32_t>(stops_.size()) : NodeId::kNone);
  if (is_free) stops_.push_back({EdgeId::kNone, corner});
  vertex_numbers_.set(vertex, node.value);
  return node;
}

void BandSearch::add_sides() {
  const Mesh& mesh = pricer_->mesh();
  edge_numbers_.reset(mesh.edge_count());
  vertex_numbers_.reset(mesh.vertex_count());
  sides_.clear();
  edges_.clear();
  stops_.clear();
  least_factor_ = kNoLimit;
  for (std::uint32_t number = 0; number < faces_.size(); ++number) {
    BandFace& face = faces_[number];
    face.first = static_cast<std::uint32_t>(sides_.size());
    least_factor_ = std::min(least_factor_, face.inside);
    for (const EdgeId edge : mesh.edges(face.face)) {
      const double factor = mesh.is_portal(edge) ? pricer_->factor(face.face, edge) : kNoLimit;
      least_factor_ = std::min(least_factor_, factor);
      const std::uint32_t along = edge_of(edge);
      const bool is_lower = along == EdgeId::kNone || edges_[along].lower == edge;
      if (along != EdgeId::kNone) {
        edges_[along].sides[is_lower ? 0 : 1] = static_cast<std::uint32_t>(sides_.size());
      }
      sides_.push_back({edge, number, along, is_lower, vertex_at(edge), factor});
    }
    face.count = static_cast<std::uint32_t>(sides_.size()) - face.first;
  }
}

// How many points an edge gets.
template <class Norm>
std::uint32_t BandSearch::point_count(const Norm& norm, EdgeId edge) const {
  using namespace simd;
  if (!(options_.excess > 0)) return options_.points;
  const Mesh& mesh = pricer_->mesh();
  const Vec3f span = to_float(mesh.end(edge) - mesh.start(edge));
  const Points across = all(Vec3f{span.y * -0.5f, span.x * 0.5f, 0});
  const Floats bend = 0.5f / Floats{5, 9, 13, 17};  // of 4, 8, 12 and 16 points
  const Points aside{span.x * bend, span.y * bend, span.z * bend};
  const Points left{across.x + aside.x, across.y + aside.y, across.z + aside.z};
  const Floats bent = norm(left) + norm(across - aside);
  const float most = 2 * norm(across)[0] * static_cast<float>(1 + options_.excess);
  for (std::uint32_t i = 0; i < simd::kCount; ++i) {
    if (bent[i] <= most) return std::min<std::uint32_t>((i + 1) * simd::kCount, options_.points);
  }
  return options_.points;
}

// The nodes of the edges, whose ends are left to their vertices.
template <class Norm>
void BandSearch::add_points(const Norm& norm) {
  for (std::uint32_t i = 0; i < edges_.size(); ++i) {
    BandEdge& edge = edges_[i];
    edge.points = point_count(norm, edge.lower);
    edge.first = NodeId(static_cast<std::uint32_t>(stops_.size()));
    stops_.resize(stops_.size() + edge.points, {i, {}});
  }
}

void BandSearch::find_goals(const EdgePath& around) {
  goals_.clear();
  const BandFace& last = faces_[face_numbers_.of(around.goal.face.value)];
  const auto add = [&](NodeId node, double factor) {
    const Vec3 line = around.goal.point - point_at(node);
    if (factor < kNoLimit) goals_.push_back({node, quanta(pricer_->norm(line) * factor)});
  };
  for (const Side& side : sides(last)) {
    if (!side.vertex.is_none()) add(side.vertex, last.inside);
    if (side.along == EdgeId::kNone) continue;
    const BandEdge& edge = edges_[side.along];
    for (std::uint32_t i = 0; i < edge.points; ++i) add(NodeId(edge.first.value + i), side.factor);
  }
  sort_seeds(goals_);
}

// Adds what leads from the face `at` to another that the node touches.
void BandSearch::cross_to(FaceId& at, FaceId face, NodeId node, EdgePath& found) {
  if (at == face) return;
  const Mesh& mesh = pricer_->mesh();
  const Stop& stop = stops_[node.value];
  if (!stop.is_vertex()) {
    const EdgeId lower = edges_[stop.along].lower;
    const bool is_lower = mesh.face(lower) == at;
    const double share = double{share_of(node)};
    found.crossings.push_back({is_lower ? lower : mesh.twin(lower), is_lower ? share : 1 - share});
    at = face;
    return;
  }
  const VertexId vertex = mesh.origin(stop.corner);
  const bool is_left = turn_about(*pricer_, {vertex, at, face, false}, turn_);
  const bool is_right = turn_about(*pricer_, {vertex, at, face, true}, other_turn_);
  const bool takes_right = is_right && (!is_left || other_turn_.size() < turn_.size());
  const auto& turn = takes_right ? other_turn_ : turn_;
  found.crossings.insert(found.crossings.end(), turn.begin(), turn.end());
  at = face;
}

// The route's nodes as crossings: those where the face changes.
void BandSearch::lay(const EdgePath& around, EdgePath& found) {
  found.start = around.start;
  found.goal = around.goal;
  found.crossings.clear();
  FaceId at = around.start.face;
  for (std::size_t i = 0; i < route_.nodes.size(); ++i) {
    const bool is_last = i == route_.arcs.size();
    const FaceId face = is_last ? around.goal.face : faces_[route_.arcs[i].value].face;
    cross_to(at, face, route_.nodes[i], found);
  }
}

template <class Norm>
SearchOutcome BandSearch::search(const Norm& norm, const EdgePath& around) {
  add_points(norm);
  const std::uint32_t first = face_numbers_.of(around.start.face.value);
  const View<Norm> view{*this, norm};
  sources_.clear();
  view.walk(around.start.point, first, {}, faces_[first].inside,
            [&](ArcId, NodeId node, std::uint32_t cost) {
              sources_.push_back({node, cost});
            });
  find_goals(around);
  SearchTask task{sources_, goals_};
  if (around.start.face == around.goal.face) {
    task.direct = quanta(pricer_->norm(goal_ - around.start.point) * faces_[first].inside);
  }
  return best_first(view, Estimate{*this}, task, scratch_);
}

bool BandSearch::is_gentle(const EdgePathPricer& pricer, const EdgePath& edge_path, double excess) {
  pricer_ = &pricer;
  options_ = {.points = 2 * simd::kCount, .excess = excess};
  const std::size_t steep = simd::with_norm(profile(), [&](const auto& norm) {
    std::size_t count = 0;
    for (const EdgePoint& crossing : edge_path.crossings) {
      count += point_count(norm, crossing.edge) > simd::kCount ? 1 : 0;
    }
    return count;
  });
  return steep <= edge_path.crossings.size() / kGentleShare;
}

bool BandSearch::find(const EdgePathPricer& pricer, const EdgePath& around,
                      const BandOptions& options, EdgePath& found) {
  pricer_ = &pricer;
  options_ = options;
  goal_ = around.goal.point;
  const double price = pricer.price(around);
  quanta_per_unit_ = price > 0 && price < kNoLimit ? kQuantaOfPath / price : 1;
  grow(around, options.rings);
  const bool has_ends =
      face_numbers_.has(around.start.face.value) && face_numbers_.has(around.goal.face.value);
  if (!has_ends) return false;
  add_sides();
  const SearchOutcome outcome =
      simd::with_norm(profile(), [&](const auto& norm) { return search(norm, around); });
  if (outcome.end != SearchEnd::found) return false;
  route_.nodes.clear();
  route_.arcs.clear();
  if (!outcome.goal.is_none()) route_ = route_to(scratch_.bank, outcome.goal, std::move(route_));
  lay(around, found);
  return true;
}

}  // namespace thalweg
