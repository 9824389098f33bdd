// Corridors of searches are lawful, and every broken law is named.
#include "thalweg/path/corridor.hpp"

#include <gtest/gtest.h>

#include "scope.hpp"
#include "unit/path/path_worlds.hpp"
#include "unit/path/random_corridor.hpp"

namespace thalweg {
namespace {

TEST(Corridor, those_of_a_search_are_lawful) {
  for (const std::uint64_t seed : seeds(5)) {
    for (const auto& [name, world] : small_worlds(seed)) {
      for (const Corridor& corridor : random_corridors(world, 50, seed)) {
        EXPECT_EQ(broken_law(corridor, world), std::nullopt) << name;
      }
    }
  }
}

class BrokenCorridor : public testing::Test {
 protected:
  // The longest of several corridors, and one that uses a link.
  void SetUp() override {
    for (const Corridor& corridor : random_corridors(world_, 200, 3)) {
      const auto is_link = [](const CorridorStep& s) { return !s.link.is_none(); };
      if (corridor.steps.size() > long_.steps.size()) long_ = corridor;
      const auto at = std::find_if(corridor.steps.begin(), corridor.steps.end(), is_link);
      if (at == corridor.steps.end()) continue;
      linked_ = corridor;
      link_ = static_cast<std::size_t>(at - corridor.steps.begin());
    }
    ASSERT_GT(long_.steps.size(), 3u);
    ASSERT_FALSE(linked_.steps.empty());
  }

  std::string law(const Corridor& corridor) const {
    return broken_law(corridor, world_).value_or("none");
  }

  World world_ = linked_hills(3);
  Corridor long_;
  Corridor linked_;
  std::size_t link_ = 0;
};

TEST_F(BrokenCorridor, ends_must_lie_on_their_faces) {
  Corridor c = long_;
  c.start.face = {};
  EXPECT_EQ(law(c), "the start lies on no face");
  c = long_;
  c.goal.point.x += 100;
  EXPECT_EQ(law(c), "the goal does not lie on face " + to_string(c.goal.face));
  c.goal.point.x = kNoHeight;
  EXPECT_EQ(law(c), "the goal is not a finite point");
  c = long_;
  c.steps.pop_back();
  EXPECT_EQ(law(c).substr(0, 13), "the steps lea");
}

TEST_F(BrokenCorridor, each_step_must_lead_to_the_next) {
  Corridor c = long_;
  c.steps.erase(c.steps.begin() + 1);
  EXPECT_EQ(law(c).substr(0, 12), "step 1 leave");
  c = long_;
  c.steps[1].portal = {};
  EXPECT_EQ(law(c), "step 1 takes not exactly one of a portal and a link");
  c.steps[1].portal = EdgeId(1u << 30);
  EXPECT_EQ(law(c), "step 1 crosses an edge that is not there");
  c.steps[1].portal = long_.steps[0].portal;
  EXPECT_EQ(law(c), "step 1 crosses an edge of another face");
}

TEST_F(BrokenCorridor, links_must_be_taken_where_they_start) {
  Corridor c = linked_;
  c.steps[link_].link = LinkId(99);
  EXPECT_NE(law(c).find("takes a link that is not there"), std::string::npos);
  c = linked_;
  c.steps[link_].is_backwards = !c.steps[link_].is_backwards;
  EXPECT_NE(law(c), "none");
}

}  // namespace
}  // namespace thalweg
