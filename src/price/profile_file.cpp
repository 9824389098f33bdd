// One table of keys and members serves reader and writer. What is written is canonical: metrics
// take their fingerprints from it.
#include "thalweg/price/profile_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/text.hpp"
#include "core/thrown.hpp"
#include "core/toml.hpp"
#include "core/try.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kMostBytes = 64 << 10;
constexpr std::array<std::string_view, 4> kBases = {"centre", "box", "edge_box", "middle"};
constexpr std::array<std::string_view, 3> kSpeedModels = {"steady", "tobler", "langmuir"};

// The numbers of a profile by their keys, for reading and writing alike.
template <class ProfileRef>
auto numbers_of(ProfileRef& p) {
  using Number = decltype(&p.radius);
  struct Entry {
    std::string_view table;
    std::string_view key;
    Number number;
  };
  return std::array<Entry, 17>{{
      {"", "greatest_slope", &p.greatest_slope},
      {"", "greatest_step_up", &p.greatest_step_up},
      {"", "greatest_step_down", &p.greatest_step_down},
      {"", "radius", &p.radius},
      {"axes", "east", &p.axes.east},
      {"axes", "west", &p.axes.west},
      {"axes", "north", &p.axes.north},
      {"axes", "south", &p.axes.south},
      {"axes", "up", &p.axes.up},
      {"axes", "down", &p.axes.down},
      {"respects", "target_difficulty", &p.respects.target_difficulty},
      {"respects", "target_steepness", &p.respects.target_steepness},
      {"respects", "difficulty_difference", &p.respects.difficulty_difference},
      {"respects", "edge_angle", &p.respects.edge_angle},
      {"respects", "steepness_difference", &p.respects.steepness_difference},
      {"respects", "concave", &p.respects.concave},
      {"respects", "convex", &p.respects.convex},
  }};
}

// What the key speed_model was called. It is still read, and written: fingerprints of metrics are
// those of this text.
constexpr std::string_view kEarlierSpeedModel = "pace";

constexpr std::string_view kTopKeys =
    "name, from, base, speed_model, axes, respects, areas, links, greatest_slope, "
    "greatest_step_up, "
    "greatest_step_down, radius";

std::string keys_of(std::string_view table) {
  std::string keys;
  const Profile profile;
  for (const auto& entry : numbers_of(profile)) {
    if (entry.table == table) keys += (keys.empty() ? "" : ", ") + std::string(entry.key);
  }
  return keys;
}

Result<double> number_of(const TomlEntry& entry, const std::string& name) {
  const auto value = entry.as_number();
  if (!value || std::isnan(*value)) return error_at(entry, name + " must be a number");
  return *value == 0 ? 0 : *value;
}

bool is_false(const TomlEntry& entry) {
  const bool* flag = entry.as_boolean();
  return flag != nullptr && !*flag;
}

// Reads one TOML tree into a profile; stops at the first thing wrong.
class Reader {
 public:
  Result<Profile> read(const TomlTable& root);

 private:
  Result<void> start_from(const TomlTable& root);
  Result<bool> read_word(std::string_view key, const TomlEntry& entry);
  Result<void> read_table(std::string_view key, const TomlTable& table);
  Result<void> read_top(const TomlTable& root);
  double* number_at(std::string_view table, std::string_view key);
  Result<void> read_numbers(std::string_view name, const TomlTable& table);
  Result<void> read_areas(const TomlTable& table);
  Result<void> read_links(const TomlTable& table);
  Result<void> read_link(const std::string& name, const TomlTable& table, LinkPrice& price);
  static Error unknown(const TomlEntry& entry, const std::string& name, std::string_view known) {
    return error_at(
        entry, quoted(name) + " is no key of a profile; the keys here are " + std::string(known));
  }

  Profile profile_;
};

double* Reader::number_at(std::string_view table, std::string_view key) {
  for (const auto& known : numbers_of(profile_)) {
    if (known.table == table && known.key == key) return known.number;
  }
  return nullptr;
}

Result<void> Reader::read_numbers(std::string_view name, const TomlTable& table) {
  for (const TomlEntry& entry : table) {
    const std::string full = std::string(name) + "." + entry.key;
    double* into = number_at(name, entry.key);
    if (into == nullptr) return unknown(entry, full, keys_of(name));
    TRY(*into, number_of(entry, full));
  }
  return {};
}

Result<void> Reader::read_areas(const TomlTable& table) {
  for (const TomlEntry& entry : table) {
    const std::string& name = entry.key;
    AreaPrice price{.area = name};
    const auto number = number_of(entry, name);
    if (is_false(entry)) {
      price.is_banned = true;
    } else if (number) {
      price.multiplier = *number;
    } else {
      return error_at(entry, "areas." + quoted(name) + " must be a multiplier, or false for a ban");
    }
    std::erase_if(profile_.areas, [&](const AreaPrice& p) { return p.area == name; });
    profile_.areas.push_back(std::move(price));
  }
  return {};
}

Result<void> Reader::read_link(const std::string& name, const TomlTable& table, LinkPrice& price) {
  for (const TomlEntry& entry : table) {
    const std::string full = "links." + name + "." + entry.key;
    const bool is_length = entry.key == "per_metre";
    if (!is_length && entry.key != "fixed") return unknown(entry, full, "per_metre, fixed");
    TRY((is_length ? price.per_metre : price.fixed), number_of(entry, full));
  }
  price.is_banned = false;
  return {};
}

