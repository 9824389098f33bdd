#include "common/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/names.hpp"
#include "core/text.hpp"

namespace thalweg::tool {
namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();

// "1 to 1024", "0 or more", "above 0".
std::string range_of(double least, double most, bool is_above) {
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

CLI::Validator number_check(double least, double most, bool is_above) {
  const std::string range = range_of(least, most, is_above);
  const auto check = [=](std::string& text) -> std::string {
    const auto value = TextReader::parse_number<double>(text);
    const bool is_in = value && (is_above ? *value > least : *value >= least) && *value <= most;
    if (is_in) return {};
    return fmt::format("wants a number{}, not {}", range.empty() ? "" : " " + phrase_of(range),
                       thalweg::quoted(text));
  };
  return CLI::Validator(check, range);
}

// The names of the options of a verb that can be given, "--from" and "-o" alike.
std::vector<std::string> option_names(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

std::vector<std::string> verb_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!verb->get_group().empty()) names.push_back(verb->get_name());
  }
  return names;
}

std::vector<std::string_view> views(const std::vector<std::string>& names) {
  return {names.begin(), names.end()};
}

// "FILE, QUERIES".
std::string positionals_of(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const CLI::Option* option : verb.get_options()) {
    if (option->get_positional()) names.push_back(option->get_name(true));
  }
  return names.empty() ? "nothing" : joined(views(names));
}

std::string unknown_option_of(const CLI::App& app, const CLI::App* verb,
                              const std::string& argument) {
  const std::string name = argument.substr(0, argument.find('='));
  const auto names = option_names(verb == nullptr ? app : *verb);
  return fmt::format("{} has no option {}{}: the options are {}",
                     verb == nullptr ? "thalweg" : verb->get_name(), thalweg::quoted(name),
                     suggestion(name, views(names)), joined(views(names)));
}

// About the first argument that nothing took.
std::string unexpected(const CLI::App& app, const CLI::App* verb, const std::string& argument) {
  if (argument.size() > 1 && argument.starts_with('-')) {
    return unknown_option_of(app, verb, argument);
  }
  if (verb == nullptr) return unknown_name("verb", argument, views(verb_names(app))).message;
  return fmt::format("{} takes {}, not {} as well", verb->get_name(), positionals_of(*verb),
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

std::string missing_sentence(const CLI::App& app, const CLI::App* verb, const std::string& what) {
  if (verb == nullptr) return "name a verb: " + joined(views(verb_names(app)));
  return fmt::format("{} wants {}: see thalweg {} --help", verb->get_name(),
                     what.substr(0, what.find(" is required")), verb->get_name());
}

}  // namespace

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  // Ends beyond 32 bits are those of the type, not limits that mean something.
  const bool is_endless = most > kMost32;
  const std::string range = range_of(static_cast<double>(least),
                                     is_endless ? kEndless : static_cast<double>(most), false);
  const auto check = [=](std::string& text) -> std::string {
    const auto value = TextReader::parse_number<std::uint64_t>(text);
    if (value && *value >= least && *value <= most) return {};
    return fmt::format("wants a whole number {}, not {}", phrase_of(range), thalweg::quoted(text));
  };
  return CLI::Validator(check, range);
}

CLI::Validator number(double least, double most) { return number_check(least, most, false); }
CLI::Validator number_above(double least, double most) { return number_check(least, most, true); }

CLI::Validator one_of(const std::string& what, std::vector<std::string> names) {
  const std::string list = fmt::format("{{{}}}", fmt::join(names, ","));
  const auto check = [what, names = std::move(names)](std::string& text) -> std::string {
    if (std::ranges::find(names, text) != names.end()) return {};
    return ": " + unknown_name(what, text, views(names)).message;
  };
  return CLI::Validator(check, list);
}

void complete_checks(CLI::App& app) {
  for (CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    for (CLI::Option* option : verb->get_options([](const CLI::Option*) { return true; })) {
      const std::string type = option->get_type_name();
      if (type == "UINT") option->check(whole_number(0, kMost32));
      if (type == "FLOAT") option->check(number(-kEndless));
      if (option->get_items_expected_max() == 0) option->disable_flag_override();
    }
    complete_checks(*verb);
  }
}

std::string usage_sentence(const CLI::App& app, const CLI::ParseError& error,
                           const std::vector<std::string>& arguments) {
  const auto verbs = app.get_subcommands();
  const CLI::App* verb = verbs.empty() ? nullptr : verbs.front();
  const std::string left = first_left_over(app.remaining(true), arguments);
  if (!left.empty()) return unexpected(app, verb, left);
  const std::string text = error.what();
  const std::size_t colon = std::min(text.find(": "), text.size());
  const std::string option = text.substr(0, colon);
  const std::string kind = error.get_name();
  if (kind == "RequiredError") return missing_sentence(app, verb, text);
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
