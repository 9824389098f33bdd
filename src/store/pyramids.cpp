// Pyramids of a store, stored with the metric that they were built from.
#include "core/thrown.hpp"
#include "store/hierarchy_sections.hpp"
#include "store/named.hpp"
#include "store/pyramid_sections.hpp"

namespace thalweg {

Result<Store> with_pyramid(Store store, StoredPyramid pyramid) try {
  TRY_DO(check_name(pyramid));
  if (!is_recipe(pyramid.recipe)) {
    return Error{thalweg::quoted(pyramid.recipe) + " is no recipe of a pyramid"};
  }
  TRY_DO(check_metric(store, pyramid, pyramid.pyramid.graph_fingerprint()));
  put(store.pyramids, std::move(pyramid));
  return store;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<const StoredPyramid*> find_pyramid(const Store& store, std::string_view name) {
  return find_named(store.pyramids, name);
}

Result<Pyramid> stored_pyramid(const StoredPyramid& stored, const Ground& ground) {
  TRY_DO(check_pyramid(stored.pyramid, ground).in(title(stored)));
  return stored.pyramid;
}

Result<void> check_stored_pyramid(const Store& store, const StoredPyramid& stored) {
  TRY(const Ground ground, stored_ground(store, stored.metric).in(title(stored)));
  TRY(const Pyramid pyramid, stored_pyramid(stored, ground));
  return lawful(broken_law(pyramid, ground)).in(title(stored));
}

}  // namespace thalweg