Result<void> Reader::read_links(const TomlTable& table) {
  for (const TomlEntry& entry : table) {
    LinkPrice* price = nullptr;
    for (const LinkKind kind : {LinkKind::jump, LinkKind::ladder, LinkKind::teleport}) {
      if (to_string(kind) == entry.key) price = &profile_.links[static_cast<std::size_t>(kind)];
    }
    const std::string& name = entry.key;
    if (price == nullptr) return unknown(entry, "links." + name, "jump, ladder, teleport");
    if (is_false(entry)) {
      *price = {.is_banned = true};
    } else if (const TomlTable* inner = entry.as_table()) {
      TRY_DO(read_link(name, *inner, *price));
    } else {
      return error_at(entry, "links." + name + " must be a table, or false for a ban");
    }
  }
  return {};
}

Result<void> Reader::start_from(const TomlTable& root) {
  const TomlEntry* from = root.find("from");
  if (from == nullptr) return {};
  const std::string* name = from->as_text();
  if (name == nullptr) return error_at(*from, "from must be a text");
  TRY(profile_, named_profile(*name).in(line_of(*from)));
  return {};
}

// The index of one of `words`; nothing when it is none of them.
template <std::size_t N>
std::optional<std::size_t> index_of(const TomlEntry& entry,
                                    const std::array<std::string_view, N>& words) {
  const std::string* text = entry.as_text();
  for (std::size_t i = 0; text != nullptr && i < N; ++i) {
    if (words[i] == *text) return i;
  }
  return std::nullopt;
}

// name, base, speed_model: true when `key` is one of them.
Result<bool> Reader::read_word(std::string_view key, const TomlEntry& entry) {
  if (key == "name") {
    const std::string* name = entry.as_text();
    if (name == nullptr) return error_at(entry, "name must be a text");
    profile_.name = *name;
  } else if (key == "base") {
    const auto base = index_of(entry, kBases);
    if (!base)
      return error_at(entry, "base must be \"centre\", \"box\", \"edge_box\" or \"middle\"");
    profile_.base = static_cast<PriceBase>(*base);
  } else if (key == "speed_model" || key == kEarlierSpeedModel) {
    const auto speed_model = index_of(entry, kSpeedModels);
    if (!speed_model)
      return error_at(entry, "speed_model must be \"steady\", \"tobler\" or \"langmuir\"");
    profile_.speed_model = static_cast<SpeedModel>(*speed_model);
  } else {
    return key == "from";
  }
  return true;
}

Result<void> Reader::read_table(std::string_view key, const TomlTable& table) {
  if (key == "areas") return read_areas(table);
  if (key == "links") return read_links(table);
  return read_numbers(key, table);
}

Result<void> Reader::read_top(const TomlTable& root) {
  for (const TomlEntry& entry : root) {
    const std::string& key = entry.key;
    TRY(const bool is_word, read_word(key, entry));
    if (is_word) continue;
    if (key == "axes" || key == "respects" || key == "areas" || key == "links") {
      const TomlTable* table = entry.as_table();
      if (table == nullptr) return error_at(entry, std::string(key) + " must be a table");
      TRY_DO(read_table(key, *table));
      continue;
    }
    double* into = number_at("", key);
    if (into == nullptr) return unknown(entry, std::string(key), kTopKeys);
    TRY(*into, number_of(entry, std::string(key)));
  }
  return {};
}

Result<Profile> Reader::read(const TomlTable& root) {
  TRY_DO(start_from(root));
  TRY_DO(read_top(root));
  std::ranges::sort(profile_.areas, {}, &AreaPrice::area);
  TRY_DO(lawful(broken_law(profile_)));
  return profile_;
}

std::string number_text(double value) {
  if (value == kNoLimit) return "inf";
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  std::string text(buffer, end);
  const bool is_whole = text.find_first_of(".e") == std::string::npos;
  return is_whole ? text + ".0" : text;
}

}  // namespace

Result<Profile> read_profile(std::string_view text) try {
  if (text.size() > kMostBytes) return Error{"the profile is longer than 64 KiB"};
  TRY(const TomlTable root, parse_toml(text));
  return Reader().read(root);
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

std::string write_profile(const Profile& profile) {
  std::string text = "name = \"" + profile.name + "\"\n";
  text += "base = \"" + std::string(kBases[static_cast<std::size_t>(profile.base)]) + "\"\n";
  text += std::string(kEarlierSpeedModel) + " = \"" +
          std::string(kSpeedModels[static_cast<std::size_t>(profile.speed_model)]) + "\"\n";
  std::string_view table;
  for (const auto& entry : numbers_of(profile)) {
    if (entry.table != table) text += "\n[" + std::string(entry.table) + "]\n";
    table = entry.table;
    text += std::string(entry.key) + " = " + number_text(*entry.number) + "\n";
  }
  text += "\n[areas]\n";
  std::vector<AreaPrice> areas = profile.areas;
  std::ranges::sort(areas, {}, &AreaPrice::area);
  for (const AreaPrice& price : areas) {
    text += "\"" + price.area +
            "\" = " + (price.is_banned ? "false" : number_text(price.multiplier)) + "\n";
  }
  text += "\n[links]\n";
  for (const LinkKind kind : {LinkKind::jump, LinkKind::ladder, LinkKind::teleport}) {
    const LinkPrice& price = profile.link(kind);
    text += std::string(to_string(kind)) + " = " +
            (price.is_banned ? std::string("false")
                             : "{ per_metre = " + number_text(price.per_metre) +
                                   ", fixed = " + number_text(price.fixed) + " }") +
            "\n";
  }
  return text;
}

}  // namespace thalweg
