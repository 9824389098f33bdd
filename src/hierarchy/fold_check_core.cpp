// Checks between the junctions of a fold: that every arc has the cost of what it stands for, and that
// each entry of the table or label continues with a cheaper one, so that unfolding ends.
#include <algorithm>

#include "hierarchy/fold_check.hpp"
#include "hierarchy/fold_passages.hpp"
#include "thalweg/core/parallel.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kTableGrain = 64;

}  // namespace

Result<void> FoldChecker::check_core() const {
  using ArcKind = FoldCoreArc::Kind;
  for (const JunctionId from : fold_.junctions.ids()) {
    for (const FoldCoreArc& arc : fold_.core_arcs[from]) {
      bool is_good =
          arc.target.value < fold_.junctions.size() && arc.cost > 0 && arc.kind <= ArcKind::back;
      if (is_good && arc.kind == ArcKind::step) {
        is_good = !FoldArc{arc.via}.is_none() &&
                  is_step({arc.via}, fold_.junctions[from], fold_.junctions[arc.target], arc.cost);
      } else if (is_good) {
        is_good = arc.via < fold_.chains.size();
        if (is_good) {
          const FoldChain& chain = fold_.chains[arc.via];
          const FoldSlot& last = fold_.slots[chain.last];
          const bool is_forth = arc.kind == ArcKind::forth;
          is_good = (is_forth ? chain.from : chain.to) == from &&
                    (is_forth ? chain.to : chain.from) == arc.target &&
                    (is_forth ? last.forth : last.back) == arc.cost;
        }
      }
      if (!is_good) return Error{"an arc between junctions is none, or has another cost"};
    }
  }
  return {};
}

// Every step of the table leads nearer, by what it costs.
Result<void> FoldChecker::check_table() const {
  if (fold_.core != FoldCore::table) return {};
  const std::size_t passages = fold_.chains.size() + lone_junctions(fold_).size();
  if (!fold_.passage_pairs.empty() && fold_.passage_pairs.size() != passage_pair_count(passages)) {
    return Error{"the number of its lengths does not fit that of its passages"};
  }
  const std::size_t count = fold_.junctions.size();
  const auto is_good = [&](std::size_t goal, JunctionId from) {
    const Cost* row = fold_.distances.data() + goal * count;
    if (row[from.value] == kForbidden) return from.value != goal;
    if (from.value == goal) return row[from.value] == 0;
    return std::ranges::any_of(fold_.core_arcs[from], [&](const FoldCoreArc& arc) {
      return row[arc.target.value] != kForbidden &&
             Distance{row[arc.target.value]} + arc.cost == row[from.value];
    });
  };
  const bool are_good =
      parallel_all_of(count, kTableGrain, [&](std::size_t first, std::size_t last) {
        for (std::size_t goal = first; goal < last; ++goal) {
          for (const JunctionId from : fold_.junctions.ids()) {
            if (!is_good(goal, from)) return false;
          }
        }
        return true;
      });
  if (!are_good) return Error{"a route of the table does not lead to its junction"};
  return {};
}

// Every label's arc leads to a junction that has a label of the same hub, nearer by what it costs.
Result<void> FoldChecker::check_labels() const {
  if (fold_.core != FoldCore::labels) return {};
  const auto arcs = fold_.core_arcs.items().span();
  const auto continues = [](std::span<const FoldLabel> next, const FoldLabel& label, Cost cost) {
    const auto at = std::ranges::lower_bound(next, label.hub, {}, &FoldLabel::hub);
    return at != next.end() && at->hub == label.hub && cost > 0 && at->cost == label.cost - cost &&
           cost <= label.cost;
  };
  const auto is_good = [&](JunctionId at, const FoldLabel& label, bool is_out) {
    if (label.arc.is_none()) return label.cost == 0;
    if (label.cost == kForbidden || label.arc.value >= arcs.size()) return false;
    const FoldCoreArc& arc = arcs[label.arc.value];
    const JunctionId source = arc_source(fold_, label.arc);
    if ((is_out ? source : arc.target) != at) return false;
    return is_out ? continues(fold_.labels_out[arc.target], label, arc.cost)
                  : continues(fold_.labels_in[source], label, arc.cost);
  };
  for (const JunctionId at : fold_.junctions.ids()) {
    for (const bool is_out : {true, false}) {
      const auto labels = is_out ? fold_.labels_out[at] : fold_.labels_in[at];
      const bool are_sorted = std::ranges::adjacent_find(labels, [](auto& a, auto& b) {
                                return a.hub >= b.hub;
                              }) == labels.end();
      const bool are_good = std::ranges::all_of(
          labels, [&](const FoldLabel& label) { return is_good(at, label, is_out); });
      if (!are_sorted || !are_good) return Error{"a label of a junction is not a route"};
    }
  }
  return check_hubs();
}

// A hub is one junction.
Result<void> FoldChecker::check_hubs() const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> hubs;  // and their junctions
  for (const JunctionId at : fold_.junctions.ids()) {
    for (const auto labels : {fold_.labels_out[at], fold_.labels_in[at]}) {
      for (const FoldLabel& label : labels) {
        if (label.arc.is_none()) hubs.emplace_back(label.hub, at.value);
      }
    }
  }
  std::ranges::sort(hubs);
  const auto differ = [](const auto& a, const auto& b) {
    return a.first == b.first && a.second != b.second;
  };
  if (std::ranges::adjacent_find(hubs, differ) != hubs.end())
    return Error{"a hub is two junctions"};
  return {};
}

}  // namespace thalweg
