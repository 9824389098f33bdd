// The table of all kinds of structures, in the order in which they are listed.
#include <algorithm>
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

// Requires: its mutex is held.
std::vector<const AnyStructureKind*> all_kinds(const AddedKinds& added) {
  std::vector<const AnyStructureKind*> all = {&natural_tree_kind(), &hierarchy_kind(),
                                              &pyramid_kind(), &coarse_kind(), &fold_kind()};
  all.insert(all.end(), added.kinds.begin(), added.kinds.end());
  return all;
}

}  // namespace

std::vector<const AnyStructureKind*> structure_kinds() {
  AddedKinds& added = added_kinds();
  const std::lock_guard lock(added.mutex);
  return all_kinds(added);
}

Result<void> add_structure_kind(const AnyStructureKind& kind) {
  const std::string name(kind.names().name);
  if (!is_stored_name(name))
    return Error{thalweg::quoted(name) + " cannot name a kind of structures"};
  AddedKinds& added = added_kinds();
  const std::lock_guard lock(added.mutex);
  const auto has_name = [&](const AnyStructureKind* one) { return one->names().name == name; };
  if (std::ranges::any_of(all_kinds(added), has_name) || name == "metric") {
    return Error{"there is a kind " + thalweg::quoted(name) + " already"};
  }
  added.kinds.push_back(&kind);
  return {};
}

}  // namespace thalweg
