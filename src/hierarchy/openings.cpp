// Union-find joins arcs, or shared nodes, that lie side by side between the same two cells; of each
// group the one nearest to the mean stays.
#include "hierarchy/openings.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/unions.hpp"

namespace thalweg {
namespace {

// Groups items whose nodes are equal or side by side. Requires: in order of node.
template <class Item, class NodeOf>
Unions side_by_side(const Ground& ground, std::span<const Item> items, const NodeOf& node_of) {
  Unions unions(items.size());
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    const NodeId node = node_of(items[i]);
    if (i > 0 && node_of(items[i - 1]) == node) unions.join(i - 1, i);
    for (const ArcId arc : ground.graph().arcs(node)) {
      if (!ground.metric().is_passable(arc) || ground.graph().label(arc).is_link()) continue;
      const NodeId next = ground.graph().target(arc);
      const auto found =
          std::lower_bound(items.begin(), items.end(), next,
                           [&](const Item& item, NodeId wanted) { return node_of(item) < wanted; });
      if (found == items.end() || node_of(*found) != next) continue;
      unions.join(i, static_cast<std::uint32_t>(found - items.begin()));
    }
  }
  return unions;
}

// Calls use(items of a group, their mean) for each.
template <class Item, class PointOf, class Use>
void for_each_group(std::span<const Item> items, Unions& unions, const PointOf& point_of,
                    const Use& use) {
  std::vector<std::uint32_t> order(items.size());
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return unions.root(i); });
  std::vector<Item> group;
  for (std::size_t first = 0; first < order.size();) {
    const std::uint32_t root = unions.root(order[first]);
    group.clear();
    Vec3 sum{};
    std::size_t last = first;
    for (; last < order.size() && unions.root(order[last]) == root; ++last) {
      group.push_back(items[order[last]]);
      sum = sum + point_of(group.back());
    }
    use(std::span<const Item>(group), sum * (1.0 / static_cast<double>(group.size())));
    first = last;
  }
}

// The item nearest to a point; the first among equals.
template <class Item, class PointOf>
const Item& nearest(std::span<const Item> items, Vec3 point, const PointOf& point_of) {
  const Item* best = &items.front();
  double least = std::numeric_limits<double>::infinity();
  for (const Item& item : items) {
    const Vec3 apart = point_of(item) - point;
    const double d = dot(apart, apart);
    if (d >= least) continue;
    least = d;
    best = &item;
  }
  return *best;
}

// Runs of items between the same two cells.
template <class Item, class Same, class Use>
void for_each_pair(std::span<const Item> items, const Same& same, const Use& use) {
  for (std::size_t first = 0; first < items.size();) {
    std::size_t last = first + 1;
    while (last < items.size() && same(items[first], items[last])) ++last;
    use(items.subspan(first, last - first));
    first = last;
  }
}

bool are_beside(const SectionIndex& a, const SectionIndex& b) {
  const auto apart = [](std::int64_t x, std::int64_t y) { return x > y ? x - y : y - x; };
  return apart(a.column, b.column) + apart(a.row, b.row) == 1;
}

// Nodes in the extents of two cells in scope whose sections lie beside each other.
std::vector<SharedNode> candidates(const Cells& cells, const GateScope& scope) {
  std::vector<SharedNode> all;
  for (std::uint32_t n = 0; n < cells.partition.node_count(); ++n) {
    for_each_two(cells.extents[NodeId(n)], [&](CellId a, CellId b) {
      if (!scope.has(a) || !scope.has(b)) return;
      if (are_beside(cells.sections[a], cells.sections[b])) all.push_back({a, b, NodeId(n)});
    });
  }
  std::ranges::sort(all);
  return all;
}

// Joins arcs of a face graph whose portals have a corner in common: along a border the faces
// between two portals may touch it at that corner only.
void join_at_corners(const Ground& ground, std::span<const Crosser> run, Unions& unions) {
  const Mesh& mesh = ground.world().mesh;
  std::vector<std::pair<VertexId, std::uint32_t>> corners;
  for (std::uint32_t i = 0; i < run.size(); ++i) {
    for (const ArcId arc : ground.graph().arcs(run[i].from)) {
      const ArcLabel label = ground.graph().label(arc);
      if (ground.graph().target(arc) != run[i].to || label.is_link()) continue;
      corners.emplace_back(mesh.origin(label.edge()), i);
      corners.emplace_back(mesh.target(label.edge()), i);
    }
  }
  std::ranges::sort(corners);
  for (std::size_t i = 1; i < corners.size(); ++i) {
    if (corners[i].first == corners[i - 1].first) {
      unions.join(corners[i].second, corners[i - 1].second);
    }
  }
}

}  // namespace

std::vector<Crosser> middles(const Ground& ground, std::span<const Crosser> crossers) {
  std::vector<Crosser> kept;
  const auto point_of = [&](const Crosser& c) {
    return (ground.graph().position(c.from) + ground.graph().position(c.to)) * 0.5;
  };
  const auto same = [](const Crosser& a, const Crosser& b) {
    return a.from_cell == b.from_cell && a.to_cell == b.to_cell;
  };
  for_each_pair(crossers, same, [&](std::span<const Crosser> run) {
    Unions unions = side_by_side(ground, run, [](const Crosser& c) { return c.from; });
    if (ground.graph().facts().nodes_are_faces) join_at_corners(ground, run, unions);
    for_each_group(run, unions, point_of, [&](std::span<const Crosser> group, Vec3 mean) {
      kept.push_back(nearest(group, mean, point_of));
    });
  });
  return kept;
}

std::vector<SharedNode> find_shared(const Ground& ground, const Cells& cells,
                                    const GateScope& scope) {
  const Mesh& mesh = ground.world().mesh;
  std::vector<SharedNode> kept;
  const auto point_of = [&](const SharedNode& s) { return ground.graph().position(s.node); };
  const auto same = [](const SharedNode& x, const SharedNode& y) {
    return x.a == y.a && x.b == y.b;
  };
  const std::vector<SharedNode> all = candidates(cells, scope);
  for_each_pair(std::span<const SharedNode>(all), same, [&](std::span<const SharedNode> run) {
    Unions unions = side_by_side(ground, run, [](const SharedNode& s) { return s.node; });
    for_each_group(run, unions, point_of, [&](std::span<const SharedNode> group, Vec3 mean) {
      const auto under = std::ranges::find_if(group, [&](const SharedNode& s) {
        return contains(mesh, FaceId(s.node.value), mean.xy());
      });
      kept.push_back(under != group.end() ? *under : nearest(group, mean, point_of));
    });
  });
  return kept;
}

}  // namespace thalweg
