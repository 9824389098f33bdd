// What the verbs print of structures comes from their facts and the words of their kind.
#include "common/structures.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace thalweg::tool {
namespace {

struct InWords {
  std::string operator()(std::uint64_t number) const { return with_commas(number); }
  std::string operator()(double number) const { return fmt::format("{:.2f}", number); }
  std::string operator()(bool is_so) const { return is_so ? "true" : "false"; }
  std::string operator()(const std::string& text) const { return text; }
  std::string operator()(const std::vector<std::uint32_t>& numbers) const {
    std::string sum;
    for (const std::uint32_t number : numbers) {
      sum += (sum.empty() ? "" : " + ") + with_commas(number);
    }
    return sum.empty() ? "0" : sum;
  }
};

}  // namespace

Json json_of(std::span<const Fact> facts) {
  Json out = Json::object();
  for (const Fact& fact : facts) {
    std::visit([&](const auto& value) { out[std::string(fact.name)] = value; }, fact.value);
  }
  return out;
}

std::string in_words(std::string_view in_words, std::span<const Fact> facts) {
  std::string text(in_words);
  for (const Fact& fact : facts) {
    const std::string name = "{" + std::string(fact.name) + "}";
    const std::size_t at = text.find(name);
    if (at != std::string::npos) text.replace(at, name.size(), std::visit(InWords{}, fact.value));
  }
  return text;
}

const StoredStructure& chosen_structure(const Store& store, const AnyStructureKind& kind,
                                        const std::string& name) {
  const KindNames& names = kind.names();
  if (!name.empty()) return *need(find_structure(store, names.name, name));
  const auto is_of_kind = [&](const StoredStructure& one) { return one.kind == names.name; };
  const auto first = std::ranges::find_if(store.structures, is_of_kind);
  if (first == store.structures.end()) {
    throw Failure(fmt::format("the file holds no {}: thalweg build makes one", names.one));
  }
  if (std::ranges::count_if(store.structures, is_of_kind) == 1) return *first;
  std::string all;
  for (const StoredStructure& one : store.structures) {
    if (is_of_kind(one)) all += (all.empty() ? "" : ", ") + one.name;
  }
  throw UsageError(fmt::format("the file holds several {}: name one of {}", names.many, all));
}

ReadStructure read_structure(const Store& store, const StoredStructure& stored) {
  Ground ground = need(stored_ground(store, stored.header.metric).in(title(stored)));
  Structure structure = need(structure_of(stored, ground));
  return {std::move(ground), std::move(structure)};
}

}  // namespace thalweg::tool
