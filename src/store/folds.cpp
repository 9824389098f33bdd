// Folds of a store, stored with the metric that they were made for.
#include "core/thrown.hpp"
#include "store/fold_sections.hpp"
#include "store/hierarchy_sections.hpp"
#include "store/named.hpp"

namespace thalweg {

Result<Store> with_fold(Store store, StoredFold fold) try {
  TRY_DO(check_name(fold));
  if (!is_recipe(fold.recipe)) {
    return Error{thalweg::quoted(fold.recipe) + " is no recipe of a fold"};
  }
  TRY(const StoredMetric* metric, find_metric(store, fold.metric));
  const bool fits = fold.fold.core == FoldCore::whole ||
                    metric->parts.islands.of.size() == fold.fold.nodes.size();
  if (!fits) return Error{"the fold is of another graph than its metric"};
  put(store.folds, std::move(fold));
  return store;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<const StoredFold*> find_fold(const Store& store, std::string_view name) {
  return find_named(store.folds, name);
}

Result<Fold> stored_fold(const StoredFold& stored, const Ground& ground) {
  TRY_DO(check_fold(stored.fold, ground).in(title(stored)));
  Fold fold = stored.fold;
  fold.portals = fold_portals(fold, ground);
  // Shortest paths are searched by both.
  if (!fold.passage_pairs.empty() && fold.portals.directed_passages.empty()) {
    return Result<Fold>(Error{"it has lengths between passages that nobody can walk"})
        .in(title(stored));
  }
  return fold;
}

Result<void> check_stored_fold(const Store& store, const StoredFold& stored) {
  TRY(const Ground ground, stored_ground(store, stored.metric).in(title(stored)));
  TRY(const Fold fold, stored_fold(stored, ground));
  return lawful(broken_law(fold, ground)).in(title(stored));
}

}  // namespace thalweg
