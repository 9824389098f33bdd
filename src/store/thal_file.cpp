// One checksum covers header and table, and each section has its own, computed in parallel in large
// files. Every byte of a file belongs to one of these or is padding.
#include "thalweg/store/thal_file.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>

#include "core/text.hpp"
#include "core/thrown.hpp"
#include "core/try.hpp"
#include "thalweg/core/hash.hpp"
#include "thalweg/core/parallel.hpp"

namespace thalweg {
namespace {

// Starts with a byte over 127 and contains line ends, so that a text-mode copy is detected at once.
constexpr std::array<unsigned char, 8> kMagic = {0x89, 'T', 'H', 'A', 'L', '\r', '\n', 0x1a};
constexpr std::uint32_t kByteOrder = 0x01020304;
constexpr std::array<std::byte, kThalAlignment> kPadding{};

struct Header {
  std::array<unsigned char, 8> magic = kMagic;
  std::uint32_t byte_order = kByteOrder;
  std::uint32_t version = kThalVersion;
  std::uint64_t file_size = 0;      // bytes
  std::uint64_t section_count = 0;  // entries of the table, which follows
  std::array<std::uint64_t, 3> reserved{};
  std::uint64_t checksum = 0;  // over the header up to here, and the table
};
static_assert(sizeof(Header) == kThalAlignment);

struct Entry {
  std::array<char, kThalNameSize> name{};  // zeros after its end
  std::uint32_t element_size = 0;          // bytes
  std::uint32_t reserved = 0;
  std::uint64_t count = 0;     // items
  std::uint64_t offset = 0;    // from the file's start
  std::uint64_t checksum = 0;  // over the items
};
static_assert(sizeof(Entry) == 2 * kThalAlignment);

std::size_t padding_after(std::size_t size) {
  return (kThalAlignment - size % kThalAlignment) % kThalAlignment;
}

std::uint64_t front_checksum(std::span<const std::byte> front) {
  const std::uint64_t seed = hash_bytes(front.first(offsetof(Header, checksum)));
  return hash_bytes(front.subspan(sizeof(Header)), seed);
}

bool is_section_name(std::string_view name) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == '/';
  };
  return !name.empty() && name.size() < kThalNameSize && std::ranges::all_of(name, fits);
}

// The name of an entry; nothing when it is not valid or is followed by bytes that are not zero.
std::optional<std::string> name_of(const Entry& entry) {
  const auto end = std::ranges::find(entry.name, '\0');
  const std::string name(entry.name.begin(), end);
  const bool is_clean = std::all_of(end, entry.name.end(), [](char c) { return c == 0; });
  if (!is_clean || !is_section_name(name)) return std::nullopt;
  return name;
}

std::vector<std::uint64_t> checksums(std::span<const ThalSection> sections) {
  std::vector<std::uint64_t> sums(sections.size());
  std::size_t total = 0;
  for (const ThalSection& s : sections) total += s.bytes.size();
  // On a small file, threads cost more than they save.
  const std::size_t grain = total > (std::size_t{1} << 20) ? 1 : sections.size() + 1;
  parallel_for(sections.size(), grain, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) sums[i] = hash_bytes(sections[i].bytes.span());
  });
  return sums;
}

Result<void> check_machine() {
  if constexpr (std::endian::native == std::endian::little) return {};
  return Error{"a .thal file needs a little-endian machine"};
}

// The header, if what it states is true of the file.
Result<Header> read_header(std::span<const std::byte> bytes) {
  TRY_DO(check_machine());
  Header header;
  const std::size_t size = std::min(bytes.size(), sizeof(Header));
  if (size > 0) std::memcpy(&header, bytes.data(), size);
  if (bytes.empty() || header.magic != kMagic) return Error{"this is not a .thal file"};
  if (size < sizeof(Header)) return Error{"the file is cut off within its header"};
  if (header.byte_order == std::uint32_t{0x04030201}) {
    return Error{"the file was written on a big-endian machine"};
  }
  if (header.byte_order != kByteOrder) return Error{"the file's byte order mark is damaged"};
  if (header.version > kThalVersion) {
    return Error{"the file is of version " + std::to_string(header.version) +
                 " and this program reads up to version " + std::to_string(kThalVersion)};
  }
  if (header.version == 0) return Error{"the file is of version 0, which never was"};
  if (header.file_size != bytes.size()) {
    return Error{"the file should have " + std::to_string(header.file_size) + " bytes and has " +
                 std::to_string(bytes.size())};
  }
  if (header.section_count > (bytes.size() - sizeof(Header)) / sizeof(Entry)) {
    return Error{"the file has no room for its section table"};
  }
  const std::size_t front = sizeof(Header) + header.section_count * sizeof(Entry);
  if (header.checksum != front_checksum(bytes.first(front))) {
    return Error{"the header or the section table is damaged: its checksum does not match"};
  }
  if (header.reserved != decltype(header.reserved){}) {
    return Error{"the header's reserved bytes are not zero"};
  }
  return header;
}

