// Ranges as text and as checks, and one sentence for each reason why the parser refuses a command
// line, with the nearest name.
#include "common/checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/names.hpp"
#include "core/text.hpp"

namespace thalweg::tool {
namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();

// "1 to 1024", "0 or more", "above 0".
std::string range_text(double least, double most, bool is_above) {
  if (least == -kEndless) return {};
  const std::string first = plain_number(least);
  if (is_above) {
    return "above " + first + (most == kEndless ? "" : ", up to " + plain_number(most));
  }
  return first + (most == kEndless ? " or more" : " to " + plain_number(most));
}

// "from 1 to 1024", "of 0 or more", "above 0".
std::string phrase_of(const std::string& range) {
  if (range.starts_with("above ")) return range;
  return (range.ends_with(" or more") ? "of " : "from ") + range;
}

Check number_check(double least, double most, bool is_above) {
  const std::string range = range_text(least, most, is_above);
  const auto check = [=](const std::string& text) -> std::string {
    const auto value = TextReader::parse_number<double>(text);
    const bool is_in = value && (is_above ? *value > least : *value >= least) && *value <= most;
    if (is_in) return {};
    return fmt::format("wants a number{}, not {}", range.empty() ? "" : " " + phrase_of(range),
                       thalweg::quoted(text));
  };
  return {range, check};
}

// The names of the options of a verb that can be given, "--from" and "-o" alike.
std::vector<std::string> option_names(const Verb& verb) {
  std::vector<std::string> names;
  for (const OptionFacts& option : verb.options()) {
    for (const std::string& name : option.long_names) names.push_back("--" + name);
    for (const std::string& name : option.short_names) names.push_back("-" + name);
  }
  return names;
}

std::vector<std::string> verb_names(const Verb& tool) {
  std::vector<std::string> names;
  for (const auto& verb : tool.verbs()) names.push_back(verb->name());
  return names;
}

std::vector<std::string_view> views(const std::vector<std::string>& names) {
  return {names.begin(), names.end()};
}

// "FILE, QUERIES".
std::string positionals_of(const Verb& verb) {
  std::vector<std::string> names;
  for (const OptionFacts& option : verb.options()) {
    if (option.is_positional) names.push_back(option.name);
  }
  return names.empty() ? "nothing" : joined(views(names));
}

std::string unknown_option_of(const Verb& verb, const std::string& argument) {
  const std::string name = argument.substr(0, argument.find('='));
  const auto names = option_names(verb);
  return fmt::format("{} has no option {}{}: the options are {}", verb.name(),
                     thalweg::quoted(name), suggestion(name, views(names)), joined(views(names)));
}

// About the first argument that nothing took.
std::string unexpected(const Verb& tool, const Verb* verb, const std::string& argument) {
  if (argument.size() > 1 && argument.starts_with('-')) {
    return unknown_option_of(verb == nullptr ? tool : *verb, argument);
  }
  if (verb == nullptr) return unknown_name("verb", argument, views(verb_names(tool))).message;
  return fmt::format("{} takes {}, not {} as well", verb->name(), positionals_of(*verb),
                     thalweg::quoted(argument));
}

// The first of the arguments that nothing took, options first. Empty if all were taken.
std::string first_left_over(const std::vector<std::string>& left,
                            const std::vector<std::string>& arguments) {
  const auto is_left = [&](const std::string& one) {
    return std::ranges::find(left, one) != left.end();
  };
  const auto is_left_option = [&](const std::string& one) {
    return one.size() > 1 && one.starts_with('-') && is_left(one);
  };
  auto found = std::ranges::find_if(arguments, is_left_option);
  if (found == arguments.end()) found = std::ranges::find_if(arguments, is_left);
  return found == arguments.end() ? std::string() : *found;
}

std::string missing_sentence(const Verb& tool, const Verb* verb, const std::string& what) {
  if (verb == nullptr) return "name a verb: " + joined(views(verb_names(tool)));
  return fmt::format("{} wants {}: see thalweg {} --help", verb->name(),
                     what.substr(0, what.find(" is required")), verb->name());
}

}  // namespace

Check whole_number(std::uint64_t least, std::uint64_t most) {
  // Ends beyond 32 bits are those of the type, not limits that mean something.
  const bool is_endless = most > kMost32;
  const std::string range = range_text(static_cast<double>(least),
                                       is_endless ? kEndless : static_cast<double>(most), false);
  const auto check = [=](const std::string& text) -> std::string {
    const auto value = TextReader::parse_number<std::uint64_t>(text);
    if (value && *value >= least && *value <= most) return {};
    return fmt::format("wants a whole number {}, not {}", phrase_of(range), thalweg::quoted(text));
  };
  return {range, check};
}

Check number(double least, double most) { return number_check(least, most, false); }
Check number_above(double least, double most) { return number_check(least, most, true); }

Check one_of(const std::string& what, std::vector<std::string> names) {
  const std::string list = fmt::format("{{{}}}", fmt::join(names, ","));
  const auto check = [what, names = std::move(names)](const std::string& text) -> std::string {
    if (std::ranges::find(names, text) != names.end()) return {};
    return ": " + unknown_name(what, text, views(names)).message;
  };
  return {list, check};
}

std::optional<Check> check_of_type(std::string_view type) {
  if (type == "UINT") return whole_number(0, kMost32);
  if (type == "FLOAT") return number(-kEndless);
  return std::nullopt;
}

std::string usage_sentence(const Verb& tool, const Verb* verb, const Refusal& refusal,
                           const std::vector<std::string>& arguments) {
  const std::string left = first_left_over(refusal.left_over, arguments);
  if (!left.empty()) return unexpected(tool, verb, left);
  const std::string& text = refusal.text;
  const std::size_t colon = std::min(text.find(": "), text.size());
  const std::string option = text.substr(0, colon);
  const std::string& kind = refusal.kind;
  if (kind == "RequiredError") return missing_sentence(tool, verb, text);
  if (kind == "ValidationError" && colon < text.size()) {
    const std::string rest = text.substr(colon + 2);
    return rest.starts_with(": ") ? option + rest : option + " " + rest;
  }
  if (kind == "ArgumentMismatch" && text.find("required") != std::string::npos) {
    const bool is_missing = text.find("missing") != std::string::npos;
    return option + (is_missing ? " wants a value" : " is given more than once");
  }
  if (kind == "ArgumentMismatch" && text.find(" was given a disallowed") != std::string::npos) {
    return "--" + text.substr(0, text.find(" was given")) + " takes no value";
  }
  if (kind == "ExcludesError" && text.find(" excludes ") != std::string::npos) {
    const std::size_t at = text.find(" excludes ");
    return text.substr(0, at) + " and " + text.substr(at + 10) + " do not go together";
  }
  return text;
}

}  // namespace thalweg::tool
