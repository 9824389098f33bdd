// Occupancy maps in the format of ROS map_server: a YAML file and an image.
#include "thalweg/import/ros_map.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "core/text.hpp"
#include "core/thrown.hpp"
#include "core/try.hpp"

namespace thalweg {
namespace {

// One "key: value" of the file; the values of a list are joined by commas.
struct Entry {
  std::string_view key;
  std::string value;
  std::size_t line = 0;
};

Error error_at(std::size_t line, const std::string& what) {
  return Error{"line " + std::to_string(line) + ": " + what};
}

// `line` up to a comment: a '#' at its start or after a blank, outside quotes.
std::string_view without_comment(std::string_view line) {
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t')) {
      return line.substr(0, i);
    }
  }
  return line;
}

std::string_view without_quotes(std::string_view text) {
  const bool is_quoted = text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
                         text.back() == text.front();
  return is_quoted ? text.substr(1, text.size() - 2) : text;
}

Result<std::vector<Entry>> entries_of(std::string_view text) {
  std::vector<Entry> entries;
  TextReader reader(text);
  while (!reader.at_end()) {
    const std::size_t line = reader.line();
    const std::string_view row = trimmed(without_comment(reader.rest_of_line()));
    if (row.empty() || row == "---" || row == "..." || row.starts_with("%YAML")) continue;
    if (row.starts_with("- ") && !entries.empty()) {
      std::string& value = entries.back().value;
      if (!value.empty()) value += ',';
      value += trimmed(row.substr(2));
      continue;
    }
    if (!entries.empty() && entries.back().value.starts_with('[') &&
        !entries.back().value.ends_with(']')) {
      entries.back().value += row;
      continue;
    }
    const std::size_t colon = row.find(':');
    if (colon == std::string_view::npos) return error_at(line, "expected 'key: value'");
    entries.push_back(
        {trimmed(row.substr(0, colon)), std::string(trimmed(row.substr(colon + 1))), line});
  }
  return entries;
}

// Exactly three numbers, "[a, b, c]" or "a,b,c".
std::optional<Vec3> three_numbers(std::string_view value) {
  if (value.starts_with('[') && value.ends_with(']')) value = value.substr(1, value.size() - 2);
  std::array<double, 3> numbers{};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t comma = value.find(',');
    if ((comma == std::string_view::npos) != (i == 2)) return std::nullopt;
    const auto number = TextReader::parse_number<double>(trimmed(value.substr(0, comma)));
    if (!number) return std::nullopt;
    numbers[i] = *number;
    if (i < 2) value.remove_prefix(comma + 1);
  }
  return Vec3{numbers[0], numbers[1], numbers[2]};
}

std::optional<bool> truth(std::string_view value) {
  if (value == "0" || value == "false" || value == "False") return false;
  if (value == "1" || value == "true" || value == "True") return true;
  return std::nullopt;
}

// Applies one entry. Keys of later versions are ignored, except a mode that gives the samples
// another meaning.
Result<void> apply(const Entry& entry, RosMapHeader& header) {
  const std::string_view value = without_quotes(entry.value);
  const auto number = TextReader::parse_number<double>(value);
  const auto wrong = [&](const std::string& what) {
    return error_at(entry.line, std::string(entry.key) + " must be " + what);
  };
  if (entry.key == "image") {
    if (value.empty()) return wrong("a file's name");
    header.image = std::string(value);
  } else if (entry.key == "resolution") {
    if (!number || !(*number > 0 && *number < 1e6)) return wrong("a positive number of metres");
    header.resolution = *number;
  } else if (entry.key == "origin") {
    const auto origin = three_numbers(value);
    if (!origin) return wrong("three numbers: x, y and yaw");
    header.origin = *origin;
  } else if (entry.key == "negate") {
    const auto negate = truth(value);
    if (!negate) return wrong("0 or 1");
    header.negate = *negate;
  } else if (entry.key == "occupied_thresh" || entry.key == "free_thresh") {
    if (!number || !(*number >= 0 && *number <= 1)) return wrong("from 0 to 1");
    (entry.key == "free_thresh" ? header.free_thresh : header.occupied_thresh) = *number;
  } else if (entry.key == "mode") {
    if (value != "trinary" && value != "scale") return wrong("trinary or scale");
  }
  return {};
}

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Reads a PGM's bytes from front to back.
class PgmReader {
 public:
  explicit PgmReader(std::string_view bytes) : bytes_(bytes) {}

  std::size_t bytes_left() const { return bytes_.size() - at_; }

  // The next word as a whole number; comments are skipped.
  std::optional<std::uint32_t> number() { return TextReader::parse_number<std::uint32_t>(word()); }

  std::string_view word() {
    while (bytes_left() > 0 && (is_blank(bytes_[at_]) || bytes_[at_] == '#')) {
      at_ = bytes_[at_] == '#' ? std::min(bytes_.find('\n', at_), bytes_.size()) : at_ + 1;
    }
    const std::size_t first = at_;
    while (bytes_left() > 0 && !is_blank(bytes_[at_]) && bytes_[at_] != '#') ++at_;
    return bytes_.substr(first, at_ - first);
  }

