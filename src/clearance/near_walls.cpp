// Bounds for all vertices by Dijkstra's algorithm along edges, then a flood of faces from every
// wall, in parallel. walls_near floods from one face instead, for queries.
#include "clearance/near_walls.hpp"

#include <algorithm>
#include <limits>

#include "clearance/room.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kEdgeGrain = 1 << 14;
constexpr std::size_t kWallGrain = 1 << 9;
constexpr double kRoom = 1 + 1e-9;  // room for rounding

// The faces that a walk has reached.
class Reached {
 public:
  void clear() {
    sorted_.clear();
    order_.clear();
  }
  void add(FaceId face) {
    const auto at = std::ranges::lower_bound(sorted_, face);
    if (at != sorted_.end() && *at == face) return;
    sorted_.insert(at, face);
    order_.push_back(face);
  }
  std::size_t size() const { return order_.size(); }
  FaceId operator[](std::size_t i) const { return order_[i]; }

 private:
  std::vector<FaceId> sorted_;
  std::vector<FaceId> order_;
};

constexpr double kPartsPerMetre = 0x1p20;
constexpr Distance kMostParts = Distance{1} << 60;  // sums with one more edge stay in range

// Vertices and the edges between them, for the best-first loop. Lengths in parts, rounded up.
class EdgeView {
 public:
  using Node = VertexId;
  using Arc = EdgeId;

  explicit EdgeView(const Mesh& mesh)
      : mesh_(mesh),
        from_(group_by_row<VertexId, EdgeId>(
            mesh.vertex_count(), mesh.edge_count(),
            [&](std::size_t e) { return mesh.origin(EdgeId(static_cast<std::uint32_t>(e))).value; },
            [](std::size_t e) { return EdgeId(static_cast<std::uint32_t>(e)); })) {}

  std::uint32_t node_count() const { return mesh_.vertex_count(); }
  template <class Visit>
  void for_each_arc(VertexId vertex, const Visit& visit) const {
    for (const EdgeId edge : from_[vertex]) {
      const Segment2 s = segment(mesh_, edge);
      const auto parts = static_cast<Distance>(length(s.b - s.a) * kPartsPerMetre) + 1;
      visit(edge, mesh_.target(edge), parts);
    }
  }

 private:
  const Mesh& mesh_;
  Csr<VertexId, EdgeId> from_;
};

// Stops beyond a distance.
struct Within {
  Distance most;
  bool on_settle(VertexId, Distance g) const { return g <= most; }
  void on_improve(VertexId, Distance) const {}
};

// [vertex]  an upper bound on the distance to a wall, measured along edges; at most `reach`.
std::vector<double> along_edges(const Mesh& mesh, std::span<const std::uint8_t> is_open,
                                double reach) {
  std::vector<SeedOf<VertexId>> walls;
  for (const EdgeId edge : mesh.edges()) {
    if (is_open[edge.value] != 0) continue;
    walls.push_back({mesh.origin(edge), 0});
    walls.push_back({mesh.target(edge), 0});
  }
  const double parts = reach * kPartsPerMetre;
  const Distance most =
      parts < static_cast<double>(kMostParts) ? static_cast<Distance>(parts) : kMostParts;
  SearchScratchOf<VertexId, EdgeId> scratch;
  best_first(EdgeView(mesh), NoHeuristic{}, {.sources = walls, .goals = {}}, scratch, Within{most});
  std::vector<double> bound(mesh.vertex_count(), reach);
  for (const VertexId v : IdRange<VertexId>(mesh.vertex_count())) {
    if (!scratch.bank.is_reached(v)) continue;
    bound[v.value] = std::min(reach, static_cast<double>(scratch.bank[v].g) / kPartsPerMetre);
  }
  return bound;
}

struct FaceWall {
  FaceId face;
  EdgeId wall;
};

}  // namespace

