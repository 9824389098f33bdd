// A graph is taken from the file if it holds the profile's metric of it, and built otherwise;
// graphs over spaces have worlds of their own and cannot be stored.
#include "common/metrics.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/common.hpp"
#include "common/names.hpp"
#include "core/names.hpp"
#include "core/try.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/price/profile_file.hpp"
#include "thalweg/spaces/space.hpp"

namespace thalweg::tool {
namespace {

SpaceGraph find_graph(const std::string& name) { return need(space_graph(name), Exit::usage); }

bool is_stored(const Store& store, const std::string& name, const Profile& profile) {
  const auto stored = std::ranges::find(store.metrics, name, &StoredMetric::name);
  return stored != store.metrics.end() && stored->parts.profile == profile;
}

}  // namespace

std::vector<std::string> graph_names() {
  std::vector<std::string> names;
  for (const SpaceGraph& graph : space_graphs()) names.emplace_back(graph.name);
  return names;
}

std::string graph_name(const GraphSpec& spec) {
  const auto named = named_graphs();
  const auto found = std::ranges::find(named, spec, &NamedGraph::spec);
  if (found == named.end()) throw Failure("this graph has no name");
  return std::string(found->name);
}

std::string graph_for(const PlannerSpec& spec, const World& world) {
  return graph_name(need(find_planner(spec.name))->graph(world));
}

std::vector<std::string> split_names(const std::string& text, char separator) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    if (end > at) names.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return names;
}

Result<Profile> find_profile(const std::string& name) {
  if (!name.ends_with(".toml")) return named_profile(name);
  TRY(const auto text, read_file(name));
  return read_profile(text).in(name);
}

Profile asked_profile(const std::string& name) {
  return need(find_profile(name), name.ends_with(".toml") ? Exit::input : Exit::usage);
}

std::string metric_name(const Profile& profile, const std::string& graph) {
  return fitting_name(profile.name + "." + graph);
}

Store add_metric(Store store, const std::string& graph, const Profile& profile) {
  const SpaceGraph named = find_graph(graph);
  if (!named.is_of_the_world_itself()) {
    throw UsageError("the graph '" + graph +
                     "' has a world of its own: its prices cannot be stored");
  }
  const Ground priced = need(ground(store.world, profile, named.spec, terminal_progress()));
  return need(with_metric(std::move(store), metric_name(profile, graph), priced));
}

ReadyGraph ready_graph(const Store& store, const std::string& graph, const Profile& profile) {
  return ready_graph(store, graph, profile, terminal_progress());
}

ReadyGraph ready_graph(const Store& store, const std::string& graph, const Profile& profile,
                       const Progress& progress) {
  const Stopwatch watch;
  const SpaceGraph named = find_graph(graph);
  const std::string stored_name = metric_name(profile, graph);
  const bool is_own = named.is_of_the_world_itself();
  const bool was_stored = is_own && is_stored(store, stored_name, profile);
  const World world = is_own ? store.world : need(make_space(store.world, named.space));
  Ground priced = need(was_stored ? stored_ground(store, stored_name)
                                  : ground(world, profile, named.spec, progress));
  ReadyGraph ready{
      .name = graph,
      .ground = std::move(priced),
      .was_stored = was_stored,
      .space_bytes = is_own ? 0 : world.mesh.bytes() + world.locator.bytes() + world.grid.bytes()};
  ready.seconds = watch.seconds();
  return ready;
}

void note_if_slow(const ReadyGraph& ready) {
  const bool is_own = ready.space_bytes == 0;
  if (!is_own || ready.was_stored || !ready.graph().facts().is_slow_to_build) return;
  const std::string& profile = ready.metric().profile().name;
  note(fmt::format(
      "the file holds no {} graph for {}: built in {:.2f} s (thalweg build FILE --graph {} "
      "--profile {} keeps it)",
      ready.name, profile, ready.seconds, ready.name, profile));
}

}  // namespace thalweg::tool