// Reads the sections that the table lists, each where the one before it ends. Does not verify their
// checksums.
class TableReader {
 public:
  TableReader(std::span<const std::byte> bytes, const std::shared_ptr<const void>& owner)
      : bytes_(bytes), owner_(owner) {}

  Result<void> read(std::uint64_t count) {
    end_ = sizeof(Header) + count * sizeof(Entry);
    for (std::uint64_t i = 0; i < count; ++i) {
      Entry entry;
      std::memcpy(&entry, bytes_.data() + sizeof(Header) + i * sizeof(Entry), sizeof(Entry));
      TRY_DO(add(entry));
    }
    if (end_ != bytes_.size()) return Error{"bytes follow the last section"};
    return {};
  }

  std::vector<ThalSection> sections;
  std::vector<std::uint64_t> sums;  // [section]  as the table has them

 private:
  Result<void> add(const Entry& entry) {
    const auto name = name_of(entry);
    if (!name) return Error{"a section has a name that is none"};
    if (!sections.empty() && sections.back().name >= *name) {
      return Error{"section " + *name + " is out of order or there twice"};
    }
    const std::size_t room = bytes_.size() - end_;
    if (entry.element_size == 0 || entry.count == 0 || entry.reserved != 0) {
      return Error{"section " + *name + " is empty or says what it should not"};
    }
    if (entry.offset != end_) return Error{"section " + *name + " is not where the last one ends"};
    if (entry.count > room / entry.element_size) return Error{"section " + *name + " is cut off"};
    const std::size_t size = entry.count * entry.element_size;
    const std::size_t padding = padding_after(size);
    if (padding > room - size) return Error{"section " + *name + " is cut off"};
    if (!std::ranges::equal(bytes_.subspan(end_ + size, padding),
                            std::span(kPadding).first(padding))) {
      return Error{"the padding after section " + *name + " is not zero"};
    }
    sections.push_back(
        {*name, entry.element_size, Array<std::byte>::mapped(bytes_.subspan(end_, size), owner_)});
    sums.push_back(entry.checksum);
    end_ += size + padding;
    return {};
  }

  std::span<const std::byte> bytes_;
  const std::shared_ptr<const void>& owner_;
  std::size_t end_ = 0;
};

// Sorts, drops empty sections, and refuses what no reader would accept.
Result<void> tidy(std::vector<ThalSection>& sections) {
  std::erase_if(sections, [](const ThalSection& s) { return s.bytes.empty(); });
  std::ranges::sort(sections, {}, &ThalSection::name);
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const ThalSection& s = sections[i];
    if (!is_section_name(s.name))
      return Error{thalweg::quoted(s.name) + " cannot be the name of a section"};
    if (i > 0 && sections[i - 1].name == s.name)
      return Error{"section " + s.name + " is there twice"};
    if (s.element_size == 0 || s.bytes.size() % s.element_size != 0) {
      return Error{"section " + s.name + " does not hold whole items"};
    }
  }
  return {};
}

template <class T>
void put(std::vector<std::byte>& out, std::size_t at, const T& value) {
  std::memcpy(out.data() + at, &value, sizeof(T));
}

}  // namespace

const ThalSection* find_section(std::span<const ThalSection> sections, std::string_view name) {
  const auto found = std::ranges::lower_bound(
      sections, name, {}, [](const ThalSection& s) -> std::string_view { return s.name; });
  return found != sections.end() && found->name == name ? &*found : nullptr;
}

Result<std::vector<ThalSection>> read_thal(std::span<const std::byte> bytes,
                                           std::shared_ptr<const void> owner) try {
  TRY(const auto header, read_header(bytes));
  TableReader table(bytes, owner);
  TRY_DO(table.read(header.section_count));
  const auto sums = checksums(table.sections);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (sums[i] != table.sums[i]) {
      return Error{"section " + table.sections[i].name +
                   " is damaged: its checksum does not match"};
    }
  }
  return std::move(table.sections);
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<SealedThal> seal_thal(std::vector<ThalSection> sections) try {
  TRY_DO(check_machine());
  TRY_DO(tidy(sections));
  const auto sums = checksums(sections);
  std::vector<std::byte> front(sizeof(Header) + sections.size() * sizeof(Entry));
  std::vector<std::span<const std::byte>> parts{front};
  std::uint64_t end = front.size();
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const ThalSection& s = sections[i];
    Entry entry{.element_size = s.element_size,
                .count = s.bytes.size() / s.element_size,
                .offset = end,
                .checksum = sums[i]};
    std::ranges::copy(s.name, entry.name.begin());
    put(front, sizeof(Header) + i * sizeof(Entry), entry);
    const std::size_t padding = padding_after(s.bytes.size());
    parts.push_back(s.bytes.span());
    parts.push_back(std::span(kPadding).first(padding));
    end += s.bytes.size() + padding;
  }
  Header header{.file_size = end, .section_count = sections.size()};
  put(front, 0, header);
  header.checksum = front_checksum(front);
  put(front, 0, header);
  return SealedThal{std::move(sections), std::move(front), std::move(parts)};
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
