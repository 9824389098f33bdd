// The program of all tests.
//
//   THALWEG_FOLDERS  runs the tests of these folders of tests/unit alone, and of laws: "store,import".
//                    It replaces --gtest_filter
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    parts.emplace_back(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return parts;
}

// "store" of ".../tests/unit/store/store_test.cpp".
std::string folder_of(const char* file) {
  std::string_view path(file);
  path = path.substr(0, path.find_last_of("/\\"));
  return std::string(path.substr(path.find_last_of("/\\") + 1));
}

// The filter for all tests of the folders. Adds those that were met to `met`.
std::string filter_of(const std::vector<std::string>& folders, std::vector<std::string>& met) {
  const ::testing::UnitTest& all = *::testing::UnitTest::GetInstance();
  std::string filter;
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const ::testing::TestSuite& suite = *all.GetTestSuite(i);
    for (int j = 0; j < suite.total_test_count(); ++j) {
      const ::testing::TestInfo& test = *suite.GetTestInfo(j);
      const std::string folder = folder_of(test.file());
      if (std::ranges::find(folders, folder) == folders.end()) continue;
      met.push_back(folder);
      filter += std::string(suite.name()) + "." + test.name() + ":";
    }
  }
  return filter;
}

bool choose_folders(const char* text) {
  const std::vector<std::string> folders = split(text);
  std::vector<std::string> met;
  const std::string filter = filter_of(folders, met);
  for (const std::string& folder : folders) {
    if (std::ranges::find(met, folder) != met.end()) continue;
    std::fprintf(stderr, "THALWEG_FOLDERS: no tests in '%s'\n", folder.c_str());
    return false;
  }
  testing::GTEST_FLAG(filter) = filter;
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const char* folders = std::getenv("THALWEG_FOLDERS");
  if (folders != nullptr && !choose_folders(folders)) return 2;
  return RUN_ALL_TESTS();
}
