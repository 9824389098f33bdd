// Stored structures of all kinds, from the sample stores, and changes of their sections.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "sample_stores.hpp"
#include "scope.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/structures/kinds.hpp"
#include "unit/store/sealing.hpp"

namespace thalweg {

// Stores that together have structures of all kinds.
inline const std::vector<NamedStore>& built_stores() {
  static const std::vector<NamedStore> stores = [] {
    auto all = sample_stores();
    std::erase_if(all, [](const NamedStore& one) { return one.store.structures.empty(); });
    return all;
  }();
  return stores;
}

inline Ground ground_of_stored(const Store& store, const StoredStructure& stored) {
  return stored_ground(store, stored.header.metric).value();
}

// Calls visit(store, structure, its ground) for the structures of all stores.
template <class Visit>
void for_each_structure(const Visit& visit) {
  for (const NamedStore& one : built_stores()) {
    for (const StoredStructure& stored : one.store.structures) {
      SCOPED_TRACE(one.name + ", " + title(stored));
      visit(one.store, stored, ground_of_stored(one.store, stored));
    }
  }
}

// A structure of that kind, with its store.
struct Sample {
  Store store;
  StoredStructure stored;
  Ground ground;
};
inline Sample sample_of(std::string_view kind, std::string_view part_of_name = "") {
  for (const NamedStore& one : built_stores()) {
    for (const StoredStructure& stored : one.store.structures) {
      if (stored.kind != kind || stored.name.find(part_of_name) == std::string::npos) continue;
      return {one.store, stored, ground_of_stored(one.store, stored)};
    }
  }
  std::abort();
}

// The structure with the items of a section changed; a section that is missing has none.
template <class T, class Edit>
StoredStructure with_items(StoredStructure stored, std::string_view name, const Edit& edit) {
  const auto section = std::ranges::find(stored.sections, name, &ThalSection::name);
  std::vector<T> items;
  if (section != stored.sections.end()) items = items_of<T>(*section)->to_vector();
  edit(items);
  std::erase_if(stored.sections, [&](const ThalSection& one) { return one.name == name; });
  if (items.empty()) return stored;
  stored.sections.push_back(section_of(std::string(name), Array<T>(std::move(items))));
  std::ranges::sort(stored.sections, {}, &ThalSection::name);
  return stored;
}

inline Store replaced(const Store& store, const StoredStructure& stored) {
  return with_structure(store, stored).value();
}

inline bool same_sections(const StoredStructure& a, const StoredStructure& b) {
  return std::ranges::equal(
      a.sections, b.sections, [](const ThalSection& one, const ThalSection& other) {
        return one.name == other.name && one.element_size == other.element_size &&
               std::ranges::equal(one.bytes, other.bytes);
      });
}

inline std::vector<Distance> answers_by(const PlannerPlan& plan, const Ground& ground,
                                        const Structure& structure) {
  const auto planner = make_planner(plan, ground, structure).value();
  std::vector<Distance> all;
  Random random(seed_of(8));
  for (int i = 0; i < 8; ++i) {
    const Point start = random_point(ground.world(), random);
    const Answer answer = planner->find({.start = start,
                                         .goal = random_point(ground.world(), random),
                                         .reach = 1e9,
                                         .try_straight = false});
    all.push_back(static_cast<Distance>(answer.outcome));
    all.push_back(answer.cost);
    for (const NodeId node : answer.route.nodes) all.push_back(node.value);
  }
  return all;
}

}  // namespace thalweg
