// Gzipped files are unpacked if their name says so.
#include "thalweg/import/packed_file.hpp"

#include <gtest/gtest.h>

#include "thalweg/core/file.hpp"

namespace thalweg {
namespace {

namespace fs = std::filesystem;

class PackedFile : public testing::Test {
 protected:
  PackedFile() { fs::create_directories(folder_); }
  ~PackedFile() override { fs::remove_all(folder_); }

  fs::path path(const std::string& name) const { return folder_ / name; }

 private:
  fs::path folder_ = fs::path(THALWEG_BINARY_DIR) /
                     (std::string("packed_file_test_") +
                      testing::UnitTest::GetInstance()->current_test_info()->name());
};

// "hello thalweg\n" compressed by gzip.
const std::string kPacked(
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\x48\xcd\xc9\xc9\x57\x28\xc9"
    "\x48\xcc\x29\x4f\x4d\xe7\x02\x00\x76\x27\xdc\xd5\x0e\x00\x00\x00",
    34);

TEST_F(PackedFile, is_unpacked_by_its_name) {
  ASSERT_TRUE(write_file(path("a.gz"), kPacked));
  EXPECT_EQ(read_packed_file(path("a.gz")).value(), "hello thalweg\n");
  ASSERT_TRUE(write_file(path("twice.gz"), kPacked.substr(0, kPacked.size() - 1)));
  EXPECT_EQ(
      read_packed_file(path("twice.gz")).error(),
      "cannot unpack '" + path("twice.gz").string() + "': the gzip data is damaged or cut off");
  ASSERT_TRUE(write_file(path("both.gz"), std::string(kPacked) + std::string(kPacked)));
  EXPECT_EQ(read_packed_file(path("both.gz")).value(), "hello thalweg\nhello thalweg\n");
  ASSERT_TRUE(write_file(path("junk.gz"), std::string(kPacked) + "junk"));
  EXPECT_FALSE(read_packed_file(path("junk.gz")));
  ASSERT_TRUE(write_file(path("not.gz"), "plain"));
  EXPECT_FALSE(read_packed_file(path("not.gz")));
  EXPECT_FALSE(read_packed_file(path("a.gz"), 5));
}

TEST_F(PackedFile, is_read_as_it_is_without_the_name) {
  ASSERT_TRUE(write_file(path("plain"), kPacked));
  EXPECT_EQ(read_packed_file(path("plain")).value(), kPacked);
  EXPECT_EQ(read_file(path("plain")).value(), kPacked);
}

}  // namespace
}  // namespace thalweg
