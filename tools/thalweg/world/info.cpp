// thalweg info: what a .thal file holds.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/coarse.hpp"
#include "common/common.hpp"
#include "common/folds.hpp"
#include "common/hierarchies.hpp"
#include "common/partitions.hpp"
#include "common/pyramids.hpp"
#include "core/text.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/import/heights.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg::tool {
namespace {

Json describe_areas(const World& world) {
  std::vector<std::uint64_t> counts(256, 0);
  for (const FaceId f : world.mesh.faces()) ++counts[world.mesh.area(f)];
  if (world.mesh.empty()) {
    for (const SquareId s : world.grid.squares()) ++counts[world.grid.area(s)];
  }
  Json out = Json::object();
  for (std::size_t a = 0; a < world.areas.size(); ++a) {
    if (counts[a] > 0) out[world.areas[static_cast<AreaId>(a)]] = counts[a];
  }
  return out;
}

Json describe_metrics(const Store& store) {
  auto out = Json::array();
  for (const StoredMetric& metric : store.metrics) {
    Json one;
    one["name"] = metric.name;
    one["graph"] = std::string(kind_name(metric.graph));
    one["arcs"] = metric.parts.costs.size();
    one["quantum"] = metric.parts.quantum;
    one["bytes"] = metric.parts.costs.bytes() + metric.parts.islands.bytes();
    if (!metric.arcs.empty()) one["graph_bytes"] = metric.arcs.bytes();
    out.push_back(std::move(one));
  }
  return out;
}

// Partitions, hierarchies, pyramids, coarse grounds or folds, each with its name and its metric's.
template <class Stored>
Json describe_stored(const std::vector<Stored>& all) {
  auto out = Json::array();
  for (const Stored& stored : all) {
    Json one;
    one["name"] = stored.name;
    one["metric"] = stored.metric;
    one.update(describe(stored));
    out.push_back(std::move(one));
  }
  return out;
}

std::string number(const Json& one, const char* key) { return with_commas(one[key].whole()); }

void print_partitions(const Json& partitions) {
  for (const auto& one : partitions) {
    fmt::print("partition {}: {} of {}, {} cells in {} layers, {} tops, {} rubbish, {} bytes\n",
               one["name"].text(), one["kind"].text(), one["metric"].text(), number(one, "cells"),
               number(one, "layers"), number(one, "tops"), number(one, "rubbish"),
               number(one, "bytes"));
  }
}

void print_hierarchies(const Json& hierarchies) {
  for (const auto& one : hierarchies) {
    std::string cells;
    for (const auto& count : one["cells"]) {
      cells += (cells.empty() ? "" : " + ") + with_commas(count.whole());
    }
    fmt::print(
        "hierarchy {}: {} of {}, {} cells in {} levels, {} gates, {} crossings, routes {}, {} "
        "bytes\n",
        one["name"].text(), one["recipe"].text(), one["metric"].text(), cells,
        number(one, "levels"), number(one, "gates"), number(one, "crossings"),
        one["routes_kept"].boolean() ? "kept" : "not kept", number(one, "bytes"));
  }
}

void print_pyramids(const Json& pyramids) {
  for (const auto& one : pyramids) {
    std::string cells;
    for (const auto& count : one["cells"]) {
      cells += (cells.empty() ? "" : " + ") + std::to_string(count.whole());
    }
    fmt::print("pyramid {}: {} of {}, {} cells in {} levels, {} steps, {} bytes\n",
               one["name"].text(), one["recipe"].text(), one["metric"].text(),
               cells.empty() ? "0" : cells, number(one, "levels"), number(one, "steps"),
               number(one, "bytes"));
  }
}

void print_coarse(const Json& coarse) {
  for (const auto& one : coarse) {
    fmt::print("coarse {}: {} of {}, {} faces, {} nodes, at most {:.2f} m off, {} bytes\n",
               one["name"].text(), one["recipe"].text(), one["metric"].text(), number(one, "faces"),
               number(one, "nodes"), one["height_error_m"].number(), number(one, "bytes"));
  }
}

void print_folds(const Json& folds) {
  for (const auto& one : folds) {
    fmt::print(
        "fold {}: {} of {}, {} nodes in dead ends, {} chains, {} junctions, core: {}, {} bytes\n",
        one["name"].text(), one["recipe"].text(), one["metric"].text(),
        number(one, "dead_end_nodes"), number(one, "chains"), number(one, "junctions"),
        one["core"].text(), number(one, "bytes"));
  }
}

bool is_height_map(const std::string& path) {
  constexpr std::string_view kEndings[] = {".png", ".tif", ".tiff", ".hgt", ".asc"};
  return std::ranges::find(kEndings,
                           lower_case(std::filesystem::path(path).extension().string())) !=
         std::end(kEndings);
}

// What a height map holds, with the spacing and the scale that import takes from it.
Json describe_heights(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  const HeightField field = need(read_heights(need(read_file(path)), name).in(name));
  std::uint64_t voids = 0;
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const float z : field.z) {
    voids += std::isnan(z) ? 1 : 0;
    if (std::isnan(z)) continue;
    low = std::min(low, z * field.metres_per_unit);
    high = std::max(high, z * field.metres_per_unit);
  }
  Json out;
  out["name"] = name;
  out["width"] = field.width;
  out["height"] = field.height;
  out["spacing"] = {field.spacing_x, field.spacing_y};
  out["height_scale"] = field.metres_per_unit;
  out["voids"] = voids;
  if (voids < field.z.size()) {
    out["lowest"] = low;
    out["highest"] = high;
  }
  return out;
}

