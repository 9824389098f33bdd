// One list of arrays and their names serves reading and writing. Whether a fold is safe to use is
// checked against its ground later (check_fold).
#include "store/fold_sections.hpp"

#include "store/bytes.hpp"
#include "store/hierarchy_sections.hpp"
#include "store/named.hpp"
#include "store/row_sections.hpp"

namespace thalweg {
namespace {

Array<std::byte> write_about_fold(const StoredFold& stored) {
  ByteWriter out;
  out.text(stored.recipe).text(stored.metric);
  out.number(stored.fold.metric).number(static_cast<std::uint32_t>(stored.fold.core));
  out.number(stored.fold.passage_unit);
  return std::move(out).take();
}

Result<StoredFold> read_about_fold(std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  StoredFold stored;
  stored.recipe = in.text();
  stored.metric = in.text();
  stored.fold.metric = in.number<std::uint64_t>();
  const auto core = in.number<std::uint32_t>();
  stored.fold.passage_unit = in.number<float>();
  if (!in.is_whole()) return Error{"its description is too short or too long"};
  if (!is_recipe(stored.recipe)) return Error{"its recipe is no text of a planner"};
  if (!is_stored_name(stored.metric)) return Error{"its metric has no proper name"};
  if (core > static_cast<std::uint32_t>(FoldCore::labels))
    return Error{"its core is of no known kind"};
  stored.fold.core = static_cast<FoldCore>(core);
  return stored;
}

// Calls one(name, array) for every plain array, and rows(name, rows) for compressed ones.
template <class AnyFold, class One, class Rows>
void for_each_array(AnyFold& fold, const One& one, const Rows& rows) {
  one("/nodes", fold.nodes);
  one("/faces", fold.faces);
  one("/tree", fold.tree);
  one("/tree_steps", fold.tree_steps);
  one("/runs", fold.runs);
  one("/roots", fold.roots);
  one("/joins", fold.joins);
  one("/slots", fold.slots);
  one("/chains", fold.chains);
  rows("/branches", fold.branches);
  one("/junctions", fold.junctions);
  rows("/arcs", fold.core_arcs);
  one("/distances", fold.distances);
  one("/neck_pairs", fold.passage_pairs);
  rows("/labels_out", fold.labels_out);
  rows("/labels_in", fold.labels_in);
  one("/closed", fold.closed);
  one("/closed_nodes", fold.closed_nodes);
  one("/closed_steps", fold.closed_steps);
  rows("/detours", fold.detours);
}

template <class Item>
const Array<Item>& plain(const Array<Item>& array) {
  return array;
}

template <class Item>
void take_items(SectionTaker& sections, const std::string& name, Array<Item>& array) {
  array = sections.take<Item>(name);
}

Result<StoredFold> take_fold(SectionTaker& sections, std::string_view name) {
  const std::string prefix = section_prefix<StoredFold>(name);
  TRY(StoredFold stored,
      read_about_fold(sections.take<std::byte>(prefix + std::string(kAbout)).span()));
  stored.name = name;
  for_each_array(
      stored.fold,
      [&](const char* part, auto& array) { take_items(sections, prefix + part, array); },
      [&]<class Row, class Item>(const char* part, Csr<Row, Item>& rows) {
        rows = take_rows<Row, Item>(sections, prefix + part);
      });
  TRY_DO(sections.check());
  return stored;
}

}  // namespace

std::vector<ThalSection> fold_sections(const StoredFold& stored) {
  const std::string prefix = section_prefix<StoredFold>(stored.name);
  std::vector<ThalSection> sections = {
      section_of(prefix + std::string(kAbout), write_about_fold(stored))};
  for_each_array(
      stored.fold,
      [&](const char* part, const auto& array) {
        sections.push_back(section_of(prefix + part, plain(array)));
      },
      [&](const char* part, const auto& rows) {
        for (ThalSection& section : row_sections(prefix + part, rows)) {
          sections.push_back(std::move(section));
        }
      });
  return sections;
}

Result<std::vector<StoredFold>> take_folds(SectionTaker& sections) {
  return take_all<StoredFold>(sections, take_fold);
}

}  // namespace thalweg
