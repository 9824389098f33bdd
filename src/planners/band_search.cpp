#include "planners/band_search.hpp"

#include <algorithm>
#include <cmath>

#include "world/corner.hpp"

namespace thalweg {
namespace {

constexpr double kQuantaOfPath = 0x1p30;  // what the path given costs
constexpr double kBelow = 1 - 0x1p-20;    // keeps rounding from breaking the lower bound

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

// The band as a graph. An arc names the face that it crosses, by its number in the band.
struct BandSearch::View {
  using Node = NodeId;
  using Arc = ArcId;

  const BandSearch& band;

  std::uint32_t node_count() const { return static_cast<std::uint32_t>(band.stops_.size()); }

  template <class Visit>
  void for_each_arc(NodeId node, const Visit& visit) const {
    const Stop& from = band.stops_[node.value];
    const Mesh& mesh = band.pricer_->mesh();
    if (!from.is_vertex()) {
      for (const EdgeId half : {from.edge, mesh.twin(from.edge)}) cross(from, half, visit);
      return;
    }
    for_each_in_fan(mesh, from.edge, {}, [&](EdgeId corner) {
      const std::uint32_t face = mesh.face(corner).value;
      if (!band.face_numbers_.has(face)) return;
      const std::uint32_t number = band.face_numbers_.of(face);
      walk(from, number, {}, band.faces_[number].inside, visit);
    });
  }

  // Into the face of a half-edge that is entered there.
  template <class Visit>
  void cross(const Stop& from, EdgeId half, const Visit& visit) const {
    const std::uint32_t face = band.pricer_->mesh().face(half).value;
    if (!band.face_numbers_.has(face)) return;
    const std::uint32_t number = band.face_numbers_.of(face);
    const BandFace& entered = band.faces_[number];
    const Side& side = band.sides(entered)[half.value - band.sides(entered)[0].edge.value];
    if (side.factor < kNoLimit) walk(from, number, half, side.factor, visit);
  }

  template <class Visit>
  void walk(const Stop& from, std::uint32_t number, EdgeId half, double factor,
            const Visit& visit) const {
    band.for_each_stop(band.faces_[number], half, [&](NodeId to, EdgeId) {
      const Vec3 line = band.stops_[to.value].point - from.point;
      if (line == Vec3{}) return;
      visit(ArcId(number), to, band.quanta(band.pricer_->norm(line) * factor));
    });
  }
};

// The straight line to the goal on the cheapest ground of the band.
struct BandSearch::Estimate {
  const BandSearch& band;