void run_info(const std::string& path, bool as_json) {
  if (is_height_map(path)) {
    const auto heights = describe_heights(path);
    return as_json ? print_json(heights) : print_text(heights);
  }
  const Stopwatch watch;
  const Store store = need(load_store(path));
  const double seconds = watch.seconds();
  auto out = describe(store.world);
  out["load_ms"] = seconds * 1000;
  auto areas = describe_areas(store.world);
  auto metrics = describe_metrics(store);
  auto partitions = describe_stored(store.partitions);
  auto hierarchies = describe_stored(store.hierarchies);
  auto pyramids = describe_stored(store.pyramids);
  auto coarse = describe_stored(store.coarse);
  auto folds = describe_stored(store.folds);
  if (as_json) {
    out["areas"] = std::move(areas);
    out["metrics"] = std::move(metrics);
    out["partitions"] = std::move(partitions);
    out["hierarchies"] = std::move(hierarchies);
    out["pyramids"] = std::move(pyramids);
    out["coarse"] = std::move(coarse);
    out["folds"] = std::move(folds);
    print_json(out);
    return;
  }
  print_text(out);
  fmt::print("areas of {}\n", store.world.mesh.empty() ? "squares" : "faces");
  for (const auto& [name, count] : areas.members()) {
    fmt::print("  {:<12} {}\n", name, with_commas(count.whole()));
  }
  for (const auto& metric : metrics) {
    const std::string graph_bytes =
        metric.contains("graph_bytes")
            ? fmt::format(", graph in {} bytes", number(metric, "graph_bytes"))
            : "";
    fmt::print("metric {}: {} graph, {} arcs, quantum {}{}\n", metric["name"].text(),
               metric["graph"].text(), number(metric, "arcs"),
               number_text(metric["quantum"].number()), graph_bytes);
  }
  print_partitions(partitions);
  print_hierarchies(hierarchies);
  print_pyramids(pyramids);
  print_coarse(coarse);
  print_folds(folds);
}

}  // namespace

void add_info(Verb& app) {
  auto* verb = app.add_verb("info", "Say what a .thal file or a height map holds");
  auto path = std::make_shared<std::string>();
  auto as_json = std::make_shared<bool>(false);
  verb->footer(
      "Examples: thalweg info valley.thal\n"
      "          thalweg info valley.png");
  verb->add_option("FILE", *path, "A .thal file, or a height map (.png .tif .hgt .asc)")
      ->required();
  verb->add_flag("--json", *as_json, "Print JSON");
  add_common(*verb);
  verb->callback([=] { run_info(*path, *as_json); });
}

}  // namespace thalweg::tool
