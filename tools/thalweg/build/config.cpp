// The settings of thalweg build, and their file.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "build/build.hpp"
#include "common/options.hpp"
#include "core/names.hpp"
#include "core/text.hpp"
#include "core/toml.hpp"
#include "core/try.hpp"

namespace thalweg::tool {
namespace {

constexpr std::size_t kMostBytes = 64 << 10;

// The same result without a value.
template <class T>
Result<void> checked(Result<T> result) {
  TRY_DO(std::move(result));
  return {};
}

Result<void> check_target(const std::string& text) { return checked(parse_planner(text)); }
Result<void> check_profile(const std::string& text) { return checked(find_profile(text)); }
Result<void> check_base(const std::string& text) { return checked(named_base(text)); }
Result<void> check_graph(const std::string& text) {
  const auto known = names_of(space_graphs(), &SpaceGraph::name);
  if (std::ranges::find(known, text) != known.end()) return {};
  return unknown_name("graph", text, known);
}

Result<void> check_name(const std::string& text) {
  if (is_stored_name(text)) return {};
  return Error{thalweg::quoted(text) + " is no name: it needs 1 to " +
               std::to_string(kMostNameLetters) + " letters, digits, '_', '-' or '.'"};
}

std::string list_of_keys(const PlannerDescriptor& planner) {
  std::vector<std::string_view> keys;
  for (const BuildSetting& setting : build_settings()) keys.push_back(setting.key);
  for (const OptionInfo& option : planner.options) {
    if (option.is_in_key) keys.push_back(option.name);
  }
  return fmt::format("{}", fmt::join(keys, ", "));
}

Result<void> check_is_new(std::span<const PlannerSpec::Setting> options,
                          const std::string& option) {
  const auto found = std::ranges::find(options, option, &PlannerSpec::Setting::option);
  if (found == options.end()) return {};
  return Error{"the option '" + option + "' is named twice"};
}

// `settings` with the value of the entry.
Result<BuildSettings> with_setting(BuildSettings settings, const BuildSetting& setting,
                                   const TomlEntry& entry) {
  const std::string key(setting.key);
  if (const auto* number = std::get_if<std::uint32_t BuildSettings::*>(&setting.member)) {
    const std::int64_t* value = entry.as_integer();
    if (value == nullptr || *value < 0 || *value > setting.most) {
      return error_at(entry,
                      key + " must be a whole number from 0 to " + std::to_string(setting.most));
    }
    settings.** number = static_cast<std::uint32_t>(*value);
    return settings;
  }
  const std::string* text = entry.as_text();
  if (text == nullptr) return error_at(entry, key + " must be a text in quotes");
  if (setting.check != nullptr && !text->empty()) {
    TRY_DO(setting.check(*text).in(line_of(entry)));
  }
  settings.*std::get<std::string BuildSettings::*>(setting.member) = *text;
  return settings;
}

bool is_plain_setting(std::string_view key) {
  return std::ranges::find(build_settings(), key, &BuildSetting::key) != build_settings().end();
}

// The settings of the file that are not options of a planner.
Result<BuildSettings> read_plain_settings(const TomlTable& root) {
  BuildSettings settings;
  for (const BuildSetting& setting : build_settings()) {
    const TomlEntry* entry = root.find(setting.key);
    if (entry == nullptr) continue;
    TRY(settings, with_setting(std::move(settings), setting, *entry));
  }
  return settings;
}

// The value of a planner's option as written in --for.
Result<std::string> option_text(const TomlEntry& entry) {
  if (const std::string* text = entry.as_text()) return *text;
  if (const std::int64_t* number = entry.as_integer()) return std::to_string(*number);
  if (const auto number = entry.as_number()) return fmt::format("{}", *number);
  if (const bool* flag = entry.as_boolean()) return std::string(*flag ? "1" : "0");
  return error_at(entry, "an option must be a number or a text in quotes");
}

std::string in_quotes(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

// Every line of the help as a comment.
std::string as_comment(std::string_view help) {
  std::string out = "# ";
  for (const char c : help) out += c == '\n' ? std::string("\n# ") : std::string(1, c);
  return out + "\n";
}

}  // namespace

Result<PriceBase> named_base(const std::string& text) {
  constexpr std::array<std::string_view, 4> kBases = {"centre", "box", "edge_box", "middle"};
  const auto index = std::ranges::find(kBases, text) - kBases.begin();
  if (index < 3) return static_cast<PriceBase>(index);
  return Error{"the base is centre, box, edge_box or middle, not " + thalweg::quoted(text)};
}

std::span<const BuildSetting> build_settings() {
  using S = BuildSettings;
  static const std::array<BuildSetting, 7> kSettings = {{
      {"for", "--for", &S::target, 0,
       "What to build: the planner that is to use it. On the command line with its options:\n"
       "natural:cap_base=8:rule=average. In the file its options are settings of their own",
       check_target},
      {"profile", "--profile", &S::profile, 0,
       "Whose costs: a name (thalweg plan --help lists them), or a .toml file", check_profile},
      {"base", "--base", &S::base, 0,
       "What the profile's prices are taken over: centre, box, edge_box or middle; else the "
       "profile's own",
       check_base},
      {"graph", "--graph", &S::graph, 0,
       "What to group (thalweg planners lists them); else as suits the planner", check_graph},
      {"steps", "--steps", &S::steps, 1'000'000,
       "At most this many steps of merging; 0: until nothing can be merged any more"},
      {"steps_to", "--steps-to", &S::steps_to, 0,
       "Every step's structure goes to PREFIX-000.thal, PREFIX-001.thal, ...; a run that was\n"
       "broken off goes on from the last of them"},
      {"name", "--name", &S::name, 0,
       "What it is called in the file; else a name made from the settings", check_name},
  }};
  return kSettings;
}

Result<BuildSettings> read_build_config(std::string_view text) {
  if (text.size() > kMostBytes) return Error{"the settings are longer than 64 KiB"};
  TRY(const TomlTable root, parse_toml(text));
  TRY(BuildSettings settings, read_plain_settings(root));
  TRY(settings, with_plain_target(std::move(settings)));
  TRY(const PlannerDescriptor* planner, find_planner(settings.target));
  for (const TomlEntry& entry : root) {
    if (is_plain_setting(entry.key)) continue;
    const OptionInfo* option = planner->find_option(entry.key);
    if (option == nullptr || !option->is_in_key) {
      return error_at(
          entry, fmt::format("{} is no setting for {}; the settings are {}",
                             thalweg::quoted(entry.key), planner->name, list_of_keys(*planner)));
    }
    TRY(std::string value, option_text(entry));
    if (value.empty()) continue;
    PlannerSpec::Setting set{std::string(option->name), std::move(value)};
    TRY_DO(planner->check({settings.target, {set}}).in(line_of(entry)));
    TRY_DO(check_is_new(settings.options, set.option).in(line_of(entry)));
    settings.options.push_back(std::move(set));
  }
  return settings;
}

std::string write_build_config(const BuildSettings& given) {
  const BuildSettings settings = with_plain_target(given).value();
  const PlannerSpec spec = spec_of(settings).value();
  std::string text =
      "# Settings of thalweg build, used with --config. What the command line says wins.\n"
      "# A text in quotes that is empty leaves the choice to thalweg.\n";
  for (const BuildSetting& setting : build_settings()) {
    text += "\n" + as_comment(setting.help) + std::string(setting.key) + " = ";
    if (const auto* number = std::get_if<std::uint32_t BuildSettings::*>(&setting.member)) {
      text += std::to_string(settings.**number);
    } else {
      text += in_quotes(settings.*std::get<std::string BuildSettings::*>(setting.member));
    }
    text += "\n";
  }
  for (const OptionInfo& option : (*find_planner(spec.name))->options) {
    if (!option.is_in_key) continue;
    const std::string value(spec.value(option.name, option.fallback));
    const bool is_number = TextReader::parse_number<double>(value).has_value();
    text += fmt::format(
        "\n{}{} = {}\n",
        as_comment(fmt::format("{}: {} ({})", spec.name, option.help, range_of(option))),
        option.name, is_number ? value : in_quotes(value));
  }
  return text;
}

Result<BuildSettings> with_plain_target(BuildSettings settings) {
  TRY(PlannerSpec spec, parse_planner(settings.target));
  settings.target = std::move(spec.name);
  for (PlannerSpec::Setting& option : spec.settings) {
    TRY_DO(check_is_new(settings.options, option.option));
    settings.options.push_back(std::move(option));
  }
  return settings;
}

Result<PlannerSpec> spec_of(const BuildSettings& settings) {
  const PlannerSpec spec{settings.target, settings.options};
  TRY(const PlannerDescriptor* planner, find_planner(spec.name));
  TRY_DO(planner->check(spec));
  return spec;
}

}  // namespace thalweg::tool
