// In portal graphs a clique is a face or a link, in face graphs a pair of neighbours. Memberships
// are sorted by clique and by node. Closed are those cliques in which a detour through a third node is cheaper
// than an arc, as where arcs are shut to wide agents.
#include "hierarchy/fold_build.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "graph/portal_nodes.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/graph/view.hpp"

namespace thalweg {
namespace {

using Membership = std::pair<CliqueId, NodeId>;

// Sorts the memberships both ways.
FoldCliques grouped(std::vector<Membership> all, std::size_t clique_count, std::size_t node_count) {
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  FoldCliques cliques;
  cliques.members = group_by_row<CliqueId, NodeId>(
      clique_count, all.size(), [&](std::size_t i) { return all[i].first.value; },
      [&](std::size_t i) { return all[i].second; });
  cliques.of_node = group_by_row<NodeId, CliqueId>(
      node_count, all.size(), [&](std::size_t i) { return all[i].second.value; },
      [&](std::size_t i) { return all[i].first; });
  return cliques;
}

FoldCliques cliques_of_portals(const World& world, const Graph& graph) {
  const Mesh& mesh = world.mesh;
  const auto face_count = static_cast<std::uint32_t>(mesh.face_count());
  std::vector<Membership> all;
  all.reserve(std::size_t{graph.node_count()} * 2);
  for (const NodeId node : graph.nodes()) {
    const PortalNode at = graph.portal_node(node);
    if (at.is_link_end()) {
      all.push_back({CliqueId(link_end_face(world, at).value), node});
      all.push_back({CliqueId(face_count + at.link().value), node});
    } else {
      all.push_back({CliqueId(mesh.face(at.edge()).value), node});
      all.push_back({CliqueId(mesh.across(at.edge()).value), node});
    }
  }
  return grouped(std::move(all), face_count + world.links.size(), graph.node_count());
}

FoldCliques cliques_of_faces(const Graph& graph) {
  std::vector<std::pair<NodeId, NodeId>> pairs;
  pairs.reserve(graph.arc_count());
  for (const NodeId node : graph.nodes()) {
    for (const ArcId arc : graph.arcs(node)) {
      const NodeId other = graph.target(arc);
      if (other != node) pairs.push_back({std::min(node, other), std::max(node, other)});
    }
  }
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  std::vector<Membership> all;
  all.reserve(pairs.size() * 2);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const CliqueId clique(static_cast<std::uint32_t>(i));
    all.push_back({clique, pairs[i].first});
    all.push_back({clique, pairs[i].second});
  }
  return grouped(std::move(all), pairs.size(), graph.node_count());
}

}  // namespace

FoldCliques cliques_of(const Ground& ground) {
  if (ground.graph().facts().nodes_are_faces) return cliques_of_faces(ground.graph());
  return cliques_of_portals(ground.world(), ground.graph());
}

// ---- Closed cliques.

namespace {

constexpr std::uint32_t kMostMembers = 1024;  // of a clique: checking takes the cube of it
constexpr std::size_t kCliqueGrain = 512;

// The cheapest arc of a clique from one node to another; none: impassable. Requires: both are members.
ArcId clique_arc(const Ground& ground, std::uint32_t clique, NodeId from, NodeId to) {
  const Graph& graph = ground.graph();
  if (graph.facts().nodes_are_faces) return cheapest_arc(graph, ground.metric(), from, to);
  const auto face_count = static_cast<std::uint32_t>(ground.world().mesh.face_count());
  const ArcLabel label = clique < face_count ? ArcLabel::of(FaceId(clique))
                                             : ArcLabel::of(LinkId(clique - face_count));
  for (const ArcId arc : graph.arcs(from)) {
    if (graph.target(arc) == to && graph.label(arc) == label) {
      return ground.metric().is_passable(arc) ? arc : ArcId();
    }
  }
  return {};
}

// The arcs of a clique as a square matrix.
class CliqueMatrix {
 public:
  void fill(const Ground& ground, std::uint32_t clique, std::span<const NodeId> members) {
    count_ = members.size();
    arcs_.assign(count_ * count_, ArcId());
    costs_.assign(count_ * count_, kForbidden);
    middles_.assign(count_ * count_, kNoFold);
    for (std::size_t i = 0; i < count_; ++i) fill_row(ground, clique, members, i);
  }

