// Loading, saving and verifying a store. What a reader would refuse is never written, and a changed
// metric drops what was built on the old one.
#include "thalweg/store/store.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <tuple>

#include "core/text.hpp"
#include "core/thrown.hpp"
#include "core/try.hpp"
#include "store/metric_sections.hpp"
#include "store/world_sections.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/store/structure_kind.hpp"

namespace thalweg {
namespace {

// The graph of a metric: built again, or made from its stored arcs.
Result<Graph> graph_of(const Store& store, const StoredMetric& stored) {
  const Profile& profile = stored.parts.profile;
  if (stored.arcs.empty()) return build_graph(store.world, stored.graph, profile);
  return restore_graph(store.world, stored.graph, profile, stored.arcs);
}

std::string title(const StoredMetric& stored) { return "metric " + stored.name; }

template <class Stored>
Result<void> check_name(const Stored& stored, std::string_view kind) {
  if (is_stored_name(stored.name)) return {};
  return Error{thalweg::quoted(stored.name) + " cannot name a " + std::string(kind)};
}

Result<const StoredMetric*> find_metric(const Store& store, std::string_view name) {
  const auto found = std::ranges::find(store.metrics, name, &StoredMetric::name);
  if (found != store.metrics.end()) return &*found;
  return Error{"there is no metric " + thalweg::quoted(name) + " in the file"};
}

// Metrics are in order of name, structures in order of kind and name.
void sort_by_name(std::vector<StoredMetric>& metrics) {
  std::ranges::sort(metrics, {}, &StoredMetric::name);
}
void sort_by_name(std::vector<StoredStructure>& structures) {
  std::ranges::sort(structures, {},
                    [](const StoredStructure& one) { return std::tie(one.kind, one.name); });
}

std::string prefix_of(const StoredStructure& stored) {
  return stored.kind + "/" + stored.name + "/";
}

// The structure that a section KIND/NAME/about is of; nothing where it is of none. Structures of
// unknown kinds are known by the beginning of their description.
std::optional<StoredStructure> structure_told_by(std::string_view section, SectionTaker& sections) {
  constexpr std::string_view kEnd = "/about";
  const std::size_t slash = section.find('/');
  if (!section.ends_with(kEnd) || slash + kEnd.size() >= section.size()) return std::nullopt;
  const std::string_view kind = section.substr(0, slash);
  const std::string_view name = section.substr(slash + 1, section.size() - slash - 1 - kEnd.size());
  if (kind == kMetricKind || !is_stored_name(name)) return std::nullopt;
  StoredStructure stored{.kind = std::string(kind), .name = std::string(name)};
  const AnyStructureKind* known = find_structure_kind(kind);
  if (known == nullptr && !SectionIo(sections.under(prefix_of(stored))).check_header()) {
    return std::nullopt;
  }
  stored.sections = sections.take_under(prefix_of(stored));
  stored.header = header_of(stored);
  return stored;
}

std::vector<StoredStructure> take_structures(SectionTaker& sections) {
  std::vector<StoredStructure> all;
  for (const ThalSection& section : sections.sections()) {
    if (auto stored = structure_told_by(section.name, sections)) all.push_back(std::move(*stored));
  }
  sort_by_name(all);  // section order puts a.b before a
  return all;
}

Result<void> check_metric_laws(const Store& store, const StoredMetric& stored) {
  TRY(const Ground ground, stored_ground(store, stored.name));
  if (!stored.arcs.empty()) {
    TRY_DO(lawful(broken_law(ground.graph(), store.world, stored.parts.profile)).in(title(stored)));
  }
  return lawful(broken_law(ground.metric(), ground.graph(), store.world)).in(title(stored));
}

// Of kinds that this version does not know there is nothing to say.
Result<void> check_structure_laws(const Store& store, const StoredStructure& stored) {
  if (find_structure_kind(stored.kind) == nullptr) return {};
  TRY_DO(describe(stored));
  TRY(const Ground ground, stored_ground(store, stored.header.metric).in(title(stored)));
  TRY(const Structure structure, structure_of(stored, ground));
  return lawful(structure.broken_law(ground)).in(title(stored));
}

// The store in the sections of a file, all checked. Requires: in order of name.
Result<Store> store_of(std::vector<ThalSection> file) try {
  SectionTaker sections(std::move(file));
  Store store;
  TRY(store.world, take_world(sections));
  TRY(store.metrics, take_metrics(sections));
  store.structures = take_structures(sections);
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

bool is_stored_name(std::string_view name) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  };
  return !name.empty() && name.size() <= kMostNameLetters && std::ranges::all_of(name, fits);
}

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
  for (const StoredMetric& metric : store.metrics) {
    TRY_DO(check_name(metric, kMetricKind));
    std::ranges::move(metric_sections(metric), std::back_inserter(sections));
  }
  for (const StoredStructure& stored : store.structures) {
    TRY_DO(check_name(stored, stored.kind));
    for (ThalSection section : stored.sections) {
      section.name = prefix_of(stored) + section.name;
      sections.push_back(std::move(section));
    }
  }
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
  TRY_DO(check_name(stored, kMetricKind));
  if (ground.graph().world_fingerprint() != store.world.fingerprint()) {
    return Error{"the graph is of another world"};
  }
  stored.ground = ground.fingerprint();
  std::erase_if(store.structures, [&](const StoredStructure& structure) {
    return structure.header.metric == stored.name && structure.header.ground != stored.ground;
  });
  std::erase_if(store.metrics, [&](const StoredMetric& one) { return one.name == stored.name; });
  store.metrics.push_back(std::move(stored));
  sort_by_name(store.metrics);
  return store;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<Store> with_structure(Store store, StoredStructure structure) try {
  TRY_DO(check_name(structure, structure.kind));
  if (!is_stored_name(structure.kind) || structure.kind == "metric") {
    return Error{thalweg::quoted(structure.kind) + " is no kind of structures"};
  }
  const StructureHeader& header = structure.header;
  if (!is_recipe(header.recipe)) {
    return Error{thalweg::quoted(header.recipe) + " is no recipe of a " + structure.kind};
  }
  TRY(const StoredMetric* metric, find_metric(store, header.metric));
  if (metric->ground != 0 && metric->ground != header.ground) {
    return Error{"the " + structure.kind + " was built from another metric than " +
                 thalweg::quoted(metric->name)};
  }
  std::erase_if(store.structures, [&](const StoredStructure& one) {
    return one.kind == structure.kind && one.name == structure.name;
  });
  store.structures.push_back(std::move(structure));
  sort_by_name(store.structures);
  return store;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<const StoredStructure*> find_structure(const Store& store, std::string_view kind,
                                              std::string_view name) {
  std::string names;
  for (const StoredStructure& stored : store.structures) {
    if (stored.kind != kind) continue;
    if (stored.name == name) return &stored;
    names += (names.empty() ? "" : ", ") + stored.name;
  }
  return Error{"there is no " + std::string(kind) + " " + thalweg::quoted(name) + " in the file" +
               (names.empty() ? ": it holds none" : ", but " + names)};
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
  add(store.structures, check_structure_laws);
  return broken;
}

}  // namespace thalweg
