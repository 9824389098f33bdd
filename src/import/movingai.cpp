// Moving AI Lab benchmark files: grid maps (.map) and their problems (.scen).
#include "thalweg/import/movingai.hpp"

#include <array>
#include <optional>

#include "core/text.hpp"
#include "core/thrown.hpp"
#include "core/try.hpp"

namespace thalweg {
namespace {

std::optional<AreaId> area_of(char letter, bool water) {
  switch (letter) {
    case '.':
    case 'G': return kGround;
    case 'S': return kSwamp;
    case 'W': return water ? kWater : kBlocked;
    case 'T': return kTrees;
    case '@':
    case 'O': return kBlocked;
    default: return std::nullopt;
  }
}

struct MapHeader {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

Result<MapHeader> read_map_header(TextReader& reader) {
  MapHeader header;
  bool has_width = false;
  bool has_height = false;
  for (;;) {
    const std::string_view key = reader.word();
    if (key == "map") break;
    if (key == "type") {
      const Error missing = reader.error("the map's type is missing");
      if (trimmed(reader.rest_of_line()).empty()) return missing;
    } else if (key == "height" || key == "width") {
      const auto value = reader.number<std::uint32_t>();
      if (!value) return reader.error("the map's " + std::string(key) + " is not a whole number");
      (key == "height" ? header.height : header.width) = *value;
      (key == "height" ? has_height : has_width) = true;
    } else if (key.empty()) {
      return reader.error("the map ends before its rows");
    } else {
      return reader.error("expected type, height, width or map, not " + quoted(key));
    }
  }
  if (!has_width || !has_height) return reader.error("the map's width or height is missing");
  if (header.width == 0 || header.height == 0) return reader.error("the map has no squares");
  const Error trailing = reader.error("'map' must end its line");
  if (!trimmed(reader.rest_of_line()).empty()) return trailing;
  return header;
}

// The areas of one row, added to `areas`.
Result<void> read_row(TextReader& reader, std::uint32_t width, bool water,
                      std::vector<AreaId>& areas) {
  const std::string line = std::to_string(reader.line());
  const std::string_view row = reader.rest_of_line();
  if (row.size() != width) {
    return Error{"line " + line + ": the row has " + std::to_string(row.size()) + " squares, not " +
                 std::to_string(width)};
  }
  for (std::size_t x = 0; x < row.size(); ++x) {
    const auto area = area_of(row[x], water);
    if (!area) {
      return Error{"line " + line + ", column " + std::to_string(x + 1) +
                   ": no ground is written " + quoted(row.substr(x, 1))};
    }
    areas.push_back(*area);
  }
  return {};
}

using Fields = std::array<std::string_view, 9>;

// The nine fields of a problem, separated by any blanks or by tabs alone (names may contain
// blanks).
std::optional<Fields> fields_of(std::string_view line) {
  Fields fields;
  TextReader words(line);
  for (auto& field : fields) field = words.word();
  if (!fields.back().empty() && words.word().empty()) return fields;
  std::size_t at = 0;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::size_t tab = line.find('\t', at);
    if ((tab == std::string_view::npos) != (i + 1 == fields.size())) return std::nullopt;
    fields[i] = trimmed(line.substr(at, tab - at));
    at = tab + 1;
  }
  return fields;
}

std::optional<Scenario> scenario_of(const Fields& fields) {
  const auto whole = [&](std::size_t i) {
    return TextReader::parse_number<std::uint32_t>(fields[i]);
  };
  const auto real = [&](std::size_t i) { return TextReader::parse_number<double>(fields[i]); };
  const auto bucket = whole(0);
  const auto width = whole(2);
  const auto height = whole(3);
  const std::array ends = {real(4), real(5), real(6), real(7)};
  const auto length = real(8);
  if (!bucket || !width || !height || !length) return std::nullopt;
  for (const auto& end : ends) {
    if (!end) return std::nullopt;
  }
  return Scenario{.bucket = *bucket,
                  .map = std::string(fields[1]),
                  .width = *width,
                  .height = *height,
                  .start = {*ends[0], *ends[1]},
                  .goal = {*ends[2], *ends[3]},
                  .length = *length};
}

}  // namespace

Result<Grid> read_map(std::string_view text, const MapOptions& options) try {
  TextReader reader(text);
  TRY(const auto header, read_map_header(reader));
  const std::uint64_t squares = std::uint64_t{header.width} * header.height;
  if (squares > reader.bytes_left()) {
    return reader.error("the map is too short for " + std::to_string(header.height) + " rows of " +
                        std::to_string(header.width) + " squares");
  }
  std::vector<AreaId> areas;
  areas.reserve(squares);
  for (std::uint32_t y = 0; y < header.height; ++y) {
    TRY_DO(read_row(reader, header.width, options.water, areas));
  }
  if (const auto word = reader.word(); !word.empty()) {
    return reader.error("the map goes on after its last row");
  }
  if (!(options.cell > 0 && options.cell < 1e6)) {
    return Error{"the size of a square must be positive and below 1,000,000 metres"};
  }
  GridArrays arrays;
  arrays.width = header.width;
  arrays.height = header.height;
  arrays.spacing = static_cast<float>(options.cell);
  arrays.shape = options.shape;
  arrays.area = std::move(areas);
  return Grid::from(std::move(arrays));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<std::vector<Scenario>> read_scen(std::string_view text) try {
  TextReader reader(text);
  if (reader.word() != "version") return reader.error("a scenario file starts with 'version 1'");
  const std::string_view version = reader.word();
  if (version != "1" && version != "1.0") {
    return reader.error("the scenario file has version " + quoted(version) + ", not 1");
  }
  const Error trailing = reader.error("the version must end its line");
  if (!trimmed(reader.rest_of_line()).empty()) return trailing;
  std::vector<Scenario> scenarios;
  while (!reader.at_end()) {
    const std::string line = std::to_string(reader.line());
    const std::string_view row = reader.rest_of_line();
    if (trimmed(row).empty()) continue;
    const auto fields = fields_of(row);
    if (!fields) return Error{"line " + line + ": a problem has nine fields"};
    auto scenario = scenario_of(*fields);
    if (!scenario) return Error{"line " + line + ": a field that should be a number is none"};
    scenarios.push_back(std::move(*scenario));
  }
  return scenarios;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