  // True when no detour is cheaper than an arc.
  bool is_closed() const {
    for (std::size_t via = 0; via < count_; ++via) {
      const Cost* from_via = &costs_[via * count_];
      for (std::size_t i = 0; i < count_; ++i) {
        const Distance first = cost(i, via);
        if (first == kForbidden || i == via) continue;
        for (std::size_t k = 0; k < count_; ++k) {
          if (k == i || from_via[k] == kForbidden) continue;
          if (first + from_via[k] < cost(i, k)) return false;
        }
      }
    }
    return true;
  }

  // Floyd and Warshall.
  void close() {
    for (std::uint32_t via = 0; via < count_; ++via) {
      for (std::size_t i = 0; i < count_; ++i) {
        if (i == via || cost(i, via) == kForbidden) continue;
        for (std::size_t k = 0; k < count_; ++k) {
          if (k == i || cost(via, k) == kForbidden) continue;
          const Distance sum = Distance{cost(i, via)} + cost(via, k);
          if (sum >= cost(i, k)) continue;
          costs_[i * count_ + k] = static_cast<Cost>(sum);
          middles_[i * count_ + k] = via;
        }
      }
    }
  }

  Cost cost(std::size_t from, std::size_t to) const { return costs_[from * count_ + to]; }
  bool is_detour(std::size_t from, std::size_t to) const {
    return middles_[from * count_ + to] != kNoFold;
  }
  ArcId arc(std::size_t from, std::size_t to) const { return arcs_[from * count_ + to]; }
  std::vector<ArcId> detour(std::size_t from, std::size_t to) const {
    std::vector<ArcId> arcs;
    std::vector<std::pair<std::size_t, std::size_t>> left = {{from, to}};
    while (!left.empty()) {
      const auto pair = left.back();
      left.pop_back();
      const std::uint32_t via = middles_[pair.first * count_ + pair.second];
      if (via == kNoFold) {
        arcs.push_back(arc(pair.first, pair.second));
      } else {
        left.push_back({via, pair.second});
        left.push_back({pair.first, via});
      }
    }
    return arcs;
  }

 private:
  void fill_row(const Ground& ground, std::uint32_t clique, std::span<const NodeId> members,
                std::size_t row) {
    for (std::size_t k = 0; k < count_; ++k) {
      if (k == row) continue;
      const ArcId arc = clique_arc(ground, clique, members[row], members[k]);
      if (arc.is_none()) continue;
      arcs_[row * count_ + k] = arc;
      costs_[row * count_ + k] = ground.metric().cost(arc);
    }
  }

  std::size_t count_ = 0;
  std::vector<ArcId> arcs_;             // [from x to]
  std::vector<Cost> costs_;             // [from x to]
  std::vector<std::uint32_t> middles_;  // [from x to]  a member between them; none: the arc
};

struct ClosedLists {
  std::vector<FoldClosed> closed;
  std::vector<NodeId> nodes;
  std::vector<FoldClosedStep> steps;
  std::vector<std::uint32_t> detour_offsets = {0};
  std::vector<ArcId> detour_arcs;

  void add(std::uint32_t clique, std::span<const NodeId> members, const CliqueMatrix& matrix) {
    closed.push_back({clique, static_cast<std::uint32_t>(nodes.size()),
                      static_cast<std::uint32_t>(members.size()),
                      static_cast<std::uint32_t>(steps.size())});
    nodes.insert(nodes.end(), members.begin(), members.end());
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (std::size_t k = 0; k < members.size(); ++k) {
        steps.push_back({matrix.cost(i, k), arc(matrix, i, k)});
      }
    }
  }

