// An arc's label unfolds to a sequence of edges, and FewCrossings prices it. Where closed ground
// divides the faces about a vertex, the largest part carries the node (Footing).
#include "graph/kinds/terrain_arcs.hpp"

#include <algorithm>
#include <bit>

#include "path/clear_path.hpp"
#include "world/corner.hpp"

namespace thalweg {

void lay_crossings(const Mesh& mesh, ArcLabel label, std::uint32_t depth, EdgePath& edge_path) {
  EdgeId edge = labelled_edge(label, depth);
  const std::uint32_t turns = labelled_turns(label, depth);
  edge_path.crossings.clear();
  edge_path.start.face = mesh.face(edge);
  edge_path.goal.face = edge_path.start.face;
  for (int left = std::bit_width(turns) - 1; left >= 0; --left) {
    edge_path.crossings.push_back({edge, 0.5});
    const EdgeId entered = mesh.twin(edge);
    edge_path.goal.face = mesh.face(entered);
    if (left == 0) return;
    const bool is_left = (turns >> (left - 1) & 1) != 0;
    edge = is_left ? previous(mesh, entered) : mesh.next(entered);
  }
}

EdgeId corner_on(const Mesh& mesh, FaceId face, Vec3 point) {
  for (const EdgeId e : mesh.edges(face)) {
    if (mesh.start(e) == point) return e;
  }
  return {};
}

namespace {

// Of a node that is no end of a link.
VertexId vertex_of_node(const Mesh& mesh, const Graph& graph, std::uint32_t node) {
  const NodeId id(node);
  const EdgeId corner = corner_on(mesh, graph.face(id), graph.position(id));
  return corner.is_none() ? VertexId() : mesh.origin(corner);
}

}  // namespace

// Nodes are in order of vertex.
NodeId corner_node(const Mesh& mesh, const Graph& graph, std::uint32_t count, EdgeId corner) {
  const VertexId vertex = mesh.origin(corner);
  const auto faces = graph.arrays().faces.span().first(count);
  const auto vertex_at = [&](const FaceId& face) {
    return vertex_of_node(mesh, graph, static_cast<std::uint32_t>(&face - faces.data()));
  };
  auto it = std::partition_point(faces.begin(), faces.end(),
                                 [&](const FaceId& face) { return vertex_at(face) < vertex; });
  for (; it != faces.end() && vertex_at(*it) == vertex; ++it) {
    bool is_here = false;
    for_each_in_fan(mesh, corner, {},
                    [&](EdgeId other) { is_here = is_here || mesh.face(other) == *it; });
    if (is_here) return NodeId(static_cast<std::uint32_t>(it - faces.begin()));
  }
  return {};
}

void Footing::note_parted() {
  const Mesh& mesh = by_.world.mesh;
  may_be_parted_.assign(mesh.vertex_count(), 0);
  for (const EdgeId edge : mesh.edges()) {
    const FaceId face = mesh.face(edge);
    if (!is_walkable(mesh.area(face))) continue;
    const bool is_closed = CrossRule{}.allows(mesh, edge) && !by_.may_pass(edge);
    if (!is_closed && by_.may_enter(face)) continue;
    may_be_parted_[mesh.origin(edge).value] = 1;
    may_be_parted_[mesh.target(edge).value] = 1;
  }
}

// Of the part that begins there, counter-clockwise.
std::uint32_t Footing::part_size(EdgeId first, const CrossRule& rule) const {
  std::uint32_t size = 0;
  for (EdgeId at = first; !at.is_none(); at = turned_left(by_.world.mesh, at, rule)) ++size;
  return size;
}

bool Footing::holds(EdgeId corner) const {
  const Mesh& mesh = by_.world.mesh;
  if (!by_.may_enter(mesh.face(corner))) return false;
  if (!may_be_parted_.empty() && may_be_parted_[mesh.origin(corner).value] == 0) return true;
  const CrossRule rule = by_.rule();
  const EdgeId own = rightmost(mesh, corner, rule);
  if (own.is_none()) return true;
  EdgeId kept;
  std::uint32_t most = 0;
  for_each_in_fan(mesh, corner, {}, [&](EdgeId at) {
    if (!by_.may_enter(mesh.face(at)) || !turned_right(mesh, at, rule).is_none()) return;
    const std::uint32_t size = part_size(at, rule);
    if (size < most || (size == most && kept < at)) return;
    most = size;
    kept = at;
  });
  return kept == own;
}

double TerrainPricer::price(const GraphArc& arc) {
  const std::uint32_t depth = graph_.spec().max_points;
  edge_path_.start.point = graph_.position(arc.from);
  edge_path_.goal.point = graph_.position(arc.to);
  lay_crossings(mesh(), arc.label, depth, edge_path_);
  return edge_path_.crossings.empty() ? along(labelled_edge(arc.label, depth)) : settle({});
}

// Inside the face of an edge; where it leads along the edge, on the cheaper side of it.
double TerrainPricer::along(EdgeId edge) {
  const double price = settle({});
  const Vec3 a = mesh().start(edge);
  const Vec3 b = mesh().end(edge);
  const bool is_along = (a == edge_path_.start.point && b == edge_path_.goal.point) ||
                        (b == edge_path_.start.point && a == edge_path_.goal.point);
  if (!is_along || !CrossRule{}.allows(mesh(), edge)) return price;
  edge_path_.start.face = edge_path_.goal.face = mesh().across(edge);
  const double beyond = settle({});
  if (beyond < price) return beyond;
  edge_path_.start.face = edge_path_.goal.face = mesh().face(edge);
  return price;
}

double TerrainPricer::price(const SurfacePoint& from, EdgeId over, const SurfacePoint& to,
                            WalkEnds ends) {
  edge_path_.start = from;
  edge_path_.goal = to;
  edge_path_.crossings.clear();
  if (!over.is_none()) edge_path_.crossings.push_back({over, 0.5});
  return settle(ends);
}

double TerrainPricer::settle(WalkEnds ends) {
  if (!is_open(ends)) return kNoLimit;
  walk_.begin(edge_path_.start.point, pricer_.factor(edge_path_.start.face, {}));
  for (const EdgePoint& crossing : edge_path_.crossings) {
    walk_.push(
        {mesh().start(crossing.edge), mesh().end(crossing.edge), pricer_.factor_after(crossing)});
  }
  double price = walk_.settle(edge_path_.goal.point, kArcStep);
  bool is_past_corner = false;
  for (std::size_t i = 0; i < edge_path_.crossings.size(); ++i) {
    edge_path_.crossings[i].share = walk_.share(i);
    is_past_corner = is_past_corner || is_at_corner(walk_.share(i));
  }
  if (is_past_corner) price = pricer_.price(edge_path_);  // faces count otherwise behind a corner
  return price < kNoLimit && keeps_clear(ends) ? price : kNoLimit;
}

bool TerrainPricer::is_open(WalkEnds ends) const {
  if (!(pricer_.factor(edge_path_.start.face, {}) < kNoLimit)) return false;
  for (const EdgePoint& crossing : edge_path_.crossings) {
    if (!(pricer_.factor_after(crossing) < kNoLimit)) return false;
  }
  return (ends.is_from || is_held(edge_path_.start)) && (ends.is_to || is_held(edge_path_.goal));
}

// Ends of links inside a face always are.
bool TerrainPricer::is_held(const SurfacePoint& surface_point) const {
  const EdgeId corner = corner_on(mesh(), surface_point.face, surface_point.point);
  return corner.is_none() || footing_.holds(corner);
}

// Each straight piece.
bool TerrainPricer::keeps_clear(WalkEnds ends) const {
  const ProfileRule& by = pricer_.by();
  if (!(by.pricer.radius() > 0) && by.filter == nullptr) return true;
  SurfacePoint at = edge_path_.start;
  bool is_first = ends.is_from;
  for (const EdgePoint& crossing : edge_path_.crossings) {
    const Vec3 next = point_of(mesh(), crossing);
    if (!keeps_distance(by, at, {at.face, next}, {is_first, false})) return false;
    at = {mesh().across(crossing.edge), next};
    is_first = false;
  }
  return keeps_distance(by, at, edge_path_.goal, {is_first, ends.is_to});
}

// On some face about it.
bool TerrainPricer::may_stand(NodeId node) const {
  const Vec3 point = graph_.position(node);
  const FaceId face = graph_.face(node);
  const EdgeId corner = corner_on(mesh(), face, point);
  if (corner.is_none()) return false;
  FaceId standing;
  for_each_in_fan(mesh(), corner, {}, [&](EdgeId at) {
    if (standing.is_none() && footing_.holds(at)) standing = mesh().face(at);
  });
  const SurfacePoint surface_point{standing, point};
  return surface_point.is_found() && keeps_distance(pricer_.by(), surface_point, surface_point);
}

}  // namespace thalweg
