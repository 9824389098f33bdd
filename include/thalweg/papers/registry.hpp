// Registry: planners by name, with options as `name:option=value:option=value`.
//
// Law tests, `thalweg compare` and the viewer take every planner from here: a new one is tested the
// moment it is registered.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "thalweg/core/progress.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/hierarchy/hierarchy.hpp"
#include "thalweg/partition/natural_tree.hpp"
#include "thalweg/planners/planner.hpp"

namespace thalweg {

struct PlannerOption {
  std::string_view name;
  std::string_view fallback;  // the value where it is not named
  std::string_view summary;   // one line
};

// What was asked for: "a_star:heuristic=octile" as its parts.
struct PlannerSpec {
  struct Setting {
    std::string option;
    std::string value;
  };
  std::string name;
  std::vector<Setting> settings;

  // The value set for an option, or the fallback.
  std::string_view value(std::string_view option, std::string_view fallback) const;
};

// Structures that planners share, by the text that they were asked for with: loaded from a file, or
// kept when one was built.
struct Stock {
  struct Entry {
    std::string key;                  // as "natural:layers=10:rule=worst_unit"
    std::uint64_t metric = 0;         // fingerprint
    std::optional<NaturalTree> tree;  // one of the two
    std::optional<Hierarchy> hierarchy = {};
  };
  std::vector<Entry> entries;

  // Nothing where there is none.
  std::optional<NaturalTree> tree(std::string_view key, const Ground& ground) const;
  std::optional<Hierarchy> hierarchy(std::string_view key, const Ground& ground) const;
};

// What a planner is built from.
struct PlannerInput {
  Ground ground;
  Stock* stock = nullptr;  // where to look first, and to leave what had to be built
  Progress progress = {};
};

struct PlannerInfo {
  std::string_view name;
  std::string_view summary;  // one line
  bool is_exact = false;     // with default options: cost equals Dijkstra's
  std::span<const PlannerOption> options;
  Result<std::unique_ptr<Planner>> (*make)(const PlannerSpec& spec, const PlannerInput& input);
  // Whether it can serve such a graph. DEFAULT: every one
  bool (*serves)(const Ground& ground) = nullptr;
};

// All planners, in order of name.
std::span<const PlannerInfo> planners();

// The parts of "name:option=value:...". Refused with a sentence: unknown planners and options,
// options twice.
Result<PlannerSpec> parse_planner(std::string_view text);

// Builds a planner. Refused with a sentence: values that make no sense, inputs that do not belong
// together or that the planner cannot serve.
Result<std::unique_ptr<Planner>> make_planner(const PlannerSpec& spec, const PlannerInput& input);
Result<std::unique_ptr<Planner>> make_planner(std::string_view text, const PlannerInput& input);

// The hierarchy that a planner searches, by its key and how it is built.
struct HierarchyPlan {
  std::string key;  // as "hpa_star:size=10:levels=1:wide=6:ways=1"
  std::function<Result<Hierarchy>(const Ground& ground, const Progress& progress)> build;
};

// What a planner of that spec needs; nothing where it needs no hierarchy. Refused with a sentence:
// values that make no sense.
Result<std::optional<HierarchyPlan>> hierarchy_plan(const PlannerSpec& spec);

}  // namespace thalweg
