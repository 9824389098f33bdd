// Every malformed model file is refused with its sentence.
#include <cstdlib>
#include <filesystem>
#include <functional>

#include <gtest/gtest.h>

#include "core/text.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/import/gltf.hpp"
#include "thalweg/import/obj.hpp"

namespace thalweg {
namespace {

using Read = std::function<Result<TriangleSoup>(std::string_view)>;

// Set THALWEG_UPDATE to write the sentences again.
void expect_refusals(const std::string& format, const Read& read) {
  const auto folder = std::filesystem::path(THALWEG_SOURCE_DIR) / "tests/bad_input" / format;
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".expect") continue;
    ++files;
    const auto bytes = read_file(entry.path());
    ASSERT_TRUE(bytes) << bytes.error();
    const auto soup = read(*bytes);
    ASSERT_FALSE(soup) << entry.path() << " is read";
    auto expected_path = entry.path();
    expected_path += ".expect";
    if (std::getenv("THALWEG_UPDATE") != nullptr) {
      ASSERT_TRUE(write_file(expected_path, soup.error() + "\n"));
    }
    const auto expected = read_file(expected_path);
    ASSERT_TRUE(expected) << expected.error();
    EXPECT_EQ(soup.error(), trimmed(*expected)) << entry.path();
  }
  EXPECT_GT(files, 5);
}

TEST(BadInput, obj_is_refused_with_its_sentence) {
  expect_refusals("obj", [](std::string_view bytes) { return read_obj(bytes); });
}

TEST(BadInput, gltf_is_refused_with_its_sentence) {
  expect_refusals("gltf", [](std::string_view bytes) { return read_gltf(bytes); });
}

TEST(BadInput, glb_is_refused_with_its_sentence) {
  expect_refusals("glb", [](std::string_view bytes) { return read_gltf(bytes); });
}

}  // namespace
}  // namespace thalweg
