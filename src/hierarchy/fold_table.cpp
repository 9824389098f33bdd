// The table of a fold: the cheapest routes between all junctions, by a search from each towards which
// they lead.
#include <algorithm>
#include <atomic>

#include "core/shared_progress.hpp"
#include "hierarchy/fold_build.hpp"
#include "hierarchy/fold_core_rows.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kRowGrain = 32;

// A table that is being filled.
struct TableRows {
  const Fold& fold;
  CoreRows into;
  std::vector<Cost> distances;
  std::atomic<bool> is_in_range = true;

  // The row of one goal.
  void fill(std::size_t goal, SearchScratchOf<JunctionId, CoreArcId>& scratch) {
    const std::size_t count = fold.junctions.size();
    const SeedOf<JunctionId> source{JunctionId(static_cast<std::uint32_t>(goal)), 0};
    best_first(IntoView{into}, NoHeuristic{}, SearchTaskOf<JunctionId>{{&source, 1}, {}}, scratch);
    for (const JunctionId from : fold.junctions.ids()) {
      Cost& distance = distances[goal * count + from.value];
      distance = kForbidden;
      if (!scratch.bank.is_reached(from)) continue;
      const Distance known = scratch.bank[from].g;
      is_in_range = is_in_range && known < kForbidden;
      if (known < kForbidden) distance = static_cast<Cost>(known);
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
  TableRows rows{
      .fold = fold, .into = arcs_into(fold), .distances = std::vector<Cost>(count * count)};
  SharedProgress shared(progress, "table of the fold", count);
  parallel_for(count, kRowGrain, [&](std::size_t first, std::size_t last) {
    SearchScratchOf<JunctionId, CoreArcId> scratch;
    for (std::size_t goal = first; goal < last; ++goal) rows.fill(goal, scratch);
    shared.add(last - first);
  });
  fold.distances = std::move(rows.distances);
  return rows.is_in_range;
}

bool refill_table(std::span<const Cost> costs, Fold& fold) {
  const std::vector<ChangedArc> changed = changed_arcs(costs, fold);
  if (changed.empty()) return true;
  const std::size_t count = fold.junctions.size();
  TableRows rows{
      .fold = fold, .into = arcs_into(fold), .distances = std::move(fold.distances).release()};
  parallel_for(count, kRowGrain, [&](std::size_t first, std::size_t last) {
    SearchScratchOf<JunctionId, CoreArcId> scratch;
    for (std::size_t goal = first; goal < last; ++goal) {
      const auto row = std::span<const Cost>(rows.distances).subspan(goal * count, count);
      if (is_spoiled(row, changed)) rows.fill(goal, scratch);
    }
  });
  fold.distances = std::move(rows.distances);
  return rows.is_in_range;
}

}  // namespace thalweg
