// The version of the library. tests/package/ports compares it with the packages' and the changelog's.
#include "thalweg/core/version.hpp"

#include <gtest/gtest.h>

namespace thalweg {
namespace {

TEST(Version, headers_and_library_are_of_one) {
  EXPECT_EQ(library_version(), kVersion);
  EXPECT_LT(kVersion, (Version{kVersion.major, kVersion.minor + 1, 0}));
  EXPECT_EQ(to_string(Version{1, 20, 3}), "1.20.3");
}

}  // namespace
}  // namespace thalweg
