// A fold under other prices.
#include <algorithm>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "hierarchy/fold_build.hpp"
#include "hierarchy/fold_lengths.hpp"

namespace thalweg {
namespace {

// The steps of a fold by another metric.
class FoldRepricer {
 public:
  FoldRepricer(const Ground& ground, Fold& fold) : metric_(ground.metric()), fold_(fold) {}

  bool run() {
    reprice_trees();
    reprice_joins();
    reprice_chains();
    reprice_core();
    return is_in_range_;
  }

 private:
  Distance cost(FoldArc arc) const {
    if (arc.is_none()) return kShut;
    if (!arc.is_detour()) return metric_.cost(arc.arc());
    Distance sum = 0;
    for (const ArcId one : fold_.detours[arc.detour()]) sum += metric_.cost(one);
    return sum;
  }
  Distance sum(Distance a, FoldArc arc) {
    const Distance b = cost(arc);
    if (a + b > kMostFoldSum || (b < kShut && a % kShut + b >= kShut)) is_in_range_ = false;
    return std::min(a + b, kMostFoldSum);
  }

  // Parents come before their children.
  void reprice_trees() {
    std::vector<FoldTreeNode> tree = std::move(fold_.tree).release();
    for (std::uint32_t p = 0; p < tree.size(); ++p) {
      const FoldRun& run = fold_.runs[tree[p].run];
      const std::uint32_t above = run.head == p ? run.parent : p - 1;
      if (above == kNoFold) continue;
      tree[p].up = sum(tree[above].up, fold_.tree_steps[p].up);
      tree[p].down = sum(tree[above].down, fold_.tree_steps[p].down);
    }
    fold_.tree = std::move(tree);
  }

  void reprice_joins() {
    std::vector<FoldJoin> joins = std::move(fold_.joins).release();
    for (FoldJoin& join : joins) {
      join.out = cost(join.out_arc);
      join.in = cost(join.in_arc);
    }
    fold_.joins = std::move(joins);
  }

  void reprice_chains() {
    std::vector<FoldSlot> slots = std::move(fold_.slots).release();
    for (const FoldChain& chain : fold_.chains) {
      for (std::uint32_t s = chain.first + 1; s <= chain.last; ++s) {
        slots[s].forth = sum(slots[s - 1].forth, slots[s - 1].forth_arc);
        slots[s].back = sum(slots[s - 1].back, slots[s - 1].back_arc);
      }
    }
    fold_.slots = std::move(slots);
  }

  void reprice_core() {
    std::vector<FoldCoreArc> arcs = fold_.core_arcs.items().to_vector();
    for (FoldCoreArc& arc : arcs) {
      using Kind = FoldCoreArc::Kind;
      Distance now = 0;
      if (arc.kind == Kind::step) {
        now = cost({arc.via});
      } else {
        const FoldSlot& last = fold_.slots[fold_.chains[arc.via].last];
        now = arc.kind == Kind::forth ? last.forth : last.back;
      }
      if (now >= kForbidden) is_in_range_ = false;
      arc.cost = static_cast<Cost>(std::min<Distance>(now, kForbidden - 1));
    }
    fold_.core_arcs = {fold_.core_arcs.offsets(), std::move(arcs)};
  }

  const Metric& metric_;
  Fold& fold_;
  bool is_in_range_ = true;
};

struct ChangedCost {
  NodeId from;
  ArcId arc;
};

std::vector<ChangedCost> changed_costs(const Ground& before, const Ground& now) {
  std::vector<ChangedCost> changed;
  for (const NodeId node : now.graph().nodes()) {
    for (const ArcId arc : now.graph().arcs(node)) {
      if (before.metric().cost(arc) != now.metric().cost(arc)) changed.push_back({node, arc});
    }
  }
  return changed;
}

// True when the steps of the fold stay arcs that are the cheapest in their cliques.
bool keeps_steps(const Fold& fold, const Ground& before, const Ground& now,
                 std::span<const ChangedCost> changed) {
  const bool is_same = std::ranges::all_of(changed, [&](const ChangedCost& one) {
    return before.metric().is_passable(one.arc) && now.metric().is_passable(one.arc);
  });
  if (!is_same) return false;
  const Graph& graph = now.graph();
  if (graph.facts().nodes_are_faces) {  // pairs of nodes: only parallel arcs may be exchanged
    return std::ranges::all_of(changed, [&](const ChangedCost& one) {
      std::size_t parallel = 0;
      for (const ArcId arc : graph.arcs(one.from)) {
        parallel += graph.target(arc) == graph.target(one.arc) ? 1 : 0;
      }
      return parallel == 1;
    });
  }
  std::vector<std::uint32_t> touched;
  for (const ChangedCost& one : changed) {
    const ArcLabel label = graph.label(one.arc);
    if (!label.is_link()) touched.push_back(label.face().value);
  }
  std::ranges::sort(touched);
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  if (touched.empty()) return true;
  const FoldCliques cliques = cliques_of(now);
  return std::ranges::all_of(touched, [&](std::uint32_t clique) {
    return fold.find_closed(clique) == nullptr &&
           is_clique_closed(now, clique, cliques.members[CliqueId(clique)]);
  });
}

// Of the arcs between junctions.
std::vector<Cost> costs_of(const Fold& fold) {
  std::vector<Cost> costs;
  for (const FoldCoreArc& arc : fold.core_arcs.items()) costs.push_back(arc.cost);
  return costs;
}

}  // namespace

bool reprice_fold(const Ground& ground, Fold& fold) { return FoldRepricer(ground, fold).run(); }

Result<std::optional<Fold>> update_fold(Fold old, const Ground& before, const Ground& now) try {
  if (old.metric != before.fingerprint()) return Error{"the fold is of another metric"};
  using Updated = std::optional<Fold>;
  if (before.graph().fingerprint() != now.graph().fingerprint()) return Updated();
  if (old.core == FoldCore::whole || !keeps_steps(old, before, now, changed_costs(before, now))) {
    return Updated();
  }
  const std::vector<Cost> costs = costs_of(old);
  old.metric = now.fingerprint();
  if (!reprice_fold(now, old)) return Updated();
  if (old.core == FoldCore::table && !refill_table(costs, old)) return Updated();
  if (old.core == FoldCore::labels && !std::ranges::equal(costs, costs_of(old))) return Updated();
  old.portals = fold_portals(old, now);
  if (old.portals.directed_passages.empty()) {
    old.passage_pairs = {};  // else they stay: prices do not change them
    old.passage_unit = 0;
  } else if (old.passage_pairs.empty() && !before.pricer().is_even_mesh()) {
    return Updated();
  }
  return Updated(std::move(old));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
