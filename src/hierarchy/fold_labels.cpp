// Hub labels of a fold: pruned landmark labelling.                  docs/reference/papers.md [AIY13]
//
// Junctions are taken as hubs one after another, those first that lie on many cheapest routes. From each
// a search finds the others, and stops at those whose route over an earlier hub is as cheap: what is left
// are the labels.
#include <algorithm>
#include <vector>

#include "core/shared_progress.hpp"
#include "hierarchy/core_view.hpp"
#include "hierarchy/fold_build.hpp"
#include "hierarchy/fold_core_rows.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kSamples = 64;  // junctions from which routes are counted

using CoreScratch = SearchScratchOf<JunctionId, CoreArcId>;

// Which junctions lie on many cheapest routes, the most important first.
class HubOrder {
 public:
  explicit HubOrder(const Fold& fold) : fold_(fold), score_(fold.junctions.size(), 0) {}

  std::vector<JunctionId> find() {
    Random random(1);
    const std::uint32_t count = fold_.junction_count();
    for (std::size_t i = 0; i < std::min<std::size_t>(kSamples, count); ++i) {
      count_routes(JunctionId(static_cast<std::uint32_t>(random.below(count))));
    }
    std::vector<JunctionId> order;
    for (const JunctionId junction : fold_.junctions.ids()) order.push_back(junction);
    std::ranges::stable_sort(
        order, [&](JunctionId a, JunctionId b) { return score_[a.value] > score_[b.value]; });
    return order;
  }

 private:
  // Notes the order in which junctions are settled.
  struct View {
    using Node = JunctionId;
    using Arc = CoreArcId;
    CoreView core;
    std::vector<JunctionId>& settled;

    std::uint32_t node_count() const { return core.node_count(); }
    template <class Visit>
    void for_each_arc(JunctionId node, const Visit& visit) const {
      settled.push_back(node);
      core.for_each_arc(node, visit);
    }
  };

  // Adds for each junction how many cheapest routes from `source` lead over it, those that lead over it
  // to more than half of all no more than that: hubs are wanted in the middle of routes.
  void count_routes(JunctionId source) {
    settled_.clear();
    const SeedOf<JunctionId> seed{source, 0};
    best_first(View{CoreView{fold_}, settled_}, NoHeuristic{},
               SearchTaskOf<JunctionId>{{&seed, 1}, {}}, scratch_);
    behind_.assign(fold_.junctions.size(), 1);
    const auto most = static_cast<std::uint32_t>(settled_.size() / 2 + 1);
    for (std::size_t i = settled_.size(); i-- > 0;) {
      const JunctionId at = settled_[i];
      const JunctionId parent = scratch_.bank[at].parent;
      if (!parent.is_none()) behind_[parent.value] += behind_[at.value];
      score_[at.value] += std::min(behind_[at.value], most);
    }
  }

  const Fold& fold_;
  std::vector<std::uint64_t> score_;   // [junction]
  std::vector<std::uint32_t> behind_;  // [junction]
  std::vector<JunctionId> settled_;
  CoreScratch scratch_;
};

using LabelLists = std::vector<std::vector<FoldLabel>>;  // [junction]

// Labels of one direction that are being found, hub by hub.
struct LabelSide {
  LabelLists labels;
  CoreScratch scratch;
};

class LabelBuilder {
 public:
  LabelBuilder(const Fold& fold, double limit)
      : fold_(fold),
        into_(arcs_into(fold)),
        most_(static_cast<std::size_t>(limit * 1e6 / sizeof(FoldLabel))),
        at_hub_(fold.junctions.size(), kForbidden) {
    out_.labels.resize(fold.junctions.size());
    in_.labels.resize(fold.junctions.size());
  }

  bool run(const Progress& progress) {
    const std::vector<JunctionId> order = HubOrder(fold_).find();
    SharedProgress shared(progress, "hub labels of the fold", order.size());
    for (std::uint32_t rank = 0; rank < order.size() && is_good_; ++rank) {
      const JunctionId hub = order[rank];
      search(CoreView{fold_}, hub, rank, out_, in_);
      search(IntoView{into_}, hub, rank, in_, out_);
      shared.add(1);
    }
    return is_good_;
  }

  void take(Fold& fold) const {
    fold.labels_out = rows_of(out_.labels);
    fold.labels_in = rows_of(in_.labels);
  }

