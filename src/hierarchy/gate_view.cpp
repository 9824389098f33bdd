// Steps sorted by the gate that they lead to, for backward searches.
#include "thalweg/hierarchy/gate_view.hpp"

#include <vector>

namespace thalweg {

BackSteps back_steps(const Hierarchy& hierarchy) {
  const auto& steps = hierarchy.arrays().steps;
  std::vector<GateId> from;
  from.reserve(steps.item_count());
  for (std::uint32_t g = 0; g < hierarchy.gate_count(); ++g) {
    from.insert(from.end(), steps.size(GateId(g)), GateId(g));
  }
  return group_by_row<GateId, BackStep>(
      hierarchy.gate_count(), from.size(), [&](std::size_t i) { return steps.items()[i].to.value; },
      [&](std::size_t i) {
        return BackStep{from[i], static_cast<std::uint32_t>(i)};
      });
}

}  // namespace thalweg
