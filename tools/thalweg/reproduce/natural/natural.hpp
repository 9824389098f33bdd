// What the parts of `thalweg reproduce natural` share: cases, variants, sizes.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/metrics.hpp"
#include "compare/wave_run.hpp"
#include "reproduce/natural/worlds.hpp"
#include "reproduce/reproduce.hpp"

namespace thalweg::tool {

// The columns of chapter 9.
struct NaturalVariant {
  const char* title;    // as in the thesis
  const char* planner;  // as the registry names it
};
inline constexpr std::array<NaturalVariant, 4> kNaturalVariants = {{
    {"A*", "a_star"},
    {"full", "natural:grow=thesis:refine=descent:layers=full"},
    {"10 layers", "natural:grow=thesis:refine=descent:layers=10"},
    {"5 layers", "natural:grow=thesis:refine=descent:layers=5"},
}};
std::vector<std::string> variant_names();

// How much is measured.
struct NaturalScale {
  std::uint32_t small = 64;  // squares a side
  std::uint32_t large = 128;
  std::uint32_t maze = 34;
  std::uint32_t wave_targets = 0;         // of the tables at the small size; 0: every face
  std::uint32_t large_targets = 1024;     // of those at the large size
  std::uint32_t targets_per_start = 256;  // for waves from several starts
  std::uint32_t starts_a_side = 4;
  std::uint32_t panel = 320;  // pixels

  static NaturalScale full() { return {}; }
  static NaturalScale fast();
};

// A terrain with the input of planners, priced as in the thesis.
std::unique_ptr<ReadyGraph> ready_terrain(const World& world);

// The terrains of chapter 9, by name: cone, realistic, rough.
World terrain_world(const std::string& name, const NaturalTerrain& terrain);

// Several waves taken together: starts on an even lattice, the same targets for all planners.
struct ManyWaves {
  std::string name;  // the planner's
  double seconds = 0;
  double mean_us = 0;
  double mean_ratio = 0;
  double worst_ratio = 0;
  double bytes_per_face = 0;
};
std::vector<ManyWaves> many_waves(const ReadyGraph& ready, std::span<const WavePlanner> planners,
                                  const NaturalScale& scale);
// The same by planners of the registry.
std::vector<ManyWaves> many_waves(const ReadyGraph& ready, const std::vector<std::string>& planners,
                                  const NaturalScale& scale);

// The parts, in the order of the page.
void reproduce_bases(ResultPage& page, const NaturalScale& scale);
void reproduce_merging(ResultPage& page, const NaturalScale& scale,
                       const std::filesystem::path& data);
void reproduce_paths(ResultPage& page, const NaturalScale& scale);
void reproduce_waves(ResultPage& page, const NaturalScale& scale);
void reproduce_rules(ResultPage& page, const NaturalScale& scale);
void reproduce_mergings(ResultPage& page, const NaturalScale& scale);
void reproduce_pyramids(ResultPage& page, const NaturalScale& scale);
void reproduce_triangulations(ResultPage& page, const NaturalScale& scale);
// Returns the number of bounds that were missed.
std::uint32_t reproduce_summary(ResultPage& page, const NaturalScale& scale,
                                const std::filesystem::path& data);

}  // namespace thalweg::tool
