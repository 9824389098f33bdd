// Structures of a .thal file for the verbs, whatever their kind: described, and chosen by name.
#pragma once

#include <span>
#include <string>

#include "common/common.hpp"
#include "thalweg/store/store.hpp"
#include "thalweg/store/structure_kind.hpp"

namespace thalweg::tool {

// Facts as members of an object.
Json json_of(std::span<const Fact> facts);

// The line of `thalweg info` on facts: "6 gates, 120 bytes". `in_words`: as KindNames has it.
std::string in_words(std::string_view in_words, std::span<const Fact> facts);

// The structure of that kind and name, or the only one if no name is given. A Failure lists the
// names.
const StoredStructure& chosen_structure(const Store& store, const AnyStructureKind& kind,
                                        const std::string& name);

// What such a structure and its ground are, read and checked.
struct ReadStructure {
  Ground ground;
  Structure structure;
};
ReadStructure read_structure(const Store& store, const StoredStructure& stored);

}  // namespace thalweg::tool
