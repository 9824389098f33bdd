// PlannerDescriptor: everything that the rest of the project needs to know about one planner.
//
// Each planner has one, made from the PlannerRecipe of its file in src/papers (planner_recipe.hpp)
// and listed in src/papers/registry.cpp. Parsing, range checks, help, keys of stored structures,
// config files and the table in docs/reference/planners.md are read from it. No other code compares
// planner names.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "thalweg/core/progress.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/partition/partitioner.hpp"
#include "thalweg/planners/abstract.hpp"
#include "thalweg/planners/route_search.hpp"
#include "thalweg/store/structure.hpp"

namespace thalweg {

// A planner and its options as text: "a_star:heuristic=octile" as its parts.
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

// The numbers that an option takes.
struct NumberRange {
  double least = 0;
  double most = 0;
  bool is_above_least = false;  // true: `least` itself is out of range
  bool is_whole = false;        // fractions are refused
  std::string_view zero = {};   // the text for 0, which is allowed below `least`; empty: none
};

// One option of a planner, as help and documentation show it. Options with neither numbers nor
// choices take any text.
struct OptionInfo {
  std::string_view name;
  std::string fallback;                        // the value where none is set
  std::string range;                           // as "1 to 4096", "0 or 1" or "direct or hashed"
  std::optional<NumberRange> numbers = {};     // the same, of options that take a number
  std::vector<std::string_view> choices = {};  // the same, of options that take one of these
  std::string_view unit;                       // of the value; empty: none
  std::string_view help;                       // one line
  bool is_in_key = false;                      // it shapes what the planner builds
  // Earlier spellings, which recipes in files still have. They are read as `name`, never written.
  std::vector<std::string_view> earlier_names = {};

  bool is_called(std::string_view text) const;  // by its name or an earlier spelling
};

// A structure after its ground has changed.
struct UpdatedStructure {
  Structure structure;
  std::string found_again;  // the part that was not taken over, in words: "3 of 40 cells"
};

// What the caller of a build provides.
struct BuildTools {
  Progress progress = {};
  Partitioner partitioner = {};  // for planners that need one: metis_kway of thalweg_metis
};

// A planner with all its options read.
struct PlannerPlan {
  // Names what it builds: "hpa_star:size=10:levels=1:wide=6:routes=1". Empty: it builds nothing.
  std::string key;
  const AnyStructureKind* builds = nullptr;  // null: nothing
  // None for planners that build nothing; else the key is its recipe.
  std::function<Result<Structure>(const Ground& ground, const BuildTools& tools)> build;
  // The structure of the ground as it is `now`, from the one of the ground `before` an edit. Nothing
  // where it must be built again. Answers are those of a structure built again; natural hierarchies
  // keep their cells, so that their answers may differ from those. DEFAULT: null, it always must be
  std::function<Result<std::optional<UpdatedStructure>>(const Structure& old, const Ground& before,
                                                        const Ground& now, const BuildTools& tools)>
      update;
  // What a Planner searches with: make_planner (registry.hpp) puts them together. Requires: `built`
  // was made by `build` on the same ground.
  std::function<MadeSearch(const Ground& ground, const Structure& built)> make;
  // How the gates are searched; nothing for planners without a hierarchy.
  std::optional<AbstractOptions> gates;
};

struct PlannerDescriptor {
  std::string_view name;
  std::string_view summary;  // one line
  bool is_exact = false;     // with default options: the cost equals Dijkstra's
  std::vector<OptionInfo> options;

  // The graph that it searches where none is named.
  GraphSpec (*graph)(const World& world) = nullptr;
  // Whether it can search this graph. DEFAULT: null, it can search any
  bool (*serves)(const Ground& ground) = nullptr;

  const AnyStructureKind* builds = nullptr;  // with default options; null: nothing
  std::string_view build_summary;            // what it builds, in one line; empty: nothing
  bool needs_partitioner = false;            // to build it
  // The planner that this one stands for on a ground. DEFAULT: null, itself
  PlannerSpec (*choose)(const Ground& ground) = nullptr;

  // Refused with a sentence: unknown options, values out of range.
  std::function<Result<void>(const PlannerSpec& spec)> check;
  // The same, and reads the files that options name.
  std::function<Result<PlannerPlan>(const PlannerSpec& spec)> plan;

  // Null where there is no option of that name or earlier spelling.
  const OptionInfo* find_option(std::string_view option) const;
};

}  // namespace thalweg
