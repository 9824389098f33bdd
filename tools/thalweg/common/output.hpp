// Files that verbs write. Unless --force is given, no verb writes over a file that it reads, nor
// over a file of another kind. A PNG image that thalweg did not make is of another kind: it may be the
// height map that a world was imported from.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>
#include "common/command_line.hpp"
#include "thalweg/image/image.hpp"

namespace thalweg::tool {

enum class FileKind { thal, png, heights, svg, map, csv, geojson, toml, page };

// --force, for every verb that writes files.
void add_force(Verb& verb);

// Failure if a file of `kind` must not be written to `path`: its folder does not exist, it is one
// of `inputs`, or a file of another kind is there. Verbs call it before long work.
void check_output(const std::filesystem::path& path, FileKind kind,
                  const std::vector<std::filesystem::path>& inputs = {});

// Writes the file, after the same check. .thal files: common/store_file.hpp
void write_output(const std::filesystem::path& path, FileKind kind, std::string_view content);
// A drawing as a PNG file that says that it is one. Gives its size in bytes.
std::size_t write_drawing(const std::filesystem::path& path, Image drawing);

// png or svg by the ending. Failure: any other ending.
FileKind picture_kind(const std::filesystem::path& path);

// What was printed reaches stdout. Failure if it does not, as on a full disk.
void finish_stdout();

}  // namespace thalweg::tool
