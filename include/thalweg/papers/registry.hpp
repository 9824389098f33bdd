// Registry: planners by name, with options as `name:option=value:option=value`.
//
//   const auto planner = thalweg::make_planner("hpa_star:size=20", ground).value();
//
// Law tests, `thalweg compare` and the viewer take every planner from here: a new one is tested the
// moment it is registered.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "thalweg/papers/descriptor.hpp"
#include "thalweg/planners/planner.hpp"

namespace thalweg {

// All planners, in order of name; those that were added, too. The span stays valid.
std::span<const PlannerDescriptor> planners();
// Adds a planner of one's own, which is then found by name everywhere. Its texts live as long as the
// program. From any thread. Refused with a sentence: a name that another planner has or that is none,
// a descriptor without check or plan.
Result<void> add_planner(PlannerDescriptor planner);

// The planner of that name; refused with the names that there are.
Result<const PlannerDescriptor*> find_planner(std::string_view name);

// The parts of "name:option=value:...". Refused with a sentence: unknown planners and options,
// options twice, values out of range. Earlier spellings of options are replaced by their names.
Result<PlannerSpec> parse_planner(std::string_view text);

// Whether two recipes (PlannerPlan::key, as files have them) name the same structure: the same
// planner and values, whatever the order and spelling of options. Compare recipes by this, never as
// text. Those that no planner can read are the same only as text.
bool is_same_recipe(std::string_view a, std::string_view b);

// The planner that a spec stands for on a ground: `auto` names another one, all others themselves.
// Requires: a planner of the registry. O(1) for large height maps, else O(arcs) for `auto`.
PlannerSpec chosen_planner(const PlannerSpec& spec, const Ground& ground);

// A planner of that spec, ready to be built and made. Refused with a sentence: as parse_planner
// does, and files that cannot be read.
Result<PlannerPlan> planner_plan(const PlannerSpec& spec);

// Built structures that planners share: loaded from a file, or kept when a planner built one.
class StructureCache {
 public:
  // Null where there is none of that key and ground.
  const Structure* find(const std::string& key, const Ground& ground) const;
  // Replaces the one of the same key and ground.
  void add(const std::string& key, const Ground& ground, Structure built);

  std::size_t size() const { return built_.size(); }

 private:
  std::map<std::pair<std::string, std::uint64_t>, Structure> built_;  // [key, fingerprint]
};

// What a planner is made from.
struct PlannerInput {
  PlannerInput(Ground given_ground, StructureCache* given_cache = nullptr,
               BuildTools given_tools = {})
      : ground(std::move(given_ground)), cache(given_cache), tools(std::move(given_tools)) {}

  Ground ground;
  StructureCache* cache;  // where to look first, and to leave what had to be built. Null: none
  BuildTools tools;
};

// A planner of that plan. Refused with a sentence: a structure of another kind or ground. Requires:
// `built` was made by plan.build, or by the plan of a planner that builds the same.
Result<std::unique_ptr<Planner>> make_planner(const PlannerPlan& plan, const Ground& ground,
                                              const Structure& built);

// Makes a planner. Refused with a sentence: values out of range, grounds that the planner cannot
// search.
Result<std::unique_ptr<Planner>> make_planner(const PlannerSpec& spec, const PlannerInput& input);
Result<std::unique_ptr<Planner>> make_planner(std::string_view text, const PlannerInput& input);

// The planner that suits this ground, with what it needs built now: make_planner("auto", input).
// chosen_planner tells which. On large terrain it is not exact, but nearly.
Result<std::unique_ptr<Planner>> fastest_planner(const PlannerInput& input);

}  // namespace thalweg
