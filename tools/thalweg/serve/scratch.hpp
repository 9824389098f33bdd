// Scratch: where uploads lie while they are read. Folders that killed servers left behind are
// removed by the next server of the same user.
#pragma once

#include <filesystem>
#include <string>

#include "common/common.hpp"

namespace thalweg::tool::serve {

// A folder of this server, readable by the user alone, locked while it exists and removed with this
// value.
class ScratchFolder {
 public:
  // In the system's folder for temporary files. Removes those that no running server has locked.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  // At once, with all that is in it: before the process ends without destructors.
  void remove() const;

 private:
  std::filesystem::path path_;
  int lock_ = -1;
};

// A file of that name in a folder of its own, removed with this value. Files that it names cannot
// be those of other requests.
class ScratchFile {
 public:
  // Requires: no slashes in `name`.
  ScratchFile(const std::filesystem::path& scratch, const std::string& name);
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  const std::filesystem::path& path() const { return path_; }

  // The sentence with the file's name in place of its path, which is nothing for clients.
  std::string shown(std::string sentence) const;
  // What `work` returns. Its failures name the file without its path.
  template <class Work>
  auto naming(const Work& work) const {
    try {
      return work();
    } catch (const Failure& failure) {
      throw Failure(shown(failure.what()), failure.exit);
    }
  }

 private:
  std::filesystem::path path_;
};

}  // namespace thalweg::tool::serve
