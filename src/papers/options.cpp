// The part of option tables that is no template: ranges as text, and the sentences for values out
// of range and for unknown options.
#include "papers/options.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace thalweg {

std::string listed(std::span<const std::string_view> names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

std::string number_text(double value) {
  // Outside of this range, plain digits would be mostly zeros.
  const double size = std::abs(value);
  const bool is_plain = size == 0 || (size >= 1e-4 && size < 1e15);
  std::array<char, 32> text;
  const auto end = is_plain ? std::to_chars(text.data(), text.data() + text.size(), value,
                                            std::chars_format::fixed)
                            : std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end.ptr};
}

bool is_in_range(const NumberRange& range, double value) {
  if (value == 0 && !range.zero.empty()) return true;
  if (range.is_above_least && value == range.least) return false;
  return value >= range.least && value <= range.most;
}

std::string range_text(const NumberRange& range) {
  const std::string least = plain_number(range.least);
  const std::string most = plain_number(range.most);
  const std::string text =
      range.is_above_least ? "above " + least + ", at most " + most : least + " to " + most;
  return range.zero.empty() || range.least == 0 ? text : std::string(range.zero) + ", or " + text;
}

Error out_of_range(std::string_view planner, const OptionInfo& option, std::string_view value) {
  const bool is_number = TextReader::parse_number<double>(value).has_value();
  return {"the option '" + std::string(option.name) + "' of " + std::string(planner) + " must be " +
          option.range + (option.unit.empty() ? "" : " " + std::string(option.unit)) + ", not " +
          (is_number ? std::string(value) : quoted(value))};
}

Error unknown_option(std::string_view planner, std::string_view option,
                     std::span<const std::string_view> known) {
  return {"the planner " + std::string(planner) + " has no option " + quoted(option) +
          suggestion(option, known) +
          (known.empty() ? ": it has none" : ": it has " + joined(known))};
}

bool OptionInfo::is_called(std::string_view text) const {
  return text == name || std::ranges::find(earlier_names, text) != earlier_names.end();
}

const OptionInfo* PlannerDescriptor::find_option(std::string_view option) const {
  const auto found =
      std::ranges::find_if(options, [&](const OptionInfo& one) { return one.is_called(option); });
  return found == options.end() ? nullptr : &*found;
}

std::string_view PlannerSpec::value(std::string_view option, std::string_view fallback) const {
  const auto found = std::ranges::find(settings, option, &Setting::option);
  return found == settings.end() ? fallback : std::string_view(found->value);
}

}  // namespace thalweg
