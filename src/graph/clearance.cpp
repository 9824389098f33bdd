// Face by face in parallel: the wide points of each portal, how well they are joined to its widest
// point (Dijkstra's algorithm for the widest path), then the passages between portals.
#include "thalweg/graph/clearance.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "clearance/near_walls.hpp"
#include "clearance/room.hpp"
#include "core/thrown.hpp"
#include "core/try.hpp"
#include "graph/portal_nodes.hpp"
#include "thalweg/core/parallel.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kFaceGrain = 1 << 8;
constexpr std::size_t kWidthGrain = 1 << 13;

std::vector<WidePoint> wide_points_of(const Mesh& mesh, EdgeId lower, std::span<const EdgeId> walls,
                                      double reach) {
  std::vector<Segment2> segments;
  for (const EdgeId wall : walls) segments.push_back(segment(mesh, wall));
  return wide_points(segment(mesh, lower), segments, reach);
}

// A wide point as a point of the border that the half-edge `edge` belongs to.
BorderPoint on_border(const Mesh& mesh, EdgeId edge, const WidePoint& wide) {
  const bool is_lower = edge == lower_half(mesh, edge);
  return {.edge = edge.value - mesh.edges(mesh.face(edge)).front().value,
          .along = is_lower ? wide.along : 1 - wide.along,
          .point = wide.point,
          .clearance = wide.clearance};
}

// How well the wide points of a portal are joined to its widest, over the rooms on both sides.
void join(const Mesh& mesh, EdgeId lower, std::span<WidePoint> all, Room room, Room beyond) {
  const EdgeId upper = mesh.twin(lower);
  for (std::size_t i = 1; i < all.size(); ++i) all[i].joined = 0;
  std::vector<std::uint8_t> is_done(all.size(), 0);
  for (std::size_t round = 0; round < all.size(); ++round) {
    std::size_t next = all.size();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (is_done[i] == 0 && (next == all.size() || all[i].joined > all[next].joined)) next = i;
    }
    is_done[next] = 1;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (is_done[i] != 0) continue;
      const double clearance = std::max(
          room.between(on_border(mesh, lower, all[next]), on_border(mesh, lower, all[i])),
          beyond.between(on_border(mesh, upper, all[next]), on_border(mesh, upper, all[i])));
      all[i].joined = std::max(all[i].joined, std::min(all[next].joined, clearance));
    }
  }
}

// One side of a passage: a half-edge of the room's face, and the wide points of its portal.
struct Side {
  EdgeId edge;
  std::span<const WidePoint> wide_points;
};

// The best clearance from widest point to widest point.
double passage(const Mesh& mesh, Room& room, const Side& p, const Side& q) {
  double best = 0;
  for (const WidePoint& x : p.wide_points) {
    for (const WidePoint& y : q.wide_points) {
      const double most = std::min(x.joined, y.joined);
      if (most <= best) continue;
      const double clearance = room.between(on_border(mesh, p.edge, x), on_border(mesh, q.edge, y));
      best = std::max(best, std::min(most, clearance));
    }
  }
  return best;
}

// All widths of a mesh, face by face. Faces near no wall are left out: all their passages are wide.
class Widths {
 public:
  Widths(const Mesh& mesh, const WidthOptions& options)
      : mesh_(mesh),
        limit_(options.limit),
        reach_(options.limit / 2),
        is_open_(open_edges(mesh, options.rule)),
        walls_(near_walls(mesh, is_open_, reach_)) {
    find_wide_points();
    join_wide_points();
    find_passages();
  }

  double portal(EdgeId edge) const {
    if (is_open_[edge.value] == 0) return 0;
    const auto all = wide_points_at(edge);
    return all.empty() ? limit_ : std::min(2 * all.front().clearance, limit_);
  }

