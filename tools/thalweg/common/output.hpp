// Files that verbs write. Unless --force is given, no verb writes over a file that it reads, nor
// over a file of another kind.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>
#include "common/command_line.hpp"

#include "thalweg/store/store.hpp"

namespace thalweg::tool {

enum class FileKind { thal, png, svg, map, csv, geojson, toml, page };

// --force, for every verb that writes files.
void add_force(Verb& verb);

// Failure if a file of `kind` must not be written to `path`: its folder does not exist, it is one
// of `inputs`, or a file of another kind is there. Verbs call it before long work.
void check_output(const std::filesystem::path& path, FileKind kind,
                  const std::vector<std::filesystem::path>& inputs = {});

// Writes the file, after the same check.
void write_output(const std::filesystem::path& path, FileKind kind, std::string_view content);
void save_output(const Store& store, const std::filesystem::path& path);

// png or svg by the ending. Failure: any other ending.
FileKind picture_kind(const std::filesystem::path& path);

// What was printed reaches stdout. Failure if it does not, as on a full disk.
void finish_stdout();

}  // namespace thalweg::tool
