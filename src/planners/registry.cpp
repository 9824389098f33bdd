#include "thalweg/planners/registry.hpp"

#include <algorithm>
#include <array>

#include "thalweg/planners/a_star.hpp"
#include "thalweg/planners/bidirectional.hpp"

namespace thalweg {
namespace {

using Made = Result<std::unique_ptr<Planner>>;

// "0" or "1".
Result<bool> flag(const PlannerSpec& spec, std::string_view option) {
  const std::string_view value = spec.value(option, "0");
  if (value == "0") return false;
  if (value == "1") return true;
  return Error{"the option '" + std::string(option) + "' is 0 or 1"};
}

Made make_a_star(const PlannerSpec& spec, const PlannerInput& input) {
  AStarOptions options;
  const auto heuristic = named_heuristic(spec.value("heuristic", "fitting"));
  if (!heuristic) return Error{heuristic.error()};
  options.heuristic = *heuristic;
  const std::string_view bank = spec.value("bank", "direct");
  if (bank != "direct" && bank != "hashed") return Error{"the bank is direct or hashed"};
  options.is_hashed = bank == "hashed";
  const auto backward = flag(spec, "backward");
  if (!backward) return Error{backward.error()};
  options.is_backward = *backward;
  return Made(std::make_unique<AStarPlanner>(input.world, input.graph, input.metric, options));
}

Made make_dijkstra(const PlannerSpec&, const PlannerInput& input) {
  return Made(std::make_unique<AStarPlanner>(input.world, input.graph, input.metric,
                                             AStarOptions{.heuristic = HeuristicKind::none}));
}

Made make_bidirectional(const PlannerSpec&, const PlannerInput& input) {
  return Made(std::make_unique<BidirectionalPlanner>(input.world, input.graph, input.metric));
}

constexpr std::array<PlannerOption, 3> kAStarOptions = {{
    {"heuristic", "fitting",
     "none, straight_line, longest_axis, octile, hex, terrain_box or typical"},
    {"bank", "direct", "hashed keeps only the nodes reached: huge worlds, small searches"},
    {"backward", "0", "1 searches from the goal to the start"},
}};

constexpr std::array<PlannerInfo, 3> kPlanners = {{
    {"a_star", "the cheapest route, led by a heuristic", true, kAStarOptions, make_a_star},
    {"bidirectional",
     "the cheapest route by Dijkstra from both ends",
     true,
     {},
     make_bidirectional},
    {"dijkstra", "the cheapest route by cost alone: the oracle", true, {}, make_dijkstra},
}};

const PlannerInfo* find_planner(std::string_view name) {
  const auto it = std::ranges::find(kPlanners, name, &PlannerInfo::name);
  return it == kPlanners.end() ? nullptr : &*it;
}

std::string names_of_planners() {
  std::string names;
  for (const PlannerInfo& info : kPlanners) {
    names += (names.empty() ? "" : ", ") + std::string(info.name);
  }
  return names;
}

}  // namespace

std::string_view PlannerSpec::value(std::string_view option, std::string_view fallback) const {
  const auto it = std::ranges::find(settings, option, &Setting::option);
  return it == settings.end() ? fallback : std::string_view(it->value);
}

std::span<const PlannerInfo> planners() { return kPlanners; }

Result<PlannerSpec> parse_planner(std::string_view text) {
  PlannerSpec spec;
  std::size_t at = std::min(text.find(':'), text.size());
  spec.name = text.substr(0, at);
  const PlannerInfo* info = find_planner(spec.name);
  if (info == nullptr) {
    return Error{"there is no planner called '" + spec.name + "': use one of " +
                 names_of_planners()};
  }
  while (at < text.size()) {
    const std::size_t end = std::min(text.find(':', at + 1), text.size());
    const std::string_view part = text.substr(at + 1, end - at - 1);
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) {
      return Error{"'" + std::string(part) + "' is not of the form option=value"};
    }
    PlannerSpec::Setting setting{std::string(part.substr(0, equals)),
                                 std::string(part.substr(equals + 1))};
    if (std::ranges::find(info->options, setting.option, &PlannerOption::name) ==
        info->options.end()) {
      return Error{"the planner " + spec.name + " has no option '" + setting.option + "'"};
    }
    if (std::ranges::find(spec.settings, setting.option, &PlannerSpec::Setting::option) !=
        spec.settings.end()) {
      return Error{"the option '" + setting.option + "' is named twice"};
    }
    spec.settings.push_back(std::move(setting));
    at = end;
  }
  return spec;
}

Result<std::unique_ptr<Planner>> make_planner(const PlannerSpec& spec, const PlannerInput& input) {
  const PlannerInfo* info = find_planner(spec.name);
  if (info == nullptr) return Error{"there is no planner called '" + spec.name + "'"};
  if (const char* problem = why_unfit(input.world, input.graph, input.metric)) {
    return Error{problem};
  }
  return info->make(spec, input);
}

Result<std::unique_ptr<Planner>> make_planner(std::string_view text, const PlannerInput& input) {
  auto spec = parse_planner(text);
  if (!spec) return Error{spec.error()};
  return make_planner(*spec, input);
}

}  // namespace thalweg