  Distance operator()(NodeId node) const {
    const Vec3 line = band.goal_ - band.stops_[node.value].point;
    const double price = band.pricer_->norm(line) * band.least_factor_ * kBelow;
    return static_cast<Distance>(price * band.quanta_per_unit_);
  }
};

template <class Visit>
void BandSearch::for_each_stop(const BandFace& face, EdgeId skipped, const Visit& visit) const {
  for (const Side& side : sides(face)) {
    if (!side.vertex.is_none()) visit(side.vertex, EdgeId());
    if (side.points.is_none() || side.edge == skipped) continue;
    for (std::uint32_t i = 0; i < options_.points; ++i) {
      visit(NodeId(side.points.value + i), side.edge);
    }
  }
}

void BandSearch::add_face(FaceId face) {
  if (face_numbers_.has(face.value)) return;
  const double inside = pricer_->factor(face, {});
  if (!(inside < kNoLimit)) return;
  face_numbers_.set(face.value, static_cast<std::uint32_t>(faces_.size()));
  faces_.push_back({face, 0, 0, inside});
}

// The faces of the path, and so many rings about it.
void BandSearch::grow(const Way& around, std::uint32_t rings) {
  const Mesh& mesh = pricer_->mesh();
  faces_.clear();
  face_numbers_.reset(mesh.face_count());
  if (rings == BandOptions::kWholeMesh) {
    for (const FaceId face : mesh.faces()) add_face(face);
    return;
  }
  add_face(around.start.face);
  for (const Crossing& crossing : around.crossings) add_face(mesh.across(crossing.edge));
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

// The nodes of an edge, whose ends are left to its vertices.
NodeId BandSearch::points_of(EdgeId edge) {
  const Mesh& mesh = pricer_->mesh();
  if (!mesh.is_portal(edge)) return {};
  const EdgeId twin = mesh.twin(edge);
  const EdgeId lower = lower_half(mesh, edge);
  if (edge_numbers_.has(lower.value)) return NodeId(edge_numbers_.of(lower.value));
  const bool is_open = pricer_->factor(mesh.face(edge), edge) < kNoLimit ||
                       pricer_->factor(mesh.face(twin), twin) < kNoLimit;
  const NodeId first(is_open ? static_cast<std::uint32_t>(stops_.size()) : NodeId::kNone);
  edge_numbers_.set(lower.value, first.value);
  for (std::uint32_t i = 0; is_open && i < options_.points; ++i) {
    const auto share = static_cast<float>((i + 1.0) / (options_.points + 1.0));
    stops_.push_back({point_of(mesh, {lower, share}), lower, share});
  }
  return first;
}

// Vertices at walls are no nodes: the corners of walls are reached along edges.
NodeId BandSearch::vertex_at(EdgeId corner) {
  const Mesh& mesh = pricer_->mesh();
  const std::uint32_t vertex = mesh.origin(corner).value;
  if (vertex_numbers_.has(vertex)) return NodeId(vertex_numbers_.of(vertex));
  const bool is_free = rightmost(mesh, corner, pricer_->by().rule()).is_none();
  const NodeId node(is_free ? static_cast<std::uint32_t>(stops_.size()) : NodeId::kNone);
  if (is_free) stops_.push_back({mesh.start(corner), corner, -1});
  vertex_numbers_.set(vertex, node.value);
  return node;
}

void BandSearch::add_sides() {
  const Mesh& mesh = pricer_->mesh();
  edge_numbers_.reset(mesh.edge_count());
  vertex_numbers_.reset(mesh.vertex_count());
  sides_.clear();
  stops_.clear();
  least_factor_ = kNoLimit;
  for (BandFace& face : faces_) {
    face.first = static_cast<std::uint32_t>(sides_.size());
    least_factor_ = std::min(least_factor_, face.inside);
    for (const EdgeId edge : mesh.edges(face.face)) {
      const double factor = mesh.is_portal(edge) ? pricer_->factor(face.face, edge) : kNoLimit;
      least_factor_ = std::min(least_factor_, factor);
      sides_.push_back({edge, factor, points_of(edge), vertex_at(edge)});
    }
    face.count = static_cast<std::uint32_t>(sides_.size()) - face.first;
  }
}

void BandSearch::find_ends(const Way& around) {
  sources_.clear();
  goals_.clear();
  const BandFace& first = faces_[face_numbers_.of(around.start.face.value)];
  for_each_stop(first, {}, [&](NodeId node, EdgeId) {
    const Vec3 line = stops_[node.value].point - around.start.point;
    sources_.push_back({node, quanta(pricer_->norm(line) * first.inside)});
  });
  const BandFace& last = faces_[face_numbers_.of(around.goal.face.value)];
  for_each_stop(last, {}, [&](NodeId node, EdgeId edge) {
    const double factor = edge.is_none() ? last.inside : pricer_->factor(last.face, edge);
    if (!(factor < kNoLimit)) return;
    const Vec3 line = around.goal.point - stops_[node.value].point;
    goals_.push_back({node, quanta(pricer_->norm(line) * factor)});
  });
  sort_seeds(goals_);
}

// Adds what leads from the face `at` to another that the stop touches.
void BandSearch::cross_to(FaceId& at, FaceId face, const Stop& stop, Way& found) {
  if (at == face) return;
  const Mesh& mesh = pricer_->mesh();
  if (!stop.is_vertex()) {
    const bool is_lower = mesh.face(stop.edge) == at;
    found.crossings.push_back({is_lower ? stop.edge : mesh.twin(stop.edge),
                               is_lower ? double{stop.share} : 1 - double{stop.share}});
    at = face;
    return;
  }
  const VertexId vertex = mesh.origin(stop.edge);
  const bool is_left = turn_about(*pricer_, {vertex, at, face, false}, turn_);
  const bool is_right = turn_about(*pricer_, {vertex, at, face, true}, other_turn_);
  const bool takes_right = is_right && (!is_left || other_turn_.size() < turn_.size());
  const auto& turn = takes_right ? other_turn_ : turn_;
  found.crossings.insert(found.crossings.end(), turn.begin(), turn.end());
  at = face;
}

// The route's nodes as crossings: those where the face changes.
void BandSearch::lay(const Way& around, Way& found) {
  found.start = around.start;
  found.goal = around.goal;
  found.crossings.clear();
  FaceId at = around.start.face;
  for (std::size_t i = 0; i < route_.nodes.size(); ++i) {
    const bool is_last = i == route_.arcs.size();
    const FaceId face = is_last ? around.goal.face : faces_[route_.arcs[i].value].face;
    cross_to(at, face, stops_[route_.nodes[i].value], found);
  }
}

bool BandSearch::find(const WayPricer& pricer, const Way& around, const BandOptions& options,
                      Way& found) {
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
  find_ends(around);
  SearchTask task{sources_, goals_};
  if (around.start.face == around.goal.face) {
    const double inside = faces_[face_numbers_.of(around.start.face.value)].inside;
    task.direct = quanta(pricer.norm(goal_ - around.start.point) * inside);
  }
  const SearchOutcome outcome = best_first(View{*this}, Estimate{*this}, task, scratch_);
  if (outcome.end != SearchEnd::found) return false;
  route_.nodes.clear();
  route_.arcs.clear();
  if (!outcome.goal.is_none()) route_ = route_to(scratch_.bank, outcome.goal, std::move(route_));
  lay(around, found);
  return true;
}

}  // namespace thalweg
