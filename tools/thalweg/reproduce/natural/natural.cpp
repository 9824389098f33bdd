// thalweg reproduce natural: chapters 5, 8 and 9 of the natural-hierarchy thesis.
#include "reproduce/natural/natural.hpp"

#include <fmt/format.h>

#include "common/common.hpp"

namespace thalweg::tool {
namespace {

// The start in column x and row y of the lattice.
Point lattice_start(std::uint32_t x, std::uint32_t y, std::uint32_t a_side) {
  const double step = 2 * kHalfSide / a_side;
  return {-kHalfSide + (x + 0.5) * step, -kHalfSide + (y + 0.5) * step};
}

void add_wave(ManyWaves& sum, const WaveLine& line, double share) {
  sum.name = line.name;
  sum.seconds += line.total_seconds;
  sum.mean_us += line.us->mean * share;
  sum.mean_ratio += line.mean_ratio * share;
  sum.worst_ratio = std::max(sum.worst_ratio, line.quartiles[3]);
  sum.bytes_per_face = line.bytes_per_face;
}

void introduce(ResultPage& page, const ReproduceOptions& options, const NaturalScale& scale) {
  page.text("# The natural hierarchy, reproduced");
  page.text(fmt::format(
      "Every map lies tightly in a box of 2 by 2 by {:g} metres (the rough one {:g} high, the maze "
      "{:g}, the elevation tile in its true proportion), priced by `Profile::thesis()`. In the "
      "thesis's tables all distances in plan are multiples of 1/64 and paths on the cone cost 1.32 "
      "times their base: both come out with this box and 64 squares a side. Its maps themselves "
      "are "
      "not published: ours are like them, not the same.",
      kHeight, kRoughHeight, kMazeHeight));
  page.text(fmt::format(
      "`cmp. time` is one call of the planner from two points to a route through the centres of "
      "its "
      "faces, on one thread of this machine; the thesis's are from its own. Ratios are against the "
      "cheapest route by Dijkstra, which every answer of A* equals. Sizes: {0} x {0} and "
      "{1} x {1} squares.{2}",
      scale.small, scale.large,
      options.is_fast ? " This run was `--fast`: its figures mean nothing." : ""));
}

}  // namespace

NaturalScale NaturalScale::fast() {
  return {.small = 16,
          .large = 20,
          .maze = 18,
          .wave_targets = 60,
          .large_targets = 40,
          .targets_per_start = 10,
          .starts_a_side = 2,
          .panel = 64};
}

std::vector<std::string> variant_names() {
  std::vector<std::string> names;
  for (const NaturalVariant& variant : kNaturalVariants) names.emplace_back(variant.planner);
  return names;
}

std::unique_ptr<ReadyGraph> ready_terrain(const World& world) {
  return std::make_unique<ReadyGraph>(ReadyGraph{
      .name = world.name, .ground = need(ground(world, Profile::thesis(), GraphSpec::faces()))});
}

World terrain_world(const std::string& name, const NaturalTerrain& terrain) {
  if (name == "cone") return need(cone_world(terrain));
  return need(name == "rough" ? rough_world(terrain) : realistic_world(terrain));
}

std::vector<ManyWaves> many_waves(const ReadyGraph& ready, std::span<const WavePlanner> planners,
                                  const NaturalScale& scale) {
  std::vector<ManyWaves> sums(planners.size());
  const std::uint32_t starts = scale.starts_a_side * scale.starts_a_side;
  for (std::uint32_t i = 0; i < starts; ++i) {
    const WaveOptions options{.start = lattice_start(i % scale.starts_a_side,
                                                     i / scale.starts_a_side, scale.starts_a_side),
                              .targets = scale.targets_per_start,
                              .progress = terminal_progress()};
    const WaveTargets targets = need(wave_targets(ready.input(), options));
    const auto lines = need(run_wave(planners, targets, options));
    for (std::size_t p = 0; p < lines.size(); ++p) add_wave(sums[p], lines[p], 1.0 / starts);
  }
  return sums;
}

std::vector<ManyWaves> many_waves(const ReadyGraph& ready, const std::vector<std::string>& planners,
                                  const NaturalScale& scale) {
  PlannerInput input = ready.input();
  input.tools.progress = terminal_progress();
  const auto made = need(wave_planners(planners, input));
  return many_waves(ready, made, scale);
}

void reproduce_natural(const ReproduceOptions& options) {
  const NaturalScale scale = options.is_fast ? NaturalScale::fast() : NaturalScale::full();
  if (!options.data.empty() && !std::filesystem::is_directory(options.data)) {
    throw Failure("there is no folder '" + options.data.string() + "'");
  }
  ResultPage page(options.out);
  const Stopwatch watch;
  introduce(page, options, scale);
  const std::uint32_t missed = reproduce_summary(page, scale, options.data);
  reproduce_bases(page, scale);
  reproduce_merging(page, scale, options.data);
  reproduce_triangulations(page, scale);
  reproduce_paths(page, scale);
  reproduce_waves(page, scale);
  reproduce_rules(page, scale);
  reproduce_mergings(page, scale);
  reproduce_pyramids(page, scale);
  const auto path = page.finish();
  end_progress();
  Json out;
  out["wrote"] = path.string();
  out["bounds_missed"] = missed;
  out["seconds"] = watch.seconds();
  options.json ? print_json(out) : print_text(out);
}

}  // namespace thalweg::tool
