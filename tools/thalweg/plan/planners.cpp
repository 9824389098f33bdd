// thalweg planners: what planners, graphs, heuristics and shapes there are.
#include <fmt/format.h>

#include "common/ask.hpp"
#include "common/options.hpp"
#include "thalweg/heuristics/heuristic.hpp"

namespace thalweg::tool {
namespace {

// A default as a number where it is one.
Json typed(const std::string& text) {
  Result<Json> parsed = Json::parse(text);
  return parsed && parsed->is_number() ? std::move(parsed).value() : Json(text);
}

Json describe_planners() {
  Json all = Json::array();
  for (const PlannerDescriptor& planner : planners()) {
    Json options = Json::array();
    for (const OptionInfo& option : planner.options) {
      options.push_back({{"name", option.name},
                         {"default", typed(option.fallback)},
                         {"unit", option.unit},
                         {"range", option.range},
                         {"summary", option.help}});
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

template <class Items>
void print_lines(const char* title, const Items& items) {
  fmt::print("{}\n", title);
  for (const auto& item : items) {
    fmt::print("  {:<14} {}\n", item.name, item.summary);
    if constexpr (requires { item.options; }) {
      for (const OptionInfo& option : item.options) fmt::print("    {}\n", option_line(option));
    }
  }
}

// Text as a cell of a Markdown table.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|' || c == '*') out += '\\';
    out += c;
  }
  return out;
}

// The same as the beginning of a sentence.
std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
  return text;
}

void print_markdown(const PlannerDescriptor& planner) {
  fmt::print("\n## {}\n\n{}. {}\n", planner.name, capitalised(cell(planner.summary)),
             planner.is_exact ? "Exact with default options." : "Not exact.");
  if (planner.builds != nullptr) {
    fmt::print("\nBuilds {}.\n", cell(planner.build_summary));
  }
  if (planner.options.empty()) return;
  fmt::print("\n| option | default | range | meaning |\n|---|---|---|---|\n");
  for (const OptionInfo& option : planner.options) {
    const std::string name = fmt::format("`{}`{}", option.name, option.is_in_key ? " (b)" : "");
    const std::string fallback = option.fallback.empty() ? "" : "`" + option.fallback + "`";
    fmt::print("| {} | {} | {} | {} |\n", name, fallback, cell(range_of(option)),
               cell(option.help));
  }
}

// The page docs/reference/planners.md.
void print_page() {
  fmt::print(
      "# Planners and their options\n\n"
      "This page is printed by `thalweg planners --markdown`, and a test compares the two. "
      "A planner is written `name:option=value:option=value`, on the command line and in "
      "`make_planner`. Options marked (b) shape what the planner builds: `thalweg build` stores "
      "it, and planners with the same values find it.\n");
  for (const PlannerDescriptor& planner : planners()) print_markdown(planner);
}

void print_all_as_json() {
  print_json({{"planners", describe_planners()},
              {"graphs", describe_all(space_graphs())},
              {"heuristics", describe_all(named_heuristics())},
              {"shapes", describe_all(named_shapes())}});
}

void print_all() {
  print_lines("planners, with their options, defaults and ranges", planners());
  print_lines("graphs", space_graphs());
  print_lines("heuristics", named_heuristics());
  print_lines("shapes", named_shapes());
}

struct PlannersArguments {
  bool json = false;
  bool markdown = false;
};

void run_planners(const PlannersArguments& options) {
  if (options.markdown) return print_page();
  options.json ? print_all_as_json() : print_all();
}

}  // namespace

void add_planners(Verb& app) {
  auto* verb = app.add_verb("planners", "List planners, graphs, heuristics and shapes");
  auto options = std::make_shared<PlannersArguments>();
  verb->footer("Example: thalweg planners --json");
  auto* json = verb->add_flag("--json", options->json, "Print JSON");
  verb->add_flag("--markdown", options->markdown, "Print the options as a page of Markdown")
      ->excludes(json);
  add_common(*verb);
  verb->callback([options] { run_planners(*options); });
}

}  // namespace thalweg::tool
