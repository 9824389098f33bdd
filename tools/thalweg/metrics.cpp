#include "metrics.hpp"

#include <algorithm>
#include <filesystem>

#include "common.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/graph/profile_file.hpp"

namespace thalweg::tool {
namespace {

struct GraphName {
  const char* name;
  GraphSpec spec;
};

const std::vector<GraphName>& graphs() {
  static const std::vector<GraphName> all = {
      {"portals", {.kind = GraphKind::portal}},
      {"portals3", {.kind = GraphKind::portal, .max_points = 3, .one_per = 8}},
      {"portals5", {.kind = GraphKind::portal, .max_points = 5, .one_per = 4}},
      {"faces", {.kind = GraphKind::face}},
      {"grid", {.kind = GraphKind::grid}},
      {"grid4", {.kind = GraphKind::grid, .neighbours = GridNeighbours::four}},
      {"corners", {.kind = GraphKind::corner}},
      {"corners4", {.kind = GraphKind::corner, .neighbours = GridNeighbours::four}},
  };
  return all;
}

PricedGraph price_now(const World& world, const std::string& graph, const Profile& profile) {
  PricedGraph out;
  out.graph = need(build_graph(world, parse_graph(world, graph)));
  out.metric = price(world, out.graph, profile);
  if (!out.metric.problem().empty()) throw Failure(out.metric.problem());
  return out;
}

std::string metric_name(const Profile& profile, const std::string& graph) {
  return profile.name + "." + graph;
}

}  // namespace

std::vector<std::string> graph_names() {
  std::vector<std::string> names;
  for (const GraphName& graph : graphs()) names.emplace_back(graph.name);
  return names;
}

GraphSpec parse_graph(const World& world, const std::string& name) {
  for (const GraphName& graph : graphs()) {
    if (name != graph.name) continue;
    GraphSpec spec = graph.spec;
    if (name == "grid" && world.grid.shape() == GridShape::hex) {
      spec.neighbours = GridNeighbours::hex;
    }
    return spec;
  }
  throw Failure("there is no graph called '" + name + "'");
}

std::string default_graph(const World& world) { return world.mesh.empty() ? "grid" : "portals"; }

std::vector<std::string> split_names(const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    if (comma > at) names.push_back(text.substr(at, comma - at));
    at = comma + 1;
  }
  return names;
}

Result<Profile> find_profile(const std::string& name) {
  if (!name.ends_with(".toml")) return named_profile(name);
  auto text = read_file(name);
  if (!text) return Error{text.error()};
  auto profile = read_profile(*text);
  if (!profile) return Error{name + ": " + profile.error()};
  return profile;
}

Store add_metric(Store store, const std::string& graph, const Profile& profile) {
  const PricedGraph priced = price_now(store.world, graph, profile);
  return need(with_metric(std::move(store), metric_name(profile, graph), priced));
}

ReadyGraph ready_graph(const Store& store, const std::string& graph, const Profile& profile) {
  const std::string name = metric_name(profile, graph);
  const auto stored = std::find_if(store.metrics.begin(), store.metrics.end(),
                                   [&](const StoredMetric& m) { return m.name == name; });
  if (stored != store.metrics.end() && stored->parts.profile == profile) {
    return {need(priced_graph(store, name)), true};
  }
  return {price_now(store.world, graph, profile), false};
}

}  // namespace thalweg::tool
