// The list of all descriptors, the parser of `name:option=value`, and how a planner is made: what
// it needs is taken from the given structures or built.
#include "thalweg/papers/registry.hpp"

#include <algorithm>
#include <deque>
#include <mutex>

#include "core/names.hpp"
#include "core/thrown.hpp"
#include "core/try.hpp"
#include "papers/descriptors.hpp"
#include "thalweg/store/structure_kind.hpp"

namespace thalweg {
namespace {

// The newest table is the last. Earlier ones stay: spans of them may be in use.
struct PlannerTables {
  std::mutex mutex;
  std::deque<std::vector<PlannerDescriptor>> all = {{
      a_star_descriptor(),
      auto_descriptor(),
      bidirectional_descriptor(),
      coarse_descriptor(),
      dijkstra_descriptor(),
      fold_descriptor(),
      hna_star_descriptor(),
      hpa_star_descriptor(),
      natural_descriptor(),
      rooms_descriptor(),
      thpa_star_descriptor(),
      turning_descriptor(),
      vtest_descriptor(),
  }};
};
PlannerTables& planner_tables() {
  static PlannerTables tables;
  return tables;
}

// "option=value" as its parts.
Result<PlannerSpec::Setting> setting_of(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    return Error{"'" + std::string(text) + "' is not of the form option=value"};
  }
  return PlannerSpec::Setting{std::string(text.substr(0, equals)),
                              std::string(text.substr(equals + 1))};
}

// The built structure of a plan: from the cache, or built now and left there.
Result<Structure> cached(const PlannerPlan& plan, const PlannerInput& input) {
  if (plan.key.empty()) return Structure();
  if (input.cache != nullptr) {
    if (const Structure* built = input.cache->find(plan.key, input.ground)) return *built;
  }
  TRY(Structure built, plan.build(input.ground, input.tools));
  if (input.cache != nullptr) input.cache->add(plan.key, input.ground, built);
  return built;
}

}  // namespace

std::span<const PlannerDescriptor> planners() {
  PlannerTables& tables = planner_tables();
  const std::lock_guard lock(tables.mutex);
  return tables.all.back();
}

Result<void> add_planner(PlannerDescriptor planner) {
  const bool has_letters = std::ranges::all_of(planner.name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
  if (planner.name.empty() || !has_letters) {
    return Error{"a planner's name has lower-case letters, digits and '_' alone"};
  }
  if (!planner.check || !planner.plan) return Error{"the planner cannot be made: it has no plan"};
  if (planner.graph == nullptr) planner.graph = default_graph;
  PlannerTables& tables = planner_tables();
  const std::lock_guard lock(tables.mutex);
  std::vector<PlannerDescriptor> all = tables.all.back();
  const auto at = std::ranges::lower_bound(all, planner.name, {}, &PlannerDescriptor::name);
  if (at != all.end() && at->name == planner.name) {
    return Error{"there is a planner '" + std::string(planner.name) + "' already"};
  }
  all.insert(at, std::move(planner));
  tables.all.push_back(std::move(all));
  return {};
}

Result<const PlannerDescriptor*> find_planner(std::string_view name) {
  const std::span<const PlannerDescriptor> all = planners();
  const auto found = std::ranges::find(all, name, &PlannerDescriptor::name);
  if (found != all.end()) return &*found;
  return unknown_name("planner", name, names_of(all, &PlannerDescriptor::name));
}

Result<PlannerSpec> parse_planner(std::string_view text) {
  PlannerSpec spec;
  std::size_t at = std::min(text.find(':'), text.size());
  spec.name = text.substr(0, at);
  TRY(const PlannerDescriptor* planner, find_planner(spec.name));
  while (at < text.size()) {
    const std::size_t end = std::min(text.find(':', at + 1), text.size());
    TRY(PlannerSpec::Setting setting, setting_of(text.substr(at + 1, end - at - 1)));
    const OptionInfo* option = planner->find_option(setting.option);
    if (option != nullptr) setting.option = option->name;
    if (std::ranges::find(spec.settings, setting.option, &PlannerSpec::Setting::option) !=
        spec.settings.end()) {
      return Error{"the option '" + setting.option + "' is named twice"};
    }
    spec.settings.push_back(std::move(setting));
    at = end;
  }
  TRY_DO(planner->check(spec));
  return spec;
}

bool is_same_recipe(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const auto settings_of = [](const PlannerSpec& spec) {
    std::map<std::string, std::string> settings;
    for (const auto& [option, value] : spec.settings) settings[option] = value;
    return settings;
  };
  const auto one = parse_planner(a);
  const auto other = parse_planner(b);
  return one && other && one->name == other->name && settings_of(*one) == settings_of(*other);
}

PlannerSpec chosen_planner(const PlannerSpec& spec, const Ground& ground) {
  const auto planner = find_planner(spec.name);
  return planner && (*planner)->choose != nullptr ? (*planner)->choose(ground) : spec;
}

Result<PlannerPlan> planner_plan(const PlannerSpec& spec) {
  TRY(const PlannerDescriptor* planner, find_planner(spec.name));
  return planner->plan(spec);
}

const Structure* StructureCache::find(const std::string& key, const Ground& ground) const {
  const auto found = built_.find({key, ground.fingerprint()});
  return found == built_.end() ? nullptr : &found->second;
}

void StructureCache::add(const std::string& key, const Ground& ground, Structure built) {
  built_.insert_or_assign({key, ground.fingerprint()}, std::move(built));
}

Result<std::unique_ptr<Planner>> make_planner(const PlannerPlan& plan, const Ground& ground,
                                              const Structure& built) try {
  if (plan.builds != nullptr) {
    if (!built || &built.kind() != plan.builds) {
      return Error{"the structure is no " + std::string(plan.builds->names().one)};
    }
    if (built.ground() != ground.fingerprint()) return Error{"it was built from another metric"};
  }
  if (!plan.make) return Error{"the planner has no search"};
  TRY(auto search, plan.make(ground, built));
  return std::make_unique<Planner>(ground, std::move(search));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<std::unique_ptr<Planner>> make_planner(const PlannerSpec& spec,
                                              const PlannerInput& input) try {
  TRY_DO(find_planner(spec.name));
  TRY(const PlannerPlan plan, planner_plan(chosen_planner(spec, input.ground)));
  TRY(const Structure built, cached(plan, input));
  return make_planner(plan, input.ground, built);
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<std::unique_ptr<Planner>> make_planner(std::string_view text,
                                              const PlannerInput& input) try {
  TRY(const PlannerSpec spec, parse_planner(text));
  return make_planner(spec, input);
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<std::unique_ptr<Planner>> fastest_planner(const PlannerInput& input) {
  return make_planner("auto", input);
}

}  // namespace thalweg
