// A vertex has one node for each fan of faces that meet edge to edge; the fan's lowest half-edge
// names it. Usually nodes are exactly the vertices, and positions are shared with the mesh.
#include "graph/kinds/terrain_nodes.hpp"

#include <algorithm>
#include <numeric>

#include "thalweg/core/parallel.hpp"
#include "world/corner.hpp"

namespace thalweg {
namespace {

EdgeId lowest_in_fan(const Mesh& mesh, EdgeId corner) {
  EdgeId lowest = corner;
  for_each_in_fan(mesh, corner, {}, [&](EdgeId other) { lowest = std::min(lowest, other); });
  return lowest;
}

}  // namespace

TerrainNodes::TerrainNodes(const World& world)
    : world_(world), first_(world.mesh.vertex_count() + 1, 0), ends_(link_end_nodes(world)) {
  constexpr std::size_t kGrain = 1 << 14;
  const Mesh& mesh = world.mesh;
  std::vector<std::uint8_t> is_lowest(mesh.edge_count());
  parallel_for(mesh.edge_count(), kGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const EdgeId corner(static_cast<std::uint32_t>(i));
      is_lowest[i] =
          is_walkable(mesh.area(mesh.face(corner))) && lowest_in_fan(mesh, corner) == corner;
    }
  });
  for (const EdgeId e : mesh.edges()) first_[mesh.origin(e).value + 1] += is_lowest[e.value];
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  corners_.resize(first_.back());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (const EdgeId e : mesh.edges()) {
    if (is_lowest[e.value] != 0) corners_[next[mesh.origin(e).value]++] = e;
  }
  are_vertices_ = ends_.empty();
  for (std::uint32_t v = 0; v < first_.size(); ++v) {
    are_vertices_ = are_vertices_ && first_[v] == v;
  }
  by_face_.resize(ends_.size());
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    by_face_[i] = NodeId(static_cast<std::uint32_t>(corners_.size() + i));
  }
  std::ranges::stable_sort(by_face_, {}, [&](NodeId node) { return face(node); });
}

NodeId TerrainNodes::at(const Mesh& mesh, EdgeId corner) const {
  const std::size_t vertex = mesh.origin(corner).value;
  if (first_[vertex + 1] - first_[vertex] == 1) return NodeId(first_[vertex]);
  const EdgeId lowest = lowest_in_fan(mesh, corner);
  for (std::uint32_t n = first_[vertex]; n < first_[vertex + 1]; ++n) {
    if (corners_[n] == lowest) return NodeId(n);
  }
  return {};
}

std::span<const NodeId> TerrainNodes::link_ends(FaceId wanted) const {
  const auto face_of = [&](NodeId node) { return face(node); };
  const auto first = std::ranges::lower_bound(by_face_, wanted, {}, face_of);
  const auto last = std::ranges::upper_bound(by_face_, wanted, {}, face_of);
  return {first, last};
}

}  // namespace thalweg
