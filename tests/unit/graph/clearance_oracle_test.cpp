// Portal graphs priced for discs, compared with free space on a raster.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "graph/portal_nodes.hpp"
#include "grounds.hpp"
#include "scope.hpp"
#include "unit/graph/clearance_worlds.hpp"
#include "unit/graph/free_space.hpp"

namespace thalweg {
namespace {

struct DeniedTally {
  int faces = 0;
  int denied = 0;
};

constexpr double kPixel = 0.05;

// All portals of an island share one part of a free space slightly larger than the true one: every
// connection that the graph has exists in reality.
void check_promises(const FreeSpace& space, const Ground& ground) {
  const Graph& graph = ground.graph();
  const auto& island = ground.metric().islands().of;
  const std::vector<int> parts = space.parts(ground.profile().radius - 0.72 * kPixel, true);
  std::map<std::uint32_t, std::set<int>> shared;
  for (const NodeId node : graph.nodes()) {
    if (island[node].is_none()) continue;
    const EdgeId edge = graph.portal_node(node).edge();
    const std::set<int> here = space.parts_on(edge, parts);
    const auto [entry, is_new] = shared.try_emplace(island[node].value, here);
    if (!is_new) std::erase_if(entry->second, [&](int part) { return !here.contains(part); });
    ASSERT_FALSE(entry->second.empty()) << "a connection is promised over " << to_string(edge);
  }
}

// Counts the faces that one part of a free space slightly smaller than the true one connects, and
// those among them that the part's main island does not reach.
DeniedTally count_denied(const FreeSpace& space, const Ground& ground) {
  DeniedTally tally;
  const auto& island = ground.metric().islands().of;
  const std::vector<int> parts = space.parts(ground.profile().radius + 0.5 * kPixel, false);
  std::map<int, std::set<std::uint32_t>> faces_of;
  for (std::size_t p = 0; p < space.pixel_count(); ++p) {
    if (parts[p] != 0) faces_of[parts[p]].insert(space.face(p).value);
  }
  for (const auto& [part, faces] : faces_of) {
    if (faces.size() < 2) continue;
    std::map<std::uint32_t, int> reached;
    for (const std::uint32_t face : faces) {
      std::set<std::uint32_t> here;
      for_each_portal_node(ground.world(), ground.graph(), FaceId(face), [&](NodeId node, EdgeId) {
        if (!island[node].is_none()) here.insert(island[node].value);
      });
      for (const std::uint32_t i : here) ++reached[i];
    }
    int most = 0;
    for (const auto& [i, count] : reached) most = std::max(most, count);
    tally.faces += static_cast<int>(faces.size());
    tally.denied += static_cast<int>(faces.size()) - most;
  }
  return tally;
}

// Both checks, for some radii.
DeniedTally compare(const World& world, std::initializer_list<double> radii) {
  DeniedTally tally;
  const FreeSpace space(world, kPixel, std::max(radii) + 2 * kPixel);
  Profile profile = Profile::euclid();
  for (const double radius : radii) {
    SCOPED_TRACE(radius);
    profile.radius = radius;
    const Ground ground = ground_of(world, GraphSpec::portals(), profile);
    check_promises(space, ground);
    const DeniedTally more = count_denied(space, ground);
    tally.faces += more.faces;
    tally.denied += more.denied;
  }
  return tally;
}

// Checks many worlds. Few faces in a thousand are denied: pockets that only the lesser end of a
// pinched portal leads to (docs/decisions/clearance.md).
template <class Make>
void compare_all(const Tries& tries, std::initializer_list<double> radii, const Make& make) {
  DeniedTally tally;
  for (const std::uint64_t seed : seeds(tries)) {
    SCOPED_TRACE(seed);
    const DeniedTally more = compare(make(seed), radii);
    tally.faces += more.faces;
    tally.denied += more.denied;
  }
  EXPECT_GT(tally.faces, 100);
  EXPECT_LE(tally.denied, tally.faces / 200 + 3) << tally.denied << " of " << tally.faces;
}

TEST(ClearanceOracle, crooked_fields) {
  compare_all({.test = 4, .check = 12}, {0.3, 0.5, 0.8, 1.2},
              [](std::uint64_t seed) { return crooked_field(seed, 14, 12); });
}

#ifdef THALWEG_HAS_CGAL
TEST(ClearanceOracle, traced_maps) {
  for (const bool convex : {false, true}) {
    SCOPED_TRACE(convex);
    compare_all({.test = 4, .check = 12}, {0.45, 0.7, 0.9, 1.2},
                [&](std::uint64_t seed) { return traced(seed, convex); });
  }
}

TEST(ClearanceOracle, slanted_pillars) {
  for (const int spare : {0, 10, 200}) {
    for (const bool merged : {false, true}) {
      SCOPED_TRACE(testing::Message() << spare << (merged ? " merged" : ""));
      compare_all({.test = 4, .check = 12}, {0.3, 0.6, 1.0, 1.6},
                  [&](std::uint64_t seed) { return pillars(seed, spare, merged); });
    }
  }
}
#endif

}  // namespace
}  // namespace thalweg
