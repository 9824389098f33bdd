// thalweg info: what a .thal file holds.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/common.hpp"
#include "common/structures.hpp"
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

// The structures of a kind, each with its name, its metric's and its recipe.
Json describe_structures(const Store& store, std::string_view kind) {
  auto out = Json::array();
  for (const StoredStructure& stored : store.structures) {
    if (stored.kind != kind) continue;
    Json one;
    one["name"] = stored.name;
    one["metric"] = stored.header.metric;
    one["recipe"] = stored.header.recipe;
    one.update(json_of(need(describe(stored))));
    out.push_back(std::move(one));
  }
  return out;
}

void print_structures(const Store& store) {
  for (const AnyStructureKind* kind : structure_kinds()) {
    for (const StoredStructure& stored : store.structures) {
      if (stored.kind != kind->names().name) continue;
      const std::vector<Fact> facts = need(describe(stored));
      fmt::print("{}: {} of {}, {}\n", title(stored), stored.header.recipe, stored.header.metric,
                 in_words(kind->names().in_words, facts));
    }
  }
  for (const StoredStructure& stored : store.structures) {
    if (find_structure_kind(stored.kind) != nullptr) continue;
    fmt::print("{}: {} of {}, of a kind that this version does not know\n", title(stored),
               stored.header.recipe, stored.header.metric);
  }
}

std::string number(const Json& one, const char* key) { return with_commas(one[key].whole()); }

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
  if (as_json) {
    out["areas"] = std::move(areas);
    out["metrics"] = std::move(metrics);
    for (const AnyStructureKind* kind : structure_kinds()) {
      out[std::string(kind->names().list)] = describe_structures(store, kind->names().name);
    }
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
  print_structures(store);
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
