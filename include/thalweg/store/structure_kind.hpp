// StructureKind: all that a kind of structures says of itself, in one file of src/structures.
// Unstable: for those who add kinds (CONTRIBUTING.md).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "thalweg/core/csr.hpp"
#include "thalweg/store/structure.hpp"

namespace thalweg {

// Reads or writes the sections of one structure. A kind lists its arrays and numbers once, for both.
// Reading goes on after a section that does not fit: check() then says what was wrong first.
class SectionIo {
 public:
  // Reads. Requires: in order of name.
  explicit SectionIo(std::span<const ThalSection> sections);
  // Writes.
  explicit SectionIo(StructureHeader given) : header(std::move(given)), is_reading_(false) {}

  StructureHeader header;

  bool is_reading() const { return is_reading_; }

  // The next number of the description; bools and enums have 4 bytes there.
  template <class T>
  requires std::is_arithmetic_v<T>
  void number(T& value) {
    static_assert(!std::is_same_v<T, bool>, "choice() checks the value");
    transfer(&value, sizeof value);
  }
  // A value of an enum up to `last`, or a bool up to true; others are refused with that sentence.
  template <class T>
  void choice(T& value, T last, const char* why) {
    auto code = static_cast<std::uint32_t>(value);
    number(code);
    if (code > static_cast<std::uint32_t>(last)) return fail(why);
    value = static_cast<T>(code);
  }
  // True where the description has more than was read so far.
  bool has_more() const { return !left_.empty(); }

  template <class T>
  void array(std::string_view name, Array<T>& items) {
    if (!is_reading_) return add(section_of(std::string(name), items));
    const ThalSection* section = find(name);
    auto taken = section == nullptr ? Result<Array<T>>(Array<T>{}) : items_of<T>(*section);
    if (!taken) return fail(std::move(taken).take_error().message);
    items = std::move(taken).value();
  }
  template <class Id, class T>
  void array(std::string_view name, IdArray<Id, T>& items) {
    array(name, static_cast<Array<T>&>(items));
  }
  // Sections NAME_offsets and NAME. The kind checks whether the offsets are valid.
  template <class Row, class Item>
  void rows(const std::string& name, Csr<Row, Item>& rows) {
    Array<std::uint32_t> offsets = rows.offsets();
    Array<Item> items = rows.items();
    array(name + "_offsets", offsets);
    array(name, items);
    if (is_reading_) rows = {std::move(offsets), std::move(items)};
  }
  // The arrays of a tree of cells.
  void tree(PartitionArrays& arrays);
  // All other sections, in order of name.
  void others(std::vector<ThalSection>& sections);

  void fail(std::string why);

  // Refused with a sentence: a description that is too short or too long, a recipe or metric that is
  // none, and what was noted since. Requires: reading.
  Result<void> check() const;
  // The first three of these alone.
  Result<void> check_header() const;
  // What was written: in order of name, none empty. Requires: writing.
  std::vector<ThalSection> take() &&;

 private:
  const ThalSection* find(std::string_view name);
  void add(ThalSection section) { sections_.push_back(std::move(section)); }
  void transfer(void* value, std::size_t size);
  void read_header();

  bool is_reading_ = true;
  std::vector<ThalSection> sections_;  // to read, or written so far
  std::vector<bool> is_taken_;         // [section to read]
  std::span<const std::byte> left_;    // of the description
  std::vector<std::byte> numbers_;     // written
  bool is_cut_off_ = false;            // the description was too short
  std::string why_;                    // what was wrong first
};

// The words of a kind.
struct KindNames {
  std::string_view name;  // before its section names: "hierarchy"
  std::string_view one;   // what it is called
  std::string_view many;
  std::string_view list;      // in the JSON of `thalweg info`
  std::string_view in_words;  // one line: "{gates} gates, {bytes} bytes" by the names of the facts
};

// T is what planners use; Parts are what files hold of it, by default the same.
template <class T, class Parts = T>
struct StructureKind {
  KindNames names;
  // Each stored array and number once, for reading and for writing. Earlier files must stay
  // readable: names and the order of numbers stay for ever.
  void (*sections)(SectionIo& io, Parts& parts) = nullptr;
  // What is stored of a value. DEFAULT: null, all of it
  Parts (*parts)(const T& value) = nullptr;
  // Refuses what does not fit together, what is not of this ground and what is unsafe to use; then
  // derives the rest. The header was checked, so the metric's fingerprint is the ground's.
  Result<T> (*ready)(Parts parts, const Ground& ground) = nullptr;
  // The first law that it breaks, or nothing.
  std::optional<std::string> (*broken_law)(const T& value, const Ground& ground) = nullptr;
  // Refuses what does not fit together.
  Result<std::vector<Fact>> (*describe)(Parts parts) = nullptr;
  std::size_t (*bytes)(const T& value) = nullptr;
  // DEFAULT: null, it has no cells
  Partition (*cells)(const T& value) = nullptr;
};

// The same for those who do not know T.
class AnyStructureKind {
 public:
  virtual ~AnyStructureKind() = default;
  const KindNames& names() const { return names_; }