  // Requires: half-edges of one face.
  double passage(EdgeId entered, EdgeId left) const {
    if (is_open_[entered.value] == 0 || is_open_[left.value] == 0) return 0;
    const FaceId face = mesh_.face(entered);
    if (walls_.size(face) == 0) return limit_;
    const IdRange<EdgeId> edges = mesh_.edges(face);
    const std::size_t row = std::size_t{entered.value - edges.front().value} * edges.size();
    return double{passages_[first_passage_[face.value] + row + left.value - edges.front().value]};
  }

 private:
  template <class Body>
  void for_each_face(const Body& body) const {
    parallel_for(mesh_.face_count(), kFaceGrain, [&](std::size_t first, std::size_t last) {
      for (std::size_t f = first; f < last; ++f) body(FaceId(static_cast<std::uint32_t>(f)));
    });
  }
  // None for portals near no wall.
  std::span<const WidePoint> wide_points_at(EdgeId edge) const {
    const std::uint32_t lower = lower_half(mesh_, edge).value;
    return std::span(wide_points_)
        .subspan(first_wide_point_[lower], first_wide_point_[lower + 1] - first_wide_point_[lower]);
  }
  Room room(FaceId face) const { return {mesh_, face, walls_[face], reach_}; }
  bool is_counted(EdgeId edge) const {
    if (is_open_[edge.value] == 0 || mesh_.twin(edge) < edge) return false;
    return walls_.size(mesh_.face(edge)) > 0 || walls_.size(mesh_.across(edge)) > 0;
  }

  void find_wide_points() {
    first_wide_point_.assign(mesh_.edge_count() + std::size_t{1}, 0);
    std::vector<std::vector<WidePoint>> chunks((mesh_.face_count() + kFaceGrain - 1) / kFaceGrain);
    for_each_face([&](FaceId face) {
      for (const EdgeId edge : mesh_.edges(face)) {
        if (!is_counted(edge)) continue;
        const auto found = wide_points_of(mesh_, edge, walls_[face], reach_);
        first_wide_point_[edge.value + 1] = static_cast<std::uint32_t>(found.size());
        auto& chunk = chunks[face.value / kFaceGrain];
        chunk.insert(chunk.end(), found.begin(), found.end());
      }
    });
    for (const auto& chunk : chunks)
      wide_points_.insert(wide_points_.end(), chunk.begin(), chunk.end());
    std::partial_sum(first_wide_point_.begin(), first_wide_point_.end(), first_wide_point_.begin());
  }

  void join_wide_points() {
    for_each_face([&](FaceId face) {
      for (const EdgeId edge : mesh_.edges(face)) {
        if (!is_counted(edge) || wide_points_at(edge).size() < 2) continue;
        const auto all = std::span(wide_points_)
                             .subspan(first_wide_point_[edge.value], wide_points_at(edge).size());
        join(mesh_, edge, all, room(face), room(mesh_.across(edge)));
      }
    });
  }

  void find_passages() {
    first_passage_.assign(mesh_.face_count() + std::size_t{1}, 0);
    for (const FaceId face : mesh_.faces()) {
      const std::size_t n = walls_.size(face) > 0 ? mesh_.corner_count(face) : 0;
      first_passage_[face.value + 1] = first_passage_[face.value] + n * n;
    }
    passages_.assign(first_passage_.back(), 0);
    for_each_face([&](FaceId face) {
      if (walls_.size(face) > 0) find_passages(face);
    });
  }

  void find_passages(FaceId face) {
    const IdRange<EdgeId> edges = mesh_.edges(face);
    const auto is_open = [&](EdgeId e) { return is_open_[e.value] != 0; };
    std::size_t open_count = 0;
    for (const EdgeId edge : edges) open_count += is_open(edge) ? 1 : 0;
    if (open_count < 2) return;
    Room here = room(face);
    for (const EdgeId p : edges) {
      for (const EdgeId q : edges) {
        if (!(p < q) || !is_open(p) || !is_open(q)) continue;
        const double width =
            2 * thalweg::passage(mesh_, here, {p, wide_points_at(p)}, {q, wide_points_at(q)});
        const std::size_t first = first_passage_[face.value];
        const std::size_t a = p.value - edges.front().value;
        const std::size_t b = q.value - edges.front().value;
        passages_[first + a * edges.size() + b] = static_cast<float>(std::min(width, limit_));
        passages_[first + b * edges.size() + a] = static_cast<float>(std::min(width, limit_));
      }
    }
  }