 private:
  // The arcs of a junction, unless earlier hubs know a route to it that is as cheap.
  template <class Arcs>
  struct PrunedView {
    using Node = JunctionId;
    using Arc = CoreArcId;
    Arcs arcs;
    LabelBuilder& builder;
    std::uint32_t rank;
    LabelSide& into;

    std::uint32_t node_count() const { return arcs.node_count(); }
    template <class Visit>
    void for_each_arc(JunctionId node, const Visit& visit) const {
      if (builder.add_label(node, rank, into)) arcs.for_each_arc(node, visit);
    }
  };

  // `there`: the labels that hold routes between the hub and earlier ones, in the search's direction.
  template <class Arcs>
  void search(const Arcs& arcs, JunctionId hub, std::uint32_t rank, LabelSide& there,
              LabelSide& into) {
    for (const FoldLabel& label : there.labels[hub.value]) at_hub_[label.hub] = label.cost;
    const SeedOf<JunctionId> seed{hub, 0};
    best_first(PrunedView<Arcs>{arcs, *this, rank, into}, NoHeuristic{},
               SearchTaskOf<JunctionId>{{&seed, 1}, {}}, into.scratch);
    for (const FoldLabel& label : there.labels[hub.value]) at_hub_[label.hub] = kForbidden;
  }

  // False: an earlier hub covers it, or there is no room.
  bool add_label(JunctionId node, std::uint32_t rank, LabelSide& into) {
    const auto known = into.scratch.bank[node];
    std::vector<FoldLabel>& labels = into.labels[node.value];
    const auto covers = [&](const FoldLabel& label) {
      return at_hub_[label.hub] != kForbidden &&
             Distance{at_hub_[label.hub]} + label.cost <= known.g;
    };
    if (!is_good_ || std::ranges::any_of(labels, covers)) return false;
    is_good_ = known.g < kForbidden && ++count_ <= most_;
    if (is_good_) labels.push_back({rank, static_cast<Cost>(known.g), known.arc});
    return is_good_;
  }

  static Csr<JunctionId, FoldLabel> rows_of(const LabelLists& lists) {
    std::vector<std::uint32_t> offsets = {0};
    std::vector<FoldLabel> items;
    for (const std::vector<FoldLabel>& list : lists) {
      items.insert(items.end(), list.begin(), list.end());
      offsets.push_back(static_cast<std::uint32_t>(items.size()));
    }
    return {std::move(offsets), std::move(items)};
  }

  const Fold& fold_;
  CoreRows into_;
  std::size_t most_;
  std::size_t count_ = 0;
  bool is_good_ = true;
  std::vector<Cost> at_hub_;  // [hub]  between the hub of the current search and earlier ones
  LabelSide out_;
  LabelSide in_;
};

}  // namespace

bool fill_labels(const FoldOptions& options, Fold& fold) {
  if (!(options.label_limit > 0)) return false;
  const auto is_free = [](const FoldCoreArc& arc) { return arc.cost == 0; };
  if (std::ranges::any_of(fold.core_arcs.items(), is_free)) return false;
  LabelBuilder builder(fold, options.label_limit);
  if (!builder.run(options.progress)) return false;
  builder.take(fold);
  return true;
}

FoldHub best_hub(const Fold& fold, JunctionId from, JunctionId to) {
  const auto out = fold.labels_out[from];
  const auto in = fold.labels_in[to];
  FoldHub best;
  const FoldLabel* a = out.data();
  const FoldLabel* b = in.data();
  while (a != out.data() + out.size() && b != in.data() + in.size()) {
    if (a->hub == b->hub) {
      const Distance sum = Distance{a->cost} + b->cost;
      if (sum < best.cost) best = {a->hub, static_cast<Cost>(sum)};
    }
    const bool is_first = a->hub <= b->hub;
    b += b->hub <= a->hub ? 1 : 0;
    a += is_first ? 1 : 0;
  }
  return best;
}

const FoldLabel& label_of(std::span<const FoldLabel> labels, std::uint32_t hub) {
  return *std::ranges::lower_bound(labels, hub, {}, &FoldLabel::hub);
}

JunctionId arc_source(const Fold& fold, CoreArcId arc) {
  const auto offsets = fold.core_arcs.offsets().span();
  const auto after = std::ranges::upper_bound(offsets, arc.value);
  return JunctionId(static_cast<std::uint32_t>(after - offsets.begin() - 1));
}

}  // namespace thalweg
