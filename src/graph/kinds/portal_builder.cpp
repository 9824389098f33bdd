// Portal graph: nodes on the portals between walkable faces, arcs between points across a face.
//
//      +---p1---+      p1, p2, p3 are the points of face f's portals. Each arc p -> q between
//       \  f   /       different portals of f is labelled f. The ends of links inside f are
//       p3    p2       nodes as well.
//         \  /
//          +
#include <algorithm>
#include <cmath>

#include "core/try.hpp"
#include "graph/kinds/builders.hpp"
#include "graph/portal_nodes.hpp"
#include "graph/rows.hpp"

namespace thalweg {
namespace {

struct LinkEnd {
  FaceId face;
  PortalNode node;
};

// The ends of all links on the mesh, by face.
std::vector<LinkEnd> link_ends(const World& world) {
  std::vector<LinkEnd> ends;
  for (const PortalNode node : link_end_nodes(world)) {
    ends.push_back({link_end_face(world, node), node});
  }
  std::ranges::stable_sort(ends, {}, &LinkEnd::face);
  return ends;
}

class PortalGraphBuilder {
 public:
  PortalGraphBuilder(const World& world, const GraphSpec& spec)
      : world_(world), mesh_(world.mesh), spec_(spec), ends_(link_ends(world)) {}

  Result<GraphArrays> build() {
    TRY_DO(number_nodes());
    const std::uint64_t node_count = portal_nodes_ + ends_.size();
    TRY_DO(check_arc_count(count_pairs(), node_count));
    GraphArrays arrays;
    set_nodes(arrays);
    const auto links = arcs_of_links();
    TRY(GraphRows rows,
        build_rows(arrays.positions.size(), true, [&](NodeId node, const auto& emit) {
          emit_arcs(arrays, node, emit);
          emit_links(links, node, emit);
        }));
    arrays.targets = std::move(rows.targets);
    arrays.labels = std::move(rows.labels);
    return arrays;
  }

 private:
  bool is_node_portal(EdgeId edge) const {
    return mesh_.is_portal(edge) && is_walkable(mesh_.area(mesh_.face(edge))) &&
           is_walkable(mesh_.area(mesh_.across(edge)));
  }
  std::uint32_t points_on(EdgeId edge) const {
    if (spec_.max_points == 1) return 1;
    const double wanted = std::ceil(length(mesh_.end(edge) - mesh_.start(edge)) / spec_.one_per);
    if (!(wanted > 1)) return 1;
    return wanted < spec_.max_points ? static_cast<std::uint32_t>(wanted) : spec_.max_points;
  }

  Result<void> number_nodes() {
    first_node_.assign(mesh_.edge_count() + std::size_t{1}, 0);
    parallel_for(mesh_.edge_count(), kNodeGrain, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        const EdgeId edge(static_cast<std::uint32_t>(i));
        if (edge < mesh_.twin(edge) && is_node_portal(edge)) first_node_[i + 1] = points_on(edge);
      }
    });
    std::uint64_t total = 0;
    for (std::uint32_t& first : first_node_) {
      total += first;
      first = static_cast<std::uint32_t>(total);
    }
    if (total + ends_.size() > 0xFFFFFFFEull) return Error{"the portals have too many points"};
    portal_nodes_ = static_cast<std::uint32_t>(total);
    return {};
  }

  // The arcs across faces, as if every link were two-way: the ordered pairs of nodes of a face that
  // do not lie on the same portal. Stops early where there are too many. O(edges + link ends).
  std::uint64_t count_pairs() const {
    std::uint64_t total = 0;
    auto end = ends_.begin();
    for (const FaceId face : mesh_.faces()) {
      const auto first = end;
      while (end != ends_.end() && end->face == face) ++end;
      std::uint64_t nodes = static_cast<std::uint64_t>(end - first);
      std::uint64_t on_one_portal = nodes;
      for (const EdgeId edge : mesh_.edges(face)) {
        if (!mesh_.is_portal(edge)) continue;
        const std::uint32_t lower = lower_half(mesh_, edge).value;
        const std::uint64_t points = first_node_[lower + 1] - first_node_[lower];
        nodes += points;
        on_one_portal += points * points;
      }
      if (nodes > kMostArcs) return nodes;
      total += nodes * nodes - on_one_portal;
      if (total > kMostArcs) return total;
    }
    return total;
  }

