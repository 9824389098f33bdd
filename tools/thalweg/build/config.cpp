// The settings of thalweg build, and their file.
#include <array>

#include "build/build.hpp"
#include "core/toml.hpp"
#include "core/try.hpp"
#include "thalweg/core/text.hpp"

namespace thalweg::tool {
namespace {

constexpr std::size_t kMostBytes = 64 << 10;

// The result without its value.
template <class T>
Result<void> checked(Result<T> result) {
  TRY_DO(std::move(result));
  return {};
}

Result<void> check_target(const std::string& text) { return checked(parse_planner(text)); }
Result<void> check_profile(const std::string& text) { return checked(find_profile(text)); }
Result<void> check_layers(const std::string& text) { return checked(natural_layers(text)); }
Result<void> check_rule(const std::string& text) { return checked(named_rest_rule(text)); }
Result<void> check_base(const std::string& text) { return checked(named_base(text)); }
Result<void> check_graph(const std::string& text) {
  const auto names = graph_names();
  if (std::ranges::find(names, text) != names.end()) return {};
  return Error{"there is no graph called " + thalweg::quoted(text) + ": see thalweg planners"};
}

std::string list_of_keys() {
  std::string keys;
  for (const BuildSetting& setting : build_settings()) {
    keys += (keys.empty() ? "" : ", ") + std::string(setting.key);
  }
  return keys;
}

Result<void> read_one(const BuildSetting& setting, const toml::node& node, BuildSettings& into) {
  const std::string key(setting.key);
  if (const auto* number = std::get_if<std::uint32_t BuildSettings::*>(&setting.member)) {
    const auto value = node.is_integer() ? node.value<std::int64_t>() : std::nullopt;
    if (!value || *value < 0 || *value > setting.most) {
      return error_at(node,
                      key + " must be a whole number from 0 to " + std::to_string(setting.most));
    }
    into.** number = static_cast<std::uint32_t>(*value);
    return {};
  }
  auto text = node.value<std::string>();
  if (const auto number = node.as_integer()) text = std::to_string(number->get());  // layers = 10
  if (!text || !(node.is_string() || node.is_integer()))
    return error_at(node, key + " must be a text in quotes");
  if (setting.check != nullptr && !text->empty()) {
    TRY_DO(setting.check(*text).in(line_of(node.source())));
  }
  into.*std::get<std::string BuildSettings::*>(setting.member) = std::move(*text);
  return {};
}

// The text as the parser may see it: letters beyond ASCII are replaced in comments, and refused
// elsewhere.
Result<std::string> as_ascii(std::string_view text) {
  std::string out(text);
  std::size_t line = 1;
  bool is_comment = false;
  for (char& c : out) {
    if (c == '\n') {
      ++line;
      is_comment = false;
    }
    if (c == '#') is_comment = true;
    if (static_cast<unsigned char>(c) < 0x80) continue;
    if (!is_comment) {
      return Error{"line " + std::to_string(line) +
                   ": only comments may hold letters beyond ASCII"};
    }
    c = '?';
  }
  return out;
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
  constexpr std::array<std::string_view, 3> kBases = {"centre", "box", "edge_box"};
  const auto index = std::ranges::find(kBases, text) - kBases.begin();
  if (index < 3) return static_cast<PriceBase>(index);
  return Error{"the base is centre, box or edge_box, not " + thalweg::quoted(text)};
}

std::span<const BuildSetting> build_settings() {
  using S = BuildSettings;
  static const std::array<BuildSetting, 11> kSettings = {{
      {"for", "--for", &S::target, 0,
       "What to build: the planner that is to use it. On the command line with its options:\n"
       "natural:layers=10:rule=average",
       check_target},
      {"profile", "--profile", &S::profile, 0,
       "Whose costs: a name (thalweg plan --help lists them), or a .toml file", check_profile},
      {"base", "--base", &S::base, 0,
       "What the profile's prices are taken over: centre, box or edge_box; else the profile's own",
       check_base},
      {"graph", "--graph", &S::graph, 0,
       "What to group (thalweg planners lists them); else as suits the planner: faces, or the "
       "grid\n"
       "where there are none; for rooms portals",
       check_graph},
      {"layers", "", &S::layers, 0,
       "Compressed to so many layers, the graph's nodes being one; or full", check_layers},
      {"rule", "", &S::rule, 0,
       "What stands for the rest of a cell: average, worst_unweighted, worst_weighted or "
       "worst_unit",
       check_rule},
      {"tie_bits", "--tie-bits", &S::tie_bits, 52,
       "Unit distances that agree in so many bits after the first count as equal; 52: only equal\n"
       "ones, as in the thesis"},
      {"most_children", "--most-children", &S::most_children, 1'000'000,
       "Matches make groups of at most so many; 0: any number, as in the thesis"},
      {"steps", "--steps", &S::steps, 1'000'000,
       "At most so many steps of merging; 0: until nothing can be merged any more"},
      {"steps_to", "--steps-to", &S::steps_to, 0,
       "Every step's structure goes to PREFIX-000.thal, PREFIX-001.thal, ...; a run that was\n"
       "broken off goes on from the last of them"},
      {"name", "--name", &S::name, 0,
       "What it is called in the file; else a name made from the settings"},
  }};
  return kSettings;
}

Result<BuildSettings> read_build_config(std::string_view text) {
  if (text.size() > kMostBytes) return Error{"the settings are longer than 64 KiB"};
  TRY(const auto ascii, as_ascii(text));
  TRY(const toml::table root, parse_toml(ascii));
  BuildSettings settings;
  for (auto&& [key, node] : root) {
    const auto setting = std::ranges::find(build_settings(), key.str(), &BuildSetting::key);
    if (setting == build_settings().end()) {
      return error_at(node, thalweg::quoted(std::string(key.str())) +
                                " is no setting; the settings are " + list_of_keys());
    }
    TRY_DO(read_one(*setting, node, settings));
  }
  return settings;
}

std::string write_build_config(const BuildSettings& settings) {
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
  return text;
}

}  // namespace thalweg::tool
