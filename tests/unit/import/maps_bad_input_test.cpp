// Malformed maps, scenarios, meshes, ROS maps and link files: each refused with its sentence.
#include <gtest/gtest.h>

#include <filesystem>

#include "core/text.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/import/links_file.hpp"
#include "thalweg/import/movingai.hpp"
#include "thalweg/import/polyanya.hpp"
#include "thalweg/import/ros_map.hpp"

namespace thalweg {
namespace {

template <class T>
std::string sentence(const Result<T>& result) {
  return result.ok() ? "(read without an error)" : result.error();
}

std::string sentence_for(const std::filesystem::path& path) {
  const std::string bytes = read_file(path).value();
  const std::string ending = path.extension();
  if (ending == ".map") return sentence(read_map(bytes));
  if (ending == ".scen") return sentence(read_scen(bytes));
  if (ending == ".mesh") return sentence(read_polyanya(bytes));
  if (ending == ".yaml") return sentence(read_ros_yaml(bytes));
  if (ending == ".pgm") return sentence(read_pgm(bytes));
  return sentence(read_links(bytes, {}));
}

TEST(BadMaps, are_refused_with_their_sentence) {
  const std::filesystem::path root(THALWEG_SOURCE_DIR "/tests/bad_input");
  std::size_t files = 0;
  for (const char* folder : {"map", "scen", "mesh", "ros", "links"}) {
    for (const auto& entry : std::filesystem::directory_iterator(root / folder)) {
      if (entry.path().extension() == ".expect") continue;
      const auto expected = read_file(entry.path().string() + ".expect");
      EXPECT_TRUE(expected.ok()) << entry.path() << " says: " << sentence_for(entry.path());
      if (expected.ok()) {
        EXPECT_EQ(sentence_for(entry.path()), trimmed(*expected)) << entry.path();
      }
      ++files;
    }
  }
  EXPECT_GE(files, 80u);
}

}  // namespace
}  // namespace thalweg
