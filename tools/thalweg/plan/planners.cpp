// thalweg planners: what planners, graphs, heuristics and shapes there are.
#include <fmt/format.h>

#include "common/ask.hpp"
#include "thalweg/heuristics/heuristic.hpp"

namespace thalweg::tool {
namespace {

using Json = nlohmann::ordered_json;

Json describe_planners() {
  Json all = Json::array();
  for (const PlannerInfo& planner : planners()) {
    Json options = Json::array();
    for (const PlannerOption& option : planner.options) {
      options.push_back(
          {{"name", option.name}, {"default", option.fallback}, {"summary", option.summary}});
    }
    all.push_back({{"name", planner.name},
                   {"summary", planner.summary},
                   {"exact", planner.is_exact},
                   {"options", std::move(options)}});
  }
  return all;
}

template <class Items>
Json describe_all(const Items& items) {
  Json all = Json::array();
  for (const auto& item : items) {
    all.push_back({{"name", item.name}, {"summary", item.summary}});
  }
  return all;
}

void print_lines(const Json& items, const char* indent) {
  for (const Json& item : items) {
    fmt::print("{}{:<14} {}\n", indent, item["name"].get<std::string>(),
               item["summary"].get<std::string>());
    if (!item.contains("options")) continue;
    for (const Json& option : item["options"]) {
      fmt::print("{}  :{}={}  {}\n", indent, option["name"].get<std::string>(),
                 option["default"].get<std::string>(), option["summary"].get<std::string>());
    }
  }
}

void run_planners(bool as_json) {
  const Json all = {{"planners", describe_planners()},
                    {"graphs", describe_all(graphs())},
                    {"heuristics", describe_all(named_heuristics())},
                    {"shapes", describe_all(named_shapes())}};
  if (as_json) return print_json(all);
  for (const auto& [title, items] : all.items()) {
    fmt::print("{}{}\n", title, title == "planners" ? ", with their options and defaults" : "");
    print_lines(items, "  ");
  }
}

}  // namespace

void add_planners(CLI::App& app) {
  auto* verb = app.add_subcommand("planners", "List planners, graphs, heuristics and shapes");
  auto as_json = std::make_shared<bool>(false);
  verb->footer("Example: thalweg planners --json");
  verb->add_flag("--json", *as_json, "Print JSON");
  add_common(*verb);
  verb->callback([as_json] { run_planners(*as_json); });
}

}  // namespace thalweg::tool
