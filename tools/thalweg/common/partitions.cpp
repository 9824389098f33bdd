#include "common/partitions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/chosen.hpp"
#include "common/hierarchies.hpp"
#include "thalweg/core/text.hpp"
#include "thalweg/partition/compress.hpp"

namespace thalweg::tool {
namespace {

// True where the partition is what a planner of these options would grow, finished or not.
bool fits(const StoredPartition& stored, const Ground& ground, const NaturalOptions& options) {
  return stored.kind == PartitionKind::natural &&
         stored.metric_fingerprint == ground.fingerprint() && stored.natural.rule == options.rule &&
         stored.natural.layers == options.layers && stored.natural.tie_bits == options.tie_bits &&
         stored.natural.most_children == options.most_children;
}

// A finished one rather than the step that came furthest; null where none fits.
const StoredPartition* fitting(const Store& store, const Ground& ground,
                               const NaturalOptions& options) {
  const StoredPartition* best = nullptr;
  const auto rank = [](const NaturalRecipe& r) { return std::pair(r.is_done, r.steps); };
  for (const StoredPartition& stored : store.partitions) {
    if (!fits(stored, ground, options)) continue;
    if (best == nullptr || rank(stored.natural) > rank(best->natural)) best = &stored;
  }
  return best;
}

// Puts the store's tree for these options into the graph's stock, where there is one.
void take_from_file(const Store& store, const ReadyGraph& ready, const NaturalOptions& options) {
  const std::string key = natural_key(options);
  if (ready.stock->tree(key, ready.ground)) return;
  const StoredPartition* stored = fitting(store, ready.ground, options);
  if (stored == nullptr) return;
  ready.stock->entries.push_back(
      {key, ready.ground.fingerprint(), need(natural_tree(*stored, ready.ground))});
  if (!stored->natural.is_done) {
    note(fmt::format("the partition {} is not finished: {} steps of merging", stored->name,
                     stored->natural.steps));
  }
}

}  // namespace

nlohmann::ordered_json describe(const StoredPartition& stored) {
  const Partition& partition = stored.partition;
  std::uint32_t alone = 0;
  std::uint32_t top_cells = 0;
  for (const CellId cell : partition.arrays().home) alone += cell.is_none() ? 1 : 0;
  for (const CellId cell : partition.arrays().parent) top_cells += cell.is_none() ? 1 : 0;
  nlohmann::ordered_json out;
  out["kind"] = std::string(to_string(stored.kind));
  out["rule"] = std::string(to_string(stored.natural.rule));
  out["tie_bits"] = stored.natural.tie_bits;
  out["most_children"] = stored.natural.most_children;
  out["steps"] = stored.natural.steps;
  out["finished"] = stored.natural.is_done;
  out["compressed_to"] =
      stored.natural.layers == 0 ? "full" : std::to_string(stored.natural.layers);
  out["nodes"] = partition.node_count();
  out["cells"] = partition.cell_count();
  out["layers"] = layer_count(partition);
  out["tops"] = top_cells + alone;
  out["nodes_in_no_cell"] = alone;
  out["rubbish"] = count_rubbish(partition);
  out["bytes"] = partition.bytes();
  return out;
}

const StoredPartition& chosen_partition(const Store& store, const std::string& name) {
  if (!name.empty()) return *need(find_partition(store, name));
  return only_one(store.partitions, "partition", "partitions");
}

std::string_view setting_of(const PlannerSpec& spec, std::string_view option) {
  const auto info = std::ranges::find(planners(), spec.name, &PlannerInfo::name);
  const auto known = std::ranges::find(info->options, option, &PlannerOption::name);
  return spec.value(option, known->fallback);
}

NaturalOptions natural_options(const PlannerSpec& spec) {
  NaturalOptions options;
  options.layers = need(natural_layers(setting_of(spec, "layers")));
  options.rule = need(named_rest_rule(setting_of(spec, "rule")));
  const auto number = [&](std::string_view option) {
    const auto value = TextReader::parse_number<std::uint32_t>(setting_of(spec, option));
    return value ? *value : throw Failure(fmt::format("the option '{}' is a number", option));
  };
  options.tie_bits = number("tie_bits");
  options.most_children = number("most_children");
  return options;
}

std::unique_ptr<Planner> ready_planner(const Store& store, const ReadyGraph& ready,
                                       const PlannerSpec& spec) {
  if (spec.name == "natural") take_from_file(store, ready, natural_options(spec));
  take_hierarchy(store, ready, spec);
  const std::size_t before = ready.stock->entries.size();
  const Stopwatch watch;
  PlannerInput input = ready.input();
  input.progress = terminal_progress();
  auto planner = need(make_planner(spec, input));
  if (ready.stock->entries.size() > before) {
    note(fmt::format("the file holds no {} for {}.{}: built in {:.2f} s (thalweg build keeps it)",
                     ready.stock->entries.back().key, ready.metric().profile().name, ready.name,
                     watch.seconds()));
  }
  return planner;
}

}  // namespace thalweg::tool
