// Files: whole or refused with a sentence; written atomically, by many at once, through links and
// to devices; leftovers of dead writers are removed.
#include "thalweg/core/file.hpp"

#if !defined(_WIN32)
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include <atomic>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "core/file_system.hpp"
#include "thalweg/core/memory.hpp"

namespace thalweg {
namespace {

namespace fs = std::filesystem;

// Each test has its own folder, removed afterwards.
class File : public testing::Test {
 protected:
  File() { fs::create_directories(folder_); }
  ~File() override { fs::remove_all(folder_); }

  fs::path path(const std::string& name) const { return folder_ / name; }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

 private:
  fs::path folder_ =
      fs::path(THALWEG_BINARY_DIR) /
      (std::string("file_test_") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(File, comes_back_as_it_was_written) {
  const std::string content("a\0b\n", 4);
  ASSERT_TRUE(write_file(path("a"), content));
  EXPECT_EQ(read_file(path("a")).value(), content);
  ASSERT_TRUE(write_file(path("a"), "shorter"));
  EXPECT_EQ(read_file(path("a")).value(), "shorter");
  EXPECT_EQ(files(), 1u);
}

TEST_F(File, is_written_part_by_part) {
  const std::string a = "one ";
  const std::string b = "two";
  const std::span<const std::byte> parts[] = {
      std::as_bytes(std::span(a)), {}, std::as_bytes(std::span(b))};
  ASSERT_TRUE(write_file(path("a"), parts));
  EXPECT_EQ(read_file(path("a")).value(), "one two");
}

TEST_F(File, stays_mapped_while_an_owner_exists) {
  ASSERT_TRUE(write_file(path("a"), "mapped"));
  MappedFile mapped = map_file(path("a")).value();
  ASSERT_TRUE(write_file(path("a"), "changed since"));
  EXPECT_EQ(mapped.bytes.size(), 6u);
  EXPECT_EQ(static_cast<char>(mapped.bytes[0]), 'm');
  ASSERT_TRUE(write_file(path("empty"), ""));
  EXPECT_TRUE(map_file(path("empty"))->bytes.empty());
}

TEST_F(File, that_cannot_be_read_says_why) {
  EXPECT_EQ(read_file(path("none")).error(),
            "cannot read '" + path("none").string() + "': No such file or directory");
  EXPECT_EQ(read_file(path("")).error(), "cannot read '" + path("").string() + "': it is a folder");
  EXPECT_FALSE(map_file(path("none")));
  EXPECT_FALSE(map_file(path("")));
  ASSERT_TRUE(write_file(path("a"), "123456"));
  EXPECT_EQ(read_file(path("a"), 5).error(),
            "cannot read '" + path("a").string() + "': it holds more than 5 bytes");
  EXPECT_TRUE(read_file(path("a"), 6));
}

TEST_F(File, has_another_version_after_each_write) {
  const FileVersion none = file_version(path("a"));
  EXPECT_EQ(none, FileVersion{});
  ASSERT_TRUE(write_file(path("a"), "same"));
  const FileVersion first = file_version(path("a"));
  EXPECT_NE(first, none);
  EXPECT_EQ(file_version(path("a")), first);
  ASSERT_TRUE(write_file(path("a"), "same"));
  EXPECT_NE(file_version(path("a")), first);
}

TEST_F(File, leftovers_of_dead_writers_are_removed_by_the_next_write) {
  // On Windows the process that the name begins with must be dead: 4294967295 is none.
  std::ofstream(path("thalweg-4294967295-1-1.tmp")) << "half a file";
  std::ofstream(path("thalweg-notes.txt")) << "not ours";
  ASSERT_TRUE(write_file(path("a"), "whole"));
  EXPECT_FALSE(fs::exists(path("thalweg-4294967295-1-1.tmp")));
  EXPECT_TRUE(fs::exists(path("thalweg-notes.txt")));
}

// Writers never take each other's temporary files for leftovers.
TEST_F(File, may_be_written_by_many_at_once) {
  std::atomic<int> failed = 0;
  std::vector<std::thread> writers;
  for (int w = 0; w < 4; ++w) {
    writers.emplace_back([&, w] {
      const std::string content(1000, static_cast<char>('a' + w));
      for (int i = 0; i < 100; ++i) failed += write_file(path("a"), content) ? 0 : 1;
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(files(), 1u);
}

TEST_F(File, folder_is_locked_for_one_at_a_time) {
  FolderLock first = lock_folder_of(path("a")).value();
  std::thread([&] {
    const auto second = lock_folder_of(path("b"), 0.02);
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().find("locked its folder for too long"), std::string::npos);
  }).join();
  first.reset();
  std::thread([&] { EXPECT_TRUE(lock_folder_of(path("b"), 0.02)); }).join();
}

TEST_F(File, that_cannot_be_written_leaves_nothing_behind) {
  EXPECT_FALSE(write_file(path("no/such/folder"), "x"));
  fs::create_directory(path("taken"));
  EXPECT_FALSE(write_file(path("taken"), "x"));
  EXPECT_EQ(files(), 1u);
}

TEST_F(File, over_the_memory_limit_is_refused) {
  ASSERT_TRUE(write_file(path("a"), std::string(3000, 'x')));
  set_memory_limit(5000);
  const Result<std::string> refused = read_file(path("a"));
  set_memory_limit(0);
  EXPECT_EQ(refused.error(),
            "cannot read '" + path("a").string() +
                "': it takes more memory than the limit of 5 KB allows (--max-memory)");
  EXPECT_TRUE(read_file(path("a")));
}

TEST_F(File, may_have_a_name_beyond_ascii) {
  const fs::path name = path("") / fs::path(u8"gr\u00f6\u00dfer-\u9053.thal");
  ASSERT_TRUE(write_file(name, "far"));
  EXPECT_EQ(read_file(name).value(), "far");
  EXPECT_EQ(map_file(name)->bytes.size(), 3u);
  EXPECT_TRUE(fs::exists(name));
}

#if defined(_WIN32)

TEST_F(File, is_refused_unless_it_is_regular) {
  EXPECT_EQ(read_file("NUL").error(), "cannot read 'NUL': it is a device, and only files are read");
}

constexpr const char* kNoLinks = "on Windows making a symbolic link needs a privilege";
TEST_F(File, is_written_through_symbolic_links) { GTEST_SKIP() << kNoLinks; }
TEST_F(File, may_have_the_longest_name) {
  GTEST_SKIP() << "on Windows the limit is that of the whole path";
}
TEST_F(File, that_only_its_owner_may_read_stays_so_while_it_is_replaced) {
  GTEST_SKIP() << "Windows has no permission bits";
}
TEST_F(File, that_is_open_is_appended_to) { GTEST_SKIP() << "Windows has no /dev/fd"; }

#else

TEST_F(File, is_refused_unless_it_is_regular) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const std::string pipe = "cannot read '" + path("pipe").string() + "': it is a pipe";
  EXPECT_EQ(read_file(path("pipe")).error(), pipe + ", and only files are read");
  EXPECT_EQ(map_file(path("pipe")).error(), pipe + ", and only files are read");
  const std::string device = "cannot read '/dev/zero': it is a device, and only files are read";
  EXPECT_EQ(read_file("/dev/zero").error(), device);
  EXPECT_EQ(map_file("/dev/zero").error(), device);
  fs::create_symlink("/dev/zero", path("link"));
  EXPECT_FALSE(read_file(path("link")));
}

TEST_F(File, is_written_through_symbolic_links) {
  fs::create_symlink("target", path("link"));
  fs::create_symlink("link", path("link to link"));
  ASSERT_TRUE(write_file(path("link to link"), "made"));
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_TRUE(fs::is_symlink(path("link to link")));
  EXPECT_EQ(read_file(path("target")).value(), "made");
  ASSERT_TRUE(write_file(path("link"), "replaced"));
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(read_file(path("target")).value(), "replaced");
  fs::create_symlink("circle", path("circle"));
  EXPECT_FALSE(write_file(path("circle"), "x"));
}

TEST_F(File, may_have_the_longest_name) {
  const std::string name(255, 'n');
  ASSERT_TRUE(write_file(path(name), "long"));
  EXPECT_EQ(read_file(path(name)).value(), "long");
}

TEST_F(File, that_only_its_owner_may_read_stays_so_while_it_is_replaced) {
  ASSERT_TRUE(write_file(path("secret"), "old"));
  ASSERT_EQ(::chmod(path("secret").c_str(), 0600), 0);
  const std::string large(std::size_t{1} << 24, 's');
  std::atomic<bool> is_done = false;
  std::atomic<int> seen = 0;
  std::atomic<int> open_to_others = 0;
  std::thread spy([&] {
    while (!is_done) {
      std::error_code failure;
      for (const auto& entry : fs::directory_iterator(path(""), failure)) {
        struct stat about {};
        if (::stat(entry.path().c_str(), &about) != 0) continue;
        seen += entry.path().extension() == ".tmp";
        open_to_others += (about.st_mode & 077) != 0;
      }
    }
  });
  for (int i = 0; i < 8; ++i) EXPECT_TRUE(write_file(path("secret"), large));
  is_done = true;
  spy.join();
  EXPECT_GT(seen, 0);
  EXPECT_EQ(open_to_others, 0);
  ASSERT_EQ(::chmod(path("secret").c_str(), 0640), 0);
  EXPECT_TRUE(write_file(path("secret"), "new"));
  EXPECT_EQ(fs::status(path("secret")).permissions(), fs::perms(0640));
}

// What a shell does for `-o /dev/stdout >> log`.
TEST_F(File, that_is_open_is_appended_to) {
  ASSERT_TRUE(write_file(path("log"), "first\n"));
  const int log = ::open(path("log").c_str(), O_WRONLY | O_APPEND);
  ASSERT_GE(log, 0);
  fs::create_symlink("/dev/fd/" + std::to_string(log), path("link"));
  EXPECT_TRUE(write_file("/dev/fd/" + std::to_string(log), "second\n"));
  EXPECT_TRUE(write_file("/proc/self/fd/" + std::to_string(log), "third\n"));
  EXPECT_TRUE(write_file(path("link"), "fourth\n"));
  ::close(log);
  EXPECT_EQ(read_file(path("log")).value(), "first\nsecond\nthird\nfourth\n");
  EXPECT_FALSE(write_file("/dev/fd/" + std::to_string(log), "closed"));
}

#endif

}  // namespace
}  // namespace thalweg
