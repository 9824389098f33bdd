// Dissolves the cells above every change, collects what is left of them and the arcs between as
// tops, and merges on from there. If most cells are gone, all is built again.
#include "thalweg/partition/update.hpp"

#include <algorithm>
#include <tuple>

#include "thalweg/graph/metric_bound.hpp"

namespace thalweg {

// Dissolves cells, and puts what is left of them among the tops.
class NaturalUpdate {
 public:
  NaturalUpdate(const NaturalGround& now, NaturalTree tree)
      : now_(now), tree_(std::move(tree)), is_dissolved_(tree_.blocks_.size(), false) {
    take_joints(CellId());
  }

  void dissolve(const TreeChanges& changes);
  // Requires: dissolved. The tree with all its tops.
  NaturalTree take();

  std::uint32_t dissolved() const { return static_cast<std::uint32_t>(gone_.size()); }
  // True where more cells are gone than are left.
  bool is_full_of_holes() const {
    const auto is_hole = [](const NaturalTree::Block& block) { return block.count == 0; };
    const auto holes = static_cast<std::size_t>(std::ranges::count_if(tree_.blocks_, is_hole));
    return (holes + gone_.size()) * 2 > tree_.blocks_.size();
  }

 private:
  // A passable arc between two tops.
  struct Crossing {
    std::uint32_t from = 0;  // child indices
    std::uint32_t to = 0;
    std::uint32_t offset = 0;
    ArcId arc;
    Distances distances;
  };

  NodeId source_of(ArcId arc) const;
  void take_joints(CellId cell);
  void dissolve_above(CellId cell);
  void put_tops();
  Crossing crossing(ArcId arc) const;
  void put_records();

