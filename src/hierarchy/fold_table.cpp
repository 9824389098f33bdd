// The table of a fold: the cheapest routes between all junctions, by a search from each towards which
// they lead.
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

}  // namespace

bool fill_table(const Progress& progress, Fold& fold) {
  const std::size_t count = fold.junctions.size();
  const CoreRows rows = reversed(fold);
  std::vector<Cost> distances(count * count, kForbidden);
  std::vector<std::uint16_t> next(count * count, 0);
  std::atomic<bool> is_in_range = true;
  SharedProgress shared(progress, "table of the fold", count);
  parallel_for(count, kRowGrain, [&](std::size_t first, std::size_t last) {
    SearchScratchOf<JunctionId, CoreArcId> scratch;
    for (std::size_t goal = first; goal < last; ++goal) {
      const SeedOf<JunctionId> source{JunctionId(static_cast<std::uint32_t>(goal)), 0};
      best_first(IntoView{rows}, NoHeuristic{}, SearchTaskOf<JunctionId>{{&source, 1}, {}},
                 scratch);
      for (const JunctionId from : fold.junctions.ids()) {
        if (!scratch.bank.is_reached(from)) continue;
        const auto known = scratch.bank[from];
        if (known.g >= kForbidden) {
          is_in_range = false;
          continue;
        }
        distances[goal * count + from.value] = static_cast<Cost>(known.g);
        if (known.parent.is_none()) continue;
        next[goal * count + from.value] =
            static_cast<std::uint16_t>(known.arc.value - fold.core_arcs.first(from));
      }
    }
    shared.add(last - first);
  });
  fold.distances = std::move(distances);
  fold.next = std::move(next);
  return is_in_range;
}

}  // namespace thalweg
