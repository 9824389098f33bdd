// Tables 9.3, 9.4, 9.7 and 9.8 with pictures 9.4, 9.5, 9.9 and 9.10: waves.
#include <fmt/format.h>

#include "common/common.hpp"
#include "compare/wave_picture.hpp"
#include "reproduce/natural/natural.hpp"
#include "reproduce/natural/thesis.hpp"

namespace thalweg::tool {
namespace {

struct WaveCase {
  const char* map;
  const char* table;    // its number
  const char* picture;  // likewise
  const char* caption;
  Point from;
  const ThesisWaveTable& thesis;
};

Table wave_table(const std::string& name, const std::vector<WaveLine>& lines,
                 const ThesisWaveTable& thesis) {
  Table table{.name = name, .head = {""}, .cells = {}};
  for (const NaturalVariant& variant : kNaturalVariants) {
    table.head.emplace_back(variant.title);
    table.head.emplace_back("thesis");
  }
  std::vector<std::string> times = {"cmp. time"};
  std::vector<std::string> speeds = {"speed-up"};
  std::vector<std::string> means = {"avg"};
  for (std::size_t v = 0; v < lines.size(); ++v) {
    times.push_back(fmt::format("{:.0f} ms", lines[v].total_seconds * 1000));
    times.push_back(fmt::format("{:.0f} ms", thesis[v].ms));
    speeds.push_back(fmt::format("{:.1f}", lines[0].total_seconds / lines[v].total_seconds));
    speeds.push_back(fmt::format("{:.1f}", thesis[0].ms / thesis[v].ms));
    means.push_back(fmt::format("{:.0f}%", 100 * lines[v].mean_ratio));
    means.push_back(fmt::format("{:.0f}%", thesis[v].mean));
  }
  table.add_row(std::move(times));
  table.add_row(std::move(speeds));
  for (std::size_t q = 0; q < 4; ++q) {
    std::vector<std::string> row = {fmt::format("Q{}", q + 1)};
    for (std::size_t v = 0; v < lines.size(); ++v) {
      row.push_back(fmt::format("{:.0f}%", 100 * lines[v].quartiles[q]));
      row.push_back(fmt::format("{:.0f}%", thesis[v].quartiles[q]));
    }
    table.add_row(std::move(row));
  }
  table.add_row(std::move(means));
  return table;
}

// A map of one size with its planners.
struct WaveGround {
  std::unique_ptr<ReadyGraph> ready;
  std::vector<WavePlanner> planners;
  std::uint32_t squares;
  std::uint32_t targets;
  std::uint32_t panel;  // pixels; 0: no picture
};

void show_wave(ResultPage& page, const WaveGround& ground, const WaveCase& wave) {
  const WaveOptions options{
      .start = wave.from, .targets = ground.targets, .progress = terminal_progress()};
  const WaveTargets targets = need(wave_targets(ground.ready->input(), options));
  const auto lines = need(run_wave(ground.planners, targets, options));
  page.text(fmt::format("Table {}: {}, {} x {} squares, {} targets, {} of them out of reach:",
                        wave.table, wave.caption, ground.squares, ground.squares,
                        with_commas(targets.faces.size()), targets.unreachable));
  page.table(
      wave_table(fmt::format("table-{}-{}", wave.table, ground.squares), lines, wave.thesis));
  if (ground.panel == 0) return;
  page.picture(fmt::format("picture-{}.png", wave.picture),
               need(draw_wave(ground.ready->world(), targets, lines, ground.panel)),
               fmt::format("{}: {}: A*, full, 10 layers, 5 layers; over the terrain and alone",
                           wave.picture, wave.caption));
}

}  // namespace

void reproduce_waves(ResultPage& page, const NaturalScale& scale) {
  static const std::array<WaveCase, 4> kCases = {{
      {"cone", "9.3", "9.4", "the cone from bottom left", {-0.55, -0.55}, kThesis93},
      {"cone", "9.4", "9.5", "the cone from near the tip", {0.06, 0.05}, kThesis94},
      {"realistic", "9.7", "9.9", "the realistic map from the valley", {-0.3, -0.3}, kThesis97},
      {"realistic",
       "9.8",
       "9.10",
       "the realistic map from the hill on the right",
       {0.75, 0},
       kThesis98},
  }};
  page.heading("9: waves");
  page.text(
      "From one start to every face (at the larger size to an even sample), one query for "
      "each. The thesis's maps have 64 squares a side: half a square is 1/64 in its tables.");
  for (const char* map : {"cone", "realistic"}) {
    for (const std::uint32_t squares : {scale.small, scale.large}) {
      const bool is_small = squares == scale.small;
      WaveGround ground{.ready = ready_terrain(terrain_world(map, {.squares = squares})),
                        .planners = {},
                        .squares = squares,
                        .targets = is_small ? scale.wave_targets : scale.large_targets,
                        .panel = is_small ? scale.panel : 0};
      ground.planners = need(wave_planners(variant_names(), ground.ready->input()));
      for (const WaveCase& wave : kCases) {
        if (std::string_view(wave.map) == map) show_wave(page, ground, wave);
      }
    }
  }
}

}  // namespace thalweg::tool
