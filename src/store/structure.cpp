// Structure: everything is asked of its kind. Sections become one here alone.
#include "thalweg/store/structure.hpp"

#include <algorithm>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "thalweg/store/structure_kind.hpp"

namespace thalweg {
namespace {

Result<const AnyStructureKind*> kind_of(const StoredStructure& stored) {
  const AnyStructureKind* kind = find_structure_kind(stored.kind);
  if (kind == nullptr) return Error{"it is of a kind that this version does not know"};
  return kind;
}

}  // namespace

const AnyStructureKind* find_structure_kind(std::string_view name) {
  const auto kinds = structure_kinds();
  const auto found = std::ranges::find(
      kinds, name, [](const AnyStructureKind* kind) { return kind->names().name; });
  return found == kinds.end() ? nullptr : *found;
}

StructureHeader header_of(const StoredStructure& stored) {
  const SectionIo io(stored.sections);
  if (const AnyStructureKind* kind = find_structure_kind(stored.kind)) return kind->header(io);
  return io.check_header() ? io.header : StructureHeader{};
}

Structure Structure::with_recipe(std::string recipe) const {
  Structure same = *this;
  same.recipe_ = std::move(recipe);
  return same;
}

std::size_t Structure::bytes() const { return kind_ == nullptr ? 0 : kind_->bytes(value_.get()); }

Result<std::vector<Fact>> Structure::describe() const try {
  return kind_->describe(value_.get());
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

std::optional<Partition> Structure::cells() const { return kind_->cells(value_.get()); }

std::optional<std::string> Structure::broken_law(const Ground& ground) const {
  if (ground_ != ground.fingerprint()) return "it was built from another metric";
  return kind_->broken_law(value_.get(), ground);
}

bool Structure::holds(const void* type) const { return kind_ != nullptr && kind_->type() == type; }

StoredStructure stored(const Structure& structure, std::string name, std::string metric) {
  const AnyStructureKind& kind = structure.kind();
  const StructureHeader header{
      .recipe = structure.recipe(), .metric = std::move(metric), .ground = structure.ground()};
  StoredStructure made{.kind = std::string(kind.names().name), .name = std::move(name)};
  made.sections = kind.write(SectionIo(header), structure.value_.get());
  made.header = header_of(made);
  if (made.header == StructureHeader{}) made.header = header;  // with_structure says what is wrong
  return made;
}

std::string title(const StoredStructure& stored) { return stored.kind + " " + stored.name; }

Result<Structure> structure_of(const StoredStructure& stored, const Ground& ground) try {
  TRY(const AnyStructureKind* kind, kind_of(stored).in(title(stored)));
  TRY(auto value, kind->read(SectionIo(stored.sections), ground).in(title(stored)));
  return Structure(*kind, ground.fingerprint(), header_of(stored).recipe, std::move(value));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<std::vector<Fact>> describe(const StoredStructure& stored) try {
  TRY(const AnyStructureKind* kind, kind_of(stored).in(title(stored)));
  return kind->describe(SectionIo(stored.sections)).in(title(stored));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
