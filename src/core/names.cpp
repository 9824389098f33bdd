// The nearest name has the fewest edits, where a swap of adjacent letters counts as one (optimal
// string alignment); if none is near enough, a name that starts with the word.
#include "core/names.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/text.hpp"

namespace thalweg {
namespace {

// The number of edits that turn `a` into `b`. O(a * b) time.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);  // the row two above
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(above);
    above.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swap) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

// Puts commas between groups of three digits, from five digits on.
std::string grouped(std::string_view digits) {
  std::string out(digits);
  if (out.size() < 5) return out;
  for (std::size_t at = out.size(); at > 3;) out.insert(at -= 3, ",");
  return out;
}

}  // namespace

std::string joined(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) text.append(text.empty() ? "" : ", ").append(name);
  return text;
}

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known) {
  constexpr std::size_t kLongest = 64;
  if (name.empty() || name.size() > kLongest) return {};
  const std::string wanted = lower_case(name);
  std::string_view best;
  std::size_t least = std::max<std::size_t>(1, wanted.size() / 3) + 1;
  for (const std::string_view candidate : known) {
    const std::size_t edits = edit_distance(wanted, lower_case(candidate));
    if (edits < least && edits < std::max<std::size_t>(candidate.size(), 2)) {
      best = candidate;
      least = edits;
    }
  }
  if (!best.empty() || wanted.size() < 3) return best;
  const auto longer = std::ranges::find_if(
      known, [&](std::string_view one) { return lower_case(one).starts_with(wanted); });
  return longer == known.end() ? std::string_view() : *longer;
}

std::string suggestion(std::string_view name, std::span<const std::string_view> known) {
  const std::string_view nearest = nearest_name(name, known);
  return nearest.empty() ? std::string() : " (did you mean '" + std::string(nearest) + "'?)";
}

Error unknown_name(std::string_view what, std::string_view name,
                   std::span<const std::string_view> known) {
  return {"there is no " + std::string(what) + " called " + quoted(name) + suggestion(name, known) +
          ": use one of " + joined(known)};
}

std::string plain_number(double value) {
  std::array<char, 512> text;
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed).ptr;
  const std::string_view all(text.data(), static_cast<std::size_t>(end - text.data()));
  const std::size_t sign = all.starts_with('-') ? 1 : 0;
  const std::size_t point = std::min(all.find('.'), all.size());
  return std::string(all.substr(0, sign)) + grouped(all.substr(sign, point - sign)) +
         std::string(all.substr(point));
}

}  // namespace thalweg
