// The merged meshes of the benchmark data.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "data.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/import/polyanya.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

inline std::vector<std::filesystem::path> merged_meshes() {
  std::vector<std::filesystem::path> files;
  for (const char* set : {"dao", "da2", "starcraft", "bg512"}) {
    for (auto& file : data_files(std::string("meshes/") + set, "-merged.mesh")) {
      files.push_back(std::move(file));
    }
  }
  return files;
}

inline World merged_mesh(const std::filesystem::path& file) {
  return make_world(read_polyanya(read_file(file).value()).value()).value();
}

}  // namespace thalweg
