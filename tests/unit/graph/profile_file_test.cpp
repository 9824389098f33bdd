// Profiles as TOML: written and read back equal; one sentence for every bad file.
#include "thalweg/price/profile_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "thalweg/core/file.hpp"

namespace thalweg {
namespace {

TEST(ProfileFile, named_profiles_read_back_equal) {
  for (const NamedProfile& named : named_profiles()) {
    const Profile profile = named.make();
    EXPECT_EQ(profile.name, named.name);
    EXPECT_EQ(broken_law(profile), std::nullopt);
    const std::string text = write_profile(profile);
    const auto again = read_profile(text);
    ASSERT_TRUE(again.ok()) << again.error();
    EXPECT_EQ(*again, profile) << text;
    EXPECT_EQ(write_profile(*again), text);
    EXPECT_EQ(*named_profile(named.name), profile);
  }
}

TEST(ProfileFile, starts_from_a_named_profile) {
  const auto profile = read_profile(R"(
    name = "porter"
    from = "hiker"
    radius = 0.4
    greatest_slope = 1
    [areas]
    swamp = false
    water = 3.5
    lava = 100
    [links]
    ladder = false
    jump = { fixed = 7 }
  )");
  ASSERT_TRUE(profile.ok()) << profile.error();
  Profile wanted = Profile::hiker();
  wanted.name = "porter";
  wanted.radius = 0.4;
  wanted.greatest_slope = 1;
  wanted.areas = {{.area = "lava", .multiplier = 100},
                  {.area = "swamp", .is_banned = true},
                  {.area = "water", .multiplier = 3.5}};
  wanted.links[0].fixed = 7;
  wanted.links[1] = {.is_banned = true};
  EXPECT_EQ(*profile, wanted);
  EXPECT_EQ(*read_profile(write_profile(wanted)), wanted);
}

TEST(ProfileFile, the_speed_model_is_read_by_its_earlier_key) {
  for (const char* value : {"steady", "tobler", "langmuir"}) {
    const std::string after = " = \"" + std::string(value) + "\"";
    const auto now = read_profile("speed_model" + after);
    const auto earlier = read_profile("pace" + after);
    ASSERT_TRUE(now.ok() && earlier.ok()) << value;
    EXPECT_EQ(*now, *earlier);
  }
}

TEST(ProfileFile, areas_are_written_in_order_of_name) {
  Profile ordered;
  ordered.areas = {{.area = "lava", .is_banned = true}, {.area = "water", .multiplier = 3}};
  Profile swapped;
  swapped.areas = {{.area = "water", .multiplier = 3},
                   {.area = "lava", .multiplier = 7, .is_banned = true}};
  EXPECT_EQ(write_profile(swapped), write_profile(ordered));
  EXPECT_EQ(*read_profile(write_profile(swapped)), ordered);
}

TEST(ProfileFile, an_empty_file_is_a_plain_profile) { EXPECT_EQ(*read_profile(""), Profile{}); }

TEST(ProfileFile, every_bad_file_gives_its_sentence) {
  int count = 0;
  const auto folder = std::filesystem::path(THALWEG_SOURCE_DIR) / "tests/bad_input/profile";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".toml") continue;
    const std::string text = read_file(entry.path()).value();
    const std::string wanted = read_file(entry.path().string() + ".expect").value();
    const auto profile = read_profile(text);
    ASSERT_FALSE(profile.ok()) << entry.path();
    EXPECT_EQ(profile.error() + "\n", wanted) << entry.path();
    ++count;
  }
  EXPECT_GE(count, 15);
}

TEST(ProfileFile, comments_may_be_in_any_language) {
  EXPECT_EQ(read_profile("radius = 2 # gr\xc3\xb6\xc3\x9f"
                         "er \xef\xbb\xbd\n")
                .value()
                .radius,
            2);
}

TEST(ProfileFile, a_long_text_is_refused) {
  EXPECT_EQ(read_profile(std::string(70000, '#')).error(), "the profile is longer than 64 KiB");
}

TEST(Profile, an_unknown_name_lists_the_known_ones) {
  EXPECT_EQ(
      named_profile("bird").error(),
      "there is no profile called 'bird': use one of euclid, thesis, hiker, langmuir, vehicle");
}

}  // namespace
}  // namespace thalweg
