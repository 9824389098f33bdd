// thalweg info: what a .thal file holds.
#include <fmt/format.h>

#include "common/common.hpp"
#include "common/hierarchies.hpp"
#include "common/partitions.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg::tool {
namespace {

nlohmann::ordered_json describe_areas(const World& world) {
  std::vector<std::uint64_t> counts(256, 0);
  for (const FaceId f : world.mesh.faces()) ++counts[world.mesh.area(f)];
  if (world.mesh.empty()) {
    for (const SquareId s : world.grid.squares()) ++counts[world.grid.area(s)];
  }
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  for (std::size_t a = 0; a < world.areas.size(); ++a) {
    if (counts[a] > 0) out[world.areas[static_cast<AreaId>(a)]] = counts[a];
  }
  return out;
}

nlohmann::ordered_json describe_metrics(const Store& store) {
  auto out = nlohmann::ordered_json::array();
  for (const StoredMetric& metric : store.metrics) {
    nlohmann::ordered_json one;
    one["name"] = metric.name;
    one["graph"] = std::string(kind_name(metric.graph));
    one["arcs"] = metric.parts.costs.size();
    one["quantum"] = metric.parts.quantum;
    one["bytes"] = metric.parts.costs.bytes() + metric.parts.islands.bytes();
    out.push_back(std::move(one));
  }
  return out;
}

// Partitions or hierarchies, each with its name and its metric's.
template <class Stored>
nlohmann::ordered_json describe_all(const std::vector<Stored>& all) {
  auto out = nlohmann::ordered_json::array();
  for (const Stored& stored : all) {
    nlohmann::ordered_json one;
    one["name"] = stored.name;
    one["metric"] = stored.metric;
    one.update(describe(stored));
    out.push_back(std::move(one));
  }
  return out;
}

std::string number(const nlohmann::ordered_json& one, const char* key) {
  return with_commas(one[key].get<std::uint64_t>());
}

void print_partitions(const nlohmann::ordered_json& partitions) {
  for (const auto& one : partitions) {
    fmt::print("partition {}: {} of {}, {} cells in {} layers, {} tops, {} rubbish, {} bytes\n",
               one["name"].get<std::string>(), one["kind"].get<std::string>(),
               one["metric"].get<std::string>(), number(one, "cells"), number(one, "layers"),
               number(one, "tops"), number(one, "rubbish"), number(one, "bytes"));
  }
}

void print_hierarchies(const nlohmann::ordered_json& hierarchies) {
  for (const auto& one : hierarchies) {
    std::string cells;
    for (const auto& count : one["cells"]) {
      cells += (cells.empty() ? "" : " + ") + with_commas(count.get<std::uint64_t>());
    }
    fmt::print(
        "hierarchy {}: {} of {}, {} cells in {} levels, {} gates, {} crossings, routes {}, {} "
        "bytes\n",
        one["name"].get<std::string>(), one["recipe"].get<std::string>(),
        one["metric"].get<std::string>(), cells, number(one, "levels"), number(one, "gates"),
        number(one, "crossings"), one["ways_kept"].get<bool>() ? "kept" : "not kept",
        number(one, "bytes"));
  }
}

void run_info(const std::string& path, bool as_json) {
  const Stopwatch watch;
  const Store store = need(load_store(path));
  const double seconds = watch.seconds();
  auto out = describe(store.world);
  out["load_ms"] = seconds * 1000;
  auto areas = describe_areas(store.world);
  auto metrics = describe_metrics(store);
  auto partitions = describe_all(store.partitions);
  auto hierarchies = describe_all(store.hierarchies);
  if (as_json) {
    out["areas"] = std::move(areas);
    out["metrics"] = std::move(metrics);
    out["partitions"] = std::move(partitions);
    out["hierarchies"] = std::move(hierarchies);
    print_json(out);
    return;
  }
  print_text(out);
  fmt::print("areas of {}\n", store.world.mesh.empty() ? "squares" : "faces");
  for (const auto& [name, count] : areas.items()) {
    fmt::print("  {:<12} {}\n", name, with_commas(count.get<std::uint64_t>()));
  }
  for (const auto& metric : metrics) {
    fmt::print("metric {}: {} graph, {} arcs, quantum {:g}\n", metric["name"].get<std::string>(),
               metric["graph"].get<std::string>(), with_commas(metric["arcs"].get<std::uint64_t>()),
               metric["quantum"].get<double>());
  }
  print_partitions(partitions);
  print_hierarchies(hierarchies);
}

}  // namespace

void add_info(CLI::App& app) {
  auto* verb = app.add_subcommand("info", "Say what a .thal file holds");
  auto path = std::make_shared<std::string>();
  auto as_json = std::make_shared<bool>(false);
  verb->footer("Example: thalweg info valley.thal");
  verb->add_option("FILE", *path, "A .thal file")->required();
  verb->add_flag("--json", *as_json, "Print JSON");
  add_common(*verb);
  verb->callback([=] { run_info(*path, *as_json); });
}

}  // namespace thalweg::tool
