// Names have the letters that are safe in section names; KIND/NAME/about is the
// section that every stored thing has.
#include "store/named.hpp"

namespace thalweg {

bool is_stored_name(std::string_view name) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  };
  return !name.empty() && name.size() <= kMostNameLetters && std::ranges::all_of(name, fits);
}

std::string_view name_told_about(std::string_view section, std::string_view kind) {
  if (!section.starts_with(kind) || !section.ends_with(kAbout)) return {};
  section.remove_prefix(kind.size());
  if (!section.starts_with('/') || section.size() < 1 + kAbout.size()) return {};
  const auto name = section.substr(1, section.size() - 1 - kAbout.size());
  return is_stored_name(name) ? name : std::string_view{};
}

Result<const StoredMetric*> find_metric(const Store& store, std::string_view name) {
  const auto found = std::ranges::find(store.metrics, name, &StoredMetric::name);
  if (found != store.metrics.end()) return &*found;
  return Error{"there is no metric " + thalweg::quoted(name) + " in the file"};
}

}  // namespace thalweg
