// What metrics, partitions, hierarchies, pyramids, coarse grounds and folds of a store share: a
// unique name and sections called KIND/NAME/...
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/text.hpp"
#include "core/try.hpp"
#include "store/section_taker.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg {

// The kind of a stored thing, as used in section names and in sentences.
template <class Stored>
inline constexpr std::string_view kKind = "";
template <>
inline constexpr std::string_view kKind<StoredMetric> = "metric";
template <>
inline constexpr std::string_view kKind<StoredPartition> = "partition";
template <>
inline constexpr std::string_view kKind<StoredHierarchy> = "hierarchy";
template <>
inline constexpr std::string_view kKind<StoredPyramid> = "pyramid";
template <>
inline constexpr std::string_view kKind<StoredCoarse> = "coarse";
template <>
inline constexpr std::string_view kKind<StoredFold> = "fold";

// The section that every stored thing has.
inline constexpr std::string_view kAbout = "/about";

// The NAME in "kind/NAME/about"; empty for other sections.
std::string_view name_told_about(std::string_view section, std::string_view kind);

// "kind/NAME": the prefix of its section names.
template <class Stored>
std::string section_prefix(std::string_view name) {
  return std::string(kKind<Stored>).append("/").append(name);
}

// "kind NAME", for errors.
template <class Stored>
std::string title(std::string_view name) {
  return std::string(kKind<Stored>).append(" ").append(name);
}
template <class Stored>
std::string title(const Stored& stored) {
  return title<Stored>(stored.name);
}

template <class Stored>
Result<void> check_name(const Stored& stored) {
  if (is_stored_name(stored.name)) return {};
  return Error{thalweg::quoted(stored.name) + " cannot name a " + std::string(kKind<Stored>)};
}

// The thing of that name; if there is none, the error lists the names.
template <class Stored>
Result<const Stored*> find_named(const std::vector<Stored>& all, std::string_view name) {
  const auto found = std::ranges::find(all, name, &Stored::name);
  if (found != all.end()) return &*found;
  std::string names;
  for (const Stored& stored : all) names += (names.empty() ? "" : ", ") + stored.name;
  return Error{"there is no " + std::string(kKind<Stored>) + " " + thalweg::quoted(name) +
               " in the file" + (names.empty() ? ": it holds none" : ", but " + names)};
}

// Adds `stored`; it replaces one of the same name.
template <class Stored>
void put(std::vector<Stored>& all, Stored stored) {
  std::erase_if(all, [&](const Stored& other) { return other.name == stored.name; });
  all.push_back(std::move(stored));
  std::ranges::sort(all, {}, &Stored::name);
}

// All things of one kind among `sections`, in order of name. `take(sections, name)` reads one of
// them as a Result.
template <class Stored, class Take>
Result<std::vector<Stored>> take_all(SectionTaker& sections, Take take) {
  std::vector<Stored> all;
  for (const ThalSection& section : sections.sections()) {
    const std::string_view name = name_told_about(section.name, kKind<Stored>);
    if (name.empty()) continue;
    TRY(Stored stored, take(sections, name).in(title<Stored>(name)));
    all.push_back(std::move(stored));
  }
  std::ranges::sort(all, {}, &Stored::name);  // section order puts a.b before a
  return all;
}

// The metric of that name.
Result<const StoredMetric*> find_metric(const Store& store, std::string_view name);

// Refuses a partition or hierarchy of `graph` whose metric is not in the store or is of another
// graph.
template <class Stored>
Result<void> check_metric(const Store& store, const Stored& stored, std::uint64_t graph) {
  TRY(const StoredMetric* metric, find_metric(store, stored.metric));
  if (metric->parts.graph == graph) return {};
  return Error{"the " + std::string(kKind<Stored>) + " is of another graph than its metric"};
}

}  // namespace thalweg
