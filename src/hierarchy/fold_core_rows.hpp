// The arcs between a fold's junctions by their targets.
#pragma once

#include <vector>

#include "thalweg/hierarchy/fold.hpp"

namespace thalweg {

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

inline CoreRows arcs_into(const Fold& fold) {
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

}  // namespace thalweg