  NaturalGround now_;
  GrowingTree tree_;
  std::vector<bool> is_dissolved_;  // [cell]
  std::vector<CellId> gone_;
  std::vector<ArcId> arcs_;  // whose records are lost
};

// O(log nodes).
NodeId NaturalUpdate::source_of(ArcId arc) const {
  const auto offsets = now_.graph().arrays().targets.offsets().span();
  const auto after = std::upper_bound(offsets.begin(), offsets.end(), arc.value);
  return NodeId(static_cast<std::uint32_t>(after - offsets.begin() - 1));
}

// The arcs of all records between the children of a cell.
void NaturalUpdate::take_joints(CellId cell) {
  for (const NaturalTree::Child& child : tree_.children(cell)) {
    for (const NaturalTree::Neighbour& neighbour : tree_.neighbours(child)) {
      for (const NaturalTree::Joint& joint : tree_.joints(neighbour)) arcs_.push_back(joint.arc);
    }
  }
}

// A cell, and all that hold it.
void NaturalUpdate::dissolve_above(CellId cell) {
  for (; !cell.is_none() && !is_dissolved_[cell.value]; cell = tree_.parent(tree_.piece(cell))) {
    is_dissolved_[cell.value] = true;
    gone_.push_back(cell);
    take_joints(cell);
  }
}

void NaturalUpdate::dissolve(const TreeChanges& changes) {
  for (const NodeId node : changes.nodes) dissolve_above(tree_.parent(tree_.piece(node)));
  for (const ArcId arc : changes.arcs) {
    PieceId a = tree_.piece(source_of(arc));
    PieceId b = tree_.piece(now_.graph().target(arc));
    // The smallest cell that holds both: the smaller piece goes up first.
    while (a != b && tree_.parent(a) != tree_.parent(b)) {
      const bool is_a_next =
          !tree_.parent(a).is_none() &&
          (tree_.parent(b).is_none() ||
           tree_.size(tree_.piece(tree_.parent(a))) <= tree_.size(tree_.piece(tree_.parent(b))));
      PieceId& next = is_a_next ? a : b;
      next = tree_.piece(tree_.parent(next));
    }
    dissolve_above(tree_.parent(a));
    arcs_.push_back(arc);
  }
  std::sort(arcs_.begin(), arcs_.end());
  arcs_.erase(std::unique(arcs_.begin(), arcs_.end()), arcs_.end());
}

// What was in a dissolved cell, or a top, and is no dissolved cell itself.
void NaturalUpdate::put_tops() {
  std::vector<NaturalTree::Child> tops;
  const MetricBound span(now_.world(), now_.graph(), now_.metric().profile());
  const auto keep = [&](CellId cell) {
    for (NaturalTree::Child child : tree_.children(cell)) {
      const bool is_node = tree_.is_node(child.piece);
      if (!is_node && is_dissolved_[tree_.cell(child.piece).value]) continue;
      if (is_node) {
        const Box3 box = span.extent(NodeId(child.piece.value));
        child.low = NaturalTree::as_floats(box.low);
        child.high = NaturalTree::as_floats(box.high);
      }
      tops.push_back(child);
    }
  };
  keep(CellId());
  for (const CellId cell : gone_) keep(cell);
  std::sort(tops.begin(), tops.end(), [](const NaturalTree::Child& a, const NaturalTree::Child& b) {
    return a.piece < b.piece;
  });
  for (const CellId cell : gone_) {
    tree_.blocks_[cell.value] = {};
    tree_.parents_[tree_.piece(cell).value] = CellId();
  }
  tree_.drop_tops();
  tree_.global_ = {static_cast<std::uint32_t>(tree_.children_.size()),
                   static_cast<std::uint32_t>(tops.size()), 0};
  for (std::uint32_t i = 0; i < tops.size(); ++i) {
    NaturalTree::Child& top = tops[i];
    tree_.parents_[top.piece.value] = CellId();
    tree_.child_indices_[top.piece.value] = i;
    top.rest = {0, 0};
    top.offset = tree_.global_.size;
    tree_.global_.size += tree_.size(top.piece);
    tree_.children_.push_back(top);
  }
}

NaturalUpdate::Crossing NaturalUpdate::crossing(ArcId arc) const {
  Crossing crossing{.arc = arc,
                    .distances = {now_.metric().cost(arc), now_.unweighted().cost(arc)}};
  PieceId from = tree_.piece(source_of(arc));
  for (; !tree_.parent(from).is_none(); from = tree_.piece(tree_.parent(from))) {
    crossing.offset += tree_.child(from).offset;
  }
  PieceId to = tree_.piece(now_.graph().target(arc));
  for (; !tree_.parent(to).is_none(); to = tree_.piece(tree_.parent(to))) {
    crossing.distances = crossing.distances + tree_.child(to).rest;
  }
  crossing.from = tree_.child_index(from);
  crossing.to = tree_.child_index(to);
  return crossing;
}

// The records between the tops.
void NaturalUpdate::put_records() {
  std::vector<Crossing> crossings;
  for (const ArcId arc : arcs_) {
    const bool is_loop = source_of(arc) == now_.graph().target(arc);
    if (now_.metric().is_passable(arc) && !is_loop) crossings.push_back(crossing(arc));
  }
  std::sort(crossings.begin(), crossings.end(), [](const Crossing& a, const Crossing& b) {
    return std::tie(a.from, a.to, a.offset, a.arc) < std::tie(b.from, b.to, b.offset, b.arc);
  });
  std::size_t at = 0;
  for (std::uint32_t i = 0; i < tree_.global_.count; ++i) {
    NaturalTree::Child& top = tree_.children_[tree_.global_.first + i];
    top.first_neighbour = static_cast<std::uint32_t>(tree_.neighbours_.size());
    for (; at < crossings.size() && crossings[at].from == i; ++at) {
      const Crossing& c = crossings[at];
      if (tree_.neighbours_.size() == top.first_neighbour ||
          tree_.neighbours_.back().child_index != c.to) {
        tree_.neighbours_.push_back(
            {c.to, static_cast<std::uint32_t>(tree_.joints_.size()), 0, 0, c.distances});
      }
      NaturalTree::Neighbour& record = tree_.neighbours_.back();
      record.distances = std::min(record.distances, c.distances);
      ++record.joint_count;
      tree_.joints_.push_back({c.offset, c.arc});
    }
    top.neighbour_count =
        static_cast<std::uint32_t>(tree_.neighbours_.size()) - top.first_neighbour;
  }
}

NaturalTree NaturalUpdate::take() {
  put_tops();
  put_records();
  tree_.graph_ = now_.graph().fingerprint();
  tree_.metric_ = now_.metric().fingerprint();
  return NaturalTree(std::move(tree_));
}

bool have_same_arcs(const Graph& a, const Graph& b) {
  const auto& x = a.arrays().targets;
  const auto& y = b.arrays().targets;
  return std::ranges::equal(x.offsets(), y.offsets()) && std::ranges::equal(x.items(), y.items());
}

TreeChanges changes_between(const NaturalGround& before, const NaturalGround& now) {
  TreeChanges changes;
  for (const ArcId arc : now.graph().arcs()) {
    if (before.metric().cost(arc) != now.metric().cost(arc) ||
        before.unweighted().cost(arc) != now.unweighted().cost(arc)) {
      changes.arcs.push_back(arc);
    }
  }
  const MetricBound old_span(before.world(), before.graph(), before.metric().profile());
  const MetricBound new_span(now.world(), now.graph(), now.metric().profile());
  for (const NodeId node : now.graph().nodes()) {
    if (old_span.extent(node) != new_span.extent(node)) changes.nodes.push_back(node);
  }
  return changes;
}

namespace {

UpdatedTree rebuilt(const NaturalGround& now, RestRule rule, const MergeOptions& options) {
  Merged merged = merge(now, assemble(now, Partition::of_single_nodes(now.graph()), rule), options);
  return {std::move(merged.tree), 0, merged.report, true};
}

}  // namespace

UpdatedTree update(const NaturalGround& now, NaturalTree tree, const TreeChanges& changes,
                   const MergeOptions& options) {
  const RestRule rule = tree.rule();
  NaturalUpdate work(now, std::move(tree));
  work.dissolve(changes);
  if (work.is_full_of_holes()) return rebuilt(now, rule, options);
  const std::uint32_t dissolved = work.dissolved();
  Merged merged = merge(now, work.take(), options);
  return {std::move(merged.tree), dissolved, merged.report, false};
}

UpdatedTree update(const NaturalGround& before, const NaturalGround& now, NaturalTree tree,
                   const MergeOptions& options) {
  if (!have_same_arcs(before.graph(), now.graph())) return rebuilt(now, tree.rule(), options);
  return update(now, std::move(tree), changes_between(before, now), options);
}

}  // namespace thalweg
