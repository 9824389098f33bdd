// Coarse grounds of a store, stored with the metric that they were made for.
#include "core/thrown.hpp"
#include "store/coarse_sections.hpp"
#include "store/hierarchy_sections.hpp"
#include "store/named.hpp"

namespace thalweg {

StoredCoarse stored_coarse(std::string name, std::string recipe, std::string metric,
                           const CoarseGround& coarse) {
  const Ground& ground = coarse.ground;
  const GraphArrays& graph = ground.graph().arrays();
  return {.name = std::move(name),
          .recipe = std::move(recipe),
          .metric = std::move(metric),
          .metric_fingerprint = coarse.metric,
          .error = coarse.error,
          .world = ground.world(),
          .own = {StoredCoarse::kMetric,
                  graph.spec,
                  ground.metric().parts(),
                  {graph.targets, graph.labels}},
          .homes = coarse.homes};
}

Result<Store> with_coarse(Store store, StoredCoarse coarse) try {
  TRY_DO(check_name(coarse));
  if (!is_recipe(coarse.recipe)) {
    return Error{thalweg::quoted(coarse.recipe) + " is no recipe of a coarse ground"};
  }
  TRY(const StoredMetric* metric, find_metric(store, coarse.metric));
  if (metric->parts.islands.of.size() != coarse.homes.size()) {
    return Error{"the coarse ground is of another graph than its metric"};
  }
  put(store.coarse, std::move(coarse));
  return store;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<const StoredCoarse*> find_coarse(const Store& store, std::string_view name) {
  return find_named(store.coarse, name);
}

Result<CoarseGround> coarse_ground(const StoredCoarse& stored, const Ground& fine) try {
  if (stored.metric_fingerprint != fine.fingerprint() ||
      stored.homes.size() != fine.graph().node_count()) {
    return Result<CoarseGround>(Error{"it was made for another metric"}).in(title(stored));
  }
  Store own;
  own.world = stored.world;
  own.metrics.push_back(stored.own);
  TRY(Ground ground, stored_ground(own, StoredCoarse::kMetric).in(title(stored)));
  if (ground.graph().spec().kind != GraphSpec::terrain().kind) {
    return Result<CoarseGround>(Error{"its graph is no terrain graph"}).in(title(stored));
  }
  return CoarseGround{std::move(ground), stored.homes, stored.error, stored.metric_fingerprint};
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<void> check_coarse(const Store& store, const StoredCoarse& stored) {
  TRY(const Ground fine, stored_ground(store, stored.metric).in(title(stored)));
  TRY(const CoarseGround coarse, coarse_ground(stored, fine));
  return lawful(broken_law(coarse, fine)).in(title(stored));
}

}  // namespace thalweg
