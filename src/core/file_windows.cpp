// Files on Windows.
#if defined(_WIN32)

#include <cstring>
#include <fstream>

#include "core/file_system.hpp"
#include "core/try.hpp"

namespace thalweg {

namespace fs = std::filesystem;

Result<std::string> read_regular(const fs::path& path, std::uint64_t max_bytes) {
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  if (fs::is_directory(status)) return cannot("read", path, "it is a folder");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    return cannot("read", path, "it is a device, and only files are read");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) return cannot("read", path, std::strerror(errno));
  std::string content;
  std::string block(std::size_t{1} << 20, '\0');
  while (file && content.size() <= max_bytes) {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    content.append(block.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) return cannot("read", path, "the disk refused it");
  return content;
}

Result<MappedFile> map_regular(const fs::path& path) {
  TRY(const auto content, read_file(path));
  // Stored as 64-bit words, so that arrays inside are aligned as they are in a mapped file.
  auto words = std::make_shared<std::vector<std::uint64_t>>((content.size() + 7) / 8);
  std::memcpy(words->data(), content.data(), content.size());
  return MappedFile{std::as_bytes(std::span(*words)).first(content.size()), words};
}

int open_file_number(const fs::path&) { return -1; }

Result<void> write_to_open_file(int, const fs::path& path, FileParts parts) {
  return write_into(path, parts);
}

Result<void> write_into(const fs::path& path, FileParts parts) {
  std::ofstream file(path, std::ios::binary);
  for (const auto part : parts) {
    file.write(reinterpret_cast<const char*>(part.data()),
               static_cast<std::streamsize>(part.size()));
  }
  file.close();
  if (!file) return cannot("write", path, "the disk refused it");
  return {};
}

Result<void> replace_file(const fs::path& temporary, const fs::path& path, FileParts parts) {
  std::error_code failure;
  Result<void> written = write_into(temporary, parts);
  if (written) {
    fs::rename(temporary, path, failure);
    if (!failure) return {};
    written = cannot("write", path, failure.message());
  }
  fs::remove(temporary, failure);
  return written;
}

long process_number() { return 0; }

}  // namespace thalweg

#endif
