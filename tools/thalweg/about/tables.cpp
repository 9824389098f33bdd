// What an option's value completes to is read from its check ("{a,b,c}"), from a table of options
// that take names, or from the option being about a file.
#include "about/tables.hpp"

#include <algorithm>

#include "common/metrics.hpp"
#include "thalweg/generate/generators.hpp"

namespace thalweg::tool {
namespace {

template <class Items>
std::vector<std::string> all_names(const Items& items) {
  std::vector<std::string> names;
  for (const auto& item : items) names.emplace_back(item.name);
  return names;
}

// "hpa_star", "hpa_star:size=", "hpa_star:levels="...
std::vector<std::string> planner_words(bool only_builders) {
  std::vector<std::string> words;
  for (const PlannerDescriptor& planner : planners()) {
    if (only_builders && planner.builds == nullptr) continue;
    words.emplace_back(planner.name);
    for (const OptionInfo& option : planner.options) {
      words.push_back(std::string(planner.name) + ":" + std::string(option.name) + "=");
    }
  }
  return words;
}

struct NamedValues {
  const char* option;
  Completes completes;
  std::vector<std::string> names;
};

// The options whose values are names that their checks do not list.
const std::vector<NamedValues>& named_values() {
  static const std::vector<NamedValues> kValues = {
      {"--planner", Completes::names, planner_words(false)},
      {"--planners", Completes::list, planner_words(false)},
      {"--for", Completes::names, planner_words(true)},
      {"--profile", Completes::list, all_names(named_profiles())},
      {"KIND", Completes::names, all_names(generators())},
  };
  return kValues;
}

// The names in "TEXT:{a,b,c}"; empty if it lists none.
std::vector<std::string> listed_names(const std::string& type) {
  const std::size_t open = type.find('{');
  const std::size_t close = type.find('}');
  if (open == std::string::npos || close == std::string::npos) return {};
  return split_names(type.substr(open + 1, close - open - 1));
}

bool is_about_a_file(const OptionRow& row) {
  constexpr const char* kFiles[] = {"FILE",   "QUERIES", "--output",     "--png",
                                    "--svg",  "--links", "--difficulty", "--config",
                                    "--data", "--out",   "--geojson"};
  return std::ranges::any_of(kFiles, [&](const char* name) {
    return std::ranges::find(row.flags, name) != row.flags.end();
  });
}

void add_completion(OptionRow& row, const std::string& type) {
  row.names = listed_names(type);
  if (!row.names.empty()) {
    row.completes = Completes::names;
    return;
  }
  for (const NamedValues& values : named_values()) {
    if (std::ranges::find(row.flags, values.option) == row.flags.end()) continue;
    row.completes = values.completes;
    row.names = values.names;
    return;
  }
  if (is_about_a_file(row)) row.completes = Completes::files;
}

// The first line, without a final full stop.
std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

OptionRow row_of(const OptionFacts& option) {
  OptionRow row;
  row.is_positional = option.is_positional;
  if (row.is_positional) row.flags.push_back(option.name);
  for (const std::string& name : option.long_names) row.flags.push_back("--" + name);
  for (const std::string& name : option.short_names) row.flags.push_back("-" + name);
  row.takes_value = option.takes_value;
  row.is_required = option.is_required;
  const std::size_t colon = std::min(option.type.find(':'), option.type.size());
  row.value = option.type.substr(0, colon);
  row.range = option.type.substr(std::min(colon + 1, option.type.size()));
  row.help = one_line(option.help);
  row.group = option.group;
  if (row.takes_value) add_completion(row, option.type);
  return row;
}

}  // namespace

std::vector<VerbRow> verb_rows(const Verb& tool) {
  std::vector<VerbRow> rows;
  for (const auto& verb : tool.verbs()) {
    VerbRow row{verb->name(), verb->summary(), verb->footer(), {}};
    for (const OptionFacts& option : verb->options()) row.options.push_back(row_of(option));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace thalweg::tool
