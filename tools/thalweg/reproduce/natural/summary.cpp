// The bounds that the natural hierarchy must keep, from many starts; and the four rules for the
// rest.
#include <fmt/format.h>

#include "common/common.hpp"
#include "reproduce/natural/natural.hpp"
#include "reproduce/natural/steps.hpp"
#include "thalweg/planners/descending.hpp"

namespace thalweg::tool {
namespace {

// The required least speed-up and greatest mean cost ratio.
struct Bound {
  double speed_up;
  double ratio;
};

// `size`: 0 the small one. The last variants are compressed.
Bound bound_of(std::string_view map, std::size_t size, std::size_t variant) {
  const double speed_up = size == 0 ? 5 : variant == 1 ? 8 : 12;
  return {speed_up, map == "cone" ? 1.9 : 2.4};
}

// A planner over a tree with its own options of merging; `layers`: 0: not compressed.
WavePlanner merged_planner(const ReadyGraph& ready, const char* name, const Merging& merging,
                           std::uint32_t layers) {
  const NaturalTree tree =
      need(natural_tree(ready.ground, {.grow = GrowRule::thesis,
                                       .refine = NaturalRefine::descent,
                                       .layers = layers,
                                       .rule = merging.rule,
                                       .tie_bits = merging.options.tie_bits,
                                       .most_children = merging.options.most_children}));
  auto search = need(DescendingSearch::make(ready.ground, tree));
  return {name, std::make_unique<Planner>(ready.ground, std::move(search))};
}

std::string verdict(bool is_met) { return is_met ? "yes" : "no"; }

// A map of the summary at one size. Returns the number of bounds missed.
std::uint32_t add_rows(Table& table, World world, const std::string& map, std::size_t size,
                       const NaturalScale& scale) {
  const auto ready = ready_terrain(world);
  const auto waves = many_waves(*ready, variant_names(), scale);
  std::uint32_t missed = 0;
  for (std::size_t v = 0; v < waves.size(); ++v) {
    const double speed_up = waves[0].mean_us / waves[v].mean_us;
    std::vector<std::string> row = {
        map, std::to_string(ready->world().mesh.face_count()), kNaturalVariants[v].title,
        fmt::format("{:.1f}", waves[v].mean_us), fmt::format("{:.2f}", speed_up)};
    const Bound bound = bound_of(map, size, v);
    const bool is_fast = speed_up >= bound.speed_up;
    const bool is_good = waves[v].mean_ratio <= bound.ratio;
    missed += v == 0 ? 0u : !is_fast + !is_good;
    row.push_back(v == 0 ? "" : fmt::format("{:g}", bound.speed_up));
    row.push_back(v == 0 ? "" : verdict(is_fast));
    row.push_back(fmt::format("{:.3f}", waves[v].mean_ratio));
    row.push_back(v == 0 ? "" : fmt::format("{:g}", bound.ratio));
    row.push_back(v == 0 ? "" : verdict(is_good));
    row.push_back(fmt::format("{:.2f}", waves[v].worst_ratio));
    row.push_back(fmt::format("{:.0f}", waves[v].bytes_per_face));
    table.add_row(std::move(row));
  }
  return missed;
}

}  // namespace

std::uint32_t reproduce_summary(ResultPage& page, const NaturalScale& scale,
                                const std::filesystem::path& data) {
  Table table{.name = "summary",
              .head = {"map", "faces", "variant", "mean us", "speed-up", "at least", "met",
                       "mean ratio", "at most", "met", "worst", "B/face"},
              .cells = {}};
  std::uint32_t missed = 0;
  bool has_tile = false;
  const std::array sizes = {scale.small, scale.large};
  for (std::size_t size = 0; size < sizes.size(); ++size) {
    const NaturalTerrain terrain{.squares = sizes[size]};
    for (const char* map : {"cone", "realistic", "rough"}) {
      missed += add_rows(table, terrain_world(map, terrain), map, size, scale);
    }
    auto tile = need(tile_world(data, terrain));
    has_tile = has_tile || tile;
    if (tile) missed += add_rows(table, std::move(*tile), "tile", size, scale);
  }
  page.heading("Summary: what it must show");
  page.text(
      fmt::format("Waves from {0} x {0} starts on an even lattice, {1} targets from each, the "
                  "same for all. Speed-up: A*'s mean time over the variant's.{2}",
                  scale.starts_a_side, scale.targets_per_start,
                  has_tile ? "" : " No elevation tile: it wants `--data`."));
  page.table(table);
  return missed;
}

void reproduce_rules(ResultPage& page, const NaturalScale& scale) {
  Table table{.name = "rest-rules",
              .head = {"map", "layers", "rule", "mean us", "mean ratio", "worst"},
              .cells = {}};
  for (const char* map : {"cone", "realistic", "rough"}) {
    const auto ready = ready_terrain(terrain_world(map, {.squares = scale.small}));
    for (const char* layers : {"full", "10", "5"}) {
      std::vector<std::string> names;
      for (const char* rule : {"average", "worst_unweighted", "worst_weighted", "worst_unit"}) {
        names.push_back(
            fmt::format("natural:grow=thesis:refine=descent:layers={}:rule={}", layers, rule));
      }
      for (const ManyWaves& waves : many_waves(*ready, names, scale)) {
        table.add_row({map, layers, waves.name.substr(waves.name.rfind('=') + 1),
                       fmt::format("{:.1f}", waves.mean_us),
                       fmt::format("{:.3f}", waves.mean_ratio),
                       fmt::format("{:.2f}", waves.worst_ratio)});
      }
    }
  }
  page.heading("Rules for the rest of a mesh (5.2.2)");
  page.text("The thesis's own choice is `worst_unit`.");
  page.table(table);
}

void reproduce_pyramids(ResultPage& page, const NaturalScale& scale) {
  Table table{
      .name = "pyramids",
      .head = {"map", "faces", "planner", "mean us", "speed-up", "mean ratio", "worst", "B/face"},
      .cells = {}};
  for (const std::uint32_t squares : {scale.small, scale.large}) {
    for (const char* map : {"cone", "realistic", "rough"}) {
      const auto ready = ready_terrain(terrain_world(map, {.squares = squares}));
      const auto waves = many_waves(
          *ready,
          {"a_star", "natural", "natural:rings=1", "natural:grow=thesis:refine=descent:layers=10",
           "natural:grow=thesis:layers=10", "natural:refine=descent"},
          scale);
      for (const ManyWaves& one : waves) {
        table.add_row({map, std::to_string(ready->world().mesh.face_count()), one.name,
                       fmt::format("{:.1f}", one.mean_us),
                       fmt::format("{:.2f}", waves[0].mean_us / one.mean_us),
                       fmt::format("{:.3f}", one.mean_ratio),
                       fmt::format("{:.2f}", one.worst_ratio),
                       fmt::format("{:.0f}", one.bytes_per_face)});
      }
    }
  }
  page.heading("Whole routes, refined level by level");
  page.text(
      "Not in the thesis: capped growth and refinement of the whole route (docs/guide/natural.md), "
      "together and each alone, measured as in the summary.");
  page.table(table);
}

void reproduce_mergings(ResultPage& page, const NaturalScale& scale) {
  Table table{.name = "mergings",
              .head = {"map", "faces", "layers", "merging", "mean us", "mean ratio", "worst"},
              .cells = {}};
  for (const std::uint32_t squares : {scale.small, scale.large}) {
    for (const char* map : {"cone", "realistic", "rough"}) {
      const auto ready = ready_terrain(terrain_world(map, {.squares = squares}));
      for (const std::uint32_t layers : {0u, 10u, 5u}) {
        std::vector<WavePlanner> planners;
        planners.push_back(merged_planner(*ready, "thesis", thesis_merging(), layers));
        planners.push_back(merged_planner(*ready, "ours", {}, layers));
        for (const ManyWaves& waves : many_waves(*ready, planners, scale)) {
          table.add_row({map, std::to_string(ready->world().mesh.face_count()),
                         layers == 0 ? "full" : std::to_string(layers), waves.name,
                         fmt::format("{:.1f}", waves.mean_us),
                         fmt::format("{:.3f}", waves.mean_ratio),
                         fmt::format("{:.2f}", waves.worst_ratio)});
        }
      }
    }
  }
  page.heading("Merging as in the thesis, and ours");
  page.table(table);
}

}  // namespace thalweg::tool
