// Options of a planner as a table: each line says an option's name, range, unit, help and the member
// of the options struct that holds its value. Defaults are those of the struct.
//
//   number("size", &HpaStarOptions::size, {.least = 1, .most = 4096, .unit = "squares", ...})
//
// Everything here is generic over the options struct: reading a PlannerSpec, checking ranges and
// writing the key of what is built.
#pragma once

#include <algorithm>
#include <concepts>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/names.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "thalweg/papers/descriptor.hpp"

namespace thalweg {

template <class Options>
struct Option {
  OptionInfo info;
  // `options` with the value that the text names; nothing if it names none.
  std::function<std::optional<Options>(Options options, std::string_view text)> with;
  std::function<bool(const Options& options)> is_in_range;
  std::function<std::string(const Options& options)> text;
  // The value as part of the key; empty: left out.
  std::function<std::string(const Options& options)> key_text;
};

// The shortest text that reads back as the same number: 1000000, not 1e+06.
std::string number_text(double value);
template <std::integral Number>
std::string number_text(Number value) {
  return std::to_string(value);
}

// "a, b or c".
std::string listed(std::span<const std::string_view> names);

struct NumberInfo {
  double least = 0;
  double most = 0;              // Requires: the member's type can hold it
  bool is_above_least = false;  // true: `least` itself is out of range
  std::string_view zero = {};   // the text for 0, which is allowed below `least`; empty: none
  std::string_view unit = {};
  std::string_view help = {};
  bool in_key = false;
};

struct ValueInfo {
  std::string_view help = {};
  bool in_key = false;
};

// The most of counts that have no limit of their own.
inline constexpr double kManyOf = 1e9;

bool is_in_range(const NumberRange& range, double value);
// "1 to 4096", "above 0, at most 10", "full, or 2 to 1000".
std::string range_text(const NumberRange& range);

// Fills in what follows from the rest.
template <class Options>
Option<Options> completed(Option<Options> option) {
  option.info.fallback = option.text(Options{});
  if (option.info.is_in_key) option.key_text = option.text;
  return option;
}

template <class Options, class Number>
Option<Options> number(std::string_view name, Number Options::*member, const NumberInfo& info) {
  const NumberRange range{.least = info.least,
                          .most = info.most,
                          .is_above_least = info.is_above_least,
                          .is_whole = std::is_integral_v<Number>,
                          .zero = info.zero};
  Option<Options> option;
  option.info = {.name = name,
                 .fallback = {},
                 .range = range_text(range),
                 .numbers = range,
                 .unit = info.unit,
                 .help = info.help,
                 .is_in_key = info.in_key};
  option.is_in_range = [=](const Options& options) {
    return is_in_range(range, static_cast<double>(options.*member));
  };
  option.with = [=](Options options, std::string_view text) -> std::optional<Options> {
    const bool is_zero = !info.zero.empty() && text == info.zero;
    const auto value = is_zero ? Number{} : TextReader::parse_number<Number>(text);
    if (!value || (*value == Number{} && !is_zero && info.least > 0)) return std::nullopt;
    options.*member = *value;
    return options;
  };
  option.text = [=](const Options& options) {
    const Number value = options.*member;
    return value == Number{} && !info.zero.empty() ? std::string(info.zero) : number_text(value);
  };
  return completed(std::move(option));
}

// One of several named values.
template <class Options, class Value>
Option<Options> choice(std::string_view name, Value Options::*member,
                       std::vector<std::pair<std::string_view, Value>> values,
                       const ValueInfo& info) {
  std::vector<std::string_view> names;
  for (const auto& [value_name, value] : values) names.push_back(value_name);
  Option<Options> option;
  option.info = {.name = name,
                 .fallback = {},
                 .range = listed(names),
                 .choices = names,
                 .unit = {},
                 .help = info.help,
                 .is_in_key = info.in_key};
  const auto name_of = [=](const Options& options) {
    for (const auto& [value_name, value] : values) {
      if (value == options.*member) return std::string(value_name);
    }
    return std::string();
  };
  option.is_in_range = [=](const Options& options) { return !name_of(options).empty(); };
  option.with = [=](Options options, std::string_view text) -> std::optional<Options> {
    for (const auto& [value_name, value] : values) {
      if (value_name != text) continue;
      options.*member = value;
      return options;
    }
    return std::nullopt;
  };
  option.text = name_of;
  return completed(std::move(option));
}

// The same for an enumeration whose values to_string names.
template <class Options, class Value>
Option<Options> choice(std::string_view name, Value Options::*member,
                       std::initializer_list<Value> values, const ValueInfo& info) {
  std::vector<std::pair<std::string_view, Value>> named;
  for (const Value value : values) named.emplace_back(to_string(value), value);
  return choice(name, member, std::move(named), info);
}

// 0 or 1.
template <class Options>
Option<Options> flag(std::string_view name, bool Options::*member, const ValueInfo& info) {
  return choice<Options, bool>(name, member, {{"0", false}, {"1", true}}, info);
}

template <class Options>
Option<Options> text(std::string_view name, std::string Options::*member, std::string_view range,
                     const ValueInfo& info) {
  Option<Options> option;
  option.info = {.name = name,
                 .fallback = {},
                 .range = std::string(range),
                 .unit = {},
                 .help = info.help,
                 .is_in_key = info.in_key};
  option.is_in_range = [](const Options&) { return true; };
  option.with = [=](Options options, std::string_view value) -> std::optional<Options> {
    options.*member = value;
    return options;
  };
  option.text = [=](const Options& options) { return options.*member; };
  return completed(std::move(option));
}

// The option with a key text of its own.
template <class Options>
Option<Options> with_key(Option<Options> option,
                         std::function<std::string(const Options& options)> key_text) {
  option.info.is_in_key = true;
  option.key_text = std::move(key_text);
  return option;
}

// The option, which was called `name` in earlier versions.
template <class Options>
Option<Options> earlier(std::string_view name, Option<Options> option) {
  option.info.earlier_names.push_back(name);
  return option;
}

// "the option 'size' of hpa_star must be 1 to 4096 squares, not 0".
Error out_of_range(std::string_view planner, const OptionInfo& option, std::string_view value);

// "the planner hpa_star has no option 'sze' (did you mean 'size'?): it has size, levels".
Error unknown_option(std::string_view planner, std::string_view option,
                     std::span<const std::string_view> known);

// The options of one planner.
template <class Options>
struct OptionTable {
  std::string_view planner;
  std::vector<Option<Options>> options;
  // Takes out settings that earlier versions knew, or refuses them. DEFAULT: null, there are none
  Result<PlannerSpec> (*without_old)(PlannerSpec spec) = nullptr;