bool is_open_edge(const Mesh& mesh, EdgeId edge, const CrossRule& rule) {
  if (!mesh.is_portal(edge)) return false;
  const EdgeId twin = mesh.twin(edge);
  return is_walkable(mesh.edge_area(edge)) && is_walkable(mesh.edge_area(twin)) &&
         rule.allows(mesh, edge) && rule.allows(mesh, twin);
}

std::vector<std::uint8_t> open_edges(const Mesh& mesh, const CrossRule& rule) {
  std::vector<std::uint8_t> is_open(mesh.edge_count(), 0);
  parallel_for(mesh.edge_count(), kEdgeGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t e = first; e < last; ++e) {
      const EdgeId edge(static_cast<std::uint32_t>(e));
      is_open[e] = is_open_edge(mesh, edge, rule) ? 1 : 0;
    }
  });
  return is_open;
}

Csr<FaceId, EdgeId> near_walls(const Mesh& mesh, std::span<const std::uint8_t> is_open,
                               double reach) {
  const auto is_open_face = [&](FaceId face) {
    for (const EdgeId e : mesh.edges(face)) {
      if (is_open[e.value] != 0) return true;
    }
    return false;
  };
  std::vector<EdgeId> walls;
  for (const EdgeId edge : mesh.edges()) {
    if (is_open[edge.value] == 0 && is_open_face(mesh.face(edge))) walls.push_back(edge);
  }
  const std::vector<double> bound = along_edges(mesh, is_open, reach);
  std::vector<std::vector<FaceWall>> chunks((walls.size() + kWallGrain - 1) / kWallGrain);
  parallel_for(walls.size(), kWallGrain, [&](std::size_t first, std::size_t last) {
    std::vector<FaceWall>& found = chunks[first / kWallGrain];
    Reached reached;
    for (std::size_t w = first; w < last; ++w) {
      const Segment2 wall = segment(mesh, walls[w]);
      reached.clear();
      reached.add(mesh.face(walls[w]));
      for (std::size_t i = 0; i < reached.size(); ++i) {
        found.push_back({reached[i], walls[w]});
        for (const EdgeId edge : mesh.edges(reached[i])) {
          if (is_open[edge.value] == 0) continue;
          const Segment2 s = segment(mesh, edge);
          const double most = (bound[mesh.origin(edge).value] + bound[mesh.target(edge).value] +
                               length(s.b - s.a)) /
                              2;
          const double far = std::min(most, reach) * kRoom;
          if (gap_bound(wall, s) <= far && gap(wall, s) <= far) reached.add(mesh.across(edge));
        }
      }
    }
  });
  std::vector<FaceWall> all;
  for (const auto& chunk : chunks) all.insert(all.end(), chunk.begin(), chunk.end());
  return group_by_row<FaceId, EdgeId>(
      mesh.face_count(), all.size(), [&](std::size_t i) { return all[i].face.value; },
      [&](std::size_t i) { return all[i].wall; });
}

std::vector<EdgeId> walls_near(const Mesh& mesh, FaceId face, const CrossRule& rule, double reach) {
  std::vector<Segment2> border;
  for (const EdgeId edge : mesh.edges(face)) border.push_back(segment(mesh, edge));
  const auto to_face = [&](const Segment2& s) {
    double least = std::numeric_limits<double>::infinity();
    for (const Segment2& edge : border) least = std::min(least, gap(edge, s));
    return least;
  };
  double most = reach;  // no point of the face is farther from its nearest wall
  std::vector<EdgeId> walls;
  Reached reached;
  reached.add(face);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const EdgeId edge : mesh.edges(reached[i])) {
      const Segment2 s = segment(mesh, edge);
      if (!(to_face(s) <= most * kRoom)) continue;
      if (is_open_edge(mesh, edge, rule)) {
        reached.add(mesh.across(edge));
        continue;
      }
      walls.push_back(edge);
      double farthest = 0;
      for (const Segment2& b : border) farthest = std::max(farthest, distance(s, b.a));
      most = std::min(most, farthest);
    }
  }
  std::ranges::sort(walls);
  return walls;
}

}  // namespace thalweg
