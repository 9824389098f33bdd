// The kind of an existing file is told by its first bytes, or for text by its ending;
// drawings carry a text that says so.
#include "common/output.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <optional>

#include "common/common.hpp"
#include "core/file_system.hpp"
#include "core/text.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/image/height_field.hpp"

namespace thalweg::tool {
namespace {

namespace fs = std::filesystem;

bool is_forced = false;

// What a kind of file is called, its ending, and how such a file may begin. Text files without a
// fixed beginning are known by their ending.
struct KindFacts {
  FileKind kind;
  std::string_view name;
  std::string_view ending;
  std::array<std::string_view, 2> beginnings;
  std::string_view mark = {};  // the key of a text in the image; empty: any will do
};
constexpr std::string_view kDrawingText = "thalweg drawing";
constexpr std::array<KindFacts, 9> kFileKinds = {{
    {FileKind::thal,
     "a .thal file",
     ".thal",
     {"\x89"
      "THAL\r\n",
      {}}},
    {FileKind::png,
     "a drawing by thalweg",
     ".png",
     {"\x89"
      "PNG\r\n",
      {}},
     kDrawingText},
    {FileKind::heights,
     "a height map made by thalweg",
     ".png",
     {"\x89"
      "PNG\r\n",
      {}},
     kSpacingText},
    {FileKind::svg, "an SVG image", ".svg", {"<svg", "<?xml"}},
    {FileKind::map, "a grid map", ".map", {"type ", {}}},
    {FileKind::csv, "a CSV file", ".csv", {}},
    {FileKind::geojson, "a GeoJSON file", ".geojson", {}},
    {FileKind::toml, "a TOML file", ".toml", {}},
    {FileKind::page, "a Markdown page", ".md", {}},
}};

const KindFacts& facts_of_kind(FileKind kind) { return kFileKinds[static_cast<std::size_t>(kind)]; }

bool begins_as(const KindFacts& facts, std::string_view start) {
  if (start.find(facts.mark) == std::string_view::npos) return false;
  for (const std::string_view beginning : facts.beginnings) {
    if (!beginning.empty() && start.starts_with(beginning)) return true;
  }
  return false;
}

// The kind of an existing file by its first bytes, else by its ending; nothing if it is unknown.
std::optional<FileKind> kind_of_file(const fs::path& path, std::string_view start) {
  for (const KindFacts& facts : kFileKinds) {
    if (begins_as(facts, start)) return facts.kind;
  }
  const std::string ending = lower_case(path.extension().string());
  const bool is_text = start.find('\0') == std::string_view::npos;
  for (const KindFacts& facts : kFileKinds) {
    if (is_text && facts.beginnings[0].empty() && facts.ending == ending) return facts.kind;
  }
  return std::nullopt;
}

std::string first_bytes(const fs::path& path) {
  std::array<char, 512> bytes{};
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), bytes.size());
  return {bytes.data(), static_cast<std::size_t>(file.gcount())};
}

Failure refusal(const fs::path& path, const std::string& why) {
  return Failure(fmt::format("cannot write '{}': {} (--force writes over it)", path.string(), why),
                 Exit::failed);
}

void check_kind(const fs::path& path, FileKind kind) {
  std::error_code failure;
  if (!fs::is_regular_file(path, failure) || fs::file_size(path, failure) == 0) return;
  // What the shell opened for `-o /dev/stdout >log` is added to, not replaced.
  const auto target = link_target(path);
  if (target && open_file_number(*target) >= 0) return;
  const auto found = kind_of_file(path, first_bytes(path));
  if (found == kind) return;
  const std::string other =
      found ? fmt::format("it is {}, not ", facts_of_kind(*found).name) : "it is not ";
  throw refusal(path, other + std::string(facts_of_kind(kind).name));
}

}  // namespace

void add_force(Verb& verb) {
  verb.add_flag("--force", is_forced,
                "Write over a file that is read, or over one of another kind");
}

void check_output(const fs::path& path, FileKind kind, const std::vector<fs::path>& inputs) {
  check_folder(path);
  if (is_forced) return;
  std::error_code failure;
  for (const fs::path& input : inputs) {
    if (fs::equivalent(input, path, failure) && !failure) {
      throw refusal(path, "this command reads it");
    }
  }
  check_kind(path, kind);
}

std::size_t write_drawing(const fs::path& path, Image drawing) {
  drawing.texts.push_back({std::string(kDrawingText), "thalweg writes over it"});
  const std::string content = need(write_png(drawing));
  write_output(path, FileKind::png, content);
  return content.size();
}

void write_output(const fs::path& path, FileKind kind, std::string_view content) {
  check_output(path, kind);
  std::fflush(stdout);  // the file may be stdout
  need_output(write_file(path, content));
}

FileKind picture_kind(const fs::path& path) {
  const std::string ending = path.extension().string();
  if (ending == ".png") return FileKind::png;
  if (ending == ".svg") return FileKind::svg;
  throw UsageError("a picture must end in .png or .svg, not '" + path.string() + "'");
}

void finish_stdout() {
  errno = 0;
  std::cout.flush();
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good()) return;
  throw Failure(std::string("cannot write the output: ") +
                    (errno != 0 ? std::strerror(errno) : "it was cut short"),
                Exit::failed);
}

}  // namespace thalweg::tool