  void set_nodes(GraphArrays& arrays) const {
    std::vector<PortalNode> nodes(portal_nodes_ + ends_.size());
    std::vector<Vec3f> positions(nodes.size());
    parallel_for(mesh_.edge_count(), kNodeGrain, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        const std::uint32_t count = first_node_[i + 1] - first_node_[i];
        const EdgeId edge(static_cast<std::uint32_t>(i));
        for (std::uint32_t k = 0; k < count; ++k) {
          const double along = (k + 0.5) / count;
          const Vec3 a = mesh_.start(edge);
          nodes[first_node_[i] + k] = {edge.value, static_cast<float>(along)};
          positions[first_node_[i] + k] = to_float(a + (mesh_.end(edge) - a) * along);
        }
      }
    });
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      nodes[portal_nodes_ + i] = ends_[i].node;
      positions[portal_nodes_ + i] = to_float(link_end_point(world_, ends_[i].node));
    }
    arrays.portal_nodes = std::move(nodes);
    arrays.positions = std::move(positions);
  }

  Csr<NodeId, LinkArc> arcs_of_links() const {
    std::vector<NodeId> node_of(world_.links.size() * 2);  // [2 link + end]
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      const PortalNode node = ends_[i].node;
      node_of[std::size_t{node.link().value} * 2 + (node.along == 1 ? 1 : 0)] = end_node(i);
    }
    return link_arcs(world_, portal_nodes_ + ends_.size(), [&](LinkId id, bool is_end) {
      return node_of[std::size_t{id.value} * 2 + (is_end ? 1 : 0)];
    });
  }

  NodeId end_node(std::size_t i) const {
    return NodeId(portal_nodes_ + static_cast<std::uint32_t>(i));
  }

  // Arcs to every node of `face` that does not lie on `entered`.
  template <class Emit>
  void emit_across(FaceId face, EdgeId entered, NodeId self, const Emit& emit) const {
    for (const EdgeId edge : mesh_.edges(face)) {
      if (edge == entered || !mesh_.is_portal(edge)) continue;
      const std::uint32_t lower = lower_half(mesh_, edge).value;
      for (std::uint32_t n = first_node_[lower]; n < first_node_[lower + 1]; ++n) {
        emit(NodeId(n), ArcLabel::of(face));
      }
    }
    auto end = std::ranges::lower_bound(ends_, face, {}, &LinkEnd::face);
    for (; end != ends_.end() && end->face == face; ++end) {
      const NodeId node = end_node(static_cast<std::size_t>(end - ends_.begin()));
      if (node != self && can_arrive(world_, end->node)) emit(node, ArcLabel::of(face));
    }
  }

  template <class Emit>
  void emit_arcs(const GraphArrays& arrays, NodeId node, const Emit& emit) const {
    if (node.value >= portal_nodes_) {
      const LinkEnd& end = ends_[node.value - portal_nodes_];
      if (can_leave(world_, end.node)) emit_across(end.face, EdgeId(), node, emit);
      return;
    }
    const EdgeId edge = arrays.portal_nodes[node].edge();
    const EdgeId twin = mesh_.twin(edge);
    emit_across(mesh_.face(edge), edge, node, emit);
    emit_across(mesh_.face(twin), twin, node, emit);
  }

  const World& world_;
  const Mesh& mesh_;
  const GraphSpec& spec_;
  std::vector<LinkEnd> ends_;              // by face
  std::vector<std::uint32_t> first_node_;  // [edge + 1]  nodes of lower half-edges, in order
  std::uint32_t portal_nodes_ = 0;
};

}  // namespace

Result<GraphArrays> build_portal_graph(const World& world, const GraphSpec& spec) {
  return PortalGraphBuilder(world, spec).build();
}

}  // namespace thalweg
