#include "papers/options.hpp"

#include <algorithm>

namespace thalweg {

std::string listed(std::span<const std::string_view> names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

bool is_in_range(const NumberInfo& number, double value) {
  if (value == 0 && !number.zero.empty()) return true;
  if (number.is_above_least && value == number.least) return false;
  return value >= number.least && value <= number.most;
}

std::string range_text(const NumberInfo& number) {
  const std::string least = plain_number(number.least);
  std::string range;
  if (number.is_above_least) {
    range = "above " + least;
    if (number.most != kNoLimit) range += ", at most " + plain_number(number.most);
  } else {
    range = least + (number.most == kNoLimit ? " or more" : " to " + plain_number(number.most));
  }
  return number.zero.empty() || number.least == 0 ? range
                                                  : std::string(number.zero) + ", or " + range;
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

const OptionInfo* PlannerDescriptor::find_option(std::string_view option) const {
  const auto found = std::ranges::find(options, option, &OptionInfo::name);
  return found == options.end() ? nullptr : &*found;
}

std::string_view PlannerSpec::value(std::string_view option, std::string_view fallback) const {
  const auto found = std::ranges::find(settings, option, &Setting::option);
  return found == settings.end() ? fallback : std::string_view(found->value);
}

}  // namespace thalweg