 private:
  FoldArc arc(const CliqueMatrix& matrix, std::size_t from, std::size_t to) {
    if (matrix.cost(from, to) == kForbidden) return {};
    if (!matrix.is_detour(from, to)) return FoldArc::of(matrix.arc(from, to));
    const std::vector<ArcId> arcs = matrix.detour(from, to);
    detour_arcs.insert(detour_arcs.end(), arcs.begin(), arcs.end());
    detour_offsets.push_back(static_cast<std::uint32_t>(detour_arcs.size()));
    return FoldArc::of(DetourId(static_cast<std::uint32_t>(detour_offsets.size() - 2)));
  }
};

// [clique]  1: a detour is cheaper than one of its arcs. Empty where a clique is too large.
std::vector<std::uint8_t> open_cliques(const Ground& ground, const FoldCliques& cliques) {
  std::vector<std::uint8_t> is_open(cliques.members.row_count(), 0);
  std::atomic<bool> is_too_large = false;
  parallel_for(is_open.size(), kCliqueGrain, [&](std::size_t first, std::size_t last) {
    CliqueMatrix matrix;
    for (std::size_t i = first; i < last; ++i) {
      const CliqueId clique(static_cast<std::uint32_t>(i));
      const auto members = cliques.members[clique];
      if (members.size() < 3) continue;
      if (members.size() > kMostMembers) {
        is_too_large = true;
        return;
      }
      matrix.fill(ground, clique.value, members);
      is_open[i] = matrix.is_closed() ? 0 : 1;
    }
  });
  if (is_too_large) is_open.clear();
  return is_open;
}

}  // namespace

bool is_clique_closed(const Ground& ground, std::uint32_t clique, std::span<const NodeId> members) {
  CliqueMatrix matrix;
  matrix.fill(ground, clique, members);
  return matrix.is_closed();
}

bool close_cliques(const Ground& ground, const FoldCliques& cliques, Fold& fold) {
  const std::vector<std::uint8_t> is_open = open_cliques(ground, cliques);
  if (is_open.size() != cliques.members.row_count()) return false;
  ClosedLists lists;
  CliqueMatrix matrix;
  for (std::uint32_t i = 0; i < is_open.size(); ++i) {
    if (is_open[i] == 0) continue;
    const auto members = cliques.members[CliqueId(i)];
    matrix.fill(ground, i, members);
    matrix.close();
    lists.add(i, members, matrix);
  }
  fold.closed = std::move(lists.closed);
  fold.closed_nodes = std::move(lists.nodes);
  fold.closed_steps = std::move(lists.steps);
  fold.detours = {std::move(lists.detour_offsets), std::move(lists.detour_arcs)};
  return true;
}

const FoldClosed* Fold::find_closed(std::uint32_t clique) const {
  if (closed.empty()) return nullptr;
  const auto found = std::ranges::lower_bound(closed.span(), clique, {}, &FoldClosed::clique);
  return found == closed.end() || found->clique != clique ? nullptr : &*found;
}

FoldStep clique_step(const Fold& fold, const Ground& ground, std::uint32_t clique, NodeId from,
                     NodeId to) {
  if (from == to) return {0, {}};
  const FoldClosed* closed = fold.find_closed(clique);
  if (closed == nullptr) {
    const ArcId arc = clique_arc(ground, clique, from, to);
    if (arc.is_none()) return {};
    return {ground.metric().cost(arc), FoldArc::of(arc)};
  }
  const auto members = fold.closed_nodes.span().subspan(closed->first_node, closed->node_count);
  const auto i =
      static_cast<std::size_t>(std::ranges::lower_bound(members, from) - members.begin());
  const auto k = static_cast<std::size_t>(std::ranges::lower_bound(members, to) - members.begin());
  if (i == members.size() || k == members.size() || members[i] != from || members[k] != to)
    return {};
  const FoldClosedStep& step = fold.closed_steps[closed->first_step + i * members.size() + k];
  if (step.cost == kForbidden) return {};
  return {step.cost, step.arc};
}

}  // namespace thalweg
