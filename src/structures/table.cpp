// The table of all kinds of structures, in the order in which they are listed.
#include <mutex>

#include "core/text.hpp"
#include "thalweg/store/store.hpp"
#include "thalweg/structures/kinds.hpp"

namespace thalweg {
namespace {

struct AddedKinds {
  std::mutex mutex;
  std::vector<const AnyStructureKind*> kinds;
};
AddedKinds& added_kinds() {
  static AddedKinds added;
  return added;
}

}  // namespace

std::vector<const AnyStructureKind*> structure_kinds() {
  std::vector<const AnyStructureKind*> all = {&natural_tree_kind(), &hierarchy_kind(),
                                              &pyramid_kind(), &coarse_kind(), &fold_kind()};
  AddedKinds& added = added_kinds();
  const std::lock_guard lock(added.mutex);
  all.insert(all.end(), added.kinds.begin(), added.kinds.end());
  return all;
}

Result<void> add_structure_kind(const AnyStructureKind& kind) {
  const std::string name(kind.names().name);
  if (!is_stored_name(name))
    return Error{thalweg::quoted(name) + " cannot name a kind of structures"};
  if (find_structure_kind(name) != nullptr || name == "metric") {
    return Error{"there is a kind " + thalweg::quoted(name) + " already"};
  }
  AddedKinds& added = added_kinds();
  const std::lock_guard lock(added.mutex);
  added.kinds.push_back(&kind);
  return {};
}

}  // namespace thalweg
