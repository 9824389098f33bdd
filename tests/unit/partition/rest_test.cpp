// Rests: found for the children that are wanted, and only for those.
#include "thalweg/partition/rest.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "seeds.hpp"
#include "thalweg/core/random.hpp"

namespace thalweg {
namespace {

// A ring of children, and ways across it.
struct Ring {
  std::vector<std::uint32_t> offsets{0};
  std::vector<ChildArc> arcs;
  std::vector<std::uint8_t> is_wanted;

  Ring(std::uint32_t count, Random& random) {
    for (std::uint32_t i = 0; i < count; ++i) {
      for (const std::uint32_t target : {(i + 1) % count, random.below(count)}) {
        if (target == i) continue;
        arcs.push_back({target, {1 + random.below(50), 1 + random.below(50)}});
      }
      offsets.push_back(static_cast<std::uint32_t>(arcs.size()));
      is_wanted.push_back(random.below(3) == 0 ? 1 : 0);
    }
  }
};

TEST(Rest, is_the_same_whoever_else_is_wanted_and_nothing_for_the_others) {
  for (std::uint64_t seed = 1; seed <= seeds_to_try(10); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    // By table, by search and by sample.
    for (const std::uint32_t count :
         {2u, 20u, RestFinder::kMostInTable + 5, RestFinder::kMostSearched + 5}) {
      const Ring ring(count, random);
      for (const RestRule rule : {RestRule::average, RestRule::worst_unit}) {
        RestFinder finder;
        const auto found = finder.find({ring.offsets, ring.arcs}, rule);
        const std::vector<Distances> all(found.begin(), found.end());
        const auto some = finder.find({ring.offsets, ring.arcs, ring.is_wanted}, rule);
        for (std::uint32_t i = 0; i < count; ++i) {
          EXPECT_GT(all[i].weighted, 0u);
          EXPECT_EQ(some[i], ring.is_wanted[i] != 0 ? all[i] : (Distances{0, 0})) << i;
        }
      }
    }
  }
}

}  // namespace
}  // namespace thalweg
