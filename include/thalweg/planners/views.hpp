// Costs of a priced graph where a query filters it by area. The plain ones: graph/view.hpp.
#pragma once

#include <algorithm>
#include <array>

#include "thalweg/graph/form.hpp"
#include "thalweg/graph/ground.hpp"
#include "thalweg/graph/view.hpp"
#include "thalweg/price/ground_filter.hpp"

namespace thalweg {

// What each arc costs where a query leaves areas out or avoids them. The graph's form computes it,
// a batch of arcs at a time. An arc counts by the ground it crosses or leads to. Borrows both.
class FilteredCosts {
 public:
  FilteredCosts(const Ground& ground, const GroundFilter& filter)
      : ground_(ground), form_(ground.graph().form()), filter_(filter), plain_(ground.metric()) {}

  void prefetch(ArcId arc) const { plain_.prefetch(arc); }
  Cost operator()(NodeId from, ArcId arc) const {
    const ReverseArc one{from, arc};
    return form_.filtered(ground_, filter_, std::span(&one, 1)).front();
  }
  template <class Visit>
  void visit_row(NodeId from, IdRange<ArcId> row, const Visit& visit) const {
    const std::uint32_t last = row.front().value + row.size();
    for (std::uint32_t first = row.front().value; first < last;) {
      std::array<ReverseArc, kCostBatch> batch;
      std::size_t count = 0;
      for (; first < last && count < kCostBatch; ++first) batch[count++] = {from, ArcId(first)};
      visit_batch(std::span(batch).first(count), visit);
    }
  }
  template <class Visit>
  void visit_list(std::span<const ReverseArc> arcs, const Visit& visit) const {
    for (std::size_t at = 0; at < arcs.size(); at += kCostBatch) {
      visit_batch(arcs.subspan(at, std::min(kCostBatch, arcs.size() - at)), visit);
    }
  }

 private:
  template <class Visit>
  void visit_batch(std::span<const ReverseArc> arcs, const Visit& visit) const {
    const CostBatch costs = form_.filtered(ground_, filter_, arcs);
    for (std::size_t i = 0; i < arcs.size(); ++i) visit(arcs[i], costs[i]);
  }

  const Ground& ground_;
  const GraphForm& form_;
  const GroundFilter& filter_;
  PlainCosts plain_;
};

}  // namespace thalweg
