// A folder is locked (flock) as long as its server runs, so that others can tell abandoned ones. It
// is locked before it gets its final name.
#include "serve/scratch.hpp"

#include <algorithm>
#include <atomic>

#include "serve/guard.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace thalweg::tool::serve {
namespace {

constexpr std::string_view kScratchPrefix = "thalweg-";
constexpr std::size_t kTokenDigits = 32;

void remove_folder(const std::filesystem::path& path) {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

#if defined(__unix__) || defined(__APPLE__)

// Locks a folder of this user; the descriptor that holds the lock. -1: it is another user's, or
// locked by a server that runs.
int lock_folder(const std::filesystem::path& path) {
  const int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return -1;
  struct stat about {};
  const bool is_ours = ::fstat(folder, &about) == 0 && about.st_uid == ::geteuid();
  if (is_ours && ::flock(folder, LOCK_EX | LOCK_NB) == 0) return folder;
  ::close(folder);
  return -1;
}

void unlock_folder(int lock) {
  if (lock >= 0) ::close(lock);
}

bool is_scratch_name(const std::string& name) {
  return name.size() == kScratchPrefix.size() + kTokenDigits && name.starts_with(kScratchPrefix) &&
         std::ranges::all_of(name.substr(kScratchPrefix.size()), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

void remove_abandoned(const std::filesystem::path& base) {
  std::error_code error;
  for (std::filesystem::directory_iterator at(base, error), end; !error && at != end;
       at.increment(error)) {
    if (!is_scratch_name(at->path().filename().string())) continue;
    const int lock = lock_folder(at->path());
    if (lock >= 0) remove_folder(at->path());
    unlock_folder(lock);
  }
}

#else

int lock_folder(const std::filesystem::path&) { return -1; }
void unlock_folder(int) {}
void remove_abandoned(const std::filesystem::path&) {}

#endif

}  // namespace

ScratchFolder::ScratchFolder() {
  const std::filesystem::path base = std::filesystem::temp_directory_path();
  remove_abandoned(base);
  const std::string token = random_token();
  // It gets the name that others look for when it is locked.
  const std::filesystem::path unlocked = base / (std::string(kScratchPrefix) + "new-" + token);
  path_ = base / (std::string(kScratchPrefix) + token);
  std::error_code error;
  std::filesystem::create_directory(unlocked, error);
  if (error) throw Failure("cannot make a folder in " + base.string(), Exit::failed);
  std::filesystem::permissions(unlocked, std::filesystem::perms::owner_all, error);
  lock_ = lock_folder(unlocked);
  std::filesystem::rename(unlocked, path_, error);
  if (!error) return;
  remove_folder(unlocked);
  unlock_folder(lock_);
  throw Failure("cannot make a folder in " + base.string(), Exit::failed);
}

void ScratchFolder::remove() const { remove_folder(path_); }

ScratchFolder::~ScratchFolder() {
  remove();
  unlock_folder(lock_);
}

ScratchFile::ScratchFile(const std::filesystem::path& scratch, const std::string& name) {
  static std::atomic<std::uint64_t> last{0};
  const std::filesystem::path folder = scratch / std::to_string(++last);
  std::error_code error;
  std::filesystem::create_directory(folder, error);
  if (error) throw Failure("cannot write to the server's folder for uploads", Exit::failed);
  const bool is_name = name.find_first_not_of('.') != std::string::npos;
  path_ = folder / (is_name ? name : "file");
}

ScratchFile::~ScratchFile() { remove_folder(path_.parent_path()); }

std::string ScratchFile::shown(std::string sentence) const {
  const std::string folder = path_.parent_path().string() + "/";
  for (std::size_t at = 0; (at = sentence.find(folder, at)) != std::string::npos;) {
    sentence.erase(at, folder.size());
  }
  return sentence;
}

}  // namespace thalweg::tool::serve
