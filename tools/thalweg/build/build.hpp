// thalweg build: the settings of a build, from the command line and a file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/common.hpp"
#include "common/metrics.hpp"
#include "common/structures.hpp"

namespace thalweg::tool {

struct BuildSettings {
  std::string target = "natural";  // --for
  std::string profile = "hiker";
  std::string base;                           // empty: the profile's own
  std::string graph;                          // empty: the planner's default
  std::uint32_t steps = 0;                    // 0: to the end
  std::string steps_to;                       // empty: no files of steps
  std::string name;                           // empty: made from the others
  std::vector<PlannerSpec::Setting> options;  // of the planner, besides those in `target`
};

// The same with the options of the target among the others: `target` is then a planner's name.
// Refused with a sentence: as parse_planner does, and an option that is named twice.
Result<BuildSettings> with_plain_target(BuildSettings settings);

// The planner of the target with all options. Refused with a sentence: as parse_planner does.
// Requires: with a plain target.
Result<PlannerSpec> spec_of(const BuildSettings& settings);

// A setting that is not an option of a planner: its key in the file, and its option on the command
// line.
struct BuildSetting {
  std::string_view key;
  std::string_view option;
  std::variant<std::string BuildSettings::*, std::uint32_t BuildSettings::*> member;
  std::uint32_t most = 0;  // of numbers
  std::string_view help;   // one line or several
  Result<void> (*check)(const std::string& text) =
      nullptr;  // of texts, where given; never empty ones
};
std::span<const BuildSetting> build_settings();

// "centre", "box", "edge_box" or "middle".
Result<PriceBase> named_base(const std::string& text);

// The settings of a TOML text, the others as they were; with a plain target. Refused with a
// sentence that names the line.
Result<BuildSettings> read_build_config(std::string_view text);
// A TOML text with all settings and their meaning. Requires: spec_of(settings) is ok.
std::string write_build_config(const BuildSettings& settings);

// The input of a build, and its result.
struct BuildJob {
  Store store;             // with the metric
  ReadyGraph ready;        // the same metric
  std::string metric;      // its name
  PlannerSpec spec;        // of the settings
  BuildSettings settings;  // all settled
};
struct BuildOutcome {
  Structure built;
  std::string name;
  Json notes = Json::object();  // printed with the rest
};

// Merging alone can be stopped after some steps, and saved after each.
BuildOutcome build_by_merging(const BuildJob& job);

}  // namespace thalweg::tool
