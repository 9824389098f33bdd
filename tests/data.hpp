// Finds the benchmark data, and skips tests that need it when it is missing.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace thalweg {

// The folder that THALWEG_DATA names; empty when it is not set or does not exist.
inline std::filesystem::path data_folder() {
  const char* folder = std::getenv("THALWEG_DATA");
  if (folder == nullptr || !std::filesystem::is_directory(folder)) return {};
  return folder;
}

// The files below `folder` of the data whose names end in `ending`, sorted.
inline std::vector<std::filesystem::path> data_files(const std::string& folder,
                                                     const std::string& ending) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data_folder() / folder)) {
    if (entry.is_regular_file() && entry.path().string().ends_with(ending)) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace thalweg

// Skips the test when the benchmark data is not available.
#define THALWEG_NEEDS_DATA()                                                               \
  if (thalweg::data_folder().empty()) {                                                    \
    GTEST_SKIP() << "needs the benchmark data: set THALWEG_DATA to the folder it lies in"; \
  }
