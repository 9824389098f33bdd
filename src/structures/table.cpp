// The table of all kinds of structures, in the order in which they are listed.
#include <array>

#include "thalweg/structures/kinds.hpp"

namespace thalweg {

std::span<const AnyStructureKind* const> structure_kinds() {
  static const std::array<const AnyStructureKind*, 5> kKinds = {
      &natural_tree_kind(), &hierarchy_kind(), &pyramid_kind(), &coarse_kind(), &fold_kind()};
  return kKinds;
}

}  // namespace thalweg
