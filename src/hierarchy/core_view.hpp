// CoreView: the arcs between the junctions of a fold, as searches see them.
#pragma once

#include "thalweg/hierarchy/fold.hpp"

namespace thalweg {

// Borrows.
struct CoreView {
  using Node = JunctionId;
  using Arc = CoreArcId;
  const Fold& fold;

  std::uint32_t node_count() const { return fold.junction_count(); }
  template <class Visit>
  void for_each_arc(JunctionId node, const Visit& visit) const {
    const auto arcs = fold.core_arcs.items().span();
    for (std::uint32_t i = fold.core_arcs.first(node); i < fold.core_arcs.last(node); ++i) {
      visit(CoreArcId(i), arcs[i].target, arcs[i].cost);
    }
  }
};

}  // namespace thalweg
