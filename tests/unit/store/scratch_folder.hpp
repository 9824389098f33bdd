// A folder for one test, deleted when the test ends.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>

#include "core/file_system.hpp"

namespace thalweg {

class ScratchFolder {
 public:
  ScratchFolder() {
    static std::atomic<int> counter{0};
    path_ = std::filesystem::temp_directory_path() /
            ("thalweg-test-" + std::to_string(process_number()) + "-" + std::to_string(counter++));
    std::filesystem::create_directories(path_);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() {
    std::error_code failure;
    std::filesystem::remove_all(path_, failure);
  }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace thalweg
