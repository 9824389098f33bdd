// Files: the files of the sample stores with words changed, by number.
#pragma once

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <vector>

#include "change.hpp"
#include "sample_stores.hpp"
#include "store_use.hpp"
#include "unit/store/sealing.hpp"

namespace thalweg::words {

inline constexpr std::uint64_t kStep = 7919;  // a prime, larger than the number of sections
inline constexpr std::array kKinds = {"world",     "mesh",      "locator", "grid",   "metric",
                                      "partition", "hierarchy", "pyramid", "coarse", "fold"};

// A file, and what was changed in it.
struct Changed {
  std::string what;
  std::size_t kind = 0;
  std::string part;  // "fold/NAME": of one structure or metric; empty: of the world
  FileBytes bytes;
};

class Files {
 public:
  explicit Files(std::uint64_t seed) : seed_(seed), stores_(sample_stores()) {
    for (const NamedStore& one : stores_) sections_.push_back(filled_sections(one.store));
  }

  Changed make(std::uint64_t number) const {
    Random random(mix64(seed_ + number));
    const std::size_t which = number % sections_.size();
    auto sections = sections_[which];
    // Steps that meet all sections, so that few files meet sections of every kind.
    ThalSection& section = sections[number / sections_.size() * kStep % sections.size()];
    const std::string name = section.name;
    const std::string what = stores_[which].name + ": " + change_words(section, random);
    const auto kind = std::ranges::find(kKinds, name.substr(0, name.find('/')));
    const std::size_t slash = name.find('/', name.find('/') + 1);
    return {what, static_cast<std::size_t>(kind - kKinds.begin()),
            slash == std::string::npos ? "" : name.substr(0, slash),
            FileBytes(seal_thal(std::move(sections)).value())};
  }

  // What is wrong with the files before they are changed; empty: all of them is used.
  std::string complaint() const {
    for (std::size_t i = 0; i < stores_.size(); ++i) {
      const auto store = FileBytes(seal_thal(sections_[i]).value()).read();
      if (!store) return stores_[i].name + ": " + store.error();
      if (use_store(*store) > 0) return stores_[i].name + ": a part is refused";
      if (const auto broken = verify(*store); !broken.empty()) {
        return stores_[i].name + ": " + broken.front();
      }
    }
    return "";
  }

 private:
  std::uint64_t seed_;
  std::vector<NamedStore> stores_;
  std::vector<std::vector<ThalSection>> sections_;
};

// The metric that was changed and what was built from it, or the structure that was changed and its metric.
inline Store narrowed(Store store, const std::string& part) {
  if (part.empty()) return store;
  const std::string name = part.substr(part.find('/') + 1);
  const bool is_metric = part.starts_with("metric/");
  std::string metric = is_metric ? name : "";
  std::erase_if(store.structures, [&](const StoredStructure& one) {
    return is_metric ? one.header.metric != name : one.kind + "/" + one.name != part;
  });
  if (!is_metric && !store.structures.empty()) metric = store.structures.front().header.metric;
  std::erase_if(store.metrics, [&](const StoredMetric& one) { return one.name != metric; });
  return store;
}

inline void save(const std::string& path, const FileBytes& file) {
  std::ofstream out(path, std::ios::binary);
  const auto bytes = file.bytes();
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
}

}  // namespace thalweg::words
