#include "thalweg/papers/registry.hpp"

#include <algorithm>
#include <array>

#include "core/try.hpp"
#include "papers/abstract_planners.hpp"
#include "papers/settings.hpp"
#include "thalweg/papers/natural.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/planners/bidirectional.hpp"
#include "thalweg/planners/descending.hpp"
#include "thalweg/planners/turning.hpp"

namespace thalweg {
namespace {

using Made = Result<std::unique_ptr<Planner>>;

Result<bool> is_hashed(const PlannerSpec& spec) {
  const std::string_view bank = spec.value("bank", "direct");
  if (bank != "direct" && bank != "hashed") return Error{"the bank is direct or hashed"};
  return bank == "hashed";
}

Made make_a_star(const PlannerSpec& spec, const PlannerInput& input) {
  AStarOptions options;
  TRY(options.heuristic, named_heuristic(spec.value("heuristic", "fitting")));
  TRY(options.is_hashed, is_hashed(spec));
  TRY(options.is_backward, flag(spec, "backward"));
  return Made(std::make_unique<AStarPlanner>(input.ground, options));
}

Made make_dijkstra(const PlannerSpec&, const PlannerInput& input) {
  return Made(
      std::make_unique<AStarPlanner>(input.ground, AStarOptions{.heuristic = HeuristicKind::none}));
}

Made make_bidirectional(const PlannerSpec&, const PlannerInput& input) {
  return Made(std::make_unique<BidirectionalPlanner>(input.ground));
}

Result<std::optional<Reversing>> reversing(const PlannerSpec& spec) {
  const std::string_view value = spec.value("reverse", "by_speeds");
  if (value == "by_speeds") return std::optional<Reversing>();
  if (value == "turn") return std::optional(Reversing::turn);
  if (value == "stop") return std::optional(Reversing::stop);
  if (value == "never") return std::optional(Reversing::never);
  return Error{"the option 'reverse' is turn, stop or never"};
}

Made make_turning(const PlannerSpec& spec, const PlannerInput& input) {
  TurningOptions options;
  struct Named {
    std::string_view name;
    double TurningOptions::*field;
  };
  for (const auto& [name, field] : {Named{"straightness", &TurningOptions::straightness},
                                    Named{"tolerance", &TurningOptions::tolerance},
                                    Named{"turn_cost", &TurningOptions::turn_cost},
                                    Named{"max_turn", &TurningOptions::max_turn},
                                    Named{"stop_cost", &TurningOptions::stop_cost}}) {
    TRY(options.*field, number(spec, name, options.*field));
  }
  TRY(options.speeds, number(spec, "speeds", options.speeds));
  TRY(options.reversing, reversing(spec));
  TRY(options.is_hashed, is_hashed(spec));
  TRY(options.heuristic, named_heuristic(spec.value("heuristic", "fitting")));
  TRY(auto made, TurningPlanner::make(input.ground, options));
  return Made(std::move(made));
}

Made make_natural(const PlannerSpec& spec, const PlannerInput& input) {
  NaturalOptions options;
  options.progress = input.progress;
  TRY(options.layers, natural_layers(spec.value("layers", "10")));
  TRY(options.rule, named_rest_rule(spec.value("rule", to_string(options.rule))));
  TRY(options.tie_bits, number(spec, "tie_bits", options.tie_bits));
  TRY(options.most_children, number(spec, "most_children", options.most_children));
  DescendingOptions descending;
  TRY(descending.near_nodes, number(spec, "near", descending.near_nodes));
  const std::string key = natural_key(options);
  auto tree = input.stock != nullptr ? input.stock->tree(key, input.ground) : std::nullopt;
  if (!tree) {
    TRY(tree, natural_tree(input.ground, options));
    if (input.stock != nullptr) {
      input.stock->entries.push_back({key, input.ground.fingerprint(), tree});
    }
  }
  TRY(auto made, DescendingPlanner::make(input.ground, *tree, descending));
  return Made(std::move(made));
}

constexpr std::string_view kHeuristicHelp =
    "none, straight_line, longest_axis, octile, hex, terrain_box or typical";
constexpr std::string_view kBankHelp =
    "hashed keeps only the nodes reached: huge worlds, small searches";

constexpr std::array<PlannerOption, 3> kAStarOptions = {{
    {"heuristic", "fitting", kHeuristicHelp},
    {"bank", "direct", kBankHelp},
    {"backward", "0", "1 searches from the goal to the start"},
}};

constexpr std::array<PlannerOption, 9> kTurningOptions = {{
    {"straightness", "0.5", "of a step's cost, added where it is not in line with the last"},
    {"tolerance", "1", "degrees: turns up to this are in line, limits so much wider"},
    {"turn_cost", "0", "metres or seconds for a turn of 90 degrees, in proportion"},
    {"max_turn", "180", "degrees: sharper turns are forbidden; of speed k a k-th of it"},
    {"speeds", "1", "speed classes, 1 to 16: one up or down from step to step"},
    {"reverse", "by_speeds",
     "turns over 150 degrees: turn (as others), stop (to drive back; with speeds) or never"},
    {"stop_cost", "0", "metres or seconds for a stop to drive back"},
    {"heuristic", "fitting", kHeuristicHelp},
    {"bank", "direct", kBankHelp},
}};

constexpr std::array<PlannerOption, 5> kNaturalOptions = {{
    {"layers", "10", "at most so many, the graph's nodes being one; full: as merging leaves them"},
    {"rule", "average",
     "what stands for the rest of a cell: average, worst_unweighted, worst_weighted or worst_unit"},
    {"tie_bits", "3", "unit distances alike in so many bits count as equal; 52: the thesis"},
    {"most_children", "256", "matches make groups of at most so many; 0: any number, the thesis"},
    {"near", "64", "so many nodes are searched by A* first, for goals near by; 0: none"},
}};

constexpr std::array<PlannerInfo, 8> kPlanners = {{
    {"a_star", "the cheapest route, led by a heuristic", true, kAStarOptions, make_a_star},
    {"bidirectional",
     "the cheapest route by Dijkstra from both ends",
     true,
     {},
     make_bidirectional},
    {"dijkstra", "the cheapest route by cost alone: the oracle", true, {}, make_dijkstra},
    {"hpa_star", "over sections of a grid: fast, nearly the cheapest", false, kHpaStarOptions,
     make_abstract, is_grid_of_squares},
    {"natural", "down a hierarchy grown from the terrain: fast, not the cheapest", false,
     kNaturalOptions, make_natural},
    {"rooms", "from door to door over rooms, or over sections of any graph", false, kRoomsOptions,
     make_abstract},
    {"thpa_star", "over sections of a triangulation: fast, not the cheapest", false,
     kThpaStarOptions, make_abstract, is_of_faces},
    {"turning", "the cheapest route where turns cost or are limited, by speed", false,
     kTurningOptions, make_turning},
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

std::optional<NaturalTree> Stock::tree(std::string_view key, const Ground& ground) const {
  for (const Entry& entry : entries) {
    if (entry.key == key && entry.metric == ground.fingerprint()) return entry.tree;
  }
  return std::nullopt;
}

std::optional<Hierarchy> Stock::hierarchy(std::string_view key, const Ground& ground) const {
  for (const Entry& entry : entries) {
    if (entry.key == key && entry.metric == ground.fingerprint()) return entry.hierarchy;
  }
  return std::nullopt;
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
  return info->make(spec, input);
}

Result<std::unique_ptr<Planner>> make_planner(std::string_view text, const PlannerInput& input) {
  TRY(const auto spec, parse_planner(text));
  return make_planner(spec, input);
}

}  // namespace thalweg
