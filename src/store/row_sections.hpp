// Compressed rows as sections of a .thal file, and back.
#pragma once

#include <string>
#include <vector>

#include "store/section_taker.hpp"
#include "thalweg/core/csr.hpp"

namespace thalweg {

// Offsets and items of compressed rows, as sections PREFIX_offsets and PREFIX.
template <class Row, class Item>
std::vector<ThalSection> row_sections(const std::string& prefix, const Csr<Row, Item>& rows) {
  return {section_of(prefix + "_offsets", rows.offsets()), section_of(prefix, rows.items())};
}

// The caller checks whether the offsets are valid.
template <class Row, class Item>
Csr<Row, Item> take_rows(SectionTaker& sections, const std::string& prefix) {
  auto offsets = sections.take<std::uint32_t>(prefix + "_offsets");
  return {std::move(offsets), sections.take<Item>(prefix)};
}

}  // namespace thalweg
