#include "thalweg/core/file.hpp"

#include <fstream>

#include <gtest/gtest.h>

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

TEST_F(File, that_cannot_be_written_leaves_nothing_behind) {
  EXPECT_FALSE(write_file(path("no/such/folder"), "x"));
  fs::create_directory(path("taken"));
  EXPECT_FALSE(write_file(path("taken"), "x"));
  EXPECT_EQ(files(), 1u);
}

}  // namespace
}  // namespace thalweg