  // Refused with a sentence: values out of range.
  Result<void> check(const Options& given) const {
    for (const Option<Options>& option : options) {
      if (!option.is_in_range(given)) return out_of_range(planner, option.info, option.text(given));
    }
    return {};
  }

  // The defaults, and what the spec sets. Refused with a sentence: unknown options, values out of
  // range.
  Result<Options> read(PlannerSpec spec) const {
    if (without_old != nullptr) {
      TRY(spec, without_old(std::move(spec)));
    }
    Options read;
    std::vector<std::string_view> known;
    for (const Option<Options>& option : options) known.push_back(option.info.name);
    for (const PlannerSpec::Setting& setting : spec.settings) {
      const auto& [name, value] = setting;
      const auto option = std::ranges::find_if(
          options, [&](const Option<Options>& one) { return one.info.is_called(setting.option); });
      if (option == options.end()) {
        return unknown_option(planner, name, known);
      }
      auto changed = option->with(read, value);
      if (!changed || !option->is_in_range(*changed)) {
        return out_of_range(planner, option->info, value);
      }
      read = std::move(*changed);
    }
    return read;
  }

  // "hpa_star:size=10:levels=1:wide=6:routes=1": the options that shape what is built.
  std::string key(const Options& given) const {
    std::string key(planner);
    for (const Option<Options>& option : options) {
      const std::string value = option.key_text ? option.key_text(given) : std::string();
      if (!value.empty()) key += ":" + std::string(option.info.name) + "=" + value;
    }
    return key;
  }
};

}  // namespace thalweg
