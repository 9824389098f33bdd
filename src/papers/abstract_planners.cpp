#include "papers/abstract_planners.hpp"

#include "core/try.hpp"
#include "papers/settings.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/papers/hpa_star.hpp"
#include "thalweg/papers/rooms.hpp"
#include "thalweg/papers/thpa_star.hpp"
#include "thalweg/planners/abstract.hpp"

namespace thalweg {
namespace {

using Made = Result<std::unique_ptr<Planner>>;
using Planned = Result<std::optional<HierarchyPlan>>;

// Reads settings one after another; the first that makes no sense is kept as the problem.
class Settings {
 public:
  explicit Settings(const PlannerSpec& spec) : spec_(spec) {}

  template <class Number>
  Number number(std::string_view option, Number fallback) {
    return kept(thalweg::number(spec_, option, fallback), fallback);
  }
  bool flag(std::string_view option, bool fallback) {
    return kept(thalweg::flag(spec_, option, fallback ? "1" : "0"), fallback);
  }
  template <class T>
  T kept(const Result<T>& read, T fallback) {
    if (read) return *read;
    if (problem_.empty()) problem_ = read.error();
    return fallback;
  }
  std::string_view text(std::string_view option, std::string_view fallback) const {
    return spec_.value(option, fallback);
  }
  const std::string& problem() const { return problem_; }

 private:
  const PlannerSpec& spec_;
  std::string problem_;
};

// A plan that builds by a paper's function with these options.
template <class Options>
Planned plan_of(std::string key, const Options& options,
                Result<Hierarchy> (*paper)(const Ground&, const Options&)) {
  const auto build = [options, paper](const Ground& ground, const Progress& progress) {
    Options given = options;
    given.progress = progress;
    return paper(ground, given);
  };
  return std::optional(HierarchyPlan{std::move(key), build});
}

Planned plan_hpa_star(Settings& settings) {
  HpaStarOptions options;
  options.size = settings.number("size", options.size);
  options.levels = settings.number("levels", options.levels);
  options.wide = settings.number("wide", options.wide);
  options.keep_routes = settings.flag("ways", options.keep_routes);
  return plan_of(hpa_star_key(options), options, hpa_star);
}

Planned plan_thpa_star(Settings& settings) {
  ThpaStarOptions options;
  options.size = settings.number("size", options.size);
  options.levels = settings.number("levels", options.levels);
  options.keep_routes = settings.flag("ways", options.keep_routes);
  return plan_of(thpa_star_key(options), options, thpa_star);
}

Planned plan_rooms(Settings& settings) {
  RoomsOptions options;
  options.kind = settings.kept(named_room_kind(settings.text("cells", "sections")), options.kind);
  options.rule = settings.kept(named_gate_rule(settings.text("gates", "openings")), options.rule);
  options.size = settings.number("size", options.size);
  options.levels = settings.number("levels", options.levels);
  options.keep_routes = settings.flag("ways", options.keep_routes);
  if (options.kind == RoomKind::labels) {
    const std::string file(settings.text("labels", ""));
    if (file.empty())
      return Error{"cells=labels needs labels=FILE, a word for each face or square"};
    TRY(options.labels, read_file(file));
  }
  return plan_of(rooms_key(options), options, rooms);
}

// The stock's hierarchy, or one built now and left there.
Result<Hierarchy> stocked(const HierarchyPlan& plan, const PlannerInput& input) {
  if (input.stock != nullptr) {
    if (auto hierarchy = input.stock->hierarchy(plan.key, input.ground)) return *hierarchy;
  }
  auto built = plan.build(input.ground, input.progress);
  if (built && input.stock != nullptr) {
    input.stock->entries.push_back({plan.key, input.ground.fingerprint(), {}, *built});
  }
  return built;
}

}  // namespace

Result<std::optional<HierarchyPlan>> hierarchy_plan(const PlannerSpec& spec) {
  Settings settings(spec);
  Planned plan = std::optional<HierarchyPlan>();
  if (spec.name == "hpa_star") plan = plan_hpa_star(settings);
  if (spec.name == "thpa_star") plan = plan_thpa_star(settings);
  if (spec.name == "rooms") plan = plan_rooms(settings);
  if (!settings.problem().empty()) return Error{settings.problem()};
  return plan;
}

Result<std::unique_ptr<Planner>> make_abstract(const PlannerSpec& spec, const PlannerInput& input) {
  Settings settings(spec);
  AbstractOptions options;
  options.near_nodes = settings.number("near", options.near_nodes);
  options.search.level = settings.number("search", options.search.level);
  options.search.is_bidirectional = settings.flag("both", false);
  options.is_smooth = settings.flag("smooth", spec.name == "hpa_star");
  if (!settings.problem().empty()) return Error{settings.problem()};
  TRY(const auto plan, hierarchy_plan(spec));
  TRY(auto hierarchy, stocked(*plan, input));
  TRY(auto made, AbstractPlanner::make(input.ground, hierarchy, options));
  return Made(std::move(made));
}

bool is_grid_of_squares(const Ground& ground) { return is_of_squares(ground.graph()); }

bool is_of_faces(const Ground& ground) { return ground.graph().facts().nodes_are_faces; }

}  // namespace thalweg
