// A .thal file that a verb writes, safe against other programs that write it at the same time.
#pragma once

#include <filesystem>
#include <vector>

#include "core/file_system.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg::tool {

// Make one before the file is read and before long work. It remembers which file stood there, so
// that what another program stores meanwhile is not lost.
class StoreFile {
 public:
  // Fails as check_output does.
  explicit StoreFile(std::filesystem::path path,
                     const std::vector<std::filesystem::path>& inputs = {});

  const std::filesystem::path& path() const { return path_; }

  // While it lives, no other thalweg writes the file.
  class Turn {
   public:
    // True where another program has written or removed the file since.
    bool is_changed() const { return is_changed_; }

   private:
    friend class StoreFile;
    FolderLock lock_;
    bool is_changed_ = false;
  };
  // Waits for it.
  Turn take_turn() const;

  void save(const Store& store, const Turn& turn) const;

  // Saves in a turn of its own. Failure if the file was changed: nothing is written.
  void replace(const Store& store) const;
  [[noreturn]] void refuse_changed() const;

 private:
  std::filesystem::path path_;
  std::filesystem::path target_;  // where its symbolic links lead
  FileVersion before_;
};

}  // namespace thalweg::tool