  virtual const void* type() const = 0;
  // What its description says; empty where that cannot be read.
  virtual StructureHeader header(SectionIo io) const = 0;
  virtual Result<std::shared_ptr<const void>> read(SectionIo io, const Ground& ground) const = 0;
  virtual std::vector<ThalSection> write(SectionIo io, const void* value) const = 0;
  virtual Result<std::vector<Fact>> describe(SectionIo io) const = 0;
  virtual Result<std::vector<Fact>> describe(const void* value) const = 0;
  virtual std::optional<std::string> broken_law(const void* value, const Ground& ground) const = 0;
  virtual std::size_t bytes(const void* value) const = 0;
  virtual std::optional<Partition> cells(const void* value) const = 0;

 protected:
  explicit AnyStructureKind(const KindNames& names) : names_(names) {}

 private:
  KindNames names_;
};

// The same for those who know T alone.
template <class T>
class KindOf : public AnyStructureKind {
 public:
  // Another address for each T.
  static const void* type_mark() {
    static const char kMark = 0;
    return &kMark;
  }
  const void* type() const final { return type_mark(); }

 protected:
  using AnyStructureKind::AnyStructureKind;
};

// The object of a kind; it lives as long as the program.
template <class T, class Parts>
class KindObject final : public KindOf<T> {
 public:
  explicit KindObject(const StructureKind<T, Parts>& kind) : KindOf<T>(kind.names), kind_(kind) {}

  StructureHeader header(SectionIo io) const override {
    Parts parts{};
    kind_.sections(io, parts);
    return io.check_header() ? std::move(io.header) : StructureHeader{};
  }
  Result<std::shared_ptr<const void>> read(SectionIo io, const Ground& ground) const override {
    auto parts = parts_of(io);
    if (!parts) return std::move(parts).take_error();
    if (io.header.ground != ground.fingerprint()) return Error{"it was built from another metric"};
    auto value = kind_.ready(std::move(parts).value(), ground);
    if (!value) return std::move(value).take_error();
    return std::shared_ptr<const void>(std::make_shared<const T>(std::move(value).value()));
  }
  std::vector<ThalSection> write(SectionIo io, const void* value) const override {
    Parts parts = parts_of(value);
    kind_.sections(io, parts);
    return std::move(io).take();
  }
  Result<std::vector<Fact>> describe(SectionIo io) const override {
    auto parts = parts_of(io);
    if (!parts) return std::move(parts).take_error();
    return kind_.describe(std::move(parts).value());
  }
  Result<std::vector<Fact>> describe(const void* value) const override {
    return kind_.describe(parts_of(value));
  }
  std::optional<std::string> broken_law(const void* value, const Ground& ground) const override {
    return kind_.broken_law(*static_cast<const T*>(value), ground);
  }
  std::size_t bytes(const void* value) const override {
    return kind_.bytes(*static_cast<const T*>(value));
  }
  std::optional<Partition> cells(const void* value) const override {
    if (kind_.cells == nullptr) return std::nullopt;
    return kind_.cells(*static_cast<const T*>(value));
  }

 private:
  Result<Parts> parts_of(SectionIo& io) const {
    Parts parts{};
    kind_.sections(io, parts);
    if (auto fits = io.check(); !fits) return std::move(fits).take_error();
    return parts;
  }
  Parts parts_of(const void* value) const {
    const T& whole = *static_cast<const T*>(value);
    if constexpr (std::is_same_v<T, Parts>) {
      return whole;
    } else {
      return kind_.parts(whole);
    }
  }

  StructureKind<T, Parts> kind_;
};

// All kinds, in the order in which they are listed: those of src/structures, then the added ones.
std::vector<const AnyStructureKind*> structure_kinds();
// Adds a kind of one's own; it lives as long as the program. From any thread. Refused with a sentence:
// a name that another kind has, or that is no name of a section.
Result<void> add_structure_kind(const AnyStructureKind& kind);
// Null where this version does not know it.
const AnyStructureKind* find_structure_kind(std::string_view name);

// The same of a kind that may be unknown.
StructureHeader header_of(const StoredStructure& stored);

// True for 1 to 512 ASCII characters without blanks.
bool is_recipe(std::string_view text);

}  // namespace thalweg
