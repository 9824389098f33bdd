#include "thalweg/store/store.hpp"

#include <algorithm>

#include "store/hierarchy_sections.hpp"
#include "store/metric_sections.hpp"
#include "store/partition_sections.hpp"
#include "store/world_sections.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/core/text.hpp"

namespace thalweg {
namespace {

std::optional<std::string> broken_metric_law(const Store& store, const StoredMetric& metric) {
  const auto ground = stored_ground(store, metric.name);
  if (!ground) return ground.error();
  const auto wrong = broken_law(ground->metric(), ground->graph(), store.world);
  if (wrong) return "metric " + metric.name + ": " + *wrong;
  return std::nullopt;
}

}  // namespace

Result<Store> read_store(std::span<const std::byte> bytes, std::shared_ptr<const void> keeper) {
  auto read = read_thal(bytes, std::move(keeper));
  if (!read) return Error{read.error()};
  SectionTaker sections(std::move(read).value());
  auto world = take_world(sections);
  if (!world) return Error{world.error()};
  Store store;
  store.world = std::move(world).value();
  auto metrics = take_metrics(sections);
  if (!metrics) return Error{metrics.error()};
  store.metrics = std::move(metrics).value();
  auto partitions = take_partitions(sections);
  if (!partitions) return Error{partitions.error()};
  store.partitions = std::move(partitions).value();
  auto hierarchies = take_hierarchies(sections);
  if (!hierarchies) return Error{hierarchies.error()};
  store.hierarchies = std::move(hierarchies).value();
  store.others = sections.rest();
  return store;
}

Result<Store> load_store(const std::filesystem::path& path) {
  const auto file = map_file(path);
  if (!file) return Error{file.error()};
  auto store = read_store(file->bytes, file->keeper);
  if (!store) return Error{"cannot load '" + path.string() + "': " + store.error()};
  return store;
}

Result<World> load_world(const std::filesystem::path& path) {
  auto store = load_store(path);
  if (!store) return Error{store.error()};
  return std::move(store).value().world;
}

Result<std::vector<ThalSection>> sections_of(const Store& store) {
  std::vector<ThalSection> sections = world_sections(store.world);
  const auto add = [&](std::vector<ThalSection> more) {
    for (ThalSection& section : more) sections.push_back(std::move(section));
  };
  for (const StoredMetric& metric : store.metrics) {
    if (!is_stored_name(metric.name))
      return Error{thalweg::quoted(metric.name) + " cannot name a metric"};
    add(metric_sections(metric));
  }
  for (const StoredPartition& partition : store.partitions) {
    if (!is_stored_name(partition.name)) {
      return Error{thalweg::quoted(partition.name) + " cannot name a partition"};
    }
    add(partition_sections(partition));
  }
  for (const StoredHierarchy& hierarchy : store.hierarchies) {
    if (!is_stored_name(hierarchy.name)) {
      return Error{thalweg::quoted(hierarchy.name) + " cannot name a hierarchy"};
    }
    add(hierarchy_sections(hierarchy));
  }
  sections.insert(sections.end(), store.others.begin(), store.others.end());
  return sections;
}

Status save_store(const Store& store, const std::filesystem::path& path) {
  auto sections = sections_of(store);
  if (!sections) return Error{"cannot save '" + path.string() + "': " + sections.error()};
  return save_thal(std::move(sections).value(), path);
}

Status save_world(const World& world, const std::filesystem::path& path) {
  Store store;
  store.world = world;
  return save_store(store, path);
}

Result<Ground> stored_ground(const Store& store, std::string_view name) {
  const auto found = std::ranges::find(store.metrics, name, &StoredMetric::name);
  if (found == store.metrics.end()) {
    return Error{"there is no metric " + thalweg::quoted(name) + " in the file"};
  }
  const auto wrong = [&](const std::string& why) {
    return Error{"metric " + found->name + ": " + why};
  };
  auto graph = build_graph(store.world, found->graph);
  if (!graph) return wrong(graph.error());
  auto metric = Metric::from(found->parts, *graph);
  if (!metric) return wrong(metric.error());
  return Ground::of(store.world, std::move(graph).value(), std::move(metric).value());
}

Result<Store> with_metric(Store store, std::string name, const Ground& ground) {
  if (!is_stored_name(name)) return Error{thalweg::quoted(name) + " cannot name a metric"};
  if (ground.graph().world_fingerprint() != store.world.fingerprint()) {
    return Error{"the graph is of another world"};
  }
  std::erase_if(store.metrics, [&](const StoredMetric& metric) { return metric.name == name; });
  std::erase_if(store.partitions, [&](const StoredPartition& partition) {
    return partition.metric == name && partition.metric_fingerprint != ground.fingerprint();
  });
  std::erase_if(store.hierarchies, [&](const StoredHierarchy& stored) {
    return stored.metric == name && stored.hierarchy.metric_fingerprint() != ground.fingerprint();
  });
  store.metrics.push_back({std::move(name), ground.graph().spec(), ground.metric().parts()});
  std::ranges::sort(store.metrics, {}, &StoredMetric::name);
  return store;
}

std::vector<std::string> verify(const Store& store) {
  std::vector<std::string> broken;
  if (auto wrong = broken_law(store.world)) {
    // Prices on broken ground say nothing more.
    broken.push_back(*wrong);
    return broken;
  }
  for (const StoredMetric& metric : store.metrics) {
    if (auto wrong = broken_metric_law(store, metric)) broken.push_back(*wrong);
  }
  for (const StoredPartition& partition : store.partitions) {
    if (auto wrong = broken_partition_law(store, partition)) broken.push_back(*wrong);
  }
  for (const StoredHierarchy& hierarchy : store.hierarchies) {
    if (auto wrong = broken_hierarchy_law(store, hierarchy)) broken.push_back(*wrong);
  }
  return broken;
}

}  // namespace thalweg