  const Mesh& mesh_;
  double limit_;
  double reach_;
  std::vector<std::uint8_t> is_open_;            // [edge]
  Csr<FaceId, EdgeId> walls_;                    // [face]
  std::vector<std::uint32_t> first_wide_point_;  // [edge + 1]  of lower half-edges
  std::vector<WidePoint> wide_points_;
  std::vector<std::size_t> first_passage_;  // [face + 1]
  std::vector<float> passages_;             // [face][entered][left]  of faces near walls
};

Result<void> check(const World& world, const Graph& graph, const WidthOptions& options) {
  if (graph.world_fingerprint() != world.fingerprint())
    return Error{"the graph is of another world"};
  if (!graph.facts().has_portal_nodes) return Error{"widths are those of a portal graph"};
  if (!(options.limit >= 0)) return Error{"the limit of widths must not be negative"};
  return {};
}

}  // namespace

double width(const Mesh& mesh, EdgeId entered, EdgeId left, const WidthOptions& options) {
  if (!is_open_edge(mesh, entered, options.rule) || !is_open_edge(mesh, left, options.rule)) {
    return 0;
  }
  const double reach = options.limit / 2;
  const auto room_of = [&](FaceId face) {
    return Room(mesh, face, walls_near(mesh, face, options.rule, reach), reach);
  };
  const auto wide_points_at = [&](EdgeId edge) {
    const EdgeId lower = lower_half(mesh, edge);
    const FaceId face = mesh.face(lower);
    auto all = wide_points_of(mesh, lower, walls_near(mesh, face, options.rule, reach), reach);
    if (all.size() > 1) join(mesh, lower, all, room_of(face), room_of(mesh.across(lower)));
    return all;
  };
  const std::vector<WidePoint> p = wide_points_at(entered);
  const std::vector<WidePoint> q = wide_points_at(left);
  Room here = room_of(mesh.face(entered));
  return std::min(2 * passage(mesh, here, {entered, p}, {left, q}), options.limit);
}

Result<Clearances> clearances(const World& world, const Graph& graph,
                              const WidthOptions& options) try {
  TRY_DO(check(world, graph, options));
  const Mesh& mesh = world.mesh;
  const Widths widths(mesh, options);
  std::vector<float> of_node(graph.node_count());
  std::vector<float> of_arc(graph.arc_count());
  const auto to_arc = [&](EdgeId entered, EdgeId left) {
    if (entered.is_none() && left.is_none()) return options.limit;
    if (entered.is_none()) return widths.portal(left);
    return left.is_none() ? widths.portal(entered) : widths.passage(entered, left);
  };
  parallel_for(graph.node_count(), kWidthGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t n = first; n < last; ++n) {
      const NodeId node(static_cast<std::uint32_t>(n));
      const PortalNode at = graph.portal_node(node);
      of_node[n] = static_cast<float>(at.is_link_end() ? options.limit : widths.portal(at.edge()));
      for (const ArcId arc : graph.arcs(node)) {
        const ArcLabel label = graph.label(arc);
        const double wide =
            label.is_link()
                ? options.limit
                : to_arc(half_in(mesh, at, label.face()),
                         half_in(mesh, graph.portal_node(graph.target(arc)), label.face()));
        of_arc[arc.value] = static_cast<float>(wide);
      }
    }
  });
  return Clearances{options.limit, graph.fingerprint(), std::move(of_arc), std::move(of_node)};
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