  // Requires: bytes_left() > 0.
  std::uint32_t byte() { return static_cast<unsigned char>(bytes_[at_++]); }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

struct PgmHeader {
  bool is_plain = false;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t greatest = 0;
};

Result<PgmHeader> read_pgm_header(PgmReader& reader) {
  PgmHeader header;
  const std::string_view magic = reader.word();
  if (magic != "P2" && magic != "P5") return Error{"a PGM image starts with P2 or P5"};
  header.is_plain = magic == "P2";
  for (auto* value : {&header.width, &header.height, &header.greatest}) {
    const auto number = reader.number();
    if (!number) return Error{"the image's width, height and greatest value must be whole numbers"};
    *value = *number;
  }
  if (header.width == 0 || header.height == 0) return Error{"the image has no pixels"};
  if (header.greatest == 0 || header.greatest > 65535) {
    return Error{"the image's greatest value is not from 1 to 65535"};
  }
  // One blank precedes the samples. Each plain sample takes a blank and a digit.
  const std::uint64_t pixels = std::uint64_t{header.width} * header.height;
  const bool is_wide = header.is_plain || header.greatest > 255;
  const std::uint64_t left = reader.bytes_left() + (header.is_plain ? 1 : 0);
  if (left == 0 || (left - 1) / (is_wide ? 2 : 1) < pixels) {
    return Error{"the image ends before its last pixel"};
  }
  if (!header.is_plain) reader.byte();
  return header;
}

// The next sample as stored in the file; nothing at the end.
std::optional<std::uint32_t> pgm_sample(PgmReader& reader, const PgmHeader& header) {
  if (header.is_plain) return reader.number();
  const std::uint32_t first = reader.byte();
  if (header.greatest <= 255) return first;
  return first * 256 + reader.byte();
}

}  // namespace

Result<RosMapHeader> read_ros_yaml(std::string_view text) try {
  TRY(const auto entries, entries_of(text));
  RosMapHeader header;
  bool has_origin = false;
  for (const Entry& entry : entries) {
    TRY_DO(apply(entry, header));
    has_origin |= entry.key == "origin";
  }
  if (header.image.empty()) return Error{"the map names no image"};
  if (header.resolution == 0) return Error{"the map has no resolution"};
  if (!has_origin) return Error{"the map has no origin"};
  if (header.free_thresh > header.occupied_thresh) {
    return Error{"free_thresh must not be above occupied_thresh"};
  }
  return header;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<Image> read_pgm(std::string_view bytes) try {
  PgmReader reader(bytes);
  TRY(const auto header, read_pgm_header(reader));
  Image image;
  image.width = header.width;
  image.height = header.height;
  image.bits = header.greatest > 255 ? 16 : 8;
  const std::uint64_t full = header.greatest > 255 ? 65535 : 255;
  const std::uint64_t pixels = std::uint64_t{image.width} * image.height;
  image.samples.reserve(pixels);
  for (std::uint64_t i = 0; i < pixels; ++i) {
    const auto sample = pgm_sample(reader, header);
    if (!sample) return Error{"the image ends before its last pixel, or has one that is no number"};
    if (*sample > header.greatest) return Error{"a pixel is above the image's greatest value"};
    const std::uint64_t scaled = (*sample * full + header.greatest / 2) / header.greatest;
    image.samples.push_back(static_cast<std::uint16_t>(scaled));
  }
  return image;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<WorldParts> ros_world(const RosMapHeader& header, const Image& image,
                             const RosOptions& options) try {
  if (header.origin.z != 0) return Error{"the map is turned: its origin's yaw must be 0"};
  if (image.channels > 2) return Error{"the map's image must be grey"};
  const std::uint64_t pixels = std::uint64_t{image.width} * image.height;
  if (image.channels == 0 || image.samples.size() != pixels * image.channels) {
    return Error{"the map's image does not hold its pixels"};
  }
  const double white = image.bits == 16 ? 65535 : 255;
  std::vector<AreaId> areas(pixels);
  for (std::size_t i = 0; i < pixels; ++i) {
    const double light = image.samples[i * image.channels];
    const double occupied = (header.negate ? light : white - light) / white;
    const bool is_free = occupied < header.free_thresh ||
                         (options.unknown_is_free && !(occupied > header.occupied_thresh));
    const std::size_t row = image.height - 1 - i / image.width;
    areas[row * image.width + i % image.width] = is_free ? kGround : kBlocked;
  }
  GridArrays arrays;
  arrays.width = image.width;
  arrays.height = image.height;
  arrays.spacing = static_cast<float>(header.resolution);
  arrays.area = std::move(areas);
  WorldParts parts;
  parts.origin = {header.origin.x, header.origin.y, 0};
  TRY(parts.grid, Grid::from(std::move(arrays)));
  return parts;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
