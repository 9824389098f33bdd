// Names that people type, and numbers as people write them.
#include "core/names.hpp"

#include <gtest/gtest.h>

namespace thalweg {
namespace {

const std::vector<std::string_view> kVerbs = {"generate", "import", "build", "plan", "planners"};

TEST(Names, the_nearest_name_is_few_edits_away) {
  EXPECT_EQ(nearest_name("paln", kVerbs), "plan");
  EXPECT_EQ(nearest_name("improt", kVerbs), "import");
  EXPECT_EQ(nearest_name("PLAN", kVerbs), "plan");
  EXPECT_EQ(nearest_name("planers", kVerbs), "planners");
  EXPECT_EQ(nearest_name("gen", kVerbs), "generate");
  EXPECT_EQ(nearest_name("xyz", kVerbs), "");
  EXPECT_EQ(nearest_name("", kVerbs), "");
  EXPECT_EQ(nearest_name(std::string(100'000, 'p'), kVerbs), "");
  EXPECT_EQ(nearest_name("plan", {}), "");
}

TEST(Names, an_unknown_name_is_a_sentence_with_what_there_is) {
  EXPECT_EQ(unknown_name("verb", "biuld", kVerbs).message,
            "there is no verb called 'biuld' (did you mean 'build'?): use one of generate, import, "
            "build, plan, planners");
  EXPECT_EQ(unknown_name("verb", "fly", kVerbs).message,
            "there is no verb called 'fly': use one of generate, import, build, plan, planners");
}

TEST(Names, numbers_have_no_exponent) {
  EXPECT_EQ(plain_number(0), "0");
  EXPECT_EQ(plain_number(52), "52");
  EXPECT_EQ(plain_number(4096), "4096");
  EXPECT_EQ(plain_number(0.25), "0.25");
  EXPECT_EQ(plain_number(-12345.5), "-12,345.5");
  EXPECT_EQ(plain_number(1e12), "1,000,000,000,000");
  EXPECT_EQ(plain_number(4503599627370496), "4,503,599,627,370,496");
}

}  // namespace
}  // namespace thalweg
