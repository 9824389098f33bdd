// Structure: what was built from one ground and serves its queries, as one type for all kinds: a
// fold, the gates of cells, a pyramid, a natural tree, a coarse ground.
//
//   const Structure fold(fold_kind(), ground, recipe, std::move(made));   // structures/kinds.hpp
//   const Fold* same = fold.as<Fold>();
//
// A file holds it as a StoredStructure: its sections as they are. structure_of makes a Structure of
// them, and is the only function that does: it checks everything that use relies on before anything
// is derived. So a damaged structure costs that structure, and never the world or the process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/graph/ground.hpp"
#include "thalweg/partition/partition.hpp"
#include "thalweg/store/thal_file.hpp"

namespace thalweg {

class AnyStructureKind;
template <class T>
class KindOf;

// Something that is true of a structure, as `thalweg info` prints it.
struct Fact {
  std::string_view name;
  std::variant<std::uint64_t, double, bool, std::string, std::vector<std::uint32_t>> value;
};

// What the description of a stored structure begins with.
struct StructureHeader {
  std::string recipe;        // the planner that it was built for and all options that shaped it, as
                             // "hpa_star:size=10:levels=1": 1 to 512 letters of ASCII, no blanks
  std::string metric;        // the name of the metric it was built from
  std::uint64_t ground = 0;  // fingerprint of that ground
  // Where building was broken off, in steps. Nothing: it is finished
  std::optional<std::uint32_t> steps = {};

  bool operator==(const StructureHeader&) const = default;
};

// A structure as a file has it, unchecked. Its sections are kept as they are, those that no version
// knows too. Only structure_of and describe read them.
struct StoredStructure {
  std::string kind;  // "fold"
  std::string name;  // as is_stored_name says; each once in a kind
  // What its description says, for finding it. Empty where that cannot be read
  StructureHeader header = {};
  std::vector<ThalSection> sections = {};  // in order of name, without "fold/NAME/"; none empty
};

class Structure {
 public:
  // None: what planners have that build nothing.
  Structure() = default;
  // Requires: `value` was built from that ground. The recipe may be given later.
  template <class T>
  Structure(const KindOf<T>& kind, const Ground& ground, std::string recipe, T value)
      : Structure(kind, ground.fingerprint(), std::move(recipe),
                  std::make_shared<const T>(std::move(value))) {}

  explicit operator bool() const { return kind_ != nullptr; }

  // Requires, as all that follow: it is not none.
  const AnyStructureKind& kind() const { return *kind_; }
  const std::string& recipe() const { return recipe_; }
  Structure with_recipe(std::string recipe) const;
  // Fingerprint of the ground that it was built from.
  std::uint64_t ground() const { return ground_; }
  std::size_t bytes() const;                   // of memory; 0 for none
  Result<std::vector<Fact>> describe() const;  // refused: out of memory
  // Its cells; nothing where the kind has none.
  std::optional<Partition> cells() const;
  // The first law that it breaks, or nothing. Slow. Requires: the ground that it was built from.
  std::optional<std::string> broken_law(const Ground& ground) const;

  // Null where it is of another type, or none.
  template <class T>
  const T* as() const {
    return holds(KindOf<T>::type_mark()) ? static_cast<const T*>(value_.get()) : nullptr;
  }

 private:
  Structure(const AnyStructureKind& kind, std::uint64_t ground, std::string recipe,
            std::shared_ptr<const void> value)
      : kind_(&kind), ground_(ground), recipe_(std::move(recipe)), value_(std::move(value)) {}
  bool holds(const void* type) const;
  friend Result<Structure> structure_of(const StoredStructure& stored, const Ground& ground);
  friend StoredStructure stored(const Structure& structure, std::string name, std::string metric);

  const AnyStructureKind* kind_ = nullptr;
  std::uint64_t ground_ = 0;
  std::string recipe_;
  std::shared_ptr<const void> value_;
};

// As a file holds it. `metric`: what its ground is called there. Requires: it is not none.
StoredStructure stored(const Structure& structure, std::string name, std::string metric);

// `stored`, checked and ready for use; used directly from the mapped file. Refused with a sentence:
// a kind that this version does not know, sections that do not fit each other, a ground that it was
// not built from, whatever would be unsafe to use. What passes gives routes of the ground; whether
// all it says is true, broken_law tells. O(structure), or O(arcs).
Result<Structure> structure_of(const StoredStructure& stored, const Ground& ground);

// What can be said of it without its ground. Refused with a sentence: a kind that this version does
// not know, sections that do not fit each other. O(structure).
Result<std::vector<Fact>> describe(const StoredStructure& stored);

// "fold NAME": what sentences about it begin with.
std::string title(const StoredStructure& stored);

}  // namespace thalweg
