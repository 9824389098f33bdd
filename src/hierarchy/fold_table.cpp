// The table of a fold: the cheapest routes between all junctions, by a search from each towards which
// they lead.
#include <algorithm>
#include <atomic>

#include "core/shared_progress.hpp"
#include "hierarchy/fold_prices.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kRowGrain = 32;

struct IntoJunction {
  JunctionId source;
  CoreArcId arc;
  Cost cost;
};
using CoreRows = Csr<JunctionId, IntoJunction>;

// The arcs that lead to a junction.
struct IntoView {
  using Node = JunctionId;
  using Arc = CoreArcId;
  const CoreRows& rows;

  std::uint32_t node_count() const { return static_cast<std::uint32_t>(rows.row_count()); }
  template <class Visit>
  void for_each_arc(JunctionId node, const Visit& visit) const {
    for (const IntoJunction& into : rows[node]) visit(into.arc, into.source, into.cost);
  }
};

CoreRows reversed(const Fold& fold) {
  const auto arcs = fold.core_arcs.items().span();
  std::vector<JunctionId> sources;
  sources.reserve(arcs.size());
  for (const JunctionId from : fold.junctions.ids()) {
    sources.insert(sources.end(), fold.core_arcs.size(from), from);
  }
  return group_by_row<JunctionId, IntoJunction>(
      fold.junctions.size(), arcs.size(), [&](std::size_t i) { return arcs[i].target.value; },
      [&](std::size_t i) {
        return IntoJunction{sources[i], CoreArcId(static_cast<std::uint32_t>(i)), arcs[i].cost};
      });
}

// A table that is being filled.
struct TableRows {
  const Fold& fold;
  CoreRows into;
  std::vector<Cost> distances;
  std::vector<std::uint16_t> next;
  std::atomic<bool> is_in_range = true;

  // The row of one goal. Ties are decided by the distances alone: of the arcs that lie on a cheapest
  // route the one is taken whose target has the least distance, then the least number.
  void fill(std::size_t goal, SearchScratchOf<JunctionId, CoreArcId>& scratch) {
    const std::size_t count = fold.junctions.size();
    const SeedOf<JunctionId> source{JunctionId(static_cast<std::uint32_t>(goal)), 0};
    best_first(IntoView{into}, NoHeuristic{}, SearchTaskOf<JunctionId>{{&source, 1}, {}}, scratch);
    for (const JunctionId from : fold.junctions.ids()) {
      Cost& distance = distances[goal * count + from.value];
      std::uint16_t& arc = next[goal * count + from.value];
      distance = kForbidden;
      arc = 0;
      if (!scratch.bank.is_reached(from)) continue;
      const auto known = scratch.bank[from];
      if (known.g >= kForbidden) {
        is_in_range = false;
        continue;
      }
      distance = static_cast<Cost>(known.g);
      if (known.parent.is_none()) continue;
      arc = static_cast<std::uint16_t>(known.arc.value - fold.core_arcs.first(from));
    }
  }
};

// An arc between junctions whose cost has changed.
struct ChangedArc {
  JunctionId from;
  JunctionId to;
  Cost before;
  Cost now;
};

std::vector<ChangedArc> changed_arcs(std::span<const Cost> costs, const Fold& fold) {
  std::vector<ChangedArc> changed;
  for (const JunctionId from : fold.junctions.ids()) {
    std::uint32_t i = fold.core_arcs.first(from);
    for (const FoldCoreArc& arc : fold.core_arcs[from]) {
      if (arc.cost != costs[i]) changed.push_back({from, arc.target, costs[i], arc.cost});
      ++i;
    }
  }
  return changed;
}

// True when a changed arc lay on a cheapest route of the row, or lies on one now.
bool is_spoiled(std::span<const Cost> row, std::span<const ChangedArc> changed) {
  return std::ranges::any_of(changed, [&](const ChangedArc& arc) {
    const Distance behind = row[arc.to.value];
    if (behind == kForbidden) return false;
    const Distance here = row[arc.from.value];
    return behind + arc.before == here || behind + arc.now <= here;
  });
}

}  // namespace

bool fill_table(const Progress& progress, Fold& fold) {
  const std::size_t count = fold.junctions.size();
  TableRows rows{.fold = fold,
                 .into = reversed(fold),
                 .distances = std::vector<Cost>(count * count),
                 .next = std::vector<std::uint16_t>(count * count)};
  SharedProgress shared(progress, "table of the fold", count);
  parallel_for(count, kRowGrain, [&](std::size_t first, std::size_t last) {
    SearchScratchOf<JunctionId, CoreArcId> scratch;
    for (std::size_t goal = first; goal < last; ++goal) rows.fill(goal, scratch);
    shared.add(last - first);
  });
  fold.distances = std::move(rows.distances);
  fold.next = std::move(rows.next);
  return rows.is_in_range;
}

bool refill_table(std::span<const Cost> costs, Fold& fold) {
  const std::vector<ChangedArc> changed = changed_arcs(costs, fold);
  if (changed.empty()) return true;
  const std::size_t count = fold.junctions.size();
  TableRows rows{.fold = fold,
                 .into = reversed(fold),
                 .distances = std::move(fold.distances).release(),
                 .next = std::move(fold.next).release()};
  parallel_for(count, kRowGrain, [&](std::size_t first, std::size_t last) {
    SearchScratchOf<JunctionId, CoreArcId> scratch;
    for (std::size_t goal = first; goal < last; ++goal) {
      const auto row = std::span<const Cost>(rows.distances).subspan(goal * count, count);
      if (is_spoiled(row, changed)) rows.fill(goal, scratch);
    }
  });
  fold.distances = std::move(rows.distances);
  fold.next = std::move(rows.next);
  return rows.is_in_range;
}

}  // namespace thalweg
