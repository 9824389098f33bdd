// Loading, saving and verifying a store. What a reader would refuse is never written, and a changed
// metric drops what was built on the old one.
#include "thalweg/store/store.hpp"

#include <algorithm>
#include <iterator>

#include "core/thrown.hpp"
#include "store/coarse_sections.hpp"
#include "store/fold_sections.hpp"
#include "store/hierarchy_sections.hpp"
#include "store/metric_sections.hpp"
#include "store/named.hpp"
#include "store/partition_sections.hpp"
#include "store/pyramid_sections.hpp"
#include "store/world_sections.hpp"
#include "thalweg/core/file.hpp"

namespace thalweg {
namespace {

// The graph of a metric: built again, or made from its stored arcs.
Result<Graph> graph_of(const Store& store, const StoredMetric& stored) {
  const Profile& profile = stored.parts.profile;
  if (stored.arcs.empty()) return build_graph(store.world, stored.graph, profile);
  return restore_graph(store.world, stored.graph, profile, stored.arcs);
}

Result<void> check_metric_laws(const Store& store, const StoredMetric& stored) {
  TRY(const Ground ground, stored_ground(store, stored.name));
  if (!stored.arcs.empty()) {
    TRY_DO(lawful(broken_law(ground.graph(), store.world, stored.parts.profile)).in(title(stored)));
  }
  return lawful(broken_law(ground.metric(), ground.graph(), store.world)).in(title(stored));
}

// The store in the sections of a file, all checked. Requires: in order of name.
Result<Store> store_of(std::vector<ThalSection> file) try {
  SectionTaker sections(std::move(file));
  Store store;
  TRY(store.world, take_world(sections));
  TRY(store.metrics, take_metrics(sections));
  TRY(store.partitions, take_partitions(sections));
  TRY(store.hierarchies, take_hierarchies(sections));
  TRY(store.pyramids, take_pyramids(sections));
  TRY(store.coarse, take_coarse(sections));
  TRY(store.folds, take_folds(sections));
  store.others = sections.rest();
  return store;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

// The bytes of a file of `store`, in parts. Refused: what a reader of these bytes would refuse.
Result<SealedThal> sealed(const Store& store) {
  TRY(auto sections, sections_of(store));
  TRY(SealedThal file, seal_thal(std::move(sections)));
  TRY_DO(store_of(file.sections));
  return file;
}

}  // namespace

Result<Store> read_store(std::span<const std::byte> bytes, std::shared_ptr<const void> owner) try {
  TRY(auto sections, read_thal(bytes, std::move(owner)));
  return store_of(std::move(sections));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<Store> load_store(const std::filesystem::path& path) try {
  TRY(const auto file, map_file(path));
  return read_store(file.bytes, file.owner).in("cannot load '" + path.string() + "'");
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<World> load_world(const std::filesystem::path& path) try {
  TRY(auto store, load_store(path));
  return std::move(store).world;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<std::vector<ThalSection>> sections_of(const Store& store) try {
  std::vector<ThalSection> sections = world_sections(store.world);
  const auto add = [&](const auto& stored, const auto& sections_of_one) -> Result<void> {
    for (const auto& one : stored) {
      TRY_DO(check_name(one));
      std::ranges::move(sections_of_one(one), std::back_inserter(sections));
    }
    return {};
  };
  TRY_DO(add(store.metrics, metric_sections));
  TRY_DO(add(store.partitions, partition_sections));
  TRY_DO(add(store.hierarchies, hierarchy_sections));
  TRY_DO(add(store.pyramids, pyramid_sections));
  TRY_DO(add(store.coarse, coarse_sections));
  TRY_DO(add(store.folds, fold_sections));
  sections.insert(sections.end(), store.others.begin(), store.others.end());
  return sections;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<void> save_store(const Store& store, const std::filesystem::path& path) try {
  TRY(const SealedThal file, sealed(store).in("cannot save '" + path.string() + "'"));
  return write_file(path, file.parts);
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<void> save_world(const World& world, const std::filesystem::path& path) try {
  Store store;
  store.world = world;
  return save_store(store, path);
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<Ground> stored_ground(const Store& store, std::string_view name) try {
  TRY(const StoredMetric* stored, find_metric(store, name));
  TRY(Graph graph, graph_of(store, *stored).in(title(*stored)));
  TRY(Metric metric, Metric::from(stored->parts, graph).in(title(*stored)));
  return Ground::of(store.world, std::move(graph), std::move(metric));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<Store> with_metric(Store store, std::string name, const Ground& ground) try {
  const Graph& graph = ground.graph();
  StoredMetric stored{std::move(name), graph.spec(), ground.metric().parts()};
  if (graph.facts().is_slow_to_build) stored.arcs = {graph.arrays().targets, graph.arrays().labels};
  TRY_DO(check_name(stored));
  if (ground.graph().world_fingerprint() != store.world.fingerprint()) {
    return Error{"the graph is of another world"};
  }
  const std::uint64_t fingerprint = ground.fingerprint();
  std::erase_if(store.partitions, [&](const StoredPartition& partition) {
    return partition.metric == stored.name && partition.metric_fingerprint != fingerprint;
  });
  std::erase_if(store.hierarchies, [&](const StoredHierarchy& hierarchy) {
    return hierarchy.metric == stored.name &&
           hierarchy.hierarchy.metric_fingerprint() != fingerprint;
  });
  std::erase_if(store.pyramids, [&](const StoredPyramid& pyramid) {
    return pyramid.metric == stored.name && pyramid.pyramid.metric_fingerprint() != fingerprint;
  });
  std::erase_if(store.coarse, [&](const StoredCoarse& coarse) {
    return coarse.metric == stored.name && coarse.metric_fingerprint != fingerprint;
  });
  std::erase_if(store.folds, [&](const StoredFold& fold) {
    return fold.metric == stored.name && fold.fold.metric != fingerprint;
  });
  put(store.metrics, std::move(stored));
  return store;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

std::vector<std::string> verify(const Store& store) {
  std::vector<std::string> broken;
  if (auto wrong = broken_law(store.world)) {
    // With broken ground, checking the prices would say nothing more.
    broken.push_back(*wrong);
    return broken;
  }
  const auto add = [&](const auto& stored, const auto& check) {
    for (const auto& one : stored) {
      if (const Result<void> checked = check(store, one); !checked)
        broken.push_back(checked.error());
    }
  };
  add(store.metrics, check_metric_laws);
  add(store.partitions, check_partition);
  add(store.hierarchies, check_hierarchy);
  add(store.pyramids, check_stored_pyramid);
  add(store.coarse, check_coarse);
  add(store.folds, check_stored_fold);
  return broken;
}

}  // namespace thalweg
